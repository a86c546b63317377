"""The rules of yuhodo, section by section of docs/rules/yuhodo.md.

The worked examples of the page are in test_yuhodo_page.py.
"""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.yuhodo.cards import DECK, token_of
from kifu.replay.games.yuhodo.game import GAME
from kifu.replay.games.yuhodo.rules import start
from kifu.replay.games.yuhodo.shapes import distance
from kifu.replay.replayer import replay
from kifu.replay.table import Step

from .yuhodo_positions import (
    SEED,
    cards,
    hand,
    lay_out,
    legal,
    open_set,
    pile,
    play,
    position,
    shape_of,
    split,
    throw,
    tokens,
)

# Section 4: sets and goal shapes


def test_what_is_a_set() -> None:
    assert split(cards("a3 A3 h5 h5 H5 d2 d3 D4"))
    assert split(cards("i1 i1 i2 i2 i2 i3 i3 i3"))
    assert not split(cards("a3 A3 h5 h5 H5 h1 h6 h7"))
    assert not split(cards("a3 A3 h5 h5 H5 i1 i2 i3"))
    assert not split(cards("a3 A3 h5 h5 H5 h6 h7 a1"))


def test_the_smaller_pair_comes_first_where_a_hand_splits_in_two_ways() -> None:
    found = split(cards("h2 h2 h2 h3 h4 h5 h5 h5"))
    assert [token_of(tuple(part)) for part in found] == ["h2h2", "h2h3h4", "h5h5h5"]


def test_four_cards_of_a_kind_do_not_wait_for_a_fifth() -> None:
    assert distance(shape_of(cards("h1 h1 h1 H1 a5 a5 A5"))) == 2
    seven = shape_of(cards("h1 h1 h1 H1 h2 a5 a5"))
    completing = [
        token for token in dict.fromkeys(DECK) if not distance(seven + shape_of(cards(token)))
    ]
    assert completing == ["h3", "H3"]


#: Examples 3, 5, 6, 7 and 10 of the page; each of them goes on in several ways.
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

TENTH = """
    options   rules=advanced
    hand 1    i3 a1 a3 a5 a7 h1 h3 h5
    hand 2    d1 d1 d2 d2 d3 d3 d7
    hand 3    i3 i3 h2 h4 h6 a2 a4
    opened 3  i1 i1 I1 | i2 i2 i2
    took      h5
    market    d6
    pile      d5"""


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


def test_an_instant_win_comes_before_cards_are_drawn_and_with_the_advanced_rules_only() -> None:
    advanced = play(position(TENTH), "-i3 3:Ni3i3")
    assert (advanced.is_over, advanced.winners(), len(advanced.hand(3))) == (True, [3], 5)
    basic = play(position(TENTH.replace("rules=advanced", "games=1")), "-i3 3:Ni3i3")
    assert (basic.is_over, basic.winners(), len(basic.hand(3))) == (True, [1, 2, 3], 5)


# Section 5: the deal


def test_the_deal_lays_hands_market_and_pile_as_the_page_says() -> None:
    deck = " ".join(DECK)
    for seats in GAME.seats(GAME.read_options({})):
        state = start(
            GAME.read_options({}), seats, Chance(None, [("starter", "2"), ("deal/1", deck)])
        )
        for seat in range(1, seats + 1):
            assert hand(state, seat).split() == DECK[7 * seat - 7 : 7 * seat]
        assert state.view(0).zones["market"] == DECK[7 * seats : 8 * seats + 1]
        assert len(state.pile()) == {2: 83, 3: 75, 4: 67}[seats]
        assert state.view(0).zones["pile"] == ["_"] * len(state.pile())
        assert (state.starter, state.next_seat, state.marks()) == (2, 2, ("#1", "1."))


def test_the_next_short_game_is_started_by_the_left_neighbour_also_after_a_void_one() -> None:
    state = start(GAME.read_options({}), 3, Chance(SEED, [("starter", "3")]))
    starters = []
    for number in range(1, 7):
        assert state.round == number
        starters.append(state.next_seat)
        throw(state, (state.next_seat - 2) % 3 + 1, 5)
        lay_out(state, [], [])
        state.window = 5
        state.play("m")
    assert starters == [3, 1, 2, 3, 1, 2]
    assert state.is_over


# Section 6: the turn


def test_a_market_is_made_by_itself_after_an_open_and_by_m_after_a_discard() -> None:
    text = """
        hand 1  h1 h2 h3 a4 a6 d1 i2
        hand 2  d2 d2 d2 d3 d3 d3 d4
        market  i4
        pile    a5 a3 h4 h5 h6 a1"""
    opened = play(position(text), "i4 oh1h2h3")
    assert opened.view(0).zones["market"] == ["h4", "h5", "h6"]
    assert (legal(opened), opened.marks()) == (["h4", "h5", "h6"], ("2.",))
    passed = play(position(text), "i4 -i2")
    assert legal(passed) == ["m"]
    play(passed, "m")
    assert passed.view(0).zones["market"] == ["a5", "a3", "h4"]
    assert passed.marks() == ()


def test_a_pile_that_is_exactly_used_up_goes_on() -> None:
    text = """
        hand 1  h1 h2 h3 a4 a6 d1 i2
        hand 2  d2 d2 d2 d3 d3 d3 d4
        market  i4
        pile    a5 a3 h4"""
    state = play(position(text), "i4 -i2 m")
    assert (pile(state), state.round, state.market_cards()) == ("", 1, cards("a5 a3 h4"))


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


def test_a_gain_gives_nobody_an_extra_turn_and_takes_none_away() -> None:
    text = """
        hand 1  h3 a1 a3 a5 d1 d3 d5 i4
        hand 2  h1 h2 a2 a4 d2 d4 i1
        hand 3  h4 h5 a6 a7 d6 d7 i2
        took    i4
        market  i3
        pile    h6 h7 a6 a7 d6 d7"""
    for claim in ("2:Nh1h2", "3:Nh4h5"):
        state = play(position(text), f"-h3 {claim}")
        assert (state.next_seat, legal(state)) == (2, ["i3"])
        with pytest.raises(IllegalMove, match="there is no discard to claim"):
            state.play("Nh1h2", 3)


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


def test_the_discarder_pays_with_the_advanced_rules_only() -> None:
    text = SEVENTH.replace("games=1", "games=1 rules=advanced") + "\n points  9 0"
    assert play(position(text), "-D4 2:G").scores() == [5, 4]
    assert play(position(text.replace(" rules=advanced", "")), "-D4 2:G").scores() == [9, 7]


def test_nobody_pays_for_a_goal_with_a_card_of_the_market() -> None:
    state = position("""
        options   rules=advanced games=1
        points    0 9
        hand 1    h2 h2 h2 h3 h4 h5 h5
        opened 1  a1 a2 a3
        hand 2    d1 d1 d2 d2 d3 d3 d7
        market    h5
        pile      a4""")
    assert play(state, "h5 G").scores() == [1, 9]


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


def test_the_last_position_stays() -> None:
    state = play(position(SEVENTH), "-D4 2:G")
    assert (state.to_move(), state.next_seat, legal(state), state.marks()) == ([], 0, [], ())
    table = state.view(1)
    assert table.zones["goal/2"] == tokens("a3 A3 h5 h5 h5 d2 d3 D4")
    assert (table.zones["hand/2"], table.zones["bonus"]) == ([], ["h5", "d7"])
    assert table.facts["goal/2"] == "2 3 3"
    assert (table.zones["river/1"], len(table.zones["pile"])) == ([], 2)


# Section 10: marks


def test_marks_of_the_page() -> None:
    state = position("""
        hand 1  a2 a1 a3 h5 h7 a4 i1
        hand 2  d1 h1 h3 d5 i2 i3 i4
        hand 3  d2 d3 a6 a7 h2 h4 h6
        market  h4 D7 a6 i1
        pile    a1 a2 h2 h3 h1 h6 a5 d6""")
    marks = []
    for word in tokens("h4 -a2 D7 -d1 3:Nd2d3 a6 -a6 i1 -i1 m h2 oh1h2h3"):
        marks.append(" ".join(state.marks()))
        play(state, word)
    assert marks == ["#1 1.", "", "2.", "", "3.", "3.", "", "4.", "", "5.", "", ""]


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
    moves = {"Nh1h3": ["2:H4", "2:h5", "2:Nh3h4", "…"], "Nh3h4": ["2:Nh3h4"]}
    for claim, expected in moves.items():
        record.moves = f"h4 -h2 {claim}"
        [finding] = replay(record).findings
        assert (finding.code, finding.expected) == ("KF408", expected)


def test_the_kinds_of_steps_tell_what_happened() -> None:
    kinds: list[str] = []

    def watch(step: Step) -> None:
        kinds.append(step.kind)

    text = SEVENTH.replace("games=1", "games=2 rules=advanced")
    play(position(text), "-D4").play("G", 2, watch)
    assert kinds == ["goal", "bonus", "bonus", "score", "pay", "collect", "deal", "market"]
    kinds.clear()
    play(position(TENTH), "-i3").play("Ni3i3", 3, watch)
    assert kinds == ["gain", "instant", "end"]
    kinds.clear()
    play(position(SIXTH), "-a3").play("m", 2, watch)
    assert kinds == ["pass", "void", "end"]


def test_the_game_form_has_marks_and_the_actors_of_claims_only() -> None:
    chance = [("starter", "1"), ("deal/1", " ".join(DECK))]
    record = Record(game="yuhodo", rules=1, seats=["Aki", "Ben"], chance=chance, end="*")
    record.options = {"games": "6", "target": "24", "ready": "free"}
    record.moves = "1:h4 1:-h1 2:h5 2:-h3"
    form = game_form(replay(record))
    assert (form.moves, form.options) == ("#1 1. h4 -h1 2. h5 -h3", {})
    record.moves += " 1:Nh1h2"
    assert "1:Nh1h2" in game_form(replay(record)).moves
