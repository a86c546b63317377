"""What ifs: what other moves would have led to, as a part of a page's data of its own.

docs/inside/page.md has the format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from kifu.replay.match import Match
from kifu.replay.show.report import offer
from kifu.replay.timeline import Moment, Timeline, WhatIf, choices, choose, decision
from kifu.site.content.judgements import ShownAnalysis
from kifu.site.content.late import known_late
from kifu.site.content.moments import (
    Encoder,
    ToldMoment,
    UniqueParts,
    late_pairs,
    values,
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


class ToldOther(Struct):
    """A moment of a what-if for the script: fields of a ToldMoment, but the steps are given by
    their indices in the `steps` of the page's what-ifs. `ToldOther` in static/types.d.ts has the
    same fields.
    """

    steps: list[int]
    seat: int
    move: str
    headline: str
    scores: list[int]
    told: list[str]
    said: str
    late: list[list[int]]
    veil: list[str]


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
    """The data `[steps, courses, decision, decision, ...]` of a page; [] if it has no other moves.
    A decision is `[ply, [card, index in courses], ...]`, with a pair for each other move; see
    `_Maker.course` for a course. Sentences and ways of cards are added to those of `encoder`.

    `known` is the match that the page offers (None: no what-ifs): cards that are unknown in it are
    not played. On a redacted page only the viewer's own decisions have other moves. `own` are the
    page's moments: a moment of a what-if that equals one of them is only its ply. O(other moves),
    of which there are about MOST_OF_ALL at most.
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
        decisions.append([at.ply, *(maker.move(at, move) for move in moves)])
    data = [maker.steps.parts, maker.courses.parts, *decisions] if decisions else []
    return WhatIfData(data, through)


def _others(
    known: Match, found: ShownAnalysis | None, encoder: Encoder, wanted: WhatIfs
) -> Iterator[tuple[WhatIf, list[str]]]:
    """The decisions that have other moves in the page, by ply, each as (what-if with nothing chosen
    yet, its other moves). These are at most MOST: first the options of its judgement in `found`,
    the best first, then others. The move that was played is not among them. If `wanted` is
    "analysed", only the decisions with a judgement; on a redacted page, only the viewer's own.
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
    """At most MOST of the `legal` moves: first those in `valued`, in the order of `valued`, then
    the others in the order of `legal`. Moves in `valued` that are not in `legal` are left out.

    >>> _chosen(["a", "b", "c"], ["c", "played"])
    ['c', 'a', 'b']
    """
    first = [move for move in valued if move in legal]
    return [*first, *(move for move in legal if move not in first)][:MOST]


class _Maker:
    """Makes the data of other moves; `made` counts the courses made so far. `steps` and `courses`
    hold each step and each course once. In them, OWN replaces the card that the first move names,
    so that different moves with the same outcome share one entry.
    """

    def __init__(self, timeline: Timeline, own: list[ToldMoment], encoder: Encoder) -> None:
        self.timeline = timeline
        self.own = own
        self.encoder = encoder
        self.facts = encoder.common_facts(timeline.moments)
        self.made = 0
        self.steps = UniqueParts()
        self.courses = UniqueParts()

    def move(self, at: WhatIf, move: str) -> list[Any]:
        """The other move `move` at the what-if `at`, as `[card, index in courses]`: the token of
        the card that it names, and what choosing it leads to.
        """
        # A move is the token of a card, or has it after a sign, or names none.
        card = move if move in self.timeline.layout.faces else move[1:]
        return [card, self.course(at, move, card)]

    def course(self, at: WhatIf, move: str, card: str) -> int:
        """The index in `courses` of what choosing `move` at the what-if `at` leads to. A course is
        `[sentence, moments, index, ...]`: the offer of the move in words, the moments as in
        `_moments` that it adds, and the index of a course for each move that the seat may choose
        next. That next choice is given only after the first move, and left out if it has more than
        MOST_NEXT moves. `card` is the card that the first move names. Adds to `made`, `steps` and
        `courses`.
        """
        self.made += 1
        following = choose(at, move)
        words = offer(self.timeline.game, at.state, move, at.seat)
        further = [] if at.moments else choices(following)
        said = self.encoder.phrases.packed(words, str(at.seat), move)
        course = [
            shortest(said),
            self._moments(following.moments, card)[len(at.moments) :],
            *(self.course(following, one, card) for one in further if len(further) <= MOST_NEXT),
        ]
        return self.courses.place(_with_own(course, card))

    def _moments(self, line: list[Moment], card: str) -> list[list[Any] | int]:
        """The data of `line`, all moments of a what-if from its decision on: for each the values of
        a `ToldOther`, or only its ply if it is not the first and the match has the same moment.
        `card` is the card that the first move names.
        """
        ply, encoder = line[0].ply, self.encoder
        whole = [*self.timeline.moments[ply - 2 : ply - 1], *line]
        late = known_late(line, encoder.audience.viewers, encoder.blind)
        facts = dict(self.facts[ply - 1])
        made: list[list[Any] | int] = []
        for place, later in enumerate(late):
            pairs = late_pairs(later, place + 1)
            told = encoder.moment(whole, len(whole) - len(line) + place, pairs, facts)
            own = self.own[ply + place - 1] if ply + place <= len(self.own) else ToldMoment()
            made.append(ply + place if place and _alike(told, own) else self._other(told, card))
        return made

    def _other(self, told: ToldMoment, card: str) -> list[Any]:
        """The values of a `ToldOther` for the moment `told` of a what-if, without empty ones at the
        end. Adds its steps to `steps`, with OWN in place of `card`, the card that the first move
        names.
        """
        steps = [self.steps.place(_with_own(step, card)) for step in told.steps]
        other = ToldOther(
            steps, told.seat, told.move, told.headline, told.scores, told.told, told.said,
            told.late, told.veil,
        )  # fmt: skip
        (made,) = values([other])
        return made


def _alike(one: ToldMoment, other: ToldMoment) -> bool:
    """Whether two moments have the same move of the same seat, with the same sentences, steps and
    scores. Marks, notes, variations and who knows the move late don't count.
    """
    names = ("seat", "move", "said", "steps", "scores", "told", "headline")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _with_own(data: Any, card: str) -> Any:
    """A copy of a step, as `Encoder.step` makes it, or of a course, with OWN in place of `card` in
    all its texts, where it is a word between spaces. Numbers and dicts stay as they are.
    """
    if isinstance(data, str):
        return " ".join(OWN if word == card else word for word in data.split(" "))
    return [_with_own(each, card) for each in data] if isinstance(data, list) else data


#: In what a what-if leads to: the card that its first move names.
OWN = "?"
