"""The components of Atarayo: section 2 of its page (docs/rules/atarayo.md); which cards may lie on
another (section 6); and moves as codes: plays first, in the order of the page's lists, then what
else may be done with a hand, the choice of the first field card, and calls.

A card is a small number, its *kind*: 1 to 55 in canonical order for the coloured cards, then WILD
and CHOICE, of which there are five copies each that cannot be told apart. 0 is a card that is
not known. A set of kinds is a mask (see `BIT`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from bisect import bisect
from itertools import combinations, pairwise, permutations
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.chance import UNKNOWN
from kifu.replay.codes.arrays import filled, packed, unpacked, zeros
from kifu.replay.codes.lexicon import Lexicon
from kifu.replay.games.atarayo.options import DUEL_HANDS

#: The letters of the colours, and what a colour is in lists: its place, from 1.
COLOURS: Final = "bprgy"
COLOUR_OF_LETTER: Final = {letter: colour for colour, letter in enumerate(COLOURS, 1)}
COLOURED_NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13)
HIGHEST: Final[i64] = 13

SKIP: Final = 2
RESIST: Final = 5
DRAW: Final = 6
EIGHT: Final = 8
REVERSE: Final = 9
ELEVEN: Final = 11
OPEN: Final = 13

WILD: Final[i64] = 56
CHOICE: Final = 57
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
NUMBERS: Final = filled(_NUMBERS)
COLOUR: Final = filled(_COLOURS)
COPIES: Final = filled(_COPIES)
KIND: Final = {token: kind for kind, token in enumerate(TOKENS) if kind}

#: The kinds of each number in canonical order.
OF_NUMBER: Final = [[kind for kind in _KINDS if _NUMBERS[kind] == number] for number in range(14)]

#: The 65 cards in canonical order: tokens, and the kind of each place from 1.
CARDS: Final = 65
DECK: Final = [TOKENS[kind] for kind in _KINDS for _ in range(_COPIES[kind])]
KIND_AT: Final = filled([0] + [kind for kind in _KINDS for _ in range(_COPIES[kind])])

HAND: Final = 5
#: A hand of so many cards bursts.
BURST: Final = 10

#: By kind: its bit in a mask; a card that is not known has none.
BIT: Final = filled([0] + [2**kind for kind in _KINDS])
#: By number: its kinds as a mask.
MASK: Final = filled([sum([2**kind for kind in kinds]) for kinds in OF_NUMBER])
#: By kind: what it counts in the counts of a hand, which are how many cards of each number (1 to
#: 13) it has, packed: 4 bits each, number n from bit 4 * n on; the lowest 4 count unknown cards.
ONE: Final = filled([16**number for number in _NUMBERS])


# Which cards may lie on a card

#: What holds on a field card beside a named colour (1 to 5) or nothing (0): an attack to be
#: answered, or `spent6=faq`.
DRAW_HOLDS: Final[i64] = 6
OPEN_HOLDS: Final[i64] = 7
SPENT_HOLDS: Final = 8
_ATTACKS: Final = {6: 6, 7: 13}


def fits(field: int, holds: int, card: int) -> bool:
    """Whether `card` may be laid on the field card `field` (both kinds, not 0). `holds` is a named
    colour (1 to 5), an attack to answer (DRAW_HOLDS for a 6, OPEN_HOLDS for a 13), SPENT_HOLDS
    (`spent6=faq`) or 0.

    - Under an attack: any 5. A card of the attack's number, if `field` has that number or the
      colour of `card`.
    - With a named colour: an 8, an 11, or a card of that colour.
    - Otherwise: an 8 or an 11; any card on an 8, 11 or 6; a card of the colour or the number of
      `field`. With SPENT_HOLDS, a 5 on a 6 must have its colour.

    >>> [fits(KIND["b4"], 0, KIND[token]) for token in ("b7", "r4", "r7", "8", "11")]
    [True, True, False, True, True]
    >>> [fits(CHOICE, COLOUR_OF_LETTER["r"], KIND[token]) for token in ("r7", "b7", "8")]
    [True, False, True]
    >>> [fits(KIND["b6"], SPENT_HOLDS, KIND[token]) for token in ("b5", "r5", "r4")]
    [True, False, True]
    >>> [fits(KIND["b6"], DRAW_HOLDS, KIND[token]) for token in ("r6", "r5", "b13", "8")]
    [True, True, False, False]
    >>> [fits(KIND["b5"], DRAW_HOLDS, KIND[token]) for token in ("r6", "b6", "r5")]
    [False, True, True]
    """
    on, laid, alike = _NUMBERS[field], _NUMBERS[card], _COLOURS[field] == _COLOURS[card]
    if holds in _ATTACKS:
        attack = _ATTACKS[holds]
        return laid == RESIST or (laid == attack and (on == attack or alike))
    if card in (WILD, CHOICE):
        return True
    if holds == SPENT_HOLDS and on == DRAW and laid == RESIST:
        return alike
    if 0 < holds < DRAW_HOLDS:
        return _COLOURS[card] == holds
    return field in (WILD, CHOICE) or on in (DRAW, laid) or alike


#: The kinds that may be laid on a field card, by KINDS times what holds there and the field card.
FITTING: Final = filled(
    [
        sum([BIT[kind] for kind in _KINDS if field and fits(field, holds, kind)])
        for holds in range(9)
        for field in range(58)
    ]
)


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of `cards` (kinds), in the order given; `_` for an unknown one."""
    return [TOKENS[card] for card in cards]


def laid_out(order: vec[i64], cards: vec[i64]) -> vec[i64]:
    """A new array whose item k is `cards[order[k]]`. `order` has indices of `cards`, from 1, and 0
    for an unknown card; `cards[0]` must be 0.

    >>> list(laid_out(vec[i64]([2, 0, 1]), vec[i64]([0, 30, 40])))
    [40, 0, 30]
    """
    laid = zeros(len(order))
    for at in range(len(order)):
        laid[at] = cards[order[at]]
    return laid


# Plays


def spelled(cards: list[int], named: int = 0) -> str:
    """The token that plays `cards` (kinds), bottom first; `named` is the colour (from 1) that it
    names, 0 for none.

    >>> spelled([1, 12]), spelled([CHOICE, CHOICE], 3)
    ('b1+p1', '11+11=r')
    """
    stack = "+".join([TOKENS[card] for card in cards])
    return f"{stack}={COLOURS[named - 1]}" if named else stack


#: The ways to lay some of the five cards of a number on each other, a single card first: places
#: among the five, bottom first.
_WAYS: Final = [way for size in range(1, 6) for way in permutations(range(5), size)]


def _plays(number: int) -> list[tuple[list[int], int]]:
    """Every play of cards with this number (1 to 13), as (cards, named): the kinds, bottom first,
    and the named colour, 0 for none. Every order of the same cards is a play of its own; equal
    cards have only one order. An 11 has one play for each colour that it can name. Plays of fewer
    cards come first.
    """
    if number == EIGHT:
        return [([WILD] * size, 0) for size in range(1, 6)]
    if number == ELEVEN:
        return [([CHOICE] * size, named) for size in range(1, 6) for named in range(1, 6)]
    return [([OF_NUMBER[number][place] for place in way], 0) for way in _WAYS]


#: A play's code is its place here.
_PLAYS: Final = [([0], 0)] + [play for number in range(1, 14) for play in _plays(number)]
_PLAY_TOKENS: Final = [spelled(cards, named) for cards, named in _PLAYS]
LAST_PLAY: Final[i64] = len(_PLAYS) - 1

#: By play: its cards, 6 bits each, the bottom one lowest; how many they are; the colour named; its
#: place among the plays in the order of text.
STACK: Final = filled([packed(filled(cards)) for cards, _named in _PLAYS])
SIZE: Final = filled([len(cards) for cards, _named in _PLAYS])
NAMED: Final = filled([named for _cards, named in _PLAYS])
_IN_TEXT: Final = {token: rank for rank, token in enumerate(sorted(_PLAY_TOKENS))}
RANK: Final = filled([_IN_TEXT[token] for token in _PLAY_TOKENS])


def is_play(code: i64) -> bool:
    """Whether a code is one of a play."""
    return code > 0 and code <= LAST_PLAY


def cards_of(play: i64) -> list[int]:
    """The cards (kinds) of the play with this code, bottom first, as a new list. The code must be
    that of a play.

    >>> cards_of(LEXICON.code("b1+p1"))
    [1, 12]
    """
    return unpacked(STACK[play], SIZE[play])


#: By 16 times a number, and some cards more: the last play of so many cards of it, or fewer; for
#: none, the last play of the number before.
_ORDER: Final = [16 * _NUMBERS[cards[0]] + len(cards) for cards, _named in _PLAYS]
UPTO: Final = filled([bisect(_ORDER, place) - 1 for place in range(16 * 14)])

# What else may be done with a hand, and the choice of a first field card (this and its kind)

TAKE: Final[i64] = LAST_PLAY + 1
PASS: Final[i64] = LAST_PLAY + 2
ACCEPT: Final[i64] = LAST_PLAY + 3
FIRST: Final[i64] = LAST_PLAY + 3
#: Calls have the codes from this one on, those of the duel from DUEL_CALL on.
CALL: Final[i64] = FIRST + WILD

# Calls: by token, the hands that speak in turn

#: Among them: the hand called upon, whichever that is.
UPON: Final = 7


def _in_order(calls: dict[str, list[int]]) -> dict[str, list[int]]:
    """These calls (token -> hands that speak) in the order in which they are listed: first those in
    which one hand alone speaks, then the others. Both are sorted by the text of the call without
    its counters; a call comes directly before its countered forms.
    """
    return dict(sorted(calls.items(), key=lambda call: (len(call[1]) > 1, call[0].split("C"))))


#: All calls for three or more seats.
_TABLE_CALLS: Final = _in_order(
    {
        f"A{''.join(map(str, seats))}{counter}": [*seats, *[UPON] * len(counter)]
        for size in range(1, 6)
        for seats in combinations(range(1, 6), size)
        for counter in ("", "C")
    }
)
#: All calls of the duel: the two seats counter in turns, and no hand twice.
_DUEL_CALLS: Final = _in_order(
    {
        "A" + "C".join([names[0], *(name[1] for name in names[1:])]): [
            DUEL_HANDS.index(name) + 1 for name in names
        ]
        for size in range(1, 5)
        for names in permutations(DUEL_HANDS, size)
        if all(one[0] != other[0] for one, other in pairwise(names))
    }
)
_CALLS: Final = _TABLE_CALLS | _DUEL_CALLS
DUEL_CALL: Final[i64] = CALL + len(_TABLE_CALLS)

# All of them

LEXICON: Final = Lexicon(
    {token: code for code, token in enumerate(_PLAY_TOKENS) if code > 0}
    | {"d": TAKE, "-": PASS, "x": ACCEPT}
    | {f"f{TOKENS[kind]}": FIRST + kind for kind in range(1, WILD)}
    | {token: CALL + at for at, token in enumerate(_CALLS)}
)

#: By call, from CALL on: its first seat; the hands that speak, in turn; how many of them call, the
#: others counter; the call that it is without its last counter, 0 if nobody counters.
CALLER: Final = filled([int(token[1]) for token in _CALLS])
SPEAKING: Final = list(_CALLS.values())
CALLERS: Final = [len(hands) - token.count("C") for token, hands in _CALLS.items()]
COUNTERED: Final = filled([LEXICON.code(token.rpartition("C")[0]) for token in _CALLS])
