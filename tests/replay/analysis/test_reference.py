"""Reference players: legal, honest, and better than the simple ones where they are others."""

from __future__ import annotations

import pytest
from tests.replay.cases import Case, every_case, some_of

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import GreedyPolicy, Policy, ReferencePolicy, playout
from kifu.replay.players.asking import may_pass
from kifu.replay.players.new_match import PLAYERS, POLICIES
from kifu.replay.registry import BUILT_IN, game

from .deal_laws import deal_again, moments


@pytest.mark.matrix(5)
@every_case
def test_it_plays_a_legal_move_or_passes_where_it_may(case: Case) -> None:
    player, policy = PLAYERS["reference"](case.game, ""), POLICIES["reference"]("")
    for moment in moments(case, "reference"):
        state = moment.state
        assert isinstance(state, Coded)
        for seat in state.to_move():
            move = player(state, seat)
            assert move in state.legal_moves(seat) or (move == "" and may_pass(state, seat))
            code = policy.choose(state, seat, may_pass(state, seat))
            assert (state.lexicon.token(code) if code else "") == move
        if moment.ply == 80:
            return


@pytest.mark.matrix(5)
@every_case
def test_it_uses_nothing_that_its_seat_cannot_see(case: Case) -> None:
    """It chooses the same in every world. A call of Atarayo is written with all who join it, which
    each of them decides by its own hand.
    """
    compared = 0
    for moment in moments(case, "honest"):
        for seat in moment.state.to_move():
            chosen = PLAYERS["reference"](case.game, "")(moment.state, seat)
            for number in range(2):
                world = deal_again(case, moment, seat, f"{moment.ply} {number}")
                again = PLAYERS["reference"](case.game, "")(world, seat)
                if chosen[:1] == "A":
                    chosen, again = chosen[:1], again[:1]
                assert again == chosen, (moment.ply, seat)
                compared += 1
        if moment.ply == 80:
            break
    assert compared > 5


class _Alone(Policy):
    """The reference for some seats, the simple player for all others."""

    def __init__(self, seats: set[int]) -> None:
        self.seats = seats

    def choose(self, state: Coded, seat: int, may_pass: bool) -> int:
        return state.reference_code(seat) if seat in self.seats else state.greedy_code(seat)


@pytest.mark.parametrize(
    ("name", "seats", "matches", "least"),
    some_of(
        [
            ("nimmt", 4, 120, 0.27),
            ("mutsugo", 3, 150, 0.35),
            ("magimiles", 2, 150, 0.58),
            ("magimiles", 3, 150, 0.37),
            ("yuhodo", 3, 40, 0.36),
        ],
        [("magimiles", 2, 150, 0.58)],
    ),
)
def test_it_beats_the_simple_player(name: str, seats: int, matches: int, least: float) -> None:
    won = 0.0
    for number in range(matches):
        rules = game(name)
        chance = Chance(derived_seed(f"beats {name} {number}"))
        state = rules.start(rules.read_options({}), seats, chance)
        assert isinstance(state, Coded)
        own = number % seats + 1
        playout(state, _Alone({own}))
        winners = state.winners()
        won += (own in winners) / len(winners)
    assert won / matches > least


def test_a_game_without_one_has_its_simple_player() -> None:
    others = [name for name in BUILT_IN if game(name).analysis.reference is None]
    assert others == ["atarayo"]
    atarayo = game("atarayo")
    assert PLAYERS["reference"](atarayo, "") is atarayo.greedy
    states = []
    for policy in (GreedyPolicy(), ReferencePolicy()):
        state = atarayo.start(atarayo.read_options({}), 3, Chance(derived_seed("same")))
        assert isinstance(state, Coded)
        playout(state, policy)
        states.append(state.digest())
    assert states[0] == states[1]
