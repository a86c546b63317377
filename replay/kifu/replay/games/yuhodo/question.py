"""What is asked of the one who types a match of yuhodo in."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.games.yuhodo.options import Options


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """Ask for the starter, for a market, and for what a bonus check turns up.

    >>> question(Options(), 2, "starter", []).en
    'Which seat starts short game 1?'
    """
    if label == "starter":
        return Words("Which seat starts short game 1?", "最初のショート・ゲームを始める席は?")
    if len(places) == seats + 1:
        return Words(f"Which {seats + 1} cards lie in the market?", f"場札の{seats + 1}枚は?")
    if len(places) > 1:
        return Words(f"Which {len(places)} cards are turned up?", f"表にした{len(places)}枚は?")
    return Words("Which card is turned up?", "表にしたカードは?") if places else None
