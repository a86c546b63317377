"""kifu status: how an archive and its logs are."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import msgspec

from kifu.notation.record import Record

from .running import kifu, write


def test_it_counts_what_is_in_and_what_is_not(played: list[Record], tmp_path: Path) -> None:
    bad = msgspec.structs.replace(played[0], result=[9, 9, 9])
    log = write(tmp_path / "a.jsonl", [*played[:2], bad])
    gone = write(tmp_path / "b.jsonl", played[2:3])
    archive = tmp_path / "g.duckdb"
    kifu("index", archive, log, gone)
    (fine,) = [json.loads(line) for line in kifu("status", archive).stdout.splitlines()]
    assert (fine["matches"], fine["records"], fine["quarantined"], fine["logs"]) == (3, 3, 1, 2)
    assert (fine["behind"], fine["missing"], fine["lag_bytes"], fine["lag_seconds"]) == (0,) * 4
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", fine["committed"])
    gone.unlink()
    with log.open("ab") as file:
        file.write(b"\n" * 7)
    moment = os.stat(log).st_mtime - 60
    os.utime(log, (moment, moment))
    (late,) = [json.loads(line) for line in kifu("status", archive).stdout.splitlines()]
    assert (late["behind"], late["missing"], late["lag_bytes"]) == (1, 1, 7)
    assert 55 < late["lag_seconds"] < 600
    logs = [json.loads(line) for line in kifu("status", archive, "--logs").stdout.splitlines()]
    assert [(row["bytes"], row["records"]) for row in logs] == [(7, 3), (None, 1)]
