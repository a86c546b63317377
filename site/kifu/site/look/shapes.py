"""Shapes: the pips that cards show beside their text, as SVG symbols (static/pips.svg)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from markupsafe import Markup

from kifu.replay.game import Face

#: An outline in a square of 24 by 24: the data of an SVG path, and nothing that could leave it.
PATH = re.compile(r"[Mm][0-9MmLlHhVvCcSsQqTtAaZz ,.+-]{1,4000}")
SYMBOL = re.compile(r'<symbol id="pip-(\w+)".*?</symbol>')


def drawn(name: str) -> str:
    """The name of the shape that a page draws for `name`: the same name if it is known (in
    static/pips.svg), "dot" if not, "" for "". For an outline (the data of an SVG path, see `PATH`),
    "own" and a digest of it; path data that `PATH` does not allow, for example because it is too
    long, gives "dot".

    >>> drawn("star"), drawn("galaxy"), drawn(""), drawn("M2 2h20v20H2z")
    ('star', 'dot', '', 'owndb5138c9')
    """
    if PATH.fullmatch(name):
        return f"own{blake2b(name.encode(), digest_size=4).hexdigest()}"
    return name if name in _pips() or not name else "dot"


def symbols(faces: Mapping[str, Face]) -> Markup:
    """The SVG symbols of a page, in elements that are not shown: the icons of its buttons, and the
    shapes on the cards with these `faces`, both those that have names and the outlines that
    packages give.
    """
    used = {drawn(name) for name in _asked(faces)}
    pips = [outline for name, outline in _pips().items() if name in used]
    return _held([*_icons(), *pips]) + own_symbols(faces)


@cache
def known_symbols() -> Markup:
    """The SVG symbols that any page may need: all icons, and all shapes that have names."""
    return _held([*_icons(), *_pips().values()])


def own_symbols(faces: Mapping[str, Face]) -> Markup:
    """The SVG symbols of the outlines that packages give and the cards with these `faces` have,
    each once, in an element that is not shown; an empty text if there are none. Shapes that have
    names are not among them.

    >>> from kifu.notation.words import Words
    >>> faces = {"a": Face("a", Words("A", "A"), 1, "star"), "b": Face("b", Words("B", "B"))}
    >>> own_symbols(faces)
    Markup('')
    >>> "own" in own_symbols(faces | {"c": Face("c", Words("C", "C"), 1, "M2 2h20v20H2z")})
    True
    """
    return _held([symbol(name) for name in sorted(_asked(faces)) if PATH.fullmatch(name)])


def symbol(name: str) -> str:
    """The `<symbol>` of the shape that a page draws for `name`, a name or an outline; its id is
    `pip-` and the result of `drawn`. For an unknown name it is the dot; for "", a symbol that draws
    nothing.

    >>> symbol("dot")
    '<symbol id="pip-dot" viewBox="0 0 24 24"><circle cx="12" cy="12" r="8"/></symbol>'
    """
    known = drawn(name)
    if known in _pips():
        return _pips()[known]
    return f'<symbol id="pip-{known}" viewBox="0 0 24 24"><path d="{name}"/></symbol>'


def outline(name: str) -> Markup:
    """The content of the symbol of the shape for `name` (see `symbol`), without the `<symbol>`
    element itself; it is drawn in a square of 24 by 24. For "" it is a path that draws nothing.

    >>> outline("dot")
    Markup('<circle cx="12" cy="12" r="8"/>')
    """
    return Markup(symbol(name).partition(">")[2].removesuffix("</symbol>"))


def _asked(faces: Mapping[str, Face]) -> set[str]:
    """The names or outlines of all pips and badges of the faces, each once; "" is among them if
    some face lacks one.
    """
    return {name for face in faces.values() for name in (face.pip, face.badge)}


def _held(outlines: Sequence[str]) -> Markup:
    """SVG symbols in an element that is not shown; empty for no symbols."""
    if not outlines:
        return Markup("")
    return Markup(f'<svg class="shapes" aria-hidden="true">{"".join(outlines)}</svg>')


@cache
def _icons() -> list[str]:
    """The symbols of static/icons.svg: each `<symbol>` element as text. The file is read once, and
    the list is shared by all callers: don't change it.
    """
    return files("kifu.site").joinpath("static", "icons.svg").read_text("utf-8").splitlines()[1:-1]


@cache
def _pips() -> dict[str, str]:
    """The symbols of static/pips.svg: the name of a shape -> its `<symbol>` element as text. The
    name is the element's id without `pip-`. The file is read once, and the dict is shared by all
    callers: don't change it.
    """
    text = files("kifu.site").joinpath("static", "pips.svg").read_text("utf-8")
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}
