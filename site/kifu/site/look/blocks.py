"""Blocks: what a picture is put together from.

A block is a width, a height and items at places within it. Blocks are laid one below the other
(`stacked`), side by side (`flowed`, in as many lines as it takes) or shifted; nothing in them
knows what it is for. Lengths are in the unit of the picture, a pixel where it is 960 wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from msgspec import Struct

from kifu.site.look.text import fitted, is_common, is_measured, width_of

#: The height of a card divided by its width.
HIGH = 1.25


class DrawnCard(Struct, frozen=True):
    """A card with its left upper corner and width; it is HIGH times as high. `fresh` cards came
    with the last move, `by` is the seat that brought one (0: not shown), and one that is `gone` has
    just left.
    """

    x: float
    y: float
    width: float
    token: str
    fresh: bool = False
    by: int = 0
    gone: bool = False


class TextRun(Struct, frozen=True):
    """A part of a line of text with one look: its words, font size, name of its colour, and weight.
    `spaces` is the number of spaces before it, unless it begins the line. If the words were
    shortened, `full` is the whole text, otherwise "".
    """

    words: str
    size: float
    colour: str = "on-felt"
    weight: int = 400
    spaces: int = 0
    full: str = ""


class Text(Struct, frozen=True):
    """A line of runs whose baseline is at `y`. `x` is its start, middle or end, as `anchor` says in
    the words of SVG. `room` is how wide it may be (0: any width).
    """

    x: float
    y: float
    runs: tuple[TextRun, ...]
    anchor: str = "start"
    family: str = "sans"
    room: float = 0
    opacity: float = 1

    @property
    def length(self) -> float:
        """The width to which the text must be stretched or squeezed, because the width of some
        character is not known: its greatest possible width, at most `room` if that is set. 0 if all
        widths are known: then nothing is stretched.
        """
        if all(is_measured(run.words) for run in self.runs):
            return 0
        return min(room_of(self.runs), self.room or 9999)

    @property
    def full(self) -> str:
        """The whole texts of the runs that are shortened, separated by spaces; "" if none is."""
        return " ".join(run.full for run in self.runs if run.full)


class Panel(Struct, frozen=True):
    """A rounded rectangle in the colour `fill`, by name."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str


class Badge(Struct, frozen=True):
    """The mark of the seat `number`, its middle at (x, y). `ground` is what it is drawn on: "felt",
    "paper", or "glow" (gold) for who acted.
    """

    x: float
    y: float
    number: int
    ground: str = "felt"


class Stroke(Struct, frozen=True):
    """A line through `points`, and the filled area between it and the height `floor`. The points
    count from (x, y).
    """

    x: float
    y: float
    points: tuple[tuple[float, float], ...]
    floor: float
    colour: str


Item = DrawnCard | Text | Panel | Badge | Stroke


class Block(NamedTuple):
    """A box of this size with `items`, whose places count from its left upper corner."""

    width: float
    height: float
    items: tuple[Item, ...] = ()


EMPTY = Block(0, 0)


def moved(block: Block, x: float, y: float) -> tuple[Item, ...]:
    """Copies of a block's items, shifted so that the block's left upper corner is at (x, y)."""
    return tuple(msgspec.structs.replace(item, x=item.x + x, y=item.y + y) for item in block.items)


def placed(width: float, height: float, *blocks: tuple[float, float, Block]) -> Block:
    """A block of this size that contains the items of `blocks`, each given as (x, y of its left
    upper corner, block). Later ones are drawn over earlier ones; what reaches beyond the size is
    not cut.
    """
    items = [item for x, y, block in blocks for item in moved(block, x, y)]
    return Block(width, height, tuple(items))


def stacked(blocks: Iterable[Block], gap: float = 0) -> Block:
    """The blocks one below the other, aligned at the left, `gap` apart; as wide as the widest.
    Blocks of height 0 are left out; without others, the result has width and height 0.

    >>> stacked([Block(5, 10), EMPTY, Block(8, 3)], gap=2)[:2]
    (8, 15.0)
    """
    places, y = [], 0.0
    kept = [block for block in blocks if block.height]
    for block in kept:
        places.append((0.0, y, block))
        y += block.height + gap
    width = max((block.width for block in kept), default=0)
    return placed(width, max(y - gap, 0), *places)


def flowed(blocks: Sequence[Block], width: float, gap: float, below: float) -> Block:
    """The blocks side by side, `gap` apart, in as many lines as it takes to stay within `width`;
    the lines are `below` apart, and the blocks of a line are aligned at the top. A block wider than
    `width` has a line of its own, and is not shortened. Blocks of height 0 are left out; without
    others, the result has width and height 0. Otherwise it is as wide as its widest line.

    >>> flowed([Block(5, 10), Block(5, 8), Block(5, 10)], 12, gap=2, below=1)[:2]
    (12.0, 21.0)
    """
    places: list[tuple[float, float, Block]] = []
    x = y = height = widest = 0.0
    for block in blocks:
        if not block.height:
            continue
        if x and x + block.width > width + 0.01:
            x, y, height = 0, y + height + below, 0
        places.append((x, y, block))
        x += block.width + gap
        height = max(height, block.height)
        widest = max(widest, x - gap)
    return placed(widest, y + height, *places)


def line_of(runs: Sequence[TextRun], height: float, room: float, family: str = "sans") -> Block:
    """A block with one line of text that begins at the left, in the middle of the `height`; EMPTY
    for no runs. `family` is "sans" or "serif". The block is as wide as `room_of` the runs, but at
    most `room`. The words are not shortened: the caller must have done so, otherwise the text may
    reach beyond the block.

    Neighbouring runs are one text if each has only common signs (see `is_common`), or if each has
    others: if a sign is missing in a font, a renderer may set the whole text in another font.
    Between two texts there is a gap of half the font size of the run before it, and the `spaces` of
    the run after it are not drawn; but the width of the block counts these spaces, and not the
    gaps.
    """
    x, items, baseline = 0.0, [], height / 2 + max((run.size for run in runs), default=0) * 0.36
    for _, group in groupby(runs, lambda run: is_common(run.words)):
        part = tuple(group)
        items.append(Text(x, baseline, part, "start", family, room - x))
        x += room_of(part) + (part[-1].size * 0.5)
    return Block(min(room_of(runs), room), height, tuple(items)) if runs else EMPTY


def seal(width: float) -> Block:
    """The red seal with the two characters 棋譜, one above the other: a block `width` wide and 1.69
    times as high.
    """
    high, size = width * 1.69, width * 0.61
    letters = [
        Text(width / 2, width * y, (TextRun(letter, size, "on-stamp", 700),), "middle", "serif")
        for letter, y in (("棋", 0.73), ("譜", 1.42))
    ]
    return Block(width, high, (Panel(0, 0, width, high, 4, "stamp"), *letters))


def fitted_run(words: str, size: float, room: float, colour: str, weight: int = 400) -> TextRun:
    """A text as a run in the font size `size`, shortened with an ellipsis if it is wider than
    `room`; then `full` has the whole text, otherwise "". If nothing else fits, the run is only the
    ellipsis, even if that is wider than `room`.

    >>> fitted_run("Akihiko", 10, 40, "ink").words, fitted_run("Akihiko", 10, 40, "ink").full
    ('Akih…', 'Akihiko')
    """
    short = fitted(words, size, room)
    return TextRun(short, size, colour, weight, full=words if short != words else "")


def room_of(runs: Sequence[TextRun]) -> float:
    """The greatest width that the runs can have in one line in any common font, in units of the
    picture. For characters that are not measured (see `is_measured`) it is an estimate. The
    `spaces` of the first run don't count. 0 for no runs.

    >>> round(room_of([TextRun("ab", 10), TextRun("ab", 10, spaces=2)]), 1)
    37.2
    """
    spaces = sum(run.spaces * width_of(" ", run.size) for run in runs[1:])
    return spaces + sum(width_of(run.words, run.size) for run in runs)
