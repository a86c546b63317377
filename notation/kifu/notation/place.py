"""Places: where in its source a finding of the replay is.

The replay knows plies and tokens, no files. Text is read once more, only when there is something to
place; in a log, the line is the place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from kifu.notation.diagnostics import Diagnostic, locate_line
from kifu.notation.reader import Reader, Thread
from kifu.notation.reading import Reading
from kifu.notation.record import Note

#: The tag that a finding without a ply is about.
_TAG_OF = {
    "KF307": "Date",
    "KF308": "Time",
    "KF401": "Game",
    "KF402": "Rules",
    "KF403": "Options",
    "KF404": "Seat",
    "KF411": "Result",
    "KF412": "Winner",
    "KF502": "Chance",
    "KF503": "Chance",
    "KF504": "Chance",
    "KF505": "Chance",
    "KF506": "Commit",
    "KF507": "Seed",
    "KF508": "Commit",
    "KF509": "Commit",
}
_OF_THE_END = ("KF112", "KF414", "KF415")
_OF_A_NOTE = ("KF109", "KF110", "KF116", "KF205", "KF413")

#: What is in the movetext at one ply: the move, marks and notes, or None for the beginning of the
#: line; and its first character and the one after.
_Things = list[tuple[str | Note | None, int, int]]


def all_placed(reading: Reading, findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Write record, line, column, offset and excerpt into each finding, as far as `reading`, whose
    record they are about, allows, and return `findings` itself. In a log, the place is the line of
    the record or of the event. If the reading has no source, only record and offset are set.

    O(size of the reading) for all of them together.

    >>> from kifu.notation.diagnostics import diagnostic
    >>> from kifu.notation.text import read_text
    >>> reading = next(read_text([b'[Game "nimmt"]\\n\\n1. 59 10\\n2. 66\\n*\\n']))
    >>> [found] = all_placed(reading, [diagnostic("KF406", "not in the hand", ply=3, token="66")])
    >>> found.line, found.column, found.excerpt
    (4, 4, '2. 66')
    """
    number, line, offset = reading.number, reading.line or 1, reading.offset
    if not reading.source:
        for finding in findings:
            finding.record, finding.offset = number, offset
    elif reading.form == "text":
        wanted: dict[tuple[str, int], _Things] = {_ply(finding): [] for finding in findings}

        def watch(line: Thread, thing: str | Note | None, start: int, end: int) -> None:
            if (line.path, line.plies) in wanted:
                wanted[line.path, line.plies].append((thing, start, end))

        reader = Reader(reading.source, watch)
        for finding in findings:
            finding.offset = _place_in_text(reader, finding, wanted[_ply(finding)])
        reader.locate(list(findings), number, line, offset)
    else:
        lines = reading.source.split(b"\n") if reading.form == "live" else [reading.source]
        starts = [0, *accumulate(len(each) + 1 for each in lines)]
        for finding in findings:
            at = _line_in_log(reading, finding, lines)
            locate_line(finding, lines[at], number, line + at, offset + starts[at])
    return findings


def _ply(finding: Diagnostic) -> tuple[str, int]:
    """The path of the line that a finding is about, and its ply (0 if it has none)."""
    return finding.variation, finding.ply or 0


def _line_in_log(reading: Reading, finding: Diagnostic, lines: list[bytes]) -> int:
    """The line of a log, from 0, that a finding is about: that of its event, or the first one."""
    if finding.ply and 0 < finding.ply <= len(reading.plies):
        return reading.plies[finding.ply - 1]
    if finding.ply or finding.code in _OF_THE_END:
        return max(at for at, line in enumerate(lines) if line or not at)
    return 0


def _place_in_text(reader: Reader, finding: Diagnostic, there: _Things) -> int:
    """The index in the reader's text of what a finding is about: a word or note among `there` (all
    that is at its ply), a tag, or the terminator; 0 if none of them fits.
    """
    token, code, text = finding.token or "", finding.code, reader.text
    found: int | None = None
    if finding.ply is not None or finding.variation:
        found = _at_ply(text, there, token, code in _OF_A_NOTE)
    elif code in _TAG_OF:
        found = _tag(text, _TAG_OF[code], token)
    elif code not in _OF_THE_END and code != "KF301" and token:
        found = max(text.find(token), 0)
    if found is not None:
        return found
    return reader.end_place if code in _OF_THE_END or finding.ply else 0


def _at_ply(text: str, there: _Things, token: str, is_of_note: bool) -> int | None:
    """The index at which `token` begins among what is `there`: as a word or, if the finding is
    about a note (`is_of_note`), as a glyph, checkpoint, language or command. If it is not found,
    the index of the first note or else of the first thing; None if nothing is there.
    """
    notes = [each for each in there if isinstance(each[0], Note)] if is_of_note else []
    for thing, start, end in notes or there:
        if not isinstance(thing, Note):
            if thing == token:
                return start
        elif token in (thing.glyph, f"%{thing.check}", thing.lang):
            return start
        elif token.startswith("[%") and token in (thing.text or ""):
            return max(start, text.find(token, start, end))
    return next((start for _, start, _ in notes or there), None)


def _tag(text: str, name: str, token: str) -> int | None:
    """The index at which `token` is in the value of a tag called `name`. If it is in none, the
    index of the first such tag; None without such a tag.
    """
    tags = list(re.finditer(rf"^\[{name}[ \t][^\n]*", text, re.MULTILINE))
    for tag in tags:
        if token and (at := tag[0].find(token, len(name) + 2)) >= 0:
            return tag.start() + at
    return tags[0].start() if tags else None
