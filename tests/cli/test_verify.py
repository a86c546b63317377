"""`kifu verify`: what differs between an archive and its logs."""

from __future__ import annotations

import json
from pathlib import Path

from kifu.notation.record import Record

from .running import kifu, write


def test_an_archive_that_is_like_its_logs(archive: Path) -> None:
    done = kifu("verify", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "1 file, 4 records: 0 differences\n"


def test_a_difference_is_a_row_and_exit_1(archive: Path, played: list[Record]) -> None:
    write(archive.parent / "a.jsonl", played[1:])
    done = kifu("verify", archive, "--jobs", "1")
    assert done.exit_code == 1
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["number"], row["what"], row["found"]) == (None, "file", "changed")
    assert done.stderr == "0 files, 0 records: 1 difference\n"
