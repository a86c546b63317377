"""Pieces: an open text cut into its records, what is wrong with each of them, and its game form."""

from __future__ import annotations

import re
from bisect import bisect_right

from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.move_words import SEPARATORS
from kifu.notation.record import SPACE
from kifu.notation.text import Chunk, chunks, read_chunk
from kifu.replay.check import check

#: A larger record (in bytes) is neither examined nor looked into.
LARGEST_RECORD = 1 << 16

_WORD = re.compile(rf"[^{SEPARATORS}]+")


class RecordText(Struct, frozen=True):
    """One record of a text: its text, and the index in the whole text at which it begins."""

    text: str
    start: int

    @property
    def is_large(self) -> bool:
        """Whether the record is too large to be examined while it is typed."""
        return len(self.text) > LARGEST_RECORD or len(self.text.encode()) > LARGEST_RECORD


class Mark(Struct, frozen=True):
    """A finding and the characters that it is about, counted from the start of its record."""

    start: int
    end: int
    finding: Diagnostic


def pieces(text: str) -> list[RecordText]:
    """The records of `text`: joined, they are the text without its byte order mark. O(size).

    >>> [piece.start for piece in pieces('[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n')]
    [0, 15]
    """
    data = text.encode()
    at = 1 if text.startswith("\ufeff") else 0
    found = []
    for chunk in chunks([data]):
        found.append(RecordText(data[chunk.offset : chunk.offset + chunk.size].decode(), at))
        at += len(found[-1].text)
    return found


def piece_at(texts: list[RecordText], at: int) -> RecordText | None:
    """The record that has character `at` (from 0) of the whole text, or ends there; None if the
    text has no records.

    >>> two = pieces('[Game "a"]\\n\\n*\\n\\n[Game "b"]\\n\\n*\\n')
    >>> [piece_at(two, at).start for at in (0, 14, 15, 99)]
    [0, 0, 15, 15]
    """
    index = bisect_right(texts, at, key=lambda piece: piece.start) - 1
    return texts[max(index, 0)] if texts else None


def examined(text: str) -> list[Mark]:
    """The findings on the record `text`, each with its range of characters, in the order of
    `check`; empty if the record is blank or too large to be examined.
    """
    if RecordText(text, 0).is_large or not text.strip(SPACE):
        return []
    source = text.encode()
    reading = read_chunk(Chunk(source, 1, 0, len(source)), 1)
    match = check(reading)
    findings = reading.diagnostics if match is None else match.findings
    starts = [len(source[: finding.offset].decode()) for finding in findings]
    return [_mark(text, start, each) for start, each in zip(starts, findings, strict=True)]


def _mark(text: str, start: int, finding: Diagnostic) -> Mark:
    """A finding with the characters of `text` that it is about: its token if that is at `start`,
    otherwise the word there.
    """
    token = (finding.token or "").partition("\n")[0]
    if token and text.startswith(token, start):
        return Mark(start, start + len(token), finding)
    word = _WORD.match(text, start)
    if word is not None:
        return Mark(start, word.end(), finding)
    if start == len(text):
        start = max(len(text.rstrip(SPACE)) - 1, 0)
    return Mark(start, min(start + 1, len(text)), finding)
