"""Goal shapes of yuhodo (section 2 of its page): how many cards a hand is away from one; how a hand
splits into sets, and what it scores for the seat that goes out (section 7).

A *shape* is how many cards of each kind a hand holds, as one number: 17 bits for each attribute,
those of Human lowest, which are a number to the base 5 with a digit for each title, the lowest for
title 1. There are four cards of a kind.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import bit, count, filled, zeros
from kifu.replay.games.yuhodo.cards import AT, ATTRIBUTES, BIG_KINDS, FIRST_ITEM, KINDS, RUN, SIZE

GOAL: Final = 8

#: The bits of a shape for one attribute.
_PART: Final = 17
_DIGITS: Final[i64] = (1 << 17) - 1
#: The digits of an attribute with numbers, and those of the Items.
_NUMBERS: Final[i64] = 5**7
_ITEMS: Final[i64] = 5**4

_CARDS: Final = range(2, 2 * len(KINDS))
#: What a card adds to a shape; an unknown card adds nothing.
UNIT: Final = filled([0, 0] + [5 ** ((c // 2 - 1) % 7) << 17 * ((c // 2 - 1) // 7) for c in _CARDS])

# How near cards are to a goal shape
#
# A goal shape is a small set and two big sets, each of cards of one attribute. What some attributes
# give of it is a *part*: no, one or two big sets, with or without the small set. Its number is
# 2 * big sets + small sets, so that of the whole is 5. So many cards *fit* a part as can be in such
# sets at most. Of an attribute nothing else counts than how many of its cards fit each of the six
# parts, and cards that are equal in this are of one *class*. There are 39 classes, numbered as they
# are met; two of them put together are again one of them.

_WHOLE: Final[i64] = 5
#: More numbers than there are classes, and the bits of one.
_MOST: Final = 64
_CLASS_BITS: Final = 6
_TWO: Final[i64] = _MOST * _MOST - 1
#: By class, from 1: how many of its cards fit each part.
_FITS: Final[list[list[int]]] = [[]]
#: By the digits of an attribute, those of Items after all others: the class of the cards, or 0.
_CLASS: Final = zeros(_NUMBERS + _ITEMS)
#: By two classes, the first one above: the class of their cards together.
_TOGETHER: Final = zeros(_MOST * _MOST)
#: By class: how many cards its cards are away from a goal shape, and 1 if a big set is in them.
_AWAY: Final = zeros(_MOST)
_BIG: Final = zeros(_MOST)

# Which titles help cards of an attribute, together with others, is kept at the place that the
# lowest bits of both say, below both themselves, until another one comes to this place.
_TITLES: Final = 7
_KEPT: Final[i64] = 1 << 16
_HELPING: Final = zeros(_KEPT)


def distance(shape: i64) -> i64:
    """How many cards must be added or exchanged to make these cards contain a goal shape; 0 if they
    do. Caches what it finds for the cards of one attribute, of which there are a few thousand.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> def of(hand): return distance(sum(UNIT[CARD[token]] for token in hand.split()))
    >>> of("a3 A3 h5 h5 H5 d2 d3 D4"), of("h1 h1 h1 H1 h2 a5 a5"), of("h1 h1 h1 H1 a5 a5 A5")
    (0, 1, 2)
    """
    return _AWAY[_class_of_all(shape)]


def has_big_set(shape: i64) -> bool:
    """Whether the cards of a shape contain a big set."""
    return _BIG[_class_of_all(shape)] > 0


def completes_set(shape: i64, card: i64) -> bool:
    """Whether the cards of a shape together with `card` contain a big set of that card's
    attribute.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> shape = sum(UNIT[CARD[token]] for token in "h1 h3 d2 d2".split())
    >>> [completes_set(shape, CARD[token]) for token in ("h2", "D2", "d3", "a3")]
    [True, True, False, False]
    """
    return _BIG[_class_of(_digits_of(shape + UNIT[card], (card - 2) // 14))] > 0


def helpful(shape: i64, unseen: vec[i64]) -> i64:
    """How many of the unseen cards (`unseen`: copies by card) would bring a shape nearer to a goal
    shape; copies count one each.

    >>> from kifu.replay.games.yuhodo.cards import CARD, COPIES
    >>> shape = sum(UNIT[CARD[token]] for token in "a3 A3 h5 h5 H5 d2 d3".split())
    >>> helpful(shape, vec[i64](COPIES))  # d1 and d4
    8
    """
    table, four, found = _TOGETHER, _classes_of(shape), i64(0)
    for at in range(i64(4)):
        # The other cards: those of the other two attributes, and of the one beside this one.
        two = table[four >> 2 * _CLASS_BITS * (1 - (at >> 1)) & _TWO]
        beside = four >> _CLASS_BITS * (at ^ 1) & _MOST - 1
        titles = _helping(_digits_of(shape, at), table[two << _CLASS_BITS | beside])
        card = 14 * at + 2
        while titles:
            if titles & 1:
                found += unseen[card] + unseen[card + 1]
            titles >>= 1
            card += 2
    return found


def _helping(digits: i64, rest: i64) -> i64:
    """The mask (bit 0 for title 1) of the titles of which one more card would bring the cards of
    one attribute (`digits`), together with others of the class `rest`, nearer to a goal shape.
    Cached in a table where a newer entry may replace an older one.
    """
    asked, helping, step = digits << _CLASS_BITS | rest, i64(0), i64(1)
    kept = _HELPING[asked & _KEPT - 1]
    if kept >> _TITLES == asked:
        return kept & (1 << _TITLES) - 1
    others = rest << _CLASS_BITS
    away = _AWAY[_TOGETHER[others | _class_of(digits)]]
    for title in range(4 if digits >= _NUMBERS else 7):
        # There is no fifth card of a kind.
        more = digits + step if digits // step % 5 < 4 else digits
        if _AWAY[_TOGETHER[others | _class_of(more)]] < away:
            helping |= bit(title)
        step *= 5
    _HELPING[asked & _KEPT - 1] = asked << _TITLES | helping
    return helping


def _class_of_all(shape: i64) -> i64:
    """The number of the class (see above) of all cards of a shape together."""
    table, four = _TOGETHER, _classes_of(shape)
    return table[table[four & _TWO] << _CLASS_BITS | table[four >> 2 * _CLASS_BITS]]


def _classes_of(shape: i64) -> i64:
    """The four classes of the cards of each attribute, packed in 6 bits each, that of Human
    lowest.
    """
    classes = _CLASS
    human, angel = classes[shape & _DIGITS], classes[shape >> _PART & _DIGITS]
    demon, item = classes[shape >> 2 * _PART & _DIGITS], classes[(shape >> 3 * _PART) + _NUMBERS]
    if not (human and angel and demon and item):
        for at in range(i64(4)):
            _class_of(_digits_of(shape, at))
        return _classes_of(shape)
    return human | angel << _CLASS_BITS | (demon | item << _CLASS_BITS) << 2 * _CLASS_BITS


def _digits_of(shape: i64, at: i64) -> i64:
    """The cards of attribute number `at` (from 0) in a shape, as an index of `_CLASS`."""
    digits = shape >> _PART * at & _DIGITS
    return digits + _NUMBERS if at == 3 else digits


def _class_of(digits: i64) -> i64:
    """The class of the cards of one attribute (`digits`, an index of `_CLASS`); found once, then
    cached.
    """
    found = _CLASS[digits]
    if found == 0:
        found = _CLASS[digits] = _find_class(digits)
    return found


def _find_class(digits: i64) -> i64:
    """The class of the cards of one attribute, worked out. `digits` counts them by title, to the
    base 5; for Items 5**7 is added.
    """
    items = digits >= _NUMBERS
    rest, held, shift = digits - _NUMBERS if items else digits, i64(0), i64(0)
    while rest > 0:
        held |= _EACH[rest % 5] << shift
        rest //= 5
        shift += 4
    best = zeros(_WHOLE + 1)
    for part, cards in _parts(items):
        best[part] = max(best[part], count(cards & held))
    return _class_with([*best])


#: By how many cards there are of a title, of four at most: a bit for each.
_EACH: Final = filled([0, 1, 3, 7, 15])


def _class_with(fits: list[int]) -> i64:
    """The class of cards of which `fits[part]` fit each part. A new class gets the next number, and
    its rows in `_AWAY`, `_BIG` and `_TOGETHER` are filled; cards of two classes together fit a part
    as well as the best way to divide it between them allows.
    """
    if fits not in _FITS:
        number: i64 = len(_FITS)
        _FITS.append(fits)
        _AWAY[number] = GOAL - fits[_WHOLE]
        _BIG[number] = int(fits[2] == 3)
        for other, others in enumerate(_FITS[1:], 1):
            together = [
                max([fits[k] + others[part - k] for k in range(part + 1) if k % 2 <= part % 2])
                for part in range(_WHOLE + 1)
            ]
            both = _class_with(together)
            for place in (number << _CLASS_BITS | other, i64(other) << _CLASS_BITS | number):
                _TOGETHER[place] = both
    return _FITS.index(fits)


@cache
def _parts(items: bool) -> list[tuple[int, int]]:
    """All ways in which cards of one attribute (Items, or any other) can give a part of a goal
    shape, as (number of the part, its cards); the cards are a mask with 4 bits a title, one for
    each card. Cached.
    """
    letter = "i" if items else "h"
    kinds = [kind for kind, (of, _title) in enumerate(KINDS) if of == letter]
    bigs = sorted([triple for triple in BIG_KINDS if triple[0] in kinds])
    smalls: list[tuple[int, ...]] = [(), *[(kind, kind) for kind in kinds]]
    parts = []
    for number in range(3):
        for small in smalls:
            for chosen in combinations_with_replacement(bigs, number):
                counts = [[*small, *chain(*chosen)].count(kind) for kind in kinds]
                if max(counts) <= 4:
                    bits = sum([2**each - 1 << 4 * at for at, each in enumerate(counts)])
                    parts.append((2 * number + bool(small), bits))
    return parts


# The conditions of red cards. PURE and the place of an attribute: only of this one and Items.
_ALWAYS: Final = 0
_OUTER: Final = 1
_INNER: Final = 2
_OPENED: Final = 3
_ALL_ITEMS: Final = 4
_PURE: Final = 5

#: What red cards ask for with the advanced rules, and give then: by title, for h, a and d.
_NUMBER_REDS: Final = [
    (2, _OUTER), (2, _INNER), (2, _OPENED), (5, _PURE), (2, _OPENED), (2, _INNER), (2, _OUTER)
]  # fmt: skip
#: And for Items.
_ITEM_REDS: Final = [(1, _ALWAYS)] * 3 + [(1, _ALL_ITEMS)]

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
    points, condition = (_ITEM_REDS if letter == "i" else _NUMBER_REDS)[title - 1]
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
