"""How a move of 6つ子7組 is refused: with the first rule that it breaks."""

from __future__ import annotations

from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo_cards import HAND, LARGEST_HAND

#: What the phases `start` and `closing` say to a move that is not theirs.
DRAW_FIRST = "a Start Draw comes first: d, or a free card"
ONLY_CLOSING = "a card has been discarded, so only ~K and / may follow"

REFILL = f"only a hand of fewer than {HAND} cards is refilled"
TOO_MANY = f"with {LARGEST_HAND} cards one must be discarded or a set made"

#: Of a card that a set is to take from the table.
NOT_ON_TABLE = "is no free card and in nobody's set"
OWN_SET = "is in a set of your own, which is not on the table: dissolve it first"


def count_of(sets: list[list[int]]) -> str:
    """How many sets there are, and so what their numbers are.

    >>> count_of([]), count_of([[1, 2, 3]]), count_of([[1, 2, 3], [8, 9]])
    ('none', 'only set 1', 'sets 1 to 2')
    """
    if len(sets) < 2:
        return "only set 1" if sets else "none"
    return f"sets 1 to {len(sets)}"


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
