"""Freeze what this kifu writes, for the tests of every later one:
`python -m tests.golden.freeze VERSION` makes the folder VERSION beside this file.

A frozen folder is never changed or made again. Its logs are the same in each run; an archive and a
lake have a secret for erased names and ids of their own.
"""

from __future__ import annotations

import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import msgspec
from msgspec.structs import replace
from tests.golden.answers import ANSWERS, JUDGED, LOGS, PACKED, STORES, answers

from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.analysis.judge import judge
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.recorder import Recorder
from kifu.replay.registry import game
from kifu.store import Archive

GOLDEN = Path(__file__).parent
#: Who is erased, and who has become one with whom.
ERASED, ALIAS = "Dan", ("Ben", "Aki")

#: A match of each game: its seats, and the options that keep it short.
_MATCHES: dict[str, tuple[int, dict[str, str]]] = {
    "nimmt": (3, {"rounds": "1"}),
    "atarayo": (2, {"mode": "duel"}),
    "mutsugo": (2, {}),
    "magimiles": (2, {}),
    "yuhodo": (2, {}),
}
_SEED = "shake256-1:00112233445566778899aabbccddeeff"
#: The views whose rows are all asked for, and questions to those with many rows.
_WHOLE = (
    "games", "records", "seats", "players", "tags", "rounds", "notes", "analyses", "judgements",
    "chances", "accuracies", "bad_records", "sources",
)  # fmt: skip
_FIRST = "SEMI JOIN (FROM games WHERE game = 'nimmt') USING (match) WHERE ply < 5 ORDER BY ALL"
QUESTIONS = (
    *(f"FROM {view} ORDER BY ALL" for view in _WHOLE),
    f"FROM moves {_FIRST}",
    f"FROM situations {_FIRST}",
    "SELECT game, kind, count(*) AS n, sum(legal) AS legal FROM moves JOIN games USING (match) "
    "GROUP BY ALL ORDER BY ALL",
    "SELECT game, happened, count(*) AS n, sum(value) AS value FROM events "
    "JOIN games USING (match) GROUP BY ALL ORDER BY ALL",
)


def freeze(golden: Path) -> None:
    """Write the golden folder `golden`. Raises FileExistsError where it is there."""
    golden.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        _write_logs(folder / LOGS)
        for name in STORES:
            _fill(Archive(folder / name), folder / LOGS)
        found = answers(folder, QUESTIONS)
        _copy(folder, golden)
    data = msgspec.json.format(msgspec.json.encode(found), indent=0)
    (golden / ANSWERS).write_bytes(data.replace(b"\n", b"") + b"\n")


def _write_logs(folder: Path) -> None:
    folder.mkdir()
    matches = [_match(name) for name in _MATCHES]
    nimmt, first = matches[0], Note(at=1, text="はじめの一手 [%clk 0:05:00]")
    noted = replace(nimmt, notes=[first, Note(at=2, glyph="!"), Note(at=3, text="Nobody pays.")])
    unfinished = replace(nimmt, moves=nimmt.moves.split(" 5. ")[0], end="*", result=None)
    logs = {
        "games.jsonl": matches,
        "text.kifu": [noted, unfinished],
        "packed.jsonl": matches[1:3],
        "zipped.jsonl.zst": [_match("nimmt", "zipped")],
        JUDGED: [_judged()],
        "bad.kifu": [replace(nimmt, result=[0, 0, 0])],
    }
    for name, records in logs.items():
        with writer(folder / name) as out:
            for record in records:
                out.write(record)
    _write_live(folder / "live.jsonl")


def _match(name: str, seed: str = "golden") -> Record:
    seats, options = _MATCHES[name]
    (record,) = simulate(game(name), 1, seats=seats, seed=seed, options=options)
    record.seats = ["Aki", "千恵", ERASED][:seats]
    record.tags = [("Date", "2026-11-24"), ("Event", "Golden")]
    return record


def _judged() -> Record:
    (record,) = simulate(game("nimmt"), 1, seats=2, seed="judged", options={"rounds": "1"})
    record = replace(record, seats=["Ben", "千恵"])
    return write(replay(record), judge(record, budget=4, seats=[1]))


def _write_live(path: Path) -> None:
    """The beginning of a match whose seed was promised."""
    record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], options={"rounds": "1"})
    with Recorder.create(path, record, seed=_SEED) as recorder:
        for ply in range(9):
            (seat, *_) = recorder.state.to_move()
            recorder.play(recorder.state.legal_moves(seat)[0], seat, at=1764000000.5 + ply)
        recorder.finish()


def _fill(store: Archive, logs: Path) -> None:
    store.index([logs], events=True, situations=True, moves=True)
    store.alias(*ALIAS)
    store.erase(ERASED)


def _copy(folder: Path, golden: Path) -> None:
    """Put the logs and the stores of `folder` into the golden folder."""
    shutil.copytree(folder / LOGS, golden / LOGS)
    with tarfile.open(golden / PACKED, "w:xz") as stores:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder)
            if path.is_file() and name.parts[0] != LOGS:
                about = tarfile.TarInfo(name.as_posix())
                about.size = path.stat().st_size
                with path.open("rb") as file:
                    stores.addfile(about, file)


if __name__ == "__main__":
    freeze(GOLDEN / sys.argv[1])
