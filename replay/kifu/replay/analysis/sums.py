"""Sums over worlds, exact because they are of whole numbers.

`values` has one world after the other, each with a value for every option. They are below 2**21 in
size, and there are at most a million worlds.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from collections.abc import Iterable

from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.native import i64, vec


def totals(values: vec[i64], options: i64, first: i64 = 0, step: i64 = 1) -> vec[i64]:
    """The sum of the values of each option, over every `step`-th world from world `first` (from 0)
    on. `values` has `options` values for each world.

    >>> list(totals(filled(range(8)), 2)), list(totals(filled(range(8)), 2, 1, 2))
    ([12, 16], [8, 10])
    """
    found = zeros(options)
    for world in range(first, len(values) // options, step):
        for option in range(options):
            found[option] += values[world * options + option]
    return found


def gaps(
    values: vec[i64], options: i64, one: i64, other: i64, first: i64 = 0, step: i64 = 1
) -> tuple[i64, i64]:
    """The sum, and the sum of the squares, of the differences between the options with the indices
    `one` and `other` (one less other), over the worlds that `totals` takes.

    >>> gaps(filled([5, 1, 9, 2]), 2, 0, 1)
    (11, 65)
    """
    total: i64 = 0
    squares: i64 = 0
    for world in range(first, len(values) // options, step):
        gap = values[world * options + one] - values[world * options + other]
        total += gap
        squares += gap * gap
    return total, squares


def crossed(
    values: vec[i64], options: i64, played: i64, cycle: i64, ways: list[int], batches: i64
) -> vec[i64]:
    """The cross-fitted sums of what option `played` lost (see `crossfit`) in the worlds of these
    ways, a sum for each of the batches; then for each half how much more its own best option was
    worth in it than the rival, which is the best one of the other half.

    World w is of half w % 2 and of way w // 2 % (cycle / 2). A batch is a stretch of whole cycles;
    the last one takes the rest.

    >>> list(crossed(filled([0, 4, 0, 2, 0, 0, 0, 2]), 2, 0, 2, [0], 2))
    [6, 2, 0, 0]
    """
    worlds: i64 = len(values) // options
    cycles = worlds // cycle
    width = 2 * options
    sums = zeros(batches * width)
    whole = zeros(width)
    for way in ways:
        for half in range(2):
            for world in range(2 * way + half, worlds, cycle):
                batch = min(world // cycle, cycles - 1) * batches // cycles
                at = batch * width + half * options
                for option in range(options):
                    value = values[world * options + option]
                    sums[at + option] += value
                    whole[half * options + option] += value
    found = zeros(batches + 2)
    for half in range(2):
        here = half * options
        rival = _largest(whole, options - here, options)
        own = _largest(whole, here, options)
        found[batches + half] = whole[here + own] - whole[here + rival]
        for batch in range(batches):
            at = batch * width + here
            found[batch] += sums[at + rival] - sums[at + played]
    return found


def _largest(numbers: vec[i64], first: i64, count: i64) -> i64:
    """The place, from `first` on, of the largest of so many numbers; of equal ones, the first."""
    best: i64 = 0
    for place in range(count):
        if numbers[first + place] > numbers[first + best]:
            best = place
    return best


def first_best(numbers: vec[i64]) -> i64:
    """The index of the largest number; of equal ones, the first."""
    best: i64 = 0
    for place in range(len(numbers)):
        if numbers[place] > numbers[best]:
            best = place
    return best


def columns(values: vec[i64], options: i64, kept: list[int]) -> vec[i64]:
    """`values` with only those options whose indices are in `kept`.

    >>> list(columns(filled(range(6)), 3, [0, 2]))
    [0, 2, 3, 5]
    """
    width: i64 = len(kept)
    worlds: i64 = len(values) // options
    found = zeros(worlds * width)
    for place in range(width):
        option: i64 = kept[place]
        for world in range(worlds):
            found[world * width + place] = values[world * options + option]
    return found


def longer(values: vec[i64], size: i64) -> vec[i64]:
    """A copy of `values` with zeros at the end, `size` long."""
    found = zeros(size)
    for place in range(len(values)):
        found[place] = values[place]
    return found


def filled(numbers: Iterable[int]) -> vec[i64]:
    """An array of i64, as compiled code takes it, of these numbers."""
    return vec[i64](list(numbers))
