"""Twins: records that differ only in what a seat can't know are judged the same for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.replay.cases import some_of

from kifu.replay import registry

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT))

from benchmarks import twins  # noqa: E402  # it is no part of a wheel


@pytest.mark.matrix
@pytest.mark.parametrize("name", some_of(registry.BUILT_IN, ["mutsugo", "magimiles"]))
def test_twins_are_judged_the_same(name: str) -> None:
    one, other, seat = next(filter(None, (twins.pair(name, number) for number in range(1, 9))))
    assert one.chance != other.chance
    assert twins.judged(one, seat, 2) == twins.judged(other, seat, 2)


def test_what_a_seat_does_know_makes_a_difference() -> None:
    """The one to whom the cards belong is judged otherwise."""
    found = twins.pair("nimmt", 3)
    assert found is not None
    one, other, seat = found
    others = [each for each in range(1, len(one.seats) + 1) if each != seat]
    assert any(twins.judged(one, each, 2) != twins.judged(other, each, 2) for each in others)
