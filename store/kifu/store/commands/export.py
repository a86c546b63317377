"""The command export: matches of an archive written back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from kifu.notation.errors import UsageError
from kifu.replay.show.report import counted
from kifu.store.archive import Archive
from kifu.store.ask.export import Names
from kifu.store.commands.archive_options import bar, say, say_absent, wait_option
from kifu.store.commands.filter_options import filter_options, filters_of

if TYPE_CHECKING:
    from kifu.store.dataset.writing import DataSet


@click.command()
@click.argument("archive", type=click.Path())
@click.option("-o", "--output", "out", metavar="OUT", help="- is text on stdout.")
@click.option(
    "--dataset", metavar="FOLDER", help="Write a data set that you can publish. Needs --license."
)
@click.option(
    "--license", "licence", metavar="TEXT", help="The data set's licence: CC0-1.0, CC-BY-4.0, ..."
)
@click.option("--force", is_flag=True, help="Overwrite OUT or FOLDER if it exists.")
@click.option(
    "--names",
    type=click.Choice(["logged", "now"]),
    help="Write players' names as the logs have them (default of -o), or as they are now.",
)
@click.option(
    "--erased-in",
    "erased_in",
    metavar="ARCHIVE",
    type=click.Path(),
    help="Also erase the players who are erased in this archive.",
)
@filter_options
@wait_option
@click.pass_context
def export(
    ctx: click.Context,
    /,
    archive: str,
    out: str | None,
    dataset: str | None,
    licence: str | None,
    force: bool,
    names: Names | None,
    erased_in: str | None,
    wait: float,
    **given: Any,
) -> None:
    """Export matches of ARCHIVE as records, as Parquet, or as a data set.

    The filters are those of `kifu find`; without one, every match is written, by its main record.
    The name of OUT decides the form: .kifu or .jsonl (also with .gz or .zst), or a folder
    .parquet with files by game and year. These have the columns of the view games and, in the
    column log, the record itself.

    --dataset writes a folder with tables of matches, seats, moves, decisions and records as
    Parquet, a card and checksums. Without --names, players are called Player 1, Player 2, ..., and
    no name is left in any file.

    A record whose log has changed or is missing is reported on stderr and left out; the exit code
    is then 1.
    """
    target = _target(out, dataset, licence)
    asked = filters_of(given)
    kept = Archive(archive, wait)
    with bar("exporting") as move:

        def advance(total: int) -> None:
            move(1, total)

        if licence is None:
            called = names or "logged"
            exported = kept.export(target, asked, force, advance, names=called, erased_in=erased_in)
            written, left = exported.written, exported.lost
        else:
            made = kept.data_set(
                target, licence, asked, force, advance, names=names, erased_in=erased_in
            )
            written, left = made.written, made.lost
    for lost in left:
        say(f"record {lost.record} was left out: {lost.why}")
    if not written and not left:
        say("no matches")
    left_out = f", {len(left)} left out" if left else ""
    say(f"{counted(written, 'record')} written to {target}{left_out}")
    if licence is not None:
        _say_about(made)
    say_absent(kept, asked)
    if left:
        ctx.exit(1)


def _target(out: str | None, dataset: str | None, licence: str | None) -> str:
    """The path to write to, `out` or `dataset`. Raises UsageError for options that don't go
    together.
    """
    if (out is None) == (dataset is None):
        raise UsageError("give either -o OUT or --dataset FOLDER")
    if out is not None:
        if licence is not None:
            raise UsageError("--license is for --dataset")
        return out
    if licence is None:
        raise UsageError("--dataset needs --license TEXT, such as CC0-1.0 or CC-BY-4.0")
    return dataset or ""


def _say_about(done: DataSet) -> None:
    """Print on stderr how many names were looked for in a data set, and how many matches have no
    moves.
    """
    if done.names is not None:
        say(f"{counted(done.names, 'name')} looked for in all records")
    if done.without_moves:
        say(
            f"the table of moves lacks {counted(done.without_moves, 'match')} indexed without "
            "--moves; `kifu rebuild --moves` adds them"
        )
