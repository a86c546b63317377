"""The views of moves, rounds and events; and what a natural join of any two views gives."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from msgspec.structs import replace

from kifu.notation.files import writer
from kifu.notation.record import Line, Note, Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.store import Archive, QueryError
from kifu.store.ask.sql import ask
from kifu.store.opening import reading

from .conftest import Write, archive_first, shared, stopped, written
from .lake_pair import EVERYTHING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


VIEWS = (
    "games", "records", "duplicates", "seats", "players", "tags", "moves", "rounds", "events",
    "situations",
    "notes", "bad_records", "sources",
)  # fmt: skip
#: What columns that several views share are the names of; none of them is a mere quality.
KEYS = {
    "match", "record", "game", "ply", "round", "turn", "seat", "move", "person", "path", "number",
}  # fmt: skip
#: Qualities that are those of the same thing wherever the keys beside them are equal.
QUALITIES = {
    ("games", "records"): {"notes"},
    ("records", "bad_records"): {"line", "offset", "size"},
    ("moves", "situations"): {"kind"},
}


@pytest.fixture(scope="module")
def simulated() -> dict[str, list[Record]]:
    """Matches of each game, by random players and by one that takes what it gets."""
    return {
        name: [
            record
            for player in ("random", "greedy")
            for record in simulate(game(name), 1, seed="moves", players=[player])
        ]
        for name in game_names()
    }


@pytest.fixture(scope="module")
def of_each_game(
    tmp_path_factory: pytest.TempPathFactory, simulated: dict[str, list[Record]], holder: str
) -> Iterator[Archive]:
    """An archive of these with their moves."""
    folder = tmp_path_factory.mktemp("each")
    for name, records in simulated.items():
        written(folder, f"{name}.jsonl", records)
    Archive(folder / holder).index([folder], moves=True)
    yield from shared(folder, holder)


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
@archive_first
def test_moves_are_those_of_the_replay(
    of_each_game: Archive, simulated: dict[str, list[Record]], name: str
) -> None:
    found: dict[str, list[tuple[object, ...]]] = {}
    query = """
        SELECT match, ply, moves.round, turn, seat, move, move_cards, legal
        FROM moves JOIN games USING (match) WHERE game = ?
    """
    for row in of_each_game.query(query, [name]):
        found.setdefault(row.pop("match"), []).append(tuple(row.values()))
    assert sorted(map(sorted, found.values())) == sorted(map(_moves, simulated[name]))


def _moves(record: Record) -> list[tuple[object, ...]]:
    """Each move as the record's marks and the state before it say."""
    match = replay(record)
    legal = [
        len(match.position(ply).legal_moves(seat)) for ply, (seat, _) in enumerate(match.plies)
    ]
    marks: list[tuple[int | None, int | None]] = []
    number = turn = None
    for word in record.moves.split():
        if word[0] == "#":
            number = int(word[1:])
        elif word[-1] == ".":
            turn = int(word[:-1])
        else:
            marks.append((number, turn))
    own = game(record.game)
    plies = enumerate(zip(marks, match.plies, legal, strict=True), 1)
    return [
        (ply, *where, *played, own.cards(played[1]), count) for ply, (where, played, count) in plies
    ]


@pytest.mark.campaign
def test_the_cards_of_moves_stay_known_in_a_rewritten_archive(write: Write, tmp_path: Path) -> None:
    one, other = Archive(tmp_path / "one.duckdb"), Archive(tmp_path / "other.duckdb")
    chronicle = Record(game="chronicle", rules=0, seats=["Aki", "Ben"], moves="e e", end="*")
    records = {name: list(simulate(game(name), 1, seed="cards")) for name in ("nimmt", "yuhodo")}
    one.index([write("a.jsonl", [*records["nimmt"], chronicle])], moves=True)
    other.index([write("b.jsonl", records["yuhodo"])], moves=True)
    one.absorb(other.path)
    query = "SELECT game, move, move_cards FROM moves JOIN games USING (match)"
    for rewrite in (lambda: None, one.compact, one.rebuild):
        rewrite()
        rows = one.query(query)
        assert {row["game"] for row in rows} == set(records)
        for row in rows:
            assert row["move_cards"] == game(row["game"]).cards(row["move"])


@pytest.mark.campaign
@pytest.mark.parametrize("pattern", ["([0-9]+", "[0-9]+", "(?=.)([0-9]+)", "')--"])
def test_a_pattern_of_cards_that_no_database_reads_finds_none(
    write: Write, tmp_path: Path, pattern: str
) -> None:
    one = Archive(tmp_path / "one.duckdb")
    for name in ("yuhodo", "nimmt"):
        one.index([write(f"{name}.jsonl", list(simulate(game(name), 1, seed="odd")))], moves=True)
    with duckdb.connect(one.path) as connection:
        connection.execute("UPDATE variant SET card = ? WHERE game = 'nimmt'", [pattern])
    one.compact()
    for row in one.query("SELECT game, move, move_cards FROM moves JOIN games USING (match)"):
        cards = game("yuhodo").cards(row["move"]) if row["game"] == "yuhodo" else None
        assert row["move_cards"] == cards


@pytest.mark.matrix
@pytest.mark.parametrize("name", game_names())
@archive_first
def test_rounds_add_up_to_the_scores(of_each_game: Archive, name: str) -> None:
    matches = of_each_game.query("SELECT match, rounds, scores FROM games WHERE game = ?", [name])
    assert len(matches) == 2
    for match in matches:
        query = "SELECT round, seat, scored, total FROM rounds WHERE match = ? ORDER BY round, seat"
        rows = of_each_game.query(query, [match["match"]])
        assert [*dict.fromkeys(row["round"] for row in rows)] == [*range(1, match["rounds"] + 1)]
        last = [row["total"] for row in rows if row["round"] == match["rounds"]]
        assert last == match["scores"]
        start = replay(of_each_game.record(match["match"])).position(0).scores()
        sums = [
            sum(row["scored"] for row in rows if row["seat"] == seat)
            for seat in range(1, len(start) + 1)
        ]
        assert [one + other for one, other in zip(start, sums, strict=True)] == match["scores"]


def test_a_match_that_goes_on_has_the_rounds_that_have_ended(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    archive.index([write("a.jsonl", [stopped(played[0], 20)])], moves=True)
    assert archive.query("FROM rounds") == []
    assert archive.query("SELECT max(ply) AS n FROM moves") == archive.query(
        "SELECT plies AS n FROM games"
    )


def test_a_match_without_rules_or_moves_has_no_moves(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    empty = replace(played[0], moves="", end="*", result=None)
    chronicle = Record(game="chronicle", rules=0, seats=["Aki", "Ben"], moves="e e", end="*")
    archive.index([write("a.jsonl", [empty, chronicle])], **EVERYTHING)
    for view in ("moves", "rounds", "events", "situations"):
        assert archive.query(f"FROM {view}") == []
    assert not archive.lacks("moves")


def test_clocks_are_in_seconds_and_times_in_utc(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    notes = [
        Note(at=1, text="[%emt 3.5] [%clk 0:01:02.5]"),
        Note(at=2, text="well [%clk 59:10] [%utc 2026-11-21T20:05:00.25Z]"),
        Note(at=3, text="[%emt soon] [%utc 2026-99-21T20:05:00Z]"),
        Note(at=3, text="[%emt 7]"),
        Note(at=4, text="[%emt soon] [%emt 9] [%utc 2026-11-2١T20:05:00Z]"),
        Note(at=4, line=Line(moves="25", notes=[Note(at=1, text="[%emt 99]")])),
    ]
    record = replace(played[0], notes=notes)
    archive.index([write("a.jsonl", [record])], moves=True)
    rows = archive.query("SELECT seconds, clock, utc FROM moves ORDER BY ply LIMIT 4")
    assert [tuple(row.values()) for row in rows] == [
        (3.5, 62.5, None),
        (None, 3550.0, datetime(2026, 11, 21, 20, 5, 0, 250000)),
        (7.0, None, None),
        (None, None, None),
    ]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, played: list[Record], holder: str) -> Archive:
    """An archive in which every view has rows, with annotated copies, an alias and a bad record."""
    variation = Line(moves=played[0].moves.split()[2], notes=[Note(at=3, text="no")])
    notes = [Note(at=3, text="well"), Note(at=4, line=variation)]
    noted = replace(played[0], notes=notes)
    bad = replace(played[2], result=[9, 9, 9])
    folder = tmp_path_factory.mktemp("full")
    for name, records in (("a.jsonl", played[:4]), ("b.jsonl", [noted, bad])):
        with writer(folder / name) as file:
            for record in records:
                file.write(record)
    archive = Archive(folder / holder)
    archive.index([folder], **EVERYTHING)
    archive.alias("Ben", "Aki")
    return archive


@pytest.fixture(scope="module")
def opened(full: Archive) -> Iterator[DuckDBPyConnection]:
    """That archive, open for all the joins."""
    with reading(full.path) as connection:
        yield connection


@pytest.fixture(scope="module")
def columns(opened: DuckDBPyConnection) -> dict[str, set[str]]:
    """The columns of each view."""
    return {view: {name for name, *_ in ask(opened, f"DESCRIBE {view}")} for view in VIEWS}


@pytest.mark.matrix(2)
@pytest.mark.parametrize(("one", "other"), list(combinations(VIEWS, 2)))
@archive_first
def test_a_natural_join_joins_by_what_both_views_name_or_is_refused(
    opened: DuckDBPyConnection, columns: dict[str, set[str]], one: str, other: str
) -> None:
    shared = columns[one] & columns[other]
    natural = f"SELECT count(*) FROM {one} NATURAL JOIN {other}"
    if not shared:
        with pytest.raises(QueryError):
            ask(opened, natural)
        return
    same = QUALITIES.get((one, other), set())
    assert shared - same <= KEYS
    by_keys = f"SELECT count(*) FROM {one} JOIN {other} USING ({', '.join(shared - same)})"
    assert list(ask(opened, natural)) == list(ask(opened, by_keys))
