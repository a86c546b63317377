"""`kifu watch`: what is written in a folder is in the archive soon after."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import derived_seed
from kifu.replay.players.new_match import random_player
from kifu.replay.recorder import Recorder
from kifu.store import Archive
from kifu.store.index.watching import changes
from kifu.store.lock import indexing

from .running import Running, write


class Watched(Running):
    """`kifu watch` in a process of its own, and the archive that it brings up to date."""

    def __init__(self, folder: Path, archive: Path, *further: str) -> None:
        super().__init__("watch", folder, archive, *further)
        self.archive = Archive(archive)

    def matches(self) -> list[tuple[object, ...]]:
        if not Path(self.archive.path).exists():
            return []
        rows = self.archive.query("SELECT plies, finished FROM games ORDER BY ALL")
        return [tuple(row.values()) for row in rows]


@contextmanager
def watching(folder: Path, archive: Path, *further: str) -> Iterator[Watched]:
    with Watched(folder, archive, *further) as watched:
        watched.until(lambda: watched.said_of("watching") == 1)
        yield watched
        assert watched.interrupt() == 0, watched.said


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "logs"
    made.mkdir()
    return made


def test_what_is_there_and_what_comes_is_indexed(
    folder: Path, tmp_path: Path, played: list[Record]
) -> None:
    """And Ctrl-C ends it in order."""
    write(folder / "a.kifu", played[:1])
    with watching(folder, tmp_path / "g.duckdb") as watched:
        watched.until(lambda: watched.said_of("1 source (0 unchanged), 1 record: 1 new") == 1)
        assert len(watched.matches()) == 1
        write(folder / "b.jsonl", played[1:2])
        watched.until(lambda: len(watched.matches()) == 2)
        (folder / "later").mkdir()
        write(folder / "later" / "c.jsonl", played[2:3])
        watched.until(lambda: len(watched.matches()) == 3)
        moved = write(tmp_path / "d.kifu", played[3:4])
        moved.rename(folder / "d.kifu")
        watched.until(lambda: len(watched.matches()) == 4)
        (folder / "a.kifu").unlink()
        write(folder / "e.kifu", played)
        watched.until(lambda: watched.said_of("4 duplicate") == 1)
        assert len(watched.matches()) == 4
    assert watched.said[0] == f"watching {folder}; Ctrl-C ends it\n"
    assert re.fullmatch(r"stopped after \d runs\n", watched.said[-1])


@pytest.mark.campaign
@pytest.mark.parametrize(("public", "plies_known"), [(False, 0), (True, 3)])
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


@pytest.mark.campaign
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
        # The line comes after the commit: Ctrl-C between the two would keep it from being said.
        watched.until(lambda: watched.said_of(" record: ") == 1)
        assert watched.said_of("1 new") == 1 and len(watched.matches()) == 1
    assert watched.said_of(" record: ") == 1


@pytest.mark.campaign
def test_what_changes_while_another_process_indexes_waits(
    folder: Path, tmp_path: Path, played: list[Record]
) -> None:
    archive = tmp_path / "g.duckdb"
    with ExitStack() as held:
        held.enter_context(indexing(str(archive)))
        with watching(folder, archive) as watched:
            write(folder / "a.kifu", played[:1])
            watched.until(lambda: any("will try again" in line for line in watched.said))
            assert watched.said_of(" new") == 0
            held.close()
            watched.until(lambda: len(watched.matches()) == 1)


def test_a_commit_to_a_lake_is_a_change(folder: Path, tmp_path: Path, played: list[Record]) -> None:
    lake = Archive(tmp_path / "games.lake")
    lake.index(write(folder / "a.kifu", played[:1]))
    changed = changes([lake.path], Event(), 0.01)
    assert next(changed) == next(changed) == set()
    lake.index(write(folder / "b.kifu", played[1:]))
    assert next(changed) and not next(changed)


def test_each_change_is_told_once(folder: Path, played: list[Record]) -> None:
    log = write(folder / "a.kifu", played[:1])
    changed = changes([str(folder)], Event(), 0.01)
    once = [{str(log)}, set()]
    assert next(changed) == next(changed) == set()
    with log.open("ab", 0) as file:
        for _ in range(3):  # within a second, and within the resolution of slow clocks
            file.write(b"; a line\n")
            assert [next(changed), next(changed)] == once
    log.chmod(0o600)
    assert [next(changed), next(changed)] == once
    log.unlink()
    assert [next(changed), next(changed)] == once
