"""Drawing: blocks as one SVG image, with no script and nothing from outside.

The image is built as a tree, so no text can become markup; every colour is that of the page's
style on one of its two sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from kifu.replay.game import Face
from kifu.replay.table import UNKNOWN
from kifu.site.look.blocks import (
    HIGH,
    Badge,
    Block,
    DrawnCard,
    Item,
    Panel,
    Stroke,
    Text,
    TextRun,
    room_of,
)
from kifu.site.look.colours import WHITE, Colour, fonts, palette, seat_shape
from kifu.site.look.shapes import drawn, symbol
from kifu.site.look.text import is_measured


class Drawing:
    """An image while it is drawn, on one side of the palette; `css` may give other colours."""

    def __init__(
        self,
        faces: Mapping[str, Face],
        theme: str,
        language: str,
        *,
        css: str = "",
    ) -> None:
        self.faces = faces
        self.theme = theme
        self.colours = _colours(theme, css)
        self.shapes: dict[str, str] = {}
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
        self.root.set("lang", language)
        self.root.set("font-family", fonts("sans"))

    def image(self, block: Block, width: int, title: str, about: str) -> str:
        """The block as an SVG image, scaled to a width of `width` pixels, with a `title` and, for
        readers who can't see it, the description `about`. Call it once: it draws into `root`.
        """
        height = round(block.height * width / block.width)
        self.root.set("viewBox", f"0 0 {_n(block.width)} {_n(block.height)}")
        self.root.set("width", str(width))
        self.root.set("height", str(height))
        SubElement(self.root, "title").text = title
        SubElement(self.root, "desc").text = about
        definitions = SubElement(self.root, "defs")
        # A little larger than the image: its edge may be inside a pixel.
        self._panel(Panel(-9, -9, block.width + 18, block.height + 18, 0, "paper"))
        for item in block.items:
            self._draw(item)
        self._define(definitions)
        return ElementTree.tostring(self.root, encoding="unicode") + "\n"

    def _draw(self, item: Item) -> None:
        match item:
            case DrawnCard():
                self._card(item)
            case Text():
                self._text(item)
            case Panel():
                self._panel(item)
            case Badge():
                self._badge(item)
            case Stroke():
                self._stroke(item)
            case _:
                assert_never(item)

    def _define(self, definitions: Element) -> None:
        """Add what other elements refer to: the back of a card, and the shapes that were used."""
        _back(definitions, self.colours, self.theme)
        definitions.extend(_shape_symbol(name) for _, name in sorted(self.shapes.items()))

    def _panel(self, panel: Panel) -> None:
        look = {
            "x": _n(panel.x), "y": _n(panel.y), "width": _n(panel.width),
            "height": _n(panel.height), "rx": _n(panel.radius),
        }  # fmt: skip
        look |= _paint("fill", self.colours[panel.fill] if panel.fill else None)
        if panel.frame:
            look |= _paint("stroke", self.colours[panel.frame]) | {"stroke-width": _n(panel.line)}
        SubElement(self.root, "rect", look)

    def _stroke(self, stroke: Stroke) -> None:
        places = [f"{_n(stroke.x + x)} {_n(stroke.y + y)}" for x, y in stroke.points]
        low = _n(stroke.y + stroke.floor)
        first, last = (_n(stroke.x + stroke.points[end][0]) for end in (0, -1))
        line = f"M{'L'.join(places)}"
        area = _paint("fill", self.colours[stroke.colour].faded(0.2))
        SubElement(self.root, "path", {"d": f"{line}L{last} {low}L{first} {low}Z"} | area)
        look = _paint("stroke", self.colours[stroke.colour]) | {"stroke-width": "3", "fill": "none"}
        SubElement(self.root, "path", {"d": line} | look)

    def _text(self, text: Text) -> None:
        look = {"x": _n(text.x), "y": _n(text.y)}
        if text.anchor != "start":
            look["text-anchor"] = text.anchor
        if text.family != "sans":
            look["font-family"] = fonts(text.family)
        if not all(is_measured(run.words) for run in text.runs):
            room = min(room_of(text.runs), text.room or 9999)
            look |= {"textLength": _n(room), "lengthAdjust": "spacingAndGlyphs"}
        element = SubElement(self.root, "text", look)
        full = " ".join(run.full for run in text.runs if run.full)
        if full:
            SubElement(element, "title").text = full
        for place, run in enumerate(text.runs):
            colour = self.colours[run.colour].faded(text.opacity)
            self._run(element, run, colour, run.spaces if place else 0)

    def _run(self, element: Element, run: TextRun, colour: Colour, spaces: int) -> None:
        look = {"font-size": _n(run.size)} | _paint("fill", colour)
        if run.weight != 400:
            look["font-weight"] = str(run.weight)
        SubElement(element, "tspan", look).text = "\u00a0" * spaces + run.words

    def _card(self, card: DrawnCard) -> None:
        face = self.faces.get(card.token)
        size = card.width / 100
        group = SubElement(self.root, "g", {
            "data-card": card.token if face else UNKNOWN,
            "transform": f"translate({_n(card.x)} {_n(card.y)}) scale({size:.4g})",
        })  # fmt: skip
        if card.gone:
            group.set("data-left", group.attrib.pop("data-card"))
        rect = {"width": "100", "height": "125", "rx": "10"}
        low = {"y": _n(1 / size)} | _paint("fill", self.colours["shadow"])
        SubElement(group, "rect", rect | low)
        if face is None or face.back:
            SubElement(
                group, "use", {"href": f"#back-{self.theme}", "width": "100", "height": "125"}
            )
            if face:
                self._shape_on_back(group, face)
        else:
            edge = _paint("stroke", self.colours["card-edge"]) | {"stroke-width": _n(1 / size)}
            SubElement(group, "rect", rect | _paint("fill", self.colours["card"]) | edge)
            self._face(group, face)
        if card.gone:
            SubElement(group, "rect", rect | _paint("fill", self.colours["felt"].faded(0.52)))
        if card.fresh:
            line = _paint("stroke", self.colours["on-felt"]) | {"fill": "none"}
            frame = {"x": "-4", "y": "-4", "width": "108", "height": "133", "rx": "13"}
            SubElement(group, "rect", frame | line | {"stroke-width": _n(2 / size)})
        if card.by:
            x, y = card.x + card.width - 2, card.y + card.width * HIGH - 2
            self._badge(Badge(x, y, card.by))

    def _face(self, group: Element, face: Face) -> None:
        """Draw the text of a face and the shapes below it into `group`, a card of the size 100 ×
        125.
        """
        ink = self.colours[f"c{face.colour}"]
        rows = _rows(face.pips)
        side = 36.0 if face.pips == 1 else 16.5
        high = len(rows) * (side + 1)
        look = {
            "x": "50", "y": "59", "font-size": "42", "font-weight": "700", "text-anchor": "middle",
        } | _paint("fill", ink)  # fmt: skip
        if len(face.text) > 2:
            look |= {"textLength": "78", "lengthAdjust": "spacingAndGlyphs"}
        SubElement(group, "text", look).text = face.text
        for line, count in enumerate(rows):
            left = 50 - (count * (side + 2) - 2) / 2
            for place in range(count):
                top = 97 - high / 2 + line * (side + 1)
                self._shape(group, face.pip, left + place * (side + 2), top, side, ink)
        if face.badge:
            self._shape(group, face.badge, 70, 0, 24, self.colours["c4"])

    def _shape_on_back(self, group: Element, face: Face) -> None:
        field = {"x": "15", "y": "27", "width": "70", "height": "70", "rx": "21"}
        SubElement(group, "rect", field | _paint("fill", self.colours["card"]))
        self._shape(group, face.pip, 22, 34, 56, self.colours[f"c{face.colour}"])

    def _shape(
        self, group: Element, name: str, x: float, y: float, side: float, colour: Colour
    ) -> None:
        if not name:
            return
        known = drawn(name)
        self.shapes[known] = name
        look = {
            "href": f"#pip-{known}", "x": _n(x), "y": _n(y), "width": _n(side), "height": _n(side),
        }  # fmt: skip
        SubElement(group, "use", look | _paint("fill", colour))

    def _badge(self, badge: Badge) -> None:
        """Draw the mark of a seat: its shape in its colour, with its number."""
        own = "seat-ink" if badge.ground == "paper" else "seat-felt"
        seat = self.colours.get(f"{own} {badge.number}", self.colours["on-felt-soft"])
        colour = _paint("fill", self.colours["on-glow"] if badge.ground == "glow" else seat)
        ink = self.colours[
            {"felt": "felt-edge", "paper": "raised", "glow": "on-felt"}[badge.ground]
        ]
        corners, low = seat_shape(badge.number)
        if corners:
            across = (f"{_n(badge.x + 9.5 * x)} {_n(badge.y + 9.5 * y)}" for x, y in corners)
            SubElement(self.root, "path", {"d": f"M{'L'.join(across)}Z"} | colour)
        else:
            round_ = {"cx": _n(badge.x), "cy": _n(badge.y), "r": "9.5"}
            SubElement(self.root, "circle", round_ | colour)
        digits = {
            "x": _n(badge.x), "y": _n(badge.y + 4.2 + 6 * low), "font-size": "11.5",
            "font-weight": "700", "text-anchor": "middle",
        } | _paint("fill", ink)  # fmt: skip
        SubElement(self.root, "text", digits).text = str(badge.number)


def _shape_symbol(name: str) -> Element:
    """The SVG symbol of a shape, without clipping, which would take long for many shapes."""
    element = ElementTree.fromstring(symbol(name))
    element.set("overflow", "visible")
    return element


def _back(definitions: Element, colours: Mapping[str, Colour], theme: str) -> None:
    """Add the symbol of a card's back, with rows of waves, to `definitions`."""
    box = {"id": f"back-{theme}", "viewBox": "0 0 100 125", "overflow": "visible"}
    back = SubElement(definitions, "symbol", box)
    frame = {"x": "1", "y": "1", "width": "98", "height": "123", "rx": "9"}
    line = {"fill": "none", "stroke-width": "2.2"} | _paint("stroke", colours["back-line"])
    arcs = []
    for row, y in enumerate(range(20, 121, 11)):
        for x in range(12 + 11 * (row % 2), 96, 22):
            room = min(x - 3, 97 - x)
            arcs += [f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (9, 4) if r <= room]
    SubElement(back, "rect", frame | _paint("fill", colours["back"]))
    SubElement(back, "path", {"d": "".join(arcs)} | line)
    SubElement(back, "rect", frame | line)


def _rows(pips: int) -> list[int]:
    """How `pips` shapes are arranged on a card: the number in each row, from the top; longer rows
    come first.

    >>> _rows(1), _rows(3), _rows(5), _rows(7)
    ([1], [3], [3, 2], [4, 3])
    """
    if pips < 4:
        return [pips] if pips else []
    lines = -(-pips // 4)
    return [pips // lines + (line < pips % lines) for line in range(lines)]


def _colours(theme: str, css: str) -> dict[str, Colour]:
    """The colours of a drawing by name: the palette of a theme with the changes of `css` (see
    `palette`), and two that are the same in every theme, "on-stamp" and "shadow".
    """
    colours = dict(palette(theme, css))
    return colours | {"on-stamp": WHITE, "shadow": Colour(10, 30, 22, 0.38)}


def _paint(what: str, colour: Colour | None) -> dict[str, str]:
    """SVG attributes that give `what`, "fill" or "stroke", a colour with its opacity, or no colour
    for None.
    """
    if colour is None:
        return {what: "none"}
    opacity = {} if colour.opacity == 1 else {f"{what}-opacity": _n(colour.opacity)}
    return {what: colour.code} | opacity


def _n(number: float) -> str:
    """A number as text with at most two decimals.

    >>> _n(2.0), _n(0.125), _n(-0.001)
    ('2', '0.12', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
