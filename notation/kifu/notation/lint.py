"""Lint: what keeps a record from being written so that it is read back the same.

A record that was read from text has nothing of it. One that was made in Python, or decoded from a
log, may hold what no reader can give back: a word with white space in it, a note after a ply that
does not exist, a lone surrogate. So it is written, read back and compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from msgspec.structs import astuple, replace

from kifu.notation import tags
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import GLYPH, count_plies, is_plain, plies, split
from kifu.notation.plain_form import write_text
from kifu.notation.record import Note, Record, demand_record
from kifu.notation.text import read_text

#: What writing a record that can't be written raises.
_UNWRITABLE = (RecursionError, ValueError)
_NAME = re.compile(r"[\w/.-]+", re.ASCII)
_LARGEST = 10**18
_FIELDS = Record.__struct_fields__


def lint(record: Record) -> list[Diagnostic]:
    """Findings (KF305) for what keeps `record` from being written in text and read back equal: one
    for each field that differs, and one for the first word or note of the main line that does. An
    empty list if it is read back equal. KF010 for some records that are too large. `record` is not
    changed.

    They have a ply and a token but no place in a file (see `place`). Raises TypeError if a field
    has another type than it must have. O(size).

    >>> [found.message for found in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ["moves: 'dear!' is read back as 'dear', so text can't hold it"]
    """
    try:
        if _is_simple(record.moves, record.notes):
            if _is_plain_head(record):
                return []
            record = replace(record, moves="", notes=[])
        readings = list(read_text([write_text(record).encode()]))
    except (AttributeError, TypeError):
        demand_record(record)
        raise
    except _UNWRITABLE as error:
        demand_record(record)
        return [diagnostic("KF305", f"text can't hold the record: {error}")]
    if [reading.record for reading in readings] == [record]:
        return []
    demand_record(record)
    again = readings[0].record if len(readings) == 1 else None
    if again is None:
        large = [found for each in readings for found in each.diagnostics if found.code == "KF010"]
        return large or [diagnostic("KF305", "the record is not read back as one record")]
    found = [
        _differs(name, value, other, token=name)
        for name, value, other in zip(_FIELDS, astuple(record), astuple(again), strict=True)
        if value != other and name not in ("moves", "notes")
    ]
    return [*found, *_in_moves(record, again)]


def _is_plain_head(record: Record) -> bool:
    """True if the tags of a record are of the usual form: printable texts, names of one word, small
    numbers. Such tags are always read back equal. False says nothing: they must be tried, which
    takes longer than to replay a short match.
    """
    if record.extra or record.tail or record.live or record.end not in ("=", "*"):
        return False
    texts = [record.game, record.seed or "", record.commit or "", *record.seats]
    names = [*record.options, *record.options.values()]
    for label, outcome in record.chance:
        names.append(label)
        texts.append(outcome)
        if not outcome.strip(" ") == outcome != "":
            return False
    for name, value in record.tags:
        texts.append(value)
        if name in tags.FIELDS or not (name.isascii() and name.isalnum() and name[0].isalpha()):
            return False
    lists: list[object] = [record.seats, record.chance, record.tags]
    numbers = [record.kifu, 0 if record.rules is None else record.rules]
    for given in (record.result, record.winner):
        if given is not None:
            lists.append(given)
            numbers += given
    return (
        {*map(type, lists)} == {list}
        and {*map(type, numbers)} == {int}
        and all(map(_NAME.fullmatch, names))
        and "".join(texts).isprintable()
        and -_LARGEST < min(numbers) <= max(numbers) < _LARGEST
    )


def _is_simple(moves: str, notes: list[Note]) -> bool:
    """Whether a line of play has only plain words, glyphs and comments of one line, such as clocks.
    Such a line is always read back equal, so it need not be tried.
    """
    if not notes:
        return is_plain(moves)
    order = [0, *[note.at for note in notes], count_plies(moves)]
    return is_plain(moves) and order == sorted(order) and all(map(_is_simple_note, notes))


def _is_simple_note(note: Note) -> bool:
    """True for a valid glyph, and for a comment of one line without a language; False for any other
    note.
    """
    if note.glyph is not None:
        return note == Note(note.at, glyph=note.glyph) and bool(GLYPH.fullmatch(note.glyph))
    text = note.text or ""
    return note == Note(note.at, text=text) and text.isprintable() and text == text.strip(" ")


def _in_moves(record: Record, again: Record) -> Iterator[Diagnostic]:
    """Yield one finding: about the first word or, if all words agree, the first note of the main
    line of `record` that differs in `again`, which was read back. Nothing if they are equal. A
    variation is a note.
    """
    words = split(record.moves)
    for number, (word, other) in enumerate(zip_longest(words, split(again.moves)), 1):
        if word != other:
            ply = len(plies(" ".join(words[:number])))
            yield _differs("moves", word, other, ply=ply, token=word)
            return
    for note, written in zip_longest(record.notes, again.notes):
        if note != written:
            lost = note or written or Note(0)
            message = f"a note on ply {lost.at} is not read back as it is, so text can't hold it"
            token = lost.glyph or lost.check or lost.lang
            yield diagnostic("KF305", message, ply=lost.at, token=token)
            return


def _differs(name: str, value: object, other: object, **known: Any) -> Diagnostic:
    """A finding (KF305): the field `name` is `value`, but is read back as `other`."""
    message = f"{name}: {value!r:.80} is read back as {other!r:.80}, so text can't hold it"
    return diagnostic("KF305", message, **known)
