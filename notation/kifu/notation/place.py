"""Places: where in its source a finding of the replay is.

The replay knows plies and tokens, no files. Text is read once more, only when there is something to
place; in a log, the line is the place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kifu.notation.diagnostics import Diagnostic, locate_line
from kifu.notation.reader import Reader
from kifu.notation.reading import Reading

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

#: The bracket that closes a comment, and not one that is escaped.
_CLOSING = re.compile(r"(?<!\\)(?:\\\\)*+\}")


def all_placed(reading: Reading, findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings themselves, after record, line, column, offset and excerpt were written into
    each, as far as they can be known from `reading`, whose record they are about. In a log, that is
    the line of the record or of the event; without the source, only the record and its offset.

    O(size of the reading) for all of them together, apart from those in many different variations.

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
        paths = {path for finding in findings for path in _paths(finding.variation)}
        reader = Reader(reading.source, paths)
        for finding in findings:
            finding.offset = _place_in_text(reader, finding)
        reader.locate(list(findings), number, line, offset)
    else:
        lines = reading.source.split(b"\n") if reading.form == "live" else [reading.source]
        starts = [0]
        for each in lines:
            starts.append(starts[-1] + len(each) + 1)
        for finding in findings:
            at = _line_in_log(reading, finding, lines)
            locate_line(finding, lines[at], number, line + at, offset + starts[at])
    return findings


def _paths(variation: str) -> list[str]:
    """The path of a variation, and those of the variations around it."""
    steps = variation.split("/")
    return ["/".join(steps[:size]) for size in range(1, len(steps) + 1)]


def _line_in_log(reading: Reading, finding: Diagnostic, lines: list[bytes]) -> int:
    """The line of a log, from 0, that a finding is about: that of its event, or the first one."""
    if finding.ply and finding.ply <= len(reading.plies):
        return reading.plies[finding.ply - 1]
    if finding.ply or finding.code in _OF_THE_END:
        return max(at for at, line in enumerate(lines) if line or not at)
    return 0


def _place_in_text(reader: Reader, finding: Diagnostic) -> int:
    """The character of the reader's text that a finding is about: the word of its ply, the note
    there, the tag, or the terminator; 0 if none of them is there.
    """
    token, code, text = finding.token or "", finding.code, reader.text
    found: int | None = None
    if finding.ply is not None or finding.variation:
        path, ply = finding.variation, finding.ply or 0
        if code in _OF_A_NOTE:
            found = _note(reader, path, ply, token.removeprefix("%"))
        if found is None:
            line = reader.lines.get(path) or reader.lines.get(path.rpartition("/")[0])
            found = line.place(text, ply, token) if line is not None else None
    elif code in _TAG_OF:
        found = _tag(text, _TAG_OF[code], token)
    elif code not in _OF_THE_END and code != "KF301" and token:
        found = max(text.find(token), 0)
    if found is not None:
        return found
    return reader.end_place if code in _OF_THE_END or finding.ply else 0


def _note(reader: Reader, path: str, ply: int, token: str) -> int | None:
    """The character at which the note after `ply`, in the line at `path`, that contains `token`
    begins, or the token in it; if no note has it, any note there. None without notes.
    """
    line = reader.lines.get(path)
    found: int | None = None
    for note, at in zip(line.notes, line.note_places, strict=True) if line is not None else ():
        if note.at != ply:
            continue
        found = at if found is None else found
        if token and token in (note.glyph, note.check, note.lang):
            return at
        if token.startswith("[%") and token in (note.text or ""):
            closing = _CLOSING.search(reader.text, at)
            inside = reader.text.find(token, at, closing.start() if closing else None)
            return max(at, inside)
    return found


def _tag(text: str, name: str, token: str) -> int | None:
    """The character at which `token` is in the value of a tag called `name`; if it is in none, at
    which the first such tag begins; None without one.
    """
    tags = list(re.finditer(rf"^\[{name}[ \t][^\n]*", text, re.MULTILINE))
    for tag in tags:
        if token and (at := tag[0].find(token, len(name) + 2)) >= 0:
            return tag.start() + at
    return tags[0].start() if tags else None
