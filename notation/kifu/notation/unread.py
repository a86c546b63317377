"""Unread commands: those of kifu's own in comments whose arguments nobody can read.

They do no harm and are kept, but mean nothing: an evaluation is not drawn, a clock does not change.
`comments` says which commands there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kifu.notation.comments import KNOWN, commands, evaluation, seconds
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import DEEPEST_LINE
from kifu.notation.record import Note, Record, with_paths

#: A command of kifu's own as far as its closing bracket, which may be missing.
_BEGUN = re.compile(rf"\[%(?:{'|'.join(KNOWN)})(?![A-Za-z0-9_])[^\[\]]*+\]?")
_MOMENT = re.compile(
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]{1,9})?Z"
)
_EXPECTED = {
    "clk": ["0:00:41"],
    "emt": ["3.2", "0:00:41"],
    "utc": ["2026-11-21T20:05:00.25Z"],
    "mark": ["a name"],
    "by": ["a name"],
}
#: Characters of a command that a finding keeps.
LONGEST = 200


def unread(record: Record) -> Iterator[Diagnostic]:
    """A warning, one at a time, for every command that kifu knows (clk, eval, ...) whose arguments
    can't be read, in the main line and in variations.

    Findings have a ply, a variation and the command as token, but no place in a file (see `place`).
    O(size).

    >>> notes = [Note(at=1, text="[%eval 41 36]"), Note(at=1, text="[%clk 0:00:41]")]
    >>> [finding] = unread(Record(seats=["Aki", "Ben"], moves="59 10", notes=notes))
    >>> finding.code, finding.token, finding.expected
    ('KF116', '[%eval 41 36]', ['a number from 0 to 1 for each of 2 seats'])
    """
    return _of_line(record.notes, "", len(record.seats))


def _of_line(notes: list[Note], path: str, seats: int) -> Iterator[Diagnostic]:
    for note, inner in with_paths(notes, path):
        if note.text is not None and "[%" in note.text:
            for token, message, expected in _problems(note.text, seats):
                yield diagnostic(
                    "KF116",
                    message,
                    ply=note.at,
                    token=token,
                    expected=expected,
                    variation=path,
                )
        if note.line is not None and path.count("/") < DEEPEST_LINE:
            yield from _of_line(note.line.notes, inner, seats)


def _problems(text: str, seats: int) -> Iterator[tuple[str, str, list[str]]]:
    for found in _BEGUN.finditer(text):
        token = found[0][:LONGEST]
        whole = commands(found[0])
        if not whole:
            token = token.splitlines()[0].rstrip()
            yield (
                token,
                f"{token!r} is not a command: a blank or the closing bracket is missing",
                [],
            )
            continue
        ((name, arguments),) = whole
        if not _is_read(name, arguments, seats):
            expected = _EXPECTED.get(name) or [_chances(seats)]
            wanted = " or ".join(expected)
            yield token, f"{token!r} can't be read: {name} is followed by {wanted}", expected


def _is_read(name: str, arguments: str, seats: int) -> bool:
    if name == "eval":
        return evaluation(arguments, seats or len(arguments.split())) is not None
    if name in ("clk", "emt"):
        return seconds(arguments) is not None
    if name == "utc":
        return _MOMENT.fullmatch(arguments) is not None
    return bool(arguments)


def _chances(seats: int) -> str:
    return f"a number from 0 to 1 for each of {seats} seats" if seats else "a number for each seat"
