"""What is asked of the one who types a match of Atarayo in."""

from __future__ import annotations

from collections.abc import Sequence

from kifu.notation.words import Words
from kifu.replay.games.atarayo.options import Options


def question(options: Options, seats: int, label: str, places: Sequence[int]) -> Words | None:
    """Ask for the revealed cards, and for the pile that is made of the discards.

    >>> question(Options(), 3, "deal/1", [0, 1]).en
    'Which two cards are revealed?'
    """
    if label.startswith("reshuffle/"):
        if places:
            return None
        return Words(
            "The discards are shuffled into a new pile. Did anybody see its cards?",
            "捨て札をシャッフルして新しい山札にします。見えたカードはありますか?",
        )
    if len(places) == 2:
        return Words("Which two cards are revealed?", "公開された2枚は?")
    if places:
        return Words("Which is the other revealed card?", "公開されたもう1枚は?")
    return None
