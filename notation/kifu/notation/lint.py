"""Lint: what keeps a record from being written so that it is read back the same.

A record that was read from text has nothing of it. One that was made in Python, or decoded
from a log, may hold what no reader can give back: a word with white space in it, a note
after a ply that does not exist, a lone surrogate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any

import msgspec

from kifu.notation import tags
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import (
    CHECK,
    DEEPEST_LINE,
    GLYPH,
    is_mark,
    is_plain,
    is_writable,
    split,
)
from kifu.notation.record import SPACE, Note, Record, with_paths

_LABEL = re.compile(r"[^: \t\r\n]+")
_KEY = re.compile(r"[^= \t\r\n]+")
_NO_BLANK = re.compile(r"[^ \t\r\n]*")
_LARGEST_INTEGER = 10**18
_ENDS = ("=", "*", "")


def lint(record: Record) -> list[Diagnostic]:
    """Findings for everything that keeps `record` from being written in text and read back equal.

    They have a ply and a token but no place in a file (see `place`). O(size).

    >>> [finding.code for finding in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ['KF305']
    """
    return [*lint_fields(record), *lint_line(record)]


def lint_fields(record: Record) -> Iterable[Diagnostic]:
    """Findings for what keeps a record's fields and tags (not its moves and notes) from being
    written and read back equal, one at a time.
    """
    return () if _is_plain(record) else chain(_fields(record), _tags(record))


def lint_line(record: Record) -> Iterable[Diagnostic]:
    """Findings for what keeps a record's moves and notes from being written and read back equal,
    one at a time.
    """
    if not record.notes and is_plain(record.moves):
        return ()
    return _line(record.moves, record.notes, "")


def _bad(message: str, token: str | None = None) -> Diagnostic:
    return diagnostic("KF305", message, token=token)


def _is_plain(record: Record) -> bool:
    """Whether the fields and tags are so simple that nothing can be wrong with them. False for some
    records with which nothing is wrong, and which must be looked at closely.
    """
    if record.extra or record.tail or record.live or record.end not in _ENDS:
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
    own, is_name = tags.FIELD_NAMES, tags.is_name
    for name, value in record.tags:
        if name in own or not is_name(name):
            return False
        texts.append(value)
    return "".join(texts).isprintable() and _are_small(record)


def _are_small(record: Record) -> bool:
    """Whether the integers in the record's fields have 18 digits at most."""
    numbers: list[int] = [
        record.kifu,
        record.rules or 0,
        *(record.result or ()),
        *(record.winner or ()),
    ]
    return max(numbers) < _LARGEST_INTEGER and min(numbers) > -_LARGEST_INTEGER


def _fields(record: Record) -> Iterator[Diagnostic]:
    for name in ("game", "seed", "commit"):
        text = getattr(record, name)
        if text and not text.isprintable():
            yield from _characters(name, text)
    for seat in record.seats:
        if not seat.isprintable():
            yield from _characters("seats", seat)
    for key, value in record.options.items():
        yield from _characters("options", key + value)
        if not _KEY.fullmatch(key) or not _NO_BLANK.fullmatch(value):
            yield _bad("an option can't contain a blank, and its name can't contain =", key)
    for label, outcome in record.chance:
        yield from _characters("chance", label + outcome)
        if not _LABEL.fullmatch(label):
            yield _bad("the label of a chance event can't contain a colon or a blank", label)
        if outcome != outcome.strip(SPACE):
            yield _bad("an outcome can't begin or end with white space", label)
    if not _are_small(record):
        yield _bad("a number can have at most 18 digits")
    if record.end not in _ENDS:
        yield _bad("the end of a record must be = or *, or empty if it was cut off", record.end)
    if record.live:
        yield _bad("a live record must be read from its log before it is written", "live")
    if record.tail and not record.end:
        yield _bad(
            "there are line comments after the terminator, but no terminator", record.tail[0]
        )
    for text in record.tail:
        yield from _one_line("tail", text)
    yield from _extra(record.extra)


def _extra(extra: dict[str, Any]) -> Iterator[Diagnostic]:
    for name, value in extra.items():
        if name in tags.LOG_FIELDS:
            yield _bad(f"{name} is a field of a record and can't be an extra field", name)
            continue
        try:
            written = msgspec.json.encode({name: value})
            same = msgspec.json.decode(written) == {name: value}
        except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError):
            same, written = False, b""
        if not same or b"\\u0000" in written:
            yield _bad(f"the extra field {name!r} can't be written as JSON", name)


def _tags(record: Record) -> Iterator[Diagnostic]:
    for name, value in record.tags:
        if name == tags.REMARK:
            yield from _one_line("tags", value)
            continue
        if not value.isprintable():
            yield from _characters(f"the tag {name}", value)
        if not tags.is_name(name):
            yield _bad("a tag's name must be a letter, then letters, digits and _", name)
    if not tags.FIELD_NAMES.isdisjoint([name for name, _ in record.tags]):
        read = Record()
        for name, value in tags.field_tags(record):
            tags.place(read, name, value)
        kept = len(read.tags)
        for name, value in record.tags:
            tags.place(read, name, value)
            kept += 1
            if len(read.tags) != kept:
                yield _bad(f"the tag {name} belongs into its own field of the record", name)
                return


def _line(moves: str, notes: list[Note], variation: str) -> Iterator[Diagnostic]:
    """Findings about one line of play and the variations in it; `variation` is its path (see
    `Diagnostic.variation`), "" for the main line.
    """
    ply = 0
    if is_plain(moves):
        ply = len(split(moves)) - moves.count(".") - moves.count("#")
    else:
        for word in split(moves):
            ply += not is_mark(word)
            if not is_writable(word):
                message = f"{word[:80]!r} can't be written among the moves as one word"
                yield diagnostic("KF305", message, ply=ply, token=word, variation=variation)
    last, depth = 0, variation.count("/") + bool(variation)
    for note, inner in with_paths(notes, variation):
        if note.at < last or note.at > ply:
            message = f"a note is after ply {note.at}; only {last} to {ply} are possible here"
            yield diagnostic("KF205", message, ply=note.at, variation=variation)
        elif (problem := _note_problem(note)) is not None:
            code, message = problem
            yield diagnostic(code, message, ply=note.at, token=_token(note), variation=variation)
        last = max(last, note.at)
        if note.line is not None:
            if depth >= DEEPEST_LINE:
                message = f"variations can be nested {DEEPEST_LINE} deep"
                yield diagnostic("KF012", message, ply=note.at, variation=variation)
            else:
                yield from _line(note.line.moves, note.line.notes, inner)


def _note_problem(note: Note) -> tuple[str, str] | None:
    given = [note.glyph, note.text, note.check, note.line, note.rem]
    if sum(item is not None for item in given) != 1:
        return "KF205", "a note must have exactly one of glyph, text, check, line and rem"
    if note.lang is not None and (note.text is None or not _is_language(note.lang)):
        return "KF205", f"{note.lang!r} is not the language of a comment"
    if note.glyph is not None and not GLYPH.fullmatch(note.glyph):
        return "KF109", "a glyph must be ! ? !! ?? !? ?! or $1 to $255"
    if note.check is not None and not CHECK.fullmatch("%" + note.check):
        return "KF110", "a checkpoint must be 8 hex digits"
    if note.text is not None:
        return _text_problem(note.text)
    if note.rem is not None:
        if "\n" in note.rem:
            return "KF305", "a line comment must be one line"
        return _text_problem(note.rem)
    return None


def _is_language(name: str) -> bool:
    from kifu.notation.escapes import LANGUAGE

    return LANGUAGE.fullmatch("@" + name) is not None


def _text_problem(text: str) -> tuple[str, str] | None:
    if text != Note(at=0, text=text).text:
        return "KF305", "a comment can't begin or end with white space, or contain CR before LF"
    found = _never().search(text)
    return None if found is None else _forbidden("a comment", found[0])


def _token(note: Note) -> str | None:
    return note.glyph or note.check or note.lang


def _one_line(where: str, text: str) -> Iterator[Diagnostic]:
    if "\n" in text or text != text.strip(SPACE):
        yield _bad(
            f"{where}: a line comment must be one line without white space at its ends", text
        )
    yield from _characters(where, text)


def _characters(where: str, text: str) -> Iterator[Diagnostic]:
    found = _never().search(text)
    if found is not None:
        yield diagnostic(*_forbidden(where, found[0]), token=text)


@cache
def _never() -> re.Pattern[str]:
    """The pattern of the characters that no record can hold: NUL and lone surrogates. Compiled when
    first needed, which is rare.
    """
    return re.compile("[\0\ud800-\udfff]")


def _forbidden(where: str, character: str) -> tuple[str, str]:
    if character == "\0":
        return "KF102", f"{where} contains NUL, which a record can't contain"
    return "KF101", f"{where} contains half of a surrogate pair, which is not a character"
