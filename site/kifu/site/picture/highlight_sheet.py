"""The sheet of a highlight: the sentence of the turning point, its cards, and what it was worth."""

from __future__ import annotations

import math

from kifu.site.picture.blocks import (
    EMPTY,
    Badge,
    Block,
    DrawnCard,
    Item,
    Panel,
    Stroke,
    Text,
    TextRun,
    flowed,
    line_of,
    placed,
    room_of,
    stacked,
)
from kifu.site.picture.highlight import Curve, Decision, Highlight
from kifu.site.picture.layout import HIGH
from kifu.site.picture.text import fitted, wrapped

_EDGE = 56.0
_GAP = 12.0
_PILL = 230.0
_CARD = 200.0
#: How high the felt is, as a part of the picture, and the sizes that the sentence may have.
_FELT = 0.64
_SIZES = (52, 46, 40, 32)


def highlight_sheet(told: Highlight, width: float, height: float) -> Block:
    """The picture, of this size: 1200 x 630, or higher."""
    high = height * _FELT
    room = width - 2 * _EDGE
    head = stacked([_title(told, room), _about(told, room)], gap=4)
    below = _below(told, room, height - high - 40)
    cards = _cards(told, room, high - 36 - head.height - 56)
    middle = 36 + head.height + (high - 36 - head.height - cards.height) / 2
    ground = Block(width, height, (Panel(-9, -9, width + 18, high + 9, 0, "felt"),))
    seal = placed(32, 54, (0, 0, _seal()))
    return placed(
        width, height, (0, 0, ground), (_EDGE, 36, head), (_EDGE, middle, cards),
        (_EDGE, high + 20, below), (width - _EDGE - 32, height - 28 - 54, seal),
    )  # fmt: skip


def _title(told: Highlight, room: float) -> Block:
    """The sentence in one line if that can be large, otherwise in two, as large as it fits."""
    lines, size = next(
        ((lines, size) for most in (1, 2) for size in _SIZES[: 2 * most]
         if (lines := wrapped(told.title, size, room, most))[-1][-1:] != "…"),
        (wrapped(told.title, _SIZES[-1], room, 2), _SIZES[-1]),
    )  # fmt: skip
    runs = [TextRun(words, size, "on-felt", 600) for words in lines]
    return stacked([line_of([run], size * 1.25, room, "serif") for run in runs])


def _about(told: Highlight, room: float) -> Block:
    short = fitted(told.about, 22, room)
    full = told.about if short != told.about else ""
    return line_of([TextRun(short, 22, "on-felt-soft", full=full)], 32, room)


def _cards(told: Highlight, room: float, height: float) -> Block:
    """The cards on their lane, and after them the seats whose points changed."""
    gains = _gains(told)
    wide = room - (gains.width + 40 if gains.height else 0) - 24
    count = len(told.cards)
    if not count:
        return gains
    width = min(_CARD, (height - 24) / HIGH, (wide - _GAP * (count - 1)) / count)
    high = width * HIGH
    long = count * (width + _GAP) - _GAP
    cards = tuple(
        DrawnCard(place * (width + _GAP), 0, width, token) for place, token in enumerate(told.cards)
    )
    lane = Block(long + 24, high + 24, (Panel(0, 0, long + 24, high + 24, 16, "seat"),))
    return placed(room, high + 24, (0, 0, lane), (12, 12, Block(long, high, cards)),
                  (long + 64, (high + 24 - gains.height) / 2, gains))  # fmt: skip


def _gains(told: Highlight) -> Block:
    """The seats whose points changed most, up to three, with the change."""
    largest = sorted(told.changes, key=lambda each: (-abs(each[1]), each[0]))[:3]
    return stacked([_gain(told, seat, change) for seat, change in largest], gap=8)


def _gain(told: Highlight, seat: int, change: int) -> Block:
    said = TextRun(f"{change:+}".replace("-", "−"), 26, "on-felt", 700)
    own = _name(told, seat, 20, _PILL - 70 - room_of([said]), "on-glow")
    pill = room_of([own]) + 50
    return Block(_PILL, 36, (
        Panel(0, 0, pill, 36, 18, "glow"), Badge(20, 18, seat, True),
        Text(36, 25, (own,), room=pill - 40), Text(pill + 10, 27, (said,), room=_PILL - pill - 10),
    ))  # fmt: skip


def _name(told: Highlight, seat: int, size: float, room: float, colour: str) -> TextRun:
    name = told.moment.seats[seat - 1]
    short = fitted(name, size, room)
    return TextRun(short, size, colour, 600, full=name if short != name else "")


def _below(told: Highlight, room: float, height: float) -> Block:
    """What is on paper: the curve on the left, the decisions and the scores on the right."""
    curve = _curve(told.curve, min(520.0, room / 2 - 20), height) if told.curve else EMPTY
    left = curve.width + 40 if curve.height else 0.0
    wide = room - left - 48
    end = told.invitation
    last = [line_of([TextRun(end, 20, "soft", 600)], 32, wide)] if end else _scores(told, wide)
    body = stacked([*(_decision(each, wide) for each in told.decisions), *last], gap=8)
    return placed(room, height, (0, 0, curve), (left, 4, body))


def _decision(decision: Decision, room: float) -> Block:
    name = line_of([TextRun(decision.name, 15, decision.colour, 700)], 20, room)
    short = fitted(decision.words, 18, room)
    full = decision.words if short != decision.words else ""
    return stacked([name, line_of([TextRun(short, 18, "ink", 600, full=full)], 26, room)])


def _scores(told: Highlight, room: float) -> list[Block]:
    """The points at the end, the best first, in as many columns as three lines of them need, or
    five where no decisions are above them.
    """
    lines, size = (3, 18) if told.decisions else (5, 18 if len(told.scores) > 6 else 24)
    columns = max(2, math.ceil(len(told.scores) / lines))
    each = (room - 20 * (columns - 1)) / columns
    blocks = []
    for seat, score in told.scores:
        said = TextRun(str(score), size, "ink", 700, spaces=2)
        own = _name(told, seat, size, each - 10 - room_of([TextRun("", size), said]), "soft")
        line = line_of([own, said], size * 1.45, each)
        blocks.append(placed(each, line.height, (0, 0, line)))
    return [flowed(blocks, room, 20, 0)]


def _curve(curve: Curve, width: float, height: float) -> Block:
    """The chances as a line over the length of the match, with the turning point marked."""
    top, floor = 44.0, height - 12
    label = line_of([TextRun(fitted(curve.label, 16, width), 16, "soft")], 24, width)

    def place(ply: int, share: float) -> tuple[float, float]:
        return width * ply / curve.plies, floor - (floor - top) * share

    points = tuple(place(ply, share) for ply, share in curve.points)
    x, y = next(place(ply, share) for ply, share in curve.points if ply == curve.ply)
    said = TextRun(f"{curve.before} → {curve.after} %", 18, "bad", 700)
    left = x + room_of([said]) < width
    items: tuple[Item, ...] = (
        Panel(0, floor, width, 1.5, 0, "soft"),
        Stroke(0, 0, points, floor, "accent"),
        Panel(x - 5, y - 5, 10, 10, 5, "bad"),
        Text(x + 10 if left else x - 10, top - 8, (said,), "start" if left else "end", room=width),
    )
    return placed(width, height, (0, 0, label), (0, 0, Block(width, height, items)))


def _seal() -> Block:
    letters = [
        Text(16, 23 + 22 * place, (TextRun(letter, 19, "on-stamp", 700),), "middle", "serif")
        for place, letter in enumerate("棋譜")
    ]
    return Block(32, 54, (Panel(0, 0, 32, 54, 4, "stamp"), *letters))
