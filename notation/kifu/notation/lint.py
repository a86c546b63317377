"""Lint: what keeps a record from being written so that it is read back the same.

A record that was read from text has nothing of it. One that was made in Python, or decoded from a
log, may hold what no reader can give back: a word with white space in it, a note after a ply that
does not exist, a lone surrogate. So it is written, read back and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from msgspec.structs import replace

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import GLYPH, count_plies, is_mark, is_plain, split
from kifu.notation.plain_form import write_text
from kifu.notation.reading import Reading
from kifu.notation.record import Note, Record, demand_record
from kifu.notation.text import read_text

#: What writing a record that can't be written raises.
_UNWRITABLE = (UnicodeError, RecursionError, ValueError)


def lint(record: Record) -> list[Diagnostic]:
    """Findings (KF305) for what keeps `record` from being written in text and read back equal: one
    for each field that differs, and one for the first word or note of the main line that does. An
    empty list if it is read back equal. KF010 for some records that are too large. `record` is not
    changed.

    They have a ply and a token but no place in a file (see `place`). Raises TypeError if a field
    has another type than it must have. O(size).

    >>> [found.message for found in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ["'dear!' is not read back as one word of the moves, so text can't hold it"]
    """
    try:
        if _is_simple(record.moves, record.notes):
            bare = replace(record, moves="", notes=[])
            if [reading.record for reading in _read_back(bare)] == [bare]:
                return []
        readings = _read_back(record)
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
    found = []
    for name in Record.__struct_fields__:
        value, other = getattr(record, name), getattr(again, name)
        if value != other and name not in ("moves", "notes"):
            message = f"{name}: {value!r:.80} is read back as {other!r:.80}, so text can't hold it"
            found.append(diagnostic("KF305", message, token=name))
    return [*found, *_in_moves(record, again)]


def _is_simple(moves: str, notes: list[Note]) -> bool:
    """Whether a line of play has only plain words, glyphs and comments of one line, such as clocks.
    Such a line is always read back equal, so it need not be tried.
    """
    order = [0, *[note.at for note in notes], count_plies(moves)]
    return is_plain(moves) and order == sorted(order) and all(map(_is_simple_note, notes))


def _is_simple_note(note: Note) -> bool:
    if note.glyph is not None:
        return note == Note(note.at, glyph=note.glyph) and bool(GLYPH.fullmatch(note.glyph))
    text = note.text or ""
    return note == Note(note.at, text=text) and text.isprintable() and text == text.strip(" ")


def _read_back(record: Record) -> list[Reading]:
    return list(read_text([write_text(record).encode()]))


def _in_moves(record: Record, again: Record) -> Iterator[Diagnostic]:
    """The finding about the first word or else note of the main line of `record` that `again`,
    which was read back, does not have; none if the two are equal. A variation is a note.
    """
    words = split(record.moves)
    for number, (word, other) in enumerate(zip_longest(words, split(again.moves))):
        if word != other:
            message = f"{(other or '')[:80]!r} is read back after the last move"
            if word is not None:
                message = f"{word[:80]!r} is not read back as one word of the moves"
            ply = sum(not is_mark(each) for each in words[: number + 1])
            yield diagnostic("KF305", f"{message}, so text can't hold it", ply=ply, token=word)
            return
    for note, written in zip_longest(record.notes, again.notes):
        if note != written:
            lost = note or written or Note(0)
            message = f"a note on ply {lost.at} is not read back as it is, so text can't hold it"
            token = lost.glyph or lost.check or lost.lang
            yield diagnostic("KF305", message, ply=lost.at, token=token)
            return
