"""What MAGiMiLES is played with: sections 3 and 4 of its page (docs/rules/magimiles.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kifu.replay.games.magimiles.data import CARDS, COLOURS, CYCLE, SUPPORT
from kifu.replay.rule_data.part import FULL_NAME

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Rule data that nobody has given is refused (MissingData)."""

    cards: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the card list (rule data); house1 is invented",
        ),
    ] = "house1"
    support: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the support table (rule data); house1 is invented",
        ),
    ] = "house1"
    cycle: Annotated[
        str,
        Meta(
            pattern=rf"^(rgb|rbg|{FULL_NAME})\Z",
            examples=["rgb", "rbg", "NAME@HEX8"],
            description="which colour beats which (rule data); rgb and rbg are invented",
        ),
    ] = "rgb"
    all_follow: Annotated[
        Literal["always", "only_if_unable", "forced"],
        Meta(description="when an all card may, or must, follow a colour"),
    ] = "always"
    all_lead: Annotated[
        Literal["all_only", "free"],
        Meta(description="what may follow an all card that is led"),
    ] = "all_only"
    rounds: Annotated[
        Literal[1, 3], Meta(description="rounds of a match; 3 only with three seats")
    ] = 1
    supports: Annotated[
        Literal["number", "clockwise"],
        Meta(description="who follows the first support card, by number or to the left"),
    ] = "number"

    def __post_init__(self) -> None:
        for part in (CARDS, SUPPORT, CYCLE):
            part[getattr(self, part.part)]


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2, 3 or 4; several rounds, and supports to the left, only
    with 3.
    """
    only_three = options.rounds > 1 or options.supports == "clockwise"
    return range(3, 4) if only_three else range(2, 5)


# 7. Tricks


def duties(options: Options) -> list[tuple[str, str]]:
    """For each led attribute: those of which a card in hand is a duty, and those that may be
    played where there is one.

    >>> duties(Options(all_follow="forced"))[0]
    ('ra', 'ra')
    """
    duty = "{0}a" if options.all_follow == "forced" else "{0}"
    allowed = "{0}" if options.all_follow == "only_if_unable" else "{0}a"
    every = "" if options.all_lead == "free" else "a"
    return [*((duty.format(each), allowed.format(each)) for each in COLOURS), (every, "a")]
