"""What a choice lost, on distributions whose truth is known."""

from __future__ import annotations

from math import fsum

import numpy as np
import pytest
from tests.replay.cases import some_of

from kifu.replay.analysis.values import (
    Loss,
    Values,
    errors,
    is_decided,
    losses,
    losses_by_way,
    they_differ,
)
from kifu.replay.analysis.ways import WAYS, way_of
from kifu.replay.lots import QuickLots

UNIT = 1000


def drawn(lots: QuickLots, true: list[int], worlds: int) -> list[int]:
    """Values whose means are `true`, with much noise that the options share in part."""
    values = []
    for _ in range(worlds):
        common = lots.below(UNIT) - UNIT // 2
        values += [mean + common + lots.below(UNIT) - UNIT // 2 for mean in true]
    return values


def by_ways(lots: QuickLots, true: list[list[int]], worlds: int) -> list[int]:
    """As `drawn`, with other means in the worlds of each way."""
    return [value for world in range(worlds) for value in drawn(lots, true[way_of(world)], 1)]


def table(values: list[int], options: int) -> Values:
    """By world and option."""
    return np.array(values).reshape(-1, options)


def lost(values: list[int], options: int, played: int = 0) -> Loss:
    return losses(table(values, options), UNIT)[played]


def test_most_of_a_loss_that_is_none_is_not_invented() -> None:
    """Of options with the very same value, which few real choices have, less than half of what the
    naive difference says remains.
    """
    lots = QuickLots("equal options")
    losses, naive = [], []
    for _ in range(400):
        values = drawn(lots, [400] * 6, 40)
        losses.append(lost(values, 6).loss)
        seen = table(values, 6).mean(0) / UNIT
        naive.append(float(max(seen) - seen[0]))
    assert abs(fsum(losses)) < 0.45 * fsum(naive)
    assert fsum(naive) / 400 > 0.04


@pytest.mark.parametrize("worlds", some_of([50, 200, 800], [50]))
def test_the_mean_loss_does_not_depend_on_how_long_one_looks(worlds: int) -> None:
    """Of many choices among options of all kinds; and its errors are as large as they say."""
    lots = QuickLots(f"no drift {worlds}")
    gaps, stated = [], []
    for _ in range(300):
        true = [400 + lots.below(250) for _ in range(2 + lots.below(7))]
        loss = lost(drawn(lots, true, worlds), len(true))
        gaps.append(loss.loss - (max(true) - true[0]) / UNIT)
        stated.append(loss.se**2)
    mean = fsum(gaps) / 300
    spread = fsum((gap - mean) ** 2 for gap in gaps) / 299
    assert abs(mean) < 2.5 * (spread / 300) ** 0.5
    assert 0.9 <= (spread / (fsum(stated) / 300)) ** 0.5 <= 1.15


@pytest.mark.parametrize("worlds", some_of([2, 3, 12, 60], [3, 60]))
def test_options_are_as_far_apart_as_their_errors_say(worlds: int) -> None:
    """Over repetitions: also where the ways of playing on differ, and though all options share the
    luck of a world, which is no error of how far they are apart.
    """
    lots = QuickLots(f"apart {worlds}")
    true = (
        [[500, 900, 700]] * WAYS if worlds < 12 else [[500, 700, 0], [500, 900, 0], [500, 1100, 0]]
    )
    gaps, stated = [], []
    for _ in range(400):
        values = table(by_ways(lots, true, worlds), 3)
        found = values.mean(0) / UNIT
        first, second, _ = errors(values, 1, UNIT)
        gaps.append(float(found[1] - found[0]))
        stated.append(first**2)
        assert second == 0.0
    mean = fsum(gaps) / 400
    spread = fsum((gap - mean) ** 2 for gap in gaps) / 399
    assert mean == pytest.approx(0.4, abs=0.03)
    assert (spread / (fsum(stated) / 400)) ** 0.5 == pytest.approx(1.0, abs=0.12)


def test_options_that_are_always_as_far_apart_have_no_error() -> None:
    """Exactly: no error of a float that would be written as one."""
    lots = QuickLots("always")
    drawn = [lots.below(UNIT) for _ in range(70)]
    values = [value for own in drawn for value in (own, own + 1, 2 * own)]
    first, _, third = errors(table(values, 3), 1, 7)
    assert first == 0.0 and third > 1


def test_a_decision_is_seldom_decided_where_two_options_are_equal() -> None:
    lots = QuickLots("a race")
    found = [0, 0]
    for _ in range(200):
        for place, best in enumerate([500, 900]):
            found[place] += is_decided(table(drawn(lots, [500, best, 100], 50), 3), 3.0, 0.0)
    assert found[0] <= 4 and found[1] >= 190


def test_the_best_option_itself_loses_nothing() -> None:
    loss = lost([900, 100] * 10, 2)
    assert (loss.loss, loss.se) == (0.0, 0.0)


@pytest.mark.parametrize("worlds", [2, 3])
def test_two_worlds_are_enough(worlds: int) -> None:
    loss = lost([250, 750] * worlds, 2)
    assert (loss.loss, loss.se) == (0.5, 0.0)


def test_ways_that_agree_seldom_part() -> None:
    lots = QuickLots("agreed")
    differing = 0
    for _ in range(300):
        values = table(drawn(lots, [400, 500, 300], 96), 3)
        differing += they_differ([way[0] for way in losses_by_way(values, UNIT)])
    assert differing <= 9


def test_what_an_option_loses_by_each_way_is_found() -> None:
    """It is the best one for two of the ways, and much worse than another for the third."""
    lots = QuickLots("differing")
    true = [[600, 300], [600, 300], [100, 900]]
    differing = 0
    for _ in range(100):
        values = table(by_ways(lots, true, 120), 2)
        found = [way[0] for way in losses_by_way(values, UNIT)]
        differing += they_differ(found)
        assert all(-0.05 <= each.loss <= 0.0 for each in found[:2])
        assert found[2].loss == pytest.approx(0.8, abs=0.3)
    assert differing == 100


def test_what_the_ways_have_apart_is_no_error() -> None:
    """Over repetitions the loss varies as much as its error says, also where the ways differ."""
    lots = QuickLots("strata")
    true = [[500, 900], [500, 2900], [500, 4900]]
    found = [lost(by_ways(lots, true, 60), 2) for _ in range(400)]
    mean = fsum(each.loss for each in found) / 400
    spread = fsum((each.loss - mean) ** 2 for each in found) / 399
    stated = fsum(each.se**2 for each in found) / 400
    assert mean == pytest.approx(2.4, abs=0.02)
    assert (spread / stated) ** 0.5 == pytest.approx(1.0, abs=0.12)


def test_of_few_worlds_nothing_is_said_of_ways() -> None:
    assert losses_by_way(table([0, 9] * 47, 2), UNIT) == []
    assert len(losses_by_way(table([0, 9] * 48, 2), UNIT)) == WAYS
