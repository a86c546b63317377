"""Answers: what each moment of a record came to, worked out here or by other processes.

An answer depends on its moment alone, so it does not matter who works it out, or when.
"""

from __future__ import annotations

import signal
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.record import Record
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.elements.worker import serve_parent
from kifu.replay.judgements.judgement import Judgement
from kifu.replay.replayer import replay
from kifu.replay.rule_data import contents_in_use, use_content
from kifu.replay.table import PUBLIC

if TYPE_CHECKING:
    from concurrent.futures import Future


class MomentAnswer(Struct, frozen=True):
    """The answer for moment `number` (from 0): for a decision, how it was `judged`; for PUBLIC,
    the `chances` of all seats after ply `ply`.
    """

    number: int
    ply: int
    judged: Judgement | None = None
    chances: list[float] | None = None


class Question(Struct, frozen=True):
    """A record, how closely it is looked at, and the seats whose decisions are judged."""

    record: Record
    plan: Plan
    seats: list[int]


class Reader:
    """Goes through the moments of one record, as long as they are asked for in ascending order."""

    def __init__(self, question: Question) -> None:
        course = Playback(replay(question.record))
        self._valuer = Valuer(
            course.game, course.options, course.seats, course.state, question.plan
        )
        self._moments = enumerate(course.moments(frozenset(question.seats)))
        self.next = 0

    def answer(self, number: int) -> MomentAnswer:
        """The answer for moment `number` (from 0). Numbers must increase from call to call. Raises
        IndexError for a moment that the record does not have.
        """
        for at, moment in self._moments:
            self.next = at + 1
            if at == number:
                if moment.viewer == PUBLIC:
                    chances = self._valuer.chances(moment)
                    return MomentAnswer(number, moment.ply - 1, chances=chances)
                return MomentAnswer(number, moment.ply, judged=self._valuer.judged(moment))
        raise IndexError(f"there is no moment {number}")


def answers(question: Question, numbers: Collection[int], jobs: int = 1) -> Iterator[MomentAnswer]:
    """The answers for the moments with these numbers (from 0), worked out by `jobs` processes: each
    as soon as it is known, with one job in ascending order. Raises KifuError if a worker process
    dies.
    """
    if jobs == 1 or len(numbers) < 2:
        reader = Reader(question)
        for number in sorted(numbers):
            yield reader.answer(number)
        return
    yield from _by_others(question, sorted(numbers), jobs)


def _by_others(question: Question, numbers: list[int], jobs: int) -> Iterator[MomentAnswer]:
    # Imported here: who judges by one process needs none of it.
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    encoded = msgspec.msgpack.encode(question)
    context = get_context("spawn")
    begin = (encoded, contents_in_use())
    with ProcessPoolExecutor(min(jobs, len(numbers)), context, _begin_worker, begin) as pool:
        waiting: set[Future[bytes]] = set()
        left = iter(numbers)
        try:
            for number in left:
                waiting.add(pool.submit(_work, number))
                if len(waiting) == 2 * jobs:
                    break
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield _decode(future.result())
                    for number in left:
                        waiting.add(pool.submit(_work, number))
                        break
        except BrokenProcessPool:
            raise KifuError(
                "a worker process died, perhaps because memory ran out. Everything judged "
                "so far is kept: continue with --resume, and with fewer --jobs if it "
                "happens again"
            ) from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


_decode = msgspec.msgpack.Decoder(MomentAnswer).decode

#: In a worker: what it is asked about, and how far it has come in it.
_question: Question | None = None
_reader: Reader | None = None


def _work(number: int) -> bytes:
    global _reader
    assert _question is not None
    if _reader is None or _reader.next > number:
        _reader = Reader(_question)
    return msgspec.msgpack.encode(_reader.answer(number))


def _begin_worker(encoded: bytes, rule_data: list[bytes]) -> None:
    """Prepare a worker process: take over the encoded Question and the `rule_data` files in use,
    leave Ctrl-C to the parent process, and end when that ends, even if it is killed.
    """
    global _question
    for content in rule_data:
        use_content(content)
    _question = msgspec.msgpack.decode(encoded, type=Question)
    serve_parent(signal.SIGINT)
