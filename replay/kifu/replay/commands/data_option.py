"""The option `--data FILE` of every command that replays."""

from __future__ import annotations

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
