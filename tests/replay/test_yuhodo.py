"""The rules of yuhodo, section by section of docs/rules/yuhodo.md.

The worked examples of the page are in test_yuhodo_page.py.
"""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.yuhodo.cards import DECK
from kifu.replay.match import replay

from .yuhodo_positions import (
    cards,
    legal,
    open_set,
    pile,
    play,
    position,
)

# Section 4: sets and goal shapes


#: Examples 3, 5, 6 and 7 of the page; each of them goes on in several ways.
THIRD = """
    hand 1  d4 a1 a3 a5 a7 i1 i3 i4
    hand 2  d5 D6 h1 h3 a2 i1 i2
    hand 3  h2 h4 a4 a6 i2 i3 i4
    hand 4  d2 d3 a2 a2 a2 h6 H6
    opened 4  i1 i1 I1
    ready   4
    took    d4
    market  d7
    pile    a5 a6 h7 d1"""

FIFTH = """
    options   rules=advanced
    hand 1    h1 a2 a4 a6 d1 d3 i4 i3
    hand 2    h2 h3 a1 a1 d6 d6 d6
    opened 2  i1 i1 I1
    river 2   H4 i2
    ready     2
    took      i3
    market    h4
    pile      a5 a6 h7 d1"""

SIXTH = """
    options   games=1
    hand 1    a3 h1 h3 d1 d3 d7 i2 i4
    hand 2    a4 a5 h7 h7 H7 d5 d5
    opened 2  i1 i1 I1
    took      i4
    pile      d5 h6"""

SEVENTH = """
    options   games=1
    hand 1    D4 a1 a5 d1 d6 i2 i3 i4
    hand 2    a3 A3 h5 h5 h5 d2 d3
    opened 2  h1 h2 H3
    ready     2
    took      i4
    market    i1
    pile      h5 d7 a1 a1"""


def test_the_own_river_counts_with_the_advanced_rules_and_while_the_card_lies_there() -> None:
    state = play(position(FIFTH), "-h1")
    with pytest.raises(IllegalMove, match="H4, which this seat discarded, also completes the hand"):
        state.play("G", 2)
    taken_away = play(position(FIFTH.replace("H4 i2", "i2")), "-h1")
    assert legal(taken_away) == ["h4", "2:G"]
    basic = play(position(FIFTH.replace("rules=advanced", "rules=basic")), "-h1")
    assert legal(basic) == ["h4", "2:G"]


def test_a_market_that_can_not_be_made_makes_the_short_game_void() -> None:
    void = play(position(SIXTH), "-a3")
    with pytest.raises(IllegalMove, match="the market is empty: claim the discard, or"):
        void.play("a3")
    play(void, "m")
    assert (void.is_over, void.scores(), void.winners()) == (True, [0, 0], [1, 2])


# Section 6: the turn


def test_an_instant_win_is_of_the_advanced_rules_only() -> None:
    state = position("""
        hand 1    i3 a1 a3 a5 a7 h1 h3 h5
        hand 2    d1 d1 d2 d2 d3 d3 d7
        hand 3    i3 i3 h2 h4 h6 a2 a4
        opened 3  i1 i1 I1 | i2 i2 i2
        took      h5
        market    d6
        pile      d5 d4""")
    assert not play(state, "-i3 3:Ni3i3").is_over


def test_a_pile_that_is_exactly_used_up_goes_on() -> None:
    text = """
        hand 1  h1 h2 h3 a4 a6 d1 i2
        hand 2  d2 d2 d2 d3 d3 d3 d4
        market  i4
        pile    a5 a3 h4"""
    state = play(position(text), "i4 -i2 m")
    assert (pile(state), state.round, list(state.market)) == ("", 1, cards("a5 a3 h4"))


def test_an_open_without_two_cards_to_draw_is_void_and_the_set_stays() -> None:
    state = position("""
        options  games=1
        hand 1  h1 h2 h3 a4 a6 d1 i2
        hand 2  d2 d2 d2 d3 d3 d3 d4
        market  i4
        pile    a5""")
    play(state, "i4 oh1h2h3")
    assert (state.is_over, len(state.hand(1)), len(state.pile())) == (True, 5, 1)
    assert state.view(0).facts["opened/1"] == "3"


def test_a_ready_seat_goes_out_or_discards_what_it_took() -> None:
    text = """
        hand 1    h1 h2 h3 a4 a5 a6 d1
        opened 1  i1 i1 i1
        ready     1
        hand 2    h1 h3 a2 a4 d2 d4 i1
        market    d1 d2
        pile      h6 h7 a6 a7 d6 d7"""
    assert play(position(text), "d2").legal_moves(1) == ["-d2"]
    assert play(position(text), "d1").legal_moves(1) == ["G", "-d1"]
    state = play(position(text), "d2")
    with pytest.raises(
        IllegalMove, match="seat 1 is Ready, so it must discard the card just taken, d2"
    ):
        state.play("-h1")
    with pytest.raises(IllegalMove, match="seat 1 is Ready, so it can't open or gain a set"):
        state.play("oh1h2h3")
    with pytest.raises(IllegalMove, match="seat 1 is Ready already"):
        state.play("-d2R")
    play(state, "-d2 d1 -h3")
    assert [move for move in legal(state) if move[0] == "1"] == []


def test_ready_holds_when_the_declaring_discard_is_claimed() -> None:
    state = position("""
        hand 1    h1 h2 h3 a4 a5 a6 d1 d3
        hand 2    d1 d2 a2 a4 d7 d4 i1
        took      d3
        market    d1 d2
        pile      h6 h7 a6 a7 d6 d7""")
    play(state, "-d3R 2:Nd1d2")
    assert state.ready == 1 << 1
    assert state.river(1) == []


def test_ready_without_an_opened_set_is_an_option() -> None:
    text = """
        options   ready=opened
        hand 1    h1 h2 h3 a4 a5 a6 d1 d3
        hand 2    d1 d2 a2 a4 d7 d4 i1
        took      d3
        market    d1 d2"""
    state = position(text)
    assert not [move for move in state.legal_moves(1) if move[-1] == "R"]
    with pytest.raises(
        IllegalMove, match=r"Ready needs an opened set \(ready=opened\), but seat 1"
    ):
        state.play("-d3R")
    for other in (text + "\n opened 1  i1 i1 i1", text.replace("ready=opened", "ready=free")):
        declared = [move for move in position(other).legal_moves(1) if move[-1] == "R"]
        assert declared == ["-d1R", "-d3R"]


# Sections 7 and 8: who pays, who wins, when it ends


@pytest.mark.parametrize(
    ("options", "points", "over"),
    [
        ("games=2", "0 0", False),
        ("games=2 target=7", "0 0", True),
        ("games=2 target=8", "0 0", False),
        ("games=2 target=20", "20 0", True),
        ("games=1", "0 0", True),
    ],
)
def test_the_game_ends_with_the_last_short_game_or_at_the_target(
    options: str, points: str, over: bool
) -> None:
    text = SEVENTH.replace("games=1", options) + f"\n points  {points}"
    state = play(position(text), "-D4 2:G")
    assert state.is_over is over
    assert state.round == (1 if over else 2)
    assert state.facts()["rounds"] == 1


def test_payment_comes_before_the_look_at_the_target() -> None:
    text = SEVENTH.replace("games=1", "games=2 rules=advanced target=21") + "\n points  24 0"
    assert not play(position(text), "-D4 2:G").is_over


def test_equal_totals_share_the_win() -> None:
    state = play(position(SEVENTH + "\n points  7 0"), "-D4 2:G")
    assert state.winners() == [1, 2]


# Refusals


def test_who_may_act_is_said() -> None:
    state = play(position(THIRD), "-d4")
    for token, seat, error, message in [
        ("d7", 3, WrongActor, "seat 2 is to move, not seat 3"),
        ("d7", 5, WrongActor, "there is no seat 5"),
        ("m", 3, WrongActor, "seat 2 is to move, not seat 3"),
        ("G", 0, IllegalMove, "write which seat claims the discard, SEAT:G"),
        ("G", 5, WrongActor, "there is no seat 5"),
        ("G", 1, IllegalMove, "seat 1 has discarded this card and can't claim it"),
        ("G", 2, IllegalMove, "a goal needs an opened set, but seat 2 has none"),
        ("Nd5d6", 2, IllegalMove, "seat 2 has too few d6 in its hand"),
        (
            "ND6d5",
            2,
            IllegalMove,
            "ND6d5 does not name two cards, in canonical order, that make a big",
        ),
        ("Nd2d3", 4, IllegalMove, "seat 4 is Ready, so it can't open or gain a set"),
        ("m", 2, IllegalMove, "take a card of the market, d7; got m"),
        ("d1", 2, IllegalMove, "take a card of the market, d7; got d1"),
        ("-d4", 2, IllegalMove, "take a card of the market, d7; got -d4"),
    ]:
        before = state.digest()
        with pytest.raises(error, match=message):
            state.play(token, seat)
        assert state.digest() == before


def test_moves_of_a_turn_that_are_refused_say_why() -> None:
    state = position("""
        hand 1    h1 h2 h3 a4 a5 a7 d1 d3
        hand 2    d1 d2 a2 a4 d7 d4 i1
        took      d3
        market    d1 d2""")
    for token, message in [
        ("G", "a goal needs an opened set, but seat 1 has none"),
        ("oh1h2h4", "oh1h2h4 does not name three cards of a big set in canonical order"),
        ("oh2h1h3", "oh2h1h3 does not name three cards"),
        ("oh1h2H3", "seat 1 has too few H3 in its hand"),
        ("-d7", "d7 is not in the hand of seat 1"),
        ("-h1R", "Ready needs a hand that is 1 card away from a goal shape; without h1 it is 3"),
        ("d1", "seat 1 must go out, open a set or discard; d1 is none of these"),
        ("m", "seat 1 must go out, open a set or discard; m is none of these"),
    ]:
        before = state.digest()
        with pytest.raises(IllegalMove, match=message):
            state.play(token)
        assert state.digest() == before
    open_set(state, 1, cards("i1 i1 i1"))
    with pytest.raises(IllegalMove, match=r"the hand needs 2 more for a goal shape"):
        state.play("G")


def test_a_goal_on_a_discard_needs_ready() -> None:
    state = play(position(THIRD.replace("ready   4", "")), "-d4")
    assert "4:G" not in legal(state)
    with pytest.raises(IllegalMove, match="needs Ready, which seat 4 has not declared"):
        state.play("G", 4)


def test_a_claim_without_its_actor_is_a_diagnostic_of_its_own() -> None:
    chance = [("starter", "1"), ("deal/1", " ".join(DECK))]
    record = Record(game="yuhodo", rules=1, seats=["Aki", "Ben"], chance=chance, end="*")
    moves = {"Nh1h3": ["H4", "h5", "2:Nh3h4", "2:NH3h4"], "Nh3h4": ["2:Nh3h4"]}
    for claim, expected in moves.items():
        record.moves = f"h4 -h2 {claim}"
        [finding] = replay(record).findings
        assert (finding.code, finding.expected) == ("KF408", expected)
