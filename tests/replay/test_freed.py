"""What compiled code is given is freed: a process may replay millions of matches."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable

import pytest

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.codes.arrays import sort_up, zeros
from kifu.replay.decision import observe
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate

from .cases import SHORT, some_of

OFTEN = 8


def left_each_time(work: Callable[[], object]) -> float:
    """Bytes that are still in use each time that the work was done."""
    work()
    tracemalloc.start()
    try:
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(OFTEN):
            work()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) / OFTEN


def test_an_array_that_is_passed_is_freed() -> None:
    assert left_each_time(lambda: sort_up(zeros(10_000))) < 100


@pytest.mark.matrix
@pytest.mark.parametrize("name", some_of(registry.BUILT_IN, ["nimmt", "magimiles"]))
def test_a_replay_leaves_nothing(name: str) -> None:
    (record,) = simulate(registry.game(name), 1, seed="freed", options=SHORT[name])

    def work() -> None:
        observe(replay(record), situations=True)

    assert left_each_time(work) < 100


def test_what_is_kept_is_counted() -> None:
    kept: list[Record] = []
    (record,) = simulate(registry.game("nimmt"), 1, seed="freed")
    assert left_each_time(lambda: kept.append(Record(moves=record.moves + " "))) > 100
