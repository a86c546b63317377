"""The options that `kifu picture` and `kifu clip` share: which record, whose eyes, how it looks."""

from __future__ import annotations

from typing import Any

import click

from kifu.replay.commands.shared_options import (
    data_option,
    force_option,
    lang_option,
    record_option,
)


def drawing_options(command: Any) -> Any:
    """Add the click options `--record`, `--as`, `--lang`, `--theme`, `--force` and `--data`, which
    help lists in this order.
    """
    for option in (
        data_option,
        force_option("FILE"),
        click.option("--theme", type=click.Choice(["light", "dark"]), default="light",
                     show_default=True),
        lang_option,
        click.option("--as", "eyes", default="all", show_default=True, metavar="VIEWER",
                     help="as this viewer sees it: all, public, or the number of a seat; what the "
                     "viewer can't see is not in the file"),
        record_option,
    ):  # fmt: skip
        command = option(command)
    return command
