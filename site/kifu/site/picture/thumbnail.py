"""Thumbnails: what lies in the middle of the table after a ply, as one small SVG.

It has the colours of both sides, of which the reader's system chooses one. It holds no text of a
record: figures of cards, marks of seats, numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from kifu.replay.game import Face, Layout, Zone
from kifu.replay.show.resting_table import Lying, RestingTable
from kifu.replay.timeline import Timeline
from kifu.site.content.sentences import changes_after
from kifu.site.content.tables import resting_after
from kifu.site.look.colours import THEMES, palette
from kifu.site.look.drawing import badge_shape, pips_of
from kifu.site.look.shapes import outline
from kifu.site.look.templates import environment
from kifu.site.look.zones import fronts, is_board, lies_down

#: The size of a thumbnail in its own unit.
WIDTH, HEIGHT = 340, 164
#: The most lines of cards, and the most cards of one line.
LINES, CARDS = 3, 10

#: A card of the size 100 x 125: the place of the next one, and a gap between groups.
_STEP, _APART = 108, 60
_EDGE, _WIDEST = 12.0, 52.0
#: A line on a lane is at least as long as so many cards.
_LANE = 6
#: What its classes are painted with, by the names of the palette.
_PAINT = {
    "f": "felt", "l": "seat", "k": "card", "b": "back", "w": "back-line", "t": "on-felt",
    "m": "felt-edge",
}  # fmt: skip


class Group(NamedTuple):
    """Cards side by side; `size` is how many cards their pile has, 0 where they are no pile.
    Cards that have left are pale where they `fade`.
    """

    cards: list[Lying]
    fade: bool = True
    size: int = 0


class Line(NamedTuple):
    """Groups side by side, on a lane or not."""

    groups: list[Group]
    lane: bool = False


def thumbnail(timeline: Timeline, ply: int, viewer: int, css: str = "") -> str:
    """The middle of the table after `ply` as `viewer` sees it, before it is cleared, and the up to
    two seats whose points changed most in that ply; as SVG. `css` is a site's theme (see
    `palette`).
    """
    layout, still = timeline.layout, resting_after(timeline, ply, viewer)
    rows = [zone.name for zone in layout.zones if zone.kind == "row" and not zone.seat]
    lines = [Line([Group(still.zones[name])], True) for name in rows]
    if not is_board(layout):
        lines = _middle(layout, still)
    changes = _changes(timeline, ply)
    return _drawn(_placed(_chosen(lines), layout.faces, bool(changes)), changes, css)


def _middle(layout: Layout, still: RestingTable) -> list[Line]:
    """Three lines: the cards in front of seats (if some have just left, as when a trick is won,
    only their groups), the zones in the middle of the table with its piles, and the largest meld or
    hand into which cards came in the ply. A line may be empty.
    """

    def lying(zones: Iterable[Zone], *, fade: bool = True) -> list[Group]:
        named = (still.zones[zone.name] for zone in zones)
        return [Group(cards, fade) for cards in named if cards]

    common = [zone for zone in layout.zones if not zone.seat]
    middle = lying(zone for zone in common if zone.kind != "pile")
    for zone in common:
        if zone.kind == "pile" and (pile := still.zones[zone.name]):
            down = lies_down(pile[0].card, layout.faces)
            middle.append(Group(pile[:1], size=len(pile) if down else 0))
    laid = lying(fronts(layout), fade=False)
    won = [group for group in laid if any(card.left is not None for card in group.cards)]
    got = {gain.into for gain in still.gains}
    own = lying(
        zone for zone in layout.zones if zone.kind in ("melds", "hand") and zone.name in got
    )
    largest = max(own, key=lambda group: len(group.cards), default=None)
    return [Line(won or laid), Line(middle), Line([largest] if largest else [])]


def _chosen(lines: Sequence[Line]) -> list[Line]:
    """At most LINES of the lines, in their order: those with most cards that have just left, then
    those with most cards. Empty lines are left out, and a line is cut to CARDS cards.
    """
    kept = [line for line in lines if line.lane or line.groups]

    def weight(place: int) -> tuple[int, int, int]:
        cards = [card for group in kept[place].groups for card in group.cards]
        return sum(card.left is not None for card in cards), len(cards), -place

    places = sorted(sorted(range(len(kept)), key=weight, reverse=True)[:LINES])
    return [_shortened(kept[place]) for place in places]


def _shortened(line: Line) -> Line:
    groups, room = [], CARDS
    for group in line.groups:
        if room:
            groups.append(group._replace(cards=group.cards[-room:]))
            room -= len(groups[-1].cards)
    return line._replace(groups=groups)


def _changes(timeline: Timeline, ply: int) -> list[tuple[int, int]]:
    """The up to two seats whose points changed most (up or down) in the ply, as (seat, change), the
    largest change first. Seats without a change are left out.
    """
    changed = enumerate(changes_after(timeline.moments[:ply], len(timeline.record.seats)), 1)
    largest = sorted(changed, key=lambda each: (-abs(each[1]), each[0]))
    return [each for each in largest[:2] if each[1]]


class PlacedLine(Struct):
    """A line of cards in the picture, from (x, y) on in a `size`, where a card is 100 wide: its
    lane (how long; 0 for none), the pale cards and the others as [(x, face)], None for a face-down
    card, and the sizes of piles as (x, size).
    """

    x: float
    y: float
    size: float
    lane: int
    pale: list[tuple[int, Face | None]]
    cards: list[tuple[int, Face | None]]
    sizes: list[tuple[int, int]]


def _placed(lines: Sequence[Line], faces: Mapping[str, Face], narrow: bool) -> list[PlacedLine]:
    """The lines one below the other, as large as they can be; `narrow` leaves room beside them."""
    high = (HEIGHT - 2 * _EDGE) / max(len(lines), 2)
    room = WIDTH - 2 * _EDGE - (64 if narrow else 0)
    lane = max((_long(line) for line in lines if line.lane), default=0)
    longs = [lane if line.lane else _long(line) for line in lines]
    size = min((high - 8) / 125, _WIDEST / 100, room / max(longs, default=100))
    top = (HEIGHT - high * len(lines)) / 2 + (high - 125 * size) / 2
    placed = []
    for number, (line, long) in enumerate(zip(lines, longs, strict=True)):
        x = _EDGE + (room - long * size) / 2
        placed.append(PlacedLine(x, top + number * high, size, long * line.lane, [], [], []))
        at = 0
        for group in line.groups:
            for card in group.cards:
                face = None if lies_down(card.card, faces) else faces[card.card]
                pale = group.fade and card.left is not None
                (placed[-1].pale if pale else placed[-1].cards).append((at, face))
                at += _STEP
            if group.size:
                placed[-1].sizes.append((at - _STEP + 50, group.size))
            at += _APART
    return placed


def _drawn(lines: Sequence[PlacedLine], changes: Sequence[tuple[int, int]], css: str) -> str:
    faces = [face for line in lines for _, face in (*line.pale, *line.cards)]
    up = [face for face in faces if face]
    used = {"k"} if up else set()
    used |= {"b"} if None in faces else set()
    classes = {name: known for name, known in _PAINT.items() if name not in "kb" or name in used}
    classes |= {name: name for name in sorted({f"c{face.colour}" for face in up})}
    classes |= {f"s{seat}": f"seat-felt {seat}" for seat, _ in changes}
    sides = [
        {name: colours.get(known, colours["on-felt"]) for name, known in classes.items()}
        for colours in (palette(theme, css) for theme in THEMES)
    ]
    counts = sorted({(face.pips, face.pip) for face in up if face.pips and face.pip})
    return (
        environment("en")
        .get_template("thumbnail.svg.j2")
        .render(
            lines=lines,
            changes=changes,
            size=(WIDTH, HEIGHT),
            sides=sides,
            used=used,
            pips=counts,
            # One shape alone is larger than two or more.
            outlines=sorted({(shape, min(count, 2)) for count, shape in counts}),
            outline=outline,
            pips_of=pips_of,
            badge_shape=badge_shape,
        )
        + "\n"
    )


def _long(line: Line) -> int:
    """The length of a line, where a card is 100 wide."""
    cards = max(sum(len(group.cards) for group in line.groups), _LANE if line.lane else 1)
    return cards * _STEP + max(len(line.groups) - 1, 0) * _APART - (_STEP - 100)
