"""Goal shapes of yuhodo: how far a hand is from one, and how it splits (section 2 of the page).

A *shape* is how many cards of each kind a hand holds, as one number: three bits a kind, the
lowest for kind 1. A goal shape is eight cards: one small set and two big sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product

from kifu.replay.games.yuhodo.cards import ATTRIBUTES, BIG_KINDS, KINDS, TOKEN

GOAL = 8
_BITS = 3

#: What a card adds to a shape; an unknown card adds nothing.
UNIT = [0, 0] + [1 << _BITS * (card // 2 - 1) for card in range(2, len(TOKEN))]

#: By attribute: where its kinds begin in a shape, their mask there, whether it is Items.
_FIELDS = [
    (_BITS * (KINDS.index((letter, 1)) - 1), (1 << _BITS * titles) - 1, letter == "i")
    for letter, titles in ATTRIBUTES.items()
]

#: A part of a goal shape by what it is made of: 2 * (number of big sets) + (number of small
#: sets). The whole is 5. For each, the pairs that make it up.
_WHOLE = 5
_MADE_OF = [
    [(2 * b + s, 2 * (big - b) + small - s) for b in range(big + 1) for s in range(small + 1)]
    for big in range(3)
    for small in range(2)
]


def shape_of(cards: Iterable[int]) -> int:
    """The shape of known cards."""
    return sum([UNIT[card] for card in cards])


def distance(shape: int) -> int:
    """How many cards of the nearest goal shape are not there; 0: the shape holds one.

    No goal shape has five cards of a kind, so neither does the nearest. Remembers what it found
    for the cards of one attribute, of which there are a few thousand.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> def of(hand): return distance(shape_of(CARD[token] for token in hand.split()))
    >>> of("a3 A3 h5 h5 H5 d2 d3 D4"), of("h1 h1 h1 H1 h2 a5 a5"), of("h1 h1 h1 H1 a5 a5 A5")
    (0, 1, 2)
    """
    human, angel, demon, item = [
        _common(items, shape >> shift & mask) for shift, mask, items in _FIELDS
    ]
    return GOAL - _both(_both(human, angel), _both(demon, item))[_WHOLE]


@cache
def _common(items: bool, counts: int) -> tuple[int, ...]:
    """For each part of a goal shape, the most cards that one of this attribute shares with
    `counts`, three bits a title.
    """
    held = [counts >> _BITS * k & 7 for k in range(7)]
    return tuple(
        [max([sum(map(min, wanted, held)) for wanted in parts]) for parts in _parts(items)]
    )


@cache
def _both(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The same for the cards of two attributes together."""
    return tuple([max([one[a] + other[b] for a, b in pairs]) for pairs in _MADE_OF])


@cache
def _parts(items: bool) -> list[list[list[int]]]:
    """By what they are made of: the parts of goal shapes within one attribute, as how many cards
    of each title they have.
    """
    letter = "i" if items else "h"
    kinds = [kind for kind, (of, _title) in enumerate(KINDS) if of == letter]
    bigs = sorted(triple for triple in BIG_KINDS if triple[0] in kinds)
    smalls = [(), *[(kind, kind) for kind in kinds]]
    parts: list[list[list[int]]] = [[] for _ in _MADE_OF]
    for number in range(3):
        for small, *chosen in product(smalls, *[bigs] * number):
            counts = [[*small, *chain(*chosen)].count(kind) for kind in kinds]
            if max(counts) <= 4 and counts not in parts[2 * number + bool(small)]:
                parts[2 * number + bool(small)].append(counts)
    return parts


def splits(hand: Sequence[int]) -> list[list[list[int]]]:
    """Every way to split eight known cards into a small set and two big sets, in this order; the
    way whose small set comes first stands first. Empty where the hand is no goal shape.

    >>> from kifu.replay.games.yuhodo.cards import CARD, token_of
    >>> hand = [CARD[token] for token in "h2 h2 h2 h3 h4 h5 h5 h5".split()]
    >>> [[token_of(part) for part in split] for split in splits(hand)]
    [['h2h2', 'h2h3h4', 'h5h5h5'], ['h5h5', 'h2h2h2', 'h3h4h5']]
    """
    kinds = sorted(card // 2 for card in hand)
    found = []
    for small in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        rest = kinds.copy()
        rest.remove(small)
        rest.remove(small)
        for first, second in _two_big_sets(rest):
            found.append(_with_cards(hand, [(small, small), first, second]))
    return found


def _two_big_sets(kinds: Sequence[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """How six kinds, ascending, are two big sets: there is one way at most."""
    places = range(1, len(kinds))
    for two in combinations(places, 2):
        first = (kinds[0], *[kinds[place] for place in two])
        second = tuple([kinds[place] for place in places if place not in two])
        if first in BIG_KINDS and second in BIG_KINDS:
            return [(first, second)]
    return []


def _with_cards(hand: Sequence[int], sets: Iterable[tuple[int, ...]]) -> list[list[int]]:
    """The cards of the hand for the kinds of the sets; black ones are used up first."""
    left = sorted(hand)
    split = []
    for kinds in sets:
        cards = []
        for kind in kinds:
            card = next(card for card in left if card // 2 == kind)
            left.remove(card)
            cards.append(card)
        split.append(cards)
    return split
