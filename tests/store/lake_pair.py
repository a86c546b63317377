"""What the tests of the lake share: an archive and a lake of the same logs, and their answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
from msgspec import structs

from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, games
from kifu.store import Archive, opening
from kifu.store.ask.copies import copies
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
)
EVERYTHING = {"events": True, "situations": True, "moves": True}


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

    def vet(self) -> None:
        """Both answer everything alike; means, which depend on the order of the sum, nearly."""
        known, found = self.do(answers)
        assert found.keys() == known.keys()
        for question, rows in known.items():
            assert len(found[question]) == len(rows), question
            for row, other in zip(found[question], rows, strict=True):
                assert [rounded(value) for value in row] == [rounded(value) for value in other]


def mix(pair: Pair, each: int) -> None:
    """Do to both what befalls logs and players: so many matches of each game in two logs that share
    a quarter, with notes and other players, a log that grows, one that changes, one that is bad,
    aliases, a new name, and an erasure with a log of that player after it. Both must take the same
    secret for their pseudonyms.
    """
    quarter, half = each // 4, each // 2
    matches = {name: seated(list(simulate(game(name), each, seed="mix"))) for name in games()}
    for name, records in matches.items():
        put(pair.folder / f"{name}-grown.jsonl", records[:quarter])
        put(pair.folder / f"{name}-changed.jsonl", annotated(records[: 3 * quarter]))
    (pair.folder / "bad.kifu").write_text('[Game "nimmt"]\n\n1. x\n=\n', "utf-8")
    pair.index(pair.folder, **EVERYTHING)
    for name, records in matches.items():
        put(pair.folder / f"{name}-grown.jsonl", records[:half])
        put(pair.folder / f"{name}-changed.jsonl", annotated(records[quarter : 3 * quarter]))
        put(pair.folder / f"{name}-late.jsonl", records[3 * quarter :])
    pair.index(pair.folder, **EVERYTHING)
    pair.do(lambda archive: archive.alias("Ben 0", "Aki 0"))
    pair.do(lambda archive: archive.rename("Chie 1", "Chieko"))
    known, found = pair.do(lambda archive: archive.erase("Dan 1"))
    assert known == found
    put(pair.folder / "after.jsonl", seated(list(simulate(game("nimmt"), each, seed="after"))))
    pair.index(pair.folder / "after.jsonl", **EVERYTHING)


def seated(records: list[Record]) -> list[Record]:
    """The records with players who meet each other again, on some days, in some events."""
    for number, record in enumerate(records):
        names = [NAMES[(number + seat) % len(NAMES)] for seat in range(len(record.seats))]
        record.seats = [f"{name} {seat % 3}" for seat, name in enumerate(names)]
        record.tags = [("Date", f"2026-{number % 12 + 1:02}-05"), ("Event", f"Cup {number % 5}")]
    return records


def annotated(records: list[Record]) -> list[Record]:
    """The same matches, every second one with a comment."""
    return [noted(record, "good") if n % 2 else record for n, record in enumerate(records)]


NAMES = ("Aki", "Ben", "Chie", "Dan")


def put(path: Path, records: list[Record]) -> None:
    with writer(path, force=True) as out:
        for record in records:
            out.write(record)


def answers(asked: Archive) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of every view, of some pages of hits and of every topic of statistics."""
    found = {}
    with opening.reading(asked.path) as connection:
        for view in VIEWS:
            found[view] = connection.execute(f"FROM {view} ORDER BY ALL").fetchall()
        for number, filters in enumerate(QUESTIONS):
            with connection.cursor() as cursor:
                hits = find(cursor, asked.path, filters).hits
                found[f"find {number}"] = list(map(structs.astuple, hits))
        somebody = [row[0] for row in found["players"][:1]]
        for topic, about in TOPICS.items():
            with connection.cursor() as cursor:
                names = somebody if about.personal else []
                found[topic] = list(count(cursor, asked.path, topic, Filters(), names, ()))
        with connection.cursor() as cursor:
            found["copies"] = list(map(structs.astuple, copies(cursor, asked.path, Filters())))
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
