"""The components of 6つ子7組: section 2 of its page (docs/rules/mutsugo.md); which cards are a set,
and moves as codes (6). A card is its place in the canonical order, from 1; some cards are a mask,
bit c for card c.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import count, filled, members
from kifu.replay.elements.lexicon import Lexicon

#: The letter of each mark in canonical order, and the mark as the rules print it.
MARKS: Final = {"c": "●", "s": "■", "p": "+", "t": "▼", "x": "×", "a": "★"}
NUMBERS: Final[i64] = 7
CARDS: Final[i64] = 42

#: Card tokens in canonical order, and the card of each.
DECK: Final = [f"{letter}{number}" for letter in MARKS for number in range(1, NUMBERS + 1)]
CARD: Final = {token: card for card, token in enumerate(DECK, 1)}
#: A card's token, and the card as the rules print it; no card is 0.
TOKEN: Final = ["", *DECK]
PRINTED: Final = ["", *(f"{MARKS[token[0]]}{token[1]}" for token in DECK)]

#: The cards of one mark, or of one number: all cards of a set are in one of these groups.
GROUPS: Final[i64] = 13


def _group(group: int) -> list[int]:
    """The cards of a group, ascending: of a mark for the numbers 0 to 5 (in the order of MARKS), of
    the number `group` - 5 from 6 on.
    """
    if group < 6:
        return [CARD[f"{[*MARKS][group]}{number}"] for number in range(1, NUMBERS + 1)]
    return [CARD[f"{letter}{group - 5}"] for letter in MARKS]


#: By group: its cards as a mask.
MASK: Final = filled([sum([2**card for card in _group(k)]) for k in range(GROUPS)])
#: By card: the groups that it is in, that of its mark and that of its number.
OF_MARK: Final = filled([0] + [(card - 1) // NUMBERS for card in range(1, CARDS + 1)])
OF_NUMBER: Final = filled([0] + [6 + (card - 1) % NUMBERS for card in range(1, CARDS + 1)])

#: Cards dealt to a seat. A smaller hand may be refilled, a larger one must not end a turn.
HAND: Final[i64] = 4
#: The most cards that a hand ever holds: the Start Draw comes to `HAND` cards at most.
LARGEST_HAND: Final[i64] = HAND + 1


def cards_of(mask: i64) -> list[int]:
    """The cards in a mask as a list, ascending; [] for 0.

    >>> cards_of(1 << 3 | 1 << 42)
    [3, 42]
    """
    return list(members(mask))


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of these cards, in the order given; "" for card 0."""
    return [TOKEN[card] for card in cards]


# 6. Sets

#: A set has so many cards or more, and so many of them or more from the hand.
SMALLEST: Final[i64] = 3
FEWEST_FROM_HAND: Final[i64] = 2


def is_alike(cards: i64) -> bool:
    """Whether all cards of a mask have the same mark, or all have the same number; True for 0."""
    return any([cards & mask == cards for mask in MASK])


# Moves as codes: the places of their tokens among all of them, in the order of text.


def _sets() -> dict[str, tuple[int, int]]:
    """Token -> (mask of the cards from the hand, the card from the table or 0), for every possible
    set: `c1+c2+c3`, `c1+c2<c4`.
    """
    found = {}
    for group in map(_group, range(GROUPS)):
        for size in range(FEWEST_FROM_HAND, LARGEST_HAND + 1):
            for hand in combinations(group, size):
                mine, mask = "+".join(tokens_of([*hand])), sum([2**card for card in hand])
                if size >= SMALLEST:
                    found[mine] = mask, 0
                for taken in group:
                    if taken not in hand:
                        found[f"{mine}<{TOKEN[taken]}"] = mask, taken
    return found


_SETS: Final = _sets()
_NUMBERS: Final = [str(number) for number in range(1, CARDS + 1)]
_TOKENS: Final = sorted(
    ["d", "/", *DECK, *[f"-{token}" for token in DECK], *[f"~{k}" for k in _NUMBERS], *_SETS]
)
LEXICON: Final = Lexicon({token: code for code, token in enumerate(_TOKENS, 1)})
_CODE: Final = LEXICON.codes

#: The first code of dissolving a set; all codes below END are discards.
DISSOLVE: Final[i64] = _CODE["~1"]
DRAW: Final[i64] = _CODE["d"]
END: Final[i64] = _CODE["/"]
#: By card: the code of taking it as a free card, and of discarding it; by number, of dissolving a
#: set.
TAKE: Final = filled([0] + [_CODE[token] for token in DECK])
DISCARD: Final = filled([0] + [_CODE[f"-{token}"] for token in DECK])
DISSOLVING: Final = filled([0] + [_CODE[f"~{number}"] for number in _NUMBERS])
#: By code: the hand cards of a set as a mask, 0 for any other move.
FROM_HAND: Final = filled([0] + [_SETS.get(token, (0, 0))[0] for token in _TOKENS])


def _named(token: str) -> int:
    """The card that a token takes, discards or, in a set, uses from the table; for `~K` the number
    K of the set; 0 for any other token.
    """
    if token in _SETS:
        return _SETS[token][1]
    return int(token[1:]) if token[0] == "~" else CARD.get(token.lstrip("-"), 0)


#: By code: the card that is taken or discarded, that a set takes from the table, or the number of
#: the set that is dissolved; 0 for none.
NAMED: Final = filled([0] + [_named(token) for token in _TOKENS])


def _hands() -> dict[int, vec[i64]]:
    """Mask of the hand cards of a set -> the codes of all sets with just these hand cards, in the
    order of the card that each takes from the table (none first).
    """
    found: dict[int, list[int]] = {}
    for hand, taken in sorted(_SETS.values()):
        found.setdefault(hand, []).append(taken)
    token = {parts: _CODE[token] for token, parts in _SETS.items()}
    return {hand: filled([token[hand, taken] for taken in found[hand]]) for hand in found}


_OF_HAND: Final = _hands()


def sets_with(hand: i64, takable: vec[i64]) -> vec[i64]:
    """The codes of all sets whose hand cards are in the mask `hand`. `takable` has by number of
    hand cards the mask of the cards that such a set may use from the table. Sets of one mark come
    first, then sets of one number. Empty if there is none.

    >>> LEXICON.token(sets_with(1 << 1 | 1 << 2, vec[i64]([0, 0, 1 << 4]))[0])
    'c1+c2<c4'
    """
    codes = vec[i64]()
    for group in range(GROUPS):
        mine = hand & MASK[group]
        if mine & mine - 1 == 0:  # one card or none
            continue
        some = mine & -mine
        while some:  # every part of `mine`, in the order of the masks
            size = count(some)
            if FEWEST_FROM_HAND <= size <= LARGEST_HAND:
                table = takable[size]
                if size >= SMALLEST or table & MASK[group]:
                    for code in _OF_HAND[some]:
                        if NAMED[code] == 0 or table >> NAMED[code] & 1:
                            codes = append(codes, code)
            some = some - mine & mine
    return codes


def largest_set(hand: i64, takable: vec[i64]) -> i64:
    """The size of the largest set that these hand cards (a mask) allow, a card that it takes from
    the table included (`takable` as for `sets_with`); 0 if there is no set.
    """
    largest: i64 = 0
    for group in range(GROUPS):
        # The more hand cards a set has, the more it can take: so the largest has all of them.
        mine = hand & MASK[group]
        if mine & mine - 1:  # two cards or more
            size = count(mine)
            if takable[size] & MASK[group] & ~hand:
                size += 1
            if size >= SMALLEST:
                largest = max(largest, size)
    return largest


def size_of(code: i64) -> i64:
    """How many cards the set has that the move with this code makes, the one from the table
    included.
    """
    return count(FROM_HAND[code]) + (1 if NAMED[code] else 0)
