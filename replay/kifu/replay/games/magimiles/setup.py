"""Section 6 of MAGiMiLES's page: how a round is dealt and prepared, up to its first trick.

Each function changes the position that it is given. Those that play a move say whether the setup
is over.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import bit, count
from kifu.replay.games.magimiles import display, refusals
from kifu.replay.games.magimiles.cards import (
    BIT,
    CARD_BITS,
    DECLARED,
    PASSED,
    PICKED,
    SUPPORT_CARD,
    TAKEN,
    WHOLE_DECK,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    IN_PILE,
    NEEDED,
    OVER,
    PASS1,
    PASS2,
    PICK1,
    PICK2,
    PILES,
    WAITING,
    Position,
)

#: How many cards are dealt to a hand, by the number of seats; of two, none.
DEALT: Final = vec[i64]([0, 0, 0, 11, 8])


def go_on(state: Position, stage: i64, seat: i64) -> None:
    """Begin the phase `stage` (PICK1, MAIN and so on) with the move of `seat`; 0 if nobody, or
    either partner, may act.
    """
    state.stage = stage
    state.next_seat = seat
    if state.watch is not None:
        state.watch(display.status(state, "end" if stage == OVER else "phase"))


def begin_round(state: Position) -> None:
    """Deal the cards of a round and begin its first phase. With two seats, one deal serves both
    rounds.
    """
    state.round += 1
    state.turn = 0
    state.leader = state.round
    dealt = state.chance.deal(_label(state), state.tables.deck, NEEDED[state.n])
    if dealt is None:
        _wait_for_deal(state)
        return
    deck: vec[i64] = dealt
    state.deck = deck
    known: i64 = 0
    for card in deck:
        known |= BIT[card]
    state.unseen = WHOLE_DECK & ~known
    if state.n == 2:
        lay_piles(state)
        return
    for seat in range(1, state.n + 1):
        _deal_hand(state, seat)
    if state.watch is not None:
        state.watch(display.deal(state))
    _turn_up_trump(state, DECLARE if state.n == 3 else PASS1)


def _label(state: Position) -> str:
    """The label of the chance event that deals the cards of this round."""
    return "deal/1" if state.n == 2 else f"deal/{state.round}"


def _deal_hand(state: Position, seat: i64) -> None:
    """Give `seat` the next cards of the deck as its hand, a mask; those that are not known (0 in
    the deck) are counted in `unknown`.
    """
    begin, size = state.dealt, DEALT[state.n]
    state.dealt += size
    cards: i64 = 0
    for card in state.deck[begin : begin + size]:
        cards |= BIT[card]
    state.hands[seat] = cards & WHOLE_DECK
    state.unknown[seat] = size - count(state.hands[seat])


def _wait_for_deal(state: Position) -> None:
    """Stop the match in the phase WAITING, with this round's deal as `missing`: cards of it that
    must be known are not.
    """
    state.missing = _label(state)
    go_on(state, WAITING, 0)


def _turn_up_trump(state: Position, following: i64) -> None:
    """Turn up the trump card and begin the phase `following` with the seat that leads. If the card
    is unknown, stop the match instead.
    """
    card = state.deck[state.dealt]
    if card == 0:
        state.chance.refuse(_label(state), "the trump card must be known")
        _wait_for_deal(state)
        return
    state.dealt += 1
    state.trump_card = card
    state.trump = state.tables.number[card]
    if state.watch is not None:
        state.watch(display.trump(state))
    go_on(state, following, state.leader)


# 2 players: the piles


def lay_piles(state: Position) -> None:
    """Lay out the four piles, face up. If one of their cards is unknown, stop the match instead."""
    for card in state.deck[state.dealt : state.dealt + PILES * IN_PILE]:
        if card == 0:
            state.chance.refuse(_label(state), "the cards of the piles must be known")
            _wait_for_deal(state)
            return
    state.dealt += PILES * IN_PILE
    state.piles = bit(PILES) - 1
    if state.watch is not None:
        state.watch(display.lay_piles(state))
    go_on(state, PICK1, 1)


def pick(state: Position, code: i64, seat: i64) -> bool:
    """Play the pick with this code: `pK` by seat 1, then `pK+pL` by seat 2, after which seat 1 gets
    the last pile and, in round 1, each seat draws a card and the trump is turned up. True if the
    tricks begin now. Raises IllegalMove.
    """
    picked = code - PICKED
    if code < PICKED or code >= TAKEN or picked & ~state.piles:
        raise refusals.no_pick(state, code, seat)
    wanted: i64 = 1
    if state.stage == PICK2:
        wanted = 2
    if count(picked) != wanted:
        raise refusals.no_pick(state, code, seat)
    _take_piles(state, seat, picked)
    if state.stage == PICK1:
        go_on(state, PICK2, 2)
        return False
    _take_piles(state, 1, state.piles)
    if state.round == 2:
        return True
    for other in range(1, 3):
        _draw_one(state, other)
    _turn_up_trump(state, DECLARE)
    return False


def _take_piles(state: Position, seat: i64, picked: i64) -> None:
    """Move the cards of the piles in the mask `picked` into the hand of `seat`."""
    cards: i64 = 0
    for pile in range(PILES):
        if picked >> pile & 1:
            for card in state.pile_at(pile):
                cards |= BIT[card]
    state.hands[seat] |= cards
    if state.watch is not None:
        state.watch(display.pick(state, seat, picked))
    state.piles &= ~picked


def _draw_one(state: Position, seat: i64) -> None:
    """Move the next card of the deck into the hand of `seat`."""
    card = state.deck[state.dealt]
    state.dealt += 1
    state.hold(seat, card)
    if state.watch is not None:
        state.watch(display.draw(state, seat, card))


# 4 players: the exchange


def pass_on(state: Position, code: i64, seat: i64) -> None:
    """Play the pass `^CARD` with this code: one partner passes a card to the other, who then passes
    one back, after which either of them declares. Raises IllegalMove.
    """
    if code < PASSED or code >= SUPPORT_CARD:
        raise refusals.no_pass(state, code)
    unknown = state.unknown[seat]
    card = state.leave(code & CARD_BITS, seat)
    receiver = state.partner(seat)
    state.hold(receiver, card)
    if state.watch is not None:
        state.watch(display.pass_on(state, seat, card, state.unknown[seat] < unknown))
    if state.stage == PASS1:
        go_on(state, PASS2, receiver)
    else:
        state.either = receiver
        go_on(state, DECLARE, 0)


# The declaration


def declare(state: Position, code: i64, seat: i64) -> bool:
    """Play the declaration `=CARD` with this code by `seat`. Every seat declares in turn; with four
    seats, one partner of each team does, and draws a card. True if the tricks begin now. Raises
    IllegalMove for a code of another move or a card not in the hand.
    """
    if code < DECLARED or code >= PASSED:
        raise refusals.no_declaration(state, code)
    unknown = state.unknown[seat]
    card = state.leave(code & CARD_BITS, seat)
    state.declared[seat] = card
    if state.watch is not None:
        state.watch(display.declare(state, seat, card, state.unknown[seat] < unknown))
    if state.n == 4:
        _draw_one(state, seat)
        team, state.either = state.either, 0
        if team == 1:
            go_on(state, PASS1, 2)
        return team == 2
    following = seat % state.n + 1
    if state.declared[following] != 0:
        return True
    go_on(state, DECLARE, following)
    return False
