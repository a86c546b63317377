"""Options that several commands share: `--data FILE` and `--jobs N`."""

from __future__ import annotations

import os
from typing import Any

import click


def _use(_ctx: click.Context, _param: click.Parameter, paths: tuple[str, ...]) -> None:
    if paths:
        from kifu.replay.rule_data.files import use_data
    for path in paths:
        use_data(path)


def data_option(command: Any) -> Any:
    """Add a click option `--data` to a command: rule-data files, which are loaded before it
    begins.
    """
    return click.option(
        "--data",
        metavar="FILE",
        multiple=True,
        expose_value=False,
        callback=_use,
        help="A rule-data file that the records refer to (docs/rule-data.md). Repeatable.",
    )(command)


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def jobs_option(command: Any) -> Any:
    """Add a click option `--jobs` to a command: how many processes work, by default one for each
    processor.
    """
    return click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=processors,
        metavar="N",
        help="Number of worker processes. Default: one for each processor.",
    )(command)
