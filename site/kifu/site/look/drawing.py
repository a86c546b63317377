"""Drawing: blocks as one SVG image, with no script and nothing from outside.

A template writes the image, and escapes all text; every colour is that of the page's style on one
of its two sides. Cards are 100 wide and 125 high, whatever their scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from markupsafe import Markup

from kifu.replay.game import Face
from kifu.site.look.blocks import Block, DrawnCard
from kifu.site.look.colours import WHITE, Colour, fonts, palette, seat_shape
from kifu.site.look.shapes import drawn, symbol
from kifu.site.look.templates import environment, number


def drawing(
    block: Block,
    faces: Mapping[str, Face],
    width: int,
    *,
    theme: str,
    language: str,
    title: str,
    about: str,
    css: str = "",
) -> str:
    """The block as the text of an SVG image, scaled to `width` pixels (the height follows), with a
    newline at its end. It has a `title` and, for readers who can't see it, the description `about`,
    both in `language`. All texts are escaped, but must have no control characters (see
    `text.shown`).

    `faces` are the game's cards by token; a card whose token is not among them is drawn as a back.
    `theme` is "light" or "dark"; colours that `css` sets replace the palette's (see `palette`).

    Raises ValueError for another theme, jinja2's UndefinedError for an item with a colour that the
    palette does not have, and ZeroDivisionError for a block of width 0.
    """
    colours = palette(theme, css) | {"on-stamp": WHITE, "shadow": Colour(10, 30, 22, 0.38)}
    return (
        environment(language)
        .get_template("picture.svg.j2")
        .render(
            language=language,
            block=block,
            items=[(type(item).__name__, item) for item in block.items],
            width=width,
            height=round(block.height * width / block.width),
            title=title,
            about=about,
            theme=theme,
            colours=colours,
            faces=faces,
            symbols=_symbols(block, faces),
            fonts={name: fonts(name) for name in ("sans", "serif")},
            pips_of=pips_of,
            badge_shape=badge_shape,
            waves=_waves(),
        )
        + "\n"
    )


@cache
def pips_of(pips: int) -> list[tuple[float, float, float]]:
    """The left upper corner (x, y) and the width of each of the `pips` shapes below the text of a
    card that is 100 wide and 125 high: row by row from the top, up to 4 in a row, the longer rows
    first. [] for 0. The list is kept for the next call: don't change it.

    >>> [(round(x), y) for x, y, _ in pips_of(3)]
    [(23, 88.25), (42, 88.25), (60, 88.25)]
    """
    lines = 1 if pips < 4 else -(-pips // 4)
    rows = [pips // lines + (line < pips % lines) for line in range(lines)]
    side = 36.0 if pips == 1 else 16.5
    return [
        (
            50 - (count * (side + 2) - 2) / 2 + place * (side + 2),
            97 - lines * (side + 1) / 2 + line * (side + 1),
            side,
        )
        for line, count in enumerate(rows)
        for place in range(count)
    ]


def badge_shape(seat: int, x: float, y: float, radius: float) -> tuple[str, float]:
    """The SVG path of the mark of a seat around (x, y) in this `radius`, "" for a circle; and how
    far below the middle the seat's number is written, as a share of its font size.
    """
    corners, low = seat_shape(seat)
    places = [
        f"{number(x + radius * right)} {number(y + radius * down)}" for right, down in corners
    ]
    return f"M{'L'.join(places)}Z" if places else "", low


def _symbols(block: Block, faces: Mapping[str, Face]) -> list[Markup]:
    """The SVG symbols of the shapes (pips and badges) on the cards of a block, each once, sorted by
    name; [] if there are none. Other cards in `faces` add nothing. They don't clip what they draw,
    which would take long for many shapes.
    """
    tokens = {item.token for item in block.items if isinstance(item, DrawnCard)}
    shown = [face for token, face in faces.items() if token in tokens]
    names = {face.pip for face in shown if face.back or face.pips}
    names |= {face.badge for face in shown if not face.back}
    known = {drawn(name): name for name in names if name}
    unclipped = '<symbol overflow="visible" '
    return [
        Markup(symbol(name).replace("<symbol ", unclipped, 1)) for _, name in sorted(known.items())
    ]


@cache
def _waves() -> str:
    """The data of the SVG path of the rows of waves on the back of a card that is 100 wide and 125
    high.
    """
    arcs = []
    for row, y in enumerate(range(20, 121, 11)):
        for x in range(12 + 11 * (row % 2), 96, 22):
            room = min(x - 3, 97 - x)
            arcs += [f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (9, 4) if r <= room]
    return "".join(arcs)
