"""The story as a page draws it: the items of its sheet as short lists.

The script draws them with the colours of the page, so what it saves is what `kifu picture --story`
makes, box by box.
"""

from __future__ import annotations

from typing import Any, assert_never

from kifu.notation.words import LANGUAGES
from kifu.replay.timeline import Timeline
from kifu.site.page.audience import Audience
from kifu.site.page.finale import Turning
from kifu.site.page.judgements import ShownAnalysis
from kifu.site.picture.blocks import Badge, DrawnCard, Item, Panel, Stroke, Text, room_of
from kifu.site.picture.highlight import description, highlight_of
from kifu.site.picture.highlight_sheet import CARD, SQUARE, highlight_sheet
from kifu.site.picture.text import is_measured


def drawn_in_page(
    line: Timeline, audience: Audience, found: ShownAnalysis | None, turn: Turning | None
) -> list[Any]:
    """For each language what a picture of the turning point says, and its items in the sizes
    `CARD` and `SQUARE`; [] where there is none that the audience may know.
    """
    made = []
    for language in LANGUAGES:
        told = highlight_of(line, audience, found, turn, language)
        if told is None:
            return []
        sheets = [highlight_sheet(told, *size) for size in (CARD, SQUARE)]
        made.append([description(told), *([listed(item) for item in s.items] for s in sheets)])
    return made


def listed(item: Item) -> list[Any]:
    """An item as static/picture.js reads it: the first letter of its kind, its place in tenths of a
    pixel, then what that kind has.

    >>> listed(DrawnCard(56, 174.25, 140, "67")), listed(Badge(20, 18, 3, "glow"))
    (['c', 560, 1742, 1400, '67'], ['b', 200, 180, 3, 'glow'])
    """
    place = [_tenths(item.x), _tenths(item.y)]
    match item:
        case DrawnCard():
            return ["c", *place, _tenths(item.width), item.token]
        case Badge():
            return ["b", *place, item.number, item.ground]
        case Panel():
            size = map(_tenths, (item.width, item.height, item.radius))
            return ["p", *place, *size, item.fill]
        case Stroke():
            points = [_tenths(part) for x, y in item.points for part in (x, y)]
            return ["s", *place, _tenths(item.floor), item.colour, points]
        case Text():
            return ["t", *place, item.anchor, item.family, _length(item), *_runs(item)]
        case _:
            assert_never(item)


def _length(text: Text) -> int:
    """How long a text must be made whose widths nobody knows, in tenths; 0 for any other."""
    if all(is_measured(run.words) for run in text.runs):
        return 0
    return _tenths(min(room_of(text.runs), text.room or 9999))


def _runs(text: Text) -> list[list[Any]]:
    return [
        [run.words, run.size, run.colour, run.weight, run.spaces if place else 0, run.full]
        for place, run in enumerate(text.runs)
    ]


def _tenths(length: float) -> int:
    return round(length * 10)
