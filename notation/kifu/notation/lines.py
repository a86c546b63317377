"""Log lines: a stream of JSON lines becomes readings, live logs among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from kifu.notation.diagnostics import diagnostic
from kifu.notation.live import Impossible, LiveRecord, decode_event
from kifu.notation.log import UNDECODABLE, read_json
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.notation.sheet import MOST_FINDINGS, Sheet
from kifu.notation.text import too_large
from kifu.notation.words import LARGEST_RECORD

_BLANKS = b" \t\r"


def read_lines(
    blocks: Iterable[bytes], number: int = 1, line: int = 1, offset: int = 0
) -> Iterator[Reading]:
    """The records of a stream of JSON lines, one at a time, whatever the bytes are.

    >>> log = b'{"game":"nimmt","rules":1,"seats":["Aki"],"moves":"59","end":"*"}\\n'
    >>> [reading.record.moves for reading in read_lines([log, log])]
    ['59', '59']
    """
    live: LiveLog | None = None
    for lines, newline, passed in _line_blocks(blocks):
        for source in lines:
            if live is not None and not live.take(source, line, offset, newline):
                yield live.reading()
                live = None
            elif live is not None:
                line += 1
                offset += len(source) + newline
                continue
            if source.strip(_BLANKS):
                reading = read_json(source, number, line, offset)
                number += 1
                if reading.record is not None and reading.record.live == 1:
                    live = LiveLog(reading, newline)
                else:
                    yield _stray(reading) if reading.diagnostics else reading
            line += 1
            offset += len(source) + newline
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

    def __init__(self, header: Reading, newline: int) -> None:
        assert header.record is not None
        self._header = header
        self._live = LiveRecord(header.record)
        self._findings = [finding for finding in header.diagnostics if finding.code != "KF112"]
        self._unlisted = 0
        self._sources = [header.source + b"\n" * newline]
        self._size = header.size + newline
        self._lines = 0

    def take(self, source: bytes, line: int, offset: int, newline: int) -> bool:
        """Take the next line as an event; False where it begins another record.

        `newline` is 0 where the stream ends before the line does.
        """
        complaint = ""
        try:
            event = decode_event(source)
        except UNDECODABLE as error:
            if is_record(source):
                return False
            complaint = f"this is no event of a live log: {error}" if source.strip(_BLANKS) else ""
        else:
            try:
                self._live.apply(event, self._lines + 1)
            except Impossible as error:
                complaint = str(error)
        self._lines += 1
        self._size += len(source) + newline
        if self._size > LARGEST_RECORD:
            self._sources.clear()
        else:
            self._sources.append(source + b"\n" * newline)
        if complaint:
            self._say(complaint, Sheet(source, self._header.number, line, offset), newline)
        return True

    def pass_over(self, size: int) -> None:
        """Take note of an event that is larger than a whole record may be."""
        self._size += size
        self._lines += 1
        self._sources.clear()

    def reading(self) -> Reading:
        """The record of the whole live log."""
        header = self._header
        record: Record | None = self._live.finished()
        if self._size > LARGEST_RECORD:
            record = None
            finding = too_large(self._size, header.number, header.line, header.offset)
            self._findings.append(finding)
        if self._unlisted:
            message = f"{self._unlisted} more bad events in this live log are not listed"
            finding = diagnostic("KF013", message)
            finding.record, finding.line, finding.offset = header.number, header.line, header.offset
            self._findings.append(finding)
        return Reading(
            record=record,
            diagnostics=self._findings,
            number=header.number,
            line=header.line,
            offset=header.offset,
            size=self._size,
            form="live",
            source=b"".join(self._sources),
        )

    def _say(self, complaint: str, sheet: Sheet, newline: int) -> None:
        shown = sheet.text[:80]
        if len(self._findings) >= MOST_FINDINGS:
            self._unlisted += 1
            return
        if newline:
            sheet.say("KF206", f"{complaint}; the event is passed over", 0, token=shown)
        else:
            message = f"the log ends in the middle of a line: {shown!r} was dropped"
            sheet.say("KF207", message, 0, token=shown)
        self._findings.append(sheet.findings()[-1])


def is_record(source: bytes) -> bool:
    """Whether a line of a live log is the beginning of another record, and no event."""
    try:
        value = msgspec.json.decode(source)
    except UNDECODABLE:
        return False
    return isinstance(value, dict) and ("game" in value or "kifu" in value)


def _stray(reading: Reading) -> Reading:
    """`reading`, or what is to be said where its line is an event without a record."""
    try:
        decode_event(reading.source)
    except UNDECODABLE:
        return reading
    if is_record(reading.source):
        return reading
    sheet = Sheet(reading.source, reading.number, reading.line, reading.offset)
    sheet.say("KF208", "an event without a live record above it is passed over", 0)
    reading.record = None
    reading.diagnostics = sheet.findings()
    return reading


def _passed_over(size: int, number: int, line: int, offset: int) -> Reading:
    return Reading(
        record=None,
        diagnostics=[too_large(size, number, line, offset)],
        number=number,
        line=line,
        offset=offset,
        size=size,
        form="json",
        source=b"",
    )


def _line_blocks(blocks: Iterable[bytes]) -> Iterator[tuple[list[bytes], int, int]]:
    """Whole lines, many at a time, without their newlines, and how long those are: 1, or 0 for a
    last line without one. A line over the limit comes as its size alone, behind the others.
    """
    rest = b""
    passed = 0
    for block in blocks:
        if passed:
            head, newline, block = block.partition(b"\n")
            passed += len(head) + len(newline)
            if not newline:
                continue
            yield [], 1, passed
            passed = 0
        whole, newline, rest_of_block = block.rpartition(b"\n")
        if newline:
            yield (rest + whole).split(b"\n"), 1, 0
            rest = rest_of_block
        else:
            rest += block
        if len(rest) > LARGEST_RECORD:
            passed, rest = len(rest), b""
    if passed or rest:
        yield [rest] if rest else [], 0, passed
