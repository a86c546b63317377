"""A simple player of Atarayo, so that simulated matches look like matches."""

from __future__ import annotations

from kifu.replay.games.atarayo.calls import exchanges, matches
from kifu.replay.games.atarayo.cards import COPIES, NUMBERS, PLAYS
from kifu.replay.games.atarayo.position import Position


def greedy(state: Position, seat: int) -> str:
    """A simple player: whoever may call does, and everybody along with it, and whoever may
    counter does. Else the play that leaves the hand waiting for the most numbers, or, as long
    as it waits for none, with the smallest sum; a draw where nothing can be played.
    """
    calls = exchanges(state, seat)
    if calls:
        return max(calls, key=len)
    hand = state.hands[state.hand]
    acts = state.acts(seat)
    plays = [move for move in acts if move in PLAYS]
    return max(plays, key=lambda move: _worth(hand, move), default=acts[-1])


def _worth(hand: list[int], move: str) -> tuple[int, int, str]:
    """How many numbers the hand waits for behind a play, and what it then adds up to."""
    left = hand.copy()
    for card in PLAYS[move][0]:
        left.remove(card if card in left else 0)
    waits = sum(matches(left, total, 1, COPIES) for total in range(1, 14))
    return waits, -sum(NUMBERS[card] for card in left), move
