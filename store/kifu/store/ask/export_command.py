"""The command export: matches of an archive written back."""

from __future__ import annotations

from typing import Any

import click

from kifu.store.archive import Archive
from kifu.store.ask.filter_options import filter_options, filters_of
from kifu.store.command_options import bar, count, say, say_absent, wait_option


@click.command()
@click.argument("archive", type=click.Path())
@click.option("-o", "--output", "out", required=True, metavar="OUT", help="- is text on stdout.")
@click.option("--force", is_flag=True, help="Replace OUT where it exists.")
@filter_options
@wait_option
@click.pass_context
def export(
    ctx: click.Context, /, archive: str, out: str, force: bool, wait: float, **given: Any
) -> None:
    """Write matches of ARCHIVE back, as records or as Parquet.

    The filters are those of `kifu find`; without one, every match is written, by its main
    record. The name of OUT says the form: .kifu, .jsonl or .msgpack (and .gz or .zst behind it),
    or a folder .parquet with files by game and year, which hold what the view games says and,
    in the column log, the record itself.

    A record whose log has changed or is gone is named on stderr and left out; exit code 1.
    """
    filters = filters_of(given)
    kept = Archive(archive, wait)
    with bar("exporting") as move:
        done = kept.export(out, filters, force, lambda total: move(1, total))
    for lost in done.lost:
        say(f"record {lost.record} was left out: {lost.why}")
    left_out = f", {len(done.lost)} left out" if done.lost else ""
    say(f"{count(done.written, 'record')} written to {out}{left_out}")
    say_absent(kept, filters.game)
    if done.lost:
        ctx.exit(1)
