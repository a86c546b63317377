"""Cross-fitting on distributions whose truth is known."""

from __future__ import annotations

from math import fsum

import pytest

from kifu.replay.analysis.crossfit import Loss, cross_fitted, in_the_running, means
from kifu.replay.analysis.sums import filled, first_best
from kifu.replay.elements.lots import QuickLots

UNIT = 1000


def drawn(lots: QuickLots, true: list[int], worlds: int) -> list[int]:
    """Values whose means are `true`, with much noise that the options share in part."""
    values = []
    for _ in range(worlds):
        common = lots.below(UNIT) - UNIT // 2
        values += [mean + common + lots.below(UNIT) - UNIT // 2 for mean in true]
    return values


def lost(values: list[int], options: int, played: int = 0) -> Loss:
    return cross_fitted(filled(values), options, played, UNIT)


def test_a_loss_that_is_none_is_not_invented() -> None:
    """The mean of what is said of equal options is 0; the naive difference is not."""
    lots = QuickLots("equal options")
    losses, naive = [], []
    for _ in range(400):
        values = drawn(lots, [400] * 6, 40)
        losses.append(lost(values, 6).loss)
        seen = means(filled(values), 6, UNIT)
        naive.append(max(seen) - seen[0])
    assert abs(fsum(losses) / 400) < 0.008
    assert fsum(naive) / 400 > 0.04


def test_a_loss_is_found_as_large_as_it_is_and_its_error_too() -> None:
    """Where the best option is clear, 95 of 100 intervals hold the true loss."""
    lots = QuickLots("clear options")
    inside = 0
    losses = []
    for _ in range(400):
        loss = lost(drawn(lots, [200, 600, 100], 60), 3)
        losses.append(loss.loss)
        inside += abs(loss.loss - 0.4) <= 1.96 * loss.se
    assert fsum(losses) / 400 == pytest.approx(0.4, abs=0.01)
    assert 365 <= inside <= 392


def test_only_clearly_worse_options_drop_out() -> None:
    lots = QuickLots("a race")
    dropped = [0] * 4
    for _ in range(100):
        kept = in_the_running(filled(drawn(lots, [500, 480, 100, 0], 64)), 4, 3)
        for option in {0, 1, 2, 3} - {*kept}:
            dropped[option] += 1
    assert dropped[0] <= 5 and dropped[1] <= 16
    assert dropped[2] >= 99
    assert dropped[3] == 0  # it was played


def test_the_best_option_itself_loses_nothing() -> None:
    loss = lost([900, 100] * 10, 2)
    assert (loss.loss, loss.se) == (0.0, 0.0)


@pytest.mark.parametrize("worlds", [1, 2, 3])
def test_few_worlds_are_not_halved(worlds: int) -> None:
    loss = lost([250, 750] * worlds, 2)
    assert (loss.loss, loss.se) == (0.5, 0.0)


def test_of_equal_values_the_first_is_the_best() -> None:
    assert first_best(filled([100, 300, 300])) == 1
