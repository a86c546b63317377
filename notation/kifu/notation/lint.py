"""Lint: what keeps a record from being written so that it is read back the same.

A record that was read from text has nothing of it. One that was made in Python, or decoded from a
log, may hold what no reader can give back: a word with white space in it, a note after a ply that
does not exist, a lone surrogate. So it is written, read back and compared.
"""

from __future__ import annotations

from itertools import zip_longest

from kifu.notation import tags
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import is_mark, is_plain, split
from kifu.notation.record import Line, Record, with_paths

#: Integers in fields are written with fewer digits.
_LARGEST_INTEGER = 10**18
#: What writing a record that can't be written raises.
_UNWRITABLE = (UnicodeError, RecursionError, TypeError, ValueError)


def lint(record: Record) -> list[Diagnostic]:
    """Findings (KF305) for what keeps `record` from being written in text and read back equal, one
    for each field that differs; none if it is read back equal. KF010 if it is too large.

    They have a ply and a token but no place in a file (see `place`). O(size).

    >>> [found.message for found in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ["'dear!' is not read back as one word of the moves, so text can't hold it"]
    """
    if not record.notes and is_plain(record.moves) and _has_plain_fields(record):
        return []
    from kifu.notation.plain import write_text
    from kifu.notation.reader import read_text

    try:
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
    """Whether the fields and tags are so simple that nothing can be wrong with them. False for some
    records with which nothing is wrong.
    """
    if record.extra or record.tail or record.live or record.end not in ("=", "*", ""):
        return False
    texts = [record.game, record.seed or "", record.commit or "", *record.seats]
    for key, value in record.options.items():
        if not key or "=" in key or " " in key or " " in value:
            return False
        texts += key, value
    for label, outcome in record.chance:
        if not label or ":" in label or " " in label or " " in (outcome[:1], outcome[-1:]):
            return False
        texts += label, outcome
    for name, value in record.tags:
        if name in tags.FIELD_NAMES or not tags.is_name(name):
            return False
        texts.append(value)
    numbers = [record.kifu, record.rules or 0, *(record.result or ()), *(record.winner or ())]
    is_small = max(numbers) < _LARGEST_INTEGER and min(numbers) > -_LARGEST_INTEGER
    return is_small and "".join(texts).isprintable()
