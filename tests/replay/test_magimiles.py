"""The rules of MAGiMiLES, section by section of docs/rules/magimiles.md. The worked examples of
the page are in test_magimiles_page.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from kifu.notation.record import Record
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.magimiles.cards import PLACES, tables_of
from kifu.replay.games.magimiles.data import CYCLE, RBG, RGB
from kifu.replay.games.magimiles.game import GAME
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.options import OptionError
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, PUBLIC, UNKNOWN, Step, as_seen

from .magimiles_positions import (
    SEED,
    declare,
    helpers,
    hide,
    hold,
    lead_out,
    ranking,
    start,
    to_tricks,
    trick,
    written,
)

HOUSE = tables_of(Options())


def play(state: Magimiles, moves: str) -> list[Step]:
    """Play tokens, with actors where they must be, and give back every step."""
    steps: list[Step] = []
    for word in moves.split():
        actor, _, token = word.rpartition(":")
        state.play(token, int(actor or 0), steps.append)
    return steps


# 2. Components


def test_the_deck_has_36_cards_in_canonical_order() -> None:
    assert HOUSE.deck == [f"{letter}{number}" for letter in "rgba" for number in range(1, 10)]
    assert [HOUSE.back[HOUSE.card[token]] for token in ("r1", "g9", "b5")] == ["r_", "g_", "b_"]
    backs = [HOUSE.back[HOUSE.card[f"a{number}"]] for number in range(1, 10)]
    assert backs == ["r_", "g_", "b_"] * 3


# 3. Options


def test_data_that_nobody_gave_are_refused_with_what_to_do() -> None:
    with pytest.raises(OptionError) as error:
        GAME.read_options({"cycle": "mine@12345678"})
    assert error.value.code == "KF418"
    assert str(error.value).startswith(
        "cycle=mine@12345678 is rule data that is not loaded; give its file with --data"
    )


def test_the_weak_attribute_is_the_one_that_beats() -> None:
    assert RGB.weak == {"r": "b", "g": "r", "b": "g"}
    assert RBG.weak == {"r": "g", "g": "b", "b": "r"}
    for cycle in (CYCLE["rgb"], CYCLE["rbg"]):
        assert all(cycle.beats[cycle.weak[colour]] == colour for colour in "rgb")


# 4. Players


def test_three_rounds_are_for_three_seats() -> None:
    assert list(GAME.seats(Options())) == [2, 3, 4]
    assert list(GAME.seats(Options(rounds=3))) == [3]


def test_supports_to_the_left_are_for_three_seats() -> None:
    assert list(GAME.seats(Options(supports="clockwise"))) == [3]
    assert GAME.write_options(GAME.read_options({"supports": "number"}), 2) == {}


@pytest.mark.parametrize(
    ("mains", "by_number", "clockwise"),
    [
        ("r5 r2 a2", [2, 3, 1], [2, 3, 1]),
        ("r4 r5 a2", [3, 1, 2], [3, 1, 2]),
        ("r5 r4 a2", [3, 2, 1], [3, 1, 2]),
        ("r2 r5 a4", [1, 3, 2], [1, 2, 3]),
    ],
)
def test_who_lays_support_cards_after_the_smallest_number(
    mains: str, by_number: list[int], clockwise: list[int]
) -> None:
    for supports, order in (("number", by_number), ("clockwise", clockwise)):
        hands = {seat: f"{card} g{seat}" for seat, card in enumerate(mains.split(), 1)}
        state = trick(9, hands, {"supports": supports})
        play(state, mains)
        assert helpers(state) == order


# 5. The deal


@pytest.mark.parametrize(("seats", "sizes"), [(2, [20, 17, 1]), (3, [2]), (4, [3, 2, 1])])
def test_the_deck_gets_smaller_as_the_page_says(seats: int, sizes: list[int]) -> None:
    state = start(seats)
    seen = [state.deck_size()]
    for _seat, _move in match(state, "sizes"):
        if state.deck_size() != seen[-1]:
            seen.append(state.deck_size())
    assert seen == sizes


def test_a_deal_that_is_too_short_is_refused() -> None:
    deck = HOUSE.deck
    state = written(3, " ".join(deck[:33]))
    assert state.missing == "deal/1"
    assert state.chance.findings[0].message == (
        "deal/1: 34 to 36 cards were expected, but 33 are written"
    )


@pytest.mark.parametrize(
    ("seats", "at", "message"),
    [
        (2, 15, "deal/1: the cards of the piles must be known"),
        (3, 33, "deal/1: the trump card must be known"),
        (4, 32, "deal/1: the trump card must be known"),
    ],
)
def test_a_card_that_lies_face_up_must_be_known(seats: int, at: int, message: str) -> None:
    deck = HOUSE.deck.copy()
    deck[at] = "_"
    state = written(seats, " ".join(deck))
    assert (state.missing, state.to_move(), state.phase) == ("deal/1", [], "waiting")
    assert [finding.message for finding in state.chance.findings] == [message]
    with pytest.raises(IllegalMove, match="the outcome of deal/1 is not known"):
        state.play("p1")


def test_with_unknown_piles_of_round_2_round_1_can_be_replayed() -> None:
    deck = [*HOUSE.deck[:19], *["_"] * 17]
    state = written(2, " ".join(deck))
    while state.phase != "waiting":
        state.play(state.legal_moves(state.next_seat)[0])
    assert (state.round, state.facts()) == (2, {"rounds": 1, "turns": 4})
    assert state.view(ALL).facts["phase"] == "waiting"


def test_an_unknown_card_becomes_known_when_it_is_played() -> None:
    deck = ["r1", "r2", "_", "_", *HOUSE.deck[4:]]
    state = written(3, " ".join(deck))
    assert state.view(1).zones["hand/1"][-2:] == ["_", "_"]
    assert {"=r3", "=r4"} <= set(state.legal_moves(1))
    assert "=b9" not in state.legal_moves(1)
    state.play("=r4")
    assert "r4" not in state.view(ALL).zones["hand/1"]
    assert state.unknown[1] == 1
    assert state.hand_size(1) == 10


def test_a_declared_card_that_nobody_knows_shows_no_other_of_the_hand() -> None:
    (step, *_) = play(written(3, " ".join(["r1", "r2", "_", "_", *HOUSE.deck[4:]])), "=_")
    own, others = ({motion.leaves for motion in as_seen(step, seat).motions} for seat in (1, 2))
    assert {"r1", "r2"} <= own and {token[-1] for token in others} == {UNKNOWN}


def test_an_unknown_card_never_makes_a_move_illegal() -> None:
    state = to_tricks(start(2))
    hold(state, 1, "r5 r6")
    hold(state, 2, "g5 _")
    hide(state, "r9")
    state.play("r5")
    assert state.legal_moves(2) == ["g5", "r9"]
    state.copy().play("g5")
    state.play("r9")
    assert state.unknown[2] == 0


# 6. Setup


def test_two_seats_pick_piles() -> None:
    state = start(2)
    assert state.legal_moves(1) == ["p1", "p2", "p3", "p4"]
    steps = play(state, "p2")
    assert state.legal_moves(2) == ["p1+p3", "p1+p4", "p3+p4"]
    steps = play(state, "p1+p4")
    assert [step.kind for step in steps] == [
        "pick", "pick", "draw", "draw", "trump", "phase",
    ]  # fmt: skip
    assert " ".join(state.view(1).zones["hand/1"]) == "r1 r2 r7 r8 b1 b6 a3 a4 a5"
    assert (state.hand_size(1), state.hand_size(2), state.phase) == (9, 9, "declare")
    play(state, "=a5 =a2")
    assert (state.hand_size(1), state.hand_size(2), state.phase) == (8, 8, "main")
    assert state.marks() == ("1.",)


@pytest.mark.parametrize(
    ("before", "move", "message"),
    [
        ("", "p5", "pick one pile, p1 or p2 or p3 or p4; got p5"),
        ("", "p1+p2", "pick one pile, p1 or p2 or p3 or p4; got p1+p2"),
        ("p1", "p2", "pick two of the remaining piles, p2+p3 or p2+p4 or p3+p4; got p2"),
        ("p1", "p3+p2", "pick two of the remaining piles"),
        ("p1", "p1+p2", "pick two of the remaining piles"),
        ("p1 p2+p3", "r9", "declare a card of the hand, =CARD; got r9"),
        ("p1 p2+p3", "=g9", "card g9 is not in the hand of seat 1"),
    ],
)
def test_what_is_illegal_in_the_setup_of_two(before: str, move: str, message: str) -> None:
    state = start(2)
    play(state, before)
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert str(error.value).startswith(message)


def test_the_second_round_of_two_has_no_extra_cards_and_the_winner_leads() -> None:
    state = start(2)
    trump = None
    for _seat, _move in match(state, "two"):
        if state.round == 1 and state.trump >= 0:
            trump = state.trump
        if (state.round, state.phase, state.turn) == (2, "main", 1):
            break
    assert (state.hand_size(1), state.hand_size(2), state.trump) == (8, 8, trump)
    assert all(state.declared[seat] for seat in (1, 2))
    assert state.next_seat == state.leader


def test_three_seats_declare_from_the_starter_on() -> None:
    state = start(3, {"rounds": "3"})
    order = []
    for seat, move in match(state, "three"):
        if move[0] == "=":
            order.append(seat)
    assert order == [1, 2, 3, 2, 3, 1, 3, 1, 2]


def test_either_partner_begins_to_pass_and_the_higher_seat_is_named() -> None:
    for begins, word in ((1, "^b9"), (3, f"3:{start(4).legal_moves(3)[0]}")):
        state = start(4)
        assert (state.to_move(), state.next_seat) == ([1, 3], 1)
        play(state, word)
        assert (state.to_move(), state.phase) == ([4 - begins], "pass2")
        with pytest.raises(WrongActor):
            state.play(state.legal_moves(4 - begins)[0], begins)
        play(state, state.legal_moves(4 - begins)[0])
        assert (state.to_move(), state.next_seat, state.phase) == ([1, 3], 0, "declare")
        play(state, f"1:{state.legal_moves(1)[0]}")
        assert (state.to_move(), state.next_seat, state.phase) == ([2, 4], 2, "pass1")


def test_four_seats_exchange_and_declare_by_team() -> None:
    state = start(4)
    assert (state.to_move(), state.phase) == ([1, 3], "pass1")
    first = state.legal_moves(1)[0]
    state.play(first)
    assert (state.to_move(), state.phase) == ([3], "pass2")
    assert first in state.legal_moves(3)
    state.play(first)
    assert (state.to_move(), state.next_seat, state.phase) == ([1, 3], 0, "declare")
    token = state.legal_moves(3)[0]
    with pytest.raises(
        IllegalMove, match="either partner may act, so write which one does: 1: or 3:"
    ):
        state.play(token)
    with pytest.raises(WrongActor, match="seat 1 or 3 is to move, not seat 2"):
        state.play(token, 2)
    state.play(token, 3)
    assert [state.hand_size(seat) for seat in (1, 2, 3, 4)] == [8, 8, 8, 8]
    assert "r9" in state.view(3).zones["hand/3"]
    assert (state.to_move(), state.phase) == ([2, 4], "pass1")
    for move in (state.legal_moves(2)[0], state.legal_moves(2)[0]):
        state.play(move)
    state.play(state.legal_moves(4)[0], 4)
    assert "b2" in state.view(4).zones["hand/4"]
    assert (state.to_move(), state.marks()) == ([1], ("1.",))


def test_what_is_no_pass() -> None:
    state = start(4)
    with pytest.raises(IllegalMove, match=r"pass a card to your partner, \^CARD; got r1"):
        state.play("r1")
    with pytest.raises(IllegalMove, match="card b2 is not in the hand of seat 1"):
        state.play("^b2")


# 7. Tricks


@pytest.mark.parametrize(
    ("options", "lead", "hand", "move", "message"),
    [
        ({}, "r5", "r1 g2", "g2", "r5 was led and seat 2 can follow: its main card must be red or "
         "all, not g2"),
        ({"all_follow": "only_if_unable"}, "r5", "r1 a2", "a2", "must be red, not a2"),
        ({"all_follow": "forced"}, "r5", "a1 g2", "g2", "must be red or all, not g2"),
        ({}, "a5", "a1 g2", "g2", "a5 was led and seat 2 can follow: its main card must be all"),
        ({}, "r5", "r1 g2", "b2", "card b2 is not in the hand of seat 2"),
        ({}, "r5", "r1 g2", "r10", "play a main card; r10 is not a card of this deck"),
        ({}, "r5", "r1 g2", "p1", "play a main card; p1 is not a card of this deck"),
    ],
)  # fmt: skip
def test_what_is_no_main_card(
    options: dict[str, str], lead: str, hand: str, move: str, message: str
) -> None:
    state = to_tricks(start(2, options))
    hold(state, 1, f"{lead} b1")
    hold(state, 2, hand)
    state.play(lead)
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("b3", "lay a support card on a main card of the trick, CARD>1 or CARD>2; got b3"),
        ("b3>3", "lay a support card on a main card of the trick, CARD>1 or CARD>2; got b3>3"),
        ("b4>1", "card b4 is not in the hand of seat 1"),
    ],
)
def test_what_is_no_support_card(move: str, message: str) -> None:
    state = to_tricks(start(2))
    hold(state, 1, "r1 b3")
    hold(state, 2, "r2 g2")
    play(state, "r1 r2")
    with pytest.raises(IllegalMove) as error:
        state.play(move)
    assert str(error.value).startswith(message)


def test_the_order_of_support_cards() -> None:
    state = to_tricks(start(3))
    for seat, cards in ((1, "r5 g1"), (2, "r3 g2"), (3, "a5 g3")):
        hold(state, seat, cards)
    play(state, "r5 r3 a5")
    assert helpers(state) == [2, 1, 3]


def test_of_four_seats_the_third_and_the_fourth_lay_support_cards() -> None:
    state = to_tricks(start(4))
    for seat, cards in ((1, "r9 g1"), (2, "r3 g2"), (3, "a5 g3"), (4, "a6 g4")):
        hold(state, seat, cards)
    state.next_seat, state.either, state.turn = 0, 2, 2
    play(state, "4:a6 r9")
    assert (state.seats_in(), helpers(state)) == ([4, 1], [2, 3])
    assert state.legal_moves(2) == ["g2>1", "g2>4", "r3>1", "r3>4"]


def test_of_four_seats_either_partner_of_the_winner_leads() -> None:
    state = start(4)
    for _seat, _move in match(state, "four"):
        if state.phase == "main" and not state.played and state.turn > 1:
            lower = state.holder(state.leader)
            assert (state.next_seat, state.to_move()) == (0, [lower, lower + 2])


@pytest.mark.parametrize(
    ("support", "main", "total"),
    [
        ("a3", "r5", 8), ("a3", "a5", 8), ("g5", "a5", 15), ("g4", "a5", 9), ("r2", "r5", 7),
        ("r2", "g5", 10), ("b2", "r5", 10), ("g2", "b5", 10), ("g2", "r5", 3), ("r7", "b5", -2),
    ],
)  # fmt: skip
def test_the_support_table(support: str, main: str, total: int) -> None:
    effect = PLACES * HOUSE.card[support] + HOUSE.card[main]
    printed = HOUSE.number[HOUSE.card[main]]
    assert printed * HOUSE.times[effect] + HOUSE.plus[effect] == total


def test_ranks_and_ties() -> None:
    """Main cards of three seats behind a red lead, totals, and who is best to worst."""
    cases = [
        ("r5 a4 r6", (7, 7, 7), [2, 3, 1]),  # all, then the larger printed number
        ("r5 g7 r6", (1, 7, 9), [2, 3, 1]),  # who does not follow beats what isn't the trump
        ("r5 g9 b9", (1, 9, 9), [1, 2, 3]),  # everything equal: played earlier
        ("r5 g9 a9", (0, 30, -4), [1, 3, 2]),
        ("r5 a5 r4", (3, 3, 3), [2, 1, 3]),
    ]
    for mains, totals, best_to_worst in cases:
        state = to_tricks(start(3))
        state.trump = 7
        lead_out(state, mains, totals)
        assert ranking(state) == best_to_worst


def test_after_an_all_card_every_card_follows_with_free() -> None:
    state = to_tricks(start(2, {"all_lead": "free"}))
    hold(state, 1, "a2 b1")
    hold(state, 2, "g9 b2")
    state.trump = 4
    play(state, "a2 g9 b1>1 b2>2")
    assert state.leader == 2


def test_the_best_of_three_must_take() -> None:
    state = to_tricks(start(3))
    while state.phase != "take":
        state.play(state.legal_moves(state.next_seat)[0])
    assert state.legal_moves(state.next_seat) == ["t12", "t13", "t23"]
    with pytest.raises(
        IllegalMove, match="the best seat must name the two seats whose cards it takes"
    ):
        state.play("t21")


# 9 and 10. Scoring, the end


def test_scores_of_three_rounds_add_up() -> None:
    state = start(3, {"rounds": "3"})
    after: list[list[int]] = []
    for step in watched(state):
        if step.kind == "score":
            after.append([int(step.facts[f"score/{seat}"]) for seat in (1, 2, 3)])
    assert len(after) == 3
    assert state.scores() == after[-1]
    assert state.facts() == {"rounds": 3, "turns": 15}


def test_before_the_first_scoring_every_score_is_0() -> None:
    state = start(2)
    for _seat, _move in match(state, "zero"):
        assert state.is_over or state.scores() == [0, 0]


# 11. What a seat sees


def test_a_hand_shows_its_backs_to_others() -> None:
    state = start(3)
    assert state.view(3).zones["hand/3"] == [
        "r5", "g2", "g3", "g5", "g9", "b4", "b8", "a6", "a7", "a8", "a9",
    ]  # fmt: skip
    assert state.view(PUBLIC).zones["hand/3"] == [
        "r_", "r_", "g_", "g_", "g_", "g_", "g_", "b_", "b_", "b_", "b_",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("move", "veil"),
    [("=r5", "=r_"), ("^a5", "^g_"), ("a9>3", "b_>3"), ("r5", "r5"), ("t12", "t12"), ("p1", "p1")],
)
def test_tokens_are_veiled_by_their_backs(move: str, veil: str) -> None:
    assert GAME.words.veil(start(4), move, 1) == veil


def test_a_passed_card_is_known_to_giver_and_receiver() -> None:
    state = start(4)
    before = state.view(PUBLIC)
    (step, *_rest) = play(state, "^b9")
    (motion,) = step.motions
    assert (motion.was, motion.seen) == (1 << 1 | 1 << ALL, 1 << 3 | 1 << ALL)
    assert "b9" in state.view(3).zones["hand/3"]
    assert "b9" not in state.view(1).zones["hand/3"]
    assert len(before.zones["hand/3"]) + 1 == len(state.view(PUBLIC).zones["hand/3"])


def test_backs_are_called_alike_on_the_table_and_in_sentences() -> None:
    faces = GAME.layout(Options(), 4).faces
    assert [faces[back].name.ja for back in ("r_", "g_", "b_")] == [
        "背面が赤のカード", "背面が緑のカード", "背面が青のカード",
    ]  # fmt: skip
    said = start(4).describe("^g_", 1)
    assert faces["g_"].name.en in said.en
    assert faces["g_"].name.ja in said.ja


def test_who_does_not_follow_is_not_said_to_be_unable_to() -> None:
    """Seat 2 could have followed with its all card."""
    state = to_tricks(start(2))
    hold(state, 1, "r4 r1")
    hold(state, 2, "g6 a2")
    play(state, "r4")
    words = state.describe("g6", 2)
    assert words.en == "{2} plays g6 and does not follow."
    assert words.ja == "{2}はフォローせずにg6を出しました。"


def test_what_the_second_best_of_three_gets_is_said() -> None:
    state = to_tricks(start(3))
    for seat, cards in ((1, "r4 r1"), (2, "g6 g1"), (3, "b6 b2")):
        hold(state, seat, cards)
    state.trump = 1
    play(state, "r4 g6 b6 r1>1 g1>1 b2>1")
    sentences = GAME.words.consequences("t13", play(state, "t13"))
    assert [words.en for words in sentences] == ["{2} is second best and gets g6 g1."]
    assert [words.ja for words in sentences] == ["2番目の{2}はg6 g1を受け取りました。"]


def test_who_declared_what_is_said_with_the_scores() -> None:
    state = to_tricks(start(4))
    state.turn = 8
    for seat, card in enumerate(("", "g2", "a5", ""), 1):
        declare(state, seat, card)
    for seat, cards in ((1, "r4"), (2, "b6"), (3, "r1"), (4, "b1")):
        hold(state, seat, cards)
    sentences = GAME.words.consequences("b1>1", play(state, "r4 b6 r1>1 b1>1"))
    assert sentences[-2].en == (
        "{2} declared g2 and {3} declared a5. The scores are {1} 5, {2} 2, {3} 5 and {4} 2."
    )
    assert (
        sentences[-2].ja
        == "宣言は{2}がg2、{3}がa5、得点は{1}が5点、{2}が2点、{3}が5点、{4}が2点です。"
    )


def test_the_house_data_are_marked() -> None:
    remark = GAME.words.remark(Options())
    assert remark is not None
    assert "card list, support table, weakness cycle" in remark.en
    assert "カード構成・サポート効果・弱点属性" in remark.ja


# 12. Marks


def test_the_marks_of_whole_matches() -> None:
    for seats, options, marks in (
        (2, {}, "#1 1. 2. 3. 4. #2 1. 2. 3. 4."),
        (3, {"rounds": "3"}, " ".join(f"#{k} 1. 2. 3. 4. 5." for k in (1, 2, 3))),
        (4, {}, "#1 1. 2. 3. 4. 5. 6. 7. 8."),
    ):
        state = start(seats, options)
        seen = list(state.marks())
        for _seat, _move in match(state, "marks"):
            seen += state.marks()
        assert " ".join(seen) == marks


def test_a_turn_mark_of_zero_is_in_the_setup_only() -> None:
    record = Record(game="magimiles", rules=1, seats=["x"] * 3, seed=SEED, end="*")
    state = start(3)
    setup = []
    while state.phase == "declare":
        setup.append(state.legal_moves(state.next_seat)[0])
        state.play(setup[-1])
    record.moves = f"{' '.join(setup)} 0."
    assert [finding.code for finding in replay(record).findings] == ["KF410"]


# Players


@pytest.mark.parametrize(
    ("player", "hand", "move"),
    [(GAME.analysis.reference, "g2 r3 b6", "b6"), (GAME.greedy, "b6 r6 g6", "r6")],
)
def test_the_text_decides_between_equally_good_main_cards(
    player: Callable[[Magimiles, int], str], hand: str, move: str
) -> None:
    """To the reference player, who has declared b9, b6 is 6 - 3, g2 is 2 + 1, and r3 is 3."""
    assert player(trick(0, {1: hand, 2: "r1"}), 1) == move


@pytest.mark.parametrize("player", [GAME.analysis.reference, GAME.greedy])
def test_the_first_as_text_is_laid_of_equally_good_support_cards(
    player: Callable[[Magimiles, int], str],
) -> None:
    state = trick(99, {1: "r9 r4 g4 b4 a4", 2: "r1 r2"})
    declare(state, 1, "")
    play(state, "r9 r1 r2>1")
    assert player(state, 1) == "a4>1"


def match(state: Magimiles, text: str) -> Iterator[tuple[int, str]]:
    """Play random moves to the end; every move is given back when it was played."""
    players = [random_player(GAME, f"{text} {seat}") for seat in range(1, state.n + 1)]
    while not state.is_over:
        seat, move = next_move(state, players)
        state.play(move, seat)
        yield seat, move


def watched(state: Magimiles) -> Iterator[Step]:
    players = [random_player(GAME, f"watched {seat}") for seat in range(1, state.n + 1)]
    while not state.is_over:
        seat, move = next_move(state, players)
        steps: list[Step] = []
        state.play(move, seat, steps.append)
        yield from steps
