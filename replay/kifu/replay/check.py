"""Checking: everything that is wrong with a record as it was read, each finding placed."""

from __future__ import annotations

from kifu.notation.diagnostics import MOST_FINDINGS, Diagnostic, diagnostic
from kifu.notation.lint import lint_fields, lint_line
from kifu.notation.reading import Reading
from kifu.replay.replayer import Replay, replay
from kifu.replay.track import Witness
from kifu.replay.verdict import is_sound


def check(
    reading: Reading, witness: Witness | None = None, faced: list[int | str] | None = None
) -> Replay | None:
    """The reading's record replayed, with every finding of the reader, of the record's form
    and of the replay, each at its place and in the order of places; None where nothing could
    be read. A `witness` looks on and `faced` is filled, as in `replay`.
    """
    record = reading.record
    if record is None:
        return None
    match = replay(record, witness, faced)
    findings: list[Diagnostic] = []
    # What was read from text fits into text again, but for the JSON of unknown fields.
    if reading.form != "text" or record.extra:
        findings += lint_fields(record)
        if record.notes or match.line is None or not match.line.is_known:
            findings += lint_line(record)
    if record.notes:
        from kifu.notation.unread import unread

        findings += unread(record)
    findings += match.findings
    if record.end == "":
        findings.append(diagnostic("KF112", "the record has no terminator: it was cut off"))
    if not findings and not reading.diagnostics:
        return match
    known = {(finding.code, finding.token) for finding in reading.diagnostics}
    fresh = [finding for finding in findings if (finding.code, finding.token) not in known]
    if reading.form == "live":
        # Those who act at once do so in any order while a match is played.
        fresh = [finding for finding in fresh if finding.code != "KF416"]
    from kifu.notation.place import placed

    listed = [*reading.diagnostics, *(placed(reading, finding) for finding in _listed(fresh))]
    match.findings = sorted(listed, key=_place)
    return match


def _place(finding: Diagnostic) -> tuple[bool, int]:
    """Where a finding stands in the order; one that counts others stands behind them."""
    return finding.code == "KF013", finding.offset or 0


def _listed(findings: list[Diagnostic]) -> list[Diagnostic]:
    """As many findings as are listed for one record, and one that counts the others.

    The first error of the main line is always among them, so that they are as sound as all.
    """
    listed, others = findings[:MOST_FINDINGS], findings[MOST_FINDINGS:]
    if not others:
        return listed
    more = diagnostic("KF013", f"{len(others)} more findings in this record are not listed")
    if is_sound(others):
        more.severity = "warning"
    elif is_sound(listed):
        listed.append(next(finding for finding in others if not is_sound([finding])))
        more.message = f"{len(others) - 1} more findings in this record are not listed"
    return [*listed, more]
