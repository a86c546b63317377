"""Places: where in its source a finding of the replay is.

The replay knows plies and tokens, no files. The source of a reading is taken apart once more,
only when there is something to place, and kept for the next finding of the same reading.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Protocol

from kifu.notation.diagnostics import Diagnostic
from kifu.notation.lexed import Header
from kifu.notation.live import Impossible, LiveRecord, decode_event
from kifu.notation.log import UNDECODABLE, read_json
from kifu.notation.move_words import is_mark, split
from kifu.notation.movetext import Movetext, Path, Thread
from kifu.notation.reading import Reading
from kifu.notation.record import Note, Record
from kifu.notation.source_text import SourceText
from kifu.notation.spans import Spans, character

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


def placed(reading: Reading, finding: Diagnostic) -> Diagnostic:
    """`finding` itself, after record, line, column, offset and excerpt were written into it, as far
    as they can be known from `reading`, whose record it is about.

    Without the source, the record and its offset are all.

    >>> from kifu.notation.diagnostics import diagnostic
    >>> from kifu.notation.text import read_text
    >>> reading = next(read_text([b'[Game "nimmt"]\\n\\n1. 59 10\\n2. 66\\n*\\n']))
    >>> finding = placed(reading, diagnostic("KF406", "not in the hand", ply=3, token="66"))
    >>> finding.line, finding.column, finding.excerpt
    (4, 4, '2. 66')
    """
    return all_placed(reading, [finding])[0]


def all_placed(reading: Reading, findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """The findings themselves, after record, line, column, offset and excerpt were written into
    each as in `placed`. O(size of the reading) for all of them together, apart from those in many
    different variations.
    """
    if not reading.source:
        for finding in findings:
            finding.record, finding.offset = reading.number, reading.offset
        return findings
    paths = {_path(finding.variation) for finding in findings}
    source = _source(
        reading.source,
        reading.form,
        reading.number,
        reading.line or 1,
        reading.offset,
        frozenset(path[:size] for path in paths for size in range(1, len(path) + 1)),
    )
    for finding in findings:
        source.source_text.place(finding, _locate(source, finding))
    return findings


class Source(Protocol):
    """The source of one record, taken apart. Offsets are characters of `source_text.text`."""

    source_text: SourceText

    def played(self, path: Path) -> Played | None:
        """The words, with their places, of the line of play at `path`; if there is no such line,
        None, or in a log a line around it. `path` has a pair (ply, number of the variation there)
        for each step down from the main line; () is the main line itself.
        """

    def note(self, path: Path, ply: int, token: str) -> int | None:
        """The offset of the note after `ply`, in the line at `path`, that contains `token`; if none
        does, of any note there; None without notes.
        """

    def field(self, tag: str, token: str) -> int | None:
        """The offset of `token` in the value of the tag called `tag` (in a log: of its field); if
        it is not in there, of the tag; None without such a tag.
        """

    def end(self) -> int:
        """The offset of the terminator (`*` or `=`; in a live log, of the last event), or of the
        place at which it is missing.
        """


class Played:
    """The words of a line of play with their places, and where the line begins.

    `moves[k - 1]` is the index of the word that is ply k.
    """

    def __init__(self, start: int, words: list[str], places: Sequence[int]) -> None:
        self.start = start
        self.words = words
        self.places = places
        self.moves = array("I", (at for at, word in enumerate(words) if not is_mark(word)))

    def place(self, ply: int, token: str) -> int | None:
        """The offset of the word of `ply` (0: of the start of the line), or of the mark `token` if
        it is among the marks right after that ply. None if the line has no such ply.
        """
        if ply > len(self.moves) or ply < 0:
            return None
        index = self.moves[ply - 1] if ply else -1
        following = self.moves[ply] if ply < len(self.moves) else len(self.words)
        for mark in range(index + 1, following):
            if self.words[mark] == token:
                return self.places[mark]
        return self.places[index] if ply else self.start


def _locate(source: Source, finding: Diagnostic) -> int:
    token = finding.token or ""
    found: int | None = None
    if finding.ply is not None or finding.variation:
        path = _path(finding.variation)
        ply = finding.ply or 0
        if finding.code in _OF_A_NOTE:
            found = source.note(path, ply, token.removeprefix("%"))
        if found is None:
            line = source.played(path) or source.played(path[:-1])
            found = line.place(ply, token) if line is not None else None
    elif finding.code in _TAG_OF:
        found = source.field(_TAG_OF[finding.code], token)
    elif finding.code == "KF301":
        return 0
    elif finding.code not in _OF_THE_END and token:
        found = max(source.source_text.text.find(token), 0)
    if found is not None:
        return found
    return source.end() if finding.code in _OF_THE_END or finding.ply else 0


def _path(variation: str) -> Path:
    steps = [step.partition(".") for step in variation.split("/") if step]
    return tuple((int(ply), int(branch)) for ply, _, branch in steps)


@lru_cache(maxsize=1)
def _source(
    source: bytes, form: str, number: int, line: int, offset: int, wanted: frozenset[Path]
) -> Source:
    source_text = SourceText(source, number, line, offset)
    if form == "text":
        return _Text(source_text, wanted)
    return (
        _Live(source_text)
        if form == "live"
        else _Json(source_text, read_json(source).record or Record())
    )


class _Text:
    """Of the variations, only those at the paths `wanted` are kept."""

    def __init__(self, source_text: SourceText, wanted: frozenset[Path]) -> None:
        self.source_text = source_text
        self._header = Header(source_text, Record())
        self._movetext = Movetext(source_text, self._header.end, wanted)
        self._played: dict[Path, Played] = {}

    def played(self, path: Path) -> Played | None:
        if path not in self._played:
            thread = self._thread(path)
            if thread is None:
                return None
            self._played[path] = Played(thread.start, thread.words, thread.places)
        return self._played[path]

    def note(self, path: Path, ply: int, token: str) -> int | None:
        thread = self._thread(path)
        if thread is None:
            return None
        at = _note_of(thread.notes, thread.note_places, ply, token)
        return None if at is None else self._within(at, token)

    def field(self, tag: str, token: str) -> int | None:
        text = self.source_text.text
        found: int | None = None
        for name, value, start in self._header.places:
            if name != tag:
                continue
            at = text.find(token, start, start + len(value) + len(name) + 8) if token else -1
            if at >= 0 or found is None:
                found = at if at >= 0 else start
            if at >= 0:
                break
        return found

    def end(self) -> int:
        return self._movetext.end_place

    def _within(self, start: int, token: str) -> int:
        """The offset of the command `token` in the note that begins at the offset `start`; `start`
        itself if the note does not have it.
        """
        text = self.source_text.text
        if not token.startswith("[%"):
            return start
        closing = _CLOSING.search(text, start)
        at = text.find(token, start, closing.start() if closing else len(text))
        return at if at >= 0 else start

    def _thread(self, path: Path) -> Thread | None:
        thread: Thread | None = self._movetext.main
        for step in path:
            thread = thread.branches.get(step) if thread is not None else None
        return thread


class _Json:
    def __init__(self, source_text: SourceText, record: Record) -> None:
        self.source_text = source_text
        self._record = record
        self._spans = Spans(source_text.text)
        self._played: dict[Path, Played] = {}

    def played(self, path: Path) -> Played | None:
        if path not in self._played:
            way, moves, _ = self._line(path)
            found = self._spans.find([*way, "moves"])
            if found is None:
                return None
            words = split(moves)
            self._played[path] = Played(found[0], words, self._places(words, found))
        return self._played[path]

    def note(self, path: Path, ply: int, token: str) -> int | None:
        way, _, notes = self._line(path)
        index = _note_of(notes, range(len(notes)), ply, token)
        found = None if index is None else self._spans.find([*way, "notes", index])
        if found is None:
            return None
        at = self.source_text.text.find(token, *found) if token.startswith("[%") else -1
        return at if at >= 0 else found[0]

    def field(self, tag: str, token: str) -> int | None:
        found = self._spans.find(["seats" if tag == "Seat" else tag.lower()])
        for at, (name, value) in enumerate(self._record.tags):
            if name == tag and value.startswith(token):
                found = self._spans.find(["tags", at, 1])
        if found is None:
            return None
        at = self.source_text.text.find(token, *found) if token else -1
        return at if at >= 0 else found[0]

    def end(self) -> int:
        found = self._spans.find(["end"])
        return found[0] if found else len(self.source_text.text)

    def _line(self, path: Path) -> tuple[list[str | int], str, list[Note]]:
        way: list[str | int] = []
        moves, notes = self._record.moves, self._record.notes
        for ply, branch in path:
            lines = [at for at, note in enumerate(notes) if note.at == ply and note.line]
            if not 0 < branch <= len(lines):
                break
            way += ["notes", lines[branch - 1], "line"]
            line = notes[lines[branch - 1]].line
            assert line is not None
            moves, notes = line.moves, line.notes
        return way, moves, notes

    def _places(self, words: list[str], found: tuple[int, int]) -> list[int]:
        start, end = found
        text = self.source_text.text
        escaped = "\\" in text[start:end]
        places = []
        at = start + 1
        for word in words:
            places.append(at)
            if escaped:
                at = character(text, at - 1, len(word) + 1)
            else:
                at += len(word) + 1
        return places


class _Live:
    """The lines of a live log: fields are found in its first line, moves in their events."""

    def __init__(self, source_text: SourceText) -> None:
        self.source_text = source_text
        self._end = 0
        events = source_text.source.split(b"\n")
        header = read_json(events[0]).record or Record()
        self._header = _Json(SourceText(events[0], 1, 1, 0), header)
        live = LiveRecord(header)
        starts = [0]
        for number, event in enumerate(events[1:], 1):
            starts.append(source_text.text.find("\n", starts[-1]) + 1)
            if event:
                self._end = starts[-1]
            with suppress(Impossible, *UNDECODABLE):
                live.apply(decode_event(event), number)
        lines = iter(live.lines)
        places = [0 if is_mark(word) else starts[next(lines)] for word in live.words]
        self._main = Played(0, live.words, [self._move(place) for place in places])

    def played(self, path: Path) -> Played | None:
        return self._main

    def note(self, path: Path, ply: int, token: str) -> int | None:
        return None

    def field(self, tag: str, token: str) -> int | None:
        return self._header.field(tag, token)

    def end(self) -> int:
        return self._end

    def _move(self, start: int) -> int:
        """The offset of the move in the event whose line begins at the offset `start`; `start`
        itself if the event has no move.
        """
        text = self.source_text.text
        end = text.find("\n", start)
        line = text[start : end if end >= 0 else len(text)]
        found = Spans(line).find(["m"])
        return start + found[0] + 1 if found else start


def _note_of(notes: list[Note], places: Sequence[int], ply: int, token: str) -> int | None:
    first: int | None = None
    for note, at in zip(notes, places, strict=True):
        if note.at != ply:
            continue
        first = at if first is None else first
        held = token in (note.glyph, note.check, note.lang)
        if token and (held or (token.startswith("[%") and token in (note.text or ""))):
            return at
    return first
