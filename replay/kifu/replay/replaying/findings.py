"""Findings of one record while they are made: as many as are listed, and how many others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set

from kifu.notation.diagnostics import MOST_FINDINGS, Diagnostic, is_error, not_listed


class Findings:
    """The first `most` findings in the order in which they come, the first error of the main line
    wherever it comes, so that they are as sound as all, and the number of the others.

    What has a pair of code and token that is `known`, or a code of `unsaid`, is left out.

    >>> from kifu.notation.diagnostics import diagnostic
    >>> found = Findings(most=1)
    >>> found += [diagnostic("KF504", "a"), diagnostic("KF504", "b"), diagnostic("KF411", "c")]
    >>> [(finding.code, finding.message) for finding in found.listed()][1:]
    [('KF411', 'c'), ('KF013', '1 more findings in this record are not listed')]
    """

    __slots__ = ("_first", "_grave", "_known", "_most", "_others", "_sound", "_unsaid")

    def __init__(
        self,
        known: Set[tuple[str, str | None]] = frozenset(),
        unsaid: Collection[str] = (),
        most: int = MOST_FINDINGS,
    ) -> None:
        self._known = known
        self._unsaid = unsaid
        self._most = most
        self._first: list[Diagnostic] = []
        self._sound = True  # whether `_first` has no error of the main line
        self._grave: Diagnostic | None = None  # the first such error of the others
        self._others = 0

    def append(self, finding: Diagnostic) -> None:
        """Add a finding, unless its pair of code and token is `known` or its code `unsaid`. If
        there are `most` findings already, it is only counted; the first error of the main line
        among these is kept as well.
        """
        if (finding.code, finding.token) in self._known or finding.code in self._unsaid:
            return
        grave = is_error(finding) and not finding.variation
        if len(self._first) < self._most:
            self._first.append(finding)
            self._sound = self._sound and not grave
            return
        self._others += 1
        if grave and self._grave is None:
            self._grave = finding

    def __iadd__(self, findings: Iterable[Diagnostic]) -> Findings:
        for finding in findings:
            self.append(finding)
        return self

    def counts(self, code: str, token: str | None, variation: str) -> bool:
        """Call this before you make a finding: True if one with this code, token and variation
        would not be listed; it is counted then, and need not be made.
        """
        if len(self._first) < self._most or (not variation and self._grave is None):
            return False
        if (code, token) not in self._known and code not in self._unsaid:
            self._others += 1
        return True

    def join(self, later: Findings) -> None:
        """Append the findings of `later`, and add up the numbers of those that are not listed."""
        for finding in later._first:
            self.append(finding)
        self._others += later._others
        self._grave = self._grave or later._grave

    def listed(self) -> list[Diagnostic]:
        """The findings to show; if others are not listed, the last one says how many."""
        if not self._others:
            return self._first
        listed, others = self._first.copy(), self._others
        if self._grave is not None and self._sound:
            listed.append(self._grave)
            others -= 1
        return [*listed, not_listed(others, grave=self._grave is not None)]
