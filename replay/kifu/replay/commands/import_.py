"""The command `kifu import`: logs of other programs become records, and every doubt is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO
from typing import IO

import click

from kifu.notation.errors import KifuError
from kifu.notation.files import Writer, writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay.commands.shared_options import data_option, force_option
from kifu.replay.importers import importer
from kifu.replay.show.report import CheckCounts, report

AUTO = "auto"


@click.command("import")
@click.argument("source")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is stdout.")
@click.option("--anonymise", is_flag=True, help="Replace names and ids, consistently.")
@force_option("OUT")
@data_option
@click.pass_context
def import_(
    ctx: click.Context, source: str, paths: Sequence[str], out: str, anonymise: bool, force: bool
) -> None:
    """Make records from other programs' logs.

    SOURCE is the kind of log: bga (Board Game Arena), traces (6-nimmt-agent), the name
    of an importer that a package adds, or auto, which looks into each log and says what it is
    and why. A log - is stdin.

    Doubts, guesses and contradictions are reported on stderr with their place in the log. A record
    ends before the first move that the rules contradict. Exit code 1 if there was one, or if a
    log could not be read.
    """
    if source != AUTO:
        importer(source)
    tally = CheckCounts()
    exchanged = _anonymous() if anonymise else None
    with ExitStack() as opened:
        sink: Writer | None = None
        for path in paths:
            file = opened.enter_context(click.open_file(path, "rb"))
            tally["file"] += 1
            for record in _imported(source, file, path, tally):
                if sink is None:
                    sink = opened.enter_context(writer(out, force=force))
                sink.write(record if exchanged is None else exchanged(record))
        click.echo(str(tally), err=True)
        if sink is None:
            raise KifuError(f"no record could be made; {out} was not written")
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def _imported(source: str, file: IO[bytes], path: str, tally: CheckCounts) -> Iterator[Record]:
    """The records that the importer `source` makes of a log; for "auto", the importer that fits.
    Findings are printed, and counted in `tally` like the records.
    """
    if source == AUTO:
        data = file.read()
        found = _recognised(data, path, tally)
        if found is None:
            return
        source, file = found, BytesIO(data)
    counts: Counter[str] = Counter()
    for part in importer(source)(file, path):
        for finding in tally.passing(part.findings):
            finding.file = path
            click.echo(report(finding), err=True)
        counts += part.counts
        tally["record"] += len(part.records)
        yield from part.records
    counted = ", ".join(f"{what} {count}" for what, count in counts.items() if count)
    if counted:
        click.echo(f"kifu: {printable(path)}: {counted}", err=True)


def _recognised(data: bytes, path: str, tally: CheckCounts) -> str | None:
    """The name of the importer for the log with the content `data`, printed with the reason. None,
    with an error printed and counted in `tally`, if kifu has none for it.
    """
    from kifu.replay.importers.recognise import NotRecognised, recognise

    try:
        source, why = recognise(data, path)
    except NotRecognised as error:
        tally["unreadable"] += 1
        click.echo(f"kifu: {printable(str(error))}", err=True)
        return None
    click.echo(f"kifu: {printable(path)} is a log for {source}: {printable(why)}", err=True)
    return source


def _anonymous() -> Callable[[Record], Record]:
    """A function that gives a record with pseudonyms, the same one for a name in all records."""
    from kifu.replay.edit.anonymise import Pseudonyms, anonymised

    others = Pseudonyms()
    return lambda record: anonymised(record, others)
