"""Thumbnails: what lies in the middle of the table after a ply, as one small SVG.

The lists of a site have it in their pages, where their style gives its colours; by itself it has
those of the light side. It holds no text of a record: figures of cards, marks of seats, numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from markupsafe import escape

from kifu.replay.game import Face, Layout, Zone
from kifu.replay.show.resting_table import Lying, RestingTable
from kifu.replay.timeline import Timeline
from kifu.site.content.tables import resting_after
from kifu.site.look.colours import palette, seat_shape
from kifu.site.look.shapes import drawn, symbol
from kifu.site.look.zones import fronts, is_board, lies_down

#: The bytes to which a thumbnail is made simpler if it has more, and its size in its own unit.
MOST = 3072
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
    two seats whose points changed most in that ply; as SVG, with fewer lines, at last none, and
    without pips as far as it takes to stay within `MOST` bytes. `css` is a site's theme (see
    `palette`).
    """
    layout, still = timeline.layout, resting_after(timeline, ply, viewer)
    lines = _rows(layout, still) if is_board(layout) else _middle(layout, still)
    changes = _changes(timeline, ply)
    made = ""
    for most, pips in ((LINES, True), (2, True), (2, False), (1, False), (0, False)):
        made = _Thumbnail(layout.faces, css, pips).drawn(_chosen(lines, most), changes)
        if len(made.encode()) <= MOST:
            break
    return made


def inlined(image: str) -> tuple[str, dict[str, str]]:
    """A thumbnail for a page that has several: the image without its definitions, then these, each
    by its id.

    >>> inlined('<svg><defs><style>.f{}</style><g id="kf"><path/></g></defs><rect/></svg>')
    ('<svg><rect/></svg>', {'kf': '<g id="kf"><path/></g>'})
    """
    before, _, rest = image.partition("<defs>")
    held, _, after = rest.partition("</defs>")
    parts = held.partition("</style>")[2].split('<g id="')[1:]
    known = {part.partition('"')[0]: f'<g id="{part}' for part in parts}
    return f"{before}{after}".strip(), known


def _rows(layout: Layout, still: RestingTable) -> list[Line]:
    """The rows of a board as lines, each on a lane."""
    rows = [zone for zone in layout.zones if zone.kind == "row" and not zone.seat]
    return [Line([Group(still.zones[zone.name])], True) for zone in rows]


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
    front = {zone.name for seat, zones in fronts(layout).items() if seat for zone in zones}
    laid = lying((zone for zone in layout.zones if zone.name in front), fade=False)
    won = [group for group in laid if any(card.left is not None for card in group.cards)]
    got = {gain.into for gain in still.gains}
    own = lying(
        zone for zone in layout.zones if zone.kind in ("melds", "hand") and zone.name in got
    )
    largest = max(own, key=lambda group: len(group.cards), default=None)
    return [Line(won or laid), Line(middle), Line([largest] if largest else [])]


def _chosen(lines: Sequence[Line], most: int) -> list[Line]:
    """At most `most` of the lines, in their order: those with most cards that have just left, then
    those with most cards. Empty lines are left out, and a line is cut to CARDS cards.
    """
    kept = [line for line in lines if line.lane or line.groups]

    def weight(place: int) -> tuple[int, int, int]:
        cards = [card for group in kept[place].groups for card in group.cards]
        return sum(card.left is not None for card in cards), len(cards), -place

    places = sorted(sorted(range(len(kept)), key=weight, reverse=True)[:most])
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
    if not ply:
        return []
    now = timeline.moments[ply - 1].scores
    before = timeline.moments[ply - 2].scores if ply > 1 else [0] * len(now)
    changed = [
        (seat, new - old) for seat, (old, new) in enumerate(zip(before, now, strict=True), 1)
    ]
    changed.sort(key=lambda each: (-abs(each[1]), each[0]))
    return [each for each in changed[:2] if each[1]]


class _Thumbnail:
    """One image while it is written."""

    def __init__(self, faces: Mapping[str, Face], css: str, pips: bool) -> None:
        self.faces = faces
        self.colours = palette("light", css)
        self.pips = pips
        self.defined: dict[str, str] = {}
        self.used: set[str] = set()

    def drawn(self, lines: Sequence[Line], changes: Sequence[tuple[int, int]]) -> str:
        high = (HEIGHT - 2 * _EDGE) / max(len(lines), 2)
        room = WIDTH - 2 * _EDGE - (64 if changes else 0)
        lane = max((_long(line) for line in lines if line.lane), default=0)
        longs = [lane if line.lane else _long(line) for line in lines]
        size = min((high - 8) / 125, _WIDEST / 100, room / max(longs, default=100))
        body, top = "", (HEIGHT - high * len(lines)) / 2
        for line, long in zip(lines, longs, strict=True):
            x, y = _EDGE + (room - long * size) / 2, top + (high - 125 * size) / 2
            body += f'<g transform="translate({x:.1f} {y:.1f})scale({size:.3f})" font-size="46">'
            if line.lane:
                body += f'<path class="l" d="M-8-8h{long + 16}v141h-{long + 16}z"/>'
            body += f"{self._line(line)}</g>"
            top += high
        for place, (seat, change) in enumerate(changes):
            body += self._change(HEIGHT / 2 + 31 * (2 * place - len(changes) + 1), seat, change)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="thumb" '
            'aria-hidden="true" font-family="sans-serif" font-weight="700" text-anchor="middle">'
            f"<defs><style>{self._style()}</style>{''.join(self.defined.values())}</defs>"
            f'<path class="f" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>{body}</svg>\n'
        )

    def _line(self, line: Line) -> str:
        """The SVG of a line of cards, where a card is 100 wide: first the pale cards, then the
        others, then the sizes of piles.
        """
        pale: list[tuple[int, str]] = []
        cards: list[tuple[int, str]] = []
        counts, at = "", 0
        for group in line.groups:
            for card in group.cards:
                (pale if group.fade and card.left is not None else cards).append((at, card.card))
                at += _STEP
            if group.size:
                counts += f'<text class="w" x="{at - _STEP + 50}" y="78">{group.size}</text>'
            at += _APART
        faded = f'<g opacity=".5">{self._cards(pale)}</g>' if pale else ""
        return f"{faded}{self._cards(cards)}{counts}"

    def _cards(self, places: Sequence[tuple[int, str]]) -> str:
        """The SVG of cards, given as (x, token): all frames, then the faces, grouped by colour."""
        frames, faces = "", []
        for at, token in places:
            if lies_down(token, self.faces):
                frames += self._use(self._frame("b"), at)
            else:
                frames += self._use(self._frame("k"), at)
                face = self.faces[token]
                faces.append((face.colour, at, face))
        faces.sort(key=lambda each: each[:2])
        for colour, same in groupby(faces, key=lambda each: each[0]):
            self.used.add(f"c{colour}")
            drawn_ = "".join(self._face(at, face) for _, at, face in same)
            frames += f'<g class="c{colour}">{drawn_}</g>'
        return frames

    def _frame(self, kind: str) -> str:
        name = f"k{kind}"
        self.used.add(kind)
        edge = "M10 0h80q10 0 10 10v105q0 10-10 10H10q-10 0-10-10V10Q0 0 10 0z"
        self.defined.setdefault(name, f'<g id="{name}"><path class="{kind}" d="{edge}"/></g>')
        return name

    def _face(self, at: int, face: Face) -> str:
        tight = ' textLength="80" lengthAdjust="spacingAndGlyphs"' if len(face.text) > 3 else ""
        figure = f'<text x="{at + 50}" y="61"{tight}>{escape(face.text[:6])}</text>'
        return figure + (self._use(self._pip(face), at) if face.pip and self.pips else "")

    def _pip(self, face: Face) -> str:
        """The id of the SVG group with all pips of a face, which is defined when it is
        first used.
        """
        name = drawn(face.pip)
        known = f"k{face.pips}-{name}"
        if known not in self.defined:
            outline = symbol(face.pip).partition(">")[2].removesuffix("</symbol>")
            side = 40.0 if face.pips < 2 else 18.0
            one = f"k-{name}-{'l' if face.pips < 2 else 's'}"
            self.defined.setdefault(
                one, f'<g id="{one}"><g transform="scale({side / 24:.2f})">{outline}</g></g>'
            )
            places = _pip_places(face.pips, side)
            uses = "".join(f'<use href="#{one}" x="{x:.0f}" y="{y:.0f}"/>' for x, y in places)
            self.defined[known] = f'<g id="{known}">{uses}</g>'
        return known

    def _use(self, name: str, at: int) -> str:
        return f'<use href="#{name}" x="{at}"/>' if at else f'<use href="#{name}"/>'

    def _change(self, y: float, seat: int, change: int) -> str:
        """The SVG of a seat's mark with the change of its points below it, its middle at the height
        `y`.
        """
        x, top = WIDTH - 44, y - 15
        corners, low = seat_shape(seat)
        colour = self.colours.get(f"seat-felt {seat}", self.colours["on-felt"])
        look = f'data-seat="{seat}" fill="{colour.code}"'
        if corners:
            places = (f"{x + 12 * right:.0f} {top + 12 * down:.0f}" for right, down in corners)
            mark = f'<path {look} d="M{"L".join(places)}z"/>'
        else:
            mark = f'<circle {look} cx="{x}" cy="{top:.0f}" r="12"/>'
        number = f'<text class="m" x="{x}" y="{y - 10 + 8 * low:.0f}" font-size="14">{seat}</text>'
        said = f"{change:+}".replace("-", "\u2212")
        return (
            f'{mark}{number}<text class="t" x="{x}" y="{y + 22:.0f}" font-size="22">{said}</text>'
        )

    def _style(self) -> str:
        names = {
            name: known for name, known in _PAINT.items() if name not in "kb" or name in self.used
        }
        names |= {name: name for name in sorted(self.used - names.keys())}
        rules = ""
        for name, known in names.items():
            colour = self.colours.get(known, self.colours["on-felt"])
            seen = "" if colour.opacity == 1 else f";fill-opacity:{colour.opacity}"
            rules += f".{name}{{fill:{colour.code}{seen}}}"
        return rules


def _long(line: Line) -> int:
    """The length of a line, where a card is 100 wide."""
    cards = max(sum(len(group.cards) for group in line.groups), _LANE if line.lane else 1)
    return cards * _STEP + max(len(line.groups) - 1, 0) * _APART - (_STEP - 100)


def _pip_places(pips: int, side: float) -> list[tuple[float, float]]:
    """The left upper corner (x, y) of each pip on a card of the size 100 × 125; a pip is `side`
    wide.
    """
    rows = [pips] if pips < 4 else [-(-pips // 2), pips // 2]
    return [
        (
            50 - (count * (side + 3) - 3) / 2 + at * (side + 3),
            97 - len(rows) * side / 2 + line * side,
        )
        for line, count in enumerate(rows)
        for at in range(count)
    ]
