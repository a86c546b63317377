"""What is asked of the one who types a match of mutsugo in."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.games.mutsugo.options import Options


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """Ask for the card that a Start Open turns up, and for what was dealt.

    >>> question(Options(), 2, "deal", [8]).en
    'Which card does the Start Open turn up?'
    """
    if places:
        return Words(
            "Which card does the Start Open turn up?", "スタートオープンで公開されたカードは?"
        )
    return Words(
        "The hands are dealt, four cards each. Did anybody see any cards?",
        "手札を4枚ずつ配ります。見えたカードはありますか?",
    )
