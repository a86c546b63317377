"""What ifs: what other moves would have led to, as a part of a page's data of its own.

The script reads it at the first decision that it shows. docs/viewer.md has the format.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from kifu.replay.analysis.judgement import Judgement
from kifu.replay.match import Match
from kifu.replay.show.offers import offer
from kifu.replay.timeline import Moment, Timeline
from kifu.replay.what_if import other_moves, what_if
from kifu.site.page.judgements import ShownAnalysis
from kifu.site.page.late import known_late
from kifu.site.page.moments import Encoder, UniqueParts, filled, late_pairs, trimmed

#: At which decisions a page says what other moves would have led to.
WhatIfs = Literal["none", "analysed", "all"]

#: The most other moves of a decision that a page holds.
MOST = 12
#: The most next moves that it holds of the same seat.
MOST_NEXT = 6


def what_if_data(
    timeline: Timeline,
    known: Match | None,
    told: list[list[Any]],
    found: ShownAnalysis | None,
    encoder: Encoder,
    wanted: WhatIfs,
) -> list[Any]:
    """The data `[heads, steps, decision, decision, ...]` of a page. A decision is `[ply, move,
    move, ...]` with the other moves. A move is `[words for it in a list of choices, the moments
    that it leads to, next move, next move, ...]`; next moves are those of its seat, if that has to
    decide again then. Empty where the page has no other moves.

    `known` is the match that the page offers (see `visible_match`): what is unknown in it is not
    played. On a redacted page only the viewer's own decisions have other moves. `told` are the
    page's moments as data: where a what-if has the same one, only its ply is written. `found` is
    the analysis, `wanted` says which decisions to take. O(decisions x other moves).
    """
    if known is None or known.game is None or wanted == "none":
        return []
    maker = _Maker(timeline, known, told, encoder)
    decisions = [
        [ply, *(maker.move(ply, move) for move in moves)]
        for ply, moves in _others(known, found, encoder, wanted)
    ]
    return [maker.heads.parts, maker.steps.parts, *decisions] if decisions else []


def _others(
    known: Match, found: ShownAnalysis | None, encoder: Encoder, wanted: WhatIfs
) -> Iterator[tuple[int, list[str]]]:
    """The plies of the decisions for which the page has other moves, with these moves."""
    audience = encoder.audience
    judged = found.options if found else {}
    for ply, (seat, _) in enumerate(known.plies, 1):
        hidden = audience.redacted and seat not in audience.viewers
        if hidden or (wanted == "analysed" and ply not in judged):
            continue
        valued = _valued(judged[ply][0]) if ply in judged else []
        moves = _chosen(other_moves(known, ply), valued)
        if moves:
            yield ply, moves


def _valued(judgement: Judgement) -> list[str]:
    """The options of a judgement, the best first; empty if it was made with more than the seat
    could know (sight "all"), so that their order would reveal something.
    """
    return [option.move for option in judgement.options] if judgement.sight == "seat" else []


def _chosen(legal: list[str], valued: list[str]) -> list[str]:
    """At most MOST of the `legal` moves: first those in `valued`, which are the best first, then
    the others.

    >>> _chosen(["a", "b", "c"], ["c", "played"])
    ['c', 'a', 'b']
    """
    first = [move for move in valued if move in legal]
    return [*first, *(move for move in legal if move not in first)][:MOST]


class _Maker:
    """Makes the data of other moves; `steps` has each step once, `heads` their kinds, seats and
    facts.
    """

    def __init__(
        self, timeline: Timeline, known: Match, told: list[list[Any]], encoder: Encoder
    ) -> None:
        self.timeline = timeline
        self.known = known
        self.told = told
        self.encoder = encoder
        self.heads = UniqueParts()
        self.steps = UniqueParts()

    def move(self, ply: int, *chosen: str) -> list[Any]:
        """The data of the last move of `chosen`, played after the ones before it, in place of the
        move of `ply`.
        """
        line = what_if(self.known, ply, *chosen)
        state = self.known.position(ply - 1)
        before = what_if(self.known, ply, *chosen[:-1]) if chosen[1:] else []
        for moment in before:
            state.play(moment.move, moment.seat)
        assert self.known.game is not None
        words = offer(self.known.game, state, chosen[-1], line[0].seat)
        said = self.encoder.phrases.packed(words, str(line[0].seat), chosen[-1])
        following = [] if before else other_moves(self.known, ply, *chosen)
        further = [self.move(ply, *chosen, move) for move in following[: MOST_NEXT + 1]]
        return [
            said,
            self._moments(line, self._card(chosen[0]))[len(before) :],
            *(further if len(further) <= MOST_NEXT else []),
        ]

    def _card(self, move: str) -> str:
        """The card that a move names, by the whole token or the token without its first character.
        Other moves give a text that is no card.
        """
        return move if move in self.timeline.layout.faces else move[1:]

    def _moments(self, line: list[Moment], card: str) -> list[list[Any] | int]:
        """The moments of a what-if, each as `[steps, move, sentence, scores if they changed, what
        followed, headline, late, veil]`, or as its ply where the match has the same one. `card` is
        the card that the what-if begins with.
        """
        ply, encoder = line[0].ply, self.encoder
        whole = [*self.timeline.moments[ply - 2 : ply - 1], *line]
        late = known_late(line, encoder.audience.viewers, encoder.blind)
        made: list[list[Any] | int] = []
        for place, later in enumerate(late):
            pairs = [[mask, at and ply - 1 + at] for mask, at in late_pairs(later)]
            fields = encoder.moment(whole, len(whole) - len(line) + place, pairs)
            own = self.told[ply + place - 1] if ply + place <= len(self.told) else []
            made.append(self._short(fields, own, ply + place, card, is_first=not place))
        return made

    def _short(
        self, fields: list[Any], own: list[Any], ply: int, card: str, *, is_first: bool
    ) -> list[Any] | int:
        """The data `fields` of a moment, without what the page's `own` moment of that ply has too;
        only the ply where both are the same. The first moment of a what-if always differs
        (`is_first`).
        """
        seat, move, said, steps, late, _, scores, told, _, _, veil, headline, _ = filled(fields)
        mine = filled(own)
        if [seat, move, said] == mine[:3] and not is_first:
            if [steps, scores, told, headline] == [mine[3], *mine[6:8], mine[11]]:
                return ply
            move = said = ""
            late = veil = []
        elif is_first:
            late = [] if late == mine[4] else late or NOBODY_LATE
            veil = [] if veil == mine[10] else veil
        places = [self._place(step, card) for step in steps]
        return trimmed([places, move, said, scores, told, headline, late, veil])

    def _place(self, step: list[Any], card: str) -> int:
        """The index of a step in `steps`, after OWN has replaced `card`, with which the what-if
        begins, so that like steps of different moves are one.
        """
        kind, seat, facts, moved, apart = [*step, *_NO_STEP[len(step) :]]
        said = [_with_own(each, card) if isinstance(each, str) else each for each in moved]
        return self.steps.place(trimmed([self.heads.place([kind, seat, facts]), said, apart]))


def _with_own(cards: str, card: str) -> str:
    return " ".join(OWN if each == card else each for each in cards.split(" "))


#: A step without anything, as `Encoder.step` makes them.
_NO_STEP: list[Any] = ["", 0, {}, [], []]
#: In the steps of a what-if: the card that its first move names.
OWN = "?"
#: What says that a move is known at once that is not in the match.
NOBODY_LATE = [[0, 0]]
