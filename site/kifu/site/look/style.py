"""Styles and scripts: the minified files that pages are made of."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def static(name: str) -> str:
    """The content of the minified script or style `name` (see kifu.site.minify). Raises
    FileNotFoundError if there is none.
    """
    return files("kifu.site").joinpath("static", "min", name).read_text("utf-8")
