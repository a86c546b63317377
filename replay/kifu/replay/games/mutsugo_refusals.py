"""How a move of 6つ子7組 is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.replay.game import IllegalMove

#: What the phases `start` and `closing` say to a move that is not theirs.
DRAW_FIRST = "a Start Draw comes first: d, or a free card"
ONLY_CLOSING = "a card has been discarded, so only ~K and / may follow"


def demand(*rules: tuple[bool, str]) -> None:
    """Raise IllegalMove with the first of the rules that is not kept. Each is a pair: whether it
    is kept, and what it says.

    >>> demand((True, "c4 is no free card"), (False, DRAW_FIRST))
    Traceback (most recent call last):
    kifu.replay.game.IllegalMove: a Start Draw comes first: d, or a free card
    """
    for kept, rule in rules:
        if not kept:
            raise IllegalMove(rule)
