"""The tags of a record in text, and what may be above and between them.

A tag is alone on its line. What is no tag becomes a finding, and the record goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kifu.notation import tags
from kifu.notation.record import SPACE, Record

#: A line outside the movetext: a tag, a line that only begins like one, a line comment, any other
#: text; none of these groups in a blank line.
LINE = re.compile(
    r"""
    (?: (?P<tag> \[ ([A-Za-z][A-Za-z0-9_]*+) [ \t]++ "((?:[^"\\\n]|\\[^\n])*+)" \] ) [ \t\r]*+
      | (?P<bad> \[ [^\n]*+ )
      | [ \t\r]*+ (?: ; (?P<rem> [^\n]*+ ) | (?P<junk> [^\n]++ ) )?
    ) (?:\n|\Z)
    """,
    re.VERBOSE,
)
#: A tag as programs write it: without escapes, the line break after it included.
_PLAIN_TAG = re.compile(r'^\[([A-Za-z][A-Za-z0-9_]*+) "([^"\\\n\0]*+)"\]\n', re.MULTILINE)
#: What does not begin a movetext: lines of the header may follow.
_NOT_MOVES = (";", "[", " ", "\t", "\r", "\n")
#: No header is usual that has more characters.
_USUAL_HEADER = 4096
#: The handicap, or the heading of the table of moves; every program that writes KIF writes one.
_SHOGI = re.compile(r"^[ \t]*(?:手合割[ \t]*[:\uff1a]|手数-+[ \t]*指手)[^\n]*", re.MULTILINE)


def read_head(text: str, say: Callable[..., None]) -> tuple[Record | None, int]:
    """The record that the tags at the beginning of `text` make, without moves, and the index at
    which its movetext (moves, marks and notes) begins. The record is None if there is no tag at
    all.

    `say` is called for each finding, with a code, a message, an index of the text and the token
    that it is about (None: none).

    >>> text = '[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n59\\n*\\n'
    >>> record, start = read_head(text, print)
    >>> record.seats, start
    (['Aki'], 40)
    """
    plain = _plain_tags(text)
    if plain is not None:
        return plain
    has_tags = text.startswith("[") or "\n[" in text
    if not has_tags and (shogi := _SHOGI.search(text)):
        message = "this is a shogi record (KIF), and kifu does not read shogi: it reads card games"
        say("KF117", message, shogi.start(), shogi[0].strip(SPACE), expected=["[Game"])
        return None, len(text)
    record = Record()
    first: int | None = None  # where the first tag begins
    remarks: list[str] = []  # line comments below a blank line: of the header if a tag follows
    at = end = 0
    begun = blank = in_junk = False
    while at < len(text) and (line := LINE.match(text, at)):
        kind = line.lastgroup
        if kind == "junk" and begun:
            break
        if kind == "rem" and has_tags:
            remarks.append(line["rem"].strip(SPACE))
            in_junk = False
        elif kind in ("rem", "junk") and not in_junk:
            word = text[at : line.end()].strip(SPACE).split(" ")[0]
            message = "text before the first tag is ignored"
            say("KF115", message, at, word, expected=["[Game"])
            in_junk = True
        begun = begun or kind in ("tag", "bad")
        if kind in ("tag", "bad") or (remarks and not (begun and blank)):
            record.tags.extend((tags.REMARK, remark) for remark in remarks)
            remarks.clear()
            end, blank = line.end(), False
        if kind == "tag":
            first = at if first is None else first
            _put(record, line, say)
        elif kind == "bad":
            message = 'a tag is [Name "value"], on a line of its own; this line is ignored'
            say("KF103", message, at, line["bad"].strip(SPACE))
        blank = blank or kind is None
        at = line.end()
    if not has_tags:
        return None, end
    for code, message, token in tags.missing(record):
        say(code, message, first or 0, token)
    return record, end


def _plain_tags(text: str) -> tuple[Record, int] | None:
    """What `read_head` returns, if all tags are on consecutive lines with an empty line below, as
    programs write them. None for tags written otherwise, and if anything is wrong with them.
    """
    end = text.find("\n\n", 0, _USUAL_HEADER) + 1
    found = _PLAIN_TAG.findall(text, 0, end)
    if not found or found[0][0] != "Game" or len(found) != text.count("\n", 0, end):
        return None
    record = Record()
    for name, value in found:
        if tags.put(record, name, value) is not None or name == tags.FIELD:
            return None
    if [*tags.missing(record)] or text.startswith(_NOT_MOVES, end + 1):
        return None
    return record, end


def _put(record: Record, line: re.Match[str], say: Callable[..., None]) -> None:
    """Put the tag that LINE matched in `line` into the record, and call `say` for what is wrong
    with it.
    """

    def doubt(index: int, escape: str) -> None:
        if escape.startswith("\\u{") and not escape.strip("\\u{0}"):
            code, message = "KF102", "a record can't contain NUL; its escape is kept unchanged"
        else:
            code = "KF104"
            message = rf"{escape} is not an escape in a tag; write \" \\ \n \r \t \u{{HEX}}"
        say(code, message, line.start(3) + index, escape)

    complaint = tags.put(record, line[2], tags.read_value(line[3], doubt))
    if complaint is not None:
        say(complaint[0], complaint[1], line.start(), complaint[2])
    elif line[2] == tags.FIELD:
        say("KF203", "this kifu does not know this field of a log; it is kept", line.start())
