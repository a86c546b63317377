"""The command `kifu status`."""

from __future__ import annotations

import sys
import time

import click
from msgspec import structs

from kifu.notation import rows
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import wait_option
from kifu.store.upkeep.status import Lag, StatusRow


@click.command()
@click.argument("archive", type=click.Path())
@click.option("--logs", is_flag=True, help="List the logs instead, with what is not indexed yet.")
@rows.format_option
@wait_option
def status(archive: str, logs: bool, form: rows.Format, wait: float) -> None:
    """Show the state of ARCHIVE: matches, quarantined records, last commit, lag of its logs.

    A log lags while its size is not what was indexed: lag_bytes is the difference, lag_seconds how
    many seconds ago it was written. The logs are looked at, but not read; `kifu manifest
    --verify` reads them. With --format prometheus, the output is for a Prometheus text collector.
    """
    held, now = Archive(archive, wait), time.time()
    if logs:
        rows.write(map(structs.asdict, held.lags(now)), Lag.__struct_fields__, form, sys.stdout)
    else:
        row = structs.asdict(held.status(now))
        rows.write([row], StatusRow.__struct_fields__, form, sys.stdout)
