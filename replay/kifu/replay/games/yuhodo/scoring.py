"""Scoring of yuhodo: section 7 of its page, for the seat that goes out.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import bit, filled, zeros
from kifu.replay.games.yuhodo.cards import AT, ATTRIBUTES, FIRST_ITEM, KINDS, RUN, SIZE

# The conditions of red cards. PURE and the place of an attribute: only of this one and Items.
_ALWAYS: Final[i64] = 0
_OUTER: Final[i64] = 1
_INNER: Final[i64] = 2
_OPENED: Final[i64] = 3
_ALL_ITEMS: Final[i64] = 4
_PURE: Final[i64] = 5

#: What red cards ask for with the advanced rules, and give then: by title, for h, a and d.
_NUMBER_REDS: Final = {
    1: (2, _OUTER), 2: (2, _INNER), 3: (2, _OPENED), 4: (5, _PURE),
    5: (2, _OPENED), 6: (2, _INNER), 7: (2, _OUTER),
}  # fmt: skip
#: And for Items.
_ITEM_REDS: Final = {1: (1, _ALWAYS), 2: (1, _ALWAYS), 3: (1, _ALWAYS), 4: (1, _ALL_ITEMS)}

#: By kind: the place of its attribute, and 1 if its cards are outer ones.
_ATTRIBUTE: Final = filled([[*ATTRIBUTES, ""].index(letter) for letter, _title in KINDS])
_IS_OUTER: Final = filled([int(letter == "i" or title in (1, 7)) for letter, title in KINDS])
_ITEM: Final[i64] = 3
_KINDS: Final[i64] = len(KINDS)


def _red(letter: str, title: int) -> tuple[int, int]:
    """(points, condition) of a red card by the advanced rules, by its attribute letter and title;
    the condition is a bit number in `_conditions_met`. Points are 0 if the letter is "", for no
    card.
    """
    if not letter:
        return 0, _ALWAYS
    points, condition = (_ITEM_REDS if letter == "i" else _NUMBER_REDS)[title]
    return points, condition + [*ATTRIBUTES].index(letter) if condition == _PURE else condition


#: By kind: what its red card gives with the advanced rules, and the condition for it.
_POINTS: Final = filled([_red(letter, title)[0] for letter, title in KINDS])
_CONDITION: Final = filled([_red(letter, title)[1] for letter, title in KINDS])


def red_points(sets: vec[i64], opened: i64, advanced: bool, all_items: bool) -> i64:
    """The points for the red cards in `sets` (each packed), the first `opened` of which were opened
    before the goal. By the basic rules a point each; with `advanced`, those of the cards whose
    condition is met. `all_items`: the red Item 4 gives a point, too (item_reds=all).
    """
    met: i64 = 0
    if advanced:
        met = _conditions_met(sets, opened, all_items)
    points: i64 = 0
    for cards in sets:
        while cards:
            if cards & 1:
                kind = cards >> 1 & 31
                if not advanced:
                    points += 1
                elif met >> _CONDITION[kind] & 1:
                    points += _POINTS[kind]
            cards >>= 6
    return points


def _conditions_met(sets: vec[i64], opened: i64, all_items: bool) -> i64:
    """The mask of the conditions for red cards that `sets` (each packed) meet: bit k for condition
    k. The first `opened` sets were opened before the goal; `all_items`: item_reds=all.
    """
    with_outer: i64 = 0
    attributes: i64 = 0
    for cards in sets:
        outer: i64 = 0
        while cards:
            kind = cards >> 1 & 31
            outer |= _IS_OUTER[kind]
            attributes |= bit(_ATTRIBUTE[kind])
            cards >>= 6
        with_outer += outer
    met = bit(_ALWAYS)
    if with_outer == len(sets):
        met |= bit(_OUTER)
    if with_outer == 0:
        met |= bit(_INNER)
    if opened >= 3:
        met |= bit(_OPENED)
    if all_items:
        met |= bit(_ALL_ITEMS)
    for attribute in range(_ITEM + 1):
        if attributes & ~(bit(attribute) | bit(_ITEM)) == 0:
            met |= bit(_PURE + attribute)
    return met


def bonus_check(hand: vec[i64], opened: vec[i64], deck: vec[i64], top: i64) -> tuple[i64, i64]:
    """(how many cards bonus checks turn up, their points). Cards of the pile, which is `deck` from
    index `top` on, are turned up until one gives no point or the pile is empty; each gives a point
    for every card of its kind in `hand` and in the sets `opened` (packed). Changes nothing.
    """
    counts = zeros(_KINDS)
    for card in hand:
        counts[card >> 1] += 1
    for cards in opened:
        while cards:
            counts[cards >> 1 & 31] += 1
            cards >>= 6
    checks: i64 = 0
    points: i64 = 0
    while top + checks < SIZE:
        found = counts[AT[deck[top + checks]] >> 1]
        checks += 1
        points += found
        if found == 0:
            break
    return checks, points


def is_item_group(cards: i64) -> bool:
    """Whether a big set (packed) is a group of Items."""
    return cards >> 1 & 31 >= FIRST_ITEM


# How a hand splits into sets


def split(hand: vec[i64]) -> vec[i64]:
    """The small set and the two big sets (each packed) into which eight known cards, ascending,
    split; empty if they are no goal shape. Of several ways, which all give the same points, the one
    with the lowest small set.
    """
    counts, blacks = zeros(_KINDS), zeros(_KINDS)
    for card in hand:
        counts[card >> 1] += 1
        blacks[card >> 1] += 1 - (card & 1)
    found = zeros(0)
    for small in range(1, _KINDS):
        if len(found) == 0 and counts[small] >= 2:
            left = counts[:]
            left[small] -= 2
            first, second = _big_set(left), _big_set(left)
            if first > 0 and second > 0:
                parts = small | small << 6, first, second
                found = vec[i64]([_with_cards(kinds, blacks) for kinds in parts])
    return found


def _big_set(counts: vec[i64]) -> i64:
    """The kinds, packed, of the one big set that the lowest card can be in if all cards are to be
    split into big sets; 0 if there is none. `counts` are the cards by kind, at least three; the
    set's cards are subtracted there.
    """
    kind: i64 = 1
    while counts[kind] == 0:
        kind += 1
    second, third = kind, kind
    if counts[kind] < 3:
        second, third = kind + 1, kind + 2
        if RUN[kind] == 0 or counts[second] == 0 or counts[third] == 0:
            return 0
    counts[kind] -= 1
    counts[second] -= 1
    counts[third] -= 1
    return kind | second << 6 | third << 12


def _with_cards(kinds: i64, blacks: vec[i64]) -> i64:
    """A card for each of the packed `kinds`, packed in the same order: black ones while `blacks`
    (black cards by kind, reduced here) has any, then red ones.
    """
    cards: i64 = 0
    shift: i64 = 0
    while kinds:
        kind = kinds & 63
        card = 2 * kind
        if blacks[kind] > 0:
            blacks[kind] -= 1
        else:
            card += 1
        cards |= card << shift
        shift += 6
        kinds >>= 6
    return cards
