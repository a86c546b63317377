"""What if: what follows from another move is what the rules say, and nothing else."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay.game import Combination, IllegalMove, Offers
from kifu.replay.match import NoPosition, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.timeline import Moment, other_moves, timeline, what_if

from .cases import SHORT


@cache
def played(name: str) -> Record:
    """A finished match with its seats written before the moves."""
    [record] = simulate(game(name), 1, seats=4, seed="what if", options=SHORT[name])
    plies = replay(record).plies
    return replace(record, moves=" ".join(f"{seat}:{move}" for seat, move in plies))


def bare(moment: Moment) -> Moment:
    """A moment without what somebody wrote at it."""
    return replace(moment, notes=[], lines=[])


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_move_that_was_played_leads_to_what_happened(name: str) -> None:
    match = replay(played(name))
    happened = [bare(moment) for moment in timeline(match).moments]
    for ply in range(1, len(match.plies) + 1, 7):
        found = what_if(match, ply, match.plies[ply - 1][1])
        assert found == happened[ply - 1 : ply - 1 + len(found)]


@given(st.data())
def test_another_move_leads_to_what_a_record_of_it_would_say(data: st.DataObject) -> None:
    record = played(data.draw(st.sampled_from([*BUILT_IN])))
    match = replay(record)
    ply = data.draw(st.integers(1, len(match.plies)))
    others = other_moves(match, ply)
    if not others:
        return
    chosen = [data.draw(st.sampled_from(others))]
    following = other_moves(match, ply, *chosen)
    while following and len(chosen) < 3:
        chosen.append(data.draw(st.sampled_from(following)))
        following = other_moves(match, ply, *chosen)
    found = what_if(match, ply, *chosen)
    assert [m.move for m in found if m.seat == found[0].seat] == chosen
    before = record.moves.split()[: ply - 1]
    words = [f"{moment.seat}:{moment.move}" for moment in found]
    moves = " ".join([*before, *words])
    other = replay(replace(record, moves=moves, end="*", result=None, winner=None))
    assert other.state is not None
    # Where the other move ends the match, its record should not say that it goes on.
    wrong = [finding.message for finding in other.findings]
    assert [each for each in wrong if not (other.state.is_over and "game is over" in each)] == []
    assert other.plies[ply - 1 :] == [(moment.seat, moment.move) for moment in found]
    assert other.state.scores() == found[-1].scores
    assert [bare(moment) for moment in timeline(other).moments[ply - 1 :]] == found


@pytest.mark.parametrize("name", BUILT_IN)
def test_it_ends_where_somebody_would_decide_who_has_not(name: str) -> None:
    match = replay(played(name))
    chosen = 0
    for ply in range(1, len(match.plies) + 1, 5):
        at_once = match.position(ply - 1).at_once
        for move in other_moves(match, ply)[:3]:
            found = what_if(match, ply, move)
            seats = [moment.seat for moment in found]
            assert len({*seats}) == len(seats) and (at_once or len(seats) == 1)
            real = match.plies[ply : ply - 1 + len(found)]
            assert [(moment.seat, moment.move) for moment in found[1:]] == real
            chosen += len(real)
            state = match.position(ply - 1)
            for moment in found:
                state.play(moment.move, moment.seat)
            if at_once and state.at_once:
                # A further turn: nobody is left of this one.
                assert len(state.to_move()) == len(match.record.seats)
    assert bool(chosen) is (name == "nimmt")


def test_a_record_that_ends_within_a_turn_ends_it() -> None:
    record = played("nimmt")
    cut = replay(replace(record, moves=" ".join(record.moves.split()[:2]), end="*", result=None))
    assert [m.seat for m in what_if(cut, 1, other_moves(cut, 1)[0])] == [1, 2]


def test_of_moves_that_are_some_of_many_cards_none_is_listed() -> None:
    match = replay(played("nimmt"))
    assert len(other_moves(match, 1)) == 9
    offers = Offers(combination=lambda state, seat: Combination(["1", "2", "3"], 2))
    match.played.game = replace(match.played.game, offers=offers)
    assert other_moves(match, 1) == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_where_every_card_is_known_every_move_that_one_sees_is_there(name: str) -> None:
    match = replay(played(name))
    for ply in range(1, len(match.plies) + 1, 4):
        (seat, move), state = match.plies[ply - 1], match.position(ply - 1)
        legal = match.played.game.offers.visible(state, seat)
        assert other_moves(match, ply) == [other for other in legal if other != move]


def test_a_card_that_may_have_been_anywhere_is_no_other_move() -> None:
    record = Record(
        game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 1 r4 2. 60 61", end="*",
        chance=[("deal/1", " ".join(["_"] * 20 + ["10", "20", "30", "40"] + ["_"] * 80))],
    )  # fmt: skip
    match = replay(record)
    assert [finding.message for finding in match.findings] == []
    assert match.position(0).legal_moves(1)
    assert [other_moves(match, ply) for ply in range(1, 6)] == [[], [], ["r1", "r2", "r3"], [], []]


@pytest.mark.parametrize("ply", [0, -1, 10_000])
def test_a_ply_that_there_is_not_has_no_other_moves(ply: int) -> None:
    match = replay(played("nimmt"))
    with pytest.raises(NoPosition, match=f"there is no move {ply}: the match has"):
        other_moves(match, ply)
    with pytest.raises(NoPosition, match=f"there is no move {ply}: the match has"):
        what_if(match, ply, "1")


def test_a_move_that_the_rules_forbid_is_refused() -> None:
    match = replay(played("nimmt"))
    with pytest.raises(IllegalMove, match="not in the hand"):
        what_if(match, 2, match.plies[0][1])
    assert what_if(match, 2, match.plies[1][1])[0].move == match.plies[1][1]
