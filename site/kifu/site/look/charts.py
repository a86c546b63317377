"""Charts: figures as inline SVG, without script or style attributes.

Numbers are written to a tenth of a unit, so that the same figures give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape
from msgspec import Struct

WIDTH, HEIGHT = 440, 190
#: Room for the labels left of and below the drawing.
LEFT, BOTTOM, TOP = 40, 24, 10
#: The most points of a line; of more, these are chosen evenly, the last always.
POINTS = 240
#: A column is no wider.
COLUMN = 48


class Dated(Struct, frozen=True, gc=False):
    """A figure, half of its interval, and its day or month."""

    value: float
    half: float
    date: str


def line_chart(history: Sequence[Dated], label: str) -> Markup:
    """An SVG chart of a figure over time, with its intervals as a band. `history` must not be
    empty; `label` describes the chart for readers who can't see it.
    """
    points = _thinned(history)
    low = min(point.value - point.half for point in points)
    high = max(point.value + point.half for point in points)
    xs = [_across(place, len(points)) for place in range(len(points))]
    ups = [_up(point.value + point.half, low, high) for point in points]
    downs = [_up(point.value - point.half, low, high) for point in points]
    band = [*zip(xs, ups, strict=True), *reversed(list(zip(xs, downs, strict=True)))]
    line = [(x, _up(point.value, low, high)) for x, point in zip(xs, points, strict=True)]
    marks = [_axis(value, low, high) for value in (low, (low + high) / 2, high)]
    drawn = [
        *marks,
        Markup('<polygon class="band" points="{}"/>').format(_path(band)),
        Markup('<polyline class="line" points="{}"/>').format(_path(line)),
        Markup('<circle class="dot" cx="{}" cy="{}" r="4"/>').format(*line[-1]),
        _text(LEFT, HEIGHT - 6, "start", points[0].date),
        _text(WIDTH, HEIGHT - 6, "end", points[-1].date if len(points) > 1 else ""),
    ]
    return _svg(drawn, label)


def bar_chart(bars: Sequence[tuple[str, int]], label: str) -> Markup:
    """An SVG chart with a column for each (name, count); `bars` must not be empty. `label`
    describes the chart for readers who can't see it.
    """
    most = max(count for _, count in bars)
    step = min((WIDTH - LEFT) / len(bars), COLUMN)
    every = -(-len(bars) // 12)
    drawn = [_axis(value, 0, most) for value in (0, most)]
    for place, (name, count) in enumerate(bars):
        x, y = LEFT + place * step, _up(count, 0, most)
        height = HEIGHT - BOTTOM - y
        box = f'x="{x + step * 0.1:.1f}" y="{y:.1f}" width="{step * 0.8:.1f}" height="{height:.1f}"'
        title = f"<title>{escape(name)}: {count}</title>"
        drawn.append(Markup(f'<rect class="bar" {box}>{title}</rect>'))
        if place % every == 0:
            drawn.append(_text(x + step / 2, HEIGHT - 6, "middle", name))
    return _svg(drawn, label)


def _thinned(history: Sequence[Dated]) -> list[Dated]:
    if len(history) <= POINTS:
        return list(history)
    last = len(history) - 1
    return [history[place * last // (POINTS - 1)] for place in range(POINTS)]


def _across(place: int, number: int) -> float:
    return round(LEFT + 6 + (WIDTH - LEFT - 12) * place / max(number - 1, 1), 1)


def _up(value: float, low: float, high: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return round(HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP), 1)


def _axis(value: float, low: float, high: float) -> Markup:
    """A horizontal line across the chart at `value`, with that number beside it; the chart goes
    from `low` to `high`.
    """
    y = _up(value, low, high)
    rule = Markup(f'<line class="rule" x1="{LEFT}" x2="{WIDTH}" y1="{y}" y2="{y}"/>')
    return rule + _text(LEFT - 6, round(y + 4, 1), "end", f"{value:.0f}")


def _text(x: float, y: float, anchor: str, text: str) -> Markup:
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return Markup(f"<text {at}>{escape(text)}</text>")


def _path(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _svg(drawn: Sequence[Markup], label: str) -> Markup:
    frame = '<svg class="chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    return Markup(frame).format(WIDTH, HEIGHT, label, Markup("").join(drawn))
