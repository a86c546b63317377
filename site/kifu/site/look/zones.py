"""Zones: how the cards of a zone are laid out (the script does the same in table.ts)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby, pairwise

from kifu.replay.game import Face, Layout
from kifu.replay.table import Fact

#: This many common rows are a board, which is beside the seats instead of above them.
BOARD = 3


def is_board(layout: Layout) -> bool:
    """Whether the table has BOARD common rows or more: then they are drawn beside the seats, as the
    board of the game.
    """
    return sum(zone.kind == "row" and not zone.seat for zone in layout.zones) >= BOARD


def heaps(cards: Sequence[str], faces: Mapping[str, Face]) -> list[tuple[str, int]]:
    """The cards to draw for a pile, each as (token, number): one for each run of face-down cards, a
    back, and one for each run of face-up cards, the first of them. The number is how many cards the
    run has; 0, which is not shown, for a single card, and if the whole pile is one run. [] for an
    empty pile.

    >>> from kifu.replay.game import Words
    >>> faces = {"7": Face("7", Words("7", "7"))}
    >>> heaps(["_", "_", "_"], faces), heaps(["_", "_", "7", "_"], faces)
    ([('_', 0)], [('_', 2), ('7', 0), ('_', 0)])
    """
    runs = [list(run) for _, run in groupby(cards, lambda token: lies_down(token, faces))]
    return [(run[0], len(run) if len(runs) > 1 and len(run) > 1 else 0) for run in runs]


def melds(cards: Sequence[str], sizes: Fact) -> list[Sequence[str]]:
    """The cards of a zone of melds, grouped; `sizes` is the zone's fact, with the size of each
    group.

    >>> melds(["c1", "c2", "c3", "x7"], "3 1")
    [['c1', 'c2', 'c3'], ['x7']]
    """
    ends = list(accumulate(map(int, str(sizes).split()), initial=0))
    return [cards[start:end] for start, end in pairwise(ends)]


def lies_down(token: str, faces: Mapping[str, Face]) -> bool:
    """Whether a token is shown as a face-down card: its face is a back, or `faces` has none."""
    face = faces.get(token)
    return face is None or face.back
