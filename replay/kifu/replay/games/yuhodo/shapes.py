"""Goal shapes of yuhodo: how far a hand is from one, and how it splits (section 2 of the page).

A *shape* is how many cards of each kind a hand holds, as one number: a digit to the base 5 for
each kind, the lowest for kind 1. There are four cards of a kind. A goal shape is eight cards: one
small set and two big sets.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import zeros
from kifu.replay.games.yuhodo.cards import BIG_KINDS, KINDS, RUN

GOAL: Final[i64] = 8

#: What a card adds to a shape; an unknown card adds nothing.
UNIT: Final = vec[i64]([0, 0] + [5 ** (card // 2 - 1) for card in range(2, 2 * len(KINDS))])

#: By card: its attribute (from 0, as the parts of a shape), and what it adds to the part.
PART: Final = vec[i64]([0, 0] + [(card // 2 - 1) // 7 for card in range(2, 2 * len(KINDS))])
STEP: Final = vec[i64]([0, 0] + [5 ** ((card // 2 - 1) % 7) for card in range(2, 2 * len(KINDS))])

#: The digits of an attribute with numbers, and those of the Items.
_NUMBERS: Final[i64] = 5**7
_ITEMS: Final[i64] = 5**4

# A part of a goal shape is 2 * (number of big sets) + (number of small sets), and the whole is 5.
# Of each part some cards have a number in common with the part that suits them best: 4 bits a
# part, and a bit above. The cards of one attribute, or of several, are in one of 39 classes by
# that, numbered as they are met.
_WHOLE: Final[i64] = 5
_ABOVE: Final[i64] = 1 << 24
_MOST: Final[i64] = 64
#: By class: what its cards have in common with each part.
_COMMON: Final = zeros(_MOST)
#: By two classes: that of their cards together, 0 where it was not asked for yet.
_TOGETHER: Final = zeros(_MOST * _MOST)
#: By the digits of an attribute, then by those of the Items: their class, or 0.
_CLASS: Final = zeros(_NUMBERS + _ITEMS)
#: By the same: the classes with one more card of each title, packed, the first lowest; or 0.
_GROWN: Final = zeros(_NUMBERS + _ITEMS)
#: By two classes: 1 more than the distance of their cards from a goal shape, or 0.
_FAR: Final = zeros(_MOST * _MOST)
_CLASS_BITS: Final[i64] = 6
_CLASS_MASK: Final[i64] = _MOST - 1


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
    return parts_away(parts_of(shape))


def parts_of(shape: i64) -> vec[i64]:
    """The four parts of a shape, one for each attribute: its cards by title, as a number with
    digits to the base 5. `PART` and `STEP` say what a card adds to which part.
    """
    parts, rest = zeros(4), shape // _NUMBERS
    others = rest // _NUMBERS
    parts[0] = shape - rest * _NUMBERS
    parts[1] = rest - others * _NUMBERS
    parts[3] = others // _NUMBERS
    parts[2] = others - parts[3] * _NUMBERS
    parts[3] += _NUMBERS
    return parts


def parts_away(parts: vec[i64]) -> i64:
    """The `distance` of a shape from its parts (see `parts_of`)."""
    one = _together(_class_of(parts[0]), _class_of(parts[1]))
    return _away(one, _together(_class_of(parts[2]), _class_of(parts[3])))


def rests_of(parts: vec[i64]) -> i64:
    """For each of the four parts, the class (see `_find_class`) of the cards of the three others;
    packed into one number, the first part lowest.
    """
    human, angel = _class_of(parts[0]), _class_of(parts[1])
    demon, item = _class_of(parts[2]), _class_of(parts[3])
    first, second = _together(human, angel), _together(demon, item)
    numbers = _together(angel, second) | _together(human, second) << _CLASS_BITS
    others = _together(item, first) | _together(demon, first) << _CLASS_BITS
    return numbers | others << 2 * _CLASS_BITS


def away_changed(parts: vec[i64], rests: i64, at: i64, step: i64) -> i64:
    """The `distance` of a shape if `step` were added to its part `at`: a card's STEP, or its
    negative for a card less. `parts` and `rests` (see `rests_of`) are the shape's.
    """
    return _away(_class_of(parts[at] + step), rests >> _CLASS_BITS * at & _CLASS_MASK)


def helpful(parts: vec[i64], unseen: vec[i64]) -> i64:
    """How many of the cards `unseen` (copies by kind) would bring a hand with these parts (see
    `parts_of`) nearer to a goal shape.
    """
    # Looked up here, without a call for each kind.
    table = _FAR
    rests, away, count = rests_of(parts), parts_away(parts), i64(0)
    kind: i64 = 1
    for at in range(4):
        grown, rest = _grown(parts[at]), rests & _CLASS_MASK
        rests >>= _CLASS_BITS
        while grown > 0:
            if unseen[kind] > 0:
                far = table[grown & _CLASS_MASK | rest << _CLASS_BITS]
                if far == 0:
                    far = _away(rest, grown & _CLASS_MASK) + 1
                if far <= away:
                    count += unseen[kind]
            grown >>= _CLASS_BITS
            kind += 1
    return count


def _grown(part: i64) -> i64:
    """The classes (see `_find_class`) of a part with one more card, for each title, packed; the
    first title lowest.
    """
    found = _GROWN[part]
    if found == 0:
        step = _ITEMS if part >= _NUMBERS else _NUMBERS
        while step > 1:
            step //= 5
            # There is no fifth card.
            more = part if part // step % 5 == 4 else part + step
            found = found << _CLASS_BITS | _class_of(more)
        _GROWN[part] = found
    return found


def _away(one: i64, other: i64) -> i64:
    """How many cards are missing for a goal shape from cards of the classes `one` and `other`
    together.
    """
    found = _FAR[one << _CLASS_BITS | other]
    if found == 0:
        found = GOAL + 1 - (_COMMON[_together(one, other)] >> 4 * _WHOLE & 15)
        _FAR[one << _CLASS_BITS | other] = found
    return found - 1


def _class_of(digits: i64) -> i64:
    """The class (see `_find_class`) of the cards of one attribute, counted in `digits`; found once
    and kept.
    """
    found = _CLASS[digits]
    if found == 0:
        found = _CLASS[digits] = _find_class(digits)
    return found


def _together(one: i64, other: i64) -> i64:
    """The class of cards of the classes `one` and `other` put together, found once and kept."""
    found = _TOGETHER[one * _MOST + other]
    if found == 0:
        found = _TOGETHER[one * _MOST + other] = _put_together(_COMMON[one], _COMMON[other])
    return found


def _put_together(one: i64, other: i64) -> i64:
    """The class of cards of two classes put together. `one` and `other` are what each class has in
    common with the parts of a goal shape (see `_numbered`): of each part, one fills some sets and
    the other the rest.
    """
    common = _ABOVE
    for bigs in range(3):
        for smalls in range(2):
            most: i64 = 0
            for big in range(bigs + 1):
                for small in range(smalls + 1):
                    first = 2 * big + small
                    second = 2 * bigs + smalls - first
                    most = max(most, (one >> 4 * first & 15) + (other >> 4 * second & 15))
            common |= most << 4 * (2 * bigs + smalls)
    return _numbered(common)


def _find_class(digits: i64) -> i64:
    """The class of the cards of one attribute: a number that is equal for cards that are equally
    near to every part of a goal shape. `digits` counts them by title, to the base 5; Items, with
    four titles instead of seven, have 5**7 added.
    """
    titles: i64 = 7
    if digits >= _NUMBERS:
        titles = 4
        digits -= _NUMBERS
    held = zeros(titles)
    for title in range(titles):
        held[title] = digits % 5
        digits //= 5
    parts = _parts(titles == 4)
    best = zeros(_WHOLE + 1)
    for begin in range(0, len(parts), titles + 1):
        shared: i64 = 0
        for title in range(titles):
            shared += min(held[title], parts[begin + 1 + title])
        if shared > best[parts[begin]]:
            best[parts[begin]] = shared
    common = _ABOVE
    for part in range(_WHOLE + 1):
        common |= best[part] << 4 * part
    return _numbered(common)


def _numbered(common: i64) -> i64:
    """The number of the class of cards that have `common` cards in common with each part of a goal
    shape (packed, 4 bits a part); a new class gets the next number.
    """
    number: i64 = 1
    while _COMMON[number] != 0 and _COMMON[number] != common:
        number += 1
    _COMMON[number] = common
    return number


@cache
def _parts(items: bool) -> vec[i64]:
    """All parts that a goal shape can have within one attribute (Items, or any other), in one
    array: for each which sets it is made of, as a number, and its cards by title.
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
    return vec[i64]([count for part in parts for count in part])


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


_KINDS: Final[i64] = 26
_THREE: Final[i64] = (1 << 18) - 1


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
