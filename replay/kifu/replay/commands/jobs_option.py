"""The option `--jobs N` of every command that lets several processes work."""

from __future__ import annotations

import os
from typing import Any

import click


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
