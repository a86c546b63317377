"""The tables that laws are tried at: every option set of kifu's own games, with some numbers of
seats.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.game import Game
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import ALL, PUBLIC


class Case(NamedTuple):
    """A game with options and a number of seats."""

    game: Game
    given: dict[str, str]
    seats: int

    @property
    def name(self) -> str:
        """What it is called, also the text that its matches come from."""
        return f"{self.game.name} {self.given} {self.seats}"

    def start(self, text: str = "") -> Coded:
        """The first position of the match that `text` determines."""
        options = self.game.settle(self.game.read_options(self.given), self.seats)
        seed = derived_seed(f"{self.name} {text}")
        state = self.game.start(options, self.seats, Chance(seed))
        assert isinstance(state, Coded)
        return state

    @property
    def viewers(self) -> list[int]:
        """Everybody who may look at the table."""
        return [PUBLIC, *range(1, self.seats + 1), ALL]


def quick_cases() -> Iterator[Case]:
    """Every option set once, with the fewest, a middle and the largest number of seats in turn."""
    for name in BUILT_IN:
        for turn, given in enumerate(game(name).option_sets):
            yield Case(game(name), given, _counts(name, given)[turn % 3])


def all_cases() -> Iterator[Case]:
    """Every option set with the fewest, a middle and the largest number of seats."""
    for name in BUILT_IN:
        for given in game(name).option_sets:
            for seats in sorted(set(_counts(name, given))):
                yield Case(game(name), given, seats)


def every_table(name: str) -> Iterator[Case]:
    """Every option set of a game with every number of seats."""
    for given in game(name).option_sets:
        for seats in game(name).seats(game(name).read_options(given)):
            yield Case(game(name), given, seats)


def _counts(name: str, given: dict[str, str]) -> list[int]:
    allowed = game(name).seats(game(name).read_options(given))
    return [allowed[0], allowed[len(allowed) // 3], allowed[-1]]


#: Options that make a match of each game short.
SHORT = {
    "nimmt": {"rounds": "1"},
    "atarayo": {},
    "mutsugo": {"target": "6"},
    "magimiles": {},
    "yuhodo": {"games": "1"},
}


def some_of(every: Iterable[Any], some: Container[Any]) -> list[Any]:
    """Parameters of a test: `make test` tries some of them, `make test-all` the others."""
    return [
        pytest.param(
            *(each if type(each) is tuple else (each,)),
            marks=[] if each in some else pytest.mark.campaign,
        )
        for each in every
    ]


every_case = pytest.mark.parametrize(
    "case", some_of(all_cases(), list(quick_cases())), ids=lambda case: case.name
)
