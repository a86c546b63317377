"""The plays of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md). Which of them the
hand whose turn it is has, how many, and each by its place among them.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import bit
from kifu.replay.games.atarayo.calls import counters
from kifu.replay.games.atarayo.cards import (
    BIT,
    CHOICE,
    CHOICE_PLACE,
    COLOURED,
    EIGHT,
    ELEVEN,
    HIGHEST,
    OF_NUMBER,
    SHIFT,
    WILD,
    WILD_PLACE,
)
from kifu.replay.games.atarayo.position import CALLED, CHOOSE, Position
from kifu.replay.games.atarayo.tokens import (
    BEFORE,
    BEGIN,
    BOTTOM,
    FIRST,
    PLACES,
    USES,
    WAYS,
    WAYS_FROM,
)

#: The cards of a number in a mask.
_FIVE: Final[i64] = 31


def act_codes(state: Position, seat: i64) -> vec[i64]:
    """The codes of what `seat` may do with the hand whose turn it is; none if that belongs to
    another seat. Every legal play, then the move instead of a play (see `Position.instead`); in the
    phase `choose`, the choice of each revealed card; in the phase `called`, the call as it is, and
    with each counter that the seat may add.
    """
    codes = vec[i64]()
    if seat == 0 or seat != state.next_seat:
        return codes
    if state.stage == CALLED:
        codes = append(codes, state.pending)
        for call in counters(state, state.pending):
            codes = append(codes, call)
        return codes
    if state.stage == CHOOSE:
        codes = append(codes, FIRST + min(state.one, state.other))
        return append(codes, FIRST + max(state.one, state.other))
    if state.numbers[state.hand] & 15:
        return append(_possible_plays(state), state.instead())
    return append(_plays(state), state.instead())


def count(state: Position) -> i64:
    """How many legal plays the hand whose turn it is has. All its cards must be known."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    count = _wild_plays(fitting, numbers, EIGHT) + _wild_plays(fitting, numbers, ELEVEN)
    fitting &= COLOURED
    while fitting:
        bottoms = fitting & _FIVE
        if bottoms:
            count += PLACES[bottoms] * WAYS_FROM[PLACES[held & _FIVE]]
        fitting >>= 5
        held >>= 5
    return count


def at(state: Position, index: i64) -> i64:
    """The code of the legal play with the index `index` (from 0 to `count` - 1) among those of the
    hand whose turn it is. All its cards must be known.
    """
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    for number in range(1, HIGHEST + 1):
        before = BEFORE[number]
        if number in (EIGHT, ELEVEN):
            count = _wild_plays(fitting, numbers, number)
            if index < count:
                return before + 1 + index
            index -= count
            continue
        bottoms = fitting >> SHIFT[number] & _FIVE
        if bottoms > 0:
            own = held >> SHIFT[number] & _FIVE
            count = PLACES[bottoms] * WAYS_FROM[PLACES[own]]
            if index < count:
                return before + _stack_at(own, bottoms, index)
            index -= count
    return 0


def _plays(state: Position) -> vec[i64]:
    """The codes of all legal plays of the hand whose turn it is. All its cards must be known."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    codes = vec[i64]()
    if fitting == 0:
        return codes
    for number in range(1, HIGHEST + 1):
        before = BEFORE[number]
        if number in (EIGHT, ELEVEN):
            for play in range(before + 1, before + 1 + _wild_plays(fitting, numbers, number)):
                codes = append(codes, play)
            continue
        bottoms = fitting >> SHIFT[number] & _FIVE
        if bottoms > 0:
            own = held >> SHIFT[number] & _FIVE
            for at in range(BEGIN[own], BEGIN[own + 1]):
                if BOTTOM[WAYS[at]] & bottoms:
                    codes = append(codes, before + WAYS[at])
    return codes


def _possible_plays(state: Position) -> vec[i64]:
    """The codes of all legal plays of the hand whose turn it is if some of its cards are unknown:
    those whose cards it has or may have.
    """
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting, unseen, unknown = state.fitting(), state.unseen(), numbers & 15
    codes = vec[i64]()
    for number in range(1, HIGHEST + 1):
        before, shift = BEFORE[number], SHIFT[number]
        if number in (EIGHT, ELEVEN):
            kind = CHOICE if number == ELEVEN else WILD
            copies = (numbers >> 4 * number & 15) + min(unknown, unseen[kind])
            possible = _wild_plays(BIT[kind] & fitting, copies << 4 * number, number)
            for play in range(before + 1, before + 1 + possible):
                codes = append(codes, play)
            continue
        own = held >> shift & _FIVE
        any_of = own
        for place in range(5):
            if unseen[OF_NUMBER[number][place]]:
                any_of |= bit(place)
        for way in WAYS[BEGIN[any_of] : BEGIN[any_of + 1]]:
            if BOTTOM[way] & fitting >> shift and PLACES[USES[way] & ~own] <= unknown:
                codes = append(codes, before + way)
    return codes


def _wild_plays(fitting: i64, numbers: i64, number: i64) -> i64:
    """How many legal plays a hand with the counts `numbers` (see `counts_of`) has whose bottom card
    is an 8 or, if `number` is 11, an 11; 0 if that kind is not in the mask `fitting`.
    """
    if number == EIGHT:
        if fitting >> WILD_PLACE & 1:
            return numbers >> 4 * EIGHT & 15
    elif fitting >> CHOICE_PLACE & 1:
        return 5 * (numbers >> 4 * ELEVEN & 15)
    return 0


def _stack_at(own: i64, bottoms: i64, index: i64) -> i64:
    """One of the stacks that the cards of one number give, as a row of `BOTTOM`: the one with the
    index `index` (from 0) among those with a bottom card in `bottoms`; 0 beyond the last. `own`,
    the cards, and `bottoms` are masks of 5 bits, one a colour.
    """
    for at in range(BEGIN[own], BEGIN[own + 1]):
        way = WAYS[at]
        if BOTTOM[way] & bottoms:
            if index == 0:
                return way
            index -= 1
    return 0
