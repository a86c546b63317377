"""What one tree of kifu does a second: run by `measure.rates` in a process of its own.

`python -m benchmarks.rates FOLDER` measures the tree that comes first in `PYTHONPATH` on the
matches of FOLDER (`matches.write_kinds`). It prints the names of its tasks as a line of JSON; then,
for each line of its input, which names one, what is done of that a second of processor time, or
`null` where the tree lacks what the task needs. It runs on older trees too: `older` has what these
call by another name.
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
from benchmarks import older

from kifu.notation.files import read_stream
from kifu.replay.chance import Chance
from kifu.replay.check import check
from kifu.replay.registry import game
from kifu.replay.replayer import replay

#: Seconds that a task runs for at least, and plies after which a playout is left.
SHORTEST = 0.05
LONGEST = 20_000
COPIES = 500
#: Matches whose pages are made, or that are judged, in one run of such a task.
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
    print(json.dumps(list(tasks)), flush=True)
    for line in sys.stdin:
        print(json.dumps(rate(tasks[line.rstrip("\n")])), flush=True)


def rate(run: Task) -> float | None:
    """Repetitions a second of processor time; None where the tree can't do it."""
    gc.collect()
    try:
        begin, amount = process_time(), run()
        while (taken := process_time() - begin) < SHORTEST:
            amount += run()
    except (ImportError, AttributeError, TypeError) as error:
        print(f"this tree can't do it: {error}", file=sys.stderr)
        return None
    return amount / taken


class OfMatches:
    """The tasks on the matches of one log and the same as text: of kifu's own speed, in decisions a
    second where nothing else is said.
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
        self.lines: list[Any] = []
        self.halfway = self.start(first)
        for seat, token in self.plies[0][: len(self.plies[0]) // 2]:
            self.halfway.play(token, seat)

    def tasks(self) -> dict[str, Task]:
        return {
            "bare replay": self.bare,
            "token by token": self.tokens,
            "replay(record)": self.replays,
            "views": lambda: sum(map(older.views, self.records[:FEW])),
            "copy": self.copies,
            "random playouts": partial(self.playouts, greedy=False),
            "greedy playouts": partial(self.playouts, greedy=True),
            "check text": partial(self.checked, self.text, "text"),
            "check log": partial(self.checked, self.log, "json"),
            f"judge in {WORLDS} worlds": self.judged,
            "pages": lambda: len([older.page(record) for record in self.records[:FEW]]),
        }

    def start(self, record: Any) -> Any:
        return self.game.start(self.options, self.seats, Chance(record.seed))

    def bare(self) -> float:
        """Numbers in memory, positions out."""
        if not self.lines:
            self.lines = [older.line_of(one, self.start(one)) for one in self.records]
        for record, line in zip(self.records, self.lines, strict=True):
            state = self.start(record)
            older.play_line(state, line)
            assert state.is_over
        return self.decisions

    def tokens(self) -> float:
        """Tokens in memory, positions out."""
        for record, moves in zip(self.records, self.plies, strict=True):
            play = self.start(record).play
            for seat, token in moves:
                play(token, seat)
        return self.decisions

    def replays(self) -> float:
        """As a program in Python replays: with the seats and tokens of all moves."""
        return sum(len(replay(record).plies) for record in self.records)

    def copies(self) -> float:
        """Copies of the position in the middle of a match."""
        for _ in range(COPIES):
            self.halfway.copy()
        return COPIES

    def playouts(self, greedy: bool) -> float:
        """Whole matches from the first position."""
        from kifu.replay.elements.lots import QuickLots
        from kifu.replay.states.playout import GreedyPolicy, RandomPolicy, playout

        played = 0
        for number, record in enumerate(self.records):
            policy = GreedyPolicy() if greedy else RandomPolicy(QuickLots(str(number)))
            played += playout(self.start(record), policy, LONGEST)
        return played

    def checked(self, data: bytes, form: str) -> float:
        for reading in read_stream(io.BytesIO(data), form):
            match = check(reading)
            assert match is not None and not match.findings
        return self.decisions

    def judged(self) -> float:
        from kifu.replay.analysis.judge import judge

        return len(judge(self.records[0], budget=WORLDS, seats=[1]).judgements)


def of_chess(text: str) -> dict[str, Task]:
    """What python-chess does, in plies a second."""
    games = list(iter(partial(chess.pgn.read_game, io.StringIO(text)), None))
    moves = [list(match.mainline_moves()) for match in games]
    plies = sum(map(len, moves))
    halfway = chess.Board()
    for move in moves[0][:50]:
        halfway.push(move)

    def push() -> float:
        for match in moves:
            board = chess.Board()
            for move in match:
                assert board.is_legal(move)
                board.push(move)
        return plies

    def copies() -> float:
        for _ in range(COPIES):
            halfway.copy(stack=False)
        return COPIES

    def read() -> float:
        stream = io.StringIO(text)
        while match := chess.pgn.read_game(stream):
            assert not match.errors
        return plies

    return {
        "bare replay: python-chess": push,
        "copy: python-chess": copies,
        "check text: python-chess": read,
    }


if __name__ == "__main__":
    main()
