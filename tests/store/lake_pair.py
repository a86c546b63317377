"""What the tests of the lake share: an archive and a lake of the same logs, and their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb
from msgspec import structs
from tests.replay.fake_engine import judged

from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.store import Archive, opening
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import find
from kifu.store.ask.stats import TOPICS, count

#: Every view that a question may ask.
VIEWS = (
    "games", "records", "seats", "players", "tags", "moves", "rounds", "events", "situations",
    "notes", "analyses", "judgements", "chances", "accuracies", "bad_records", "sources",
)  # fmt: skip
QUESTIONS = (
    Filters(),
    Filters(players=["AKI"]),
    Filters(winner="Ben", date="2026-01..2026-06"),
    Filters(text="good", game="nimmt"),
    Filters(players=["AKI 0", "chieko"], date="2026-02..2026-09"),
    Filters(winner="Ben 1", tags=[("Event", "cup 3")], seat=1),
)
EVERYTHING: dict[str, Any] = {"events": True, "situations": True, "moves": True}


class Pair:
    """An archive and a lake of one folder, to which the same is done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.archive = Archive(folder / "games.duckdb")
        self.lake = Archive(folder / "games.lake")

    def do(self, what: Callable[[Archive], Any]) -> tuple[Any, Any]:
        """What is done to both, and what comes of it."""
        return what(self.archive), what(self.lake)

    def index(self, *paths: Path, **more: Any) -> None:
        """Index into both."""
        self.do(lambda archive: archive.index(paths, **more))

    def vet_answers(self) -> None:
        """Both answer every question alike; means, which depend on the order of the sum, nearly."""
        self.vet()
        known, found = self.do(answers)
        assert found.keys() == known.keys()
        for question, wanted in known.items():
            assert len(found[question]) == len(wanted), question
            for row, other in zip(found[question], wanted, strict=True):
                assert [rounded(value) for value in row] == [rounded(value) for value in other]

    def vet(self) -> dict[str, int]:
        """Both have the same rows in every view, of which all answers are made; how many."""
        known, found = self.do(rows_of)
        for view in VIEWS:
            assert found[view] == known[view], (view, *differing(known[view], found[view]))
        return {view: rows.total() for view, rows in known.items()}


def mix(pair: Pair, each: int, names: Sequence[str] = ()) -> None:
    """Do to both what befalls logs and players: so many matches of each game (those of `names`, or
    all) in two logs that share a quarter, with notes and other players, a log that grows, one that
    changes, one that is bad, aliases, a new name, and an erasure with a log of that player after
    it. Both must take the same secret for their pseudonyms.
    """
    quarter, half = each // 4, each // 2
    played = {name: matches(name, each) for name in names or game_names()}
    for name, records in played.items():
        put(pair.folder / f"{name}-grown.jsonl", records[:quarter])
        put(pair.folder / f"{name}-changed.jsonl", annotated(records[: 3 * quarter]))
    (pair.folder / "bad.kifu").write_text('[Game "nimmt"]\n\n1. x\n=\n', "utf-8")
    pair.index(pair.folder, **EVERYTHING)
    for name, records in played.items():
        put(pair.folder / f"{name}-grown.jsonl", records[:half])
        put(pair.folder / f"{name}-changed.jsonl", annotated(records[quarter : 3 * quarter]))
        put(pair.folder / f"{name}-late.jsonl", records[3 * quarter :])
    pair.index(pair.folder, **EVERYTHING)
    pair.do(lambda archive: archive.alias("Ben 0", "Aki 0"))
    pair.do(lambda archive: archive.rename("Chie 1", "Chieko"))
    known, found = pair.do(lambda archive: archive.erase("Dan 1"))
    assert known == found
    put(pair.folder / "after.jsonl", matches("nimmt", each, "after"))
    pair.index(pair.folder / "after.jsonl", **EVERYTHING)


def matches(name: str, each: int, seed: str = "mix") -> list[Record]:
    """So many matches of a game, the same ones each time."""
    return seated(list(simulate(game(name), each, seed=seed)))


def seated(records: list[Record]) -> list[Record]:
    """The records with players who meet each other again, on some days, in some events."""
    for number, record in enumerate(records):
        names = [NAMES[(number + seat) % len(NAMES)] for seat in range(len(record.seats))]
        record.seats = [f"{name} {seat % 3}" for seat, name in enumerate(names)]
        record.tags = [("Date", f"2026-{number % 12 + 1:02}-05"), ("Event", f"Cup {number % 5}")]
    return records


def annotated(records: list[Record]) -> list[Record]:
    """The same matches, every second one with a comment, and one in forty with an analysis."""
    return [
        noted(record, "good")
        if n % 2
        else record
        if n % 40
        else write(replay(record), judged(record))
        for n, record in enumerate(records)
    ]


NAMES = ("Aki", "Ben", "Chie", "Dan")


def put(path: Path, records: list[Record]) -> None:
    with writer(path, force=True) as out:
        for record in records:
            out.write(record)


def rows_of(asked: Archive) -> dict[str, Counter[str]]:
    """How often each view has each row, its columns and values as a text, means without the last
    digits.
    """
    found = {}
    with opening.reading(asked.path) as connection:
        for view in VIEWS:
            rows = connection.execute(f"FROM {view}").fetchall()
            names = [name for name, *_ in connection.description]
            found[view] = Counter(
                repr([*zip(names, map(rounded, row), strict=True)]) for row in rows
            )
    return found


def differing(known: Counter[str], found: Counter[str]) -> tuple[list[str], list[str]]:
    """Up to three rows that only one of them has, for each."""
    return sorted(known - found)[:3], sorted(found - known)[:3]


def answers(asked: Archive) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of some pages of hits and of every topic of statistics."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    late = Filters(source=str(Path(asked.path).parent / "*late*"), score_min=1)
    (first,) = asked.query("SELECT min(situation) AS key FROM situations")
    (somebody,) = asked.query("SELECT min(person) AS name FROM players")
    for number, filters in enumerate([*QUESTIONS, late, Filters(situation=first["key"])]):
        with opening.reading(asked.path) as connection:
            hits = find(connection, asked.path, filters).hits
            found[f"find {number}"] = list(map(structs.astuple, hits))
    for topic, about in TOPICS.items():
        names = [somebody["name"]] if about.personal else []
        by = ["event"] if topic.endswith("history") else ["month", "event"]
        with opening.reading(asked.path) as connection:
            rows = count(connection, asked.path, topic, Filters(), names, by)
            found[f"stats {topic}"] = list(rows)
    return found


def rounded(value: Any) -> Any:
    """A mean without the last digits."""
    return round(value, 9) if isinstance(value, float) else value


def noted(record: Record, text: str) -> Record:
    """The same match with a comment."""
    return structs.replace(record, notes=[Note(at=1, text=text)])


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Every file below the folder, unpacked where it is Parquet, by its path."""
    found = {}
    with duckdb.connect() as connection:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                if path.suffix == ".parquet" and "_delta_log" not in path.parts:
                    rows = connection.execute(f"FROM '{path}'").fetchall()
                    data += repr(rows).encode()
                found[str(path.relative_to(folder))] = data
    return found
