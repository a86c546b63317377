"""The rules of MAGiMiLES, section by section of docs/rules/magimiles.md. The worked examples of
the page are in test_magimiles_page.py.
"""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.magimiles.cards import PLACES, tables_of
from kifu.replay.games.magimiles.game import GAME
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.players import barred
from kifu.replay.games.magimiles.rules import Magimiles
from kifu.replay.match import replay
from kifu.replay.table import ALL, PUBLIC, UNKNOWN, Step, as_seen

from .magimiles_positions import (
    SEED,
    helpers,
    hide,
    hold,
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


def test_moves_keep_their_numbers() -> None:
    """Environments, and what was trained in them, number moves by these codes."""
    numbers = {"r1": 1, "=_": 64, "^a9": 164, "r1>1": 257, "p1": 513, "p3+p4": 524, "t23": 588}
    assert {token: HOUSE.lexicon.codes[token] for token in numbers} == numbers


# 3. Options


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


@pytest.mark.parametrize(
    ("seats", "before", "move", "message"),
    [
        (2, "", "p5", "pick one pile, p1 or p2 or p3 or p4; got p5"),
        (2, "", "p1+p2", "pick one pile, p1 or p2 or p3 or p4; got p1+p2"),
        (2, "p1", "p2", "pick two of the remaining piles, p2+p3 or p2+p4 or p3+p4; got p2"),
        (2, "p1", "p3+p2", "pick two of the remaining piles"),
        (2, "p1", "p1+p2", "pick two of the remaining piles"),
        (2, "p1 p2+p3", "r9", "declare a card of the hand, =CARD; got r9"),
        (2, "p1 p2+p3", "=g9", "card g9 is not in the hand of seat 1"),
        (4, "", "r1", "pass a card to your partner, ^CARD; got r1"),
        (4, "", "^b2", "card b2 is not in the hand of seat 1"),
        (4, "^b9 ^b9", "=b8", "either partner may act, so write which one does: 1: or 3:"),
        (4, "^b9 ^b9", "2:=b8", "seat 1 or 3 is to move, not seat 2"),
    ],
)
def test_what_is_illegal_in_the_setup(seats: int, before: str, move: str, message: str) -> None:
    state = start(seats)
    play(state, before)
    with pytest.raises(IllegalMove) as error:
        play(state, move)
    assert str(error.value).startswith(message)


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


def test_who_does_not_follow_has_shown_to_have_no_card_that_does() -> None:
    state = trick(20, {1: "r5", 2: "r1 g2"})
    state.play("r5", 1)
    assert ("hand/2", "r1") in barred(state, "g2", 2)
    assert barred(state, "r1", 2) == []


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


def test_of_four_seats_the_third_and_the_fourth_lay_support_cards() -> None:
    state = to_tricks(start(4))
    for seat, cards in ((1, "r9 g1"), (2, "r3 g2"), (3, "a5 g3"), (4, "a6 g4")):
        hold(state, seat, cards)
    state.next_seat, state.either, state.turn = 0, 2, 2
    play(state, "4:a6 r9")
    assert (state.seats_in(), helpers(state)) == ([4, 1], [2, 3])
    assert state.legal_moves(2) == ["g2>1", "g2>4", "r3>1", "r3>4"]


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


def test_the_best_of_three_must_take() -> None:
    state = to_tricks(start(3))
    while state.phase != "take":
        state.play(state.legal_moves(state.next_seat)[0])
    assert state.legal_moves(state.next_seat) == ["t12", "t13", "t23"]
    with pytest.raises(
        IllegalMove, match="the best seat must name the two seats whose cards it takes"
    ):
        state.play("t21")


# 11. What a seat sees


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


def test_the_house_data_are_marked() -> None:
    remark = GAME.words.remark(Options())
    assert remark is not None
    assert "card list, support table, weakness cycle" in remark.en
    assert "カード構成・サポート効果・弱点属性" in remark.ja


# 12. Marks


def test_a_turn_mark_of_zero_is_in_the_setup_only() -> None:
    record = Record(game="magimiles", rules=1, seats=["x"] * 3, seed=SEED, end="*")
    state = start(3)
    setup = []
    while state.phase == "declare":
        setup.append(state.legal_moves(state.next_seat)[0])
        state.play(setup[-1])
    record.moves = f"{' '.join(setup)} 0."
    assert [finding.code for finding in replay(record).findings] == ["KF410"]
