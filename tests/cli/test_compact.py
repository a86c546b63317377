"""`kifu compact`: an archive's file is written again."""

from __future__ import annotations

import re
from pathlib import Path

from kifu.store import Archive

from .running import kifu


def test_the_sizes_are_said_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("compact", archive)
    assert (done.exit_code, done.stdout) == (0, "")
    assert re.fullmatch(r"\d+ bytes before, \d+ now\n", done.stderr)
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_no_archive_is_exit_1(tmp_path: Path) -> None:
    done = kifu("compact", tmp_path / "no.duckdb")
    assert done.exit_code == 1
    assert "there is no archive" in done.stderr
    assert not list(tmp_path.iterdir())
