"""Lint: what keeps a record from being written and read back the same; and where a finding is.

A record that was read from text has nothing of it. One that was made in Python, or decoded from a
log, may hold what no reader can give back: a word with white space in it, a note after a ply that
does not exist, a lone surrogate. So it is written, read back and compared.

Lint and the replay know plies and tokens, no files. To place their findings text is read once more,
only when there is something to place; in a log, the line is the place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import Any

from msgspec.structs import astuple

from kifu.notation.errors import Diagnostic, diagnostic, locate_line
from kifu.notation.plain_form import write_text
from kifu.notation.reader import Reader, Thread
from kifu.notation.record import (
    ALPHABET,
    Note,
    Reading,
    Record,
    demand_record,
    plies,
    split,
)
from kifu.notation.tags import is_simple
from kifu.notation.text import read_text

_FIELDS = Record.__struct_fields__
#: Moves and marks with blanks between; a dot ends a word.
_PLAIN_MOVES = re.compile(rf"[{ALPHABET} :#]*+(?:\.(?: [{ALPHABET} :#]*+|\Z))*+")

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
    "KF418": "Options",
    "KF501": "Chance",
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

#: What is in the movetext at one ply: the move, marks and notes, or None for the beginning of the
#: line; and its first character and the one after.
_Things = list[tuple[str | Note | None, int, int]]


def lint(record: Record) -> list[Diagnostic]:
    """Findings (KF305) for what keeps `record` from being written in text and read back equal: one
    for each field that differs, and one for the first word or note of the main line that does.
    There is only one if the record can't be written at all, or is not read back as one record. An
    empty list if it is read back equal. `record` is not changed.

    If its text is larger than a record may be (16 MiB), there is one finding, KF010. But a record
    of ordinary words only (see `is_plain` and `is_simple`), with moves of less than 1 MiB, is
    neither written nor measured: for it, the list is empty.

    A finding about a field has its name as token, one about a word its ply and the word, one about
    a note its ply. None has a place in the file of the record (see `all_placed`); KF010 has that of
    the text written here. Raises TypeError if it is no Record or a field has another type than it
    must have. O(size).

    >>> [found.message for found in lint(Record(game="nimmt", moves="59 10 oh dear!"))]
    ["moves: 'dear!' is read back as 'dear', so text can't hold it"]
    """
    demand_record(record)
    return read_back(record)


def read_back(record: Record) -> list[Diagnostic]:
    """What `lint` returns, for a record whose fields have their types, such as one that was read
    from a log: types are not checked.
    """
    if len(record.moves) < 1 << 20 and is_plain(record.moves) and is_simple(record):
        return []
    try:
        readings = list(read_text([write_text(record).encode()]))
    except (RecursionError, ValueError) as error:
        return [diagnostic("KF305", f"text can't hold the record: {error}")]
    if len(readings) != 1:
        return [diagnostic("KF305", "the record is not read back as one record")]
    again = readings[0].record
    if again is None:
        return readings[0].diagnostics  # it is too large
    if again == record:
        return []
    found = [
        _differs(name, value, other, token=name)
        for name, value, other in zip(_FIELDS, astuple(record), astuple(again), strict=True)
        if value != other and name not in ("moves", "notes")
    ]
    return [*found, *_in_moves(record, again)]


def is_plain(moves: str) -> bool:
    """Whether text surely gives a line of play back unchanged, because it has only characters of
    moves and marks, a dot only at the end of a word, no word `=`, and single spaces between words.
    Whether each word is a move or mark is not checked: `#` and `a.` are plain, too. True for "".
    False for some other lines that text could hold, too.

    >>> is_plain("#1 1. 59 10 2:=b2"), is_plain("59!"), is_plain("1.59")
    (True, False, False)
    """
    return not moves or (
        _PLAIN_MOVES.fullmatch(moves) is not None
        and "  " not in f" {moves} "
        and ("=" not in moves or " = " not in f" {moves} ")
    )


def all_placed(reading: Reading, findings: Sequence[Diagnostic]) -> Sequence[Diagnostic]:
    """Write record, line, column, offset, excerpt and caret into each finding, and return
    `findings` itself. They are about the record of `reading`. In text, the place is the word, note
    or tag that a finding's ply, variation, token and code name; in a log, the line of the record or
    of the event. Findings about the end, and about a ply that is not there, are placed at the end
    of the record. All others that fit nowhere, and each one if the reading has no `source`, are
    placed at its beginning.

    O(size of the reading) for all of them together.

    >>> from kifu.notation.errors import diagnostic
    >>> from kifu.notation.text import read_text
    >>> reading = next(read_text([b'[Game "nimmt"]\\n\\n1. 59 10\\n2. 66\\n*\\n']))
    >>> [found] = all_placed(reading, [diagnostic("KF406", "not in the hand", ply=3, token="66")])
    >>> found.line, found.column, found.excerpt
    (4, 4, '2. 66')
    """
    number, line, offset = reading.number, reading.line or 1, reading.offset
    if reading.form == "text":
        at_plies = [(finding.variation, finding.ply or 0) for finding in findings]
        wanted: dict[tuple[str, int], _Things] = {ply: [] for ply in at_plies}

        def watch(line: Thread, thing: str | Note | None, start: int, end: int) -> None:
            if (line.path, line.plies) in wanted:
                wanted[line.path, line.plies].append((thing, start, end))

        reader = Reader(reading.source, watch)
        for finding, ply in zip(findings, at_plies, strict=True):
            finding.offset = _place_in_text(reader, finding, wanted[ply])
        reader.locate(findings, reading)
    else:
        lines = reading.source.split(b"\n")
        starts = [0, *accumulate(len(each) + 1 for each in lines)]
        for finding in findings:
            at = _line_in_log(reading, finding)
            locate_line(finding, lines[at], number, line + at, offset + starts[at])
    return findings


def _in_moves(record: Record, again: Record) -> Iterator[Diagnostic]:
    """Yield one finding: about the first word or, if all words agree, the first note of the main
    line of `record` that differs in `again`, which was read back. Nothing if they are equal. A
    variation is a note.
    """
    words = split(record.moves)
    for number, (word, other) in enumerate(zip_longest(words, split(again.moves)), 1):
        if word != other:
            ply = len(plies(" ".join(words[:number])))
            yield _differs("moves", word, other, ply=ply, token=word)
            return
    for note, written in zip_longest(record.notes, again.notes):
        if note != written:
            at = (note or written or Note(0)).at
            message = f"a note on ply {at} is not read back as it is, so text can't hold it"
            yield diagnostic("KF305", message, ply=at)
            return


def _differs(name: str, value: object, other: object, **known: Any) -> Diagnostic:
    """A finding (KF305), whose message says that the field `name` is `value`, but is read back as
    `other`, each cut to 80 characters. `known` are other fields of the Diagnostic; it has a token
    only if that is among them.
    """
    message = f"{name}: {value!r:.80} is read back as {other!r:.80}, so text can't hold it"
    return diagnostic("KF305", message, **known)


def _line_in_log(reading: Reading, finding: Diagnostic) -> int:
    """The index (from 0) of the line of the reading's source that a finding is about. For a ply
    that an event of a live log made, that is the event's line. It is the last line for any other
    ply from 1 on, and for a finding about the end of the record; 0 for all other findings.
    """
    if finding.ply and 0 < finding.ply <= len(reading.plies):
        return reading.plies[finding.ply - 1]
    if finding.ply or finding.code in _OF_THE_END:
        return reading.source.rstrip().count(b"\n")
    return 0


def _place_in_text(reader: Reader, finding: Diagnostic, there: _Things) -> int:
    """The index in the reader's text of what a finding is about: a word or note among `there` (all
    that is at its ply), or a tag. If none fits: the place of the terminator for a finding about the
    end or about a ply from 1 on, else 0.
    """
    token, code = finding.token or "", finding.code
    found: int | None = None
    if finding.ply is not None or finding.variation:
        found = _at_ply(reader.text, there, token)
    elif code in _TAG_OF:
        found = _tag(reader.text, _TAG_OF[code], token)
    if found is not None:
        return found
    return reader.end_place if code in _OF_THE_END or finding.ply else 0


def _at_ply(text: str, there: _Things, token: str) -> int | None:
    """The index of the first thing in `there` whose text begins with `token` or, if that is a
    command, has it. If nothing fits, the index of the first one; None if nothing is there.
    """
    for _, start, end in there:
        at = text.find(token, start, end) if token.startswith("[%") else start
        if text.startswith(token, at):
            return at
    return next((start for _, start, _ in there), None)


def _tag(text: str, name: str, token: str) -> int | None:
    """The index at which `token` begins in the value of a tag called `name`. If it is in no such
    tag, or is "", the index at which the first tag with this name begins; None if there is none.
    """
    begin = rf"^\[{name}[ \t]"
    within = rf"{begin}[^\n]*?({re.escape(token)})" if token else begin
    found = re.search(within, text, re.MULTILINE) or re.search(begin, text, re.MULTILINE)
    return found and found.start(found.lastindex or 0)
