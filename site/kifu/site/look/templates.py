"""Templates: Jinja's environment, in which all HTML and SVG is written."""

from __future__ import annotations

import base64
import re
import zlib
from functools import cache, partial
from importlib.resources import files

import msgspec
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    FunctionLoader,
    PrefixLoader,
    StrictUndefined,
)

from kifu.site.look.shapes import drawn
from kifu.site.markup import plain_sentence, sentence, undirected
from kifu.site.texts import glyph_name

#: What XML 1.0 can't hold, however it is written.
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@cache
def environment(language: str, folder: str | None = None) -> Environment:
    """Jinja's environment for kifu's templates; it is made once for each pair of arguments, and
    shared. `language`, "en" or "ja" (any other gives English), is the language of the filters `say`
    and `glyph_name`. Templates in `folder` replace kifu's own of the same name, which can still be
    had as `kifu/NAME`; None, or a folder that does not exist, replaces none. Values are escaped as
    HTML.

    Nothing is read here. `get_template` raises TemplateNotFound for a name that neither has, and
    TemplateSyntaxError; `render` raises UndefinedError for a variable that is not given.
    """
    own = FunctionLoader(_template)
    folders = [FileSystemLoader(folder)] if folder else []
    templates = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=ChoiceLoader([*folders, own, PrefixLoader({"kifu": own})]),
    )
    templates.policies |= {"json.dumps_function": _json, "json.dumps_kwargs": {}}
    templates.filters |= {
        "say": lambda words: words.text(language),
        "packed": packed,
        "named": sentence,
        "plainly": plain_sentence,
        "glyph_name": partial(glyph_name, language=language),
        "undirected": undirected,
        "drawn": drawn,
        "n": number,
        "fit": partial(_UNFIT.sub, "\ufffd"),
    }
    return templates


def number(value: float) -> str:
    """A number as text for SVG, rounded to two decimals, without zeros at the end.

    >>> number(2.0), number(0.125), number(-0.001)
    ('2', '0.12', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def packed(data: object) -> str:
    """Data as JSON, compressed with zlib, in base64. Another build of zlib may pack otherwise.
    Raises TypeError for data that msgspec cannot write as JSON.

    >>> msgspec.json.decode(zlib.decompress(base64.b64decode(packed([1, "b"]))))
    [1, 'b']
    """
    return base64.b64encode(zlib.compress(msgspec.json.encode(data), 9)).decode()


def _json(data: object) -> str:
    """Data as JSON, for Jinja's filter `tojson`. It is not safe inside HTML by itself: the filter
    makes it so.
    """
    return msgspec.json.encode(data).decode()


def _template(name: str) -> str | None:
    """The text of one of kifu's own templates; None if there is none of this name."""
    found = {file.name: file for file in files("kifu.site").joinpath("templates").iterdir()}
    return found[name].read_text("utf-8") if name in found else None
