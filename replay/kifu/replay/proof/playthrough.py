"""Playthroughs: a whole match as readable text, kept in the repository and compared in a test.

A change of the rules, of a view, of a digest or of chance shows as a difference that a person
can read. Rewritten, once a difference was looked at and found right, with

    python -m kifu.replay.proof.playthrough tests/replay/playthroughs
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from kifu.replay import registry
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game, State
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import ALL, Step


class Case(NamedTuple):
    """One playthrough: what is played, and the name of its golden file."""

    game: Game
    options: dict[str, str]
    seats: int

    @property
    def file(self) -> str:
        words = [f"{key}-{value}" for key, value in self.options.items()]
        return "_".join([self.game.name, f"{self.seats}-seats", *words]) + ".txt"


def cases(game: Game) -> list[Case]:
    """The playthroughs that a game needs: every option set, with the smallest, a middle and the
    largest number of seats in turn, and the first option set with all three.
    """
    found = []
    for at, given in enumerate(game.option_sets):
        allowed = game.seats(game.read_options(given))
        counts = [allowed[0], allowed[len(allowed) // 3], allowed[-1]]
        chosen = counts if at == 0 else [counts[at % 3]]
        found += [Case(game, given, seats) for seats in dict.fromkeys(chosen)]
    return found


def playthrough(case: Case) -> Iterator[str]:
    """The lines of a match in which every other seat is a simple player and the rest choose at
    random; the same case gives the same lines.

    Every ply has its marks, actor, token and sentences, and then whatever is new after it:
    scores, how many moves each seat has, digest, the situation of the seat that acts next, the
    facts, and the zones, for a viewer who sees everything and for the last seat.

    >>> lines = list(playthrough(Case(registry.game("nimmt"), {"rounds": "1"}, 2)))
    >>> lines[0]
    'game nimmt, rules 1, 2 seats, options rounds=1'
    >>> lines[3:6]
    ['ply 0', '  scores  66 66', '  legal  1:10 2:10']
    """
    game, given, seats = case
    seed = derived_seed(f"playthrough:{case.file}")
    state = game.start(game.read_options(given), seats, Chance(seed))
    lots = random_player(game, seed)
    players = [lots if seat % 2 else game.greedy for seat in range(1, seats + 1)]
    options = " ".join(f"{key}={value}" for key, value in given.items())
    yield f"game {game.name}, rules {game.rules}, {seats} seats, options {options or 'none'}"
    yield f"seed {seed}"
    shown: dict[str, str] = {}
    yield from ("", "ply 0", *_news(state, seats, shown))
    ply = 0
    while not state.is_over:
        ply += 1
        seat, move = next_move(state, players)
        words = state.describe(move, seat)
        yield from ("", " ".join([f"ply {ply} ", *game.marks(state, move), f"{seat}:{move}"]))
        yield from (f"  en  {words.en}", f"  ja  {words.ja}")
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        for words in game.words.consequences(move, steps):
            yield from (f"  en  {words.en}", f"  ja  {words.ja}")
        yield from _news(state, seats, shown)
    facts = " ".join(f"{name}={value}" for name, value in state.facts().items())
    yield from ("", f"over, winners {_joined(state.winners())}, {facts}")


def write_all(folder: Path, names: Iterable[str] = registry.BUILT_IN) -> list[Path]:
    """Write the golden files of the games `names` into `folder`. Returns their paths."""
    written = []
    for name in names:
        for case in cases(registry.game(name)):
            path = folder / case.file
            path.write_text("\n".join(playthrough(case)) + "\n", encoding="utf-8", newline="\n")
            written.append(path)
    return written


#: What a zone of the last seat's table is where it looks like everyone's.
_SAME = "as all"


def _news(state: State, seats: int, shown: dict[str, str]) -> Iterator[str]:
    """A line for each zone or other value of the position that differs from `shown` (name ->
    value), which is updated as lines are taken.
    """
    for name, value in _position(state, seats).items():
        if shown.get(name, _SAME) != value:
            shown[name] = value
            yield f"  {name}  {value}".rstrip()


def _position(state: State, seats: int) -> dict[str, str]:
    acting = state.to_move()
    lines = {
        "scores": _joined(state.scores()),
        "legal": " ".join(f"{seat}:{len(state.legal_moves(seat))}" for seat in acting),
        "digest": state.digest(),
    }
    if acting:
        lines["situation"] = f"{acting[0]}: {state.situation(acting[0])}"
    table = state.view(ALL)
    lines |= {name: str(value) for name, value in table.facts.items()}
    lines |= {f"all {name}": " ".join(cards) for name, cards in table.zones.items()}
    for name, cards in state.view(seats).zones.items():
        same = table.zones.get(name) == cards
        lines[f"seat {seats} {name}"] = _SAME if same else " ".join(cards)
    return lines


def _joined(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


if __name__ == "__main__":
    for golden in write_all(Path(sys.argv[1]), sys.argv[2:] or registry.BUILT_IN):
        print(golden)
