"""Checking: everything that is wrong with a record as it was read, each finding placed."""

from __future__ import annotations

from kifu.notation.dates import each_unreadable
from kifu.notation.diagnostics import Diagnostic, Findings, diagnostic
from kifu.notation.reading import Reading
from kifu.notation.record import tag
from kifu.replay.match import Match
from kifu.replay.replayer import replay

#: What is found because a comment that is never closed has swallowed the moves after it.
_FOLLOWS_FROM_UNCLOSED = ("KF411", "KF412", "KF504")


def check(reading: Reading) -> Match | None:
    """Replay the reading's record, and return the match. Its findings are those of the reader, of
    the record's form and of the replay, each with its place and sorted by place. A finding that
    only follows from a comment that is never closed is left out. None if no record could be read.

    >>> from io import BytesIO
    >>> from kifu.notation.files import read_stream
    >>> text = b'[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n[Seat "Ben"]\\n\\n1. 59\\n*\\n'
    >>> (reading,) = read_stream(BytesIO(text), "text")
    >>> [(found.code, found.line) for found in check(reading).findings]
    [('KF501', 1)]
    """
    record = reading.record
    if record is None:
        return None
    known = frozenset((finding.code, finding.token) for finding in reading.diagnostics)
    # Those who act at once do so in any order while a match is played.
    unsaid: tuple[str, ...] = ("KF416",) if reading.form == "live" else ()
    unclosed = any(finding.code == "KF105" for finding in reading.diagnostics)
    if unclosed:
        unsaid += _FOLLOWS_FROM_UNCLOSED
    findings = Findings(lambda code, token: (code, token) in known or code in unsaid)
    # What was read from text fits into text again, but for the JSON of unknown fields.
    if reading.form != "text" or record.extra:
        from kifu.notation.lint import lint

        findings += lint(record)
    if record.notes:
        from kifu.notation.comments import unread

        findings += unread(record)
    if record.tags:
        findings += each_unreadable(record)
        from kifu.replay.judgements.notes import ENGINE_TAG

        if record.notes and tag(record, ENGINE_TAG):
            from kifu.replay.judgements import written

            findings += written.each_unread(record)
    match = replay(record, findings)
    if record.end == "" and not unclosed:
        findings.append(diagnostic("KF112", "the record has no terminator: it was cut off"))
    fresh = findings.listed()
    if not fresh and not reading.diagnostics:
        match.findings = []
        return match
    from kifu.notation.place import all_placed

    match.findings = sorted([*reading.diagnostics, *all_placed(reading, fresh)], key=_place)
    return match


def _place(finding: Diagnostic) -> tuple[bool, int]:
    """The sort key of a finding: its offset; the finding that counts those left out comes last."""
    return finding.code == "KF013", finding.offset or 0
