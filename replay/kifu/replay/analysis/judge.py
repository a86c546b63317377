"""`judge`: what every decision of a match was worth, worked out here or by other processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Collection, Iterator

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.record import Record, demand
from kifu.replay.analysis.decisions import NotJudged, Playback
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement
from kifu.replay.match import Match, replay
from kifu.replay.rule_data import contents_in_use, use_content
from kifu.replay.table import PUBLIC
from kifu.replay.worker import serve_parent

#: Worlds for a decision, by what a budget is called.
BUDGETS = {"quick": 50, "normal": 200, "deep": 2000}
#: Most that can be asked for.
MOST_WORLDS = 1_000_000
NAME = "kifu"
#: Changes whenever the same plan gives other values.
VERSION = "8"

#: Called with the number of moments valued so far and the number of all moments of a record.
Tell = Callable[[int, int], None]


class Question(Struct, frozen=True):
    """What is asked of an analysis: the record, how much work each decision gets, and the `seats`
    (ascending) whose decisions are judged. With a `ply` other than 0, only the decision at that
    ply.
    """

    record: Record
    plan: Plan
    seats: list[int]
    ply: int = 0


class Answer(Struct, frozen=True):
    """What one moment came to. For a decision at `ply`: how it was `judged`. For a public moment:
    the `chances` to win of all seats after ply `ply`, in seat order, and `judged` is None.
    """

    ply: int
    judged: Judgement | None = None
    chances: list[float] = []


def judge(
    record: Record | Match,
    ply: int | None = None,
    *,
    budget: str | int = "normal",
    seats: Collection[int] | None = None,
    seed: str = "1",
    jobs: int = 1,
) -> Analysis:
    """Judge every decision of `seats` (None: all) that had two options or more, or only the one at
    `ply` (counted from 1; None or 0: every one). Of a Match, its record is judged.

    Each decision is valued in as many worlds as `budget` says: a number from 2 to 1,000,000, or
    "quick" (50), "normal" (200), "deep" (2000). With a budget above 50 it may take fewer, but at
    least 50: it ends once each other option is clearly worse than the best one, or its distance
    from the best one is known well enough. The same call gives the same values with any number of
    `jobs` (processes, 1 or more); `seed` is any printable text. With a `ply`, the analysis has no
    chances to win, and reasons are looked for even if the move gets no mark. Without `seats` to
    judge ([]), it has only the chances. The record is not changed.

    With `jobs` above 1, new processes import the calling script, so it must be safe to import (`if
    __name__ == "__main__"`).

    Raises NotJudged if the record can't be analysed, if it doesn't have one of `seats`, or if there
    is no such decision at `ply`; UsageError for an invalid budget or seed; TypeError if `record` is
    neither a Record nor a Match; KifuError if a process dies, or if kifu's file of models is
    broken. A record with errors is judged up to the last ply that can be replayed; if the match is
    not over there, `note` names the first error.

    >>> from kifu.replay import registry
    >>> from kifu.replay.players.simulate import simulate
    >>> nimmt = registry.game("nimmt")
    >>> record, = simulate(nimmt, 1, seats=2, seed="doc", options={"rounds": "1"})
    >>> analysis = judge(record, budget=4, seats=[2])
    >>> len(analysis.judgements), [report.seat for report in analysis.seats]
    (11, [2])
    >>> judge(record, 2, budget=4).judgements == analysis.judgements[:1]
    True
    >>> judge(5)
    Traceback (most recent call last):
    TypeError: a Record was expected, not int
    """
    if isinstance(record, Match):
        record = record.record
    demand(record, Record)
    return judged(question_of(record, plan_of(budget, seed), seats, ply), jobs)


def plan_of(budget: str | int, seed: str) -> Plan:
    """The plan for these two arguments of `judge`. A budget is "quick", "normal", "deep", or a
    number from 2 to MOST_WORLDS, as an int or text. Raises UsageError for an invalid budget, or a
    seed that is not printable.

    >>> plan_of("quick", "1").worlds
    50
    """
    worlds = BUDGETS.get(str(budget))
    if worlds is None:
        text = str(budget)
        is_short = text.isascii() and text.isdigit() and len(text) < 9
        if not (is_short and 2 <= int(text) <= MOST_WORLDS):
            names = ", ".join(BUDGETS)
            raise UsageError(
                f"a budget is {names} or a number of worlds from 2 to {MOST_WORLDS}, not {text!r}"
            )
        worlds = int(text)
    if not seed.isprintable():
        raise UsageError("a seed is printable text")
    return Plan(worlds, seed)


def question_of(
    record: Record, plan: Plan, seats: Collection[int] | None, ply: int | None = None
) -> Question:
    """The Question for these arguments of `judge`: `seats` sorted without repeats (None: all),
    `ply` 0 for None. It shares the record. Nothing is checked: `judged` does that.
    """
    everyone = range(1, len(record.seats) + 1)
    return Question(record, plan, sorted({*(everyone if seats is None else seats)}), ply or 0)


def judged(question: Question, jobs: int = 1, tell: Tell = lambda known, of: None) -> Analysis:
    """The analysis that answers a question, worked out by `jobs` processes (1: this one). Unless
    the question is about one ply, it also has the public chances and, if the match is over, its
    result as the last of these. `tell(done, all)` is called first with 0, then after each moment,
    public ones included; what it raises comes through.

    Raises NotJudged if the record can't be analysed (also if its cards can't be dealt again), if it
    doesn't have one of `question.seats`, or if none of these had two options or more at
    `question.ply`; KifuError if a process dies or kifu's file of models is broken; ValueError for
    `jobs` below 1 with two moments or more.
    """
    course = Playback(replay(question.record))
    for seat in question.seats:
        course.check_seat(seat)
    moments = enumerate(course.moments(frozenset(question.seats)))
    numbers = [
        number
        for number, moment in moments
        if not question.ply or (moment.ply == question.ply and moment.viewer != PUBLIC)
    ]
    if question.ply and not numbers:
        raise NotJudged(
            f"ply {question.ply} is no choice between two options or more; the plies that can be "
            f"replayed are 1 to {course.through}"
        )
    found: list[Answer] = []
    tell(0, len(numbers))
    for answer in _answers(question, numbers, jobs):
        found.append(answer)
        tell(len(found), len(numbers))
    chances = [(answer.ply, answer.chances) for answer in found if answer.chances]
    if course.state.is_over and not question.ply:
        chances.append((course.through, course.results()))
    plan = question.plan
    return Analysis(
        Engine(NAME, VERSION, plan.worlds, plan.seed),
        chances,
        [answer.judged for answer in found if answer.judged is not None],
        course.through,
        course.note,
    )


def _answers(question: Question, numbers: list[int], jobs: int) -> Iterator[Answer]:
    """The answers for the moments with these numbers (from 0, ascending), in their order, worked
    out as they are asked for; nothing without numbers. With `jobs` above 1, and two numbers or
    more, processes work them out, ahead of what is asked for: `jobs` of them, or one for each
    number if these are fewer. If the caller stops early, or something is raised, they are ended,
    and with them every other `multiprocessing` child that this process has started meanwhile.

    Raises NotJudged if the record can't be analysed, KifuError if one of the processes dies or
    kifu's file of models is broken, IndexError for a number that no moment has, ValueError for
    `jobs` below 1 with two numbers or more.
    """
    if jobs == 1 or len(numbers) < 2:
        yield from map(_Reader(question).answer, numbers)
        return
    # Imported here: who judges by one process needs none of it.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    others = active_children()
    begin = (msgspec.msgpack.encode(question), contents_in_use())
    pool = ProcessPoolExecutor(min(jobs, len(numbers)), get_context("spawn"), _begin_worker, begin)
    try:
        # Not `map`: it cancels waiting futures, and the pool prints a traceback for each of them.
        for waiting in [pool.submit(_work, number) for number in numbers]:
            yield msgspec.msgpack.decode(waiting.result(), type=Answer)
    except BrokenProcessPool:
        raise KifuError(
            "a worker process died, perhaps because memory ran out. Matches judged so far are "
            "kept: continue with --resume, and with fewer --jobs if it happens again"
        ) from None
    except BaseException:
        # A worker is in the middle of a moment, and the process can't end before it.
        for worker in {*active_children()}.difference(others):
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=False)


class _Reader:
    """Answers questions about the moments of one record, in ascending order: it replays the match
    once, forwards only. `next` is the number (from 0) of the next moment that can be asked for.
    Raises NotJudged if the record can't be analysed, KifuError if kifu's file of models is broken.
    """

    def __init__(self, question: Question) -> None:
        course = Playback(replay(question.record))
        self._question = question
        self._valuer = Valuer(
            course.game, course.options, course.seats, course.state, question.plan
        )
        self._moments = course.moments(frozenset(question.seats))
        self.next = 0

    def answer(self, number: int) -> Answer:
        """The answer for the moment with this number, skipping those before it. The number must be
        `next` or more, which is not checked: for a lower one, the answer is that of the next
        moment. Reasons are looked for if the move got a mark, or if the question is about one ply.
        Raises IndexError if the record has no such moment, NotJudged if its cards can't be dealt
        again.
        """
        for moment in self._moments:
            self.next += 1
            if self.next > number:
                if moment.viewer == PUBLIC:
                    return Answer(moment.ply - 1, chances=self._valuer.chances(moment))
                judgement = self._valuer.judged(moment)
                if judgement.glyph or self._question.ply:
                    judgement = self._valuer.with_reasons(moment, judgement)
                return Answer(moment.ply, judgement)
        raise IndexError(f"there is no moment {number}")


#: In a worker: what it is asked about, and how far it has come in it.
_question: Question | None = None
_reader: _Reader | None = None


def _work(number: int) -> bytes:
    """In a worker process, which `_begin_worker` has prepared: the answer for the moment with this
    number (from 0), encoded as msgpack. The process goes on from where it was, or starts again at
    ply 0 for an earlier moment. Raises what `_Reader` and its `answer` do: NotJudged, IndexError,
    or KifuError if kifu's file of models is broken.
    """
    global _reader
    assert _question is not None
    if _reader is None or _reader.next > number:
        _reader = _Reader(_question)
    return msgspec.msgpack.encode(_reader.answer(number))


def _begin_worker(encoded: bytes, rule_data: list[bytes]) -> None:
    """Prepare a worker process: keep the encoded Question, use these `rule_data` files (their
    bytes), leave Ctrl-C to the parent process, and end when that ends, even if it is killed. In a
    process without a parent that ends it at once.
    """
    global _question
    for content in rule_data:
        use_content(content)
    _question = msgspec.msgpack.decode(encoded, type=Question)
    serve_parent(signal.SIGINT)
