"""What a seat of Atarayo faces, as a number. `display` says it in words.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.atarayo.calls import may_call, number_called
from kifu.replay.games.atarayo.cards import (
    CHOICE_PLACE,
    COLOURED,
    EIGHT,
    ELEVEN,
    WILD_PLACE,
)
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.scoring import STANDBY


def code(state: Position, seat: i64) -> i64:
    """What `seat` faces: from the lowest bit on the phase (3 bits), whether it is on turn (1), the
    number of the field card (4), whether a colour is named (1), the cards of an attack, 6 for more
    and 7 for an open hand (3), the cards of its hand (4) and how many of them may be laid down (4),
    whether it may call (1), and whether it is on Standby (1).
    """
    hand = next_hand(state, seat)
    attack = min(state.amount, 6)
    if attack == 0 and state.attack > 0:
        attack = 7
    faced = state.stage
    if seat == state.next_seat:
        faced |= 1 << 3
    faced |= number_called(state) << 4
    if state.named > 0:
        faced |= 1 << 8
    faced |= attack << 9 | state.size[hand] << 12 | _fitting_cards(state, hand) << 16
    if may_call(state, seat):
        faced |= 1 << 20
    if state.points[seat] >= STANDBY:
        faced |= 1 << 21
    return faced


def next_hand(state: Position, seat: i64) -> i64:
    """The hand of `seat` whose turn it is, or comes next where nobody is skipped."""
    at = state.hand - 1
    if at < 0:
        at = state.hands - 1
    while state.owners[at + 1] != seat:
        at += state.direction
        if at < 0:
            at = state.hands - 1
        elif at == state.hands:
            at = 0
    return at + 1


def _fitting_cards(state: Position, hand: i64) -> i64:
    """How many known cards of a hand may be laid down now, as they would be in their turn."""
    if state.high == 0:
        return 0
    fitting = state.held[hand] & state.fitting()
    found: i64 = 0
    if fitting >> WILD_PLACE & 1:
        found += state.numbers[hand] >> 4 * EIGHT & 15
    if fitting >> CHOICE_PLACE & 1:
        found += state.numbers[hand] >> 4 * ELEVEN & 15
    fitting &= COLOURED
    while fitting:
        found += 1
        fitting &= fitting - 1
    return found
