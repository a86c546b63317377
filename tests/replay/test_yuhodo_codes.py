"""Moves of yuhodo as numbers, what copies share, and the simple player with unknown cards."""

from __future__ import annotations

import pytest

from kifu.replay.games.yuhodo.cards import BIG_SETS, CARD, LEXICON, PAIRS_WITH
from kifu.replay.games.yuhodo.game import GAME

from .yuhodo_positions import hand, hiding, play


def test_every_token_has_a_code_of_its_own() -> None:
    tokens = {"m", "G", *CARD, *(f"-{card}" for card in CARD), *(f"-{card}R" for card in CARD)}
    tokens |= {f"o{cards}" for cards in BIG_SETS}
    tokens |= {f"N{pair}" for pairs in PAIRS_WITH for pair in pairs}
    assert set(LEXICON.codes) == tokens
    assert len(set(LEXICON.codes.values())) == len(tokens)
    assert all(LEXICON.token(code) == token for token, code in LEXICON.codes.items())


def test_a_copy_learns_unknown_cards_for_itself() -> None:
    state = hiding(0, 1, 7)  # h1 h1 in hand 1, H2 in hand 2
    other = state.copy()
    play(other, "h4 -H2")
    assert "-H2" in play(state, "h4").legal_moves(1)
    assert "-H2" not in play(other, "h5 -h5 H4").legal_moves(1)
    assert hand(state, 1).count("_") == 2
    assert hand(other, 1).count("_") == 1


@pytest.mark.parametrize("places", [range(7), range(0, 14, 2), range(3, 14)])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_the_simple_player_plays_with_unknown_cards(places: range, rules: str) -> None:
    state = hiding(*places, rules=rules, games="1")
    moves = 0
    while not state.is_over and state.missing is None:
        seat = state.next_seat
        move = GAME.greedy(state, seat)
        assert move in state.legal_moves(seat)
        state.play(move, seat)
        moves += 1
    assert moves > 4
