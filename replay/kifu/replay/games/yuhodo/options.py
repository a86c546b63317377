"""What yuhodo is played with: sections 3 and 4 of its page (docs/rules/yuhodo.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replay.options import in_japanese

# 3. Options

Games = Annotated[
    int,
    Meta(
        ge=1,
        le=99,
        description="short games; for 2, 3, 4 seats 6, 6, 8",
        extra=in_japanese("規定回数", "ショート・ゲームの回数。2、3、4人で6、6、8"),
    ),
]
Target = Annotated[
    int,
    Meta(
        ge=1,
        le=999,
        description="total that ends the game; for 2, 3, 4 seats 24, 18, 12",
        extra=in_japanese("規定点数", "対戦が終わる点数。2、3、4人で24、18、12"),
    ),
]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. None: the default for the number of seats (`settle`)."""

    rules: Annotated[
        Literal["basic", "advanced"],
        Meta(
            description="whether the three advanced rules and the instant win are used",
            extra=in_japanese(
                "ルール",
                "上級ルール(赤字の条件、自分の捨札、支払い)とItemによる勝利を使うか",
                basic="基本",
                advanced="上級ルール",
            ),
        ),
    ] = "basic"
    games: Games | None = None
    target: Target | None = None
    ready: Annotated[
        Literal["free", "opened"],
        Meta(
            description="whether Ready needs an opened set",
            extra=in_japanese(
                "レディの条件",
                "オープンしたセットがないとレディできないか",
                free="なし",
                opened="オープンが必要",
            ),
        ),
    ] = "free"
    item_reds: Annotated[
        Literal["i4", "all"],
        Meta(
            description="whether the red Item 4 gives nothing, or all red Items 1 (advanced)",
            extra=in_japanese(
                "赤字のItem",
                "赤字のItem 4に1点を与えるか。上級ルールのときだけ",
                i4="4は0点",
                all="すべて1点",
            ),
        ),
    ] = "i4"


#: The defaults by number of seats.
GAMES = {2: 6, 3: 6, 4: 8}
TARGET = {2: 24, 3: 18, 4: 12}


def settle(options: Options, seats: int) -> Options:
    """New options with `games` and `target`: those given, otherwise the defaults for this number of
    seats; all others stay. Raises KeyError if a default is needed for a number of seats other than
    2 to 4.

    >>> settled = settle(Options(target=30), 4)
    >>> settled.games, settled.target
    (8, 30)
    """
    return replace(
        options, games=options.games or GAMES[seats], target=options.target or TARGET[seats]
    )


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 4 with every option."""
    return range(2, 5)
