"""What the archive is measured on: files of 6 nimmt! matches of two random players.

A match follows from its number, so a longer run finds the files of a shorter one and adds to
them. Players, dates and events are spread as those of a site: few play much, many play little.
"""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.chance import Chance
from kifu.replay.game import Game
from kifu.replay.registry import game

#: Matches in a file.
EACH = 10_000
#: Every so many matches have a comment and a glyph.
NOTED = 20


def write_matches(folder: Path, count: int, jobs: int) -> list[Path]:
    """The files of the first `count` matches in `folder`, those that are not there yet written."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [(folder / f"{n:04}.jsonl", n * EACH) for n in range(-(-count // EACH))]
    missing = [(path, first) for path, first in files if not path.exists()]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        list(pool.map(_write, *zip(*missing, strict=True)) if missing else [])
    return [path for path, _ in files]


def _write(path: Path, first: int) -> None:
    nimmt = game("nimmt")
    with writer(path) as file:
        for number in range(first, first + EACH):
            file.write(match(nimmt, number))


def match(nimmt: Game, number: int) -> Record:
    """Match `number`, played by two players who choose at random."""
    luck = random.Random(f"archive {number}")
    seed = f"shake256-1:{luck.randbytes(16).hex()}"
    state = nimmt.start(nimmt.read_options({}), 2, Chance(seed))
    words: list[str] = []
    plies = 0
    hands: list[list[str]] = [[], []]
    while not state.is_over:
        words += state.marks()
        for seat in state.to_move():
            moves = hands[seat - 1] if state.at_once else state.legal_moves(seat)
            if not moves:
                moves = hands[seat - 1] = state.legal_moves(seat)
            move = luck.choice(moves)
            if state.at_once:
                # Asked for once a round: that takes half the time of asking before every move.
                moves.remove(move)
            state.play(move, seat)
            words.append(move)
            plies += 1
    names = [f"player {int(luck.paretovariate(0.5)) % 50_000}" for _ in range(2)]
    noted = number % NOTED == 0
    return Record(
        game="nimmt",
        rules=1,
        seats=names,
        tags=[
            ("Event", f"Cup {luck.randrange(500)}"),
            ("Date", f"20{luck.randrange(10, 27)}-{luck.randrange(1, 13):02}-05"),
        ],
        result=state.scores(),
        seed=seed,
        moves=" ".join(words),
        notes=[Note(at=plies, glyph="?!"), Note(at=plies, text=f"match {number}")] if noted else [],
        end="=",
    )
