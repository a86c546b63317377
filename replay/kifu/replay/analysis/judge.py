"""`judge`: what every decision of a match was worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay.analysis.answers import MomentAnswer, Question, answers
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.valuing import Plan
from kifu.replay.judgements.judgement import Analysis, Engine
from kifu.replay.replayer import replay

#: Worlds for a decision, by what a budget is called.
BUDGETS = {"quick": 50, "normal": 200, "deep": 2000}
#: Most that can be asked for.
MOST_WORLDS = 1_000_000
NAME = "kifu"
#: Changes whenever the same plan gives other values.
VERSION = "8"


def judge(
    record: Record,
    *,
    budget: str | int = "normal",
    seats: Collection[int] | None = None,
    seed: str = "1",
    jobs: int = 1,
) -> Analysis:
    """Judge every decision of `seats` (None: of all) that had two options or more.

    A decision is valued in as many worlds as `budget` says: a number, or "quick", "normal", "deep";
    in fewer, 50 at least, where the best option is clearly ahead. The same call gives the same
    values, with any number of `jobs` (processes); `seed` is any printable text.

    Raises NotJudged for a record that can't be analysed or does not have one of `seats`, UsageError
    for an invalid budget or seed, and KifuError if a process dies. A record with errors is judged
    up to the last ply that can be replayed; if the match is not over there, `note` says so.

    >>> from kifu.replay import registry
    >>> from kifu.replay.players.simulate import simulate
    >>> nimmt = registry.game("nimmt")
    >>> record, = simulate(nimmt, 1, seats=2, seed="doc", options={"rounds": "1"})
    >>> analysis = judge(record, budget=4, seats=[2])
    >>> len(analysis.judgements), [report.seat for report in analysis.seats]
    (11, [2])
    """
    question = question_of(record, plan_of(budget, seed), seats)
    course = Playback(replay(record))
    return summed_up(course, question, answers(question, numbers_of(course, question), jobs))


def plan_of(budget: str | int, seed: str) -> Plan:
    """A plan from the arguments of `judge` that have these names. Raises UsageError for an invalid
    budget or seed.

    >>> plan_of("quick", "1").worlds
    50
    """
    worlds = BUDGETS.get(str(budget))
    if worlds is None:
        text = str(budget)
        if not (text.isascii() and text.isdigit() and 2 <= int(text[:9]) <= MOST_WORLDS):
            names = ", ".join(BUDGETS)
            raise UsageError(
                f"a budget is {names} or a number of worlds from 2 to {MOST_WORLDS}, not {text!r}"
            )
        worlds = int(text)
    if not seed.isprintable():
        raise UsageError("a seed is printable text")
    return Plan(worlds, seed)


def question_of(record: Record, plan: Plan, seats: Collection[int] | None) -> Question:
    """The record, the plan and the sorted seats (None: all) that `judge` asks about. `numbers_of`
    checks whether the record has these seats.
    """
    everyone = range(1, len(record.seats) + 1)
    return Question(record, plan, sorted({*(everyone if seats is None else seats)}))


def numbers_of(course: Playback, question: Question) -> range:
    """The numbers, from 0, of all moments of the record that the question asks about. Raises
    NotJudged for a seat that the record does not have.
    """
    for seat in question.seats:
        course.check_seat(seat)
    return range(sum(1 for _ in course.moments(frozenset(question.seats))))


def summed_up(course: Playback, question: Question, answers: Iterable[MomentAnswer]) -> Analysis:
    """The analysis of a match from the answers to all its moments, which may come in any order."""
    ordered = sorted(answers, key=lambda answer: answer.number)
    judged = [answer.judged for answer in ordered if answer.judged is not None]
    chances = [(answer.ply, answer.chances) for answer in ordered if answer.chances is not None]
    if course.state.is_over:
        chances.append((course.through, course.results()))
    plan = question.plan
    return Analysis(
        Engine(NAME, VERSION, plan.worlds, plan.seed),
        chances,
        judged,
        course.through,
        course.note,
    )
