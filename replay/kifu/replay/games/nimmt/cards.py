"""The components of 6 nimmt!: section 2 of its page (docs/rules/nimmt.md); its tokens as codes, and
where a card is placed (6).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import filled
from kifu.replay.elements.lexicon import Lexicon
from kifu.replay.games.nimmt.options import Options

LARGEST: Final[i64] = 104
#: Card tokens in canonical order, and the card of each.
DECK: Final = [str(number) for number in range(1, LARGEST + 1)]
#: By card its token; place 0 is no card.
TOKENS: Final = ["0", *DECK]
CARD: Final = {token: number for number, token in enumerate(DECK, 1)}

#: The cards of a hand when a round begins.
HAND: Final[i64] = 10
ROWS: Final[i64] = 4
#: How many cards a row holds at most; the next one takes them.
FULL: Final[i64] = 5


def deck_of(options: Options, seats: int) -> list[str]:
    """The tokens of the cards used, ascending: 1 to 104, or 1 to 10n + 4 for n seats with
    deck=tactics.
    """
    return DECK if options.deck == "standard" else DECK[: HAND * seats + ROWS]


def heads_of(card: int) -> int:
    """The number of bull heads on a card: 7, 5, 3, 2 or 1.

    >>> [heads_of(card) for card in (55, 66, 40, 25, 7)], sum(map(heads_of, range(1, 105)))
    ([7, 5, 3, 2, 1], 171)
    """
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def heads_words(heads: int) -> str:
    """A number of heads as English text: "1 head", "5 heads"."""
    return f"{heads} head{'' if heads == 1 else 's'}"


_HEADS: Final = filled([0] + [heads_of(card) for card in range(1, LARGEST + 1)])


def heads_by_card(options: Options) -> vec[i64]:
    """An array by card (index 0 to 104): the heads on each card that count with these options,
    which are the same for all options now; index 0 is no card.
    """
    return _HEADS


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

# 6. Placing a card

#: See `nearest`.
SECOND: Final[i64] = 1 << 8


def nearest(card: i64, ends: vec[i64], firsts: vec[i64], wide: i64, both_ends: bool) -> i64:
    """Where `card` goes, as the code of the answer: `>K`, the right end of a row with a lower last
    card, or, with `both_ends` (placement=professional), `<K`, the left end of a row with a higher
    first card. 0 if the card fits nowhere. Two equally near places, one right end and one left end,
    are packed as first * SECOND + second.

    `ends[row]` are the last cards of the rows, `firsts[wide * row]` the first ones (rows from 0). A
    row's length doesn't matter here.

    >>> ends, firsts = vec[i64]([30, 40, 50, 60]), vec[i64]([10, 20, 50, 60])
    >>> LEXICON.token(nearest(44, ends, firsts, 1, False)), nearest(29, ends, firsts, 1, False)
    ('>2', 0)
    >>> both = nearest(45, ends, firsts, 1, True)
    >>> LEXICON.token(both // SECOND), LEXICON.token(both % SECOND)
    ('>2', '<3')
    """
    least: i64 = LARGEST
    found: i64 = 0
    for row in range(ROWS):
        difference = card - ends[row]
        place = RIGHT + row
        if difference < 0 and both_ends:
            difference = firsts[wide * row] - card
            place = LEFT + row
        if difference < 0 or difference > least:
            continue
        found = found * SECOND + place if difference == least else place
        least = difference
    return found


def row_of(place: i64) -> i64:
    """The row (from 0) that an answer's code `>K` or `<K` names."""
    return place - LEFT if place >= LEFT else place - RIGHT
