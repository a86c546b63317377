"""The components of yuhodo: section 2 of its page (docs/rules/yuhodo.md).

A *kind* is a number from 1 to 25: Human 1-7, Angel 1-7, Demon 1-7, Item 1-4. A *card* is twice
its kind, and one more if its title is red; 0 is a card that is not known. Cards of the same
token are one number, so a hand or a river is a list of numbers in which some stand twice.
"""

from __future__ import annotations

import re
from itertools import product

#: The letter of each attribute in a token, and how many titles it has.
ATTRIBUTES = {"h": 7, "a": 7, "d": 7, "i": 4}

#: By kind: letter and title.
KINDS = [("", 0)] + [
    (letter, title) for letter, titles in ATTRIBUTES.items() for title in range(1, titles + 1)
]
#: The first kind that is an Item.
FIRST_ITEM = KINDS.index(("i", 1))

UNKNOWN = 0
#: By card: its token, and how many copies of it there are.
TOKEN = ["_", ""]
COPIES = [0, 0]
for _letter, _title in KINDS[1:]:
    TOKEN += [f"{_letter}{_title}", f"{_letter.upper()}{_title}"]
    COPIES += [3, 1]
CARDS = range(2, len(TOKEN))
CARD = {TOKEN[card]: card for card in CARDS}

#: The tokens of the deck in canonical order, and the card of each 1-based place in it.
DECK = [TOKEN[card] for card in CARDS for _ in range(COPIES[card])]
AT = [UNKNOWN, *(CARD[token] for token in DECK)]

HAND = 7
#: How many cards a seat draws after a new set.
DRAWN = 2
#: So many opened groups of Items are an instant win.
ITEM_GROUPS = 3


def is_red(card: int) -> bool:
    """Whether the title of the card is red.

    >>> is_red(CARD["H4"]), is_red(CARD["h4"])
    (True, False)
    """
    return card % 2 == 1


def token_of(cards: tuple[int, ...]) -> str:
    """The cards as they stand inside a token.

    >>> token_of((CARD["h1"], CARD["H2"], CARD["h3"]))
    'h1H2h3'
    """
    return "".join([TOKEN[card] for card in cards])


def _kind_triples() -> set[tuple[int, ...]]:
    groups = {(kind, kind, kind) for kind in range(1, len(KINDS))}
    runs = {(kind, kind + 1, kind + 2) for kind in range(1, FIRST_ITEM) if KINDS[kind][1] <= 5}
    return groups | runs


#: The big sets by kind, ascending: three of one kind, or a run of one attribute.
BIG_KINDS = _kind_triples()


def _big_sets() -> list[tuple[int, ...]]:
    """Every big set by card, in canonical order. A group has one red card at most."""
    found = set()
    for kinds in BIG_KINDS:
        for reds in product((0, 1), repeat=3):
            cards = tuple(sorted(2 * kind + red for kind, red in zip(kinds, reds, strict=True)))
            if all(cards.count(card) <= COPIES[card] for card in cards):
                found.add(cards)
    return sorted(found)


#: The discards by token: without Ready, and with it.
DISCARD = {f"-{token}": card for token, card in CARD.items()}
DECLARE = {f"-{token}R": card for token, card in CARD.items()}

_CARD = "(?:[hadHAD][1-7]|[iI][1-4])"
#: What every token looks like.
MOVE = re.compile(f"{_CARD}|-{_CARD}R?|[mG]|N{_CARD}{{2}}|o{_CARD}{{3}}")

#: Inside of a token -> the cards of a big set.
BIG_SETS = {token_of(cards): cards for cards in _big_sets()}

#: By card: the big sets that begin with it, and the pairs that make one with it, both by token.
SETS_FROM: list[dict[str, tuple[int, ...]]] = [{} for _ in TOKEN]
PAIRS_WITH: list[dict[str, tuple[int, ...]]] = [{} for _ in TOKEN]
for _token, _cards in BIG_SETS.items():
    SETS_FROM[_cards[0]][_token] = _cards
    for _place, _card in enumerate(_cards):
        _pair = _cards[:_place] + _cards[_place + 1 :]
        PAIRS_WITH[_card][token_of(_pair)] = _pair
