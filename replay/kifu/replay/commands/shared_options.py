"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from kifu.notation.errors import KifuError, UsageError
from kifu.replay.table import ALL, PUBLIC

VIEWERS = {"all": ALL, "public": PUBLIC}


def data_option(command: Any) -> Any:
    """A decorator that adds the click option `--data`: files of rule data, any number of them. They
    are loaded, in their order, before the command begins, and stay in use in this process. The
    command itself does not get the option.

    With a bad file the command does not begin. It raises KifuError, whose message is in the
    language of `--lang` if that was given or has a default, else in English; or OSError for a file
    that can't be read. The files before it stay in use.
    """

    @wraps(command)
    def with_data(*args: Any, data: tuple[str, ...], **given: Any) -> Any:
        if data:
            from kifu.replay.rule_data import DataError, use_data

            try:
                for path in data:
                    use_data(path)
            except DataError as error:
                raise KifuError(error.reason.text(given.get("lang") or "en")) from None
        return command(*args, **given)

    return click.option(
        "--data",
        metavar="FILE",
        multiple=True,
        help="A rule-data file that the records refer to (docs/rule-data.md). Repeatable.",
    )(with_data)


def processors() -> int:
    """How many processors this process may use, 256 at most (see `jobs_option`)."""
    affinity = getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))
    return min(256, len(affinity(0)))


def jobs_option(command: Any) -> Any:
    """A decorator: the command with the click option `--jobs`, how many worker processes it may
    use, 1 to 256. The command gets it as `jobs`; by default it is `processors()`.
    """
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=processors,
        metavar="N",
        help="Number of worker processes. Default: one for each processor.",
    )(command)


class Number(click.FloatRange):
    """A click type: a number in a range, which NaN is not."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """`value` as a float. Raises BadParameter (a click error, exit code 2) for text that is no
        number, for NaN, and for a number outside the range of this type. Its ends are allowed
        unless the type was made without them. `param` and `ctx` are click's and only name the
        option in the message.
        """
        number: float = super().convert(value, param, ctx)
        return number if number == number else self.fail(f"{value} is no number", param, ctx)


record_option = click.option(
    "--record", "number", type=click.IntRange(min=1), default=1, show_default=True, metavar="K",
    help="Which record of PATH.",
)  # fmt: skip

lang_option = click.option(
    "--lang", type=click.Choice(["en", "ja"]), default="en", show_default=True
)

options_option = click.option(
    "--option", "options", metavar="KEY=VALUE", multiple=True, help="Repeatable."
)


def seats_option(default: str) -> Callable[[Any], Any]:
    """A decorator that adds the click option `--seats`; the command gets a number from 1 or None.
    `default` is the text in the help that says how many seats there are without it.
    """
    return click.option("--seats", type=click.IntRange(min=1), help=f"Default: {default}.")


def match_options(default: str) -> Callable[[Any], Any]:
    """A decorator for `kifu play` and `kifu record` that adds their common options. The command
    gets them as `game` (a name or None), `options` (texts KEY=VALUE), `seats` (a number or None;
    `default` says in the help how many there are then), `lang` ("en" or "ja"), `out` (the log to
    write, or None) and `resume` (the log to go on with, or None). Rule data are loaded before it
    begins (see `data_option`).
    """

    def add(command: Any) -> Any:
        for option in (
            lang_option,
            click.option("--resume", metavar="FILE", help="Continue the match of a log."),
            click.option(
                "-o", "--output", "out", metavar="FILE", help="The log. Default: GAME-TIME.jsonl."
            ),
            data_option,
            options_option,
            seats_option(default),
            click.argument("game", required=False),
        ):
            command = option(command)
        return command

    return add


def force_option(what: str) -> Callable[[Any], Any]:
    """A decorator that adds the click option `--force`, which allows the command to overwrite
    `what` (a word for the help). The command gets it as `force`, a bool.
    """
    return click.option("--force", is_flag=True, help=f"Overwrite {what}.")


def viewer_named(eyes: str) -> int:
    """The viewer that `eyes`, the value of `--as`, names: ALL for "all", PUBLIC for "public", or
    the number of a seat (1 to 29; whether there is such a seat is not checked). Raises UsageError
    for any other text.

    >>> viewer_named("public"), viewer_named("2")
    (0, 2)
    """
    if eyes in VIEWERS:
        return VIEWERS[eyes]
    if eyes in map(str, range(1, ALL)):
        return int(eyes)
    raise UsageError(f"--as {eyes!r}: expected all, public or a seat's number")
