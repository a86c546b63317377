"""The shell: what the replay pages of a site share: one style, and one script with its words and
the controls (symbols, buttons, the bar and dialogs), which static/given.ts puts into the page.

Both are files beside the pages, named after the digest of what they hold, so a page never meets
those of another version of kifu. Pages open from disk, where neither modules nor integrity
attributes work. So the policy of a page allows one inline script by its hash, which loads the
shared one by its name, and the styles of the site.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup
from msgspec import Struct

from kifu.notation.words import Words
from kifu.site.look.colours import static
from kifu.site.look.shapes import known_symbols
from kifu.site.page.viewer import digest_source, page_style
from kifu.site.texts import all_script_words, page_words
from kifu.site.website.settings import Settings, rendered, shared_path

#: The templates of the controls: near which element of a page each is put, and where.
_PLACES = {
    "tools.html.j2": ("header .name", "afterend"),
    "notes.html.j2": ("#panel", "beforeend"),
    "controls.html.j2": ("main", "afterend"),
}
_LOADER = '{const made=document.createElement("script");made.src="%s";document.body.append(made)}'


class Shell(Struct, frozen=True):
    """The script and the style that replay pages share: the path of each, and its text."""

    script: str
    script_text: str
    style: str
    style_text: str

    def files(self) -> dict[str, bytes]:
        """The contents of the shared script and style, by path."""
        return {self.script: self.script_text.encode(), self.style: self.style_text.encode()}

    def context(self, root: str) -> dict[str, Any]:
        """The template's variables with which a replay page uses the shared files instead of its
        own style and script: `policy` (its Content-Security-Policy), `shared_style` (a path) and
        `loader` (an inline script). `root` is the path from the page to the site's folder: "" or
        such as "../../".
        """
        loader = _LOADER % f"{root}{self.script}"
        return {
            "policy": "default-src 'none'; "
            f"script-src {digest_source(loader)} 'strict-dynamic'; style-src 'self' file:; "
            "img-src data:; base-uri 'none'; form-action 'none'",
            "shared_style": f"{root}{self.style}",
            "loader": Markup(loader),
        }


@lru_cache(maxsize=4)
def shell(settings: Settings) -> Shell:
    """The script and the style that the replay pages of a site share: the script with all words in
    both languages and the controls, the style with the site's theme at its end. Nothing is written.
    A process makes them once for equal settings; templates that the user changes later are read
    again after `shell.cache_clear()`, with which each run of a site with templates begins.

    Raises UsageError if a template of the controls is faulty, or the settings' language is none of
    kifu's.

    >>> made = shell(Settings(title="Club"))
    >>> made.script.startswith("shared/replay-"), made.context("../../")["policy"].count("sha256-")
    (True, 1)
    """
    controls = [("body", "afterbegin", str(known_symbols())), *_controls(settings)]
    given = msgspec.json.encode({"words": all_script_words(), "controls": controls}).decode()
    script = f'"use strict";(async()=>{{const kifuShared={given};{static("shared.js")}}})();\n'
    style = page_style() + static("bar.css") + settings.theme
    return Shell(
        shared_path("replay", "js", script), script, shared_path("replay", "css", style), style
    )


def _controls(settings: Settings) -> list[tuple[str, str, str]]:
    """The controls that any match's page may need, one for each template of _PLACES, as (selector
    of an element, where to put the control, its HTML). Where is said in the words of JavaScript's
    insertAdjacentHTML, such as "afterend". The HTML is in the site's language; the script changes
    the words to the reader's. Raises UsageError if one of the templates is faulty.
    """
    of_any_match = {
        "ui": page_words(settings.language),
        "title": Words("", ""),
        "plies": 0,
        "finale": True,
        "has_notation": True,
        "viewers": [0, 1],
        "viewer": 1,
        "redacted": False,
    }
    return [
        (near, place, rendered(settings, name, of_any_match))
        for name, (near, place) in _PLACES.items()
    ]
