"""The command `kifu import`: logs of other programs become records, and every doubt is said."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kifu.notation.errors import KifuError
from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.notation.rows import printable
from kifu.replay.commands.data_option import data_option
from kifu.replay.importers import Imported, importer
from kifu.replay.show.report import Tally, report

AUTO = "auto"


@click.command("import")
@click.argument("source")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is stdout.")
@click.option("--anonymise", is_flag=True, help="Replace names and ids, consistently.")
@click.option("--force", is_flag=True, help="Overwrite OUT.")
@data_option
@click.pass_context
def import_(
    ctx: click.Context, source: str, paths: Sequence[str], out: str, anonymise: bool, force: bool
) -> None:
    """Make records from other programs' logs.

    SOURCE is the kind of log: bga (Board Game Arena), take6 (take6-engine), traces
    (6-nimmt-agent), the name of an importer that a package adds, or auto, which looks into each
    log and says what it is and why. A log - is stdin.

    Whatever in a log is doubtful, inferred or against the rules is reported on stderr with its
    place; a record ends before the first contradiction. Exit code 1 where there was one, or where
    a log could not be read.
    """
    if source != AUTO:
        importer(source)
    tally = Tally()
    records: list[Record] = []
    for path in paths:
        with click.open_file(path, "rb") as file:
            data = file.read()
        tally["file"] += 1
        imported = _imported(source, data, path, tally)
        tally["record"] += len(imported.records)
        records += imported.records
    click.echo(str(tally), err=True)
    if not records:
        raise KifuError(f"no record could be made; {out} was not written")
    if anonymise:
        records = _anonymous(records)
    with writer(out, force=force) as sink:
        for record in records:
            sink.write(record)
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def _imported(source: str, data: bytes, path: str, tally: Tally) -> Imported:
    """What an importer makes of a log; what it found and counted is said."""
    from kifu.replay.importers.recognise import NotRecognised, recognise

    if source == AUTO:
        try:
            source, why = recognise(data, path)
        except NotRecognised as error:
            tally["unreadable"] += 1
            click.echo(f"kifu: {printable(str(error))}", err=True)
            return Imported([], [])
        click.echo(f"kifu: {printable(path)} is a log for {source}: {printable(why)}", err=True)
    imported = importer(source)(data, path)
    for finding in tally.passing(imported.findings):
        finding.file = path
        click.echo(report(finding), err=True)
    counted = ", ".join(f"{what} {count}" for what, count in imported.counts.items() if count)
    if counted:
        click.echo(f"kifu: {printable(path)}: {counted}", err=True)
    return imported


def _anonymous(records: list[Record]) -> list[Record]:
    from kifu.replay.edit.anonymise import Pseudonyms, anonymised

    others = Pseudonyms()
    return [anonymised(record, others) for record in records]
