"""The components of Atarayo: section 2 of its page (docs/rules/atarayo.md), and what follows
from a card alone: which cards may lie on it, and every token that plays cards (section 6).

A card is a small int, its *kind*: 1 to 55 in canonical order for the coloured cards, then WILD
and CHOICE, of which there are five copies each that cannot be told apart. 0 is a card that is
not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations

from kifu.replay.chance import UNKNOWN

#: The letters of the colours, and what a colour is in lists: its place, from 1.
COLOURS = "bprgy"
COLOUR_OF_LETTER = {letter: colour for colour, letter in enumerate(COLOURS, 1)}
COLOURED_NUMBERS = (1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13)

SKIP = 2
RESIST = 5
DRAW = 6
REVERSE = 9
OPEN = 13

WILD = 56
CHOICE = 57

#: By kind: its token, its number, its colour (0: none), how many copies there are.
TOKENS = [UNKNOWN, *(f"{c}{number}" for c in COLOURS for number in COLOURED_NUMBERS), "8", "11"]
NUMBERS = [0, *COLOURED_NUMBERS * len(COLOURS), 8, 11]
COLOUR = [0, *(colour for colour in range(1, 6) for _ in COLOURED_NUMBERS), 0, 0]
COPIES = [0, *[1] * 55, 5, 5]
KIND = {token: kind for kind, token in enumerate(TOKENS) if kind}

#: The kinds of each number in canonical order.
OF_NUMBER = [[kind for kind in range(1, 58) if NUMBERS[kind] == number] for number in range(14)]

#: The 65 cards in canonical order: tokens, and the kind of each place from 1.
DECK = [TOKENS[kind] for kind in range(1, 58) for _ in range(COPIES[kind])]
KIND_AT = [0, *(kind for kind in range(1, 58) for _ in range(COPIES[kind]))]

HAND = 5
#: A hand of so many cards bursts.
BURST = 10


def fits(field: int, named: int, card: int) -> bool:
    """Whether `card` may be laid on the field card, where no attack is pending. `named`
    is the colour that was named for a CHOICE, 0 where none was.

    >>> [fits(KIND["b4"], 0, KIND[token]) for token in ("b7", "r4", "r7", "8", "11")]
    [True, True, False, True, True]
    >>> [fits(CHOICE, COLOUR_OF_LETTER["r"], KIND[token]) for token in ("r7", "b7", "8")]
    [True, False, True]
    """
    if card in (WILD, CHOICE):
        return True
    if named:
        return COLOUR[card] == named
    if field in (WILD, CHOICE) or NUMBERS[field] == DRAW:
        return True
    return COLOUR[card] == COLOUR[field] or NUMBERS[card] == NUMBERS[field]


#: `fits` as a table, by named colour, field card and card.
FITS = [
    [bytes(kind and fits(field, named, kind) for kind in range(58)) for field in range(58)]
    for named in range(6)
]


def spelled(cards: tuple[int, ...], named: int = 0) -> str:
    """The token that plays `cards`, bottom first.

    >>> spelled((KIND["b4"], KIND["r4"])), spelled((CHOICE, CHOICE), COLOUR_OF_LETTER["r"])
    ('b4+r4', '11+11=r')
    """
    stack = "+".join([TOKENS[card] for card in cards])
    return f"{stack}={COLOURS[named - 1]}" if named else stack


def stacks(number: int) -> Iterator[tuple[int, ...]]:
    """Every stack of a number, a single card first: each order of each choice of cards."""
    kinds = [kind for kind in OF_NUMBER[number] for _ in range(COPIES[kind])]
    for size in range(1, len(kinds) + 1):
        yield from dict.fromkeys(permutations(kinds, size))


#: Every token that plays cards -> the cards from bottom to top, and the colour it names.
PLAYS = {
    spelled(cards, named): (cards, named)
    for number in range(1, 14)
    for cards in stacks(number)
    for named in (range(1, 6) if number == NUMBERS[CHOICE] else (0,))
}

_COLOURED = "[bprgy](?:[1-79]|1[023])"
_CARD = f"(?:{_COLOURED}|8|11)"

#: Every token of the game: a first field card, a play, a draw, a pass, an attack accepted, a call.
#: Also what can't be a play, so that its refusal names the rule and is not only "no move".
TOKEN = re.compile(
    rf"f{_COLOURED}|{_CARD}(?:\+{_CARD})*(?:=[a-z])?|[dx-]|A[1-5]{{1,4}}C?|A[12][LR](?:C[LR]){{0,3}}"
)
