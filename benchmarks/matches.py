"""What is measured on: matches of kifu's games and of chess, the same ones every time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import chess.pgn

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.replaying.track import Ply

SEATS = 4
SEED = "bench"
#: The other kinds of matches: game, seats and options.
OTHERS: list[tuple[str, int, dict[str, str]]] = [
    ("atarayo", 4, {}),
    ("atarayo", 2, {"mode": "duel"}),
    ("mutsugo", 2, {}),
    ("mutsugo", 3, {}),
    ("magimiles", 2, {}),
    ("magimiles", 3, {"rounds": "3"}),
    ("magimiles", 4, {}),
    ("yuhodo", 3, {}),
    ("yuhodo", 4, {"rules": "advanced"}),
]
FORMS = (
    "kifu", "kifu.gz", "kifu.zst", "jsonl", "jsonl.gz", "jsonl.zst",
    "msgpack", "msgpack.gz", "msgpack.zst",
)  # fmt: skip


class Matches(NamedTuple):
    """Matches of one game in memory and, by form, in files; `plies` are each match's moves."""

    game: str
    options: dict[str, str]
    records: list[Record]
    plies: list[list[Ply]]
    files: dict[str, Path]

    @property
    def decisions(self) -> int:
        return sum(map(len, self.plies))


class ChessMatches(NamedTuple):
    """A PGN of chess matches, with what python-chess makes of it and how many plies it has."""

    text: str
    games: list[chess.pgn.Game]
    plies: int


def nimmt_matches(count: int, folder: Path) -> Matches:
    """`count` matches of 4 random players to 66 points, written to `folder` in every form."""
    records = list(simulate(game("nimmt"), count, seats=SEATS, seed=SEED))
    return _matches("nimmt", {}, records, {form: folder / f"matches.{form}" for form in FORMS})


def other_matches(count: int, folder: Path) -> list[Matches]:
    """Matches of simple players at kifu's other games, `count` of each kind, as JSON logs."""
    found: list[Matches] = []
    for name, seats, options in OTHERS:
        records = simulate(
            game(name), count, seats=seats, seed=SEED, options=options, players=["greedy"]
        )
        path = folder / f"{len(found)}.jsonl"
        found.append(_matches(name, options, list(records), {"jsonl": path}))
    return found


def chess_matches(count: int, longest: int = 100) -> ChessMatches:
    """`count` matches of random legal moves of at most `longest` plies each, as PGN."""
    luck = random.Random(SEED)
    games = []
    for number in range(1, count + 1):
        match = chess.pgn.Game({"Event": SEED, "Round": str(number), "Result": "*"})
        board = chess.Board()
        node: chess.pgn.GameNode = match
        while len(board.move_stack) < longest and (moves := list(board.legal_moves)):
            move = luck.choice(moves)
            board.push(move)
            node = node.add_main_variation(move)
        games.append(match)
    text = "\n\n".join(map(str, games)) + "\n"
    plies = sum(len(list(match.mainline_moves())) for match in games)
    return ChessMatches(text, games, plies)


def _matches(
    name: str, options: dict[str, str], records: list[Record], files: dict[str, Path]
) -> Matches:
    for path in files.values():
        with writer(path, force=True) as out:
            for record in records:
                out.write(record)
    return Matches(name, options, records, [replay(record).plies for record in records], files)
