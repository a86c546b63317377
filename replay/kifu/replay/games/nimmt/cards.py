"""The components of 6 nimmt!: section 2 of its page (docs/rules/nimmt.md), and its tokens as codes.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.lexicon import Lexicon

LARGEST: Final[i64] = 104
#: Card tokens in canonical order, and the card of each.
DECK: Final = [str(number) for number in range(1, LARGEST + 1)]
#: By card its token; place 0 is no card.
TOKENS: Final = ["0", *DECK]
CARD: Final = {token: number for number, token in enumerate(DECK, 1)}

HAND: Final[i64] = 10
ROWS: Final[i64] = 4
#: How many cards a row holds at most; the next one takes them.
FULL: Final[i64] = 5


def heads_of(card: int) -> int:
    """The bull heads on a card.

    >>> [heads_of(card) for card in (55, 66, 40, 25, 7)], sum(map(heads_of, range(1, 105)))
    ([7, 5, 3, 2, 1], 171)
    """
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


#: Heads by card.
HEADS: Final = vec[i64]([0] + [heads_of(card) for card in range(1, LARGEST + 1)])

# The code of a token: a card that is chosen is its number, any other token is one of these and a
# card or a row, counted from 0.
PICK: Final[i64] = 104
TAKE: Final[i64] = 209
RIGHT: Final[i64] = 213
LEFT: Final[i64] = 217

LEXICON: Final = Lexicon(
    CARD
    | {f"+{card}": PICK + card for card in range(1, LARGEST + 1)}
    | {f"r{row + 1}": TAKE + row for row in range(ROWS)}
    | {f">{row + 1}": RIGHT + row for row in range(ROWS)}
    | {f"<{row + 1}": LEFT + row for row in range(ROWS)}
)
