"""From SVG to PNG, with the extra `cards`."""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec

from kifu.notation.errors import UsageError, install_extra


def can_raster() -> bool:
    """Whether the library that makes PNG (the extra `cards`) is installed."""
    return find_spec("resvg_py") is not None


def edition() -> str:
    """The version of the library that makes PNG: another version may make other bytes. Raises
    PackageNotFoundError if it is not installed.
    """
    return version("resvg-py")


def require_raster() -> None:
    """Raise UsageError, which says what to install, unless PNG can be made."""
    if not can_raster():
        raise UsageError(f"PNG needs the package resvg-py: {install_extra('cards')}; SVG doesn't")


def png(svg: str) -> bytes:
    """An SVG image as PNG, with the fonts of this machine. Its size in pixels is the width and
    height that the SVG states, rounded; without them, the size of its viewBox, or else 100 by 100.

    The same image, fonts and version of resvg give the same bytes. Raises UsageError if the extra
    `cards` is not installed, and ValueError for a text that is no SVG, and for a size of 0.
    """
    require_raster()
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=svg)
