"""Errors: findings, which are data (what is wrong with a record, exactly where, and what was
expected), and what kifu raises, each with the exit code it has on the command line.

A finding's code never changes its meaning once released. `CODES` is the one table of them; the docs
are checked against it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

#: The most findings of one record that are listed; one more says how many were not.
MOST_FINDINGS = 100
#: Characters of a line that an excerpt has, and how many of them before the place.
EXCERPT_LENGTH, EXCERPT_BEFORE = 100, 40

_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

Severity = Literal["error", "warning"]


class Code(NamedTuple):
    """What a code means: how bad it is, and one line that says what it means."""

    severity: Severity
    title: str


class Diagnostic(Struct, omit_defaults=True, gc=False):
    """One finding.

    Places count from 1 but for `offset` (bytes, from 0, in the uncompressed stream) and `ply` (0 is
    the position after the first deal). An unknown place is None. `column` is in characters.
    `variation` is the path of the line that the ply is counted in, "" for the main line: `"4.1"` is
    the first variation after ply 4, `"4.1/2.1"` one inside it. `excerpt` is the source line (cut to
    a readable length around the place) and `caret` the 0-based character in the excerpt that the
    finding points at. `expected` lists what would have been right, if that is known.
    """

    code: str
    message: str
    severity: Severity = "error"
    file: str | None = None
    record: int | None = None
    line: int | None = None
    column: int | None = None
    offset: int | None = None
    ply: int | None = None
    variation: str = ""
    token: str | None = None
    excerpt: str | None = None
    caret: int | None = None
    expected: list[str] = []


def diagnostic(
    code: str, message: str, *, expected: list[str] | None = None, **known: Any
) -> Diagnostic:
    """A diagnostic of `code`, with the severity that it has in `CODES` (KeyError if it is not
    there). The other arguments are the diagnostic's fields, as far as they are known.

    >>> diagnostic("KF112", "the record has no terminator").severity
    'error'
    """
    severity = CODES[code].severity
    return Diagnostic(code, message, severity, expected=expected or [], **known)


def is_error(finding: Diagnostic) -> bool:
    """Whether `finding` makes the data bad (a warning does not).

    >>> is_error(diagnostic("KF406", "not in the hand")), is_error(diagnostic("KF104", "no escape"))
    (True, False)
    """
    return finding.severity == "error"


class Findings(Struct):
    """The findings of a record: the first `most` in the order in which they come. Of the others
    only the number is kept, and the first error of the main line, so that the list always has an
    error if the main line has one.

    What `skips` returns True for, given a code and a token, is left out and not counted.

    >>> found = Findings(most=1)
    >>> found += [diagnostic("KF504", "a"), diagnostic("KF504", "b"), diagnostic("KF411", "c")]
    >>> [(finding.code, finding.message) for finding in found.listed()][1:]
    [('KF411', 'c'), ('KF013', '1 more findings in this record are not listed')]
    """

    skips: Callable[[str, str | None], bool] = lambda _code, _token: False
    most: int = MOST_FINDINGS
    _first: list[Diagnostic] = []
    _sound: bool = True  # whether `_first` has no error of the main line
    _others: int = 0

    def keep(self, finding: Diagnostic) -> None:
        """Add a finding. It is left out if the function `skips`, an attribute of this object,
        returns True for its code and token. If the list has `most` findings already (an attribute,
        too), it is only counted. The first error of the main line (its `variation` is "") is kept
        all the same.
        """
        if self.skips(finding.code, finding.token):
            return
        grave = is_error(finding) and not finding.variation
        if self.is_full and not (grave and self._sound):
            self._others += 1
        else:
            self._first.append(finding)
            self._sound = self._sound and not grave

    def __iadd__(self, findings: Iterable[Diagnostic]) -> Findings:
        for finding in findings:
            self.keep(finding)
        return self

    def keep_all(self, later: Findings) -> None:
        """Add the findings of `later`, which come after these: those in its list as `keep` does;
        those that it has only counted are only counted here, too. `later` is not changed.
        """
        self += later._first
        self._others += later._others

    @property
    def is_full(self) -> bool:
        """Whether the list has reached its limit, `most`. Further findings are only counted then,
        so their messages need not be made, except for the first error of the main line.
        """
        return len(self._first) >= self.most

    def listed(self) -> list[Diagnostic]:
        """The findings to show: those that were kept, in their order, at most `most` (an attribute)
        and the first error of the main line. If more came, one (KF013) follows that says how many
        are not listed. It has the place in the file of the last finding before it, if that has one
        yet, and is an error if the main line has an error, else a warning.

        If none were left out, the list is the object's own, which grows with `keep`: don't change
        it.
        """
        if not self._others:
            return self._first
        message = f"{self._others} more findings in this record are not listed"
        severity: Severity = "warning" if self._sound else "error"
        last = replace(self._first[-1], ply=None, variation="", token=None, expected=[])
        return [*self._first, replace(last, code="KF013", message=message, severity=severity)]


def locate(
    found: Iterable[Diagnostic], text: str, raw: str, *, record: int, line: int, offset: int
) -> None:
    """Write record, line, column, offset, excerpt and caret into the findings `found`. `text` is
    record number `record`, which begins at `line` and byte `offset` of its stream. Before, the
    `offset` of each finding is an index of `text` (None: 0); after, it is a byte of the stream.

    `raw` has the same characters as `text`, but a surrogate (as by "surrogateescape") for each byte
    that is not UTF-8. O(size of the text) for all findings together.
    """
    at = start = 0
    for finding in sorted(found, key=lambda finding: finding.offset or 0):
        here = finding.offset or 0
        line += text.count("\n", at, here)
        start = text.rfind("\n", at, here) + 1 or start
        offset += len(raw[at:here].encode("utf-8", "surrogateescape"))
        at = here
        finding.record, finding.line, finding.column = record, line, here - start + 1
        finding.offset = offset
        finding.excerpt, finding.caret = excerpt(text, start, here)


def locate_line(finding: Diagnostic, source: bytes, record: int, line: int, offset: int) -> None:
    """Write the place of a whole line of a log into `finding`: record, line, column 1, offset, the
    beginning of the line as its excerpt ("" for an empty line), and caret 0. Its other fields stay.
    `source` is the bytes of the line, `line` its number (from 1) in the stream, `offset` the place
    of its first byte in the uncompressed stream, `record` the number of the record (from 1).
    """
    finding.offset = 0
    text = source[: 8 * EXCERPT_LENGTH].decode("utf-8", "replace")
    locate([finding], text, text, record=record, line=line, offset=offset)


def excerpt(text: str, start: int, at: int) -> tuple[str, int]:
    """The line of `text` that begins at the index `start`, without its line break and cut to 100
    characters, of which up to 40 are before the index `at`; and the index (from 0) in this excerpt
    of the character at `at`. If `at` is the end of the line, that is the length of the excerpt.

    What would disturb a terminal is shown as U+FFFD, a tab as a space. At a cut there is an
    ellipsis, besides the 100 characters.

    >>> excerpt("1. 59\\n2. 5%9", 6, 9)
    ('2. 5%9', 3)
    """
    begin = max(start, at - EXCERPT_BEFORE)
    line = text[begin : begin + EXCERPT_LENGTH + 2].partition("\n")[0].rstrip("\r")
    before = "…" if begin > start else ""
    after = "…" if len(line) > EXCERPT_LENGTH else ""
    shown = before + line[:EXCERPT_LENGTH].replace("\t", " ") + after
    return _UNPRINTABLE.sub("\ufffd", shown), at - begin + len(before)


class KifuError(Exception):
    """The base of kifu's errors that a user can do something about: the message says what is wrong,
    where, and how to go on. `exit_code` is the one of the command line.
    """

    exit_code = 1


class NotationError(KifuError, ValueError):
    """A record that can't be read or written; `diagnostics` has the findings."""

    def __init__(self, message: str, diagnostics: list[Diagnostic] | None = None) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics or []


class UsageError(KifuError, ValueError):
    """The call itself is wrong: an unknown form, a file that would be overwritten."""

    exit_code = 2


class Busy(KifuError):
    """Somebody else holds the file; the same call may succeed later."""

    exit_code = 3


class LimitHit(KifuError):
    """A limit was reached. Nothing was silently cut off."""

    exit_code = 4


def install_extra(extra: str) -> str:
    """The command line that installs kifu with `extra`, an optional part such as `cards`.

    >>> install_extra("cards")
    "pip install 'kifu[cards]' (in a clone of kifu: pip install '.[cards]')"
    """
    return f"pip install 'kifu[{extra}]' (in a clone of kifu: pip install '.[{extra}]')"


_ERRORS = {
    "KF001": "the compressed stream is damaged or cut off",
    "KF010": "a record is larger than 16 MiB and was skipped",
    "KF011": "a token is longer than 200 characters",
    "KF012": "variations are nested deeper than 100",
    "KF013": "a record has more findings than are listed",
    "KF101": "the bytes are not UTF-8",
    "KF102": "a NUL character, which a record can't contain",
    "KF103": "a line that begins with [ is not a complete tag",
    "KF105": "a comment is not closed",
    "KF106": "a variation is not closed",
    "KF107": "a bracket has no partner or no meaning here",
    "KF108": "a word is not a move, mark, glyph or checkpoint",
    "KF109": "a glyph that does not exist",
    "KF110": "a checkpoint is not % followed by 8 hex digits",
    "KF112": "the record has no terminator: it was cut off",
    "KF113": "text after the terminator",
    "KF114": "a word is not allowed here",
    "KF115": "text before the first record",
    "KF117": "a shogi record (KIF), which kifu does not read",
    "KF201": "the line or object is not a log object",
    "KF202": "a field has the wrong type or value",
    "KF205": "a note is malformed",
    "KF206": "a live event is malformed or can't happen here",
    "KF208": "a live event without a live record above it",
    "KF301": "a required tag is missing",
    "KF302": "the value of a tag can't be read",
    "KF303": "a tag that is allowed once is repeated",
    "KF305": "the record contains something that its form can't express",
    "KF306": "the format version is newer than this kifu",
    "KF401": "the game is unknown",
    "KF402": "the rules revision is unknown",
    "KF403": "an option is unknown or has an impossible value",
    "KF404": "the game can't be played with this number of seats",
    "KF405": "the word is not a move of the game",
    "KF406": "the move is illegal",
    "KF407": "the actor is wrong",
    "KF408": "the actor is missing",
    "KF409": "moves after the end of the game",
    "KF410": "a turn or round mark is wrong",
    "KF411": "the result differs from the replay",
    "KF412": "the winner differs from the replay, or is missing",
    "KF413": "a checkpoint differs from the position",
    "KF414": "the record says finished, but the game is not over",
    "KF417": "a variation has no move to replace",
    "KF418": "the rule data that the record names is not loaded",
    "KF501": "a chance event has no outcome",
    "KF502": "the seed and the written outcome differ",
    "KF503": "a chance label is written twice",
    "KF505": "a written outcome is impossible",
    "KF506": "the commit does not belong to the seed",
    "KF507": "the seed is malformed",
    "KF508": "the commit is malformed",
    "KF601": "the log contradicts the rules",
    "KF602": "the log can't be read",
}
_WARNINGS = {
    "KF104": "an unknown escape was kept unchanged",
    "KF111": "a terminator is not alone on its line",
    "KF116": "a command in a comment can't be read and is ignored",
    "KF203": "an unknown field was kept",
    "KF207": "a live log ends in the middle of a line",
    "KF307": "the Date can't be read, so the match has none",
    "KF308": "the Time can't be read, so the match has none",
    "KF415": "the record says not finished, but the game is over",
    "KF416": "moves that happen at once are not in seat order",
    "KF504": "a written chance event never happens",
    "KF509": "the seed is not published yet, so the moves can't be checked",
    "KF603": "something was inferred or left out on import",
}
#: What each code means, in their order: of containers and limits (0), text (1), logs (2),
#: fields and tags (3), the replay (4), chance (5) and imports (6).
CODES = {
    code: Code("warning" if code in _WARNINGS else "error", title)
    for code, title in sorted((_ERRORS | _WARNINGS).items())
}
