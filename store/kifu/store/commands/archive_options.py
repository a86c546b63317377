"""What the commands of the store share: options, and how they speak to people."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from kifu.notation import rows
from kifu.replay.show.report import counted
from kifu.store import database, opening
from kifu.store.archive import Archive
from kifu.store.ask import limits
from kifu.store.ask.filters import Filters
from kifu.store.database import WAIT
from kifu.store.interrupting import whole

if TYPE_CHECKING:
    pass

#: Seconds that a question may take where nothing else is said.
TIMEOUT = 60.0
#: About three years: the longest time that every system has an alarm for.
_LONGEST = 1e8


class Seconds(click.FloatRange):
    """A click type: a number of seconds, up to three years."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """`value` as seconds. Raises BadParameter for text that is not a number, for infinity and
        NaN, and outside the range.
        """
        seconds: float = super().convert(value, param, ctx)
        if not seconds <= _LONGEST:  # which is false for NaN, too
            self.fail(f"{value} is not a number of seconds to wait", param, ctx)
        return seconds


def wait_option(command: Any) -> Any:
    """A click option `--wait`: how many seconds to wait while another process uses the archive."""
    return click.option(
        "--wait",
        type=Seconds(min=0),
        default=WAIT,
        show_default=True,
        metavar="SECONDS",
        help="How long to wait while another process uses the archive.",
    )(command)


def limit_options(command: Any) -> Any:
    """Click options for what a question may use: `--timeout`, the seconds after which it is
    stopped, and, which the command does not get, `--memory` and `--threads`.
    """

    def remember(_ctx: click.Context, _param: click.Parameter, gigabytes: float) -> None:
        database.bound("memory_limit", f"{gigabytes}GB")
        limits.MEMORY = int(gigabytes * (2 << 30))

    def spread(_ctx: click.Context, _param: click.Parameter, threads: int) -> None:
        database.bound("threads", str(threads))

    for option in (
        click.option("--threads", type=click.IntRange(1, 256), default=4, show_default=True,
                     expose_value=False, callback=spread, metavar="N",
                     help="Use so many processors for a question."),
        click.option("--memory", type=click.FloatRange(0.1, 1e6), default=1.0, show_default=True,
                     expose_value=False, callback=remember, metavar="GB",
                     help="Stop a question that needs more in DuckDB, or twice as much in all."),
        click.option("--timeout", type=Seconds(min=0), default=TIMEOUT, show_default=True,
                     metavar="SECONDS",
                     help="Stop a question that takes longer, with exit code 4; 0: never."),
    ):  # fmt: skip
        command = option(command)
    return command


def poll_option(command: Any) -> Any:
    """A click option `--poll`: how often to look for changes."""
    return click.option(
        "--poll",
        type=Seconds(min=0.1),
        metavar="SECONDS",
        help="Seconds between two looks for changes; 0.5 if not given.",
    )(command)


def progress_option(*ways: str) -> Callable[[Any], Any]:
    """A click option `--progress` whose values are `ways`, with "bar" and "none" among them: the
    default is "bar" on a terminal, otherwise "none".
    """
    return click.option(
        "--progress",
        type=click.Choice(ways),
        callback=lambda _ctx, _param, given: given or ("bar" if sys.stderr.isatty() else "none"),
        help="Show progress on stderr. Default: a bar on a terminal.",
    )


def detail_options(command: Any) -> Any:
    """Click options `--events`, `--situations` and `--moves`: what to index of each match."""
    for name, what in (
        ("--moves", "Index every move, and the scores of each round. Slower, larger."),
        ("--situations", "Index the situation of each move, for explore. Slower, larger."),
        ("--events", "Index the events of each match, for find --event. Slower."),
    ):
        command = click.option(name, is_flag=True, help=what)(command)
    return command


def opened(path: str, wait: float) -> Archive:
    """The archive at `path`, when nobody has locked it: so the time of a question does not begin
    while it waits for others. Raises as `opening.reading` does.
    """
    with whole():  # DuckDB swallows Ctrl-C while it is loaded
        import duckdb  # noqa: F401 - loaded for what follows
    archive = Archive(path, wait)
    with opening.reading(archive.path, wait):
        return archive


def say(line: str) -> None:
    """Print a line for people on stderr."""
    print(rows.printable(line), file=sys.stderr)


def _say_unnoted(archive: Archive, game: str | None, what: str) -> None:
    """If the archive has matches (of `game`, None: any) that were indexed without `what` ("events",
    ...), print how many, since the answer can't include them.
    """
    unnoted = archive.unnoted(what, game)
    if unnoted:
        say(
            f"{counted(unnoted, 'match')} can't be searched for that: indexed without --{what}; "
            f"`kifu rebuild --{what}` adds it"
        )


def say_absent(archive: Archive, filters: Filters) -> None:
    """Print a line about everything in `filters` that the archive does not have, and about
    everything that some of its matches can't be searched for, because it was not indexed.
    """
    for line in archive.absent(filters):
        say(line)
    if filters.loss_min is not None:
        say_unjudged(archive)
    for what, wanted in (("events", filters.happened), ("situations", filters.situation)):
        if wanted:
            _say_unnoted(archive, filters.game, what)


def say_unjudged(archive: Archive) -> None:
    """If no match of the archive has an analysis, say how to make one."""
    if not archive.query("SELECT 1 FROM analyses LIMIT 1"):
        say(
            "no match in the archive has an analysis: `kifu analyse` judges matches, and "
            "`kifu index` adds the judged records"
        )


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A context with a progress bar called `what` on stderr. Yields the function that moves it:
    called with (amount newly done, total). If stderr is not a terminal, that function does nothing.
    """
    if not sys.stderr.isatty():
        yield lambda more, total: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(what)
        yield lambda more, total: shown.update(task, total=total, advance=more)
