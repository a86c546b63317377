"""What keeps an archive in order: its doubles, bad records and logs, and that it is made again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.store import Archive

from .running import kifu, write


def test_compact_says_the_sizes_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("compact", archive)
    assert (done.exit_code, done.stdout) == (0, "")
    assert re.fullmatch(r"\d+ bytes before, \d+ now\n", done.stderr)
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_a_file_of_a_lake_that_can_not_be_deleted(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = archive.with_name("games.lake")
    assert kifu("index", lake, archive.parent / "a.jsonl").exit_code == 0
    monkeypatch.setattr("kifu.store.lake.table.Store.delete", lambda *_: Path("/").rmdir())
    done = kifu("compact", lake)
    assert done.exit_code == 1
    assert re.fullmatch(r"kifu: .*the lake can't be read or written: .*\n", done.stderr)


def test_rebuild_says_the_counts_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("rebuild", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 3 new, 0 duplicate, 0 again, 1 quarantined; "
    )
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_an_archive_whose_log_is_gone_stays_unless_rebuild_is_to_go_without(archive: Path) -> None:
    (archive.parent / "a.jsonl").unlink()
    done = kifu("rebuild", archive, "--jobs", "1")
    assert done.exit_code == 1
    assert "--without-missing" in done.stderr
    assert len(Archive(archive).query("FROM games")) == 3
    assert kifu("rebuild", archive, "--without-missing").exit_code == 0
    assert Archive(archive).query("FROM games") == []


def test_verify_has_a_row_for_each_difference_from_the_logs(
    archive: Path, played: list[Record]
) -> None:
    done = kifu("verify", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "1 file, 4 records: 0 differences\n"
    write(archive.parent / "a.jsonl", played[1:])
    done = kifu("verify", archive, "--jobs", "1")
    assert done.exit_code == 1
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["number"], row["what"], row["found"]) == (None, "file", "changed")
    assert done.stderr == "0 files, 0 records: 1 difference\n"


def test_a_log_that_goes_while_it_is_verified(archive: Path, played: list[Record]) -> None:
    log = write(archive.parent / "b.jsonl", played[3:])
    kept = Archive(archive)
    kept.index(log)
    (gone,) = kept.verify(advance=lambda *_: log.unlink(missing_ok=True))
    assert (gone.path, gone.known, gone.found) == (str(log), "1 records", "missing")


def test_bad_records_are_rows_and_a_line_counts(archive: Path) -> None:
    done = kifu("quarantine", "list", archive)
    assert (done.exit_code, done.stderr) == (0, "1 record in quarantine\n")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["path"], row["number"]) == (str(archive.parent / "a.jsonl"), 4)
    assert kifu("quarantine", "list", archive, "--code", row["code"]).stdout == done.stdout
    assert kifu("quarantine", "list", archive, "--code", "KF999").stdout == ""


def test_a_retry_counts(archive: Path) -> None:
    done = kifu("quarantine", "retry", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 0 new, 0 duplicate, 3 again, 1 quarantined; "
    )
    (archive.parent / "a.jsonl").unlink()
    done = kifu("quarantine", "retry", archive)
    assert done.exit_code == 1
    assert f"left out: {archive.parent / 'a.jsonl'}: it is gone\n" in done.stderr
    assert len(Archive(archive).quarantine()) == 1
