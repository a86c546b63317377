"""The command `kifu watch`."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import click

from kifu.replay.commands.shared_options import data_option
from kifu.replay.show.report import counted
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import detail_options, poll_option, say, wait_option
from kifu.store.commands.index import counts, say_as_json, summary
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Report
from kifu.store.index.watching import watch as watch_folder


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path())
@click.argument("archive", type=click.Path())
@detail_options
@click.option(
    "--progress",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report each run on stderr; json is a line of JSON for programs.",
)
@poll_option
@data_option
@wait_option
def watch(
    folder: str,
    archive: str,
    events: bool,
    situations: bool,
    moves: bool,
    progress: str,
    poll: float | None,
    wait: float,
) -> None:
    """Index a folder's records as they arrive.

    Index all of DIR into ARCHIVE, as kifu index does; then every file that appears or grows, as
    soon as it is written. A live log is indexed as far as its match can be replayed; while its
    seed is secret, that is without moves. Ctrl-C and SIGTERM stop it: nothing is lost, and the next
    run picks up what came in between.
    """
    runs = 0
    tell: Callable[[str], None] = say if progress == "text" else say_as_json

    def done(report: Report) -> None:
        nonlocal runs
        runs += 1
        if progress == "json":
            say(json.dumps({"at": round(time.time(), 3), **counts(report)}))
        else:
            line, _, _ = summary(report, 0).partition(";")
            say(f"{time.strftime('%H:%M:%S')} {line}")

    asked = IndexSettings(detail=Detail(events, situations, moves))
    try:
        tell(f"watching {folder}; Ctrl-C ends it")
        watch_folder(Archive(archive, wait), folder, asked, tell, done, poll=poll)
    except KeyboardInterrupt:
        tell(f"stopped after {counted(runs, 'run')}")
