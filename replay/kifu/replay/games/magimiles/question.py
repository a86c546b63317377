"""What is asked of the one who types a match of MAGiMiLES in."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import IN_PILE, PILES


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """Ask for the cards of the piles, and for the trump card.

    >>> question(Options(), 3, "deal/1", [33]).en
    'Which is the trump card?'
    """
    if len(places) == PILES * IN_PILE:
        return Words(
            "Which cards lie in piles 1 to 4? Four cards of each pile, pile 1 first",
            "山1〜4のカードは? 山1から順に4枚ずつ",
        )
    if len(places) > 1:
        return Words(
            f"Which {len(places)} cards of the piles are missing? Pile 1 first",
            f"山のカードのうち、まだ書かれていない{len(places)}枚は? 山1から順に",
        )
    if places:
        return Words("Which is the trump card?", "切札のカードは?")
    return None
