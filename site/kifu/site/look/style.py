"""Styles and scripts: the bundles in static/min that pages are made of, as `make script` writes
them from the sources in static/.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from kifu.site.look.colours import colour_rules


@cache
def static(name: str) -> str:
    """The text of the bundle `name` of scripts or styles in static/min, such as "replay.js". Raises
    FileNotFoundError if there is none.
    """
    return files("kifu.site").joinpath("static", "min", name).read_text("utf-8")


def sheet(*names: str) -> str:
    """The CSS of a page: the palette's rules, then the bundles `names` (without `.css`), in this
    order.
    """
    return "".join([colour_rules(), *(static(f"{name}.css") for name in names)])
