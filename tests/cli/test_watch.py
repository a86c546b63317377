"""`kifu watch`: what is written in a folder is in the archive soon after."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.players import random_player
from kifu.replay.recorder import Recorder
from kifu.store import Archive
from kifu.store.lock import indexing

from .running import kifu, write


class Watched:
    """`kifu watch` in a process of its own, and the lines that it says."""

    def __init__(self, folder: Path, archive: Path) -> None:
        self.archive = Archive(archive)
        self.said: list[str] = []
        command = [sys.executable, "-m", "kifu", "watch", str(folder), str(archive)]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as stream:
            self.said.extend(iter(stream.readline, ""))

    def said_of(self, words: str) -> int:
        return sum(words in line for line in self.said)

    def matches(self) -> list[tuple[object, ...]]:
        if not Path(self.archive.path).exists():
            return []
        rows = self.archive.query("SELECT plies, finished FROM games ORDER BY ALL")
        return [tuple(row.values()) for row in rows]

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not true():
            assert time.monotonic() < end, self.said
            time.sleep(0.05)

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(30)
        self._reader.join(30)
        return code


@contextmanager
def watching(folder: Path, archive: Path) -> Iterator[Watched]:
    watched = Watched(folder, archive)
    try:
        watched.until(lambda: watched.said_of("watching") == 1)
        yield watched
    finally:
        code = watched.end()
    assert code == 0, watched.said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "logs"
    made.mkdir()
    return made


def test_what_is_there_and_what_comes_is_indexed(
    folder: Path, tmp_path: Path, played: list[Record]
) -> None:
    write(folder / "a.kifu", played[:1])
    with watching(folder, tmp_path / "g.duckdb") as watched:
        watched.until(lambda: len(watched.matches()) == 1)
        write(folder / "b.jsonl", played[1:2])
        watched.until(lambda: len(watched.matches()) == 2)
        (folder / "later").mkdir()
        write(folder / "later" / "c.msgpack", played[2:3])
        watched.until(lambda: len(watched.matches()) == 3)
        moved = write(tmp_path / "d.kifu", played[3:4])
        moved.rename(folder / "d.kifu")
        watched.until(lambda: len(watched.matches()) == 4)
        (folder / "a.kifu").unlink()
        write(folder / "e.kifu", played)
        watched.until(lambda: watched.said_of("4 duplicate") == 1)
        assert len(watched.matches()) == 4


@pytest.mark.parametrize(("public", "plies_known"), [(True, 3), (False, 0)])
def test_a_live_log_is_in_the_archive_as_far_as_it_can_be_replayed(
    folder: Path, tmp_path: Path, public: bool, plies_known: int
) -> None:
    seed = derived_seed("live")
    header = Record(game="nimmt", rules=1, seats=["a", "b"], options={"rounds": "1"})
    header.seed = seed if public else None
    with watching(folder, tmp_path / "g.duckdb") as watched:
        log = folder / "live.jsonl"
        with Recorder.create(log, header, None if public else seed) as recorder:
            lots = random_player(recorder.game, "x")

            def play() -> None:
                seat = recorder.state.to_move()[0]
                recorder.play(lots(recorder.state, seat), seat)

            for _ in range(3):
                play()
            watched.until(lambda: watched.matches() == [(plies_known, False)])
            while not recorder.state.is_over:
                play()
            plies = len(recorder.plies)
            recorder.finish()
        watched.until(lambda: watched.matches() == [(plies, True)])


def test_what_is_no_source_is_passed_over(
    folder: Path, tmp_path: Path, played: list[Record]
) -> None:
    with watching(folder, tmp_path / "g.duckdb") as watched:
        (folder / "notes.txt").write_text("x", encoding="utf-8")
        (folder / ".hidden").mkdir()
        write(folder / ".hidden" / "a.kifu", played[:1])
        write(folder / ".b.kifu", played[:1])
        os.mkfifo(folder / "pipe.kifu")
        (folder / "link.kifu").symlink_to("nowhere.kifu")
        write(folder / "c.kifu", played[1:2])
        watched.until(lambda: len(watched.matches()) == 1)
        time.sleep(1)
        assert len(watched.matches()) == 1
    assert watched.said_of("1 new") == 1 and watched.said_of(" record: ") == 1


def test_what_changes_while_another_process_indexes_waits(
    folder: Path, tmp_path: Path, played: list[Record]
) -> None:
    archive = tmp_path / "g.duckdb"
    with watching(folder, archive) as watched:
        with indexing(str(archive)):
            write(folder / "a.kifu", played[:1])
            watched.until(lambda: any("waits" in line for line in watched.said))
            assert watched.said_of(" new") == 0
        watched.until(lambda: len(watched.matches()) == 1)


def test_ctrl_c_ends_it_in_order(folder: Path, tmp_path: Path, played: list[Record]) -> None:
    write(folder / "a.kifu", played)
    with watching(folder, tmp_path / "g.duckdb") as watched:
        watched.until(lambda: watched.said_of("1 source (0 unchanged), 4 records: 4 new") == 1)
    assert watched.said[0] == f"watching {folder}; Ctrl-C ends it\n"
    assert watched.said[-1] == "stopped after 1 run\n"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = kifu("watch", tmp_path / "gone", tmp_path / "g.duckdb")
    assert done.exit_code == 1 and "no such folder" in done.stderr


def test_without_watchfiles_it_says_what_to_install(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    done = kifu("watch", folder, tmp_path / "g.duckdb")
    assert done.exit_code == 2 and "pip install 'kifu[watch]'" in done.stderr
