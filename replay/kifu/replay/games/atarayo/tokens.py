"""The tokens of Atarayo (section 6 of its page, docs/rules/atarayo.md) as codes: plays first, in
the order of the page's lists, then what else may be done with a hand, the choice of the first field
card, and calls.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from itertools import accumulate, combinations, pairwise, permutations
from typing import Final

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

#: The place of a hand in an exchange, the hand called upon, whichever that is.
UPON: Final = 7


def _table_calls() -> list[tuple[str, list[int], list[int]]]:
    """All calls for three or more seats: the token, the hands that call, and `[UPON]` if the seat
    called upon counters, else an empty list.
    """
    called = [seats for size in range(1, 6) for seats in combinations(range(1, 6), size)]
    return [
        ("A" + "".join(map(str, seats)) + "C" * countered, list(seats), [UPON] * countered)
        for seats in sorted(called)
        for countered in range(2)
    ]


def _duel_calls() -> list[tuple[str, list[int], list[int]]]:
    """All calls of the duel: the token, the hand that calls (a list of one), the hands that
    counter. The two seats counter in turns, and no hand twice.
    """
    found: dict[str, tuple[list[int], list[int]]] = {}
    for names in permutations(DUEL_HANDS):
        token = f"A{names[0]}"
        hands = [DUEL_HANDS.index(names[0]) + 1]
        found[token] = (hands, [])
        for before, name in pairwise(names):
            if name[0] == before[0]:
                break
            token += f"C{name[1]}"
            hands = [*hands, DUEL_HANDS.index(name) + 1]
            found[token] = (hands[:1], hands[1:])
    return [(token, found[token][0], found[token][1]) for token in sorted(found)]


_CALLS: Final = _table_calls() + _duel_calls()
DUEL_CALL: Final[i64] = CALL + len(_table_calls())
LAST_CALL: Final[i64] = CALL + len(_CALLS) - 1

#: By call, from CALL on: its first seat, the hands that call and those that counter as masks, all
#: of them in their order, 3 bits each, how many of them call, and how long its token is.
CALLER: Final = vec[i64]([int(token[1]) for token, _callers, _counters in _CALLS])
CALLING: Final = vec[i64](
    [sum([2**hand for hand in callers]) for _token, callers, _counters in _CALLS]
)
COUNTERING: Final = vec[i64](
    [sum([2**hand for hand in counters]) for _token, _callers, counters in _CALLS]
)
SPEAKING: Final = vec[i64](
    [
        sum([hand * 8**at for at, hand in enumerate(callers + counters)])
        for _token, callers, counters in _CALLS
    ]
)
CALLERS: Final = vec[i64]([len(callers) for _token, callers, _counters in _CALLS])
LENGTH: Final = vec[i64]([len(token) for token, _callers, _counters in _CALLS])

_AT: Final = {token: CALL + at for at, (token, _callers, _counters) in enumerate(_CALLS)}
#: By hand: the call of that hand by itself, at a table and in the duel.
ALONE: Final = vec[i64]([0] + [_AT[f"A{hand}"] for hand in range(1, 6)])
DUEL_ALONE: Final = vec[i64]([0] + [_AT[f"A{name}"] for name in DUEL_HANDS])

# All of them

LEXICON: Final = Lexicon(
    {token: code for code, token in enumerate(_PLAY_TOKENS) if code > 0}
    | {"d": TAKE, "-": PASS, "x": ACCEPT}
    | {f"f{TOKENS[kind]}": FIRST + kind for kind in range(1, WILD)}
    | _AT
)
