"""The palette: the colours of the page's style sheet, for what is drawn without a browser."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from kifu.site.page.viewer import static

#: The two sides that a colour of the style has, in the order in which it names them.
THEMES = ("light", "dark")

_VARIABLE = re.compile(r"--([\w-]+): ?([^;}]+)")
_RGB = re.compile(r"rgb\((\d+) (\d+) (\d+) ?/ ?([\d.]+)\)")


class Colour(Struct, frozen=True):
    """A colour as SVG 1.1 knows it: red, green and blue, 0 to 255 each, and how opaque it is."""

    red: int
    green: int
    blue: int
    opacity: float = 1.0

    @property
    def code(self) -> str:
        """The colour without its opacity, as `#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    def faded(self, opacity: float) -> Colour:
        """This colour, less opaque by a factor."""
        return Colour(self.red, self.green, self.blue, self.opacity * opacity)

    def mixed(self, other: Colour, share: float) -> Colour:
        """This colour with a share (0 to 1) of another.

        >>> Colour(0, 0, 0).mixed(Colour(255, 255, 255), 0.2).code
        '#333333'
        """
        pairs = zip((self.red, self.green, self.blue), (other.red, other.green, other.blue),
                    strict=True)  # fmt: skip
        return Colour(*(round(mine + (its - mine) * share) for mine, its in pairs))


WHITE = Colour(255, 255, 255)


@cache
def palette(theme: str) -> dict[str, Colour]:
    """The colours of the style by the names of its variables, on one of its two sides.

    >>> palette("light")["felt"].code, palette("dark")["felt"].code
    ('#2c6152', '#1b332c')
    """
    return {
        name: colour
        for name, value in _variables()
        if (colour := _colour(_side(value, THEMES.index(theme)))) is not None
    }


@cache
def fonts(name: str) -> str:
    """The font families of the style, `"sans"` or `"serif"`, as `font-family` wants them."""
    return dict(_variables())[name]


def _variables() -> list[tuple[str, str]]:
    """The variables at the head of the style sheet."""
    root = static("base.css").partition("}")[0]
    return _VARIABLE.findall(root)


def _side(value: str, side: int) -> str:
    inner = re.fullmatch(r"light-dark\((.*), ?(.*)\)", value)
    return inner[side + 1] if inner else value


def _colour(value: str) -> Colour | None:
    """A colour of the style, None for what is none (a font)."""
    if found := _RGB.fullmatch(value):
        red, green, blue, opacity = found.groups()
        return Colour(int(red), int(green), int(blue), float(opacity))
    if not re.fullmatch("#(?:[0-9a-f]{3,4}|[0-9a-f]{6})", value):
        return None
    digits = value[1:] if len(value) == 7 else "".join(digit * 2 for digit in value[1:])
    red, green, blue, opacity = (int(digits[at : at + 2] or "ff", 16) for at in (0, 2, 4, 6))
    return Colour(red, green, blue, round(opacity / 255, 2))
