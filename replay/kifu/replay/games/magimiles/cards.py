"""The components of MAGiMiLES: section 2 of its page (docs/rules/magimiles.md), the support table
(section 8) and the weakness cycle (section 3).

All three are rule data, which users can replace (docs/rule-data.md). What stands here as kifu's
own is invented: the published rules do not give it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from kifu.replay.rule_data.table import Part

#: Letters of the attributes: red, green, blue and all. An attribute is its place here.
ATTRIBUTES = "rgba"
COLOURS = "rgb"
ALL_CARD = 3

CARDS_IN_ALL = 36
#: Every seat that a card can be laid at.
SEATS = range(1, 5)
HIGHEST = 99


class Cards(Struct, frozen=True):
    """A card list: the numbers of each attribute, ascending, a card twice where it is there
    twice; and the colour of the back of each all card, by number.
    """

    numbers: Mapping[str, tuple[int, ...]]
    backs: Mapping[int, str]


Effect = Literal["add", "subtract", "double", "triple", "nothing"]


class Rule(Struct, frozen=True, omit_defaults=True):
    """A line of a support table: when it fits, and its effect on the total of the main card.

    `support` and `main` are attributes; `relation` is between two colours, seen from the support
    card; `number` compares its number with the one printed on the main card.
    """

    effect: Effect
    support: Literal["any", "colour", "r", "g", "b", "a"] = "any"
    main: Literal["any", "colour", "r", "g", "b", "a"] = "any"
    relation: Literal["any", "same", "beats", "beaten"] = "any"
    number: Literal["any", "lower", "equal", "higher"] = "any"


class Cycle(Struct, frozen=True):
    """Which colour each colour beats, and the weak attribute of each, by letter."""

    beats: Mapping[str, str]
    weak: Mapping[str, str]


HOUSE_CARDS = Cards(
    {attribute: tuple(range(1, 10)) for attribute in ATTRIBUTES},
    {number: COLOURS[(number - 1) % 3] for number in range(1, 10)},
)
HOUSE_SUPPORT = (
    Rule("add", support="a"),
    Rule("triple", main="a", number="equal"),
    Rule("add", main="a"),
    Rule("add", relation="same"),
    Rule("double", relation="beats"),
    Rule("subtract", relation="beaten"),
)
RGB = Cycle({"r": "g", "g": "b", "b": "r"}, {"r": "b", "g": "r", "b": "g"})
RBG = Cycle({"r": "b", "b": "g", "g": "r"}, {"r": "g", "b": "r", "g": "b"})

#: The data that options can name.
CARDS = Part("magimiles", "cards", {"house1": HOUSE_CARDS})
SUPPORT: Part[tuple[Rule, ...]] = Part("magimiles", "support", {"house1": HOUSE_SUPPORT})
CYCLE = Part("magimiles", "cycle", {"rgb": RGB, "rbg": RBG})


def fits(rule: Rule, support: str, main: str, number: str, beats: Mapping[str, str]) -> bool:
    """Whether a line fits a support card and a main card of these attributes; `number` is what
    the number of the support card is to the printed one of the main card.

    >>> [fits(Rule("double", relation="beats"), "b", main, "equal", RGB.beats) for main in "rgba"]
    [True, False, False, False]
    """
    return (
        rule.support in ("any", support, "colour" if support in COLOURS else "")
        and rule.main in ("any", main, "colour" if main in COLOURS else "")
        and rule.relation in ("any", relation_of(support, main, beats))
        and rule.number in ("any", number)
    )


def relation_of(support: str, main: str, beats: Mapping[str, str]) -> str:
    """What the colour of a support card is to that of a main card; "" where one is no colour."""
    if ATTRIBUTES[ALL_CARD] in (support, main):
        return ""
    if support == main:
        return "same"
    return "beats" if beats[support] == main else "beaten"


class Tables:
    """A card list, a support table and a cycle as play wants them.

    A card is a small number: its place among the different cards of the list, in canonical
    order, from 1; 0 is no card, or one that is not known. Lists by card have a place 0.
    """

    __slots__ = (
        "attribute", "back", "card", "cards_of", "copies", "deck", "deck_cards", "declared",
        "effect", "number", "passed", "supported", "tokens", "weak",
    )  # fmt: skip

    def __init__(self, cards: Cards, support: tuple[Rule, ...], cycle: Cycle) -> None:
        kinds = [
            (attribute, number)
            for attribute in ATTRIBUTES
            for number in sorted(set(cards.numbers[attribute]))
        ]
        self.attribute = [-1] + [ATTRIBUTES.index(attribute) for attribute, _ in kinds]
        self.number = [0] + [number for _, number in kinds]
        self.tokens = ["_"] + [f"{attribute}{number}" for attribute, number in kinds]
        self.back = ["_"] + [
            (cards.backs[number] if attribute == "a" else attribute) + "_"
            for attribute, number in kinds
        ]
        self.copies = bytes([0] + [cards.numbers[a].count(number) for a, number in kinds])
        #: The cards of each attribute: from, and up to but not with.
        begins = [1 + sum(a < attribute for a in self.attribute[1:]) for attribute in range(5)]
        self.cards_of = list(pairwise(begins))
        #: The deck in canonical order: its tokens, and the card of each, counted from 1.
        self.deck_cards = [card for card, count in enumerate(self.copies) for _ in range(count)]
        self.deck = [self.tokens[card] for card in self.deck_cards]
        self.deck_cards.insert(0, 0)
        self._read_tokens()
        everyone = range(len(self.tokens))
        #: By support card and main card: v becomes v times the first, plus the second.
        self.effect = [
            [_effect(self, support, cycle, helper, main) for main in everyone]
            for helper in everyone
        ]
        #: The weak attribute of each colour.
        self.weak = [ATTRIBUTES.index(cycle.weak[colour]) for colour in COLOURS]

    def _read_tokens(self) -> None:
        """What tokens say: a card, for a support card also the seat whose main card it lies on."""
        self.card = {token: card for card, token in enumerate(self.tokens) if card}
        self.passed = {f"^{token}": card for token, card in self.card.items()}
        self.declared = {f"={token}": card for token, card in self.card.items()}
        self.supported = {
            f"{token}>{seat}": (card, seat) for token, card in self.card.items() for seat in SEATS
        }


def _effect(
    tables: Tables, support: tuple[Rule, ...], cycle: Cycle, helper: int, main: int
) -> tuple[int, int]:
    if not helper or not main:
        return (1, 0)
    n, printed = tables.number[helper], tables.number[main]
    number = ("lower", "equal", "higher")[(n >= printed) + (n > printed)]
    letters = tables.tokens[helper][0], tables.tokens[main][0]
    rule = next(rule for rule in support if fits(rule, *letters, number, cycle.beats))
    return {"add": (1, n), "subtract": (1, -n), "double": (2, 0), "triple": (3, 0),
            "nothing": (1, 0)}[rule.effect]  # fmt: skip


@lru_cache(maxsize=64)
def tables(cards: str, support: str, cycle: str) -> Tables:
    """The tables of three data by name; a name always means the same data."""
    return Tables(CARDS[cards], SUPPORT[support], CYCLE[cycle])
