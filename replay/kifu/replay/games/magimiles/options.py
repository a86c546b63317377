"""What MAGiMiLES is played with: its rule data, which are the card list (section 2 of its page,
docs/rules/magimiles.md), the support table (section 8) and the weakness cycle; its options (3) and
players (4). `cards` has the data as play wants them.

All three are rule data, which users can replace (docs/rule-data.md). What is given here as kifu's
own is invented: the published rules do not give it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Annotated, Any, Generic, Literal, TypeVar

from msgspec import Meta, Struct

from kifu.notation.errors import KifuError
from kifu.notation.words import Words
from kifu.replay.options import MissingData, in_japanese
from kifu.replay.rule_data import FULL_NAME

Data = TypeVar("Data")

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
        """The colour letter of the backs of the cards of the attribute all with this number. "" if
        it isn't known, if there is no such card, or if equal cards have different backs, since a
        record doesn't tell equal cards apart.
        """
        colours = self.backs.get(number, "")
        return colours if len(colours) == 1 else ""


Effect = Literal["add", "subtract", "double", "triple", "nothing"]
#: Which attributes a rule is for; a colour is any but all.
Fitting = Literal["any", "colour", "r", "g", "b", "a"]


class Rule(Struct, frozen=True, omit_defaults=True):
    """A line of a support table: when it fits, and its effect on the main card's total.

    `support` and `main` are the attributes of the two cards. `relation` is between two colours,
    seen from the support card. `number` compares its number with the one printed on the main card.
    The first line that fits counts.
    """

    effect: Effect
    support: Fitting = "any"
    main: Fitting = "any"
    relation: Literal["any", "same", "beats", "beaten"] = "any"
    number: Literal["any", "lower", "equal", "higher"] = "any"


class Cycle(Struct, frozen=True):
    """`beats`: colour letter -> the colour that it beats; `weak`: colour letter -> its weak
    attribute.
    """

    beats: Mapping[str, str]
    weak: Mapping[str, str]


class Part(Generic[Data]):
    """One part of the rules that users can replace: `house` is kifu's own data for it, by plain
    names.

    >>> numbers = Part("numbers", {"house1": [1, 2, 3]})
    >>> numbers.add("mine", [4, 5], "4 5")
    'mine@fc4b1ace'
    >>> numbers["mine@fc4b1ace"], numbers["house1"]
    ([4, 5], [1, 2, 3])
    >>> numbers["mine@00000000"]
    Traceback (most recent call last):
    kifu.replay.options.MissingData: numbers=mine@00000000 is rule data that is not loaded; \
give its file with --data FILE (in use: mine@fc4b1ace)
    """

    def __init__(self, part: str, house: dict[str, Data]) -> None:
        self.part = part
        self._data = dict(house)
        #: By the full name of each data that were added: the text that their digest is of.
        self._texts: dict[str, str] = {}

    def add(self, name: str, data: Data, canonical: str) -> str:
        """Register `data` under `name`, which isn't checked. Returns the full name for records,
        `name@` and 8 hex digits of a digest of `canonical`. That is a text of the data: equal data
        have the same text, other data another one. To add the same data again changes nothing.
        Raises KifuError if the full name is in use for another `canonical`.
        """
        text = f"magimiles {self.part} 1|{canonical}"
        full = f"{name}@{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}"
        if self._texts.setdefault(full, text) != text:
            raise KifuError(f"{self.part}={full} names other data that is in use; choose a name")
        self._data[full] = data
        return full

    def __getitem__(self, name: str) -> Data:
        """The data with this name: kifu's own by a plain name, added data by NAME@HEX8. It is
        shared, so don't change it. Raises MissingData for a name that isn't registered.
        """
        if name in self._data:
            return self._data[name]
        message = f"{self.part}={name} is rule data that is not loaded; give its file "
        message += "with --data FILE"
        if self._texts:
            message += f" (in use: {', '.join(self.added()[:10])})"
        raise MissingData(message, f"{self.part}={name}", [*self._data][:12])

    def added(self) -> list[str]:
        """The full names (NAME@HEX8) of the data that were registered by `add`, in that order, as a
        new list; [] if none were.
        """
        return list(self._texts)


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
_NEXT = {"r": "g", "g": "b", "b": "r"}
_BEFORE = {"r": "b", "g": "r", "b": "g"}
RGB = Cycle(beats=_NEXT, weak=_BEFORE)
RBG = Cycle(beats=_BEFORE, weak=_NEXT)

#: The data that options can name.
CARDS = Part("cards", {"house1": HOUSE_CARDS})
SUPPORT: Part[tuple[Rule, ...]] = Part("support", {"house1": HOUSE_SUPPORT})
CYCLE = Part("cycle", {"rgb": RGB, "rbg": RBG})


def fits(rule: Rule, support: str, main: str, number: str, beats: Mapping[str, str]) -> bool:
    """Whether `rule` applies to a support card and a main card with these attributes (letters).
    `number` compares the support card's number with the one printed on the main card: `lower`,
    `equal` or `higher`. `beats`: colour -> the colour that it beats. A rule with a relation other
    than `any` never fits if one of the two is an all card.

    >>> [fits(Rule("double", relation="beats"), "b", main, "equal", RGB.beats) for main in "rgba"]
    [True, False, False, False]
    """
    relation = "beats" if beats.get(support) == main else "beaten"
    if support == main:
        relation = "same"
    if "a" in (support, main):
        relation = ""
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


# 3. Options


def _rule_data(house: str, description: str, ja: dict[str, Any]) -> Meta:
    """The Meta of an option whose value is a name of rule data. Allowed are the names in `house`,
    kifu's own data (several separated by `|`), and any NAME@HEX8. `description` says in English
    what the option is, `ja` in Japanese (see `in_japanese`).
    """
    return Meta(
        pattern=rf"^({house}|{FULL_NAME})\Z",
        examples=[*house.split("|"), "NAME@HEX8"],
        description=description,
        extra=ja,
    )


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Making one raises MissingData if it names rule data that
    isn't registered.
    """

    cards: Annotated[
        str,
        _rule_data(
            "house1",
            "the card list (rule data); house1 is invented",
            in_japanese("カード構成", "どのカードがあるか。house1はkifuの仮のデータ"),
        ),
    ] = "house1"
    support: Annotated[
        str,
        _rule_data(
            "house1",
            "the support table (rule data); house1 is invented",
            in_japanese("サポート効果", "サポートカードの効果。house1はkifuの仮のデータ"),
        ),
    ] = "house1"
    cycle: Annotated[
        str,
        _rule_data(
            "rgb|rbg",
            "which colour beats which (rule data); rgb and rbg are invented",
            in_japanese(
                "弱点属性",
                "どの色がどの色に勝つか。rgbとrbgはkifuの仮のデータ",
                rgb="赤は緑に、緑は青に、青は赤に勝つ",
                rbg="赤は青に、青は緑に、緑は赤に勝つ",
            ),
        ),
    ] = "rgb"
    all_follow: Annotated[
        Literal["always", "only_if_unable", "forced"],
        Meta(
            description="when an all card may, or must, follow a colour",
            extra=in_japanese(
                "オールのフォロー",
                "オール属性でフォローできるとき",
                always="いつでも",
                only_if_unable="色がないときだけ",
                forced="出さなければならない",
            ),
        ),
    ] = "always"
    all_lead: Annotated[
        Literal["all_only", "free"],
        Meta(
            description="what may follow an all card that is led",
            extra=in_japanese(
                "オールのリード",
                "オール属性がリードされたときに出せるカード",
                all_only="オールだけ",
                free="自由",
            ),
        ),
    ] = "all_only"
    rounds: Annotated[
        Literal[1, 3],
        Meta(
            description="rounds of a match; 3 only with three seats",
            extra=in_japanese("ラウンド数", "3は3人のときだけ"),
        ),
    ] = 1
    supports: Annotated[
        Literal["number", "clockwise"],
        Meta(
            description="who follows the first support card, by number or to the left",
            extra=in_japanese(
                "サポートの順番",
                "最初の人のあと、どの順でサポートカードを出すか。clockwiseは3人のときだけ",
                number="数字の順",
                clockwise="時計回り",
            ),
        ),
    ] = "number"

    def __post_init__(self) -> None:
        for part in (CARDS, SUPPORT, CYCLE):
            part[getattr(self, part.part)]


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed with these options: 2 to 4, but only 3 if `rounds` is 3 or
    `supports` is `clockwise`.
    """
    if options.rounds > 1 or options.supports == "clockwise":
        return range(3, 4)
    return range(2, 5)


# 7. Tricks


def duties(options: Options) -> list[tuple[str, str, str]]:
    """What may follow each attribute that is led: a new list for red, green, blue and all, each
    with three texts of attribute letters, (duty, allowed, following). A hand that has a card of
    `duty` must play a card of `allowed`; any other hand may play every card. Cards of `following`
    count as following.

    >>> duties(Options(all_follow="forced"))[0]
    ('ra', 'ra', 'ra')
    """
    duty = "{0}a" if options.all_follow == "forced" else "{0}"
    allowed = "{0}" if options.all_follow == "only_if_unable" else "{0}a"
    colours = [(duty.format(led), allowed.format(led), f"{led}a") for led in COLOURS]
    return [*colours, ("", "a", "rgba") if options.all_lead == "free" else ("a", "a", "a")]
