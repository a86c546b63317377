"""The log form: a record as one JSON line, both ways, streams of such lines, and live logs.

Decoding goes straight into `Record`. Only where that fails, or where there is something to say, is
the line examined. Unknown fields are kept; a field that can't be read spoils its line.

A live log is a match that is still being played. Its first line is a record with `"live":1`; each
further line is one event. A reader takes every whole line and makes one record of it all: moves as
they arrived, with their actors, times as `[%utc ...]` comments, and what was taken back gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Literal

import msgspec
from msgspec import Struct

from kifu.notation import tags
from kifu.notation.diagnostics import CODES, Findings, diagnostic, locate_line
from kifu.notation.errors import NotationError
from kifu.notation.record import (
    DEEPEST_LINE,
    GLYPH,
    LARGEST_RECORD,
    LONGEST_WORD,
    Note,
    Reading,
    Record,
    is_mark,
    is_move,
    plies,
    split,
    split_actor,
)
from kifu.notation.text import parts, say_too_large

_UNENCODABLE = (UnicodeError, RecursionError, OverflowError, TypeError)
#: What decoding hostile bytes can raise, and an event that can't happen (UnicodeError is one of
#: these).
_UNDECODABLE = (msgspec.MsgspecError, ValueError, RecursionError)
_ENDS = ["=", "*"]
#: How deep a line of a log may be nested: its notes are in a list in an object, and each variation
#: in them is three levels, its note, its line and the line's notes.
_DEEPEST = 3 * DEEPEST_LINE + 3


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

_decode = msgspec.json.Decoder(Record).decode
_encode = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(LiveLine).decode


def encode_json(record: Record) -> bytes:
    """`record` as one line of JSON, without the newline. NotationError if JSON can't hold it.

    >>> encode_json(Record(game="nimmt", rules=1, moves="1. 59", end="*"))
    b'{"kifu":1,"game":"nimmt","rules":1,"moves":"1. 59","end":"*"}'
    """
    try:
        if not record.extra:
            return _encode(record)
        fields: dict[str, Any] = msgspec.to_builtins(record)
        fields.update(fields.pop("extra"))
        return _encode(fields)
    except _UNENCODABLE as error:
        raise NotationError(f"the record can't be written as JSON: {error}") from error


def read_lines(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """Yield a reading for each record of a stream of JSON lines, whatever the bytes are. A live log
    (its first line and its events) is one record; blank lines are skipped. `number`, `line` and
    `offset` are those of the first record.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    live: LiveLog | None = None
    for reading in parts(blocks, _lines, "json", line, offset):
        if live is not None:
            if live.take(reading):
                continue
            yield live.reading()
            live = None
        if reading.source.isspace():
            continue
        reading.number = number
        number += 1
        _read(reading)
        if reading.record is not None and reading.record.live == 1:
            live = LiveLog(reading)
        else:
            yield reading
    if live is not None:
        yield live.reading()


def _lines(data: bytes) -> list[bytes]:
    """Bytes cut after each LF; the last line may lack it."""
    return BytesIO(data).readlines()


def _read(reading: Reading) -> None:
    """Read the record of a reading from its source, one line; what is wrong becomes findings. A
    line that holds no record, such as an event of a live log, leaves a record of None.
    """
    source = reading.source
    reading.record = _quick(source)
    if reading.record is not None:
        return
    if not source:
        say_too_large(reading)
        return
    found = Findings()
    reading.record = _examined(source, found)
    reading.diagnostics = found.listed()
    for finding in reading.diagnostics:
        locate_line(finding, source, reading.number, reading.line or 1, reading.offset)


def _quick(source: bytes) -> Record | None:
    """The record that a JSON line holds. None for one that must be examined:
    decoding fails, a field is missing or unknown, `kifu` is not this version, `end` is neither `=`
    nor `*`, a note is nested too deep, or `live` is set.

    Moves, names and the texts of notes are not checked: that is for `lint`. This is all of a log's
    reading that most records ever see, so it is one function, flat.
    """
    try:
        record = _decode(source)
        if (
            record.end in _ENDS
            and not (record.extra or record.live or [*tags.missing(record)])
            and (
                not record.notes
                or source.count(b"{") <= DEEPEST_LINE
                or _depth(msgspec.json.decode(source)) <= _DEEPEST
            )
        ):
            return record
    except _UNDECODABLE:
        pass
    return None


def _examined(source: bytes, found: Findings) -> Record | None:
    """The record that `source` holds, a line that `_quick` does not take; None if it is an event or
    has a field that can't be read. What is wrong is added to `found`; unknown fields go to the
    record's `extra`.
    """
    if _is_event(source):
        found.append(diagnostic("KF208", "an event without a live record above it is ignored"))
        return None
    try:
        value = msgspec.json.decode(source, type=dict[str, Any])
        if _depth(value) > _DEEPEST:
            raise RecursionError
        extra = {name: value.pop(name) for name in [*value] if name not in tags.LOGFIELDS}
        record = msgspec.convert(value, Record)
        if record.end and record.end not in _ENDS:
            raise msgspec.ValidationError(f"Expected = or *, got {record.end[:40]!r} - at `$.end`")
    except _UNDECODABLE as error:
        found.append(diagnostic(*_complaint(source, error)))
        return None
    record.extra = extra
    for name in extra:
        message = f"{name} is not a field of a record; it is kept"
        found.append(diagnostic("KF203", message, token=name[:LONGEST_WORD]))
    for code, message, token in tags.missing(record):
        found.append(diagnostic(code, message, token=token))
    if not record.end:
        message = "the record has no end, = (finished) or * (not finished): it was cut off"
        found.append(diagnostic("KF112", message, expected=_ENDS))
    return record


def _complaint(source: bytes, error: Exception) -> tuple[str, str]:
    """The code and the message for the `error` that decoding a line, `source`, has raised."""
    if isinstance(error, RecursionError):
        message = f"objects are nested too deep: variations can be nested {DEEPEST_LINE} deep"
        return "KF012", message
    try:
        source.decode()
    except UnicodeDecodeError:
        return "KF101", f"{CODES['KF101'].title}, so the record was skipped"
    if not isinstance(error, msgspec.ValidationError) or not source.lstrip().startswith(b"{"):
        return "KF201", f"the line is not a JSON object: {error}"
    message = f"a field can't be read, so the record was skipped: {error}"
    return "KF205" if " - at `$.notes" in str(error) else "KF202", message


def _depth(value: object) -> int:
    """How deep lists and objects are nested in `value`: 1 for a plain value. RecursionError if it
    is very deep.
    """
    if not isinstance(value, dict | list):
        return 1
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)


def _is_event(source: bytes) -> bool:
    """Whether a line has the form of an event of a live log."""
    try:
        decode_event(source)
    except _UNDECODABLE:
        return False
    return True


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
        self._plies = [0] * len(plies(self._record.moves))
        self._is_ended = False
        self._found = Findings()
        self._found += [found for found in header.diagnostics if found.code != "KF112"]
        self._sources = [header.source]
        self._lines = 0

    def take(self, part: Reading) -> bool:
        """Read a line of the log, `part`, as an event; what is wrong with it becomes a finding.
        Returns False, with nothing done, if the line is a record, which begins the next match.

        A line over the limit, whose `source` is empty, is only counted. So are all lines of a log
        that is larger than a record may be: its reading has no source.
        """
        source, complaint = part.source, ""
        try:
            if source and not source.isspace():
                self._apply(decode_event(source))
        except _UNDECODABLE as error:
            if _is_record(source):
                return False
            complaint = f"this event is ignored: {error}"
        self._reading.size += part.size
        self._lines += 1
        self._sources.append(source)
        if self._reading.size > LARGEST_RECORD:
            self._sources.clear()
        if complaint:
            self._say(complaint, part)
        return True

    def reading(self) -> Reading:
        """The reading of the whole live log: the record after all its events, and the findings.
        Call it once, after the last line: it is the changed `header`. A log that is larger than the
        limit has a record of None and a finding.
        """
        reading, found = self._reading, self._found.listed()
        if found and found[-1].code == "KF013":
            locate_line(
                found[-1], reading.source, reading.number, reading.line or 1, reading.offset
            )
        reading.form, reading.diagnostics, reading.plies = "live", found, self._plies
        self._record.moves = " ".join(self._words)
        if reading.size > LARGEST_RECORD:
            reading.record = None
            say_too_large(reading)
        reading.source = b"".join(self._sources)
        return reading

    def _say(self, complaint: str, part: Reading) -> None:
        """Add a finding about the line `part`: KF206, or KF207 if the log breaks off in it."""
        source = part.source
        shown = source[:320].decode("utf-8", "replace")[:80].rstrip()
        code = "KF206"
        if not source.endswith(b"\n"):
            code = "KF207"
            complaint = f"the log ends in the middle of a line: {shown!r} was dropped"
        finding = diagnostic(code, complaint, token=shown)
        locate_line(finding, source, self._reading.number, part.line or 1, part.offset)
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


def _is_record(source: bytes) -> bool:
    """True if a line of a live log is a record, a JSON object with `game` or `kifu`, which begins
    the next match; False if it is an event.
    """
    try:
        value = msgspec.json.decode(source)
    except _UNDECODABLE:
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
