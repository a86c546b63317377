"""What MAGiMiLES is played with: sections 3 and 4 of its page (docs/rules/magimiles.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kifu.replay.games.magimiles.data import CARDS, COLOURS, CYCLE, SUPPORT
from kifu.replay.options import in_japanese
from kifu.replay.rule_data import FULL_NAME

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Making one raises MissingData if it names rule data that
    isn't registered.
    """

    cards: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the card list (rule data); house1 is invented",
            extra=in_japanese(
                "カード構成",
                "どのカードがあるか。house1はkifuの仮のデータ",
            ),
        ),
    ] = "house1"
    support: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the support table (rule data); house1 is invented",
            extra=in_japanese("サポート効果", "サポートカードの効果。house1はkifuの仮のデータ"),
        ),
    ] = "house1"
    cycle: Annotated[
        str,
        Meta(
            pattern=rf"^(rgb|rbg|{FULL_NAME})\Z",
            examples=["rgb", "rbg", "NAME@HEX8"],
            description="which colour beats which (rule data); rgb and rbg are invented",
            extra=in_japanese(
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
    """The numbers of seats allowed: 2 to 4; only 3 with several rounds or `supports=clockwise`."""
    only_three = options.rounds > 1 or options.supports == "clockwise"
    return range(3, 4) if only_three else range(2, 5)


# 7. Tricks


def duties(options: Options) -> list[tuple[str, str, str]]:
    """For each attribute that may be led (red, green, blue, all), three texts of attribute letters
    (duty, allowed, following): a hand with a card of `duty` must play a card of `allowed`; cards of
    `following` count as following.

    >>> duties(Options(all_follow="forced"))[0]
    ('ra', 'ra', 'ra')
    """
    duty = "{0}a" if options.all_follow == "forced" else "{0}"
    allowed = "{0}" if options.all_follow == "only_if_unable" else "{0}a"
    colours = [(duty.format(led), allowed.format(led), f"{led}a") for led in COLOURS]
    return [*colours, ("", "a", "rgba") if options.all_lead == "free" else ("a", "a", "a")]
