"""Calls of Atarayo (section 6 of docs/rules/atarayo.md), their points (7) and the end (8)."""

from __future__ import annotations

import pytest

from kifu.replay.game import IllegalMove
from kifu.replay.games.atarayo.cards import KIND
from kifu.replay.games.atarayo.rules import Atarayo
from kifu.replay.table import ALL, PUBLIC, Step

from .atarayo_positions import (
    called_on,
    kinds,
    possible_totals_of,
    set_points,
)


def called(stack: str, *hands: str, points: str = "", **options: str) -> Atarayo:
    """Hand 1 has played `stack`, and the next hand is to act. In the duel the hands are 1L, 2R,
    2L and 1R; `points` are the points before."""
    state = called_on(stack, list(hands), options)
    if points:
        set_points(state, points)
    return state


# Matching


@pytest.mark.parametrize(
    ("stack", "hand", "may_call"),
    [
        ("b13+r13+g13", "b6 r6 b1", False),
        ("b13+r13+g13", "b4 r4 g4 b1", True),
        ("b7+r7", "b5 r5 g2", True),
        ("b7+r7", "b5 g2", False),
        ("b12+r12", "b5 r5 g2", True),
        ("b4+r4+g4", "b2 r2", False),
        ("8+8", "b1 r1 b7", True),
    ],
)
def test_on_a_stack_only_a_hand_with_as_many_of_a_number_calls(
    stack: str, hand: str, may_call: bool
) -> None:
    state = called(stack, "", "", hand)
    assert state.to_move() == ([2, 3] if may_call else [2])


@pytest.mark.parametrize(
    ("hand", "total", "same", "unseen", "expected"),
    [
        ("b5 _", 13, 1, "8 r5", True),
        ("b5 _", 13, 1, "r5 b9", False),
        ("b5 _", 10, 2, "8 r5", True),
        ("b5 _", 10, 1, "8 b9", False),
        ("_ _", 13, 2, "b13 r13", True),
        ("_ _", 13, 2, "b13 b1", False),
        ("_ _ _", 6, 1, "b1 b2 b3", True),
        ("_ _ _", 6, 1, "b1 b2 b4", False),
        ("_", 8, 1, "8", True),
        ("_ _", 8, 1, "8", False),
    ],
)
def test_a_hand_with_unknown_cards_may_match_if_some_cards_make_it_match(
    hand: str, total: int, same: int, unseen: str, expected: bool
) -> None:
    assert (total in possible_totals_of(hand, same, kinds(unseen))) is expected


# Tokens at a table


def test_every_caller_and_every_company_of_callers_may_call() -> None:
    state = called("b10", "r10", "b7 b3", "b4 b6", "b9")
    assert state.to_move() == [2, 3]
    assert state.legal_moves(2)[-4:] == ["A2", "A2C", "A23", "A23C"]
    assert state.legal_moves(3) == ["A3", "A3C"]
    assert state.offers(2)[-1] == "A2"
    assert (state.offers(3), state.offers(1), state.offers(4)) == (["A3"], [], [])
    four = called("b10", "b9", "b7 b3", "b4 b6", "r9 b1", "r10")
    assert four.legal_moves(2)[-8:] == [
        "A2", "A23", "A234", "A2345", "A235", "A24", "A245", "A25",
    ]  # fmt: skip


FORM = "a call names hands of this table in seat order, each once in an exchange; got "


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("A4", "hand 4 does not add up to 10"),
        ("A24", "hand 4 does not add up to 10"),
        ("A45", "hand 4 does not add up to 10"),
        ("A1", "seat 1 played the card itself; only other seats can call on it"),
        ("A32", f"{FORM}A32"),
        ("A22", f"{FORM}A22"),
        ("A2C", "hand 1 can't counter: it does not add up to 10"),
        ("A26", "expected a play, d or a call; got A26"),
        ("A", "expected a play, d or a call; got A"),
        ("AC", "expected a play, d or a call; got AC"),
        ("A2CC", "expected a play, d or a call; got A2CC"),
        ("A2L", "expected a play, d or a call; got A2L"),
        ("a2", "expected a play, d or a call; got a2"),
    ],
)
def test_a_call_that_is_refused_names_the_rule(token: str, message: str) -> None:
    state = called("b10", "b9", "b7 b3", "b4 b6", "r9", "g9")
    before = state.digest()
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(token)
    assert state.digest() == before


def test_refusals_of_calls_on_a_stack_and_without_a_window() -> None:
    state = called("b13+r13", "b7 r6", "g7 b6", "p9")
    message = "on 2 cards only a hand with 2 of one number can call; hand 2 has fewer"
    with pytest.raises(IllegalMove, match=message):
        state.play("A2")
    state.window = 0
    with pytest.raises(IllegalMove, match="no card to call on: nobody has played since"):
        state.play("A2")


# Tokens of the duel


def test_the_longest_exchange_uses_every_hand() -> None:
    state = called("b12", "r7 g5", "p9 g3", "r10 y2", "r12", mode="duel")
    assert "A2RCLCLCR" in state.legal_moves(2)
    assert state.offers(2)[-2:] == ["A2L", "A2R"]
    steps: list[Step] = []
    state.play("A2RCLCLCR", 2, steps.append)
    assert [(step.kind, step.seat) for step in steps[:4]] == [
        ("call", 2), ("counter", 1), ("counter", 2), ("counter", 1),
    ]  # fmt: skip
    assert state.scores() == [1, 0]


@pytest.mark.parametrize(
    ("token", "message"),
    [
        ("A2LCR", "hand 1R can't counter: it does not add up to 12"),
        ("A2RCLCR", f"{FORM}A2RCLCR"),
        ("A2RCLCLCL", f"{FORM}A2RCLCLCL"),
        ("A2LR", "expected a play, d or a call; got A2LR"),
        ("A2", "expected a play, d or a call; got A2"),
        ("A3L", "expected a play, d or a call; got A3L"),
        ("A2LCLCRCRCL", f"{FORM}A2LCLCRCRCL"),
    ],
)
def test_an_exchange_that_is_refused_names_the_rule(token: str, message: str) -> None:
    state = called("b12", "r7 g5", "p9 g3", "r10 y2", "b1", mode="duel")
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(token)


# What everybody sees of it


def test_the_hands_of_a_call_become_public() -> None:
    state = called("b10", "r10", "b7 b3", "b9", points="0 8 0")
    state.play("A2")
    assert state.is_over
    assert state.view(PUBLIC).zones["hand/2"] == ["b3", "b7"]
    assert state.view(PUBLIC).zones["hand/1"] == ["_"]
    assert state.view(ALL).facts["to_move"] == ""


def test_each_sees_of_the_window_only_that_it_may_call_itself() -> None:
    state = called("b10", "r10", "b9", "b7 b3", "b4 b6")
    shown = [state.view(viewer).facts["to_move"] for viewer in (PUBLIC, 1, 2, 3, 4, ALL)]
    assert shown == ["2", "2", "2", "2 3", "2 4", "2 3 4"]


# 7. Scoring, 8. The end


@pytest.mark.parametrize(
    ("points", "after", "goal"),
    [
        ("0 0", "0 1", "standby"),
        ("8 8", "7 8", "standby"),
        ("8 7", "7 8", "standby"),
        ("2 2", "1 2", "first3"),
        ("0 2", "0 2", "first3"),
    ],
)
def test_points_of_a_burst_in_the_duel(points: str, after: str, goal: str) -> None:
    ten = "g1 g2 g3 g4 g5 g6 g7 g9 g10"
    state = called("b12", "b3", "b1", "", ten, mode="duel", goal=goal, points=points)
    state.hand, state.next_seat = 4, 1
    state.play("d")
    assert " ".join(map(str, state.scores())) == after
    assert not state.is_over


def test_three_markers_win_the_duel_whatever_the_point_card() -> None:
    state = called("b12", "r7 g5", "p9 g3", "", "", mode="duel", points="2 1")
    state.point = KIND["g1"]
    one, two = state.copy(), state
    one.play("A2RCL")
    two.play("A2R")
    assert (one.scores(), one.winners(), one.is_over) == ([3, 1], [1], True)
    assert (two.scores(), two.winners(), two.is_over) == ([2, 2], [], False)


@pytest.mark.parametrize(
    ("token", "points", "after"),
    [
        ("A2R", "8 0", "7 2"),
        ("A2RCL", "8 0", "9 0"),
        ("A2RCLCL", "8 0", "7 2"),
        ("A2RCLCL", "3 8", "3 9"),
        ("A2RCL", "3 8", "5 8"),
    ],
)
def test_standby_in_the_duel(token: str, points: str, after: str) -> None:
    state = called("b12", "r7 g5", "p9 g3", "r10 y2", "b1", mode="duel", goal="standby",
                   points=points)  # fmt: skip
    state.play(token)
    assert " ".join(map(str, state.scores())) == after
