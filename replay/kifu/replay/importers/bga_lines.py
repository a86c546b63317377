"""The lines of a Board Game Arena log: templates filled in, as plain text.

A template has `${name}` for its arguments, and an argument may itself be a template with its own
arguments. What an argument says is never filled in again, so a `$` in a player's name is safe.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import msgspec

_HOLE = re.compile(r"\$\{([A-Za-z0-9_.-]{1,80})\}")
#: Templates in templates, and fillings of one line; real lines need less than a tenth of both.
DEEPEST = 20
MOST = 2000
#: Characters of a line that are kept.
LONGEST = 4000


class FilledLine(msgspec.Struct):
    """A line as people read it, the holes that nothing fills, and whether it was cut short."""

    text: str
    unfilled: list[str] = []
    cut: bool = False


def line(log: object, args: object) -> FilledLine:
    """The template `log` filled in with its `args`, as text without HTML, on one line.

    >>> line("${player_name} takes ${cards}", {"player_name": "A ${cards}",
    ...     "cards": {"log": "<b>${n}</b>&nbsp;cards", "args": {"n": 2}}}).text
    'A ${cards} takes 2 cards'
    """
    filling = _Filling()
    text = plain(filling.fill(log, args, 0))
    if len(text) > LONGEST:
        text = text[:LONGEST] + "..."
        filling.cut = True
    return FilledLine(text, filling.unfilled, filling.cut)


def plain(html: str) -> str:
    """The text of a piece of HTML: pictures by their names, white space as single spaces.

    >>> plain('<img alt="7 bulls"/><br>Anna &amp; Bob')
    '7 bulls Anna & Bob'
    """
    text = html
    if "<" in html or "&" in html:
        reader = _Text()
        reader.feed(html)
        reader.close()
        text = "".join(reader.parts)
    return " ".join(text.split())


class _Filling:
    """Fills a template in. Counts what it does, so that no log can make it endless."""

    def __init__(self) -> None:
        self.left = MOST
        self.unfilled: list[str] = []
        self.cut = False

    def fill(self, log: object, args: object, depth: int) -> str:
        if depth > DEEPEST:
            self.cut = True
            return "..."
        given = args if isinstance(args, dict) else {}

        def value(hole: re.Match[str]) -> str:
            self.left -= 1
            if self.left < 0:
                self.cut = True
                return ""
            if hole[1] not in given:
                self.unfilled.append(hole[1])
                return hole[0]
            return self.text_of(given[hole[1]], depth + 1)

        return _HOLE.sub(value, log if isinstance(log, str) else "")

    def text_of(self, value: Any, depth: int) -> str:
        """An argument of a template as text: a template is filled in itself, the items of a list
        are joined with commas. `depth` is how deep it is nested.
        """
        if depth > DEEPEST:
            self.cut = True
            return "..."
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        if isinstance(value, dict) and "log" in value:
            return self.fill(value["log"], value.get("args"), depth)
        if isinstance(value, list) and len(value) <= MOST:
            return ", ".join(self.text_of(one, depth + 1) for one in value)
        return msgspec.json.encode(value).decode()


class _Text(HTMLParser):
    """Collects the text of HTML; scripts and styles are none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.silent += 1
        elif tag == "img":
            named = dict(attrs)
            self.parts.append(f" {named.get('alt') or named.get('title') or ''} ")
        elif tag in ("br", "p", "div", "li", "tr", "td"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style") and self.silent:
            self.silent -= 1

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)
