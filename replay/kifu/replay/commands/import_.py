"""The command `kifu import`: logs of other programs become records, and every doubt is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack

import click

from kifu.notation.errors import KifuError
from kifu.notation.files import Writer, writer
from kifu.notation.record import Record
from kifu.replay.commands.shared_options import data_option, force_option
from kifu.replay.importers import Imported, importer
from kifu.replay.show.report import CheckCounts, report


@click.command("import")
@click.argument("source")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is stdout.")
@force_option("OUT")
@data_option
@click.pass_context
def import_(ctx: click.Context, source: str, paths: Sequence[str], out: str, force: bool) -> None:
    """Make records from other programs' logs.

    SOURCE is the kind of log: bga (Board Game Arena), traces (6-nimmt-agent), or the name of an
    importer that a package adds. A log - is stdin.

    Doubts, guesses and contradictions are reported on stderr with their place in the log. A record
    ends before the first move that the rules contradict. Exit code 1 if there was one, if a log
    could not be read, or if no record could be made; then OUT is not written.
    """
    read, tally = importer(source), CheckCounts()
    with ExitStack() as opened:
        sink: Writer | None = None
        for path in paths:
            file = opened.enter_context(click.open_file(path, "rb"))
            tally["file"] += 1
            for record in _imported(read(file, path), path, tally):
                if sink is None:
                    sink = opened.enter_context(writer(out, force=force))
                sink.write(record)
        click.echo(str(tally), err=True)
        if sink is None:
            raise KifuError(f"no record could be made; {out} was not written")
    if tally["error"] or tally["unreadable"]:
        ctx.exit(1)


def _imported(parts: Iterable[Imported], path: str, tally: CheckCounts) -> Iterator[Record]:
    """Yield the records in what an importer made of a log. Findings are printed on stderr, with
    `path` as their file, and counted in `tally` like the records.
    """
    for part in parts:
        for finding in tally.passing(part.findings):
            finding.file = path
            click.echo(report(finding), err=True)
        tally["record"] += len(part.records)
        yield from part.records
