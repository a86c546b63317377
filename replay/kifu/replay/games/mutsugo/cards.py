"""The components of 6つ子7組: section 2 of its page (docs/rules/mutsugo.md). A card is its place
in the canonical order, from 1; a set of cards is a mask, bit c for card c.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec

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
    """The cards of a group by its number: 0 to 5 of a mark, from 6 on of a number."""
    if group < 6:
        return [CARD[f"{[*MARKS][group]}{number}"] for number in range(1, NUMBERS + 1)]
    return [CARD[f"{letter}{group - 5}"] for letter in MARKS]


#: By group: its cards, in `WIDE` places, 0 after the last one.
WIDE: Final[i64] = 8
GROUP: Final = vec[i64]([card for k in range(GROUPS) for card in [*_group(k), 0, 0][:WIDE]])
#: By group: its cards as a mask.
MASK: Final = vec[i64]([sum([2**card for card in _group(k)]) for k in range(GROUPS)])
#: By card: the groups that it is in, that of its mark and that of its number.
OF_MARK: Final = vec[i64]([0] + [(card - 1) // NUMBERS for card in range(1, CARDS + 1)])
OF_NUMBER: Final = vec[i64]([0] + [6 + (card - 1) % NUMBERS for card in range(1, CARDS + 1)])

#: Cards dealt to a seat. A smaller hand may be refilled, a larger one must not end a turn.
HAND: Final[i64] = 4
#: The most cards that a hand ever holds: the Start Draw comes to `HAND` cards at most.
LARGEST_HAND: Final[i64] = HAND + 1


def cards_of(mask: i64) -> list[int]:
    """The cards in a mask as a list, ascending.

    >>> cards_of(1 << 3 | 1 << 42)
    [3, 42]
    """
    return [card for card in range(1, CARDS + 1) if mask >> card & 1]


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of these cards."""
    return [TOKEN[card] for card in cards]
