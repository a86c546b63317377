"""The plays of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md). Which of them the
hand whose turn it is has, how many, and each by its place among them.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.arrays import bit
from kifu.replay.elements.native import append, i64, vec
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
from kifu.replay.games.atarayo.position import CHOOSE, Position
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
    """The codes of what `seat` may do with the hand whose turn it is, if that is its own: every
    play, by number, size and colour, then the move that may be made instead.
    """
    codes = vec[i64]()
    if seat == 0 or seat != state.next_seat:
        return codes
    if state.stage == CHOOSE:
        codes = append(codes, FIRST + min(state.one, state.other))
        return append(codes, FIRST + max(state.one, state.other))
    if state.numbers[state.hand] & 15:
        return append(_possible_plays(state), state.instead())
    return append(_plays(state), state.instead())


def count(state: Position) -> i64:
    """The number of plays of the hand whose turn it is, all of whose cards are known."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    count = _alike(fitting, numbers, EIGHT) + _alike(fitting, numbers, ELEVEN)
    fitting &= COLOURED
    while fitting:
        bottoms = fitting & _FIVE
        if bottoms:
            count += PLACES[bottoms] * WAYS_FROM[PLACES[held & _FIVE]]
        fitting >>= 5
        held >>= 5
    return count


def at(state: Position, place: i64) -> i64:
    """The code of the play at a place, from 0, among those that `count` counts."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    for number in range(1, HIGHEST + 1):
        before = BEFORE[number]
        if number in (EIGHT, ELEVEN):
            count = _alike(fitting, numbers, number)
            if place < count:
                return before + 1 + place
            place -= count
            continue
        bottoms = fitting >> SHIFT[number] & _FIVE
        if bottoms > 0:
            own = held >> SHIFT[number] & _FIVE
            count = PLACES[bottoms] * WAYS_FROM[PLACES[own]]
            if place < count:
                return before + _way_at(own, bottoms, place)
            place -= count
    return 0


def _plays(state: Position) -> vec[i64]:
    """Every play of the hand whose turn it is, all of whose cards are known."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting = held & state.fitting()
    codes = vec[i64]()
    for number in range(1, HIGHEST + 1):
        before = BEFORE[number]
        if number in (EIGHT, ELEVEN):
            for play in range(before + 1, before + 1 + _alike(fitting, numbers, number)):
                codes = append(codes, play)
            continue
        bottoms = fitting >> SHIFT[number] & _FIVE
        if bottoms > 0:
            own = held >> SHIFT[number] & _FIVE
            for way in WAYS[BEGIN[own] : BEGIN[own + 1]]:
                if BOTTOM[way] & bottoms:
                    codes = append(codes, before + way)
    return codes


def _possible_plays(state: Position) -> vec[i64]:
    """Every play of the hand whose turn it is, some of whose cards are unknown."""
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting, unseen, unknown = state.fitting(), state.unseen(), numbers & 15
    codes = vec[i64]()
    for number in range(1, HIGHEST + 1):
        before, shift = BEFORE[number], SHIFT[number]
        if number in (EIGHT, ELEVEN):
            kind = CHOICE if number == ELEVEN else WILD
            copies = (numbers >> 4 * number & 15) + min(unknown, unseen[kind])
            possible = _alike(BIT[kind] & fitting, copies << 4 * number, number)
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


def _alike(fitting: i64, numbers: i64, number: i64) -> i64:
    """The number of plays that start with an 8 (WILD) or an 11 (CHOICE), if one fits: `numbers`
    counts the hand's cards (see `counts_of`), `number` is 8 or 11.
    """
    if number == EIGHT:
        if fitting >> WILD_PLACE & 1:
            return numbers >> 4 * EIGHT & 15
    elif fitting >> CHOICE_PLACE & 1:
        return 5 * (numbers >> 4 * ELEVEN & 15)
    return 0


def _way_at(own: i64, bottoms: i64, place: i64) -> i64:
    """The way to lay these cards of a number at a place, from 0, among the ways whose bottom card
    is in the mask `bottoms`.
    """
    for at in range(BEGIN[own], BEGIN[own + 1]):
        way = WAYS[at]
        if BOTTOM[way] & bottoms:
            if place == 0:
                return way
            place -= 1
    return 0
