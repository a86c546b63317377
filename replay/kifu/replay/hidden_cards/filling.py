"""A record with the cards that its moves prove, filled into its outcomes."""

from __future__ import annotations

import sys

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.diagnostics import Diagnostic, Findings, is_error
from kifu.notation.record import Note, Record, with_paths
from kifu.replay.hidden_cards.proved import cards_of, count_filled, filled_in, has_gaps, proved
from kifu.replay.match import Match
from kifu.replay.replayer import replay

#: The checkpoints that change with what is known: by variation, ply and text.
_Checks = dict[tuple[str, int, str], str]


class Filled(Struct):
    """`match` with all that is proved; `counts` say how many cards of each event were filled in.
    `why_not` says why none was although the moves prove those that `counts` has ("": they were).
    """

    match: Match
    counts: dict[str, int] = {}
    why_not: str = ""

    def __str__(self) -> str:
        """A sentence about what was filled in, or why not; "" if there was nothing to do."""
        if not self.counts:
            return ""
        if self.why_not:
            return f"left out {cards_of(self.counts)}, which the moves prove: {self.why_not}"
        return filled_in(self.counts)


def filled(match: Match) -> Filled:
    """A match with the cards that the moves of `match` prove filled in. Checkpoints that were right
    are replaced by those of the positions with these cards. If a variation is not possible with
    these cards, the match stays as it is. `match` must be sound.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="59 10", end="*",
    ...     chance=[("deal/1", "_*20 12 55 3 88")])
    >>> found = filled(replay(record))
    >>> str(found), found.match.record.chance[0][1]
    ('filled in 2 cards of deal/1, which the moves prove', '59 _*9 10 _*9 12 55 3 88')
    """
    if not has_gaps(match.record):
        return Filled(match)
    chance = proved(match)
    counts = count_filled(match.record.chance, chance)
    if not counts:
        return Filled(match)
    record = replace(match.record, chance=chance)
    known = {(found.code, found.variation, found.ply, found.token) for found in match.findings}
    fresh = [
        found
        for found in _findings(record)
        if (found.code, found.variation, found.ply, found.token) not in known and is_error(found)
    ]
    checks: _Checks = {
        (found.variation, found.ply or 0, found.token[1:]): found.expected[0][1:]
        for found in fresh
        if found.code == "KF413" and found.token
    }
    record = replace(record, notes=_checked(record.notes, checks, ""))
    others = [found for found in fresh if found.code != "KF413"]
    if others:
        return Filled(match, counts, _where(others[0]))
    return Filled(replay(record), counts)


def _findings(record: Record) -> list[Diagnostic]:
    found = Findings(most=sys.maxsize)
    replay(record, findings=found)
    return found.listed()


def _where(finding: Diagnostic) -> str:
    place = f"variation {finding.variation}" if finding.variation else "the main line"
    return f"with them {place} is not possible: {finding.code} {finding.message}"


def _checked(notes: list[Note], checks: _Checks, variation: str) -> list[Note]:
    """`notes`, of the line with the path `variation` ("" for the main line) and of variations in
    it, with each checkpoint replaced that has another value in `checks`.
    """
    if not checks:
        return notes
    changed: list[Note] = []
    for note, path in with_paths(notes, variation):
        if note.check is not None:
            note = replace(note, check=checks.get((variation, note.at, note.check), note.check))
        elif note.line is not None:
            inner = _checked(note.line.notes, checks, path)
            note = replace(note, line=replace(note.line, notes=inner))
        changed.append(note)
    return changed
