"""A record with the cards that its moves prove, filled into its outcomes."""

from __future__ import annotations

import sys

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.diagnostics import Findings, is_error
from kifu.replay.hidden_cards.proved import cards_of, count_filled, filled_in, has_gaps, proved
from kifu.replay.match import Match
from kifu.replay.replayer import replay


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
    """A match with the cards that the moves of `match` prove filled in. If a checkpoint is another
    one with these cards, or a variation not possible, the match stays as it is. `match` must be
    sound.

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
    known = {(found.code, found.variation, found.ply, found.token) for found in match.findings}
    findings = Findings(most=sys.maxsize)
    fuller = replay(replace(match.record, chance=chance), findings=findings)
    for found in findings.listed():
        if is_error(found) and (found.code, found.variation, found.ply, found.token) not in known:
            place = f"variation {found.variation}" if found.variation else "the main line"
            why = f"with them {place} is not possible: {found.code} {found.message}"
            return Filled(match, counts, why)
    return Filled(fuller, counts)
