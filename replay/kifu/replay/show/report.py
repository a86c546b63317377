"""Findings as people read them, and how many there were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kifu.notation.errors import Diagnostic
from kifu.notation.rows import printable

#: The fields of a finding as columns of rows, in the order in which they are written.
COLUMNS = (
    "file", "record", "line", "column", "offset", "ply", "variation", "code", "severity",
    "token", "message", "expected", "excerpt", "caret",
)  # fmt: skip


def report(finding: Diagnostic) -> str:
    r"""A finding as lines of text: one that editors can follow, the line of the record, what was
    expected.

    >>> finding = Diagnostic(code="KF406", message="card 59 is not in the hand of seat 1",
    ...     file="a.kifu", record=1, line=7, column=4, ply=3, excerpt="2. 59 47", caret=3,
    ...     expected=["66", "71"])
    >>> print(report(finding))
    a.kifu:7:4: error KF406 card 59 is not in the hand of seat 1 (ply 3)
        2. 59 47
           ^
        expected: 66 71
    """
    lines = [f"{_place(finding)}: {finding.severity} {finding.code} {finding.message}"]
    if finding.ply is not None:
        line = f" of variation {finding.variation}" if finding.variation else ""
        lines[0] += f" (ply {finding.ply}{line})"
    if finding.excerpt is not None:
        lines += _pointed(finding.excerpt, finding.caret)
    elif finding.token is not None:
        lines.append(f"    at {finding.token[:_LONGEST]}")
    if finding.expected:
        lines.append(f"    expected: {' '.join(finding.expected)}")
    return "\n".join(map(printable, lines))


class CheckCounts(Counter[str]):
    """Counts under the keys "file", "unreadable", "record", "error" and "warning"; as text, a
    sentence.

    >>> tally = CheckCounts(file=1, record=3, error=2)
    >>> print(tally)
    3 records in 1 file: 2 errors, 0 warnings
    """

    def __str__(self) -> str:
        records, files, errors, warnings = (
            counted(self[what], what) for what in ("record", "file", "error", "warning")
        )
        unread = f" ({self['unreadable']} unreadable)" if self["unreadable"] else ""
        return f"{records} in {files}{unread}: {errors}, {warnings}"

    def passing(self, findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the same findings; each is counted by its severity as it is taken."""
        for finding in findings:
            self[finding.severity] += 1
            yield finding


def counted(number: int, what: str) -> str:
    """A number with its noun, in the plural unless the number is 1.

    >>> counted(1, "record"), counted(2, "record"), counted(2, "match")
    ('1 record', '2 records', '2 matches')
    """
    ending = "es" if what.endswith("ch") else "s"
    return f"{number} {what}{'' if number == 1 else ending}"


#: Characters of a token that are shown where there is no excerpt.
_LONGEST = 200


def _place(finding: Diagnostic) -> str:
    """`FILE:LINE:COLUMN`, without what is not known; for a finding without a line, its record and
    byte.
    """
    name = finding.file or "-"
    if finding.line is not None:
        column = "" if finding.column is None else f":{finding.column}"
        return f"{name}:{finding.line}{column}"
    where = [] if finding.record is None else [f"record {finding.record}"]
    if finding.offset is not None:
        where.append(f"byte {finding.offset}")
    return f"{name}: {', '.join(where)}" if where else name


def _pointed(excerpt: str, caret: int | None) -> list[str]:
    """The excerpt and, unless `caret` is None, a line below it with a caret under the character of
    that index (from 0); both indented.
    """
    from rich.cells import cell_len

    shown = excerpt.replace("\t", " ")
    if caret is None:
        return [f"    {shown}"]
    before = cell_len(printable(shown[:caret]))
    return [f"    {shown}", f"    {' ' * before}^"]
