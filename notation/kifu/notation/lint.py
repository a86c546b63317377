"""Lint: what keeps a record from being written so that it is read back the same.

A record that was read from text has nothing of it. One that was made in Python, or decoded from a
log, may hold what no reader can give back: a word with white space in it, a note after a ply that
does not exist, a lone surrogate. So it is written, read back and compared.
"""

from __future__ import annotations

from itertools import zip_longest

from msgspec.structs import replace

from kifu.notation.comments import LANGUAGE
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.header import plain_tags
from kifu.notation.move_words import (
    CHECK,
    DEEPEST_LINE,
    GLYPH,
    count_plies,
    is_mark,
    is_plain,
    split,
)
from kifu.notation.plain_form import write_head, write_text
from kifu.notation.record import Line, Note, Record, with_paths
from kifu.notation.text import read_text

#: What writing a record that can't be written raises.
_UNWRITABLE = (UnicodeError, RecursionError, TypeError, ValueError)


def lint(record: Record) -> list[Diagnostic]:
    """Findings (KF305) for what keeps `record` from being written in text and read back equal: one
    for each field that differs, and one for the first word or note of the moves that does. An empty
    list if it is read back equal. KF010 if it is too large. The record is not changed.

    They have a ply and a token but no place in a file (see `place`). O(size).

    >>> [found.message for found in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ["'dear!' is not read back as one word of the moves, so text can't hold it"]
    """
    try:
        if _has_plain_fields(record) and _is_plain_line(record.moves, record.notes, DEEPEST_LINE):
            return []
        readings = list(read_text([write_text(record).encode()]))
    except _UNWRITABLE as error:
        return [diagnostic("KF305", f"text can't hold the record: {error}")]
    again = readings[0].record if len(readings) == 1 else None
    if again is None:
        large = [found for each in readings for found in each.diagnostics if found.code == "KF010"]
        return large or [diagnostic("KF305", "the record is not read back as one record")]
    found = []
    for name in Record.__struct_fields__:
        value, other = getattr(record, name), getattr(again, name)
        if value != other and name not in ("moves", "notes"):
            message = f"{name}: {value!r:.80} is read back as {other!r:.80}"
            found.append(diagnostic("KF305", f"{message}, so text can't hold it", token=name))
    lines = Line(record.moves, record.notes), Line(again.moves, again.notes)
    return [*found, *_of_line(*lines, "")]


def _of_line(line: Line, again: Line, path: str) -> list[Diagnostic]:
    """The first word or, if they are equal, the first note in which the line of play at `path`
    differs from the one that was read back; none if they are equal.
    """
    ply = 0
    for word, other in zip_longest(split(line.moves), split(again.moves)):
        ply += word is not None and not is_mark(word)
        if word != other:
            message = f"{(word or '')[:80]!r} is not read back as one word of the moves"
            return [_lost(message, ply, word, path)]
    if line.notes == again.notes:
        return []
    same = 0
    while line.notes[same : same + 1] == again.notes[same : same + 1]:
        same += 1
    if same >= len(line.notes):
        at = again.notes[same].at
        return [_lost(f"a note on ply {at} is read back that is not there", at, None, path)]
    note, inner = list(with_paths(line.notes, path))[same]
    other = again.notes[same] if same < len(again.notes) else None
    if note.line is not None and other is not None and other.line is not None:
        within = _of_line(note.line, other.line, inner)
        if within:
            return within
    message = f"a note on ply {note.at} is not read back as it is"
    return [_lost(message, note.at, note.glyph or note.check or note.lang, path)]


def _lost(message: str, ply: int, token: str | None, path: str) -> Diagnostic:
    message += ", so text can't hold it"
    return diagnostic("KF305", message, ply=ply, token=token, variation=path)


def _has_plain_fields(record: Record) -> bool:
    """Whether fields and tags are read back equal in one go. False for some others, too. Raises
    UnicodeError for a lone surrogate.
    """
    head = write_head(record)
    head.encode()
    header = plain_tags(head + "\n") if record.end in ("=", "*", "") else None
    return header is not None and header[0] == replace(record, moves="", notes=[], end="")


def _is_plain_line(moves: str, notes: list[Note], depth: int) -> bool:
    """Whether a line of play is so simple that nothing can be wrong with it, with variations that
    are less than `depth` deep. False for some lines with which nothing is wrong.
    """
    if not is_plain(moves) or not depth:
        return False
    at, last = 0, count_plies(moves) if notes else 0
    for note in notes:
        lang, line, words = note.lang, note.line, note.text
        given = [note.glyph, words, note.check, line, note.rem]
        if (
            not at <= note.at <= last
            or given.count(None) != 4
            or (lang is not None and words is None)
        ):
            return False
        at = note.at
        if line is not None:
            is_fine = line.moves != "" and _is_plain_line(line.moves, line.notes, depth - 1)
        elif note.glyph is not None:
            is_fine = GLYPH.fullmatch(note.glyph) is not None
        elif note.check is not None:
            is_fine = CHECK.fullmatch(f"%{note.check}") is not None
        else:
            words = note.rem or (words or "").replace("\n", " ")
            is_fine = words.isprintable() and words == words.strip(" ")
            is_fine = is_fine and (lang is None or LANGUAGE.fullmatch(f"@{lang}") is not None)
        if not is_fine:
            return False
    return True
