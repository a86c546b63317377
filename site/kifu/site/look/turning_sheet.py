"""The sheet of a highlight: the sentence of the turning point, its cards, and what it was worth."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec import Struct

from kifu.replay.game import Face
from kifu.site.look.blocks import (
    EMPTY,
    HIGH,
    Badge,
    Block,
    DrawnCard,
    Item,
    Panel,
    Stroke,
    Text,
    TextRun,
    fitted_run,
    flowed,
    line_of,
    placed,
    room_of,
    seal,
    stacked,
)
from kifu.site.look.text import ELLIPSIS, width_of, wrapped

#: The sizes that it is laid out in: that of a link's preview, in pixels, and a square one, which is
#: drawn larger.
CARD, SQUARE = (1200, 630), (820, 820)

_EDGE = 56.0
_GAP = 12.0
#: How wide a seat with its change may be: as the first one says where the cards are as large then.
_PILLS = (360.0, 240.0)
#: How wide a card is at most, and how wide at least where seats are shown with the cards.
_CARD, _LEAST = 200.0, 40.0
#: How high the felt is, as a part of the picture: above chances and decisions, also in a square
#: one, and above scores alone.
_FELT, _FELT_SQUARE, _FELT_ALONE = 0.64, 0.5, 0.72
#: How high the curve is in a square picture.
_CURVE = 160.0
#: The sizes that the sentence may have in so many lines.
_SIZES = {1: (52, 46, 40), 2: (40, 32), 3: (32,), 4: (32,)}
#: The size of the words about the cards and the curve. A page shows the head of the square picture
#: on a phone, where 28 is 12 px.
_SMALL, _SMALL_SQUARE = 22.0, 30.0


class Curve(Struct, frozen=True):
    """The chances of a side to win, as (ply, 0 to 1), in a match of `plies` plies: a label that
    names the side, and its first seat. The change to show is at `ply`, which is one of the points;
    `before` and `after` are the chance around it in per cent, as text, and `colour` is "good" or
    "bad".
    """

    label: str
    seat: int
    points: list[tuple[int, float]]
    plies: int
    ply: int
    before: str
    after: str
    colour: str


class Decision(Struct, frozen=True):
    """The best or the worst decision of a match: its ply, what it is called ("best decision"), a
    sentence about it, and its colour, "good" or "bad".
    """

    ply: int
    name: str
    words: str
    colour: str


class Highlight(Struct, frozen=True, kw_only=True):
    """The turning point of a match, after `ply`, with all that its picture says, in `language`.
    `title` is its sentence, `about` the parts of the line below (game, move number, event, ...).

    `cards` are the tokens of the cards that moved, `taker` the one that took them ("": none).
    `changes` are the changes of points as (seat, change), in the order of `changes_shown`, and
    `scores` the final points as (seat, points), by place. `curve` is that of the side whose turning
    point it is, `fall` that of the side which lost most. `invitation` is shown in place of the
    scores if the result must stay hidden ("": it need not).
    """

    ply: int
    language: str
    seats: list[str]
    faces: Mapping[str, Face]
    title: str
    about: list[str]
    cards: list[str]
    changes: list[tuple[int, int]]
    curve: Curve | None
    fall: Curve | None
    decisions: list[Decision]
    scores: list[tuple[int, int]]
    invitation: str = ""
    taker: str = ""


def highlight_sheet(highlight: Highlight, width: float, height: float) -> Block:
    """The picture of a highlight as a block of this size; (width, height) is `CARD` or `SQUARE`. On
    the felt are its sentence, the line about it, and the cards with the changes of points; below
    the felt are the chances of its `curve` (its `fall` is not drawn), the decisions, and the
    invitation or else the scores; in the lower right corner is the seal. The felt is the first
    item.

    The highlight must have an invitation or scores, or ZeroDivisionError is raised.
    """
    square = height == width
    small = _SMALL_SQUARE if square else _SMALL
    high = height * _share(highlight, square)
    room = width - 2 * _EDGE
    head = stacked([_title(highlight, room), _about(highlight, small, room)], gap=4)
    below = _below(highlight, small, room, height - high - 40)
    cards = _cards(highlight, small, room, high - 36 - head.height - 56)
    middle = 36 + head.height + (high - 36 - head.height - cards.height) / 2
    ground = Block(width, height, (Panel(-9, -9, width + 18, high + 9, 0, "felt"),))
    return placed(
        width, height, (0, 0, ground), (_EDGE, 36, head), (_EDGE, middle, cards),
        (_EDGE, high + 20, below), (width - _EDGE - 32, height - 28 - 54, seal(32)),
    )  # fmt: skip


def _share(highlight: Highlight, square: bool) -> float:
    """Which part of the picture's height is felt, from 0 to 1: the most if there are only scores
    below it, the least in a square picture with a curve or decisions.
    """
    if not (highlight.curve or highlight.decisions):
        return _FELT_ALONE
    return _FELT_SQUARE if square else _FELT


def _title(highlight: Highlight, room: float) -> Block:
    """The highlight's sentence within the width `room`, in 1 to 4 lines: in as few lines as
    possible, and then in the largest size that `_SIZES` has for so many. If it fits in none, it has
    the last size and is cut with an ellipsis.

    It is taken to fit if the last line does not end with an ellipsis: a word that is too long for
    an earlier line is cut there, and a sentence that itself ends with one never fits.
    """
    tried = [(wrapped(highlight.title, size, room, most), size)
             for most, sizes in _SIZES.items() for size in sizes]  # fmt: skip
    whole = (one for one in tried if not one[0][-1].endswith(ELLIPSIS))
    lines, size = next(whole, tried[-1])
    runs = [TextRun(words, size, "on-felt", 600) for words in lines]
    return stacked([line_of([run], size * 1.25, room, "serif") for run in runs])


def _about(highlight: Highlight, size: float, room: float) -> Block:
    """The parts of `about`, with " · " between them, in one line within the width `room`. Parts at
    the end are left out until it fits; if the first part alone does not fit, it is shortened.
    Without parts the block has a width of 0, but the height of a line.
    """
    parts = highlight.about
    while len(parts) > 1 and width_of(" · ".join(parts), size) > room:
        parts = parts[:-1]
    return line_of([fitted_run(" · ".join(parts), size, room, "on-felt-soft")], size * 1.4, room)


def _cards(highlight: Highlight, size: float, room: float, height: float) -> Block:
    """The cards on their lane, and beside or below them the seats whose points changed most, as a
    block for the space `room` (width) x `height`. `size` is the font size of the seats. There are
    up to three seats, fewer if more would make the cards narrower than `_LEAST`. The cards are as
    wide as fits, at most `_CARD`; without any seat they may be narrower than `_LEAST`, and if there
    is no room even so, they are drawn wrongly, without an error (see `_laid`).

    Without cards, only the seats, one below the other, whatever the space; a block of width and
    height 0 if no points changed either.
    """
    for most in (3, 2, 1, 0):
        tried = [
            _laid(highlight, _gains(highlight, size, pill)[:most], room, height) for pill in _PILLS
        ]
        width, block = max(tried, key=lambda each: each[0])
        if width >= _LEAST:
            break
    return block


def _laid(
    highlight: Highlight, seats: list[Block], room: float, height: float
) -> tuple[float, Block]:
    """The width of a card, and the block of `_cards`, within `room` (width) and `height`. The
    blocks `seats` are beside or below the cards, whichever leaves the cards wider; beside them if
    it is the same, and always below if they are higher than `height`. If a card took the others, a
    single seat beside the cards is joined to them by a line.

    Without cards: `_CARD`, and the seats alone, one below the other, whatever the space. If there
    is no room for cards, the width is 0 or less, and the cards in the block are drawn wrongly.
    """
    beside, below = stacked(seats, gap=8), flowed(seats, room, 24, 8)
    tokens, taker = highlight.cards, highlight.taker
    if not tokens:
        return _CARD, beside

    def width_in(wide: float, high: float) -> float:
        """How wide a card can be if the lane has this much room, at most `_CARD`."""
        count = len(tokens) + bool(taker)
        return min(_CARD, (high - 24) / HIGH, (wide - 24 - _GAP * (count - 1)) / count)

    narrow = width_in(room - (beside.width + 40 if seats else 0), height)
    wide = width_in(room, height - (below.height + 24 if seats else 0))
    if beside.height > height or wide > narrow:
        return wide, stacked([_lane(tokens, taker, wide), below], gap=24)
    lane = _lane(tokens, taker, narrow)
    high = max(lane.height, beside.height)
    stroke = Stroke(4, 0, ((0, 0), (32, 0)), 0, "glow")
    thread = Block(40, 0, (stroke,)) if taker and len(seats) == 1 else EMPTY
    return narrow, placed(
        room, high, (0, (high - lane.height) / 2, lane), (lane.width, high / 2, thread),
        (lane.width + 40, (high - beside.height) / 2, beside),
    )  # fmt: skip


def _lane(tokens: list[str], taker: str, width: float) -> Block:
    """The cards `tokens` side by side on a panel, each `width` wide, and right of it the card
    `taker` ("": none).
    """
    long, high = len(tokens) * (width + _GAP) - _GAP + 24, width * HIGH + 24
    cards = [DrawnCard(12 + place * (width + _GAP), 12, width, token)
             for place, token in enumerate(tokens)]  # fmt: skip
    lane = Panel(0, 0, long, high, 16, "seat")
    if not taker:
        return Block(long, high, (lane, *cards))
    last = DrawnCard(long + _GAP, 12, width, taker)
    return Block(long + _GAP + width, high, (lane, *cards, last))


def _gains(highlight: Highlight, size: float, most: float) -> list[Block]:
    """The up to three seats whose points changed most in the turning point, each as a block with
    the change, in the font size `size` and at most `most` wide, the first one in gold. [] if no
    points changed.
    """
    return [_gain(highlight, size, most, seat, change, "glow" if place == 0 else "felt")
            for place, (seat, change) in enumerate(highlight.changes[:3])]  # fmt: skip


def _gain(
    highlight: Highlight, size: float, most: float, seat: int, change: int, ground: str
) -> Block:
    """A seat's badge and name on a panel in the colour `ground` ("glow" or "felt"), and right of it
    the change of its points with its sign; at most `most` wide.
    """
    said = TextRun(f"{change:+}".replace("-", "−"), size + 4, "on-felt", 700)
    own = _name(highlight, seat, size, most - 70 - room_of([said]), f"on-{ground}")
    pill, high = room_of([own]) + 50, size + 18
    fill = "glow" if ground == "glow" else "seat"
    return Block(pill + 10 + room_of([said]), high, (
        Panel(0, 0, pill, high, high / 2, fill), Badge(22, high / 2, seat, ground),
        Text(38, high / 2 + size * 0.34, (own,), room=pill - 40),
        Text(pill + 10, high / 2 + size * 0.42, (said,), room=most - pill - 10),
    ))  # fmt: skip


def _name(highlight: Highlight, seat: int, size: float, room: float, colour: str) -> TextRun:
    """The name of a seat (from 1), shortened with an ellipsis if it is wider than `room`; then the
    run's `full` has the whole name, for screen readers.
    """
    return fitted_run(highlight.seats[seat - 1], size, room, colour, 600)


def _below(highlight: Highlight, small: float, room: float, height: float) -> Block:
    """The lower part of the picture, within `room` (width) and `height`: the curve, with its label
    in the font size `small`; the decisions; and the invitation or else the scores. The curve, if
    there is one, is left of the others, or above them if the height is more than a third of the
    width. What is not the curve leaves 48 free at the right, for the seal.

    Raises ZeroDivisionError if there is neither an invitation nor a score.
    """
    square = not highlight.curve or height > room / 3
    size = (room, _CURVE) if square else (520.0, height)
    curve = _curve(highlight.curve, small, *size) if highlight.curve else EMPTY
    wide = room - 48 - (0 if square else curve.width + 40)
    decisions = [_decision(each, wide) for each in highlight.decisions]
    if highlight.invitation:
        last = line_of([TextRun(highlight.invitation, 20, "soft", 600)], 32, wide)
    else:
        used = sum(each.height + 8 for each in decisions) + (curve.height + 12 if square else 4)
        last = _scores(highlight, wide, height - used)
    body = stacked([*decisions, last], gap=8)
    if square:
        return stacked([curve, body], gap=12)
    return placed(room, height, (0, 0, curve), (curve.width + 40, 4, body))


def _decision(decision: Decision, room: float) -> Block:
    """A decision's name, and below it its words in at most two lines, cut with an ellipsis if they
    are wider than `room`. If the last line is cut, each run of the words has all of them as its
    `full`; if only a long word in the first line is cut, `full` stays "". The name is not
    shortened.
    """
    name = line_of([TextRun(decision.name, 15, decision.colour, 700)], 20, room)
    lines = wrapped(decision.words, 15, room, 2)
    full = decision.words if lines[-1].endswith(ELLIPSIS) else ""
    runs = [TextRun(words, 15, "ink", 600, full=full) for words in lines]
    return stacked([name, *(line_of([run], 18, room) for run in runs)])


def _scores(highlight: Highlight, room: float, height: float) -> Block:
    """The final points with the badges and names of the seats, in the order of `scores` (the best
    first), row by row in two columns within `room` (width) and `height`. The font is as large as
    fits: from 18 to 34, or to 24 if the highlight has a curve. If there is no room for all seats in
    size 18, the last ones are left out. Raises ZeroDivisionError without scores.
    """
    lines = math.ceil(len(highlight.scores) / 2)
    size = max(18.0, min(height / lines / 1.45, 24 if highlight.curve else 34))
    most = 2 * int(height / (size * 1.45))
    each = (room - 20) / 2
    blocks = []
    for seat, score in highlight.scores[:most]:
        said = TextRun(_minus(score), size, "ink", 700, spaces=2)
        own = _name(highlight, seat, size, each - 40 - room_of([TextRun("", size), said]), "soft")
        line = line_of([own, said], size * 1.45, each - 30)
        badge = Block(20, line.height, (Badge(10, line.height / 2, seat, "paper"),))
        blocks.append(placed(each, line.height, (0, 0, badge), (28, 0, line)))
    return flowed(blocks, room, 20, 0)


def _minus(score: int) -> str:
    """A score as text, with − (U+2212) instead of a hyphen and without a plus sign."""
    return str(score).replace("-", "−")


def _curve(curve: Curve, size: float, width: float, height: float) -> Block:
    """A block of `width` by `height`: the curve's label in the font size `size`, and below it the
    chances as a line over the plies of the match, with the turning point marked. The label has at
    most two lines and is cut with an ellipsis if it needs more; at the end of its last line are the
    chances before and after the turning point, in per cent. Nothing is checked: a `height` with no
    room for the line below the label turns the line upside down. Raises StopIteration if
    `curve.ply` is not the ply of one of its points.
    """
    said = TextRun(f"{curve.before} → {curve.after} %", size, curve.colour, 700, spaces=2)
    labels = wrapped(curve.label, size, width - room_of([TextRun("", size), said]), 2)
    head = [[TextRun(words, size, "soft")] for words in labels]
    head[-1].append(said)
    top, floor = len(head) * size * 1.4 + 8, height - 12

    def place(ply: int, share: float) -> tuple[float, float]:
        """Where in the block (x, y) the chance `share` (0 to 1) after a ply is."""
        return width * ply / curve.plies, floor - (floor - top) * share

    points = tuple(place(ply, share) for ply, share in curve.points)
    x, y = next(place(ply, share) for ply, share in curve.points if ply == curve.ply)
    items: tuple[Item, ...] = (
        Panel(0, floor, width, 1.5, 0, "soft"),
        Stroke(0, 0, points, floor, "accent"),
        Panel(x - 6, y - 6, 12, 12, 6, curve.colour),
    )
    above = stacked([line_of(runs, size * 1.4, width) for runs in head])
    return placed(width, height, (0, 0, above), (0, 0, Block(width, height, items)))
