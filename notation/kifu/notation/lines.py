"""Log lines: a stream of JSON lines becomes readings, live logs among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO

import msgspec

from kifu.notation.diagnostics import MOST_FINDINGS, diagnostic
from kifu.notation.live import Impossible, LiveRecord, decode_event
from kifu.notation.log import UNDECODABLE, read_json
from kifu.notation.move_words import LARGEST_RECORD
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.source_text import SourceText
from kifu.notation.text import too_large


def read_lines(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a stream of JSON lines, one at a time, whatever the bytes are. `number`,
    `line` and `offset` are those of the first record.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    live: LiveLog | None = None
    for lines, passed in _line_blocks(blocks):
        for source in lines:
            if live is None or not live.take(source, line, offset):
                if live is not None:
                    yield live.reading()
                    live = None
                if not source.isspace():
                    reading = read_json(source, number, line, offset)
                    number += 1
                    if reading.record is not None and reading.record.live == 1:
                        live = LiveLog(reading)
                    else:
                        yield _explained(reading) if reading.diagnostics else reading
            line += 1
            offset += len(source)
        if passed and live is not None:
            live.pass_over(passed)
        elif passed:
            yield _passed_over(passed, number, line, offset)
            number += 1
        line += bool(passed)
        offset += passed
    if live is not None:
        yield live.reading()


class LiveLog:
    """A live log while it is read: the record so far, and what was wrong with its events."""

    def __init__(self, header: Reading) -> None:
        assert header.record is not None
        self._header = header
        self._live = LiveRecord(header.record)
        self._findings = [finding for finding in header.diagnostics if finding.code != "KF112"]
        self._unlisted = 0
        self._sources = [header.source]
        self._size = header.size
        self._lines = 0

    def take(self, source: bytes, line: int, offset: int) -> bool:
        """Read a line of the log as an event; what is wrong with it becomes a finding. `line` and
        `offset` are its place in the stream. False, with nothing done, if the line is a record,
        which begins the next match.
        """
        complaint = ""
        try:
            event = decode_event(source)
        except UNDECODABLE as error:
            if is_record(source):
                return False
            complaint = "" if source.isspace() else f"this is not an event of a live log: {error}"
        else:
            try:
                self._live.apply(event, self._lines + 1)
            except Impossible as error:
                complaint = str(error)
        self._lines += 1
        self._size += len(source)
        if self._size > LARGEST_RECORD:
            self._sources.clear()
        else:
            self._sources.append(source)
        if complaint:
            self._say(complaint, SourceText(source, self._header.number, line, offset))
        return True

    def pass_over(self, size: int) -> None:
        """Count a line of `size` bytes, too large to be read, as one of the log. The log's reading
        then has no source.
        """
        self._size += size
        self._lines += 1
        self._sources.clear()

    def reading(self) -> Reading:
        """The reading of the whole live log: the record after all its events, and the findings."""
        header = self._header
        record: Record | None = self._live.finished()
        if self._size > LARGEST_RECORD:
            record = None
            finding = too_large(self._size, header.number, header.line, header.offset)
            self._findings.append(finding)
        if self._unlisted:
            message = f"{self._unlisted} more bad events in this live log are not listed"
            finding = diagnostic("KF013", message, record=header.number)
            finding.line, finding.offset = header.line, header.offset
            self._findings.append(finding)
        return Reading(
            record,
            self._findings,
            header.number,
            header.line,
            header.offset,
            self._size,
            "live",
            b"".join(self._sources),
        )

    def _say(self, complaint: str, source_text: SourceText) -> None:
        shown = source_text.text[:80].rstrip()
        if len(self._findings) >= MOST_FINDINGS:
            self._unlisted += 1
            return
        if source_text.source.endswith(b"\n"):
            source_text.say("KF206", f"{complaint}; the event is ignored", 0, token=shown)
        else:
            message = f"the log ends in the middle of a line: {shown!r} was dropped"
            source_text.say("KF207", message, 0, token=shown)
        self._findings.append(source_text.findings()[-1])


def is_record(source: bytes) -> bool:
    """Whether a line of a live log is a record, which begins the next match; if not, it is an
    event.
    """
    try:
        value = msgspec.json.decode(source)
    except UNDECODABLE:
        return False
    return isinstance(value, dict) and ("game" in value or "kifu" in value)


def _explained(reading: Reading) -> Reading:
    """`reading` itself; if its source is an event of a live log, without its record, and with a
    finding that the event has no record above it.
    """
    try:
        decode_event(reading.source)
    except UNDECODABLE:
        return reading
    if is_record(reading.source):
        return reading
    source_text = SourceText(reading.source, reading.number, reading.line, reading.offset)
    source_text.say("KF208", "an event without a live record above it is ignored", 0)
    reading.record = None
    reading.diagnostics = source_text.findings()
    return reading


def _passed_over(size: int, number: int, line: int, offset: int) -> Reading:
    return Reading(
        None, [too_large(size, number, line, offset)], number, line, offset, size, "json"
    )


def _line_blocks(blocks: Iterable[bytes]) -> Iterator[tuple[Iterable[bytes], int]]:
    """Whole lines with their newlines, many at a time, as (lines, 0). A line over the limit is left
    out: in its place comes ((), the number of its bytes).
    """
    rest = b""
    passed = 0
    for block in blocks:
        if passed:
            head, newline, block = block.partition(b"\n")
            passed += len(head) + len(newline)
            if not newline:
                continue
            yield (), passed
            passed = 0
        end = block.rfind(b"\n") + 1
        if end:
            yield BytesIO(rest + block[:end]), 0
            rest = block[end:]
        else:
            rest += block
        if len(rest) > LARGEST_RECORD:
            passed, rest = len(rest), b""
    if passed or rest:
        yield ([rest] if rest else ()), passed
