"""The story as a page draws it: the items of its sheet as short lists.

The script draws them with the colours of the page, so what it saves is what `kifu picture --story`
makes, box by box.
"""

from __future__ import annotations

from typing import Any, assert_never

from kifu.notation.words import LANGUAGES
from kifu.replay.timeline import Timeline
from kifu.site.content.audience import Audience
from kifu.site.content.finale import Turning
from kifu.site.content.highlight import description, highlight_of
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.content.moments import trimmed
from kifu.site.look.blocks import Badge, DrawnCard, Item, Panel, Stroke, Text
from kifu.site.look.turning_sheet import CARD, SQUARE, highlight_sheet


def drawn_in_page(
    line: Timeline, audience: Audience, found: ShownAnalysis | None, turn: Turning | None
) -> list[Any]:
    """The pictures of the turning point `turn` for the page's script: `[items, plies, picture,
    ...]`, with a picture for each of LANGUAGES, in their order. [] if `turn` is None. `found` is
    the analysis that the page shows (None: none). For a redacted audience, the pictures have only
    what its viewer may know; an open one knows everything, whatever it opens with.

    `items` has each item once (see `listed`). A picture is `[description, indices of its items in
    the size CARD, indices in the size SQUARE]`; the first item of a size is its felt. `plies` are
    those of the decisions, in the order of the description's lines after the first; [] for none.
    """
    places: dict[Item, int] = {}
    made: list[Any] = []
    for language in LANGUAGES:
        highlight = highlight_of(line, audience, found, turn, language)
        if highlight is None:
            return []
        sheets = [highlight_sheet(highlight, *size).items for size in (CARD, SQUARE)]
        drawn = [[places.setdefault(item, len(places)) for item in items] for items in sheets]
        made = made or [[each.ply for each in highlight.decisions]]
        made.append([description(highlight), *drawn])
    return [[listed(item) for item in places], *made]


def listed(item: Item) -> list[Any]:
    """An item for static/picture.ts, with its lengths rounded to whole pixels: a card as `["c", x,
    y, width, token]`, a badge as `["b", x, y, seat, ground]`, a panel as `["p", x, y, width,
    height, radius, fill]`, a stroke as `["s", x, y, floor, colour, [x, y, ...]]`, a text as `["t",
    x, y, runs (see `_runs`), anchor, family, length]` without empty items at the end, with "" for
    the anchor "start" and the family "sans". What else an item has, such as its opacity, is left
    out.

    >>> listed(DrawnCard(56, 174.25, 140, "67")), listed(Badge(20, 18, 3, "glow"))
    (['c', 56, 174, 140, '67'], ['b', 20, 18, 3, 'glow'])
    """
    place = [round(item.x), round(item.y)]
    match item:
        case DrawnCard():
            return ["c", *place, round(item.width), item.token]
        case Badge():
            return ["b", *place, item.number, item.ground]
        case Panel():
            size = map(round, (item.width, item.height, item.radius))
            return ["p", *place, *size, item.fill]
        case Stroke():
            points = [round(part) for x, y in item.points for part in (x, y)]
            return ["s", *place, round(item.floor), item.colour, points]
        case Text():
            look = ["" if item.family == "sans" else item.family, round(item.length)]
            anchor = "" if item.anchor == "start" else item.anchor
            return trimmed(["t", *place, _runs(item), anchor, *look])
        case _:
            assert_never(item)


def _runs(text: Text) -> list[list[Any]]:
    """The runs of a text as `[words, size, colour, weight, spaces, full]`, without empty fields at
    the end. The size is rounded to a whole pixel. `spaces` is how many spaces stand before the run,
    always 0 for the first one. `full` is the whole text if the words were shortened, otherwise "".
    """
    return [
        trimmed(
            [
                run.words,
                round(run.size),
                run.colour,
                run.weight,
                run.spaces if place else 0,
                run.full,
            ]
        )
        for place, run in enumerate(text.runs)
    ]
