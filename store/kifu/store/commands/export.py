"""The command export: matches of an archive written back."""

from __future__ import annotations

from typing import Any

import click

from kifu.store.archive import Archive
from kifu.store.ask.export import Names
from kifu.store.commands.archive_options import bar, count, say, say_absent, wait_option
from kifu.store.commands.filter_options import filter_options, filters_of


@click.command()
@click.argument("archive", type=click.Path())
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is text on stdout.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@click.option(
    "--names",
    type=click.Choice(["logged", "now"]),
    default="logged",
    show_default=True,
    help="Write players' names as the logs have them, or as they are now.",
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
    out: str,
    force: bool,
    names: Names,
    erased_in: str | None,
    wait: float,
    **given: Any,
) -> None:
    """Export matches of ARCHIVE as records or as Parquet.

    The filters are those of `kifu find`; without one, every match is written, by its main record.
    The name of OUT decides the form: .kifu, .jsonl or .msgpack (also with .gz or .zst), or a folder
    .parquet with files by game and year. These have the columns of the view games and, in the
    column log, the record itself.

    A record whose log has changed or is missing is reported on stderr and left out; the exit code
    is then 1.
    """
    filters = filters_of(given)
    kept = Archive(archive, wait)
    with bar("exporting") as move:
        done = kept.export(
            out,
            filters,
            force,
            lambda total: move(1, total),
            names=names,
            erased_in=erased_in,
        )
    for lost in done.lost:
        say(f"record {lost.record} was left out: {lost.why}")
    left_out = f", {len(done.lost)} left out" if done.lost else ""
    say(f"{count(done.written, 'record')} written to {out}{left_out}")
    say_absent(kept, filters)
    if done.lost:
        ctx.exit(1)
