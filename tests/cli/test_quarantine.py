"""`kifu quarantine`: bad records are listed, and tried again."""

from __future__ import annotations

import json
from pathlib import Path

from .running import kifu


def test_bad_records_are_rows_and_a_line_counts(archive: Path) -> None:
    done = kifu("quarantine", "list", archive)
    assert (done.exit_code, done.stderr) == (0, "1 record in quarantine\n")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["path"], row["number"]) == (str(archive.parent / "a.jsonl"), 4)
    assert kifu("quarantine", "list", archive, "--code", row["code"]).stdout == done.stdout
    assert kifu("quarantine", "list", archive, "--code", "KF999").stdout == ""


def test_index_says_where_bad_records_are_listed(archive: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.duckdb"
    hint = f"kifu quarantine list {path} shows each with its first error"
    done = kifu("index", path, archive.parent / "a.jsonl", "--jobs", "1")
    assert done.stderr.splitlines()[-1] == hint
    assert "quarantine list" not in kifu("index", path, archive.parent / "a.jsonl").stderr


def test_a_retry_says_what_it_reads_and_counts(archive: Path) -> None:
    done = kifu("quarantine", "retry", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    said, counts = done.stderr.splitlines()
    assert said.endswith("a.jsonl again for its records in quarantine: 1")
    assert counts.startswith(
        "1 source (0 unchanged), 4 records: 0 new, 0 duplicate, 3 again, 1 quarantined; "
    )


def test_wrong_usage_and_what_is_missing(tmp_path: Path) -> None:
    assert kifu("quarantine", "mend", tmp_path / "no.duckdb").exit_code == 2
    assert kifu("quarantine", "list", tmp_path / "no.duckdb").exit_code == 1
    assert kifu("quarantine", "retry", tmp_path / "no.duckdb").exit_code == 1
