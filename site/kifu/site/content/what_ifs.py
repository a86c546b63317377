"""What ifs: what other moves would have led to, as a part of a page's data of its own.

docs/inside/page.md has the format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from kifu.replay.match import Match
from kifu.replay.sentences import offer
from kifu.replay.timeline import Moment, Timeline, WhatIf, choices, choose, decision
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.content.late import known_late
from kifu.site.content.moments import (
    Encoder,
    ToldMoment,
    late_pairs,
)
from kifu.site.content.phrases import shortest

#: At which decisions a page says what other moves would have led to.
WhatIfs = Literal["none", "analysed", "all"]

#: The most other moves of a decision that a page holds.
MOST = 12
#: The most next moves that it holds of the same seat.
MOST_NEXT = 6
#: The most other and next moves of all decisions together, but for the next moves of the last one.
#: Those of the first decisions are taken.
MOST_OF_ALL = 10_000


class WhatIfData(NamedTuple):
    """The `data` of a page's what-ifs ([] for none). If MOST_OF_ALL cut it short, `through` is the
    ply before the first decision that is left out; otherwise 0.
    """

    data: list[Any]
    through: int


def what_if_data(
    timeline: Timeline,
    known: Match | None,
    own: list[ToldMoment],
    found: ShownAnalysis | None,
    encoder: Encoder,
    wanted: WhatIfs,
) -> WhatIfData:
    """The data of a page's what-ifs (what other moves would have led to), as a WhatIfData. Its
    `data` are `[decision, decision, ...]` by ply. A decision is `[ply, course, course, ...]`, with
    a course (see `_Maker.course`) for each other move; a decision without other moves is left out.
    The first decision whose moves would make more than MOST_OF_ALL is left out with all later ones;
    `through` is then the ply before it, otherwise 0. Without what-ifs: `[]` and 0. Sentences and
    ways of cards are added to those of `encoder`.

    `wanted` is "all" (decisions), "analysed" (those with a judgement in `found`; no decisions if it
    is None) or "none". `known` is the match that the page offers (None: no what-ifs): cards that
    are unknown in it are not played. On a redacted page only the viewer's own decisions have other
    moves.

    `own` are the data of the moments of `timeline`, as `encoder` made them; they are not changed. A
    moment after the first of a what-if is only its ply if `own` has the same moment there (see
    `_alike`). O(other moves), of which there are about MOST_OF_ALL at most.
    """
    if known is None or known.game is None or wanted == "none":
        return WhatIfData([], 0)
    maker = _Maker(timeline, own, encoder)
    decisions: list[list[Any]] = []
    through = 0
    for at, moves in _others(known, found, encoder, wanted):
        if maker.made + len(moves) > MOST_OF_ALL:
            through = at.ply - 1
            break
        decisions.append([at.ply, *(maker.course(at, move) for move in moves)])
    return WhatIfData(decisions, through)


def _others(
    known: Match, found: ShownAnalysis | None, encoder: Encoder, wanted: WhatIfs
) -> Iterator[tuple[WhatIf, list[str]]]:
    """Yield the decisions that have other moves in the page, by ply, each as (what-if with nothing
    chosen yet, its other moves). These are at most MOST: first the options of its judgement in
    `found`, the best first, then other legal ones. The move that was played is not among them. If
    `wanted` is "analysed", only the decisions with a judgement; on a redacted page, only the
    viewer's own. A decision whose moves are combinations of cards has none (see `choices`).
    """
    audience = encoder.audience
    judged = found.options if found else {}
    for ply, (seat, _) in enumerate(known.plies, 1):
        hidden = audience.redacted and seat not in audience.viewers
        if hidden or (wanted == "analysed" and ply not in judged):
            continue
        valued = [option.move for option in judged[ply][0].options] if ply in judged else []
        at = decision(known, ply)
        moves = _chosen(choices(at), valued)
        if moves:
            yield at, moves


def _chosen(legal: list[str], valued: list[str]) -> list[str]:
    """At most MOST of the `legal` moves, as a new list: first those in `valued`, in the order of
    `valued`, then the others in the order of `legal`. Moves in `valued` that are not in `legal` are
    left out. A legal move that is in `valued` twice is in the result twice. [] if `legal` is empty.

    >>> _chosen(["a", "b", "c"], ["c", "played"])
    ['c', 'a', 'b']
    """
    first = [move for move in valued if move in legal]
    return [*first, *(move for move in legal if move not in first)][:MOST]


class _Maker:
    """Makes the data of other moves; `made` counts the courses made so far."""

    def __init__(self, timeline: Timeline, own: list[ToldMoment], encoder: Encoder) -> None:
        """Make no data yet. `own` are the data of the moments of `timeline`, as `encoder` made
        them; they are not changed. `course` will add sentences and ways of cards to those of
        `encoder`.
        """
        self.timeline = timeline
        self.own = own
        self.encoder = encoder
        self.facts = encoder.common_facts(timeline.moments)
        self.made = 0

    def course(self, at: WhatIf, move: str) -> list[Any]:
        """What choosing `move` at the what-if `at` leads to, as `[sentence, moments, course, ...]`.
        The sentence is the move as a choice ("choose 34", see `offer`), packed and made `shortest`.
        The moments are the data of those that this choice adds (see `_moments`). A course follows
        for each move that the same seat may choose next (see `choices`: only if it alone may act).
        If there are more than MOST_NEXT of them, or `move` is not the first move chosen, no course
        follows.

        Adds 1 to `made` for this course and for each one in it, and sentences and ways to
        `encoder`. `at` is not changed. Raises IllegalMove if the seat may not play `move`; `made`
        has grown even then.
        """
        self.made += 1
        following = choose(at, move)
        words = offer(self.timeline.game, at.state, move, at.seat)
        further = [] if at.moments else choices(following)
        said = self.encoder.phrases.packed(words, str(at.seat), move)
        return [
            shortest(said),
            self._moments(following.moments)[len(at.moments) :],
            *(self.course(following, one) for one in further if len(further) <= MOST_NEXT),
        ]

    def _moments(self, line: list[Moment]) -> list[ToldMoment | int]:
        """The data of `line`, all moments of a what-if from its decision on (one at least): for
        each a ToldMoment without marks and choice, or only its ply if it is not the first and the
        match has the same moment at that ply (see `_alike`). Sentences and ways are added to those
        of `encoder`.
        """
        ply, encoder = line[0].ply, self.encoder
        whole = [*self.timeline.moments[ply - 2 : ply - 1], *line]
        late = known_late(line, encoder.audience.viewers, encoder.blind)
        facts = dict(self.facts[ply - 1])
        made: list[ToldMoment | int] = []
        for place, later in enumerate(late):
            pairs = late_pairs(later, place + 1)
            told = encoder.moment(whole, len(whole) - len(line) + place, pairs, facts)
            own = self.own[ply + place - 1] if ply + place <= len(self.own) else ToldMoment()
            told.marks, told.choice = [], []
            made.append(ply + place if place and _alike(told, own) else told)
        return made


def _alike(one: ToldMoment, other: ToldMoment) -> bool:
    """Whether two moments have the same move of the same seat, with the same steps, scores and
    sentences (of the move, of what followed, and headline). Nothing else is compared: not marks,
    notes, variations, the choice, who knows the move late, or what these viewers see until then
    (`veil`).
    """
    names = ("seat", "move", "said", "steps", "scores", "told", "headline")
    return all(getattr(one, name) == getattr(other, name) for name in names)
