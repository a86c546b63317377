"""Scoring of yuhodo: section 7 of its page, for the seat that goes out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kifu.replay.games.yuhodo.cards import ATTRIBUTES, FIRST_ITEM, KINDS, TOKEN, is_red
from kifu.replay.games.yuhodo.shapes import splits


class Tally(Struct, frozen=True):
    """What a goal is worth: 1 for each opened set, the red cards, the bonus checks."""

    sets: int
    reds: int
    bonus: int

    @property
    def points(self) -> int:
        return self.sets + self.reds + self.bonus

    @property
    def text(self) -> str:
        """
        >>> Tally(1, 3, 3).text
        '1+3+3=7'
        """
        return f"{self.sets}+{self.reds}+{self.bonus}={self.points}"


#: What red cards ask for with the advanced rules, and give then: by title, for h, a and d.
_NUMBER_REDS = {
    1: (2, "outer"), 2: (2, "inner"), 3: (2, "three"), 4: (5, "pure"),
    5: (2, "three"), 6: (2, "inner"), 7: (2, "outer"),
}  # fmt: skip
#: And for Items.
_ITEM_REDS = {1: (1, "always"), 2: (1, "always"), 3: (1, "always"), 4: (1, "item_reds=all")}


def _red(letter: str, title: int) -> tuple[int, str]:
    points, condition = (_ITEM_REDS if letter == "i" else _NUMBER_REDS)[title]
    return points, f"pure {letter}" if condition == "pure" else condition


#: By card: what it gives with the advanced rules, and the condition for it.
_CONDITION = [_red(*KINDS[card // 2]) if card > 2 else (0, "") for card in range(len(TOKEN))]


def best_split(
    hand: Sequence[int], opened: Sequence[Sequence[int]], advanced: bool, item_reds: str
) -> tuple[list[list[int]], int]:
    """How the eight cards of a goal shape split, and the points for red cards: the split with
    the most counts, the first one among equals.
    """
    scored = [
        (split, red_points([*opened, *split], len(opened), advanced, item_reds))
        for split in splits(hand)
    ]
    return max(scored, key=lambda one: one[1])


def red_points(sets: Sequence[Sequence[int]], opened: int, advanced: bool, item_reds: str) -> int:
    """The points for the red cards of all sets, of which so many are opened.

    >>> from kifu.replay.games.yuhodo.cards import CARD
    >>> sets = [[CARD[t] for t in s.split()] for s in ("h1 h2 H3", "a3 A3", "h5 h5 h5", "d2 d3 D4")]
    >>> red_points(sets, 1, False, "i4"), red_points(sets, 1, True, "i4")
    (3, 0)
    """
    reds = [card for cards in sets for card in cards if is_red(card)]
    if not advanced:
        return len(reds)
    met = _conditions_met(sets, opened, item_reds)
    return sum([_CONDITION[card][0] for card in reds if _CONDITION[card][1] in met])


def _conditions_met(sets: Sequence[Sequence[int]], opened: int, item_reds: str) -> set[str]:
    """Which conditions of red cards the sets fulfil. An outer card is a 1, a 7 or an Item."""
    with_outer = [any(_is_outer(card) for card in cards) for cards in sets]
    letters = {KINDS[card // 2][0] for cards in sets for card in cards}
    conditions = {
        "outer": all(with_outer),
        "inner": not any(with_outer),
        "three": opened >= 3,
        "always": True,
        "item_reds=all": item_reds == "all",
    }
    conditions |= {f"pure {letter}": letters <= {letter, "i"} for letter in ATTRIBUTES}
    return {condition for condition, fulfilled in conditions.items() if fulfilled}


def _is_outer(card: int) -> bool:
    letter, title = KINDS[card // 2]
    return letter == "i" or title in (1, 7)


def bonus_check(cards: Sequence[int], pile: Sequence[int]) -> tuple[list[int], int]:
    """The cards of the pile (its top is last) that are turned up, and the points they give: one
    card after the other, until one gives nothing or the pile is empty.

    >>> bonus_check([2, 2, 5], [8, 4, 3])
    ([3, 4, 8], 3)
    """
    kinds = [card // 2 for card in cards]
    checks = enumerate(reversed(pile), 1)
    number = next((k for k, card in checks if card // 2 not in kinds), len(pile))
    turned = list(pile[: -number - 1 : -1])
    return turned, sum([kinds.count(card // 2) for card in turned])


def is_item_group(cards: Sequence[int]) -> bool:
    """Whether a big set is a group of Items."""
    return cards[0] // 2 >= FIRST_ITEM
