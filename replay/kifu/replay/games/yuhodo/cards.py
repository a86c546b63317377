"""The components of yuhodo: section 2 of its page (docs/rules/yuhodo.md); and its tokens as codes,
in the order in which legal moves are listed.

A *kind* is a number from 1 to 25: Human 1-7, Angel 1-7, Demon 1-7, Item 1-4. A *card* is twice
its kind, and one more if its title is red; 0 is a card that is not known. Cards of the same
token are one number. A few cards in a row are *packed* into one number, 6 bits each, the first
one lowest.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

from kifu.notation.native import i64
from kifu.replay.codes.arrays import filled, packed
from kifu.replay.codes.lexicon import Lexicon

#: The letter of each attribute in a token, and how many titles it has.
ATTRIBUTES: Final = {"h": 7, "a": 7, "d": 7, "i": 4}

#: By kind: letter and title.
KINDS: Final = [("", 0)] + [
    (letter, title) for letter, titles in ATTRIBUTES.items() for title in range(1, titles + 1)
]
#: The first kind that is an Item.
FIRST_ITEM: Final = 22

UNKNOWN: Final = 0
#: By card: its token, and how many copies of it there are.
TOKEN: Final = ["_", ""]
COPIES: Final = [0, 0]
for _letter, _title in KINDS[1:]:
    TOKEN.extend([f"{_letter}{_title}", f"{_letter.upper()}{_title}"])
    COPIES.extend([3, 1])
#: Cards are numbers from 2 to one less than this.
WIDE: Final[i64] = 52
CARD: Final = {token: card for card, token in enumerate(TOKEN) if card > 1}

#: The tokens of the deck in canonical order, and the card of each 1-based place in it.
DECK: Final = [token for token, card in CARD.items() for _ in range(COPIES[card])]
AT: Final = filled([0] + [CARD[token] for token in DECK])
#: How many cards there are.
SIZE: Final[i64] = 100

HAND: Final = 7
#: How many cards a seat draws after a new set.
DRAWN: Final = 2
#: So many opened groups of Items are an instant win.
ITEM_GROUPS: Final = 3


def divided(card: i64) -> tuple[i64, i64]:
    """(attribute, title) of a card, the attribute by its place in ATTRIBUTES, from 0.

    >>> divided(CARD["a1"]), divided(CARD["I4"])
    ((1, 1), (3, 4))
    """
    return (card - 2) // 14, (card - 2) % 14 // 2 + 1


def is_item(card: i64) -> bool:
    """Whether a card, given by its number, is an Item; False for 0, the unknown card."""
    return card >> 1 >= FIRST_ITEM


def unpacked(cards: int) -> list[int]:
    """The cards packed in a number, in their order; [] for 0.

    >>> unpacked(packed(filled([2, 5, 6])))
    [2, 5, 6]
    """
    found = []
    while cards:
        found.append(cards & 63)
        cards >>= 6
    return found


def token_of(cards: tuple[int, ...]) -> str:
    """The tokens of the cards, written one after the other as inside a move; "" for none.

    >>> token_of((CARD["h1"], CARD["H2"], CARD["h3"]))
    'h1H2h3'
    """
    return "".join([TOKEN[card] for card in cards])


#: The big sets by kind, each ascending: three of one kind, or a run: three titles in a row of one
#: attribute (not Items).
BIG_KINDS: Final = {(kind, kind, kind) for kind in range(1, len(KINDS))} | {
    (kind, kind + 1, kind + 2) for kind in range(1, FIRST_ITEM) if KINDS[kind][1] <= 5
}
#: By kind: 1 where a run begins with it.
RUN: Final = filled([int((kind, kind + 1, kind + 2) in BIG_KINDS) for kind in range(26)])
#: Every big set as three cards, black and red cards apart; none with more copies of a card than
#: there are. Each is ascending.
_BIG_SETS: Final = {
    tuple(sorted(cards))
    for kinds in BIG_KINDS
    for cards in product(*[(2 * kind, 2 * kind + 1) for kind in kinds])
    if all([cards.count(card) <= COPIES[card] for card in cards])
}
#: Inside of a token -> the cards of a big set. They are in canonical order.
BIG_SETS: Final = {token_of(cards): cards for cards in sorted(_BIG_SETS)}
#: The pairs of cards that make a big set with a third one, in canonical order.
_PAIRS: Final = sorted({pair for cards in _BIG_SETS for pair in combinations(cards, 2)})


# The code of a token: to take a card is that card, any other token one of these and, from OPEN on,
# the place of a set, a card (which is 2 or more) or the place of a pair. Legal moves are listed in
# the order of their codes.
MAKE: Final = 1
GOAL: Final = 52
OPEN: Final = 53
DISCARD: Final[i64] = 223
DECLARE: Final[i64] = 273
GAIN: Final = 325


def _codes() -> dict[str, int]:
    """A new dict, token -> code, of every move: `m`, `G`, take `h1`, open `oh1h2h3`, discard `-h1`,
    discard with Ready `-h1R`, gain `Nh1h2`. To take a card has the number of that card as its code.
    Only cards that make a big set are in `o`, only pairs that can become one in `N`, in canonical
    order.
    """
    codes: dict[str, int] = {"m": MAKE, "G": GOAL}
    for token, card in CARD.items():
        codes[token] = card
        codes[f"-{token}"] = DISCARD + card
        codes[f"-{token}R"] = DECLARE + card
    for place, token in enumerate(BIG_SETS):
        codes[f"o{token}"] = OPEN + place
    for place, pair in enumerate(_PAIRS):
        codes[f"N{token_of(pair)}"] = GAIN + place
    return codes


LEXICON: Final = Lexicon(_codes())


def _laid(token: str) -> int:
    """The cards that leave the hand with the move of this token, packed in the order of the token:
    three if a set is opened, two if a discard is gained, one for a discard. 0 for any other move.
    """
    return packed(
        filled([CARD[token[at : at + 2]] for at in (1, 3, 5) if token[at : at + 2] in CARD])
    )


#: By code: the cards, packed, that the move lays from the hand; 0 for a move that lays none.
LAID: Final = filled([_laid(token) for token in LEXICON.tokens])


#: By card that may be claimed: the codes of the moves that lay a set with it, ascending; for 0 the
#: codes of those that open a set from the hand alone.
LAYING: Final = [filled(list(range(OPEN, OPEN + len(BIG_SETS))))] + [
    filled(
        [
            GAIN + place
            for place, pair in enumerate(_PAIRS)
            if tuple(sorted((*pair, card))) in _BIG_SETS
        ]
    )
    for card in range(1, WIDE)
]

_SORTED: Final = {token: place for place, token in enumerate(sorted(LEXICON.tokens))}
#: By code: the place of its token among all, sorted as text.
RANK: Final = filled([_SORTED[token] for token in LEXICON.tokens])
