"""An index run that is killed at any moment, and run again, ends as if it had not been."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kifu.notation.record import Note, Record
from kifu.store import Archive, ingest, pieces, workers
from kifu.store.entry import examine

Write = Callable[[str, Sequence[Record]], Path]
Contents = Callable[[Archive], dict[str, list[tuple[Any, ...]]]]

KILLS = 8

#: Many small commits, so that a kill is likely to meet one.
RUN = """
import sys
from kifu.store import Archive, ingest, pieces
ingest.RECORDS = 3
pieces.SIZE, pieces.BLOCK = 1, 400
print("begun", flush=True)
Archive(sys.argv[1], wait=30).index(sys.argv[2:])
"""


def test_kills_at_random_moments_change_nothing_in_the_end(
    write: Write, played: list[Record], contents: Contents, tmp_path: Path
) -> None:
    noted = [
        msgspec.structs.replace(record, notes=[Note(at=1, text=f"note {number}")])
        for number, record in enumerate(played[:8])
    ]
    bad = msgspec.structs.replace(played[9], result=[9, 9, 9])
    folder = write("logs/a.jsonl", [*played, bad]).parent
    write("logs/b.kifu", [*noted, bad])
    write("logs/c.jsonl.gz", played[10:])
    command = [sys.executable, "-c", RUN]

    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    begun = time.monotonic()
    subprocess.run([*command, undisturbed.path, folder], check=True, capture_output=True)
    whole = time.monotonic() - begun

    moments = random.Random(5)
    archive = Archive(tmp_path / "killed.duckdb")
    killed = 0
    for _ in range(KILLS):
        process = subprocess.Popen([*command, archive.path, folder], stdout=subprocess.PIPE)
        with process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(moments.uniform(0, whole / 3))
            process.send_signal(signal.SIGKILL)
        killed += process.returncode == -signal.SIGKILL
    assert killed
    subprocess.run([*command, archive.path, folder], check=True, capture_output=True)
    assert contents(archive) == contents(undisturbed)
    assert archive.index([folder]).unchanged == 3


def test_a_run_that_fails_in_the_middle_keeps_its_commits_and_is_finished_by_the_next(
    write: Write,
    played: list[Record],
    contents: Contents,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = write("logs/a.kifu", played).parent
    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    undisturbed.index([folder])

    monkeypatch.setattr(ingest, "RECORDS", 4)
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 100)
    archive = Archive(tmp_path / "games.duckdb")

    def fails(reading: Any, detail: Any) -> Any:
        if reading.record == played[14]:
            raise KeyboardInterrupt
        return examine(reading, detail)

    monkeypatch.setattr(workers, "examine", fails)
    with pytest.raises(KeyboardInterrupt):
        archive.index([folder])
    committed = archive.find().total
    assert 0 < committed < 15
    read = archive.query("SELECT records, whole FROM sources")
    assert read == [{"records": committed, "whole": False}]
    monkeypatch.setattr(workers, "examine", examine)
    said: list[str] = []
    archive.index([folder], said.append)
    assert "was not read to its end, and is read on from record " in said[0]
    assert contents(archive) == contents(undisturbed)


def test_a_changed_file_keeps_its_old_rows_until_the_new_ones_are_all_in(
    write: Write,
    played: list[Record],
    contents: Contents,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write("logs/a.kifu", played[:10])
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([path])
    write("logs/a.kifu", played[10:])
    monkeypatch.setattr(ingest, "RECORDS", 4)
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 100)

    def fails(reading: Any, detail: Any) -> Any:
        if reading.record == played[19]:
            raise KeyboardInterrupt
        return examine(reading, detail)

    monkeypatch.setattr(workers, "examine", fails)
    with pytest.raises(KeyboardInterrupt):
        archive.index([path])
    assert 10 < archive.find().total < 10 + 10
    monkeypatch.setattr(workers, "examine", examine)
    archive.index([path])
    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    undisturbed.index([path])
    games = "FROM games ORDER BY id"
    assert archive.query(games) == undisturbed.query(games)
    assert archive.query("SELECT count(*) AS n FROM source") == [{"n": 1}]
