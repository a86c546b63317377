"""What one tree of kifu does a second: run by `benchmarks.against` in a process of its own.

`python rates.py FOLDER` measures the tree that `PYTHONPATH` names on the matches of FOLDER (see
`against`). It prints the names of its tasks as a line of JSON; then, for each line of its input,
which names one, what is done of that a second of processor time. It runs on older trees too, so it
imports nothing of this package and asks before it uses what they don't have.
"""

from __future__ import annotations

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
from kifu.notation.skim import skim_stream
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.check import check
from kifu.replay.registry import game
from kifu.replay.replayer import replay

try:
    from kifu.replay.players.asking import next_move
    from kifu.replay.players.players import random_player
except ImportError:
    from kifu.replay.players import (  # type: ignore[attr-defined, no-redef]  # an older tree
        next_move,
        random_player,
    )

try:
    from kifu.replay.decision import decisions as decisions_of
except ImportError:
    decisions_of = None  # type: ignore[assignment]  # an older tree

try:
    from kifu.replay.elements.lots import QuickLots
    from kifu.replay.states.coded import Coded, play_line
    from kifu.replay.states.playout import GreedyPolicy, RandomPolicy, playout
except ImportError:
    Coded = None  # type: ignore[assignment, misc]  # an older tree

#: Seconds that a task runs for at least, and plies after which a playout is left.
SHORTEST = 0.05
LONGEST = 20_000
COPIES = 500

Task = Callable[[], float]


def main() -> None:
    folder = Path(sys.argv[1])
    tasks: dict[str, Task] = {}
    for path in sorted(folder.glob("*.jsonl")):
        tasks |= of_matches(path)
    tasks |= of_chess((folder / "chess.pgn").read_text())
    print(json.dumps(list(tasks)), flush=True)
    for line in sys.stdin:
        print(rate(tasks[line.rstrip("\n")]), flush=True)


def of_matches(path: Path) -> dict[str, Task]:
    """Everything that is done with the matches of one file."""
    kind = path.stem.partition("-")[2]
    lines, text = path.read_bytes(), path.with_suffix(".kifu").read_bytes()
    readings = read_stream(io.BytesIO(lines), "json")
    records = [reading.record for reading in readings if reading.record is not None]
    found = game(records[0].game)
    options = found.settle(found.read_options(records[0].options), len(records[0].seats))
    seats = len(records[0].seats)
    plies = [replay(record).plies for record in records]
    decisions = sum(map(len, plies))

    def start(record: Any) -> Any:
        return found.start(options, seats, Chance(record.seed))

    numbers = []
    if Coded is not None and isinstance(start(records[0]), Coded):
        numbers = [start(records[0]).lexicon.read_line(record.moves) for record in records]

    def bare() -> int:
        for k, record in enumerate(records):
            state = start(record)
            if numbers:
                play_line(state, numbers[k], 0, numbers[k][:], 0, 1 << 40)
            else:
                play = state.play
                for seat, token in plies[k]:
                    play(token, seat)
            assert state.is_over
        return decisions

    def tokens() -> int:
        for record, moves in zip(records, plies, strict=True):
            play = start(record).play
            for seat, token in moves:
                play(token, seat)
        return decisions

    def listed() -> int:
        for record in records:
            _ = replay(record).plies if decisions_of is None else decisions_of(replay(record))
        return decisions

    def seen() -> int:
        for record in records:
            if decisions_of is None:
                _ = [made.view() for made in decisions(replay(record))]
                continue
            for made in decisions_of(replay(record)):
                made.view()
        return decisions

    halfway = start(records[0])
    for seat, token in plies[0][: len(plies[0]) // 2]:
        halfway.play(token, seat)

    def copies() -> int:
        copy = halfway.copy
        for _ in range(COPIES):
            copy()
        return COPIES

    def checked(blob: bytes, form: str) -> Callable[[], int]:
        def run() -> int:
            for reading in read_stream(io.BytesIO(blob), form):
                match = check(reading)
                assert match is not None and not match.findings
            return decisions

        return run

    def playouts(greedy: bool) -> Callable[[], int]:
        def run() -> int:
            played = 0
            for k, record in enumerate(records[: len(records) if numbers else 2]):
                state = start(record)
                if numbers:
                    lots = QuickLots(str(k))
                    policy = GreedyPolicy() if greedy else RandomPolicy(lots)
                    played += playout(state, policy, LONGEST)
                    continue
                player = found.greedy if greedy else random_player(found, derived_seed(str(k)))
                begun = played
                while not state.is_over and played < begun + LONGEST:
                    seat, move = next_move(state, [player] * seats)
                    state.play(move, seat)
                    played += 1
            return played

        return run

    def skimmed() -> float:
        for _ in skim_stream(io.BytesIO(text), "text"):
            pass
        return len(text) / 1e6

    tasks: dict[str, Task] = {
        "bare replay": bare,
        "token by token": tokens,
        "decisions, untouched": listed,
        "decisions, each with its view": seen,
        "copy": copies,
        "random playouts": playouts(False),
        "greedy playouts": playouts(True),
        "check JSON": checked(lines, "json"),
        "check text": checked(text, "text"),
        "skim text, MB": skimmed,
    }
    return {f"{task}: {kind}": run for task, run in tasks.items()}


def of_chess(text: str) -> dict[str, Task]:
    """What python-chess does, in plies and megabytes."""
    games = list(iter(partial(chess.pgn.read_game, io.StringIO(text)), None))
    moves = [list(match.mainline_moves()) for match in games]
    plies = sum(map(len, moves))

    def push() -> int:
        for match in moves:
            board = chess.Board()
            for move in match:
                assert board.is_legal(move)
                board.push(move)
        return plies

    halfway = chess.Board()
    for move in moves[0][:50]:
        halfway.push(move)

    def copies() -> int:
        for _ in range(COPIES):
            halfway.copy(stack=False)
        return COPIES

    def read() -> int:
        stream = io.StringIO(text)
        while chess.pgn.read_game(stream):
            pass
        return plies

    def skimmed() -> float:
        stream = io.StringIO(text)
        while chess.pgn.read_headers(stream):
            pass
        return len(text) / 1e6

    return {
        "python-chess: push moves": push,
        "python-chess: copy": copies,
        "python-chess: read PGN": read,
        "python-chess: skim headers, MB": skimmed,
    }


def rate(run: Task) -> float:
    """What is done a second of processor time."""
    begin, amount = process_time(), run()
    while (taken := process_time() - begin) < SHORTEST:
        amount += run()
    return amount / taken


if __name__ == "__main__":
    main()
