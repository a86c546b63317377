"""Whole matches of Atarayo: the cards are conserved, and unknown cards are taken as they come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import start
from kifu.replay.players.asking import next_move

TABLES = [
    ({}, 3),
    ({}, 5),
    ({"draw2": "ends_turn"}, 4),
    ({"mode": "duel"}, 2),
    ({"mode": "duel", "goal": "standby"}, 2),
]
tables = st.sampled_from(TABLES)


@given(table=tables, number=st.integers(0, 200))
def test_in_one_stretch_all_ends_the_same_but_the_next_round_is_not_dealt(
    table: tuple[dict[str, str], int], number: int
) -> None:
    options, seats = table
    ends = []
    for one_stretch in (False, True):
        chance = Chance(derived_seed(f"stretch {number}"))
        first = start(GAME.read_options(options), seats, chance)
        first.one_stretch = one_stretch
        state = first.copy()
        while state.stretch() == 1:
            seat, move = next_move(state, [GAME.greedy] * seats)
            state.play(move, seat)
        assert ("deal/2" in chance.events) == (state.to_move() != []) == (not one_stretch)
        ends.append((state.scores(), state.facts(), state.is_over))
    assert ends[0] == ends[1]
