"""Escapes: how any text is written in a tag's value and in a comment, and read back.

Reading keeps a backslash pair that means nothing as it is, and reports its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kifu.notation.record import SPACE

#: Called for each escape that can't be read: its index in what is written, and the escape.
Doubt = Callable[[int, str], None]

LANGUAGE = re.compile(r"@([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?=[ \t\r\n]|\Z)")

_PAIR = re.compile(r"\\(u\{[0-9A-Fa-f]{1,6}\}|.)", re.DOTALL)
_TAG_PAIRS = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_TAG_ESCAPES = {value: "\\" + key for key, value in _TAG_PAIRS.items()}
_TAG_UNSAFE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029]')
_COMMENT_PAIRS = {"}": "}", "\\": "\\", "[": "[", "]": "]", "@": "@"}
_COMMENT_UNSAFE = re.compile(r"[\\}]|(?<=\n)\[")


def write_value(text: str) -> str:
    r"""`text` as it is written between the quotes of a tag, on one line.

    >>> print(write_value('the "old"\nhouse'))
    the \"old\"\nhouse
    """
    return _TAG_UNSAFE.sub(_tag_escape, text)


def read_value(written: str, doubt: Doubt) -> str:
    r"""The text of a tag's value, which is `written` with escapes. An escape that means nothing is
    kept as it is, and `doubt` is called with its offset and characters.

    >>> read_value(r"\u{68CB}\u{8B5C}", print)
    '棋譜'
    >>> read_value(r"a\q", print)
    1 \q
    'a\\q'
    """
    if "\\" not in written:
        return written

    def plain(pair: re.Match[str]) -> str:
        escape = pair[1]
        if len(escape) > 1:
            point = int(escape[2:-1], 16)
            if 0 < point < 0xD800 or 0xE000 <= point < 0x110000:
                return chr(point)
        elif escape in _TAG_PAIRS:
            return _TAG_PAIRS[escape]
        doubt(pair.start(), pair[0])
        return pair[0]

    return _PAIR.sub(plain, written)


def write_comment(text: str, lang: str | None = None) -> str:
    r"""A comment with its braces and, unless None, its language.

    >>> print(write_comment("a } b", "en"))
    {@en a \} b}
    """
    body = _COMMENT_UNSAFE.sub(_comment_escape, text)
    if lang is not None:
        return f"{{@{lang} {body}}}" if body else f"{{@{lang}}}"
    return "{\\" + body + "}" if body.startswith("@") else "{" + body + "}"


def read_comment(written: str, doubt: Doubt) -> tuple[str | None, str]:
    r"""The language (None if none is named) and the text of a comment, without spaces around it.
    `written` is what is between its braces. An escape that means nothing, and an `@` at the
    beginning that names no language, are kept as they are, and `doubt` is called with their offset
    in `written` and their characters.

    >>> read_comment("@ja 面白い", print), read_comment(r"\@ja", print)
    (('ja', '面白い'), (None, '@ja'))
    """
    start = len(written) - len(written.lstrip(SPACE))
    lang = None
    if written.startswith("@", start):
        match = LANGUAGE.match(written, start)
        if match is None:
            doubt(start, "@")
        else:
            lang, start = match[1], match.end()
    if "\\" not in written:
        return lang, written[start:].strip(SPACE)

    def plain(pair: re.Match[str]) -> str:
        known = _COMMENT_PAIRS.get(pair[1])
        if known is None:
            doubt(start + pair.start(), pair[0][:2])
            return pair[0]
        return known

    return lang, _PAIR.sub(plain, written[start:]).strip(SPACE)


def _tag_escape(match: re.Match[str]) -> str:
    character = match[0]
    return _TAG_ESCAPES.get(character) or f"\\u{{{ord(character):X}}}"


def _comment_escape(match: re.Match[str]) -> str:
    return "\\" + match[0]
