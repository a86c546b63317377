"""Zones: how the cards of a zone are laid out (the script does the same in table.js)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, groupby, pairwise

from kifu.replay.game import Face, Layout, Zone
from kifu.replay.table import Fact

#: This many common rows are a board, which is beside the seats instead of above them.
BOARD = 3


def is_board(layout: Layout) -> bool:
    """Whether the rows in the middle are what the game is about, so that they are drawn beside the
    seats.
    """
    return sum(zone.kind == "row" and not zone.seat for zone in layout.zones) >= BOARD


def fronts(layout: Layout) -> dict[int, list[Zone]]:
    """For each seat, the zones drawn in front of it, towards the middle of the table: its choices,
    and a row directly after a choice, which is drawn on that card.
    """
    zones: dict[int, list[Zone]] = defaultdict(list)
    before: Zone | None = None
    for zone in layout.zones:
        laid_on = before and before.kind == "choice" and before.seat == zone.seat
        if zone.kind == "choice" or (zone.kind == "row" and laid_on):
            zones[zone.seat].append(zone)
        before = zone
    return zones


def lanes(layout: Layout) -> dict[int, list[Zone]]:
    """For each seat, the zones drawn below its name: all that are neither in front of it nor
    piles.
    """
    front = fronts(layout)
    zones: dict[int, list[Zone]] = defaultdict(list)
    for zone in layout.zones:
        if zone.kind != "pile" and zone not in front[zone.seat]:
            zones[zone.seat].append(zone)
    return zones


def heaps(cards: Sequence[str], faces: Mapping[str, Face]) -> list[tuple[str, int]]:
    """What is drawn of a pile: (card, how many it stands for) for its top card and, if cards lie
    face up in it, for those and the backs between them; 0 if the number is not shown.

    >>> from kifu.replay.game import Words
    >>> faces = {"7": Face("7", Words("7", "7"))}
    >>> heaps(["_", "_", "_"], faces), heaps(["_", "_", "7", "_"], faces)
    ([('_', 0)], [('_', 2), ('7', 0), ('_', 0)])
    """
    runs = [list(run) for _, run in groupby(cards, lambda token: _lies_down(faces.get(token)))]
    return [(run[0], len(run) if len(runs) > 1 and len(run) > 1 else 0) for run in runs]


def melds(cards: Sequence[str], sizes: Fact) -> list[Sequence[str]]:
    """The cards of a zone of melds, in groups; `sizes` is the zone's fact with the size of each.

    >>> melds(["c1", "c2", "c3", "x7"], "3 1")
    [['c1', 'c2', 'c3'], ['x7']]
    """
    ends = list(accumulate(map(int, str(sizes).split()), initial=0))
    return [cards[start:end] for start, end in pairwise(ends)]


def _lies_down(face: Face | None) -> bool:
    return face is None or face.back
