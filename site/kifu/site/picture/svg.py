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
from kifu.site.picture.blocks import Badge, Block, DrawnCard, Item, Panel, Text, TextRun, room_of
from kifu.site.picture.palette import WHITE, Colour, fonts, palette
from kifu.site.picture.text import is_measured
from kifu.site.shapes import drawn, symbol

#: Colour classes of faces.
_CLASSES = range(7)


class Drawing:
    """An image while it is drawn, on one side of the palette. A `flat` one has no gradients: as
    PNG it takes two thirds of the time and of the bytes. `css` may give other colours.
    """

    def __init__(
        self,
        faces: Mapping[str, Face],
        theme: str,
        language: str,
        *,
        flat: bool = False,
        css: str = "",
    ) -> None:
        self.faces = faces
        self.theme = theme
        self.flat = flat
        self.colours = _colours(theme, css)
        self.shapes: dict[str, str] = {}
        self.root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
        self.root.set("lang", language)
        self.root.set("font-family", fonts("sans"))

    def image(self, block: Block, width: int, title: str, about: str) -> str:
        """The block as SVG text, `width` pixels wide, with a title and, `about`, a description."""
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
                self._badge(self.root, item.x, item.y, 8.6, item.number, item.look)
            case _:
                assert_never(item)

    def _define(self, definitions: Element) -> None:
        """Add what other elements refer to: gradients, the back of a card, and the shapes that are
        used.
        """
        if not self.flat:
            _gradients(definitions, self.colours, self.theme)
        _back(definitions, self.colours, self.theme)
        definitions.extend(_shape_symbol(name) for _, name in sorted(self.shapes.items()))

    def _shaded(self, gradient: str, colour: str) -> dict[str, str]:
        """SVG attributes that fill with the `gradient` or, in a flat image, with the plain
        `colour`.
        """
        if self.flat:
            return _paint("fill", self.colours[colour])
        return {"fill": f"url(#{gradient})"}

    def _panel(self, panel: Panel) -> None:
        look = {
            "x": _n(panel.x), "y": _n(panel.y), "width": _n(panel.width),
            "height": _n(panel.height), "rx": _n(panel.radius),
        }  # fmt: skip
        if panel.fill == "felt":
            look |= self._shaded(f"felt-{self.theme}", "felt")
        else:
            look |= _paint("fill", self.colours[panel.fill] if panel.fill else None)
        if panel.frame:
            look |= _paint("stroke", self.colours[panel.frame]) | {"stroke-width": _n(panel.line)}
        if panel.dashed:
            look["stroke-dasharray"] = "5 4"
        SubElement(self.root, "rect", look)

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
            group.set("opacity", "0.62")
        rect = {"width": "100", "height": "140", "rx": "13"}
        SubElement(group, "rect", rect | {"y": "3"} | _paint("fill", self.colours["shadow"]))
        if face is None or face.back:
            SubElement(
                group, "use", {"href": f"#back-{self.theme}", "width": "100", "height": "140"}
            )
            if face:
                self._shape_on_back(group, face)
        else:
            edge = _paint("stroke", self.colours["card-edge"]) | {"stroke-width": "2"}
            fill = self._shaded(f"tint-{self.theme}-{face.colour}", "card")
            SubElement(group, "rect", rect | fill | edge)
            self._face(group, face, card.large)
        if card.fresh:
            glow = _paint("stroke", self.colours["glow"]) | {"fill": "none", "stroke-width": "5"}
            frame = {"x": "-4", "y": "-4", "width": "108", "height": "148", "rx": "16"}
            SubElement(group, "rect", frame | glow)
        if card.by:
            middle = (card.x + card.width - 2, card.y + card.width * 1.4 - 2)
            self._badge(self.root, *middle, 9, card.by, "acts")

    def _face(self, group: Element, face: Face, large: bool) -> None:
        """Draw the front of a card, 100 × 140 in size, into `group`: the text, and below it the
        face's shapes. A `large` card also has one big, pale shape under the text.
        """
        ink = self.colours[f"c{face.colour}"]
        if large and face.pip:
            self._shape(group, face.pip, 10, 4, 80, ink, 0.09)
        rows = _rows(face.pips)
        side = 50.0 if face.pips == 1 else min(24.0, 96 / max(rows, default=1) - 2)
        high = len(rows) * (side + 1)
        size = 50 if len(face.text) < 3 else 42
        baseline = (131 - high + 6) / 2 + size * 0.36
        look = {
            "x": "50", "y": _n(baseline), "font-size": str(size), "font-weight": "700",
            "text-anchor": "middle",
        } | _paint("fill", ink)  # fmt: skip
        if len(face.text) > 2:
            look |= {"textLength": "78", "lengthAdjust": "spacingAndGlyphs"}
        SubElement(group, "text", look).text = face.text
        for line, count in enumerate(rows):
            left = 50 - (count * (side + 2) - 2) / 2
            for place in range(count):
                top = 131 - high + line * (side + 1)
                self._shape(group, face.pip, left + place * (side + 2), top, side, ink)
        if face.badge:
            self._shape(group, face.badge, 66, 0, 28, self.colours["c4"])

    def _shape_on_back(self, group: Element, face: Face) -> None:
        field = {"x": "15", "y": "35", "width": "70", "height": "70", "rx": "21"}
        SubElement(group, "rect", field | _paint("fill", self.colours["card"]))
        self._shape(group, face.pip, 22, 42, 56, self.colours[f"c{face.colour}"])

    def _shape(
        self, group: Element, name: str, x: float, y: float, side: float, colour: Colour,
        opacity: float = 1,
    ) -> None:  # fmt: skip
        if not name:
            return
        known = drawn(name)
        self.shapes[known] = name
        look = {
            "href": f"#pip-{known}", "x": _n(x), "y": _n(y), "width": _n(side), "height": _n(side),
        }  # fmt: skip
        SubElement(group, "use", look | _paint("fill", colour.faded(opacity)))

    def _badge(
        self, parent: Element, x: float, y: float, radius: float, number: int, look: str
    ) -> None:
        glow, on_felt = self.colours["glow"], self.colours["on-felt"]
        round_ = {"cx": _n(x), "cy": _n(y), "r": _n(radius)}
        if look == "acts":
            SubElement(parent, "circle", round_ | _paint("fill", glow))
        elif look == "may":
            square = {
                "x": _n(x - radius), "y": _n(y - radius), "width": _n(2 * radius),
                "height": _n(2 * radius), "rx": "3", "fill": "none", "stroke-width": "1.8",
                "stroke-dasharray": "4 2.6",
            }  # fmt: skip
            SubElement(parent, "rect", square | _paint("stroke", glow))
        else:
            ring = {"fill": "none", "stroke-width": "1.4"} | _paint("stroke", on_felt)
            SubElement(parent, "circle", round_ | ring)
        ink = self.colours["on-glow"] if look == "acts" else on_felt
        digits = {
            "x": _n(x), "y": _n(y + 4.4), "font-size": "12.2", "font-weight": "700",
            "text-anchor": "middle",
        } | _paint("fill", ink)  # fmt: skip
        SubElement(parent, "text", digits).text = str(number)


def _gradients(definitions: Element, colours: Mapping[str, Colour], theme: str) -> None:
    """Add the gradients of the table's felt, lit from above, and of cards, which have a tint of
    their colour.
    """
    lit = {"id": f"felt-{theme}", "cx": "0.5", "cy": "0", "r": "1.1"}
    ground = SubElement(definitions, "radialGradient", lit)
    for at, name in (("0", "felt-glow"), ("0.55", "felt"), ("1", "felt-edge")):
        SubElement(ground, "stop", {"offset": at, "stop-color": colours[name].code})
    for number in _CLASSES:
        tint = colours["card"].mixed(colours[f"c{number}"], 0.08)
        way = {"id": f"tint-{theme}-{number}", "x2": "0.4", "y2": "1"}
        slope = SubElement(definitions, "linearGradient", way)
        SubElement(slope, "stop", {"offset": "0", "stop-color": tint.code})
        SubElement(slope, "stop", {"offset": "0.6", "stop-color": colours["card"].code})


def _shape_symbol(name: str) -> Element:
    """The SVG symbol of a shape. It is not clipped, which would take long where there are many."""
    element = ElementTree.fromstring(symbol(name))
    element.set("overflow", "visible")
    return element


def _back(definitions: Element, colours: Mapping[str, Colour], theme: str) -> None:
    """Add the back of a card: rows of waves."""
    box = {"id": f"back-{theme}", "viewBox": "0 0 100 140", "overflow": "visible"}
    back = SubElement(definitions, "symbol", box)
    frame = {"x": "1", "y": "1", "width": "98", "height": "138", "rx": "12"}
    line = {"fill": "none", "stroke-width": "2.2"} | _paint("stroke", colours["back-line"])
    arcs = []
    for row, y in enumerate(range(20, 136, 11)):
        for x in range(12 + 11 * (row % 2), 96, 22):
            room = min(x - 3, 97 - x)
            arcs += [f"M{x - r} {y}a{r} {r} 0 0 1 {2 * r} 0" for r in (9, 4) if r <= room]
    SubElement(back, "rect", frame | _paint("fill", colours["back"]))
    SubElement(back, "path", {"d": "".join(arcs)} | line)
    SubElement(back, "rect", frame | line)


def _rows(pips: int) -> list[int]:
    """How many shapes are in each row if `pips` of them are arranged on a card, from the top;
    longer rows come first.

    >>> _rows(1), _rows(3), _rows(5), _rows(7)
    ([1], [3], [3, 2], [4, 3])
    """
    if pips < 4:
        return [pips] if pips else []
    lines = -(-pips // 4)
    return [pips // lines + (line < pips % lines) for line in range(lines)]


def _colours(theme: str, css: str) -> dict[str, Colour]:
    """The colours by name: the palette of a theme as `css` changes it, and some that are mixed from
    these.
    """
    colours = dict(palette(theme, css))
    colours["felt-glow"] = colours["felt"].mixed(WHITE, 0.09)
    colours["quiet"] = colours["on-felt"].mixed(colours["felt"], 0.18)
    colours["slot"] = Colour(0, 0, 0, 0.13)
    colours["shadow"] = Colour(0, 0, 0, 0.28)
    colours["vacant"] = Colour(255, 255, 255, 0.27)
    colours["mine"] = Colour(255, 255, 255, 0.53)
    return colours | {"on-stamp": WHITE}


def _paint(what: str, colour: Colour | None) -> dict[str, str]:
    """SVG attributes for `what` ("fill" or "stroke") in a colour, with its opacity; none for
    None.
    """
    if colour is None:
        return {what: "none"}
    opacity = {} if colour.opacity == 1 else {f"{what}-opacity": _n(colour.opacity)}
    return {what: colour.code} | opacity


def _n(number: float) -> str:
    """A number with two decimals at most.

    >>> _n(2.0), _n(0.125), _n(-0.001)
    ('2', '0.12', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
