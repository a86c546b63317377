"""The rules of 6つ子7組, section by section of docs/rules/mutsugo.md.

The worked examples of the page are in test_mutsugo_page.py.
"""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.games.mutsugo.game import GAME
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.rules import start
from kifu.replay.match import replay
from kifu.replay.table import PUBLIC

from .mutsugo_positions import SEED, lay_set, on_table, refusal

# What is refused, and why


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("c1+c2<c4<c5", "write a set of 3 cards or more"),
        ("c1+c2<c4+c5", "write a set of 3 cards or more"),
        ("c1+c2+s3", "write a set of 3 cards or more"),
        ("c1+c2<s4", "write a set of 3 cards or more"),
        ("c1+c2", "write a set of 3 cards or more"),
        ("c1<c4", "write a set of 3 cards or more"),
        ("c2+c1+c3", "write a set of 3 cards or more"),
        ("c1+c1+c2", "write a set of 3 cards or more"),
        ("c1+c2+c8", "write a set of 3 cards or more"),
        ("c1+c2<", "write a set of 3 cards or more"),
        ("+", "write a set of 3 cards or more"),
        ("c1+c2+c5", "c5 is not in the hand of seat 1"),
        ("c1+c2<c3", "c3 is neither a free card nor in anybody's set"),
        ("c1+c2<c6", "c6 is neither a free card nor in anybody's set"),
        ("s3+p3<x3", "x3 is in your own set: dissolve that set first"),
        ("s3+p3<t3", "a set of 3 cards can't rob a set of 3: it must have more cards"),
        ("d", "you can only refill a hand of fewer than 4 cards"),
        ("c4", "you can only refill a hand of fewer than 4 cards"),
        ("/", "with 5 cards in hand, discard one or make a set"),
        ("-c5", "c5 is not in the hand of seat 1"),
        ("-c8", "-c8 is neither a card nor a set"),
        ("~2", "no set ~2: the sets of seat 1 are numbered from 1, 1 in all"),
        ("~0", "no set ~0: the sets of seat 1"),
        ("~01", "no set ~01: the sets of seat 1"),
        ("c8", "c8 is neither a card nor a set nor another move of this game"),
        ("", " is neither a card nor a set nor another move"),
    ],
)
def test_a_refusal_names_the_rule(token: str, why: str) -> None:
    state = on_table(["c1 c2 c3 s3 p3", "c6"], ["x1+x2+x3", "t1+t2+t3"], "c4")
    assert why in refusal(state, token)


@pytest.mark.parametrize(
    ("phase", "hand", "token", "why"),
    [
        ("start", "c1 c2", "/", "begin with a Start Draw"),
        ("start", "c1 c2", "-c1", "begin with a Start Draw"),
        ("start", "c1 c2", "c9", "c9 is neither a card"),
        ("start", "c1 c2", "c5", "c5 is not a free card"),
        ("main", "c1 c2", "-c1", "only discard with 5 cards in hand; this hand has 2"),
        ("main", "c1 c2", "c5", "c5 is not a free card"),
        ("main", "c1 c2", "~1", "no set ~1: the sets of seat 1 are numbered from 1, 0 in all"),
        ("closing", "c1 c2 c3", "d", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "-c1", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "s3", "after a discard only ~K and / are possible"),
    ],
)
def test_a_refusal_names_what_the_phase_asks_for(
    phase: str, hand: str, token: str, why: str
) -> None:
    assert why in refusal(on_table([hand, ""], ["", ""], "s3", phase=phase), token)


def test_a_finished_record_needs_its_winner() -> None:
    state = start(Options(3), 2, Chance(SEED))
    moves = []
    while not state.is_over:
        moves.append(GAME.greedy(state, state.next_seat))
        state.play(moves[-1])
    given = Record(game="mutsugo", rules=1, options={"target": "3"}, seats=["Aki", "Ben"],
                   seed=SEED, moves=" ".join(moves), end="=")  # fmt: skip
    (finding,) = replay(given).findings
    assert (finding.code, finding.expected) == ("KF412", [str(state.winners()[0])])
    given.winner = state.winners()
    assert replay(given).findings == []
    form = game_form(replay(given))
    assert form.moves.startswith("#1 1. ")
    assert form.result == state.scores()


# The end


@pytest.mark.parametrize(
    ("hands", "scores", "winners"),
    [
        ([2, 3, 4], [3, 9, 9], [1]),
        ([3, 3, 4], [3, 6, 9], [2]),
        ([3, 3, 3], [6, 6, 3], [1, 2]),
        ([4, 4, 4], [0, 0, 0], [1, 2, 3]),
    ],
)
def test_an_empty_pile_is_won_by_the_smallest_hand_and_then_by_scored_cards(
    hands: list[int], scores: list[int], winners: list[int]
) -> None:
    state = on_table([""] * 3, [""] * 3, pile="p1", phase="closing")
    for seat in (1, 2, 3):
        state.unknown[seat] = hands[seat - 1]
        lay_set(state, seat, 2 ** scores[seat - 1] - 1)
    state.play("/")
    assert (state.is_over, state.winners()) == (True, winners)
    assert (state.turn, state.facts()) == (10, {"rounds": 1, "turns": 9})
    assert refusal(state, "p1") == "the game is over"


def test_with_four_seats_nothing_is_opened_and_the_pile_may_stay() -> None:
    state = on_table(["c1", "c2", "c3", "c4"], [""] * 4, "s1", pile="p1")
    for token in ("/", "s1", "/", "d"):
        assert not state.is_over
        state.play(token)
    assert (state.is_over, state.winners()) == (True, [1, 4])


# What an observer gets


def test_the_table_says_which_sets_were_made_this_turn() -> None:
    state = on_table(["c1 c2 c3 p1 p2", "a1"], ["x1+x2+x4", "p3+p4"])
    assert state.view(PUBLIC).facts["made"] == "-"
    state.play("c1+c2+c3")
    state.play("p1+p2<p3")
    facts = state.view(PUBLIC).facts
    assert (facts["sets/1"], facts["sets/2"], facts["made"]) == ("3 3 3", "1", "2 3")
    assert refusal(state, "~2") == "set 2 was made this turn, so it can't be dissolved yet"
    state.play("~1")
    assert state.view(PUBLIC).facts["made"] == "1 2"
    state.play("/")
    assert state.view(PUBLIC).facts["made"] == "-"


def test_the_sets_of_a_turn_are_said_as_people_say_them() -> None:
    settled = GAME.settle(GAME.read_options({}), 4)
    layout = GAME.layout(settled, 4)
    said = [layout.fact_words("made", value) for value in ("2", "1 2", "2 3 4", "-")]
    assert [words.en for words in said] == ["set 2", "sets 1 and 2", "sets 2 to 4", "-"]
    assert [words.ja for words in said] == ["セット2", "セット1と2", "セット2〜4", "-"]
    most = settled.target // 3
    assert {" ".join(map(str, range(first, last + 1))) for first in range(1, most + 1)
            for last in range(first, most + 1)} == {*layout.values["made"]}  # fmt: skip
