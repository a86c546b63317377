"""The command `kifu watch`."""

from __future__ import annotations

import time

import click

from kifu.replay.rule_data.option import data_option
from kifu.store.archive import Archive
from kifu.store.command_options import count, poll_option, say, wait_option
from kifu.store.index.command import summary
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Asked, Report
from kifu.store.index.watching import watch as watch_folder


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("archive", type=click.Path())
@click.option(
    "--events", is_flag=True, help="Note what happens in each match, for find --event. Slower."
)
@click.option(
    "--situations", is_flag=True, help="Note what each move faced, for explore. Slower, larger."
)
@poll_option
@data_option
@wait_option
def watch(
    folder: str,
    archive: str,
    events: bool,
    situations: bool,
    poll: float | None,
    wait: float,
) -> None:
    """Index a folder's records as they come.

    First what is in DIR and its folders goes into ARCHIVE, as with kifu index; then each file
    that is new, or grows, as soon as it is written. A live log is in the archive as far as its
    match can be replayed: while its seed is secret, without moves. Ctrl-C ends it; nothing is
    lost, and the next run begins with what came meanwhile. Needs the extra kifu[watch], or --poll.
    """
    runs = 0

    def done(report: Report) -> None:
        nonlocal runs
        runs += 1
        counts, _, _ = summary(report, 0).partition(";")
        say(f"{time.strftime('%H:%M:%S')} {counts}")

    asked = Asked(detail=Detail(True, events, situations))
    try:
        say(f"watching {folder}; Ctrl-C ends it")
        watch_folder(Archive(archive, wait), folder, asked, say, done, poll=poll)
    except KeyboardInterrupt:
        say(f"stopped after {count(runs, 'run')}")
