"""What is measured on: matches of kifu's games and of chess, the same ones every time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import chess.pgn
from benchmarks.measure import table

from kifu.notation.files import writer
from kifu.notation.record import Note, Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

#: Matches in a file of `write_many`, and every so many have a comment and a glyph.
EACH, NOTED = 10_000, 20


class Kind(NamedTuple):
    """Matches of one kind: a game with this number of seats and these options, all seats played by
    `player`; `matches` is how many of them are measured.
    """

    game: str
    seats: int
    options: dict[str, str]
    player: str
    matches: int

    @property
    def name(self) -> str:
        """The name of the kind: game, seats, and options as `key=value`.

        >>> KINDS[2].name
        'atarayo of 2, mode=duel'
        """
        options = [f"{key}={value}" for key, value in self.options.items()]
        return ", ".join([f"{self.game} of {self.seats}", *options])


KINDS = [
    Kind("nimmt", 4, {}, "random", 40),
    Kind("atarayo", 4, {}, "greedy", 30),
    Kind("atarayo", 2, {"mode": "duel"}, "greedy", 30),
    Kind("mutsugo", 3, {}, "greedy", 120),
    Kind("magimiles", 2, {}, "greedy", 120),
    Kind("magimiles", 3, {"rounds": "3"}, "greedy", 60),
    Kind("magimiles", 4, {}, "greedy", 120),
    Kind("yuhodo", 3, {}, "greedy", 20),
    Kind("yuhodo", 4, {"rules": "advanced"}, "greedy", 20),
]


def write_kinds(folder: Path, share: float = 1, only: str = "") -> None:
    """Write into the new folder `folder` the matches of each kind of KINDS as a log and as text
    (`0-nimmt of 4.jsonl`, `0-nimmt of 4.kifu`), and matches of chess as `chess.pgn`; of each kind
    this `share`, but at least one match. With `only`, kinds whose game has no such text in its name
    are left out. Raises FileExistsError if the folder exists.
    """
    folder.mkdir()
    for number, kind in enumerate(KINDS):
        if only in kind.game:
            records = list(played(kind, max(1, int(share * kind.matches))))
            for form in ("jsonl", "kifu"):
                _write(folder / f"{number}-{kind.name}.{form}", records)
    (folder / "chess.pgn").write_text(chess_matches(max(1, int(share * 30))))


def played(kind: Kind, count: int, seed: str = "against") -> Iterator[Record]:
    """The first `count` matches of a kind, as finished records, each played when it is asked for.
    The same `seed` gives the same matches.
    """
    yield from simulate(
        game(kind.game), count, seats=kind.seats, seed=seed, options=kind.options,
        players=[kind.player],
    )  # fmt: skip


def chess_matches(count: int, longest: int = 100) -> str:
    """`count` matches of chess of random legal moves, of at most `longest` plies each, as the text
    of a PGN file, the same for the same arguments. The result of each is left open (`*`).
    """
    luck = random.Random("bench")
    games = []
    for number in range(1, count + 1):
        match = chess.pgn.Game({"Event": "bench", "Round": str(number), "Result": "*"})
        board = chess.Board()
        node: chess.pgn.GameNode = match
        while len(board.move_stack) < longest and (moves := list(board.legal_moves)):
            board.push(luck.choice(moves))
            node = node.add_main_variation(board.peek())
        games.append(str(match))
    return "\n\n".join(games) + "\n"


def write_many(folder: Path, count: int, seats: int = 4, jobs: int = 2) -> list[Path]:
    """Logs in `folder` (made if it is missing) of the first `count` matches of 6 nimmt! by random
    players, EACH in a log, written by so many processes (`jobs`); logs that are there already are
    kept. Returns their paths in order; [] for 0 matches. Players, dates and events are spread as on
    a site: few play much, many play little. The same arguments give the same matches.
    """
    folder.mkdir(parents=True, exist_ok=True)
    logs = {
        folder
        / f"{seats}-{count - first if count - first < EACH else EACH}-{first:08}.jsonl": first
        for first in range(0, count, EACH)
    }
    missing = [(path, first, min(EACH, count - first), seats) for path, first in logs.items()
               if not path.exists()]  # fmt: skip
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        list(pool.map(_write_log, *zip(*missing, strict=True)) if missing else [])
    return list(logs)


def _write_log(path: Path, first: int, count: int, seats: int) -> None:
    records = simulate(game("nimmt"), count, seats=seats, seed=f"many {first}")
    _write(path, [_of_a_site(record, first + at) for at, record in enumerate(records)])


def _of_a_site(record: Record, number: int) -> Record:
    """Give `record` itself players, an event and a date, and one of NOTED also a glyph and a
    comment, as `number` determines. Returns this record; its earlier tags are lost.
    """
    luck = random.Random(f"site {number}")
    record.seats = [f"player {int(luck.paretovariate(0.5)) % 50_000}" for _ in record.seats]
    day = f"20{luck.randrange(10, 27)}-{luck.randrange(1, 13):02}-05"
    record.tags = [("Event", f"Cup {luck.randrange(500)}"), ("Date", day)]
    if number % NOTED == 0:
        record.notes = [Note(at=1, glyph="?!"), Note(at=1, text=f"match {number}")]
    return record


def sizes(folder: Path) -> list[str]:
    """The lines of a Markdown table with a row for each form of a record (text, JSON log): bytes a
    decision of 6 nimmt!, plain and compressed with gzip and zstd. The files are written into the
    new folder `folder`. Raises FileExistsError if it exists.
    """
    folder.mkdir()
    records = list(played(KINDS[0], KINDS[0].matches))
    decisions = sum(len(replay(record).plies) for record in records)
    rows = []
    for form, title in {"kifu": "text", "jsonl": "JSON log"}.items():
        files = [folder / f"matches.{form}{packing}" for packing in ("", ".gz", ".zst")]
        for path in files:
            _write(path, records)
        rows.append([title, *(f"{path.stat().st_size / decisions:.2f}" for path in files)])
    return table("form|bytes a decision|gzip|zstd", rows)


def _write(path: Path, records: list[Record]) -> None:
    with writer(path, force=True) as file:
        for record in records:
            file.write(record)
