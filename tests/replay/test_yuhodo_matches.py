"""Matches of yuhodo: unknown cards, equal cards, claims in records."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.yuhodo.cards import DECK, TOKEN
from kifu.replay.games.yuhodo.game import GAME
from kifu.replay.games.yuhodo.rules import start
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.table import PUBLIC

from .yuhodo_positions import deal, hand, hiding, legal, open_set, play, set_hand

# Unknown cards


def test_an_unknown_card_may_be_any_copy_that_lies_nowhere_else() -> None:
    state = hiding(0, 2, 40)  # h1 h1 and one of a3
    assert hand(state, 1) == "h1 H1 h2 h2 h2 _ _"
    play(state, "h4")
    discards = [move for move in state.legal_moves(1) if move[0] == "-" and move[-1] != "R"]
    assert discards == ["-h1", "-H1", "-h2", "-h4", "-a4"]
    opens = [move for move in state.legal_moves(1) if move[0] == "o"]
    assert opens == ["oh1h1h1", "oh1h1H1", "oh2h2h2"]
    with pytest.raises(IllegalMove, match="seat 1 has too few h3 in its hand"):
        state.play("oh1h2h3")
    with pytest.raises(IllegalMove, match="a3 is not in the hand of seat 1"):
        state.play("-a3")
    play(state, "oh1h1h1")
    assert hand(state, 1) == "H1 h2 h2 h2 h4 h5 h5"
    assert state.view(PUBLIC).zones["opened/1"] == ["h1", "h1", "h1"]


def test_a_card_known_by_a_move_is_no_unknown_one_any_more() -> None:
    state = hiding(0, 1, 7)  # h1 h1 in hand 1, H2 in hand 2
    play(state, "h4 -H2 h5")
    with pytest.raises(IllegalMove, match="H2 is not in the hand of seat 2"):
        state.play("-H2")
    play(state, "-h1")
    assert hand(state, 2) == "h3 h3 h3 H3 h4 h4 h5"


def test_a_market_that_is_not_known_ends_the_replay() -> None:
    first = hiding(15)
    assert (first.missing, first.phase, first.to_move(), legal(first)) == (
        "deal/1",
        "waiting",
        [],
        [],
    )
    assert [finding.code for finding in first.chance.findings] == ["KF505"]
    assert first.view(1).zones["market"] == []
    later = play(hiding(18), "h4 -h4 H4 -H4 h5 -h5 m")
    assert (later.missing, legal(later), later.marks()) == ("deal/1", [], ())
    with pytest.raises(
        IllegalMove, match="the outcome of deal/1 is not known, so nothing can be played"
    ):
        later.play("m")


def test_a_starter_or_a_deal_without_an_outcome_ends_the_replay() -> None:
    deals = [("deal/1", deal())]
    no_starter = start(GAME.read_options({}), 2, Chance(None, deals))
    assert (no_starter.missing, no_starter.to_move()) == ("starter", [])
    wrong = Chance(None, [("starter", "3"), *deals])
    assert start(GAME.read_options({}), 2, wrong).missing == "starter"
    no_deal = start(GAME.read_options({}), 2, Chance(None, [("starter", "2")]))
    assert (no_deal.missing, len(no_deal.pile())) == ("deal/1", 100)


#: Places 0-6 are the hand of seat 1, 14-16 the market, the pile begins with place 17.
GOAL = "h1 h2 h3 a1 a2 a3 d1 | i1 i1 i1 i2 i2 i2 i3 | d1 d2 h7 | d5 d6 d7"


def goal_deal(*hidden: int) -> list[tuple[str, str]]:
    front = GOAL.replace("| ", "").split()
    rest = DECK.copy()
    for token in front:
        rest.remove(token)
    tokens = [*front, *rest]
    shown = ["_" if place in hidden else token for place, token in enumerate(tokens)]
    return [("starter", "1"), ("deal/1", " ".join(shown))]


def test_a_goal_with_a_card_that_is_not_known_is_legal_if_it_may_be_one() -> None:
    for hidden, allowed_ in [((), True), ((3,), True), ((0, 3, 5), True), ((20,), True)]:
        state = start(GAME.read_options({"games": "1"}), 2, Chance(None, goal_deal(*hidden)))
        open_set(state, 1, [2, 2, 2])
        play(state, "d1")
        assert ("G" in state.legal_moves(1)) is allowed_
        state.play("G")
        assert (state.missing is None) == (3 not in hidden)
        assert state.is_over == (3 not in hidden)
        assert state.scores()[0] == (0 if 3 in hidden else 1)


def test_a_bonus_card_that_is_not_known_ends_the_replay() -> None:
    state = start(GAME.read_options({"games": "1"}), 2, Chance(None, goal_deal(17)))
    open_set(state, 1, [2, 2, 2])
    play(state, "d1 G")
    assert (state.missing, state.scores(), state.is_over) == ("deal/1", [0, 0], False)


def test_a_goal_that_no_cards_could_make_is_refused() -> None:
    state = start(GAME.read_options({}), 2, Chance(None, goal_deal(0)))
    open_set(state, 1, [2, 2, 2])
    play(state, "h7")
    assert "G" not in state.legal_moves(1)
    with pytest.raises(IllegalMove, match="needs 2 more for a goal shape"):
        state.play("G")


# Equal cards, and claims in records


def test_which_of_two_equal_cards_is_meant_makes_no_difference() -> None:
    state = hiding()
    play(state, "h4 -h1")
    again = hiding()
    set_hand(again, 1, reversed(again.hand(1)))
    play(again, "h4 -h1")
    assert state.digest() == again.digest()
    assert len(set(TOKEN)) == len(TOKEN)


def test_a_claim_comes_before_the_mark_of_the_next_turn() -> None:
    for record in simulate(
        GAME, 40, seats=3, options={"games": "1"}, players=["greedy"], seed="claims"
    ):
        words = record.moves.split()
        claims = [at for at, word in enumerate(words) if re.fullmatch(r"\d:[NG].*", word)]
        for at in claims:
            assert words[at - 1][0] == "-" or words[at - 1][1:2] == ":"
        if claims and words[claims[0] + 1][-1] == ".":
            break
    else:
        raise AssertionError("no match has a claim")
    at = claims[0]
    words[at], words[at + 1] = words[at + 1], words[at]
    (finding,) = replay(replace(record, moves=" ".join(words))).findings
    assert (finding.code, finding.token) == ("KF410", words[at])
    assert "still belongs to the previous turn" in finding.message
