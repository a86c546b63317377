"""The rules of Atarayo, section by section of docs/rules/atarayo.md: the set-up, plays and their
effects, drawing, attacks, what ends a round, and
play to the end of a stretch. Calls are in test_atarayo_calls.py."""

from __future__ import annotations

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.atarayo import players
from kifu.replay.games.atarayo.cards import KIND, TOKENS
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.options import Options
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.players.asking import next_move
from kifu.replay.table import PUBLIC

from .atarayo_positions import (
    SEED,
    holds,
    kinds,
    names,
    on_table,
    played,
    rest,
    set_hand,
    set_heap,
    set_phase,
    set_pile,
)


def deal(beginning: str) -> tuple[str, str]:
    """A deal of round 1 that begins so and goes on in canonical order."""
    cards = kinds(beginning)
    return "deal/1", names([*cards, *rest(cards)])


def dealt(beginning: str, seats: int = 3, later: str = SEED, **options: str) -> Atarayo:
    """Ply 0 of that deal; what is shuffled later comes from the seed."""
    chance = Chance(later, [deal(beginning)])
    return start(GAME.read_options(options), seats, chance)


def placed(field: str, *hands: str, **options: str) -> Atarayo:
    """A position in the first turn of hand 1. `field` was the first field card, or the play of
    the last hand if it stands behind a `>`. In the duel the hands are 1L, 2R, 2L, 1R."""
    state = on_table(field.removeprefix(">"), list(hands), options)
    state.window = len(hands) if field[0] == ">" else 0
    return state


# 5. The deal


@pytest.mark.parametrize(
    ("revealed", "field", "face"),
    [("b13 r2", "r2", "b13"), ("r2 b13", "r2", "b13"), ("8 g7", "g7", "8"), ("8 8", "8", "8"),
     ("11 8", "8", "11"), ("11 11", "11", "11")],
)  # fmt: skip
def test_the_smaller_number_is_the_first_field_card(revealed: str, field: str, face: str) -> None:
    state = dealt(revealed)
    assert (state.phase, state.next_seat, state.marks()) == ("act", 1, ("#1", "1."))
    assert names(list(state.field)) == field
    assert TOKENS[state.deck[state.up]] == face
    assert state.named == state.window == 0


def test_two_equal_numbers_are_chosen_from() -> None:
    state = dealt("r4 b4")
    assert (state.phase, state.to_move(), state.marks()) == ("choose", [1], ("#1", "1."))
    assert state.legal_moves(1) == ["fb4", "fr4"]
    assert state.view(PUBLIC).zones["revealed"] == ["r4", "b4"]
    assert len(state.view(PUBLIC).zones["pile"]) == 48
    for token in ("b4", "fg4", "d", "f", "fr4+b4"):
        with pytest.raises(IllegalMove, match="expected fr4 or fb4; got"):
            state.play(token)
    for call in ("A2", "A23C"):
        with pytest.raises(IllegalMove, match="there is no card to call on"):
            state.play(call)
    with pytest.raises(WrongActor, match="only seat 1 can play fr4, not seat 2"):
        state.play("fr4", 2)
    state.play("fr4", 1)
    assert (state.phase, names(list(state.field)), state.marks()) == ("act", "r4", ())
    assert state.view(PUBLIC).zones["pile"][24] == "b4"
    assert state.view(PUBLIC).zones["revealed"] == []


@pytest.mark.parametrize(
    ("outcome", "code"),
    [("_ 8", "KF505"), ("8 _", "KF505"), ("8 11 b1", "KF505"), ("8 8 8 8 8 8", "KF505")],
)
def test_a_deal_that_can_not_be_played_with_ends_the_replay(outcome: str, code: str) -> None:
    words = outcome.split()
    if "_" in words:
        words += ["_"] * 63
    chance = Chance(None, [("deal/1", " ".join(words))])
    state = start(Options(), 3, chance)
    assert [finding.code for finding in chance.findings] == [code]
    assert (state.missing, state.phase, state.to_move()) == ("deal/1", "waiting", [])
    assert state.marks() == ()
    with pytest.raises(IllegalMove, match="the outcome of deal/1 is not known"):
        state.play("d")


# 6. What may be played


def test_orders_with_the_same_top_lead_to_the_same_position() -> None:
    one, two, other = (placed("b4", "r4 g4 y4", "b9", "") for _ in range(3))
    one.play("r4+g4+y4")
    two.play("g4+r4+y4")
    other.play("r4+y4+g4")
    assert one.digest() == two.digest() != other.digest()


# Drawing, the point card, the reshuffle, the burst


def test_a_turn_with_a_draw() -> None:
    state = placed(">b4", "r7", "", "")
    set_pile(state, [KIND["b1"], *state.pile[1:]])
    state.play("d")
    assert (state.phase, state.turn, state.to_move(), state.marks()) == ("drawn", 1, [1], ())
    assert state.legal_moves(1) == ["b1", "-"]
    assert state.window == 0
    with pytest.raises(IllegalMove, match=r"^expected after a draw, a play or -; got d$"):
        state.play("d")
    for call in ("A2", "A32"):
        with pytest.raises(IllegalMove, match="nobody has played since the last draw"):
            state.play(call)
    state.play("-")
    assert (state.phase, state.turn, state.hand, state.window) == ("act", 2, 2, 0)


@pytest.mark.parametrize(("move", "attack", "phase"), [("d", 0, "act"), ("x", 6, "attacked")])
def test_a_reshuffle_without_an_outcome_ends_the_replay(
    move: str, attack: int, phase: Literal["act", "attacked"]
) -> None:
    state = placed("b6", "", "", "")
    set_phase(state, phase)
    state.attack, state.amount = attack, 4
    set_heap(state, kinds("8 y1"), kinds("b6"))
    set_pile(state, kinds("g1"))
    state.chance = Chance()
    state.play(move)
    assert (state.phase, state.missing, state.to_move()) == ("waiting", "reshuffle/1/1", [])
    assert (names(state.cards_in(1)), state.pile, names(state.discards)) == ("g1", [], "8 y1")


# Under attack


def test_an_opened_hand_is_public_and_what_is_drawn_later_is_not() -> None:
    state = placed("b4", "b13", "r10 g3", "", "")
    played(state, "b13 x")
    assert (state.phase, state.hand, state.window) == ("act", 2, 1)
    assert state.view(1).zones["hand/2"] == ["r10", "g3"]
    assert state.view(PUBLIC).facts["open/2"] == "r10 g3"
    set_pile(state, [KIND["g1"], *state.pile[1:]])
    played(state, "d")
    assert state.view(1).zones["hand/2"] == ["r10", "g3", "_"]
    assert state.view(2).zones["hand/2"] == ["r10", "g1", "g3"]


def test_the_revealed_copy_of_an_8_is_played_first() -> None:
    state = placed("b4", "b13", "8 r3", "", "")
    set_pile(state, [KIND["8"], KIND["8"], *state.pile[2:]])
    played(state, "b13 x d")
    assert state.view(3).zones["hand/2"] == ["r3", "8", "_"]
    state.play("8")
    assert state.view(3).zones["hand/2"] == ["r3", "_"]


def test_an_empty_hand_accepts_and_draws() -> None:
    state = placed("b4", "b13", "", "", "")
    state.play("b13")
    assert state.legal_moves(2) == ["x"]
    state.play("x")
    assert state.legal_moves(2) == ["d"]
    state = placed("b4", "b6", "", "", "")
    played(state, "b6 x")
    assert state.size[2] == 2


# Refusals


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("r4", "hand 1 does not hold r4"),
        ("b7+r7+g7", r"hand 1 does not hold b7\+r7\+g7"),
        ("r7", "r7 has neither the colour nor the number of b4"),
        ("r7+b7", "r7 has neither the colour nor the number of b4"),
        ("x", "expected a play, d or a call; got x"),
        ("-", "expected a play, d or a call; got -"),
        ("b7+r4", "write cards of one number, .*; got b7[+]r4"),
        ("b7+b7", "write cards of one number, .*; got b7[+]b7"),
        ("8+8+8+8+8+8", "write cards of one number, .*; got 8[+]8[+]8[+]8[+]8[+]8"),
        ("b7=b", "write cards of one number, .*; got b7=b"),
        ("8=", "write cards of one number, .*; got 8="),
        ("11", "write cards of one number, .*; got 11"),
        ("11+11=w", "write cards of one number, .*; got 11[+]11=w"),
        ("b8", "write cards of one number, .*; got b8"),
        ("fb7", "expected a play, d or a call; got fb7"),
        ("", "expected a play, d or a call; got "),
    ],
)
def test_a_refusal_names_the_rule(move: str, message: str) -> None:
    state = placed(">b4", "b7 r7 g1", "", "")
    before = state.digest()
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(move)
    assert state.digest() == before


@pytest.mark.parametrize(
    ("field", "move", "message"),
    [
        ("b6", "b9", "b9 can't answer the attack on hand 1; on b6 play a 6 or a 5"),
        (
            "b5",
            "r6",
            "r6 can't answer the attack on hand 1; on b5 play a 5, or a 6 of its colour",
        ),
        ("b6", "d", "expected under attack, an answer, x or a call; got d"),
    ],
)
def test_a_refusal_under_attack_names_the_rule(field: str, move: str, message: str) -> None:
    state = placed(field, "b9 r6", "", "")
    set_phase(state, "attacked")
    state.attack, state.amount = 6, 2
    with pytest.raises(IllegalMove, match=f"^{message}$"):
        state.play(move)


def test_a_wrong_prefix_is_refused() -> None:
    state = placed(">b4", "b7", "b1 b3", "")
    for move, seat, message in (
        ("b7", 2, "seat 1 is to move, not seat 2"),
        ("d", 3, "only seat 1 can play d, not seat 3"),
        ("A2", 1, "only seat 2 can play A2, not seat 1"),
        ("A2", -1, "there is no seat -1"),
    ):
        with pytest.raises(WrongActor, match=f"^{message}$"):
            state.play(move, seat)
    with pytest.raises(IllegalMove, match="a call names hands of this table in seat order"):
        state.play("A4", 1)
    assert [GAME.seat_of(state, token) for token in ("b7", "d", "A2", "A", "A9")] == [1, 1, 2, 1, 1]
    state.play("A2", 2)


# Unknown cards


def test_unknown_cards_are_no_more_than_they_are() -> None:
    state = placed("b4", "b7", "", "")
    set_hand(state, 1, [KIND["b7"], 0])
    set_pile(state, [0] * 62)
    assert holds(state, "b7+r7")
    assert not holds(state, "r7+g7")
    assert not holds(state, "b4")
    set_hand(state, 2, kinds("8 8 8 8 8"))
    assert not holds(state, "8")
    set_hand(state, 2, kinds("8 8 8 8"))
    assert holds(state, "8")
    assert not holds(state, "8+8")


# The option spent6


def test_with_spent6_faq_a_five_of_another_colour_is_refused_with_the_option() -> None:
    hands = ["b5 r5", "g5", "p1"]
    asked = on_table("b6", hands, {"spent6": "faq"})
    with pytest.raises(IllegalMove, match="with spent6=faq, of the 5s only one of the same colour"):
        asked.play("r5")
    with pytest.raises(IllegalMove, match="r6 has neither the colour nor the number of b5"):
        on_table("b5", ["r6", "g5", "p1"], {"spent6": "faq"}).play("r6")
    on_table("b6", hands).play("r5")
    asked.play("b5+r5")
    assert asked.field == kinds("b5 r5")


def test_spent6_is_part_of_a_position_only_where_it_is_chosen() -> None:
    positions = [players.canonical(on_table("b6", ["b5", "r1", "p1"], given)) for given in (
        {}, {"spent6": "any"}, {"spent6": "faq"})]  # fmt: skip
    assert positions[0] == positions[1]
    assert positions[2] == positions[0].replace("standby|", "standby faq|", 1)


def test_who_starts_a_round_may_be_written_and_goes_on_from_there() -> None:
    record = [("starter/1", "3"), ("deal/1", deal("b1 r2")[1])]
    state = start(GAME.read_options({}), 4, Chance(SEED, record))
    usual = start(GAME.read_options({}), 4, Chance(SEED, record[1:]))
    assert (state.starter, state.to_move(), usual.starter) == (3, [3], 1)
    assert state.digest() != usual.digest()
    state.start_round()
    assert state.starter == 4
    wrong = Chance(SEED, [("starter/1", "5")])
    assert start(GAME.read_options({}), 4, wrong).starter == 1
    assert [found.code for found in wrong.findings] == ["KF505"]
    unused = Chance(SEED, [("starter/9", "2")])
    start(GAME.read_options({}), 4, unused)
    assert unused.unused() == ["starter/9"]


def test_every_attack_is_said_as_what_it_asks_for() -> None:
    layout = GAME.layout(GAME.settle(GAME.read_options({}), 3), 3)
    for hand, play, en, ja in (
        ("b6 r6 g6", "b6+r6+g6", "draw 6 cards", "6枚引く"),
        ("b13", "b13", "open the hand", "手札を公開"),
    ):
        state = placed("b4", hand, "", "")
        state.play(play)
        attack = layout.fact_words("attack", state.view(1).facts["attack"])
        assert (attack.en, attack.ja) == (en, ja)
    assert layout.fact_words("score", 8).en == "8 (Standby)"


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
