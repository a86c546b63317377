"""How much is found out about records: events, situations, moves; and by whom."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.store import Archive, Filters
from kifu.store.index.course import Detail

from .conftest import Contents, Write
from .lake_pair import EVERYTHING


@pytest.mark.campaign
def test_the_result_does_not_depend_on_how_many_processes_read(
    write: Write, played: list[Record], contents: Contents, tmp_path: Path
) -> None:
    played = played[:12]
    noted = [
        replace(record, notes=[Note(at=1, text=f"note {number}")])
        for number, record in enumerate(played[:8])
    ]
    going_on = [replace(record, moves="", end="*", result=None) for record in played]
    bad = replace(played[9], result=[9, 9, 9])
    folder = write("logs/a.jsonl", [*played, bad, *going_on]).parent
    write("logs/b.kifu", [*noted, bad, *going_on])
    write("logs/c.jsonl.gz", [*played[5:], bad])
    code = (
        "import sys\n"
        "from kifu.store import Archive\nfrom kifu.store.index import ingest\n"
        "from kifu.store.index.course import Detail\n"
        "ingest.RECORDS, ingest.SIZE, ingest.AHEAD = 7, 1, 5000\n"
        "detail, jobs = Detail(True, True, True), int(sys.argv[1])\n"
        "Archive(sys.argv[2]).index(sys.argv[3:], detail=detail, jobs=jobs)\n"
    )
    found = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.duckdb"
        subprocess.run([sys.executable, "-c", code, jobs, path, folder], check=True)
        found.append(contents(Archive(path)))
    assert found[0] == found[1]
    at_once = Archive(tmp_path / "at once.duckdb")
    at_once.index([folder], **EVERYTHING)
    assert contents(at_once) == found[0]


@pytest.mark.campaign
def test_a_worker_that_dies_is_said_and_the_run_can_be_repeated(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    path = write("a.jsonl", played)
    code = (
        "import os, sys\n"
        "from kifu.store import Archive\nfrom kifu.store.index import ingest\n"
        "ingest.SIZE = 1\n"
        "def die(given, **about): os._exit(9)\n"
        "ingest.extract = die\n"
        "Archive(sys.argv[1]).index(sys.argv[2:], jobs=2)\n"
    )
    guarded = code.replace("Archive(", 'if __name__ == "__main__": Archive(')
    (tmp_path / "dying.py").write_text(guarded)
    command = map(str, (sys.executable, tmp_path / "dying.py", tmp_path / "games.duckdb", path))
    done = subprocess.run(list(command), capture_output=True, text=True)
    assert "a worker process died" in done.stderr
    assert Archive(tmp_path / "games.duckdb").index([path]).new == len(played)


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
def test_events_are_those_that_the_game_names(archive: Archive, write: Write, name: str) -> None:
    played = game(name)
    records = list(simulate(played, 3, seed="events", players=["random"]))
    archive.index([write("a.jsonl", records)], events=True)
    found = archive.query("SELECT DISTINCT happened FROM events ORDER BY happened")
    assert {row["happened"] for row in found} <= set(played.archive.events)
    assert not archive.lacks("events")


def test_the_first_run_decides_on_the_detail_and_a_rebuild_adds_to_it(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path
) -> None:
    a, b = write("a.jsonl", played[:5]), write("b.jsonl", played[3:8])
    archive.index([a], moves=True)
    with pytest.raises(UsageError, match=f"kifu rebuild {archive.path} --events --moves` adds it"):
        archive.index([a, b], events=True)
    archive.index([b])
    assert (archive.lacks("moves"), archive.lacks("events")) == (False, True)
    archive.rebuild(detail=Detail(events=True))
    assert not archive.lacks("events") and not archive.lacks("moves")
    undisturbed = Archive(tmp_path / "undisturbed.duckdb")
    undisturbed.index([a, b], events=True, moves=True)
    for view in ("games", "events", "situations", "moves", "rounds"):
        query = f"FROM {view} ORDER BY ALL"
        assert archive.query(query) == undisturbed.query(query)


def test_an_event_is_found_with_its_ply_and_seat(archive: Archive, write: Write) -> None:
    record = Record(
        game="nimmt",
        rules=1,
        seats=["Aki", "Ben"],
        seed="shake256-1:00112233445566778899aabbccddeeff",
        moves="#1 1. 59 1 r4",
        end="*",
    )
    archive.index([write("a.jsonl", [record])], events=True)
    rows = archive.query("SELECT * EXCLUDE (match) FROM events")
    taken = {"happened": "take", "value": -1, "cards": ["13"]}
    assert rows == [{"ply": 3, "round": 1, "turn": 1, "seat": 2, **taken}]
    assert archive.find(Filters(happened=["take"])).total == 1
    assert archive.find(Filters(happened=["take", "flood"])).total == 0


def test_situations_are_those_of_the_rules_before_each_move(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    from kifu.replay.match import replay
    from kifu.store.index.course import situation_key

    archive.index([write("a.jsonl", played[:2])], **EVERYTHING)
    for record in played[:2]:
        plies = replay(record).plies
        expected = [
            (
                f"{situation_key(game('nimmt'), replay(record).position(at).situation(seat)):016x}",
                at + 1,
                seat,
                move,
            )
            for at, (seat, move) in enumerate(plies)
        ]
        (hit,) = archive.find(Filters(moves=" ".join(move for _, move in plies[:6]))).hits
        query = "SELECT situation, ply, seat, move FROM situations WHERE match = ? ORDER BY ply"
        rows = archive.query(query, [hit.id])
        assert [tuple(row.values()) for row in rows] == expected


def test_events_and_situations_go_with_their_record(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    path = write("a.jsonl", played[:3])
    archive.index([path], **EVERYTHING)
    path.write_bytes(b"")
    archive.index([path])
    for table in ("event", "situation", "move"):
        assert archive.query(f"SELECT count(*) AS n FROM {table}") == [{"n": 0}]
