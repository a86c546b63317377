"""What 6 nimmt! is played with: sections 3 and 4 of its page (docs/rules/nimmt.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kifu.replay.options import in_japanese

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Raises ValueError for hands=drafted without deck=tactics.

    >>> Options(hands="drafted")
    Traceback (most recent call last):
    ValueError: hands=drafted needs deck=tactics
    """

    deck: Annotated[
        Literal["standard", "tactics"],
        Meta(
            description="which cards are used: 1 to 104, or 1 to 10n + 4 for n seats",
            extra=in_japanese(
                "カードセット",
                "使うカード。1〜104、または1〜10n+4(nは人数)",
                standard="通常",
                tactics="戦術",
            ),
        ),
    ] = "standard"
    hands: Annotated[
        Literal["dealt", "drafted"],
        Meta(
            description="whether hands are dealt, or picked one by one (needs deck=tactics)",
            extra=in_japanese(
                "手札",
                "手札を配るか、1枚ずつ選ぶか(「論理」。カードセットが戦術のときだけ)",
                dealt="配る",
                drafted="1枚ずつ選ぶ",
            ),
        ),
    ] = "dealt"
    placement: Annotated[
        Literal["standard", "professional"],
        Meta(
            description="whether cards go to the right ends of the rows, or to both ends",
            extra=in_japanese(
                "配置",
                "カードを列の右端だけに置くか、両端に置くか",
                standard="通常",
                professional="プロフェッショナル",
            ),
        ),
    ] = "standard"
    target: Annotated[
        int,
        Meta(
            ge=1,
            le=9999,
            description="points at the start; heads that end the game",
            extra=in_japanese("持ち点", "最初の持ち点。これだけ失う人が出ると終わる"),
        ),
    ] = 66
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=9999,
            description="0: play to the target; else so many rounds",
            extra=in_japanese("ラウンド数", "0なら持ち点がなくなるまで、ほかはその回数"),
        ),
    ] = 0

    def __post_init__(self) -> None:
        if self.hands == "drafted" and self.deck != "tactics":
            raise ValueError("hands=drafted needs deck=tactics")


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 10 with every option."""
    return range(2, 11)
