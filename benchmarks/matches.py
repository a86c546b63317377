"""What is measured on: matches of 6 nimmt! and of chess, the same ones every time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import chess.pgn

from kifu.notation.files import writer
from kifu.notation.record import Record
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.simulate import simulate

SEATS = 4
SEED = "bench"
FORMS = (
    "kifu", "kifu.gz", "kifu.zst", "jsonl", "jsonl.gz", "jsonl.zst",
    "msgpack", "msgpack.gz", "msgpack.zst",
)  # fmt: skip


class Matches(NamedTuple):
    """Matches of 6 nimmt! in memory and, by form, in files; `tokens` are each match's moves."""

    records: list[Record]
    tokens: list[list[str]]
    files: dict[str, Path]

    @property
    def decisions(self) -> int:
        return sum(map(len, self.tokens))


class ChessMatches(NamedTuple):
    """A PGN of chess matches, with what python-chess makes of it and how many plies it has."""

    text: str
    games: list[chess.pgn.Game]
    plies: int


def nimmt_matches(count: int, folder: Path) -> Matches:
    """`count` matches of 4 random players to 66 points, written to `folder` in every form."""
    records = list(simulate(game("nimmt"), count, seats=SEATS, seed=SEED))
    tokens = [[token for _seat, token in replay(record).plies] for record in records]
    files = {form: folder / f"matches.{form}" for form in FORMS}
    for path in files.values():
        with writer(path, force=True) as out:
            for record in records:
                out.write(record)
    return Matches(records, tokens, files)


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
