"""The command `kifu status`."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from typing import Any

import click
from msgspec import structs

from kifu.notation import rows
from kifu.store.archive import Archive
from kifu.store.commands.archive_options import wait_option
from kifu.store.upkeep.status import Lag, Status, prometheus

_FORMATS = ("table", "json", "ndjson", "csv", "prometheus")
_COLUMNS = (
    "path", "size", "matches", "records", "quarantined", "committed", "logs", "behind", "missing",
    "lag_bytes", "lag_seconds",
)  # fmt: skip


@click.command()
@click.argument("archive", type=click.Path())
@click.option("--logs", is_flag=True, help="List the logs instead, with what is not indexed yet.")
@click.option(
    "--format",
    "form",
    type=click.Choice(_FORMATS),
    callback=lambda _ctx, _param, given: given or rows.default_format(),
    help="How rows are written. Default: table on a terminal, ndjson in a pipe.",
)
@rows.wide_option
@wait_option
def status(archive: str, logs: bool, form: Any, wait: float) -> None:
    """Show how ARCHIVE is: matches, quarantined records, last commit, lag of its logs.

    A log lags while it has bytes that are not indexed: lag_bytes is their number, lag_seconds how
    many seconds ago they were written. The logs are looked at, but not read; `kifu manifest
    --verify` reads them. With --format prometheus, the output is for a Prometheus text collector.
    """
    found = Archive(archive, wait).status(time.time())
    if form == "prometheus":
        sys.stdout.write(prometheus(found))
    elif logs:
        rows.write(map(structs.asdict, found.logs), Lag.__struct_fields__, form, sys.stdout)
    else:
        rows.write([_summed(found)], _COLUMNS, form, sys.stdout)


def _summed(found: Status) -> dict[str, object]:
    """The status as one row, in which the lags of all logs are added up."""
    there = [log for log in found.logs if log.bytes is not None]
    return {
        "path": found.path,
        "size": found.size,
        "matches": found.matches,
        "records": found.records,
        "quarantined": found.quarantined,
        "committed": datetime.fromtimestamp(found.committed, UTC).isoformat(timespec="seconds"),
        "logs": len(found.logs),
        "behind": sum(bool(log.bytes) for log in there),
        "missing": len(found.logs) - len(there),
        "lag_bytes": sum(log.bytes or 0 for log in there),
        "lag_seconds": max([log.seconds or 0.0 for log in there], default=0.0),
    }
