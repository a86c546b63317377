"""The log form: a record as one JSON line, both ways, streams of such lines, and live logs.

Decoding goes straight into `Record`. Only where that fails, or where there is something to say, is
the line examined. Unknown fields are kept; a field that can't be read spoils its line.

A live log is a match that is still being played. Its first line is a record with `"live":1`; each
further line is one event. A reader takes every whole line and makes one record of it all: moves as
they arrived, with their actors, times as `[%utc ...]` comments, and what was taken back gone.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Literal

import msgspec
from msgspec import Struct

from kifu.notation import tags
from kifu.notation.errors import CODES, Diagnostic, Findings, NotationError, diagnostic, locate_line
from kifu.notation.record import (
    BEGIN,
    DEEPEST_LINE,
    GLYPH,
    LARGEST_RECORD,
    LONGEST_WORD,
    Note,
    Reading,
    Record,
    Start,
    is_mark,
    is_move,
    plies,
    split,
    split_actor,
    with_outcome,
)
from kifu.notation.text import parts, say_too_large

_UNENCODABLE = (UnicodeError, RecursionError, OverflowError, TypeError)
#: What decoding hostile bytes can raise, and an event that can't happen (UnicodeError is one of
#: these).
UNDECODABLE = (msgspec.MsgspecError, ValueError, RecursionError)
_ENDS = ["=", "*"]
#: An object with one of these fields begins a match.
_BEGINNING = {"game", "kifu"}
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
    """`record` as one line of JSON, without the newline. Fields that are empty or not set are left
    out. Its `extra` fields are at the top level; one with the name of another field takes its
    place. NotationError if JSON can't hold it. What the fields say is not checked, nor are most
    types, nor the size.

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


def read_lines(blocks: Iterable[bytes], start: Start = BEGIN) -> Iterator[Reading]:
    """Yield a reading for each record of a stream of JSON lines, whatever the bytes are. `blocks`
    are the stream in pieces, which may be cut anywhere, also within a line. A live log (its first
    line and its events) is one record; blank lines are skipped. A line that holds no record gives a
    reading whose record is None, with a finding. Nothing for an empty stream. `start` says which
    number, line and offset the stream begins with.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    lines = parts(blocks, _lines, "json", start)
    number, following = start.number, next(lines, None)
    while following is not None:
        reading, following = following, None
        if not reading.source.isspace():
            reading.number = number
            number += 1
            _read(reading)
            if reading.record is not None and reading.record.live == 1:
                following = _play(reading, reading.record, lines)
            yield reading
        following = following or next(lines, None)


def utc(seconds: float) -> str:
    """A time in seconds since 1970 (negative: before) as a `utc` command writes it: ISO 8601, with
    a fraction only if needed, of at most 6 digits. Raises ValueError for a number out of range (the
    years 1 to 9999), an infinite one, and NaN.

    >>> utc(1763625600.25), utc(0)
    ('2025-11-20T08:00:00.25Z', '1970-01-01T00:00:00Z')
    """
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError) as error:
        raise ValueError(f"{seconds} is not a time in seconds since 1970") from error
    text = moment.isoformat(timespec="microseconds").removesuffix("+00:00")
    return text.rstrip("0").rstrip(".") + "Z"


def _lines(data: bytes) -> list[bytes]:
    """Bytes cut after each LF; the last line may lack it."""
    return BytesIO(data).readlines()


def _read(reading: Reading) -> None:
    """Read `reading.source`, one line of a log, into `reading.record`; what is wrong goes to
    `reading.diagnostics`, with its place. The record is None for a line that holds none, such as an
    event of a live log, and for a line over the limit, whose source is empty.

    Most lines are only decoded, so this function is flat. `_examined` looks at a line where
    decoding fails, a required field is missing, a field is unknown, `kifu` is a newer version,
    `end` is neither `=` nor `*`, `live` is set, or so many objects are in fields that they may be
    nested too deep. Moves, names and the texts of notes are not checked: that is for `lint`.
    """
    source = reading.source
    try:
        record = _decode(source)
        if (
            record.end in _ENDS
            and not (record.extra or record.live or any(tags.missing(record)))
            and (
                not record.notes
                or source.count(b"{") - source.count(b"[{") - source.count(b",{") <= DEEPEST_LINE
            )
        ):
            reading.record = record
            return
    except UNDECODABLE:
        pass
    if not source:
        say_too_large(reading)
        return
    found = Findings()
    reading.record = _examined(source, found)
    reading.diagnostics = found.listed()
    for finding in reading.diagnostics:
        _locate(finding, reading)


def _examined(source: bytes, found: Findings) -> Record | None:
    """The record in `source`, a line of a log that `_read` could not simply decode, or about which
    there is something to find. None if the line is an event of a live log, is no JSON object, is
    nested too deep, or has a field that can't be read. What is wrong is added to `found`, always
    something if None is returned; unknown fields go to the record's `extra`.
    """
    if _is_event(source):
        found.keep(diagnostic("KF208", "an event without a live record above it is ignored"))
        return None
    try:
        value = msgspec.json.decode(source, type=dict[str, Any])
        if _depth(value) > _DEEPEST:
            raise RecursionError
        extra = {name: value.pop(name) for name in [*value] if name not in tags.LOGFIELDS}
        record = msgspec.convert(value, Record)
        if record.end and record.end not in _ENDS:
            raise msgspec.ValidationError(f"Expected = or *, got {record.end[:40]!r} - at `$.end`")
    except UNDECODABLE as error:
        found.keep(diagnostic(*_complaint(source, error)))
        return None
    record.extra = extra
    for name in extra:
        message = f"{name} is not a field of a record; it is kept"
        found.keep(diagnostic("KF203", message, token=name[:LONGEST_WORD]))
    for code, message, token in tags.missing(record):
        found.keep(diagnostic(code, message, token=token))
    if not record.end:
        message = "the record has no end, = (finished) or * (not finished): it was cut off"
        found.keep(diagnostic("KF112", message, expected=_ENDS))
    return record


def _complaint(source: bytes, error: Exception) -> tuple[str, str]:
    """The code and the message for the `error` that decoding a line, `source`, has raised. The code
    is the first that fits: KF012 for a RecursionError (nested too deep), KF101 if the line is not
    UTF-8, KF201 if it is no JSON object, KF205 if a note can't be read, KF202 if another field
    can't be.
    """
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
    """How deep lists and objects are nested in `value`: 1 for a plain value and for an empty list
    or object, 2 for a list of plain values. RecursionError if it is very deep.
    """
    if not isinstance(value, dict | list):
        return 1
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(_depth, inner), default=0)


def _is_event(source: bytes) -> bool:
    """Whether a line is a JSON object with no other fields than those of an event (see `LiveLine`),
    each of the right type. An empty object counts, too.
    """
    try:
        decode_event(source)
    except UNDECODABLE:
        return False
    return True


def _play(reading: Reading, record: Record, lines: Iterator[Reading]) -> Reading | None:
    """Make `reading`, that of a live log's first line with its `record`, the reading of the whole
    log: its form is "live", `size` and `source` cover all lines, and `plies` says which line made
    each ply. Its diagnostics keep those of the first line, except that it is cut off (KF112), and
    get those of the other lines. `lines` gives the lines below as readings without records; their
    events are applied to `record`, whose `live` becomes 0 and whose `end` becomes `*` if it has
    none. Returns the line with which the next match begins, already taken from `lines`, or None at
    the end of the stream.

    An event that can't be read or can't come here is ignored, with a finding; a blank line is
    skipped without one. If the log is larger than a record may be, its lines are taken from `lines`
    all the same, but `reading` then has no record and no source (b""), and one more finding
    (KF010).
    """
    match, following = LiveMatch(record), None
    found = Findings()
    found += [each for each in reading.diagnostics if each.code != "KF112"]
    sources = [reading.source]
    for number, line in enumerate(lines, 1):
        try:
            if line.source and not line.source.isspace():
                event = decode_event(line.source)
                if reading.size <= LARGEST_RECORD:
                    match.apply(event, number)
        except UNDECODABLE as error:
            if _is_record(line.source):
                following = line
                break
            line.number = reading.number
            found.keep(_ignored(line, error))
        reading.size += line.size
        sources.append(line.source)
        if reading.size > LARGEST_RECORD:
            sources.clear()
    record.moves = " ".join(match.words)
    reading.form, reading.diagnostics, reading.plies = "live", found.listed(), match.plies
    if reading.size > LARGEST_RECORD:
        reading.record = None
        say_too_large(reading)
    reading.source = b"".join(sources)
    return following


def _ignored(line: Reading, error: Exception) -> Diagnostic:
    """A new finding, with its place, about a line of a live log that is ignored for `error`: KF207
    if the line does not end in a line break, so that the log breaks off in it; else KF206. Its
    token is the beginning of the line, 80 characters at most.
    """
    shown = line.source[:320].decode("utf-8", "replace")[:80].rstrip()
    code, message = "KF206", f"this event is ignored: {error}"
    if not line.source.endswith(b"\n"):
        code, message = "KF207", f"the log ends in the middle of a line: {shown!r} was dropped"
    finding = diagnostic(code, message, token=shown)
    _locate(finding, line)
    return finding


def _locate(finding: Diagnostic, line: Reading) -> None:
    """Write the place of a line of a log into `finding`: record number, line, column 1, offset, the
    beginning of the line as its excerpt, and caret 0. Its other fields stay.
    """
    locate_line(finding, line.source, line.number, line.line or 1, line.offset)


class LiveMatch:
    """The match of a live log while events are applied to its `record`, whose `live` becomes 0 and
    whose `end` becomes `*` if it has none. Moves go to `words`, the words of the main line, not to
    `record.moves`. `plies[k - 1]` is the line of the log that made ply k (0: the first line).
    """

    def __init__(self, record: Record) -> None:
        record.live, record.end = 0, record.end or "*"
        # Those of the first line may be in any order, and of plies that are to come.
        record.notes.sort(key=lambda note: note.at)
        self._record = record
        self.words = split(record.moves)
        self.plies = [0] * len(plies(record.moves))
        self._is_ended = False

    def apply(self, event: LiveLine, line: int) -> None:
        """Apply `event` to the record; its moves go to the attribute `words`. `line` is the number
        of the event's line in the log (0 is the log's first line). Its time `t`, in seconds since
        1970, becomes a `[%utc ...]` command: at the end of the event's own text or, for any other
        event, in a comment after the last ply (of an undo, the last that is left).

        Raises ValueError, with nothing changed, for an event that can't come here: besides `seat`,
        `t` and `lang`, it has no field or several; it has a `seat` but no move, or a `lang` but no
        text; it is a move, chance, undo or end after the end of the match; it is a seed or commit,
        and the record has another one; or its value can't be (a move, text, seed or commit with
        NUL, no such glyph, a time out of range, and what `_move` and `_undo` refuse). Other values
        are not checked.
        """
        given = [name for name in KINDS if getattr(event, name) is not None]
        if len(given) != 1:
            has = " and ".join(given) or "none"
            raise ValueError(
                f"an event must have exactly one of {', '.join(KINDS)}; this one has {has}"
            )
        (kind,) = given
        if event.seat is not None and kind != "m":
            raise ValueError("only a move can have a seat")
        if event.lang is not None and kind != "text":
            raise ValueError("only a text can have a language")
        if self._is_ended and kind in ("m", "chance", "undo", "end"):
            raise ValueError("the match has ended")
        value = getattr(event, kind)
        texts = [event.lang or "", *(value if kind == "chance" else [str(value)])]
        if "\0" in "".join(texts):
            raise ValueError("a record can't contain NUL")
        time = None if event.t is None else utc(event.t)
        record = self._record
        match kind:
            case "m":
                self._move(value, event.seat, line)
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
        note = Note(at=len(self.plies), **what)
        insort(self._record.notes, note, key=lambda each: each.at)

    def _move(self, move: str, by: int | None, line: int) -> None:
        """Add a move made in this `line` to `words`, with the seat `by` written as its actor (None:
        the move as it is). Raises ValueError, with nothing changed, if it has not the form of one
        move (see `is_move`; a mark has not), if `by` is not from 1 to 9999, or if the move names
        another seat than `by`. Whether the game has such a move is not checked.
        """
        seat, token = split_actor(move)
        if by is not None:
            if not 1 <= by <= 9999 or (seat and seat != by):
                raise ValueError(f"the move {move[:80]!r} can't be one of seat {by}")
            move = f"{by}:{token}"
        if not is_move(move):
            raise ValueError(f"{move[:80]!r} is not a single move")
        self.words.append(move)
        self.plies.append(line)

    def _undo(self, count: int) -> None:
        """Take back the last `count` moves, also those of the log's first line. The marks after the
        first of them go as well; those before it stay. All notes on these moves are removed from
        the record's list, wherever they are in it. Raises ValueError, with nothing changed, if
        `count` is below 1, or there are not so many moves.
        """
        if not 1 <= count <= len(self.plies):
            raise ValueError(f"can't take back {count} moves; only {len(self.plies)} were made")
        del self.plies[-count:]
        while count:
            count -= not is_mark(self.words.pop())
        while self._record.notes and self._record.notes[-1].at > len(self.plies):
            self._record.notes.pop()


def _is_record(source: bytes) -> bool:
    """True if a line of a live log is a record, a JSON object with `game` or `kifu`, which begins
    the next match; False for an event and for anything else.
    """
    try:
        return not _BEGINNING.isdisjoint(msgspec.json.decode(source, type=dict[str, Any]))
    except UNDECODABLE:
        return False
