"""The rules of 6つ子7組, section by section of docs/rules/mutsugo.md.

The worked examples of the page are in test_mutsugo_page.py.
"""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.game import WrongActor
from kifu.replay.games.mutsugo.game import GAME
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.games.mutsugo.rules import start
from kifu.replay.replayer import replay
from kifu.replay.table import PUBLIC, Step

from .mutsugo_positions import SEED, on_table, refusal, sets_of

# Options, players, the deal


@pytest.mark.parametrize(("seats", "target"), [(2, 15), (3, 15), (4, 12)])
def test_the_target_depends_on_the_seats(seats: int, target: int) -> None:
    assert GAME.settle(Options(), seats) == Options(target)
    assert GAME.write_options(Options(target), seats) == {}
    assert GAME.write_options(Options(9), seats) == {"target": "9"}
    assert start(Options(), seats, Chance(SEED)).view(PUBLIC).facts["target"] == target


@pytest.mark.parametrize(("seats", "pile", "free"), [(2, 33, 1), (3, 29, 1), (4, 26, 0)])
def test_everybody_is_dealt_four_and_a_card_is_opened_but_for_four(
    seats: int, pile: int, free: int
) -> None:
    state = start(Options(), seats, Chance(SEED))
    assert [len(state.hand(seat)) for seat in range(1, seats + 1)] == [4] * seats
    assert len(state.pile()) == pile
    assert len(state.free_cards()) == free
    assert list(GAME.seats(Options())) == [2, 3, 4]


def test_the_turn_goes_round_and_the_mark_stands_before_its_first_token() -> None:
    state = start(Options(), 3, Chance(SEED))
    for turn in range(1, 8):
        assert state.next_seat == (turn - 1) % 3 + 1
        assert state.marks()[-1] == f"{turn}."
        state.play("d")
        assert state.marks() == ()
        state.play(next(move for move in state.legal_moves(state.next_seat) if move[0] == "-"))
        assert state.marks() == ()
        state.play("/")


def test_a_set_dissolved_before_the_start_draw_has_the_mark_before_it() -> None:
    state = on_table(["c1", "c2"], ["s1+s2+s3 p1+p2+p3", ""], phase="start")
    assert state.marks() == ("9.",)
    state.play("~2")
    assert (state.phase, state.marks()) == ("start", ())
    assert state.legal_moves(1) == ["d", "p1", "p2", "p3", "~1"]


# What is refused, and why


@pytest.mark.parametrize(
    ("token", "why"),
    [
        ("c1+c2<c4<c5", "a set can have at most one card from the table"),
        ("c1+c2<c4+c5", "a set can have at most one card from the table"),
        ("c1+c2+s3", "all cards of a set must have the same number or the same mark"),
        ("c1+c2<s4", "all cards of a set must have the same number or the same mark"),
        ("c1+c2", "a set must have at least three cards"),
        ("c1<c4", "at least two cards of a set must come from the hand"),
        ("c2+c1+c3", "write each hand card of a set once, in order: c1+c2+c3"),
        ("c1+c1+c2", "write each hand card of a set once, in order: c1+c2"),
        ("c1+c2+c8", "write a set as c1+c2+c3 or c1+c2<c3, with cards of this game"),
        ("c1+c2<", "write a set as c1+c2+c3 or c1+c2<c3, with cards of this game"),
        ("+", "write a set as c1+c2+c3 or c1+c2<c3, with cards of this game"),
        ("c1+c2+c5", "c5 is not in the hand of seat 1"),
        ("c1+c2<c3", "c3 is neither a free card nor in anybody's set"),
        ("c1+c2<c6", "c6 is neither a free card nor in anybody's set"),
        ("s3+p3<x3", "x3 is in your own set: dissolve that set first"),
        ("s3+p3<t3", "a set of 3 cards can't rob a set of 3: it must have more cards"),
        ("d", "you can only refill a hand of fewer than 4 cards"),
        ("c4", "you can only refill a hand of fewer than 4 cards"),
        ("/", "with 5 cards in hand, discard one or make a set"),
        ("-c5", "c5 is not in the hand of seat 1"),
        ("-c8", "expected -CARD, but 'c8' is not a card"),
        ("~2", "there is no set ~2: seat 1 has only set 1"),
        ("~0", "no set ~0: seat 1"),
        ("~01", "no set ~01: seat 1"),
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
        ("main", "c1 c2", "~1", "there is no set ~1: seat 1 has no sets"),
        ("closing", "c1 c2 c3", "d", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "-c1", "after a discard only ~K and / are possible"),
        ("closing", "c1 c2 c3", "s3", "after a discard only ~K and / are possible"),
    ],
)
def test_a_refusal_names_what_the_phase_asks_for(
    phase: str, hand: str, token: str, why: str
) -> None:
    assert why in refusal(on_table([hand, ""], ["", ""], "s3", phase=phase), token)


def test_a_seat_that_may_not_act_reads_who_may() -> None:
    state = start(Options(), 3, Chance(SEED))
    for seat in (2, 3):
        with pytest.raises(WrongActor, match=f"^seat 1 is to move, not seat {seat}$"):
            state.play("d", seat)
    state.play("d", 1)


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


# Making sets


def test_a_robbed_set_shrinks_keeps_its_number_and_vanishes_with_its_last_card() -> None:
    state = on_table(["c1 c2 s2 s3", "a1"], ["", "c3 x1+x2+x3 s1"])
    state.play("c1+c2<c3")
    assert sets_of(state, 2) == "x1+x2+x3 s1"
    state.play("s2+s3<s1")
    assert sets_of(state, 2) == "x1+x2+x3"
    assert (state.scores(), state.made) == ([6, 3], 2)


def test_the_set_robbed_may_be_of_the_same_size_as_the_hand_cards() -> None:
    state = on_table(["c1 c2", "a1"], ["", "c3+c4"])
    state.play("c1+c2<c3")
    assert state.scores() == [3, 1]


def test_all_five_cards_and_one_of_the_table_make_the_largest_set() -> None:
    state = on_table(["c1 c2 c3 c4 c5", "a1"], ["", "c6+p6+t6"])
    assert "c1+c2+c3+c4+c5<c6" in state.legal_moves(1)
    state.play("c1+c2+c3+c4+c5<c6")
    assert (state.scores(), state.size[1]) == ([6, 2], 0)


def test_the_target_is_won_at_once_and_the_pile_says_nothing_then() -> None:
    state = on_table(["c1 c2 c3 s1", "a1"], ["t1+t2+t3", "x1+x2+x3"], target=6)
    steps: list[Step] = []
    state.play("c1+c2+c3", watch=steps.append)
    assert [step.kind for step in steps] == ["set", "target"]
    assert (state.winners(), state.legal_moves(1), state.marks()) == ([1], [], ())
    assert state.facts() == {"rounds": 1, "turns": 9}


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
        state.size[seat], state.score[seat] = hands[seat - 1], scores[seat - 1]
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


def test_the_steps_are_named_as_the_page_names_what_happens() -> None:
    state = on_table(["c1 c2 p3", "a1"], ["x1+x2+x4", "s4+p4 c6 t1+t2"], "c3", phase="start")
    kinds = []
    for token in ("~1", "d", "c1+c2<c6", "c3", "x1", "/"):
        steps: list[Step] = []
        state.play(token, watch=steps.append)
        kinds.append(" ".join(step.kind for step in steps))
    assert kinds == ["dissolve", "draw", "rob", "take", "take", "turn open"]


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


@pytest.mark.parametrize(
    ("token", "en", "ja"),
    [
        ("d", "{1} draws from the pile.", "{1}は山札から1枚引きました。"),
        ("/", "{1} ends the turn.", "{1}は手番を終了しました。"),
        ("a7", "{1} takes the free card ★7.", "{1}はフリーカードの★7を手札に加えました。"),
        ("-c1", "{1} discards ●1.", "{1}は●1を捨てました。"),
        ("~1", "{1} dissolves set 1 (×1 ×2).", "{1}は1番目のセット(×1 ×2)を解散させました。"),
        ("c1+c2+c4", "{1} makes a set of 3: ●1 ●2 ●4.",
         "{1}は3枚のセット(●1 ●2 ●4)を作りました。"),
        ("c1+c2<c3", "{1} makes a set of 3: ●1 ●2 ●3, with the free card ●3.",
         "{1}はフリーカードの●3を使い、3枚のセット(●1 ●2 ●3)を作りました。"),
        ("c2+c5<c4", "{1} makes a set of 3: ●2 ●4 ●5, robbing {2} of ●4.",
         "{1}は{2}から●4を奪い、3枚のセット(●2 ●4 ●5)を作りました。"),
    ],
)  # fmt: skip
def test_every_kind_of_token_has_its_sentence(token: str, en: str, ja: str) -> None:
    state = on_table(["c1 c2 c5", "s1"], ["x1+x2", "c4+p4"], "a7 c3")
    words = state.describe(token, 1)
    assert (words.en, words.ja) == (en, ja)
    assert GAME.words.veil(state, token, 1) == token


def test_the_sets_of_a_turn_are_said_as_people_say_them() -> None:
    settled = GAME.settle(GAME.read_options({}), 4)
    layout = GAME.layout(settled, 4)
    said = [layout.fact_words("made", value) for value in ("2", "1 2", "2 3 4", "-")]
    assert [words.en for words in said] == ["set 2", "sets 1 and 2", "sets 2 to 4", "-"]
    assert [words.ja for words in said] == ["セット2", "セット1と2", "セット2〜4", "-"]
    most = settled.target // 3
    assert {" ".join(map(str, range(first, last + 1))) for first in range(1, most + 1)
            for last in range(first, most + 1)} == {*layout.values["made"]}  # fmt: skip


def test_the_end_is_said_in_the_words_of_the_rules() -> None:
    target = on_table(["c1 c2 c3", "a1"], ["", ""], target=3)
    pile = on_table(["c1", "a1"], ["", ""], pile="p1")
    sentences = []
    for state, token in ((target, "c1+c2+c3"), (pile, "d")):
        steps: list[Step] = []
        state.play(token, watch=steps.append)
        sentences += [(words.en, words.ja) for words in GAME.words.consequences(token, steps)]
    assert sentences == [
        ("{1} has 3 scored cards. The game is over.",
         "{1}は3枚を得点化しました。ゲーム終了です。"),
        ("The pile is empty. The game is over.", "山札がゼロになりました。ゲーム終了です。"),
    ]  # fmt: skip
    assert target.facts() == pile.facts() == {"rounds": 1, "turns": 9}
