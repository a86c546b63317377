"""Goal shapes of yuhodo (section 2 of its page): how many cards a hand is away from one; how a hand
splits into sets, and what it scores for the seat that goes out (section 7).

A *shape* is how many cards of each kind a hand holds, as one number: 17 bits for each attribute,
those of Human lowest, which are a number to the base 5 with a digit for each title, the lowest for
title 1. There are four cards of a kind.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from threading import RLock
from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.codes.arrays import NONE, bit, count, filled, zeros
from kifu.replay.games.yuhodo.cards import BIG_KINDS, KINDS, RUN, WIDE, divided

GOAL: Final = 8

#: Held while a table below gets an entry, since threads that play share them.
_FILLING: Final = RLock()

#: Which attribute the Items are, counted from 0; and the bits of a shape for one attribute.
_ITEM: Final = 3
_PART: Final = 17
_DIGITS: Final[i64] = (1 << 17) - 1
#: The digits of an attribute with numbers; those of the Items come after them.
_NUMBERS: Final[i64] = 5**7

#: What a card adds to a shape; an unknown card adds nothing.
UNIT: Final = filled(
    [0, 0] + [5 ** (title - 1) << 17 * at for at, title in map(divided, range(2, WIDE))]
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
_MOST: Final = 64
_CLASS_BITS: Final = 6
_TWO: Final[i64] = _MOST * _MOST - 1
#: By class, from 1: how many of its cards fit each part.
_FITS: Final[list[list[int]]] = [[]]
#: By the digits of an attribute, those of Items after all others: the class of the cards, or 0.
_CLASS: Final = zeros(_NUMBERS + 5**4)
#: By two classes, the first one above: the class of their cards together, and how many cards these
#: are away from a goal shape.
_TOGETHER: Final = zeros(_MOST * _MOST)
_AWAY: Final = zeros(_MOST * _MOST)

# Which cards change that

#: By the digits of an attribute, as in `_CLASS`: where its row in `_CHANGES` begins, or 0; and the
#: digits that have a row, in the order in which they were met. Eight cards at most give 5950.
_ROW: Final = zeros(_NUMBERS + 5**4)
_ROWS: Final[list[int]] = []
#: By row, and in it by the class of the cards of all other attributes: the cards of this attribute
#: of which one more is nearer to a goal shape, and 14 bits above those of which one less, if it has
#: any, is as near. Each card is a bit, the lowest is that of the black card with title 1.
_CHANGES: Final = zeros(6_000 * _MOST)
_CARDS: Final = 14


def distance(shape: i64) -> i64:
    """How many cards must be added to these cards, or exchanged, until they contain a goal shape: 0
    if they do, 8 for no cards. `shape` is the sum of the UNIT of each card; colours don't count in
    it, and unknown cards add nothing. A fifth card of a kind is never counted on. Results for the
    cards of one attribute are cached, a few thousand at most.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> def of(hand): return distance(sum(UNIT[CARD[token]] for token in hand.split()))
    >>> of("a3 A3 h5 h5 H5 d2 d3 D4"), of("h1 h1 h1 H1 h2 a5 a5"), of("h1 h1 h1 H1 a5 a5 A5")
    (0, 1, 2)
    """
    return _AWAY[_two_classes(_classes_of(shape))]


def has_big_set(shape: i64) -> bool:
    """Whether the cards of `shape` (the sum of the UNIT of each) contain a big set: three of one
    kind, or a run.
    """
    return _FITS[_TOGETHER[_two_classes(_classes_of(shape))]][2] == 3


def helpful(shape: i64) -> i64:
    """The cards (bit k for card k) that would lower the `distance` of the cards of `shape` (the sum
    of the UNIT of each) if one of them was added; never one of which the shape has all four of its
    kind. A black card and the red one of its kind are both in it, or neither. Nothing is changed
    but caches, which have room for up to eight cards.

    >>> from kifu.replay.games.yuhodo.cards import CARD, TOKEN
    >>> shape = sum(UNIT[CARD[token]] for token in "a3 A3 h5 h5 H5 d2 d3".split())
    >>> [TOKEN[card] for card in range(WIDE) if helpful(shape) >> card & 1]
    ['d1', 'D1', 'd4', 'D4']
    """
    return _changing(shape, 0)


def dispensable(shape: i64) -> i64:
    """The cards (bit k for card k) without one of which the `distance` of the cards of `shape` is
    the same, and all of kinds that aren't there. Otherwise as `helpful`.
    """
    return _changing(shape, _CARDS)


def _changing(shape: i64, shift: i64) -> i64:
    """The cards (bit k for card k) that `_CHANGES` has for a shape in the bits from `shift` on."""
    four, found = _classes_of(shape), i64(0)
    two = _two_classes(four)
    for at in range(i64(4)):
        beside = four >> _CLASS_BITS * (at ^ 1) & _MOST - 1
        apart = two & _MOST - 1 if at < 2 else two >> _CLASS_BITS
        others = _TOGETHER[apart << _CLASS_BITS | beside]
        digits = shape >> _PART * at & _DIGITS
        if at == _ITEM:  # an expression with `if` would make an object of the number
            digits += _NUMBERS
        cards = _CHANGES[_ROW[digits] | others] or _find_changes(digits, others)
        found |= (cards >> shift & (1 << _CARDS) - 1) << _CARDS * at + 2
    return found


def _find_changes(digits: i64, others: i64) -> i64:
    """The entry of `_CHANGES` for the cards of one attribute, if those of all other attributes
    together are of the class `others`; it is worked out and put there. `digits` are the cards: how
    many there are of each title, to the base 5, title 1 lowest; for Items 5**7 is added.
    """
    with _FILLING:
        if _ROW[digits] == 0:
            _ROWS.append(digits)
            _ROW[digits] = len(_ROWS) << _CLASS_BITS
    found, step, others_at = i64(0), i64(1), others << _CLASS_BITS
    here = _AWAY[others_at | _class_of(digits)]
    for title in range(4 if digits >= _NUMBERS else 7):
        held = digits // step % 5
        if held < 4 and _AWAY[others_at | _class_of(digits + step)] < here:
            found |= 3 << 2 * title
        if held == 0 or _AWAY[others_at | _class_of(digits - step)] == here:
            found |= 3 << 2 * title + _CARDS
        step *= 5
    _CHANGES[_ROW[digits] | others] = found
    return found


def _two_classes(four: i64) -> i64:
    """An index of `_TOGETHER` and `_AWAY` for all cards of a shape: the class of the first two
    attributes together, times 64, plus the class of the other two together. `four` are the classes
    of all four attributes, as `_classes_of` gives them.
    """
    table = _TOGETHER
    return table[four & _TWO] << _CLASS_BITS | table[four >> 2 * _CLASS_BITS]


def _class_of(digits: i64) -> i64:
    """The class of the cards of one attribute (see `_find_class`), from `_CLASS` if it is there."""
    return _CLASS[digits] or _find_class(digits)


def _classes_of(shape: i64) -> i64:
    """The class (see `_find_class`) of the cards of each attribute in a shape, 6 bits each: Human
    lowest, then Angel, Demon, Item. A class that isn't in `_CLASS` yet is worked out and put there.
    """
    classes, human, angel = _CLASS, shape & _DIGITS, shape >> _PART & _DIGITS
    demon, item = shape >> 2 * _PART & _DIGITS, (shape >> 3 * _PART) + _NUMBERS
    four = classes[item] or _find_class(item)
    four = (classes[demon] or _find_class(demon)) | four << _CLASS_BITS
    four = (classes[angel] or _find_class(angel)) | four << _CLASS_BITS
    return (classes[human] or _find_class(human)) | four << _CLASS_BITS


def _find_class(digits: i64) -> i64:
    """The class of the cards of one attribute, a number from 1; it is worked out and put in
    `_CLASS`. `digits` are the cards, as for `_find_changes`.

    A part of a goal shape is none, one or two big sets, with or without the small set. Cards have
    the same class if, for every part, equally many of them can be used in it.
    """
    rest, held, shift = digits % _NUMBERS, i64(0), i64(0)
    while rest > 0:
        held |= bit(rest % 5) - 1 << shift
        rest //= 5
        shift += 4
    best = zeros(_WHOLE + 1)
    for packed in _parts(digits >= _NUMBERS):
        part = packed & 7
        best[part] = max(best[part], count(packed >> 3 & held))
    with _FILLING:
        found = _CLASS[digits] = _class_with([*best])
    return found


def _class_with(fits: list[int]) -> i64:
    """The number (from 1) of the class whose cards fit the parts of a goal shape so: at most
    `fits[part]` of them can be used in each part. The number of a part is twice that of its big
    sets, and one more with the small set, so there are six.

    A class that is not there yet gets the next number. `fits` itself is then kept, and `_AWAY`,
    `_BIG` and `_TOGETHER` are filled for it. In `_TOGETHER`, the cards of two classes are put
    together: of these, as many can be used in a part as the best way to divide it between the two
    allows. That may make further new classes.
    """
    if fits not in _FITS:
        number: i64 = len(_FITS)
        _FITS.append(fits)
        for other, others in enumerate(_FITS[1:], 1):
            together = [
                max([fits[k] + others[part - k] for k in range(part + 1) if k % 2 <= part % 2])
                for part in range(_WHOLE + 1)
            ]
            both = _class_with(together)
            for place in (number << _CLASS_BITS | other, i64(other) << _CLASS_BITS | number):
                _TOGETHER[place] = both
                _AWAY[place] = GOAL - together[_WHOLE]
    return _FITS.index(fits)


@cache
def _parts(items: bool) -> vec[i64]:
    """Every part of a goal shape that cards of one attribute can make (`items`: of the Items;
    otherwise of any other attribute), as a number: the number of the part in the lowest 3 bits, and
    above them its cards. The number of the part is twice that of its big sets (0 to 2), and one
    more with the small set. The cards are a mask with 4 bits for each title, as many set as there
    are cards. Cached: the array is shared, so it must not be changed.
    """
    kinds = [kind for kind, (of, _title) in enumerate(KINDS) if of == ("i" if items else "h")]
    smalls: list[tuple[int, ...]] = [(), *[(kind, kind) for kind in kinds]]
    bigs = [(), *[triple for triple in BIG_KINDS if triple[0] in kinds]]
    parts = set()
    for small, one, other in product(smalls, bigs, bigs):
        counts = [(*small, *one, *other).count(kind) for kind in kinds]
        if max(counts) <= 4:
            bits = sum([2**each - 1 << 4 * at for at, each in enumerate(counts)])
            parts.add(bits << 3 | 2 * (bool(one) + bool(other)) | bool(small))
    return filled([*parts])


def red_points(sets: vec[i64], opened: i64, advanced: bool, all_items: bool) -> i64:
    """The points for the red cards in `sets`, which are all sets of the seat that goes out (each
    packed, in any order); `opened` is how many of them were opened before the goal. By the basic
    rules each red card gives 1. With `advanced`, by its title and attribute:

    - 1 or 7: 2 if each set has an outer card (a 1, a 7 or an Item); 2 or 6: 2 if no set has one;
    - 3 or 5: 2 with three opened sets or more;
    - 4: 5 if all sets hold only Items and cards of its attribute;
    - Items 1 to 3: 1; Item 4: 1 if `all_items` (item_reds=all), else 0.
    """
    reds, attributes, with_outer = vec[i64](), i64(0), i64(0)
    for cards in sets:
        is_outer = False
        while cards:
            attribute, title = divided(cards & 63)
            attributes |= bit(attribute)
            is_outer = is_outer or attribute == _ITEM or title in (1, 7)
            if cards & 1:
                reds = append(reds, cards & 63)
            cards >>= 6
        with_outer += i64(is_outer)
    if not advanced:
        return len(reds)
    points: i64 = 0
    for card in reds:
        attribute, title = divided(card)
        if attribute == _ITEM:
            points += i64(title < 4 or all_items)
        elif title == 4:
            points += 5 * i64(attributes | bit(_ITEM) == bit(attribute) | bit(_ITEM))
        elif title in (3, 5):
            points += 2 * i64(opened >= 3)
        else:
            points += 2 * i64(with_outer == (len(sets) if title in (1, 7) else 0))
    return points


# How a hand splits into sets


def split(hand: vec[i64]) -> vec[i64]:
    """The three sets into which eight known cards, ascending, split, as a new array: the small set,
    then the two big sets, that with the lowest card first; each is packed. Empty if the cards are
    no goal shape. That there are eight isn't checked. `hand` isn't changed.

    Of several ways, which all give the same points, it is the one with the lowest small set. Of
    cards of one kind, the black ones go to the set that comes first.
    """
    for at in range(len(hand) - 1):
        if hand[at] >> 1 == hand[at + 1] >> 1:
            left = hand[:]
            left[at] = left[at + 1] = 0
            first, second = _big_set(left), _big_set(left)
            if first > 0 and second > 0:
                return vec[i64]([hand[at] | hand[at + 1] << 6, first, second])
    return NONE


def _big_set(cards: vec[i64]) -> i64:
    """Take out of `cards` the big set that its lowest card must be in if all cards are to split
    into big sets, and return it (packed). 0 if there is none. `cards` are ascending, with zeros
    between them that don't count, and at least three others. The cards of the set become 0 there;
    so do some cards, too, if the result is 0.
    """
    wanted, step, found, shift, seen = i64(0), i64(0), i64(0), i64(0), i64(0)
    for card in cards:
        if card:
            seen += 1
            if seen == 1:
                wanted = card >> 1
            elif seen == 3 and card >> 1 != wanted:
                step = RUN[wanted]
    for at in range(len(cards)):
        if cards[at] >> 1 == wanted and shift < 18:
            found |= cards[at] << shift
            shift += 6
            wanted += step
            cards[at] = 0
    return found * i64(shift == 18)
