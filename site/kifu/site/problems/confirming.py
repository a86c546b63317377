"""Confirming: candidates are judged again, in ten times the worlds of their analysis and in others.

A problem remains where the same option is clearly the best one, however the others play on. Only
what this comes to is shown of a problem.
"""

from __future__ import annotations

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.judgements.judgement import Engine, Judgement
from kifu.replay.match import replay
from kifu.site.problems.candidates import Candidate

#: By how much to multiply the number of worlds of the analysis, and how many worlds at most.
TIMES, MOST = 10, 20_000
#: How often to judge again, each time with other lots: worlds of one walk are alike, so their error
#: is larger than estimated.
TURNS = 2


class Confirmed(Struct, frozen=True):
    """A judgement that confirms a candidate, and the engine that made it."""

    judgement: Judgement
    engine: Engine


def confirmed(candidate: Candidate) -> Confirmed | None:
    """Judge a candidate TURNS times, each time in other random worlds, TIMES as many as in its
    analysis but at most MOST. Returns the last judgement if the best option of the analysis was
    clearly the best each time (see `Valuer.clear`). Returns None as soon as it was not, or if the
    match can't be judged.
    """
    worlds = min(TIMES * candidate.worlds, MOST)
    found = None
    for turn in range(TURNS, 0, -1):
        plan = Plan(worlds, seed=f"{candidate.seed} again {turn}")
        try:
            judgement = _confirming(candidate, plan)
        except KifuError:
            return None
        if judgement is None:
            return None
        found = Confirmed(judgement, Engine(NAME, VERSION, plan.worlds, plan.seed))
    return found


def _confirming(candidate: Candidate, plan: Plan) -> Judgement | None:
    """Judge a candidate once, with the worlds and the seed of `plan`. None if its best option is
    not clearly the best (see `Valuer.clear`), or if the record has no decision of this seat at this
    ply. Raises KifuError for a match that can't be judged.
    """
    course = Playback(replay(candidate.record))
    valuer = Valuer(course.game, course.options, course.seats, course.state, plan)
    for moment in course.moments(frozenset([candidate.seat])):
        if (moment.viewer, moment.ply) == (candidate.seat, candidate.ply):
            judgement = valuer.clear(moment)
            is_same = judgement is not None and judgement.options[0].move == candidate.best
            return judgement if is_same else None
    return None
