"""`kifu rebuild`: an archive is made again from its logs."""

from __future__ import annotations

from pathlib import Path

from kifu.store import Archive

from .running import kifu


def test_the_counts_are_said_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("rebuild", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 3 new, 0 duplicate, 0 again, 1 quarantined; "
    )
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_a_log_that_is_gone_is_exit_1_and_the_archive_stays(archive: Path) -> None:
    (archive.parent / "a.jsonl").unlink()
    done = kifu("rebuild", archive, "--jobs", "1")
    assert done.exit_code == 1
    assert "--without-missing" in done.stderr
    assert len(Archive(archive).query("FROM games")) == 3
    assert kifu("rebuild", archive, "--without-missing").exit_code == 0
    assert Archive(archive).query("FROM games") == []
