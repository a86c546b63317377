"""Positions of 6 nimmt! set up for tests, and how tests read them."""

from __future__ import annotations

from kifu.replay.chance import Chance
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.position import LARGEST, NOWHERE, OUT, WIDE
from kifu.replay.games.nimmt.rules import Nimmt, start

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def in_the_middle(rows: str, hands: list[str], placement: str = "standard", **more: int) -> Nimmt:
    """A position at the start of a turn with these rows and hands, ten cards each assumed."""
    options = GAME.read_options({"placement": placement} if placement != "standard" else {})
    state = start(options, len(hands), Chance(SEED))
    for card in range(1, LARGEST + 1):
        state.held[card] = NOWHERE
    for k, text in enumerate(rows.split("|"), 1):
        row = [int(card) for card in text.split()]
        state.sizes[k - 1], state.ends[k - 1] = len(row), row[-1]
        state.row_heads[k - 1] = sum(state.heads_on[card] for card in row)
        for place, card in enumerate(row, WIDE * (k - 1)):
            state.rows[place] = card
            state.held[card] = OUT
    for seat, hand in enumerate(hands, 1):
        for token in hand.split():
            state.held[int(token)] = seat
    for name, value in more.items():
        setattr(state, name, value)
    return state


def rows_of(state: Nimmt) -> str:
    return " | ".join(" ".join(map(str, state.row(k))) for k in range(1, 5))
