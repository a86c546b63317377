"""Sums over worlds, exact because they are of whole numbers.

`values` has one world after the other, each with a value for every option. They are below 2**21 in
size, and there are at most a million worlds.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import QuickLots

#: Draws of `preferred`: half of them by lot, and each of these again with the opposite signs.
DRAWS: Final[i64] = 128
#: Noise is in this part of the noise that there is.
LOUD: Final[i64] = 64
_LOTS = QuickLots("kifu/signs")
_SIGNS: Final = vec[i64]([_LOTS.below(1 << 16) for _ in range(64)])


def totals(values: vec[i64], options: i64) -> vec[i64]:
    """The sum of the values of each option over all worlds. `values` has `options` values for each
    world.

    >>> list(totals(filled(range(8)), 2))
    [12, 16]
    """
    found = zeros(options)
    for world in range(len(values) // options):
        for option in range(options):
            found[option] += values[world * options + option]
    return found


def gaps(values: vec[i64], options: i64, one: i64, other: i64) -> tuple[i64, i64]:
    """The sum, and the sum of the squares, of the value of option `one` less that of option `other`
    (indices), over all worlds.

    >>> gaps(filled([5, 1, 9, 2]), 2, 0, 1)
    (11, 65)
    """
    total: i64 = 0
    squares: i64 = 0
    for world in range(len(values) // options):
        gap = values[world * options + one] - values[world * options + other]
        total += gap
        squares += gap * gap
    return total, squares


def batch_sums(
    values: vec[i64], options: i64, cycle: i64, ways: list[int], batches: i64
) -> vec[i64]:
    """The sums of each batch of worlds, batch after batch: of the values of each option, over those
    worlds of the batch that are played on in one of these `ways`, then how many worlds these are.

    World w is of way w // 2 % (cycle / 2). There are so many `batches`, each a stretch of whole
    cycles (of `cycle` worlds); the last one takes the rest.

    >>> list(batch_sums(filled([0, 4, 0, 2, 0, 0, 0, 2]), 2, 2, [0], 2))
    [0, 6, 2, 0, 2, 2]
    """
    worlds: i64 = len(values) // options
    cycles = worlds // cycle
    width = options + 1
    sums = zeros(batches * width)
    for way in ways:
        for twin in range(2):
            for world in range(2 * way + twin, worlds, cycle):
                at = min(world // cycle, cycles - 1) * batches // cycles * width
                for option in range(options):
                    sums[at + option] += values[world * options + option]
                sums[at + options] += 1
    return sums


def deviations(sums: vec[i64], options: i64) -> vec[i64]:
    """For each batch and option, its sum (see `batch_sums`) less the mean of all worlds times the
    batch's number of worlds; batch after batch, without the numbers of worlds.

    >>> list(deviations(filled([0, 6, 2, 0, 2, 2]), 2))
    [0, 2, 0, -2]
    """
    width = options + 1
    batches: i64 = len(sums) // width
    whole = totals(sums, width)
    found = zeros(batches * options)
    for batch in range(batches):
        worlds = sums[batch * width + options]
        for option in range(options):
            mean = worlds * whole[option] // whole[options]
            found[batch * options + option] = sums[batch * width + option] - mean
    return found


def preferred(sums: vec[i64], apart: vec[i64], options: i64, noise: i64) -> vec[i64]:
    """In how many of DRAWS draws each option is the best one. A draw adds to the totals of `sums`
    (see `batch_sums`) the deviations `apart` of each batch (see `deviations`), times `noise` / LOUD
    and with a random sign.

    >>> sums = filled([0, 6, 2, 0, 2, 2])
    >>> list(preferred(sums, deviations(sums, 2), 2, LOUD))
    [0, 128]
    >>> [count > 16 for count in preferred(sums, deviations(sums, 2), 2, 4 * LOUD)]
    [True, True]
    """
    batches: i64 = len(apart) // options
    whole = totals(sums, options + 1)
    found = zeros(options)
    more, less = zeros(options), zeros(options)
    for draw in range(DRAWS // 2):
        signs = _SIGNS[draw]
        for option in range(options):
            lot: i64 = 0
            for batch in range(batches):
                if signs >> batch & 1:
                    lot += apart[batch * options + option]
                else:
                    lot -= apart[batch * options + option]
            more[option] = LOUD * whole[option] + noise * lot
            less[option] = LOUD * whole[option] - noise * lot
        found[first_best(more)] += 1
        found[first_best(less)] += 1
    return found


def first_best(numbers: vec[i64]) -> i64:
    """The index of the largest number; of equal ones, the first."""
    best: i64 = 0
    for place in range(len(numbers)):
        if numbers[place] > numbers[best]:
            best = place
    return best


def columns(values: vec[i64], options: i64, kept: list[int]) -> vec[i64]:
    """`values` with only the values of those options whose indices are in `kept`.

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
    """A copy of `values` that is `size` long, with zeros at its end."""
    found = zeros(size)
    for place in range(len(values)):
        found[place] = values[place]
    return found


def filled(numbers: Iterable[int]) -> vec[i64]:
    """These numbers as an array of i64, as compiled code takes it."""
    return vec[i64](list(numbers))
