"""Shapes: what stands on cards beside their text, drawn as SVG symbols (static/pips.svg)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from kifu.replay.game import Face

SYMBOL = re.compile(r'<symbol id="pip-(\w+)".*?</symbol>')


def drawn(name: str) -> str:
    """The name of the shape that a page draws for `name`: one that there isn't is a dot.

    >>> drawn("star"), drawn("galaxy"), drawn("")
    ('star', 'dot', '')
    """
    return name if name in _pips() or not name else "dot"


def symbols(faces: Mapping[str, Face]) -> Markup:
    """The symbols of a page: the icons of its buttons, and of the shapes those on its cards."""
    used = {drawn(name) for face in faces.values() for name in (face.pip, face.badge)}
    pips = (symbol for name, symbol in _pips().items() if name in used)
    return Markup(_icons().replace("</svg>", f"{''.join(pips)}</svg>"))


def symbol(name: str) -> str:
    """The symbol `pip-NAME` of a shape that `drawn` has named.

    >>> symbol("dot")
    '<symbol id="pip-dot" viewBox="0 0 24 24"><circle cx="12" cy="12" r="8"/></symbol>'
    """
    return _pips()[name]


@cache
def _icons() -> str:
    text = files("kifu.site").joinpath("static", "icons.svg").read_text("utf-8")
    return text.replace("\n", "")


@cache
def _pips() -> dict[str, str]:
    text = files("kifu.site").joinpath("static", "pips.svg").read_text("utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}
