"""Confirming: candidates are judged again, in ten times the worlds of their analysis and in others.

A problem remains where the same option is the best one, and every other one would be marked as a
mistake. Only what this comes to is shown of a problem.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.judgement import Engine, Judgement
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.replayer import replay
from kifu.replay.rule_data import contents_in_use
from kifu.site.problems.candidates import Candidate
from kifu.store.index.workers import begin_worker
from kifu.store.interrupting import whole

#: By how much to multiply the number of worlds of the analysis, and how many worlds at most.
TIMES, MOST = 10, 20_000
#: How often to judge again, each time with other lots: worlds of one walk are alike, so their error
#: is larger than estimated.
TURNS = 2
#: How many candidates wait for each process.
AHEAD = 2


class Confirmed(Struct, frozen=True):
    """A judgement that confirms a candidate, and the engine that made it."""

    judgement: Judgement
    engine: Engine


def confirmed(candidate: Candidate, times: int = TIMES, most: int = MOST) -> Confirmed | None:
    """Judge a candidate TURNS times, each with other lots and `times` as many worlds as before (at
    most `most`). Returns the last judgement if each time the same option is best and both the move
    played and the second-best one are marked as mistakes; else, or if the match can't be judged,
    None.
    """
    worlds = min(times * candidate.worlds, most)
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


def each_confirmed(
    candidates: Iterable[Candidate], jobs: int
) -> Iterator[tuple[Candidate, Confirmed | None]]:
    """Every candidate with its result of `confirmed`, in their order, worked out by up to `jobs`
    processes. Raises KifuError where one ends before its work does.
    """
    if jobs == 1:
        for candidate in candidates:
            yield candidate, confirmed(candidate)
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    rest = iter(candidates)
    under_way: deque[tuple[Candidate, Future[Confirmed | None]]] = deque()
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), begin_worker, (contents_in_use(),)
    ) as pool:
        try:
            while True:
                for candidate in islice(rest, (AHEAD + 1) * jobs - len(under_way)):
                    # A process that is being started complains if nobody gives it its work.
                    with whole():
                        under_way.append((candidate, pool.submit(confirmed, candidate)))
                if not under_way:
                    return
                candidate, future = under_way.popleft()
                yield candidate, future.result()
        except BrokenProcessPool:
            raise KifuError(
                "a worker process died, perhaps because memory ran out; run it again, with "
                "fewer --jobs if it happens again"
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _confirming(candidate: Candidate, plan: Plan) -> Judgement | None:
    """The judgement by `plan` that confirms a candidate; None if it does not (see `_judged`).
    Raises KifuError for a match that can't be judged.
    """
    course = Playback(replay(candidate.record))
    valuer = Valuer(course.game, course.options, course.seats, course.state, plan)
    for moment in course.moments(frozenset([candidate.seat])):
        if (moment.viewer, moment.ply) == (candidate.seat, candidate.ply):
            return _judged(valuer, moment, candidate.best)
    return None


def _judged(valuer: Valuer, moment: Viewpoint, best: str) -> Judgement | None:
    """The judgement of the move that was played; None unless `best` is the best option and both the
    move played and the second-best one lose so much against it that they get a glyph. May change
    `moment.played`.
    """
    judgement = valuer.judged(moment).judgement
    if judgement.options[0].move != best or not judgement.glyph:
        return None
    second = judgement.options[1].move
    if second != judgement.move:
        moment.played = moment.options.index(second)
        nearest = valuer.judged(moment).judgement
        if nearest.options[0].move != best or not nearest.glyph:
            return None
    return judgement
