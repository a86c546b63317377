"""The palette: the colours of palette.toml, as CSS and for what is drawn without a browser; and the
bundles of styles and scripts in static/min, as `make script` writes them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

#: The two sides that a colour of the style has, in the order in which it names them.
THEMES = ("light", "dark")
_VARIABLE = re.compile(r"\s*--([\w-]+)\s*:\s*(.+?)\s*", re.DOTALL)
_RGB = re.compile(
    r"rgba?\( *(\d{1,3})(?: *, *| +)(\d{1,3})(?: *, *| +)(\d{1,3})(?: *[/,] *(\d*\.?\d+))? *\)"
)
_PART = r" *((?:[^(),]|\([^()]*\))+?) *"
_SIDES = re.compile(rf"light-dark\({_PART},{_PART}\)")
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
#: A declaration, or what a block begins with, and the sign that ends it.
_PIECE = re.compile(r"([^{};]*)([{};]|$)")


class Colour(Struct, frozen=True):
    """A colour as SVG 1.1 knows it: red, green and blue, each 0 to 255, and its opacity, 0 to 1."""

    red: int
    green: int
    blue: int
    opacity: float = 1.0

    @property
    def code(self) -> str:
        """The colour without its opacity, as `#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    def faded(self, opacity: float) -> Colour:
        """This colour with its opacity multiplied by `opacity`."""
        return Colour(self.red, self.green, self.blue, self.opacity * opacity)

    def mixed(self, other: Colour, share: float) -> Colour:
        """This colour mixed with `other`, whose share of the result is `share` (0 to 1). The result
        is opaque, whatever the two are.

        >>> Colour(0, 0, 0).mixed(Colour(255, 255, 255), 0.2).code
        '#333333'
        """
        pairs = zip((self.red, self.green, self.blue), (other.red, other.green, other.blue),
                    strict=True)  # fmt: skip
        return Colour(*(round(mine + (its - mine) * share) for mine, its in pairs))


WHITE = Colour(255, 255, 255)


@lru_cache(maxsize=8)
def palette(theme: str, css: str = "") -> dict[str, Colour]:
    """The colours of the pages' style sheet in the `theme` "light" or "dark", by the names of its
    variables (without `--`), and each seat's colours, such as "seat-felt 1". A colour that `css`
    sets in a rule for `:root` replaces the style's, and any other one that it sets is added. What
    `css` sets inside of other blocks (`@media`), or in a form that can't be read (see
    `unread_colours`), has no effect. Raises ValueError for another theme.

    The dict is kept for the next call with the same arguments: don't change it.

    >>> palette("light")["felt"].code, palette("dark")["felt"].code
    ('#255546', '#1b332c')
    >>> palette("light", ":root { --felt: light-dark(#123, #000) }")["felt"].code
    '#112233'
    """
    return {
        name: colour
        for name, value in [*_variables(), *_seat_colours(), *_given(css)]
        if (colour := _colour(_side(value, THEMES.index(theme)))) is not None
    }


def unread_colours(css: str) -> list[str]:
    """Those of the style's colours that `css` sets in a form that `palette` can't read, as "--NAME:
    VALUE", in the order of `css`; [] if there are none. For them, pictures keep the colour that
    `css` sets elsewhere in a form that can be read, or else the style's own. A `light-dark()` is
    listed if one of its two sides can't be read; this then goes for that side only. What `_given`
    does not find is not listed.

    >>> unread_colours(":root { --felt: hsl(120 50% 30%); --own: hsl(0 0% 0%); --ink: #000 }")
    ['--felt: hsl(120 50% 30%)']
    """
    known = palette(THEMES[0])
    return [
        f"--{name}: {value}"
        for name, value in _given(css)
        if name in known and any(_colour(_side(value, side)) is None for side in (0, 1))
    ]


@cache
def seat_shape(seat: int) -> tuple[list[tuple[float, float]], float]:
    """The corners (x, y) of the mark of a seat, from -1 to 1, x to the right and y down; [] for a
    circle. Then how far below the middle the seat's number is written, as a share of its font size.
    A number for which the palette has no shape, also 0, has a circle. The result is kept for the
    next call: don't change the list.

    >>> seat_shape(1)
    ([], 0.0)
    """
    look = dict(enumerate(_table()["seats"], 1)).get(seat, {})
    corners = [
        tuple(float(part.rstrip("%")) / 50 - 1 for part in corner.split())
        for corner in re.findall(r"[\d.]+%? [\d.]+%?", look.get("shape", ""))
    ]
    return [(x, y) for x, y in corners], float(look.get("low", "0").removesuffix("em"))


@cache
def fonts(name: str) -> str:
    """The font families of the style sheet's variable `name`, "sans" or "serif", as a value for
    SVG's attribute `font-family`. It is not checked that the variable has fonts: for the name of a
    colour, its value in CSS is returned. Raises KeyError for a name that the style does not have.
    """
    return dict(_variables())[name]


@cache
def colour_rules() -> str:
    """The CSS of the palette, on one line: the variables for `:root`, each colour with two sides as
    `light-dark()`; those of each seat (for elements with its number as `data-seat` or `data-by`);
    and the classes of the inks of cards (`card` for the plain ink, then `c1` and so on). Inside of
    an element with the class `named`, `c1` and so on have another colour in dark; `card` has not.
    """
    rules = ["".join([":root{color-scheme:light dark;", *_declared(_variables()), "}"])]
    for number, seat in enumerate(_table()["seats"], 1):
        own = [
            ("number", f'"{number}"'), ("seat-ink", _both(seat["ink"], seat["felt"])),
            ("seat-felt", seat["felt"]), ("shape", seat["shape"].replace(", ", ",")),
            *([("low", seat["low"])] if "low" in seat else []),
        ]  # fmt: skip
        rules.append(f'[data-seat="{number}"],[data-by="{number}"]{{{"".join(_declared(own))}}}')
    rules.append(".card{color:var(--c0)}")
    for ink, sides in _table()["inks"].items():
        rules.append(f".{ink}{{color:var(--{ink})}}.named .{ink}{{color:{_both(*sides)}}}")
    return "".join(rules)


@cache
def static(name: str) -> str:
    """The text of the bundle `name` of scripts or styles in static/min, such as "replay.js". Raises
    FileNotFoundError if there is none.
    """
    return files("kifu.site").joinpath("static", "min", name).read_text("utf-8")


def sheet(*names: str) -> str:
    """The CSS of a page: the palette's rules, then the bundles `names` (without `.css`) of
    static/min, in this order; without names, the rules alone. Raises FileNotFoundError for a bundle
    that there isn't.
    """
    return "".join([colour_rules(), *(static(f"{name}.css") for name in names)])


@cache
def _table() -> dict[str, Any]:
    """The content of palette.toml, read once. It is shared by all callers: don't change it."""
    return tomllib.loads(files("kifu.site").joinpath("palette.toml").read_text("utf-8"))


def _both(light: str, dark: str) -> str:
    """A CSS value with one colour by day and one by night, `light-dark(LIGHT,DARK)`, also if both
    are the same.
    """
    return f"light-dark({light},{dark})"


def _declared(variables: list[tuple[str, str]]) -> list[str]:
    """Declarations of CSS variables, `--NAME:VALUE;`, from (name, value)."""
    return [f"--{name}:{value};" for name, value in variables]


def _variables() -> list[tuple[str, str]]:
    """The colours and fonts of all pages, as (name without `--`, value in CSS), in the order of
    palette.toml; a value with two sides is a `light-dark()`. Of an ink, the value is its colour on
    cards. The colours of the seats are not among them.
    """
    given = {**_table()["root"], **{ink: face for ink, (face, _) in _table()["inks"].items()}}
    return [
        (name, value if isinstance(value, str) else _both(*value)) for name, value in given.items()
    ]


def _seat_colours() -> list[tuple[str, str]]:
    """The colours of all seats, as (name, value in CSS): "seat-felt 1" for seat 1 on felt,
    "seat-ink 1" for it on paper.
    """
    seats = list(enumerate(_table()["seats"], 1))
    return [
        *((f"seat-felt {number}", seat["felt"]) for number, seat in seats),
        *((f"seat-ink {number}", _both(seat["ink"], seat["felt"])) for number, seat in seats),
    ]


def _given(css: str) -> list[tuple[str, str]]:
    """The variables that the rules for `:root` in `css` set, as (name without `--`, value without
    `!important`), in order, also repeatedly; [] if there are none. What is within another block
    (such as `@media`, or a rule inside of the one for `:root`) does not count.

    >>> _given(":root { --a : #111; & .b { --a: #222 } --c:#333 } @media print { --d: #4 }")
    [('a', '#111'), ('c', '#333')]
    """
    found: list[tuple[str, str]] = []
    blocks: list[str] = []
    for piece, end in _PIECE.findall(_CSS_COMMENT.sub(" ", css)):
        if end == "{":
            blocks.append(piece)
            continue
        said = _VARIABLE.fullmatch(piece)
        if said and len(blocks) == 1 and ":root" in map(str.strip, blocks[0].split(",")):
            found.append((said[1], said[2].removesuffix("!important").strip()))
        if end == "}":
            del blocks[-1:]
    return found


def _side(value: str, side: int) -> str:
    """The light (side 0) or dark (1) colour of a CSS value `light-dark(...)`, as text; any other
    value as it is.
    """
    inner = _SIDES.fullmatch(value)
    return inner[side + 1] if inner else value


def _colour(value: str) -> Colour | None:
    """The colour that the value of a CSS variable states, in hexadecimal (3, 4, 6 or 8 digits) or
    as `rgb()` or `rgba()` with whole numbers up to 255; None for any other value, such as a name, a
    percentage or a text with spaces around it. Without an opacity, it is 1; more than 1 counts as
    1.
    """
    if found := _RGB.fullmatch(value):
        red, green, blue, opacity = found.groups()
        if max(map(int, (red, green, blue))) > 255:
            return None
        return Colour(int(red), int(green), int(blue), min(float(opacity or 1), 1.0))
    if not re.fullmatch("#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", value):
        return None
    digits = value[1:] if len(value) > 5 else "".join(digit * 2 for digit in value[1:])
    red, green, blue, opacity = (int(digits[at : at + 2] or "ff", 16) for at in (0, 2, 4, 6))
    return Colour(red, green, blue, round(opacity / 255, 2))
