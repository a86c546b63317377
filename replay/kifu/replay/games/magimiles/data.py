"""The rule data of MAGiMiLES: the card list (section 2 of its page, docs/rules/magimiles.md), the
support table (section 8) and the weakness cycle (section 3). `cards` has them as play wants them.

All three are rule data, which users can replace (docs/rule-data.md). What is given here as kifu's
own is invented: the published rules do not give it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from kifu.notation.words import Words
from kifu.replay.rule_data import Part

#: Letters of the attributes: red, green, blue and all. An attribute is its place here.
ATTRIBUTES = "rgba"
COLOURS = "rgb"
#: What each attribute is called; a card of it is "red 5" and 「赤の5」.
ATTRIBUTE_NAMES = (
    Words("red", "赤"), Words("green", "緑"), Words("blue", "青"), Words("all", "オール"),
)  # fmt: skip

CARDS_IN_ALL = 36
HIGHEST = 99


class Cards(Struct, frozen=True):
    """A card list. `numbers`: attribute letter -> its numbers, ascending, a number twice if there
    are two such cards. `backs`: number -> colours of the backs of the all cards with it: one letter
    if they are all the same, otherwise a letter for each; numbers with unknown backs are left out.
    """

    numbers: Mapping[str, tuple[int, ...]]
    backs: Mapping[int, str]

    def back(self, number: int) -> str:
        """The colour letter of the backs of the all cards with this number; "" if it is unknown, or
        if they differ, since a record doesn't tell equal cards apart.
        """
        colours = self.backs.get(number, "")
        return colours if len(colours) == 1 else ""


Effect = Literal["add", "subtract", "double", "triple", "nothing"]


class Rule(Struct, frozen=True, omit_defaults=True):
    """A line of a support table: when it fits, and its effect on the main card's total.

    `support` and `main` are the attributes of the two cards. `relation` is between two colours,
    seen from the support card. `number` compares its number with the one printed on the main card.
    The first line that fits counts.
    """

    effect: Effect
    support: Literal["any", "colour", "r", "g", "b", "a"] = "any"
    main: Literal["any", "colour", "r", "g", "b", "a"] = "any"
    relation: Literal["any", "same", "beats", "beaten"] = "any"
    number: Literal["any", "lower", "equal", "higher"] = "any"


class Cycle(Struct, frozen=True):
    """`beats`: colour letter -> the colour that it beats; `weak`: colour letter -> its weak
    attribute.
    """

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
    """Whether `rule` applies to a support card and a main card with these attributes (letters).
    `number` compares the support card's number with the one printed on the main card: `lower`,
    `equal` or `higher`. `beats`: colour -> the colour that it beats.

    >>> [fits(Rule("double", relation="beats"), "b", main, "equal", RGB.beats) for main in "rgba"]
    [True, False, False, False]
    """
    relation = ""
    if support in COLOURS and main in COLOURS:
        won = "beats" if beats[support] == main else "beaten"
        relation = "same" if support == main else won
    return (
        rule.support in ("any", support, "colour" if support in COLOURS else "")
        and rule.main in ("any", main, "colour" if main in COLOURS else "")
        and rule.relation in ("any", relation)
        and rule.number in ("any", number)
    )


#: What a support card with the number n does: the total becomes times * total + plus * n.
EFFECTS: dict[Effect, tuple[int, int]] = {
    "add": (1, 1),
    "subtract": (1, -1),
    "double": (2, 0),
    "triple": (3, 0),
    "nothing": (1, 0),
}
