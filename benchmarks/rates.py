"""What kifu does a second: run by `measure.rates` in a process of its own.

`python -m benchmarks.rates FOLDER ROUNDS` does every task so many times on the matches of FOLDER
(`matches.write_kinds`). For each time it prints a line of JSON: the task, and what is done of it a
second of processor time.
"""

from __future__ import annotations

import gc
import io
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

import chess.pgn

from kifu.notation.files import read_stream
from kifu.replay import judge
from kifu.replay.chance import Chance
from kifu.replay.codes.coded import play_line
from kifu.replay.codes.playout import RandomPolicy, playout
from kifu.replay.lots import QuickLots
from kifu.replay.match import check, replay
from kifu.replay.registry import game
from kifu.replay.timeline import timeline
from kifu.site import render

#: Seconds that a task runs for at least, and plies after which a playout is left.
SHORTEST = 0.05
LONGEST = 20_000
#: Matches whose pages are made in one run of that task.
FEW = 2
#: Worlds for each decision that is judged.
WORLDS = 8

#: Does something once, and says how much of it.
Task = Callable[[], float]


def main() -> None:
    folder = Path(sys.argv[1])
    tasks: dict[str, Task] = {}
    for path in sorted(folder.glob("*.jsonl")):
        kind = path.stem.partition("-")[2]
        tasks |= {f"{name}: {kind}": run for name, run in OfMatches(path).tasks().items()}
    tasks |= of_chess((folder / "chess.pgn").read_text())
    for name, run in tasks.items():
        run()  # fills what is remembered
        for _ in range(int(sys.argv[2])):
            print(json.dumps([name, rate(run)]), flush=True)


def rate(run: Task) -> float:
    """How much `run` does in a second of processor time. It is repeated until that has taken
    SHORTEST seconds, at least once; what it returns is added up.
    """
    gc.collect()
    begin, amount = process_time(), run()
    while (taken := process_time() - begin) < SHORTEST:
        amount += run()
    return amount / taken


class OfMatches:
    """The tasks on the matches of one log, `path` (*.jsonl), and the same as text, which is beside
    it (*.kifu): of kifu's own speed, in decisions a second where nothing else is said. All is read
    when it is made; every record must be finished and without errors, and all must have the game,
    seats and options of the first one.
    """

    def __init__(self, path: Path) -> None:
        self.log, self.text = path.read_bytes(), path.with_suffix(".kifu").read_bytes()
        readings = read_stream(io.BytesIO(self.log), "json")
        self.records: list[Any] = [one.record for one in readings if one.record is not None]
        first = self.records[0]
        self.game, self.seats = game(first.game), len(first.seats)
        self.options = self.game.settle(self.game.read_options(first.options), self.seats)
        self.plies = [replay(record).plies for record in self.records]
        self.decisions = sum(map(len, self.plies))
        self.lines = [self.start(one).lexicon.read_line(one.moves) for one in self.records]

    def tasks(self) -> dict[str, Task]:
        return {
            "bare replay": self.bare,
            "`replay`": self.replays,
            "check text": partial(self.checked, self.text, "text"),
            "check a log": partial(self.checked, self.log, "json"),
            "random playouts": self.playouts,
            "judge": self.judged,
            "pages": self.pages,
        }

    def start(self, record: Any) -> Any:
        return self.game.start(self.options, self.seats, Chance(record.seed))

    def bare(self) -> float:
        """Replay all records from lines of numbers that are in memory already, to the last
        position. Returns the number of decisions. Raises AssertionError if a match does not end.
        """
        for record, line in zip(self.records, self.lines, strict=True):
            state = self.start(record)
            play_line(state, line, 0, line[:], 0, 1 << 40)
            assert state.is_over
        return self.decisions

    def replays(self) -> float:
        """Replay all records as a program in Python does, with the seats and tokens of all moves.
        Returns the number of decisions.
        """
        return sum(len(replay(record).plies) for record in self.records)

    def playouts(self) -> float:
        """Play as many matches as there are records from their first positions at random, to the
        end or for LONGEST moves. Returns the number of moves.
        """
        return sum(
            int(playout(self.start(record), RandomPolicy(QuickLots(str(number))), LONGEST))
            for number, record in enumerate(self.records)
        )

    def checked(self, data: bytes, form: str) -> float:
        for reading in read_stream(io.BytesIO(data), form):
            match = check(reading)
            assert match is not None and not match.findings
        return self.decisions

    def judged(self) -> float:
        return len(judge(self.records[0], budget=WORLDS, seats=[1]).judgements)

    def pages(self) -> float:
        return len([render(timeline(replay(record))) for record in self.records[:FEW]])


def of_chess(text: str) -> dict[str, Task]:
    """The tasks that measure python-chess, by name, on the matches in `text`, a PGN file: to play
    the moves, each tested for being legal, and to read the text. Each returns the number of plies,
    and raises AssertionError for a move that is not legal or a text with errors.
    """
    games = list(iter(partial(chess.pgn.read_game, io.StringIO(text)), None))
    moves = [list(match.mainline_moves()) for match in games]
    plies = sum(map(len, moves))

    def push() -> float:
        for match in moves:
            board = chess.Board()
            for move in match:
                assert board.is_legal(move)
                board.push(move)
        return plies

    def read() -> float:
        stream = io.StringIO(text)
        while match := chess.pgn.read_game(stream):
            assert not match.errors
        return plies

    return {"bare replay: python-chess": push, "check text: python-chess": read}


if __name__ == "__main__":
    main()
