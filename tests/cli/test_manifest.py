"""`kifu manifest`: logs with their checksums, and whether they are still like that."""

from __future__ import annotations

import json
from pathlib import Path

from kifu.notation.record import Record

from .running import kifu, write


def test_logs_are_rows(archive: Path) -> None:
    done = kifu("manifest", archive)
    assert (done.exit_code, done.stderr) == (0, "")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert row["records"] == 4
    assert row["size"] == (archive.parent / "a.jsonl").stat().st_size
    assert "state" not in row


def test_a_log_that_changed_is_exit_1(archive: Path, played: list[Record]) -> None:
    done = kifu("manifest", archive, "--verify")
    assert (done.exit_code, done.stderr) == (0, "1 file, 0 changed or missing\n")
    write(archive.parent / "a.jsonl", played[:1])
    done = kifu("manifest", archive, "--verify")
    assert (done.exit_code, done.stderr) == (1, "1 file, 1 changed or missing\n")
    assert json.loads(done.stdout)["state"] == "changed"
