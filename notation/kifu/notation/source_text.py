"""The source text of one record while it is read, and the findings about it.

Findings are collected by place (a character of the text) and get line, column, offset and
excerpt only when they are handed out, because most records have none.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from kifu.notation.diagnostics import CODES, MOST_FINDINGS, Diagnostic, diagnostic, not_listed

EXCERPT_BEFORE, EXCERPT_LENGTH = 40, 100

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def _span(error: UnicodeError) -> tuple[str, int]:
    """An error handler of `codecs`: replaces a malformed sequence of bytes by a lone surrogate,
    whose last hex digit is the length of the sequence.
    """
    assert isinstance(error, UnicodeDecodeError)
    return chr(0xDC00 + error.end - error.start), error.end


codecs.register_error("kifu.span", _span)
_SPANS = re.compile("[\udc01-\udc04]")
_NUL = re.compile("\0")


class _Place(NamedTuple):
    """A character of a source text, and how many lines and bytes are before it."""

    at: int
    line: int
    line_start: int
    size: int


class SourceText:
    """The text of one record, and its findings.

    `number`, `line` and `offset` say where the record begins in its stream. Malformed UTF-8
    and NUL are found here: each malformed sequence, and each NUL, becomes U+FFFD.
    """

    def __init__(self, source: bytes, number: int, line: int | None, offset: int) -> None:
        self.source = source
        self.number = number
        self.line = line
        self.offset = offset
        self._found: list[tuple[Diagnostic, int]] = []
        self._unlisted = 0
        self._graver = False  # whether an error of the main line is not listed
        self._last = _Place(0, 0, 0, 0)
        try:
            self.text = self._measured = source.decode()
        except UnicodeDecodeError:
            self.text = self._measured = source.decode("utf-8", "kifu.span")
            self._clean("KF101", _SPANS, "bytes that are not UTF-8")
        if "\0" in self.text:
            self._clean("KF102", _NUL, "NUL characters")

    @property
    def is_full(self) -> bool:
        """Whether there are so many findings that others are only counted."""
        return len(self._found) >= MOST_FINDINGS

    def say(
        self,
        code: str,
        message: str,
        at: int,
        *,
        token: str | None = None,
        ply: int | None = None,
        variation: str = "",
        expected: list[str] | None = None,
    ) -> None:
        """Record a finding (its fields as for `diagnostic`) about the character `at` of the text;
        beyond `MOST_FINDINGS` it is only counted.
        """
        if self.is_full:
            self._unlisted += 1
            self._graver |= CODES[code].severity == "error" and not variation
            return
        finding = diagnostic(
            code, message, ply=ply, token=token, expected=expected, variation=variation
        )
        self._found.append((finding, at))

    def findings(self) -> list[Diagnostic]:
        """The findings so far, each with its line and column. If there are too many, the last one
        says how many are left out.
        """
        for finding, at in self._found:
            self.place(finding, at)
        findings = [finding for finding, _ in self._found]
        if self._unlisted:
            more = not_listed(self._unlisted, grave=self._graver)
            self.place(more, len(self.text))
            findings.append(more)
        return findings

    def place(self, finding: Diagnostic, at: int) -> None:
        """Write line, column, offset and excerpt of the character `at` into `finding`. Quick if
        calls come in ascending order of `at`.
        """
        before = self._last if self._last.at <= at else _Place(0, 0, 0, 0)
        newline = self.text.rfind("\n", before.at, at)
        here = _Place(
            at,
            before.line + self.text.count("\n", before.at, at),
            before.line_start if newline < 0 else newline + 1,
            before.size + self._size(before.at, at),
        )
        self._last = here
        finding.record = self.number
        finding.column = at - here.line_start + 1
        finding.offset = self.offset + here.size
        finding.excerpt, finding.caret = excerpt(self.text, here.line_start, at)
        if self.line is not None:
            finding.line = self.line + here.line

    def _size(self, start: int, end: int) -> int:
        """How many bytes of the source the characters from index `start` to `end` - 1 take."""
        if len(self.text) == len(self.source):
            return end - start
        characters = self._measured[start:end]
        size = len(characters.encode("utf-8", "surrogatepass"))
        spans = _SPANS.findall(characters)
        return size - 3 * len(spans) + sum(ord(span) - 0xDC00 for span in spans)

    def _clean(self, code: str, wrong: re.Pattern[str], what: str) -> None:
        first = wrong.search(self.text)
        assert first is not None
        self.text, count = wrong.subn("\ufffd", self.text)
        message = f"{CODES[code].title}; {count} in this record"
        self.say(code, f"{message}: {what} are read as U+FFFD", first.start())


def excerpt(text: str, start: int, at: int) -> tuple[str, int]:
    """The line of `text` that begins at the index `start`, cut to a readable length around the
    character `at`; and the index of that character in what is shown.

    What would disturb a terminal is shown as U+FFFD, a cut as an ellipsis.

    >>> excerpt("1. 59\\n2. 5%9", 6, 9)
    ('2. 5%9', 3)
    """
    begin = max(start, at - EXCERPT_BEFORE)
    end = text.find("\n", at, begin + EXCERPT_LENGTH)
    cut = end < 0 and begin + EXCERPT_LENGTH < len(text)
    shown = text[begin : begin + EXCERPT_LENGTH if end < 0 else end].rstrip("\r")
    caret = at - begin
    if cut:
        shown += "…"
    if begin > start:
        shown, caret = "…" + shown, caret + 1
    return _UNPRINTABLE.sub("\ufffd", shown.replace("\t", " ")), caret
