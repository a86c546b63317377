"""The components of yuhodo: section 2 of its page (docs/rules/yuhodo.md); and its tokens as codes,
in the order in which legal moves are listed.

A *kind* is a number from 1 to 25: Human 1-7, Angel 1-7, Demon 1-7, Item 1-4. A *card* is twice
its kind, and one more if its title is red; 0 is a card that is not known. Cards of the same
token are one number. A few cards in a row are *packed* into one number, 6 bits each, the first
one lowest.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from itertools import product
from typing import Final

from kifu.notation.native import i64
from kifu.replay.elements.arrays import filled
from kifu.replay.elements.lexicon import Lexicon

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


def is_red(card: int) -> bool:
    """Whether a card's title is printed in red.

    >>> is_red(CARD["H4"]), is_red(CARD["h4"])
    (True, False)
    """
    return card % 2 == 1


def packed(cards: Iterable[int]) -> int:
    """The cards packed into one number: 6 bits each, the first one lowest; 0 for none.

    >>> packed((2, 5, 6)) == 2 | 5 << 6 | 6 << 12
    True
    """
    return sum([card << 6 * place for place, card in enumerate(cards)])


def unpacked(cards: int) -> list[int]:
    """The cards packed in a number, in their order; [] for 0.

    >>> unpacked(packed((2, 5, 6)))
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


def _kind_triples() -> set[tuple[int, ...]]:
    """All big sets by kind, each ascending: three of one kind, or three titles of one attribute
    (not Items) in a row.
    """
    numbers = range(1, len(KINDS))
    groups: set[tuple[int, ...]] = {(kind, kind, kind) for kind in numbers}
    firsts = [kind for kind in numbers if KINDS[kind][0] != "i" and KINDS[kind][1] <= 5]
    return groups | {(kind, kind + 1, kind + 2) for kind in firsts}


#: The big sets by kind, ascending: three of one kind, or a run of one attribute.
BIG_KINDS: Final = _kind_triples()


#: By kind: 1 where a run begins with it.
RUN: Final = filled([int((kind, kind + 1, kind + 2) in BIG_KINDS) for kind in range(26)])


def _big_sets() -> list[tuple[int, ...]]:
    """Every big set as three cards, ascending, in ascending order, black and red cards apart; none
    with more copies of a card than there are.
    """
    found = set()
    for kinds in BIG_KINDS:
        for reds in product((0, 1), repeat=3):
            cards = tuple(sorted([2 * kind + red for kind, red in zip(kinds, reds, strict=True)]))
            if all([cards.count(card) <= COPIES[card] for card in cards]):
                found.add(cards)
    return sorted(found)


#: Inside of a token -> the cards of a big set, in canonical order.
BIG_SETS: Final = {token_of(cards): cards for cards in _big_sets()}


def _pairs() -> dict[tuple[int, ...], int]:
    """Pair of cards -> mask of the third cards that make a big set with it, in canonical order of
    the pairs.
    """
    found: dict[tuple[int, ...], int] = {}
    for cards in BIG_SETS.values():
        for place, card in enumerate(cards):
            pair = cards[:place] + cards[place + 1 :]
            found[pair] = found.get(pair, 0) | 2**card
    return dict(sorted(found.items()))


_PAIRS: Final = _pairs()
#: By pair, in canonical order: its cards, packed; and, as a mask, the cards that make a big set
#: with it.
PAIRS: Final = filled([packed(pair) for pair in _PAIRS])
THIRDS: Final = filled(list(_PAIRS.values()))
#: By card: the pairs that make a big set with it, by their places in canonical order.
FITTING: Final = [
    filled([place for place, thirds in enumerate(_PAIRS.values()) if thirds >> card & 1])
    for card in range(WIDE)
]


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
    """Token -> code of every move: `m`, `G`, take `h1`, open `oh1h2h3`, discard `-h1`, with Ready
    `-h1R`, claim `Nh1h2`.
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
    """The cards, packed, that the move with this token lays from the hand; 0 if it lays none."""
    return packed([CARD[token[at : at + 2]] for at in (1, 3, 5) if token[at : at + 2] in CARD])


#: By code: the cards, packed, that the move lays from the hand; 0 for a move that lays none.
LAID: Final = filled([_laid(token) for token in LEXICON.tokens])
#: By card: the first code that opens a set of which this is the lowest card, or a higher one.
SETS_FROM: Final = filled(
    [OPEN + bisect_left(list(BIG_SETS.values()), (card,)) for card in range(WIDE + 1)]
)

_SORTED: Final = {token: place for place, token in enumerate(sorted(LEXICON.tokens))}
#: By code: the place of its token among all, sorted as text.
RANK: Final = filled([_SORTED[token] for token in LEXICON.tokens])
