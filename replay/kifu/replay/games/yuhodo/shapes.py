"""Goal shapes of yuhodo (section 2 of its page): how many cards a hand is away from one.

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
from kifu.replay.elements.arrays import zeros
from kifu.replay.games.yuhodo.cards import BIG_KINDS, KINDS

GOAL: Final[i64] = 8

#: The bits of a shape for one attribute.
_PART: Final[i64] = 17
_DIGITS: Final[i64] = (1 << 17) - 1
#: The digits of an attribute with numbers, and those of the Items.
_NUMBERS: Final[i64] = 5**7
_ITEMS: Final[i64] = 5**4

_CARDS: Final = range(2, 2 * len(KINDS))
#: By card: its attribute (from 0).
_ATTRIBUTE: Final = vec[i64]([0, 0] + [(card // 2 - 1) // 7 for card in _CARDS])
#: What a card adds to a shape; an unknown card adds nothing.
UNIT: Final = vec[i64](
    [0, 0] + [5 ** ((c // 2 - 1) % 7) << 17 * ((c // 2 - 1) // 7) for c in _CARDS]
)

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
_MOST: Final[i64] = 64
_CLASS_BITS: Final[i64] = 6
_CLASS_MASK: Final[i64] = _MOST - 1
#: By class: how many of its cards fit each part, 4 bits a part, and a bit above.
_FITS: Final = zeros(_MOST)
_ABOVE: Final[i64] = 1 << 24
#: By the digits of an attribute, those of Items after all others: the class of the cards, or 0.
_CLASS: Final = zeros(_NUMBERS + _ITEMS)
#: By two classes, the first one above: the class of their cards together, and how many cards these
#: are away from a goal shape.
_TOGETHER: Final = zeros(_MOST * _MOST)
_AWAY: Final = zeros(_MOST * _MOST)


def distance(shape: i64) -> i64:
    """How many cards must be added or exchanged to make a goal shape of these; 0 if they contain a
    goal shape.

    No goal shape has five cards of a kind, so neither does the nearest. Remembers what it found for
    the cards of one attribute, of which there are a few thousand.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> def of(hand): return distance(sum(UNIT[CARD[token]] for token in hand.split()))
    >>> of("a3 A3 h5 h5 H5 d2 d3 D4"), of("h1 h1 h1 H1 h2 a5 a5"), of("h1 h1 h1 H1 a5 a5 A5")
    (0, 1, 2)
    """
    table = _CLASS
    human, angel = table[shape & _DIGITS], table[shape >> _PART & _DIGITS]
    demon, item = table[shape >> 2 * _PART & _DIGITS], table[_item_digits(shape)]
    if human == 0 or angel == 0 or demon == 0 or item == 0:
        _find_classes(shape)
        return distance(shape)
    first = _TOGETHER[human << _CLASS_BITS | angel]
    return _AWAY[first << _CLASS_BITS | _TOGETHER[demon << _CLASS_BITS | item]]


def rests_of(shape: i64) -> i64:
    """For each attribute, the class of the cards of the three others; packed into one number, the
    first attribute lowest.
    """
    table = _CLASS
    human, angel = table[shape & _DIGITS], table[shape >> _PART & _DIGITS]
    demon, item = table[shape >> 2 * _PART & _DIGITS], table[_item_digits(shape)]
    if human == 0 or angel == 0 or demon == 0 or item == 0:
        _find_classes(shape)
        return rests_of(shape)
    table = _TOGETHER
    first = table[human << _CLASS_BITS | angel] << _CLASS_BITS
    second = table[demon << _CLASS_BITS | item] << _CLASS_BITS
    numbers = table[second | angel] | table[second | human] << _CLASS_BITS
    return numbers | (table[first | item] | table[first | demon] << _CLASS_BITS) << 2 * _CLASS_BITS


def away_with(shape: i64, rests: i64, card: i64) -> i64:
    """The distance of a shape, with these rests, if it has one more of this card."""
    return _away_at(shape + UNIT[card], rests, _ATTRIBUTE[card])


def away_without(shape: i64, rests: i64, card: i64) -> i64:
    """The distance of a shape, with these rests, if it has one less of this card."""
    return _away_at(shape - UNIT[card], rests, _ATTRIBUTE[card])


def _away_at(shape: i64, rests: i64, at: i64) -> i64:
    """The distance of a shape of which only the attribute `at` (from 0) may have changed since
    `rests_of` was asked.
    """
    digits = _digits_of(shape, at)
    one = _CLASS[digits]
    if one == 0:
        one = _class_of(digits)
    return _AWAY[one << _CLASS_BITS | rests >> _CLASS_BITS * at & _CLASS_MASK]


def has_big_set(shape: i64) -> bool:
    """Whether a shape contains a big set."""
    human, angel = _class_of(shape & _DIGITS), _class_of(shape >> _PART & _DIGITS)
    demon, item = _class_of(shape >> 2 * _PART & _DIGITS), _class_of(_item_digits(shape))
    return (
        _gives_big_set(human)
        or _gives_big_set(angel)
        or _gives_big_set(demon)
        or (_gives_big_set(item))
    )


def _gives_big_set(one: i64) -> bool:
    """Whether three cards of this class fit part 2, which is one big set."""
    return _FITS[one] >> 4 * 2 & 15 == 3


def helpful(shape: i64, unseen: vec[i64]) -> i64:
    """How many of the unseen cards (counted by kind) would bring a shape nearer to a goal shape.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> shape = sum(UNIT[CARD[token]] for token in "a3 A3 h5 h5 H5 d2 d3".split())
    >>> helpful(shape, vec[i64]([4] * len(KINDS)))  # d1 and d4
    8
    """
    rests, found = rests_of(shape), i64(0)
    away = _away_at(shape, rests, 0)
    for at in range(i64(4)):
        digits, rest = _digits_of(shape, at), rests >> _CLASS_BITS * at & _CLASS_MASK
        step: i64 = 1
        for kind in range(7 * at + 1, min(7 * at + 8, len(unseen))):
            if unseen[kind] > 0:
                one = _CLASS[digits + step]
                if one == 0:
                    one = _class_of(digits + step)
                # One more card leaves the distance as it is, or makes it less by one.
                found += unseen[kind] * (away - _AWAY[one << _CLASS_BITS | rest])
            step *= 5
    return found


def _digits_of(shape: i64, at: i64) -> i64:
    """The digits of the attribute `at` (from 0), as `_CLASS` has them."""
    digits = shape >> _PART * at & _DIGITS
    return digits + _NUMBERS if at == 3 else digits


def _item_digits(shape: i64) -> i64:
    return (shape >> 3 * _PART) + _NUMBERS


def _find_classes(shape: i64) -> None:
    """Find the classes of a shape's attributes, which are then in the table."""
    for at in range(i64(4)):
        _class_of(_digits_of(shape, at))


def _class_of(digits: i64) -> i64:
    """The class of the cards of one attribute, counted in `digits`; found once and kept."""
    found = _CLASS[digits]
    if found == 0:
        found = _CLASS[digits] = _find_class(digits)
    return found


def _find_class(digits: i64) -> i64:
    """The class of the cards of one attribute, worked out: `digits` counts them by title, to the
    base 5; Items, with four titles instead of seven, have 5**7 added.
    """
    items = digits >= _NUMBERS
    rest, held, shift = digits - _NUMBERS if items else digits, i64(0), i64(0)
    while rest > 0:
        held |= _EACH[rest % 5] << shift
        rest //= 5
        shift += 4
    parts = _parts(items)
    best = zeros(_WHOLE + 1)
    for at in range(0, len(parts), 2):
        best[parts[at]] = max(best[parts[at]], _count(parts[at + 1] & held))
    fits = _ABOVE
    for part in range(_WHOLE + 1):
        fits |= best[part] << 4 * part
    return _class_with(fits)


#: By how many cards there are of a title, of four at most: a bit for each.
_EACH: Final = vec[i64]([0, 1, 3, 7, 15])


def _count(cards: i64) -> i64:
    """How many cards there are if each is a bit of 28."""
    pairs = cards - (cards >> 1 & 0x5555555)
    fours = (pairs & 0x3333333) + (pairs >> 2 & 0x3333333)
    return ((fours + (fours >> 4) & 0xF0F0F0F) * 0x1010101 >> 24) & 255


def _class_with(fits: i64) -> i64:
    """The class of cards of which so many fit each part (see `_FITS`); a new class gets the next
    number, and is added to the tables.
    """
    number: i64 = 1
    while _FITS[number] != 0 and _FITS[number] != fits:
        number += 1
    if _FITS[number] == 0:
        _FITS[number] = fits
        for other in range(1, _MOST):
            if _FITS[other] != 0:
                _put_together(number, other)
    return number


def _put_together(one: i64, other: i64) -> None:
    """Add two classes put together to the tables. Of each part, one class gives some sets, and the
    other the rest, in the way in which most of their cards fit.
    """
    fits = _ABOVE
    for bigs in range(3):
        for smalls in range(2):
            most: i64 = 0
            for big in range(bigs + 1):
                for small in range(smalls + 1):
                    given = 2 * big + small
                    rest = 2 * bigs + smalls - given
                    fitting = _FITS[one] >> 4 * given & 15
                    most = max(most, fitting + (_FITS[other] >> 4 * rest & 15))
            fits |= most << 4 * (2 * bigs + smalls)
    away = GOAL - (fits >> 4 * _WHOLE & 15)
    both = _class_with(fits)
    for place in (one << _CLASS_BITS | other, other << _CLASS_BITS | one):
        _TOGETHER[place] = both
        _AWAY[place] = away


@cache
def _parts(items: bool) -> vec[i64]:
    """All ways in which cards of one attribute (Items, or any other) give a part of a goal shape,
    in one array: of each the number of the part, and the cards: 4 bits a title, of which each card
    sets one.
    """
    letter = "i" if items else "h"
    kinds = [kind for kind, (of, _title) in enumerate(KINDS) if of == letter]
    bigs = sorted([triple for triple in BIG_KINDS if triple[0] in kinds])
    smalls: list[tuple[int, ...]] = [(), *[(kind, kind) for kind in kinds]]
    parts: dict[tuple[int, ...], None] = {}
    for number in range(3):
        for small in smalls:
            for chosen in combinations_with_replacement(bigs, number):
                cards = [*small, *chain(*chosen)]
                counts = [cards.count(kind) for kind in kinds]
                if max(counts) <= 4:
                    parts[(2 * number + bool(small), *counts)] = None
    return vec[i64](
        [
            number
            for part, *counts in parts
            for number in (part, sum([2**count - 1 << 4 * at for at, count in enumerate(counts)]))
        ]
    )
