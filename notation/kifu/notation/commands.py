"""The commands `kifu convert`, records from one form into another, and `kifu schema`."""

from __future__ import annotations

from collections.abc import Callable

import click
import msgspec

from kifu.notation.disk import is_same_file, would_lose
from kifu.notation.errors import Diagnostic, is_error
from kifu.notation.files import form_of, read, writer
from kifu.notation.lint import all_placed, lint
from kifu.notation.log import LiveLine
from kifu.notation.record import Reading, Record
from kifu.notation.rows import printable

#: The error that loses nothing: a record that was cut off stays so in every form.
_HARMLESS = "KF112"


@click.command()
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--force", is_flag=True, help="Overwrite OUT where it exists.")
@click.pass_context
def convert(context: click.Context, source: str, target: str, force: bool) -> None:
    """Convert the records of IN into the form of OUT.

    The file names determine the forms: .kifu is text, .jsonl is JSON lines, and either may be
    compressed (.gz, .zst). - is standard input, or text on standard output. A live log becomes a
    record. Text is written in the plain form; kifu fmt makes the game form. If OUT exists, it is
    overwritten only with --force.

    Records with errors are reported on stderr and left out, with exit code 1; if OUT is IN, it
    stays unchanged instead, with exit code 2. A record that is only cut off is written as it is,
    but reported, with exit code 1.
    """
    context.exit(1 if copied(source, target, force, lambda record: record) else 0)


def copied(source: str, target: str, force: bool, change: Callable[[Record], Record]) -> bool:
    """Write the records of the file `source` ("-": stdin) into the file `target` ("-": stdout, as
    text), each as `change` returns it. Records with errors are left out, and `change` does not see
    them; one that is only cut off is written. Prints on stderr the findings, then how many records
    were written and left out. Returns True if any record had an error, being cut off included. If
    no record is written, `target` is a file without records.

    UsageError if `target` exists without `force` (also if it is `source`), or is a folder, a device
    or a pipe, even with `force`; if `target` or `source` has a name that says no form; and if both
    are the same file and a record is left out. OSError if `source` can't be opened or `target`
    can't be written; KifuError if there is no folder for `target` or the disk is full;
    NotationError or TypeError if a changed record can't be written. After an error, also one that
    `change` raises, `target` is as it was; only what went to stdout stays there.
    """
    if target != "-":
        form_of(target)
    written = refused = 0
    flawed = False
    with writer(target, force) as out:
        for reading in read(source):
            findings = _findings(reading)
            for finding in findings:
                click.echo(_on_one_line(source, finding), err=True)
            errors = {finding.code for finding in findings if is_error(finding)}
            flawed = flawed or bool(errors)
            if reading.record is None or errors - {_HARMLESS}:
                refused += 1
            else:
                out.write(change(reading.record))
                written += 1
        if refused and is_same_file(source, target):
            raise would_lose(target)
    counted = f"{written} record{'' if written == 1 else 's'} written to {printable(target)}"
    click.echo(f"kifu: {counted}, {refused} refused" if refused else f"kifu: {counted}", err=True)
    return flawed


def _findings(reading: Reading) -> list[Diagnostic]:
    """The findings of a reading and then, with their places, those of `lint` about its record; []
    if there are none. `lint` is not called if there is no record, nor for a record that was read
    from text and has no unknown fields, where it finds nothing. The list may be the reading's own:
    don't change it.
    """
    record = reading.record
    # What was read from text fits into text again, but for the JSON of unknown fields.
    if record is None or (reading.form == "text" and not record.extra):
        return reading.diagnostics
    return [*reading.diagnostics, *all_placed(reading, lint(record))]


def _on_one_line(source: str, finding: Diagnostic) -> str:
    """A finding as one line, without a line break at its end: `SOURCE:LINE:COLUMN: SEVERITY CODE
    MESSAGE` (column 1 if it is not known). If the line is not known: `SOURCE: record NUMBER, byte
    OFFSET: SEVERITY CODE MESSAGE`, with `None` for a number that is not known. What could steer a
    terminal is escaped.
    """
    if finding.line is not None:
        place = f"{source}:{finding.line}:{finding.column or 1}"
    else:
        place = f"{source}: record {finding.record}, byte {finding.offset}"
    return printable(f"{place}: {finding.severity} {finding.code} {finding.message}")


@click.command()
@click.argument("name", type=click.Choice(["record", "event"]))
def schema(name: str) -> None:
    """Print the JSON Schema of lines of logs.

    record: a record as a line of a log, with the fields that kifu knows; event: a line of a live
    log below its first one.
    """
    found = msgspec.json.schema(Record if name == "record" else LiveLine)
    if name == "record":  # which keeps what it doesn't know
        del found["$defs"]["Record"]["properties"]["extra"]
        del found["$defs"]["Record"]["additionalProperties"]
    click.echo(msgspec.json.format(msgspec.json.encode(found)))
