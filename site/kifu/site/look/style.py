"""Styles and scripts: the bundles in static/min that pages are made of, as `make script` writes
them from the sources in static/.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def static(name: str) -> str:
    """The content of the bundle `name` of scripts or styles. Raises FileNotFoundError if there is
    none.
    """
    return files("kifu.site").joinpath("static", "min", name).read_text("utf-8")
