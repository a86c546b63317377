"""Live logs: a match that is still being played, one event a line.

The first line is a record with `"live":1`; each further line is one event. A reader takes
every whole line and makes one record of it all: moves as they arrived, with their actors,
times as `[%utc ...]` comments, and what was taken back gone.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from kifu.notation.diagnostics import Findings, diagnostic, locate_line
from kifu.notation.move_words import (
    GLYPH,
    LARGEST_RECORD,
    is_mark,
    is_move,
    split,
    split_actor,
)  # fmt: skip
from kifu.notation.reading import Reading
from kifu.notation.record import Note
from kifu.notation.text import Chunk, too_large


class LiveLine(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One line of a live log: exactly one of its fields besides `seat`, `t` and `lang` is given.

    `m` is a move, `seat` who made it, `t` when (seconds since 1970, UTC). `chance` is the outcome
    of an event (label, outcome), which replaces an earlier one with that label; `undo` is how many
    moves are taken back; `text` a comment with its `lang`; `end` the terminator.

    >>> msgspec.json.encode(LiveLine(m="59", seat=1))
    b'{"m":"59","seat":1}'
    """

    m: str | None = None
    seat: int | None = None
    t: float | None = None
    chance: tuple[str, str] | None = None
    text: str | None = None
    lang: str | None = None
    glyph: str | None = None
    undo: int | None = None
    seed: str | None = None
    commit: str | None = None
    result: list[int] | None = None
    winner: list[int] | None = None
    end: Literal["=", "*"] | None = None


#: The fields of which an event has exactly one.
KINDS = [name for name in LiveLine.__struct_fields__ if name not in ("seat", "t", "lang")]

#: What decoding hostile bytes can raise, and an event that can't happen (UnicodeError is one of
#: these).
UNDECODABLE = (msgspec.MsgspecError, ValueError, RecursionError)

decode_event = msgspec.json.Decoder(LiveLine).decode


class LiveLog:
    """A live log while it is read: the record so far, and what was wrong with its events. `header`
    is the reading of its first line. That object is changed and becomes the reading of the whole
    log.

    `_plies[k - 1]` is the line of the log that made ply k, from 0 (0: the first line did).
    """

    def __init__(self, header: Reading) -> None:
        assert header.record is not None
        self._reading, self._record = header, header.record
        self._record.live = 0
        self._record.end = self._record.end or "*"
        self._words = split(self._record.moves)
        self._plies = [0] * sum(not is_mark(word) for word in self._words)
        self._is_ended = False
        self._found = Findings()
        self._found += [found for found in header.diagnostics if found.code != "KF112"]
        self._sources = [header.source]
        self._lines = 0

    def take(self, chunk: Chunk) -> bool:
        """Read a line of the log as an event; what is wrong with it becomes a finding. Returns
        False, with nothing done, if the line is a record, which begins the next match.

        A line over the limit, whose `source` is empty, is only counted. So are all lines of a log
        that is larger than a record may be: its reading has no source.
        """
        source, complaint = chunk.source, ""
        try:
            if source and not source.isspace():
                self._apply(decode_event(source))
        except UNDECODABLE as error:
            if is_record(source):
                return False
            complaint = f"this event is ignored: {error}"
        self._reading.size += chunk.size
        self._lines += 1
        self._sources.append(source)
        if self._reading.size > LARGEST_RECORD:
            self._sources.clear()
        if complaint:
            self._say(complaint, chunk)
        return True

    def reading(self) -> Reading:
        """The reading of the whole live log: the record after all its events, and the findings.
        Call it once, after the last line: it is the changed `header`. A log that is larger than the
        limit has a record of None and a finding.
        """
        reading, found = self._reading, self._found.listed()
        number, line, offset = reading.number, reading.line or 1, reading.offset
        if found and found[-1].code == "KF013":
            locate_line(found[-1], reading.source, number, line, offset)
        if reading.size > LARGEST_RECORD:
            reading.record = None
            found.append(too_large(Chunk(b"", line, offset, reading.size), number))
        self._record.moves = " ".join(self._words)
        reading.form, reading.diagnostics, reading.plies = "live", found, self._plies
        reading.source = b"".join(self._sources)
        return reading

    def _say(self, complaint: str, chunk: Chunk) -> None:
        """Add a finding about the line in `chunk`: KF206, or KF207 if the log breaks off in it."""
        source = chunk.source
        shown = source[:320].decode("utf-8", "replace")[:80].rstrip()
        if source.endswith(b"\n"):
            finding = diagnostic("KF206", complaint, token=shown)
        else:
            message = f"the log ends in the middle of a line: {shown!r} was dropped"
            finding = diagnostic("KF207", message, token=shown)
        locate_line(finding, source, self._reading.number, chunk.line, chunk.offset)
        self._found.append(finding)

    def _apply(self, event: LiveLine) -> None:
        """Add `event`, the next line, to the record. Raises ValueError, with nothing changed, if it
        can't come here.
        """
        given = [name for name in KINDS if getattr(event, name) is not None]
        if len(given) != 1:
            what = " and ".join(given) if given else "none"
            raise ValueError(
                f"an event must have exactly one of {', '.join(KINDS)}; this one has {what}"
            )
        kind = given[0]
        if event.seat is not None and kind != "m":
            raise ValueError("only a move can have a seat")
        if event.lang is not None and kind != "text":
            raise ValueError("only a text can have a language")
        if self._is_ended and kind in ("m", "chance", "undo", "end"):
            raise ValueError("the match has ended")
        value = getattr(event, kind)
        if kind in ("m", "text", "seed", "commit") and "\0" in value:
            raise ValueError("a record can't contain NUL")
        time = None if event.t is None else utc(event.t)
        record = self._record
        match kind:
            case "m":
                self._move(value, event.seat)
            case "undo":
                self._undo(value)
            case "chance":
                record.chance = with_outcome(record.chance, value)
            case "text":
                self._note(text=f"{value} [%utc {time}]" if time else value, lang=event.lang)
            case "glyph":
                if not GLYPH.fullmatch(value):
                    raise ValueError("a glyph must be ! ? !! ?? !? ?! or $1 to $255")
                self._note(glyph=value)
            case "end":
                record.end, self._is_ended = value, True
            case _:
                if kind in ("seed", "commit") and getattr(record, kind) not in (None, value):
                    raise ValueError(f"the match already has another {kind}")
                setattr(record, kind, value)
        if time and kind != "text":
            self._note(text=f"[%utc {time}]")

    def _note(self, **what: Any) -> None:
        """Add a note with the one field given (`text`, with `lang`, or `glyph`) after the
        last ply.
        """
        self._record.notes.append(Note(at=len(self._plies), **what))

    def _move(self, move: str, by: int | None) -> None:
        """Add a move by seat `by` (None: as the move itself says). Raises ValueError if it is not
        one move, or one of another seat.
        """
        if not is_move(move):
            raise ValueError(f"{move[:80]!r} is not a single move")
        seat, token = split_actor(move)
        if by is not None:
            if not 1 <= by <= 9999 or (seat and seat != by):
                raise ValueError(f"the move {move[:80]!r} can't be one of seat {by}")
            move = f"{by}:{token}"
        self._words.append(move)
        self._plies.append(self._lines + 1)

    def _undo(self, count: int) -> None:
        """Take back the last `count` moves, with their notes and the marks between. Raises
        ValueError if there are not so many.
        """
        if not 1 <= count <= len(self._plies):
            raise ValueError(f"can't take back {count} moves; only {len(self._plies)} were made")
        del self._plies[-count:]
        while count:
            count -= not is_mark(self._words.pop())
        while self._record.notes and self._record.notes[-1].at > len(self._plies):
            self._record.notes.pop()


def is_record(source: bytes) -> bool:
    """True if a line of a live log is a record, a JSON object with `game` or `kifu`, which begins
    the next match; False if it is an event.
    """
    try:
        value = msgspec.json.decode(source)
    except UNDECODABLE:
        return False
    return isinstance(value, dict) and ("game" in value or "kifu" in value)


def with_outcome(
    outcomes: list[tuple[str, str]], outcome: tuple[str, str]
) -> list[tuple[str, str]]:
    """A copy of the outcomes with `outcome` (label, text) in place of the earlier one with its
    label, or at the end if there is none. Others stay as they are, also one that is written twice.

    >>> with_outcome([("deal", "_ 2"), ("starter", "1")], ("deal", "7 2"))
    [('deal', '7 2'), ('starter', '1')]
    >>> with_outcome([("deal", "1"), ("deal", "2")], ("starter", "1"))
    [('deal', '1'), ('deal', '2'), ('starter', '1')]
    """
    if all(label != outcome[0] for label, _ in outcomes):
        return [*outcomes, outcome]
    return [outcome if known[0] == outcome[0] else known for known in outcomes]


def utc(seconds: float) -> str:
    """A time in seconds since 1970 as a `utc` command writes it: ISO 8601, with a fraction only if
    needed. Raises ValueError for a number out of range.

    >>> utc(1763625600.25), utc(0)
    ('2025-11-20T08:00:00.25Z', '1970-01-01T00:00:00Z')
    """
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise ValueError(f"{seconds} is not a time in seconds since 1970") from error
    text = moment.isoformat(timespec="microseconds").removesuffix("+00:00")
    return text.rstrip("0").rstrip(".") + "Z"
