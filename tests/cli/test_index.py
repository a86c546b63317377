"""`kifu index`: what it says, where it says it, and its exit codes."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from kifu.notation.record import Record

from .running import kifu, write


def test_the_last_line_counts_and_stdout_is_empty(tmp_path: Path, played: list[Record]) -> None:
    path = write(tmp_path / "a.kifu", played)
    done = kifu("index", tmp_path / "g.duckdb", path)
    assert (done.exit_code, done.stdout) == (0, "")
    counts = "1 source (0 unchanged), 4 records: 4 new, 0 duplicate, 0 again, 0 quarantined"
    assert re.fullmatch(rf"{re.escape(counts)}; \d+\.\d s, \d+/s\n", done.stderr)
    again = kifu("index", tmp_path / "g.duckdb", tmp_path)
    assert again.stderr.startswith("1 source (1 unchanged), 0 records: 0 new")


def test_quarantined_records_are_counted_and_strict_makes_them_an_error(
    tmp_path: Path, played: list[Record]
) -> None:
    bad = msgspec.structs.replace(played[1], result=[0, 0])
    path = write(tmp_path / "a.jsonl", [played[0], bad])
    done = kifu("index", tmp_path / "g.duckdb", path)
    assert done.exit_code == 0
    assert "2 records: 1 new, 0 duplicate, 0 again, 1 quarantined" in done.stderr
    strict = kifu("index", "--strict", tmp_path / "h.duckdb", path)
    assert strict.exit_code == 1
    assert "1 quarantined" in strict.stderr


def test_an_unreadable_source_is_exit_1_and_the_others_are_in(
    tmp_path: Path, played: list[Record]
) -> None:
    write(tmp_path / "a.kifu", played)
    (tmp_path / "b.kifu").symlink_to(tmp_path / "gone")
    done = kifu("index", tmp_path / "g.duckdb", tmp_path)
    assert done.exit_code == 1
    assert "b.kifu can't be read" in done.stderr
    assert "2 sources (0 unchanged, 1 unreadable), 4 records: 4 new" in done.stderr


def test_a_run_while_another_one_goes_on_is_exit_3(tmp_path: Path, played: list[Record]) -> None:
    from kifu.store.lock import indexing

    path = write(tmp_path / "a.kifu", played)
    with indexing(str(tmp_path / "g.duckdb")):
        done = kifu("index", tmp_path / "g.duckdb", path)
    assert done.exit_code == 3
    assert re.search(r"is being indexed by process \d+; try again later", done.stderr)
