"""The components of Atarayo: section 2 of its page (docs/rules/atarayo.md), and what follows
from a card alone: which cards may lie on it (section 6).

A card is a small number, its *kind*: 1 to 55 in canonical order for the coloured cards, then WILD
and CHOICE, of which there are five copies each that cannot be told apart. 0 is a card that is
not known. A set of kinds is a mask, in which the five cards of a number lie beside each other.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.chance import UNKNOWN
from kifu.replay.elements.arrays import zeros

#: The letters of the colours, and what a colour is in lists: its place, from 1.
COLOURS: Final = "bprgy"
COLOUR_OF_LETTER: Final = {letter: colour for colour, letter in enumerate(COLOURS, 1)}
COLOURED_NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13)
HIGHEST: Final[i64] = 13

SKIP: Final[i64] = 2
RESIST: Final[i64] = 5
DRAW: Final[i64] = 6
EIGHT: Final[i64] = 8
REVERSE: Final[i64] = 9
ELEVEN: Final[i64] = 11
OPEN: Final[i64] = 13

WILD: Final[i64] = 56
CHOICE: Final[i64] = 57
KINDS: Final[i64] = 58

_KINDS: Final = range(1, 58)
_NUMBERS: Final = [0, *COLOURED_NUMBERS * len(COLOURS), 8, 11]
_COLOURS: Final = [0, *(colour for colour in range(1, 6) for _ in COLOURED_NUMBERS), 0, 0]
_COPIES: Final = [0, *[1] * 55, 5, 5]

#: By kind: its token, its number, its colour (0: none), how many copies there are.
TOKENS: Final = [
    UNKNOWN,
    *(f"{letter}{number}" for letter in COLOURS for number in COLOURED_NUMBERS),
    "8",
    "11",
]
NUMBERS: Final = vec[i64](_NUMBERS)
COLOUR: Final = vec[i64](_COLOURS)
COPIES: Final = vec[i64](_COPIES)
KIND: Final = {token: kind for kind, token in enumerate(TOKENS) if kind}

#: The kinds of each number in canonical order.
OF_NUMBER: Final = [[kind for kind in _KINDS if _NUMBERS[kind] == number] for number in range(14)]

#: The 65 cards in canonical order: tokens, and the kind of each place from 1.
CARDS: Final[i64] = 65
DECK: Final = [TOKENS[kind] for kind in _KINDS for _ in range(_COPIES[kind])]
KIND_AT: Final = vec[i64]([0] + [kind for kind in _KINDS for _ in range(_COPIES[kind])])

HAND: Final[i64] = 5
#: A hand of so many cards bursts.
BURST: Final[i64] = 10

# Masks: SHIFT says by number where its five cards begin, those of 8 and 11 are one bit each.

_PLACES: Final = [number for number in range(1, 14) if number not in (8, 11)]
WILD_PLACE: Final[i64] = 55
CHOICE_PLACE: Final[i64] = 56
#: All cards with a colour.
COLOURED: Final[i64] = 2**55 - 1
SHIFT: Final = vec[i64](
    [
        {8: 55, 11: 56}.get(number, 5 * len([other for other in _PLACES if other < number]))
        for number in range(14)
    ]
)


def _place(kind: int) -> int:
    """The bit, from 0, of a kind in masks."""
    return 5 * _PLACES.index(_NUMBERS[kind]) + _COLOURS[kind] - 1 if kind < 56 else kind - 1


def _mask(kinds: list[int]) -> int:
    """These kinds as a mask."""
    return sum([2 ** _place(kind) for kind in kinds])


#: By kind: its bit; a card that is not known has none.
BIT: Final = vec[i64]([0] + [2 ** _place(kind) for kind in _KINDS])
#: By kind: what it counts in a number that has 4 bits for each number of cards, see `counts_of`.
ONE: Final = vec[i64]([16**number for number in _NUMBERS])


def counts_of(cards: vec[i64]) -> i64:
    """How many cards of each number (1 to 13) are among `cards`, packed: 4 bits each, number n from
    bit 4 * n on; the lowest 4 bits count unknown cards. There must not be more than 15 of any.

    >>> f"{counts_of(vec[i64]([KIND['b2'], KIND['r2'], KIND['b1'], 0])):x}"
    '211'
    """
    counts: i64 = 0
    for card in cards:
        counts += ONE[card]
    return counts


# Which cards may lie on a card


def fits(field: int, named: int, card: int) -> bool:
    """Whether `card` may be laid on the field card `field` (both kinds) if no attack is pending: an
    8 or 11 always, another card if it has the colour `named` (a number) for the field card, or,
    with 0 for none, the field card's colour or number. All fit on an 8, an 11 or a 6 if no colour
    is named.

    >>> [fits(KIND["b4"], 0, KIND[token]) for token in ("b7", "r4", "r7", "8", "11")]
    [True, True, False, True, True]
    >>> [fits(CHOICE, COLOUR_OF_LETTER["r"], KIND[token]) for token in ("r7", "b7", "8")]
    [True, False, True]
    """
    if card in (WILD, CHOICE):
        return True
    if named:
        return _COLOURS[card] == named
    if field in (WILD, CHOICE) or _NUMBERS[field] == DRAW:
        return True
    return _COLOURS[card] == _COLOURS[field] or _NUMBERS[card] == _NUMBERS[field]


def fits_spent(field: int, card: int) -> bool:
    """Whether `card` may be laid on the field card `field` (both kinds) with the option
    `spent6=faq`, if no attack is pending and no colour named: as `fits` says, except that a 5 on a
    6 must have its colour.

    >>> [fits_spent(KIND["b6"], KIND[token]) for token in ("b5", "r5", "r4")]
    [True, False, True]
    """
    if _NUMBERS[field] == DRAW and _NUMBERS[card] == RESIST:
        return _COLOURS[field] == _COLOURS[card]
    return fits(field, 0, card)


def answers(field: int, attack: int, card: int) -> bool:
    """Whether `card` may be laid on `field` (both kinds) against a pending attack: a card of the
    number `attack` (6 or 13) if `field` has that number or the card's colour, or any 5.

    >>> [answers(KIND["b6"], 6, KIND[token]) for token in ("r6", "r5", "b13", "8")]
    [True, True, False, False]
    >>> [answers(KIND["b5"], 6, KIND[token]) for token in ("r6", "b6", "r5")]
    [False, True, True]
    """
    if _NUMBERS[card] == attack:
        return _NUMBERS[field] == attack or _COLOURS[field] == _COLOURS[card]
    return _NUMBERS[card] == RESIST


#: The kinds that may be laid on a field card, by KINDS times what holds there and the field card.
#: What holds is a named colour, 0, that an attack is to be answered, or `spent6=faq`.
DRAW_HOLDS: Final[i64] = 6
OPEN_HOLDS: Final[i64] = 7
SPENT_HOLDS: Final[i64] = 8
FITTING: Final = vec[i64](
    [
        _mask([kind for kind in _KINDS if field and fits(field, named, kind)])
        for named in range(6)
        for field in range(58)
    ]
    + [
        _mask([kind for kind in _KINDS if field and answers(field, attack, kind)])
        for attack in (6, 13)
        for field in range(58)
    ]
    + [_mask([kind for kind in _KINDS if field and fits_spent(field, kind)]) for field in range(58)]
)


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of `cards` (kinds), `_` for an unknown one."""
    return [TOKENS[card] for card in cards]


def laid_out(order: vec[i64], cards: vec[i64]) -> vec[i64]:
    """The cards in the order `order`: item k of the result is `cards[order[k]]`. Places count from
    1; place 0 and `cards[0]`, both 0, mean unknown.

    >>> list(laid_out(vec[i64]([2, 0, 1]), vec[i64]([0, 30, 40])))
    [40, 0, 30]
    """
    laid = zeros(len(order))
    for at in range(len(order)):
        laid[at] = cards[order[at]]
    return laid
