"""Charts: figures as inline SVG, without script or style attributes, by the macros of
charts.html.j2.

Places are rounded to a tenth of a unit, so that the same figures give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

WIDTH, HEIGHT = 440, 190
#: Room for the labels left of and below the drawing.
LEFT, BOTTOM, TOP = 40, 24, 10
#: A column is no wider.
COLUMN = 48
#: The size of the chart of chances, in its own unit.
WIDE, HIGH = 352, 96

Point = tuple[float, float]


class Dated(Struct, frozen=True, gc=False):
    """A figure, half of its interval, and its day or month."""

    value: float
    half: float
    date: str


class LineChart(Struct, frozen=True):
    """A figure over time, laid out: horizontal rules as (y, number at it), the points of the line,
    the outline of the band of its intervals, and the first and last date. `label` describes it for
    readers who can't see it.
    """

    label: str
    rules: list[tuple[float, float]]
    line: list[Point]
    band: list[Point]
    dates: tuple[str, str]


class BarChart(Struct, frozen=True):
    """Columns, laid out: each as (x, y of its top, name, count, whether the name is written below).
    `width` is the distance from one column to the next, `rules` are (y, number at it), and `label`
    describes the chart for readers who can't see it.
    """

    label: str
    rules: list[tuple[float, float]]
    width: float
    bars: list[tuple[float, float, str, int, bool]]


class ChanceChart(Struct, frozen=True):
    """A chance to win by ply, laid out: the points of the line, and the point of the `turn`. The
    width is that of the whole match.
    """

    line: list[Point]
    turn: Point


def line_chart(history: Sequence[Dated], label: str) -> LineChart:
    """The chart of a figure over time, with its intervals as a band, laid out in WIDTH x HEIGHT
    units, y downwards. `label` describes it for readers who can't see it. The points are evenly
    spaced (dates don't count), in the order of `history`, which must have two or more.

    The chart goes from the lowest to the highest end of an interval, with rules at both and in the
    middle. If these ends are the same, everything is at half its height.
    """
    low = min(point.value - point.half for point in history)
    high = max(point.value + point.half for point in history)
    step = (WIDTH - LEFT - 12) / (len(history) - 1)

    def line(halves: int) -> list[Point]:
        """The points (x, y) of the figures (0), or of the lower (-1) or upper (1) ends of their
        intervals.
        """
        return [(LEFT + 6 + step * place, _up(point.value + halves * point.half, low, high))
                for place, point in enumerate(history)]  # fmt: skip

    rules = [(_up(value, low, high), value) for value in (low, (low + high) / 2, high)]
    band = [*line(1), *reversed(line(-1))]
    return LineChart(label, rules, line(0), band, (history[0].date, history[-1].date))


def bar_chart(bars: Sequence[tuple[str, int]], label: str) -> BarChart:
    """The chart with a column for each (name, count), in this order, laid out in WIDTH x HEIGHT
    units, y downwards; `bars` must not be empty. It goes from 0 to the largest count, with rules at
    both; if all counts are 0, columns and rules end in the middle. A column gets at most COLUMN
    units, so a few columns don't fill the width. With more than 12 columns, only every second,
    third, ... name is written, from the first one on, so that at most 12 are.
    """
    most = max(count for _, count in bars)
    step = min((WIDTH - LEFT) / len(bars), COLUMN)
    every = -(-len(bars) // 12)
    columns = [
        (LEFT + place * step, _up(count, 0, most), name, count, place % every == 0)
        for place, (name, count) in enumerate(bars)
    ]
    return BarChart(label, [(_up(value, 0, most), value) for value in (0, most)], step, columns)


def chance_chart(chances: Sequence[tuple[int, float]], plies: int, turn: int) -> ChanceChart:
    """The chart of `chances`, each as (ply, chance from 0 to 1), in a match of `plies` plies (1 or
    more), laid out in WIDE x HIGH units, y downwards. The points of the line are in the order of
    `chances`, which should have each ply once (of several, only the last chance is drawn). Raises
    KeyError unless `turn`, the ply to mark, is the ply of one of them.
    """
    places = {
        ply: (4 + (WIDE - 8) * ply / plies, HIGH - 4 - (HIGH - 12) * share)
        for ply, share in chances
    }
    return ChanceChart(list(places.values()), places[turn])


def _up(value: float, low: float, high: float) -> float:
    """The y, in the chart's unit and counted downwards, of a value in a chart that goes from `low`
    (bottom) to `high` (top); in the middle if both are the same.
    """
    share = (value - low) / (high - low) if high > low else 0.5
    return HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP)
