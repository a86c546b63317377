"""Scoring of yuhodo: section 7 of its page, for the seat that goes out.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import bit, zeros
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
_ATTRIBUTE: Final = vec[i64]([[*ATTRIBUTES, ""].index(letter) for letter, _title in KINDS])
_IS_OUTER: Final = vec[i64]([int(letter == "i" or title in (1, 7)) for letter, title in KINDS])
_ITEM: Final[i64] = 3
_KINDS: Final[i64] = len(KINDS)
#: The bits of three packed cards or kinds.
_THREE: Final[i64] = (1 << 18) - 1


def _red(letter: str, title: int) -> tuple[int, int]:
    """The points of a red card of this attribute (its letter; "" for no card) and title by the
    advanced rules, and the condition for them, the number of a bit in `_conditions_met`.
    """
    if not letter:
        return 0, _ALWAYS
    points, condition = (_ITEM_REDS if letter == "i" else _NUMBER_REDS)[title]
    return points, condition + [*ATTRIBUTES].index(letter) if condition == _PURE else condition


#: By kind: what its red card gives with the advanced rules, and the condition for it.
_POINTS: Final = vec[i64]([_red(letter, title)[0] for letter, title in KINDS])
_CONDITION: Final = vec[i64]([_red(letter, title)[1] for letter, title in KINDS])


def best_split(
    hand: vec[i64], opened: vec[i64], advanced: bool, all_items: bool
) -> tuple[vec[i64], i64]:
    """The three sets (packed) into which the eight cards of a hand that goes out are split, and the
    points for red cards in them and in the sets `opened` before. Of all ways the one with the most
    points (as `red_points` counts them); of equal ones the first. `hand` is ascending.
    """
    found = splits(hand)
    number: i64 = len(opened)
    sets = zeros(number + 3)
    for at in range(number):
        sets[at] = opened[at]
    best: i64 = 0
    most: i64 = -1
    for begin in range(0, len(found), 3):
        for at in range(3):
            sets[number + at] = found[begin + at]
        points = red_points(sets, number, advanced, all_items)
        if points > most:
            best, most = begin, points
    return found[best : best + 3], most


def red_points(sets: vec[i64], opened: i64, advanced: bool, all_items: bool) -> i64:
    """The points for the red cards in `sets` (packed), the first `opened` of which were opened
    before the goal, by the `advanced` or the basic rules. `all_items`: the red Item 4 gives a point
    too (item_reds=all).
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
    """The conditions for red cards that `sets` (packed) fulfil, as a mask with one bit a condition.
    The first `opened` sets were opened before the goal; `all_items`: item_reds=all.
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
    """How many cards of the pile (`deck` from index `top` on) bonus checks turn up, and their
    points. Cards are turned up until one gives no point or the pile is empty; each gives a point
    for every card of its kind in `hand` and in the sets `opened` (packed).
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


def splits(hand: vec[i64]) -> vec[i64]:
    """Every way to split eight known cards, ascending, into a small set and two big sets: three
    packed numbers a way, in one array, the way with the lowest small set first. Empty if the cards
    are no goal shape.
    """
    counts = zeros(_KINDS)
    blacks = zeros(_KINDS)
    for card in hand:
        counts[card >> 1] += 1
        blacks[card >> 1] += 1 - (card & 1)
    found = vec[i64]()
    for small in range(1, _KINDS):
        if counts[small] < 2:
            continue
        counts[small] -= 2
        kinds = _two_big_sets(counts)
        counts[small] += 2
        if kinds > 0:
            left = blacks[:]
            found = append(found, _with_cards(small | small << 6, left))
            found = append(found, _with_cards(kinds & _THREE, left))
            found = append(found, _with_cards(kinds >> 18, left))
    return found


def _two_big_sets(counts: vec[i64]) -> i64:
    """The kinds of two big sets that six cards form, packed set after set; 0 if they form none.
    `counts` are the cards by kind; there is at most one way.
    """
    first: i64 = 1
    while counts[first] == 0:
        first += 1
    if counts[first] >= 3:
        counts[first] -= 3
        second = _big_set(counts)
        counts[first] += 3
        if second > 0:
            return first | first << 6 | first << 12 | second << 18
    if RUN[first] and counts[first + 1] > 0 and counts[first + 2] > 0:
        for kind in range(first, first + 3):
            counts[kind] -= 1
        second = _big_set(counts)
        for kind in range(first, first + 3):
            counts[kind] += 1
        if second > 0:
            return first | first + 1 << 6 | first + 2 << 12 | second << 18
    return 0


def _big_set(counts: vec[i64]) -> i64:
    """The kinds of three cards, packed, if they are a big set, else 0. `counts` are the cards by
    kind.
    """
    kind: i64 = 1
    while counts[kind] == 0:
        kind += 1
    if counts[kind] == 3:
        return kind | kind << 6 | kind << 12
    if RUN[kind] and counts[kind] == 1 and counts[kind + 1] == 1 and counts[kind + 2] == 1:
        return kind | kind + 1 << 6 | kind + 2 << 12
    return 0


def _with_cards(kinds: i64, blacks: vec[i64]) -> i64:
    """A card of each of the packed `kinds`, packed in the same order: a black one while `blacks`
    (black cards by kind, counted down here) has any, then red ones.
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
