"""Shogi records in KIF, whose files are called `.kifu` too where they are UTF-8."""

from __future__ import annotations

import re

from kifu.notation.move_words import LONGEST_WORD

#: The handicap, or the heading of the table of moves; every program that writes KIF writes one.
_SIGN = re.compile(r"^[ \t]*(?:手合割[ \t]*[:\uff1a]|手数-+[ \t]*指手)", re.MULTILINE)

IS_SHOGI = "this is a shogi record (KIF), and kifu does not read shogi: it reads card games"


def sign_of_shogi(text: str) -> int | None:
    """The offset of what shows that a text is a shogi record in KIF; None if nothing does, or if
    the text has a tag of kifu's.

    >>> sign_of_shogi("# KIF\\n手合割:平手\\n"), sign_of_shogi('[Game "nimmt"]\\n\\n{手合割:平手}')
    (6, None)
    """
    found = _SIGN.search(text)
    if found is None or re.search(r"^\[", text, re.MULTILINE):
        return None
    return found.start()


def line_at(text: str, start: int) -> str:
    """The line that begins at the offset `start`, without white space around it, cut to
    LONGEST_WORD characters.
    """
    return text[start:].split("\n", 1)[0].strip()[:LONGEST_WORD]
