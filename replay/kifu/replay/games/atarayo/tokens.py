"""The tokens of Atarayo (section 6 of its page, docs/rules/atarayo.md) as codes: plays first, in
the order of the page's lists, then what else may be done with a hand, the choice of the first field
card, and calls.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import re
from itertools import accumulate, combinations, cycle, pairwise, permutations
from typing import Final, NamedTuple

from kifu.notation.native import i64, vec
from kifu.replay.elements.lexicon import Lexicon
from kifu.replay.games.atarayo.cards import (
    BIT,
    CHOICE,
    COLOURS,
    EIGHT,
    ELEVEN,
    HIGHEST,
    OF_NUMBER,
    TOKENS,
    WILD,
)
from kifu.replay.games.atarayo.options import DUEL_HANDS

# Plays


def spelled(cards: list[int], named: int = 0) -> str:
    """The token that plays `cards` (kinds), bottom first; `named` is the colour (from 1) that it
    names, if any.

    >>> spelled([1, 12]), spelled([CHOICE, CHOICE], 3)
    ('b1+p1', '11+11=r')
    """
    stack = "+".join([TOKENS[card] for card in cards])
    return f"{stack}={COLOURS[named - 1]}" if named else stack


#: The ways to lay some of the five cards of a number on each other, a single card first: places
#: among the five, bottom first.
_WAYS: Final = [way for size in range(1, 6) for way in permutations(range(5), size)]


def _plays(number: int) -> list[tuple[list[int], int]]:
    """Every play of cards with this number, as pairs: the cards (kinds), bottom first, and the
    named colour, 0 for none.
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

#: By play: its cards, 6 bits each, the bottom one lowest; the same as a mask; how many they are;
#: the colour named; its place among the plays in the order of text.
STACK: Final = vec[i64](
    [sum([card * 64**at for at, card in enumerate(cards)]) for cards, _named in _PLAYS]
)
MASK: Final = vec[i64]([sum({BIT[card] for card in cards}) for cards, _named in _PLAYS])
SIZE: Final = vec[i64]([len(cards) for cards, _named in _PLAYS])
NAMED: Final = vec[i64]([named for _cards, named in _PLAYS])
_IN_TEXT: Final = {token: rank for rank, token in enumerate(sorted(_PLAY_TOKENS))}
RANK: Final = vec[i64]([_IN_TEXT[token] for token in _PLAY_TOKENS])


def is_play(code: i64) -> bool:
    """Whether a code is one of a play."""
    return code > 0 and code <= LAST_PLAY


def cards_of(play: i64) -> list[int]:
    """The cards of a play, bottom first.

    >>> cards_of(LEXICON.code("b1+p1"))
    [1, 12]
    """
    return [STACK[play] >> 6 * at & 63 for at in range(SIZE[play])]


#: By number: the code in front of its first play.
_COUNTS: Final = [0, 0] + [len(_plays(number)) for number in range(1, HIGHEST)]
BEFORE: Final = vec[i64](list(accumulate(_COUNTS)))
_USES: Final = [0] + [sum([2**place for place in way]) for way in _WAYS]
_LAID: Final = [
    [at for at, uses in enumerate(_USES) if at > 0 and not uses & ~places] for places in range(32)
]

#: By set of places, as a mask: where the ways that use no others begin in WAYS, which are places of
#: `_WAYS` from 1. Those of set k go on to the beginning of set k + 1.
WAYS: Final = vec[i64]([way for laid in _LAID for way in laid])
_LENGTHS: Final = [0] + [len(laid) for laid in _LAID]
BEGIN: Final = vec[i64](list(accumulate(_LENGTHS)))
#: By way: the bit of its bottom card, and the places that it uses.
BOTTOM: Final = vec[i64]([0] + [2 ** way[0] for way in _WAYS])
USES: Final = vec[i64](_USES)
#: By number of cards: how many ways begin with the same card.
WAYS_FROM: Final = vec[i64]([0, 1, 2, 5, 16, 65])
#: By set of places: how many they are.
PLACES: Final = vec[i64]([f"{places:b}".count("1") for places in range(32)])

# What else may be done with a hand, and the choice of a first field card (this and its kind)

TAKE: Final[i64] = LAST_PLAY + 1
PASS: Final[i64] = LAST_PLAY + 2
ACCEPT: Final[i64] = LAST_PLAY + 3
FIRST: Final[i64] = LAST_PLAY + 3
#: Calls have the codes from this one on, those of the duel from DUEL_CALL on to LAST_CALL.
CALL: Final[i64] = FIRST + WILD

# Calls

#: The place of a hand in a call, the hand called upon, whichever that is.
UPON: Final = 7


class Spoken(NamedTuple):
    """The hands of a call, by their numbers: those that call, and those that counter in turn."""

    callers: list[int]
    counters: list[int]


def spoken(token: str) -> Spoken:
    """The hands that a call names; both lists are empty if `token` does not have the form of a
    call. Whether anybody may make it is not checked.

    >>> spoken("A23C"), spoken("A2RCLCL")
    (Spoken(callers=[2, 3], counters=[7]), Spoken(callers=[2], counters=[1, 3]))
    """
    if found := re.fullmatch("A([1-5]{1,5})(C?)", token):
        return Spoken([int(seat) for seat in found[1]], [UPON] if found[2] else [])
    found = re.fullmatch("A([12])([LR])((?:C[LR]){0,3})", token)
    if found is None:
        return Spoken([], [])
    speaking = cycle([found[1], str(3 - int(found[1]))])
    names = [seat + side for seat, side in zip(speaking, found[2] + found[3][1::2], strict=False)]
    hands = [DUEL_HANDS.index(name) + 1 for name in names]
    return Spoken(hands[:1], hands[1:])


def _table_calls() -> list[str]:
    """All calls for three or more seats, in the order of text."""
    called = [seats for size in range(1, 6) for seats in combinations("12345", size)]
    return [f"A{''.join(seats)}{counter}" for seats in sorted(called) for counter in ("", "C")]


def _duel_calls() -> list[str]:
    """All calls of the duel: the two seats counter in turns, and no hand twice."""
    found = set()
    for names in permutations(DUEL_HANDS):
        token = f"A{names[0]}"
        found.add(token)
        for before, name in pairwise(names):
            if name[0] == before[0]:
                break
            token += f"C{name[1]}"
            found.add(token)
    return sorted(found)


_CALLS: Final = _table_calls() + _duel_calls()
_SPOKEN: Final = [spoken(token) for token in _CALLS]
DUEL_CALL: Final[i64] = CALL + len(_table_calls())
LAST_CALL: Final[i64] = CALL + len(_CALLS) - 1

#: By call, from CALL on: its first seat, the hands that call and those that counter as masks, all
#: of them in their order, 3 bits each, and how many of them call.
CALLER: Final = vec[i64]([int(token[1]) for token in _CALLS])
CALLING: Final = vec[i64]([sum([2**hand for hand in call.callers]) for call in _SPOKEN])
COUNTERING: Final = vec[i64]([sum([2**hand for hand in call.counters]) for call in _SPOKEN])
SPEAKING: Final = vec[i64](
    [
        sum([hand * 8**at for at, hand in enumerate(call.callers + call.counters)])
        for call in _SPOKEN
    ]
)
CALLERS: Final = vec[i64]([len(call.callers) for call in _SPOKEN])

# All of them

LEXICON: Final = Lexicon(
    {token: code for code, token in enumerate(_PLAY_TOKENS) if code > 0}
    | {"d": TAKE, "-": PASS, "x": ACCEPT}
    | {f"f{TOKENS[kind]}": FIRST + kind for kind in range(1, WILD)}
    | {token: CALL + at for at, token in enumerate(_CALLS)}
)
