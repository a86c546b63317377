"""Calls of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md). Who may call on a
play, who may counter, and which calls that makes.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import re
from itertools import cycle
from typing import Final, NamedTuple

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import NONE, bit, zeros
from kifu.replay.games.atarayo.cards import HIGHEST, KINDS, NUMBERS
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.tokens import (
    ALONE,
    CALL,
    CALLER,
    CALLERS,
    CALLING,
    COUNTERING,
    DUEL_ALONE,
    DUEL_CALL,
    LAST_CALL,
    SPEAKING,
    UPON,
)

# The hands that match

#: The totals up to 13, as bits.
_WITHIN: Final[i64] = 2**14 - 1


def totals(numbers: i64) -> i64:
    """The sums that a hand may have, as a mask: bit s for the sum s, up to 13. `numbers` is how
    many cards it has of each number (see `counts_of`); each number must be added at least once, and
    at most as often as it is there.

    >>> five_five_two = 0x2 << 4 * 5 | 0x1 << 4 * 2
    >>> [total for total in range(14) if totals(five_five_two) >> total & 1]
    [7, 12]
    """
    sums: i64 = 1
    number: i64 = 1
    rest = numbers >> 4
    while rest:
        if rest & 15:
            counted = sums
            sums = 0
            for _copy in range(rest & 15):
                counted = counted << number & _WITHIN
                sums |= counted
            if sums == 0:
                break  # each number once is too much already, as it mostly is
        rest >>= 4
        number += 1
    return sums


def possible_totals(numbers: i64, same: i64, unseen: vec[i64]) -> i64:
    """The sums, as a mask (bit s for the sum s, up to 13), that a hand with unknown cards may have
    if at least `same` of its cards have one number. `numbers` are its counts (see `counts_of`);
    each unknown card may be any of `unseen` (copies by kind).

    The answer is exact for this hand by itself: whether the cards then left fit the other hands is
    not considered.
    """
    free = zeros(HIGHEST + 1)
    for kind in range(1, KINDS):
        free[NUMBERS[kind]] += unseen[kind]
    # What can be reached by how many unknown cards are left over, doubled, and 1 more if enough
    # cards have the same number.
    sums = zeros(2 * (numbers & 15) + 2)
    sums[2 * (numbers & 15) + (same <= 1)] = 1
    for number in range(1, HIGHEST + 1):
        held = numbers >> 4 * number & 15
        if held or free[number]:
            sums = _with_number(sums, number, held, free[number], same)
    return sums[1]


def _with_number(sums: vec[i64], number: i64, held: i64, free: i64, same: i64) -> vec[i64]:
    """`sums` after all cards of `number` were added to them: the `held` known cards and up to
    `free` unknown ones. Sums are masks (see `possible_totals`), at index 2 * (unknown cards left),
    or one more where `same` cards of one number were found.
    """
    after = zeros(len(sums))
    for at in range(len(sums)):
        # The number as often as it is held, then with one unknown card more each time.
        counted, reached = sums[at], sums[at]
        if held:
            reached = 0
            for _ in range(held):
                counted = counted << number & _WITHIN
                reached |= counted
        unknown = at >> 1
        most, more = min(free, unknown), i64(0)
        while reached:
            enough = at & 1
            if held + more >= same:
                enough = 1
            after[2 * (unknown - more) + enough] |= reached
            if more == most:
                break
            more += 1
            counted = counted << number & _WITHIN
            reached = counted if held + more == 1 else reached | counted
    return after


def matches(state: Position, hand: i64, same: i64, unseen: vec[i64]) -> bool:
    """Whether a hand (its number, see `Position`) adds up to the number of the field card and has
    at least `same` cards of one number. If some of its cards are unknown: whether cards of `unseen`
    (copies by kind) could make it so.
    """
    total, numbers = number_called(state), state.numbers[hand]
    if numbers >> 4 * (total + 1):
        return False  # one of its cards is too much already
    if numbers & 15:
        return possible_totals(numbers, same, unseen) >> total & 1 == 1
    return totals(numbers) >> total & 1 == 1 and (same <= 1 or _has_alike(numbers, same))


def _has_alike(numbers: i64, same: i64) -> bool:
    """Whether a hand has at least `same` cards of one number; `numbers` counts its cards (see
    `counts_of`).
    """
    rest = numbers >> 4
    while rest:
        if rest & 15 >= same:
            return True
        rest >>= 4
    return False


def number_called(state: Position) -> i64:
    """The number to which a hand's cards have to add up for a call: that of the field card; 0
    before there is a field card.
    """
    if state.high == 0:
        return 0
    return NUMBERS[state.heap[state.high - 1]]


def is_match(state: Position, hand: i64, same: i64) -> bool:
    """Whether the cards of `hand` (see `Position`) add up to the field card's number, and at least
    `same` of them are of one number. Those that are unknown may be any that the record does not
    place.
    """
    if state.numbers[hand] & 15:
        return matches(state, hand, same, state.unseen())
    return matches(state, hand, same, NONE)


# Who may call, and who may counter


def called_upon(state: Position) -> i64:
    """The seat that made the play which may be called on now; 0 if no play may."""
    return state.owners[state.window]


def calling(state: Position) -> i64:
    """The hands that may call now, as a mask: bit h for hand h."""
    if state.window == 0:
        return 0
    found: i64 = 0
    upon = called_upon(state)
    for hand in range(1, state.hands + 1):
        if state.owners[hand] != upon and is_match(state, hand, state.stack):
            found |= bit(hand)
    return found


def countering(state: Position) -> i64:
    """The hands that may counter a call now, as a mask: bit h for hand h, and the bit UPON too if
    one of them is the hand that has made the play called on.
    """
    found: i64 = 0
    for hand in range(1, state.hands + 1):
        if is_match(state, hand, 1):
            found |= bit(hand)
            if hand == state.window:
                found |= bit(UPON)
    return found


def may_call(state: Position, seat: i64) -> bool:
    """Whether `seat` may call now, as far as it can know: a card of its own hand that it does not
    know may be any that it doesn't see.
    """
    if state.window == 0 or called_upon(state) == seat:
        return False
    for hand in range(1, state.hands + 1):
        if state.owners[hand] == seat:
            unseen = NONE
            if state.numbers[hand] & 15:
                unseen = state.unseen_by(seat)
            if matches(state, hand, state.stack, unseen):
                return True
    return False


def acting(state: Position) -> i64:
    """The seats that may act now, as a mask (bit k for seat k): the owner of the hand whose turn it
    is, and every seat that may call.
    """
    seats: i64 = 0
    if state.next_seat:
        seats = bit(state.next_seat)
    if state.window:
        hands = calling(state)
        for hand in range(1, state.hands + 1):
            if hands >> hand & 1:
                seats |= bit(state.owners[hand])
    return seats


# The calls


def single_calls(state: Position, seat: i64) -> vec[i64]:
    """The codes of the legal calls that one hand of `seat` makes alone and nobody counters."""
    codes = vec[i64]()
    if state.window == 0 or called_upon(state) == seat:
        return codes
    for hand in state.by_name:
        if state.owners[hand] == seat and is_match(state, hand, state.stack):
            codes = append(codes, DUEL_ALONE[hand] if state.duel else ALONE[hand])
    return codes


def call_codes(state: Position, seat: i64) -> vec[i64]:
    """The codes of every legal call in which `seat` is the first caller: first the calls of one
    hand alone, then those with other hands that call along, or that counter.
    """
    codes = single_calls(state, seat)
    if len(codes) == 0:
        return codes
    callers, counterers = calling(state), countering(state)
    first, end = CALL, DUEL_CALL
    if state.duel:
        first, end = DUEL_CALL, LAST_CALL + 1
    for at in range(first - CALL, end - CALL):
        if (
            CALLER[at] == seat
            and SPEAKING[at] > UPON
            and CALLING[at] & ~callers == 0
            and COUNTERING[at] & ~counterers == 0
        ):
            codes = append(codes, CALL + at)
    return codes


def is_legal(state: Position, code: i64) -> bool:
    """Whether the call with this code is legal now: all hands that it names, calling or countering,
    may.
    """
    if state.window == 0 or state.duel != (code >= DUEL_CALL):
        return False
    upon, callers, speaking = called_upon(state), CALLERS[code - CALL], SPEAKING[code - CALL]
    while speaking:
        hand, same = speaking & 7, state.stack
        if callers <= 0:
            same = 1
            if hand == UPON:
                hand = state.window
        elif hand > state.hands or state.owners[hand] == upon:
            return False
        if not is_match(state, hand, same):
            return False
        callers -= 1
        speaking >>= 3
    return True


class Exchange(NamedTuple):
    """The hands of a call, by their numbers: those that call, and those that counter in turn."""

    callers: list[int]
    counters: list[int]


_SEATS = {str(seat): seat for seat in range(1, 6)}


def actor(state: Position, token: str) -> int:
    """The seat whose move a token is: of a call the first caller; of `f` (the choice of the first
    field card) the starter; of any other token the owner of the hand whose turn it is.
    """
    return _SEATS.get(token[1:2], state.next_seat) if token[:1] == "A" else state.next_seat


def parsed(state: Position, move: str) -> Exchange:
    """The hands that a call token names, as their numbers (from 1, see `Position`). Both lists are
    empty if `move` does not have the form of a call; whether it is legal is not checked.
    """
    if state.options.mode == "table":
        found = re.fullmatch(f"A([1-{state.n}]{{1,{state.n}}})(C?)", move)
        if found is None:
            return Exchange([], [])
        return Exchange([int(seat) for seat in found[1]], [state.window] if found[2] else [])
    found = re.fullmatch("A([12])([LR])((?:C[LR]){0,3})", move)
    if found is None:
        return Exchange([], [])
    answering = cycle([3 - int(found[1]), int(found[1])])
    names = [f"{seat}{letter}" for letter, seat in zip(found[3][1::2], answering, strict=False)]
    return Exchange(
        [state.names.index(found[1] + found[2])], [state.names.index(name) for name in names]
    )
