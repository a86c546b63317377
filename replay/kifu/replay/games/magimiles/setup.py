"""Section 6 of MAGiMiLES's page: how a round is dealt and prepared, up to its first trick.

Each function changes the position that it is given. Those that play a move say whether the setup
is over.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import bit, count
from kifu.replay.games.magimiles import display
from kifu.replay.games.magimiles.cards import (
    BIT,
    CARD_BITS,
    PICKED,
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
        wait_for(state, _label(state))
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
    _turn_up_trump(state)


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


def wait_for(state: Position, label: str, why: str = "") -> None:
    """Stop the match in the phase WAITING, with the chance event `label` as `missing`: cards of it
    that must be known are not. `why` says which, where its outcome is written.
    """
    if why:
        state.chance.refuse(label, why)
    state.missing = label
    go_on(state, WAITING, 0)


def _turn_up_trump(state: Position) -> None:
    """Turn up the trump card, and begin the declarations or, with four seats, the exchange. If the
    card is unknown, stop the match instead.
    """
    card = state.deck[state.dealt]
    if card == 0:
        wait_for(state, _label(state), "the trump card must be known")
        return
    state.dealt += 1
    state.trump_card = card
    state.trump = state.tables.number[card]
    if state.watch is not None:
        state.watch(display.trump(state))
    if state.n == 4:
        _begin_exchange(state, 1)
    else:
        go_on(state, DECLARE, state.leader)


# 2 players: the piles


def lay_piles(state: Position) -> None:
    """Lay out the four piles, face up. If one of their cards is unknown, stop the match instead."""
    for card in state.deck[state.dealt : state.dealt + PILES * IN_PILE]:
        if card == 0:
            wait_for(state, _label(state), "the cards of the piles must be known")
            return
    state.dealt += PILES * IN_PILE
    state.piles = bit(PILES) - 1
    if state.watch is not None:
        state.watch(display.lay_piles(state))
    go_on(state, PICK1, 1)


def pick(state: Position, code: i64, seat: i64) -> bool:
    """Play the pick with this code: `pK` by seat 1, then `pK+pL` by seat 2, after which seat 1 gets
    the last pile and, in round 1, each seat draws a card and the trump is turned up. True if the
    tricks begin now.
    """
    _take_piles(state, seat, code - PICKED)
    if state.stage == PICK1:
        go_on(state, PICK2, 2)
        return False
    _take_piles(state, 1, state.piles)
    if state.round == 2:
        return True
    for other in range(1, 3):
        _draw_one(state, other)
    _turn_up_trump(state)
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


def _begin_exchange(state: Position, seat: i64) -> None:
    """Let the team of `seat`, its lower seat, exchange cards and declare: either partner may
    begin, the lower one without being named.
    """
    state.either = seat
    state.shared = True
    go_on(state, PASS1, seat)


def pass_on(state: Position, code: i64, seat: i64) -> None:
    """Play the pass `^CARD` with this code: one partner passes a card to the other, who then passes
    one back, after which either of them declares.
    """
    hand = state.hands[seat]
    card = state.leave(code & CARD_BITS, seat)
    receiver = state.partner(seat)
    state.hold(receiver, card)
    if state.watch is not None:
        state.watch(display.pass_on(state, seat, card, hand))
    if state.stage == PASS1:
        state.either = 0
        state.shared = False
        go_on(state, PASS2, receiver)
    else:
        state.either = state.holder(seat)
        go_on(state, DECLARE, 0)


# The declaration


def declare(state: Position, code: i64, seat: i64) -> bool:
    """Play the declaration `=CARD` with this code by `seat`. Every seat declares in turn; with four
    seats, one partner of each team does, and draws a card. True if the tricks begin now.
    """
    hand = state.hands[seat]
    card = state.leave(code & CARD_BITS, seat)
    state.declared[seat] = card
    if card == 0:
        state.covered |= bit(seat)
    if state.watch is not None:
        state.watch(display.declare(state, seat, card, hand))
    if state.n == 4:
        _draw_one(state, seat)
        team, state.either = state.either, 0
        if team == 1:
            _begin_exchange(state, 2)
        return team == 2
    following = seat % state.n + 1
    if following == state.leader:
        return True
    go_on(state, DECLARE, following)
    return False


def turned_up(state: Position, seat: i64) -> i64:
    """The card that `seat`, which lays down a declaration that is not known, has declared by the
    chance event that turns it up at the end of the round; 0 if its outcome is not written.
    """
    label = shown_at_the_end(state, seat)
    cards = state.chance.deal(label, state.tables.deck, 1)
    # No seed says what somebody chose.
    if cards is None or not state.chance.is_written(label):
        return 0
    return cards[0]


def shown_at_the_end(state: Position, seat: i64) -> str:
    """The label of the event that turns up what `seat` has declared in this round."""
    return f"declared/1/{seat}" if state.n == 2 else f"declared/{state.round}/{seat}"
