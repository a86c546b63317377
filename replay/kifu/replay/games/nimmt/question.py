"""What is asked of the one who types a match of 6 nimmt! in."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.games.nimmt.cards import HAND, ROWS
from kifu.replay.games.nimmt.options import Options


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """Ask for the first cards of the rows.

    >>> question(Options(), 2, "deal/1", [20, 21, 22, 23]).en
    'Which four cards begin rows 1 to 4?'
    """
    rows = [place - HAND * seats + 1 for place in places]
    if not rows:
        return None
    if len(rows) == ROWS:
        return Words("Which four cards begin rows 1 to 4?", "列1〜4の最初のカード4枚は?")
    which = " ".join(map(str, rows))
    if len(rows) == 1:
        return Words(f"Which card begins row {which}?", f"列{which}の最初のカードは?")
    return Words(f"Which cards begin rows {which}?", f"列{which}の最初のカードは?")
