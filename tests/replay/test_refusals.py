"""Whatever is refused is refused in English and in Japanese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from kifu.notation.words import Words
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import Game, IllegalMove, State
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.registry import BUILT_IN, game

from .cases import some_of

JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def positions(rules: Game, number: int) -> Iterator[State]:
    """Positions of a match with the option set of that number, and one behind its end."""
    options = rules.read_options(rules.option_sets[number])
    allowed = rules.seats(options)
    seats = allowed[number % len(allowed)]
    state = rules.start(options, seats, Chance(derived_seed(f"refused {rules.name} {number}")))
    players = [random_player(rules, f"refused {number}")] * seats
    yield state
    while not state.is_over:
        seat, move = next_move(state, players)
        state.play(move, seat)
        yield state


def refusals(rules: Game, every: int) -> Iterator[Words]:
    """What each `every`th position says to moves of others, to mangled ones and to other seats."""
    lots = Random(rules.name)
    for number in range(len(rules.option_sets)):
        seen = ["?", "zz9"]
        for count, state in enumerate(positions(rules, number)):
            if count % every and not state.is_over:
                continue
            for seat in state.to_move():
                seen += lots.sample(legal := state.legal_moves(seat), min(3, len(legal)))
            for move in lots.sample(seen, min(12, len(seen))):
                place = lots.randrange(len(move))
                mangled = move[:place] + lots.choice("0129+-~/<>=^_abcdr") + move[place + 1 :]
                for tried in (move, mangled):
                    for seat in (lots.choice([0, 1, 2, 3, 99]), *state.to_move()):
                        try:
                            state.copy().play(tried, seat)
                        except IllegalMove as error:
                            assert str(error) == error.reason.en
                            yield error.reason


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("every", some_of([6, 1], [6]))
def test_every_reason_is_in_both_languages(name: str, every: int) -> None:
    found = {reason.en: reason.ja for reason in refusals(game(name), every)}
    kinds = {re.sub(r"[a-zA-Z]*\d+|\d+|[a-z]?[+<>=~^]\S*", "#", en) for en in found}
    assert len(kinds) > 5
    assert [(en, ja) for en, ja in found.items() if not JAPANESE.search(ja) or en == ja] == []


def test_a_stranger_may_know_english_only() -> None:
    error = IllegalMove("the pond is frozen")
    assert (str(error), error.reason.ja) == ("the pond is frozen", "the pond is frozen")
