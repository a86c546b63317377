"""Arrays of native numbers, and whether the numbers are native.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, read_i64_le, vec

#: Whether the rules run from their source, with Python's own numbers.
INTERPRETED: Final = isinstance(vec[i64](), list)


def zeros(size: i64) -> vec[i64]:
    """A new array of `size` zeros.

    >>> list(zeros(3))
    [0, 0, 0]
    """
    # To copy zeros is quicker than to write them, and `vec[i64]` of source is built each time.
    return _ZEROS[:size] if size <= len(_ZEROS) else vec[i64]([0] * size)


_ZEROS: Final = vec[i64]([0] * 512)


def filled(numbers: list[int]) -> vec[i64]:
    """A new array with these numbers, in their order."""
    # `vec` first asks a list itself for a buffer, and the error that it gets takes time.
    return vec[i64]([i64(number) for number in numbers])


#: No numbers at all.
NONE: Final = zeros(0)


def bit(place: i64) -> i64:
    """The number in which only bit `place` (0 to 62) is set. Raises IndexError for a higher place.

    The compiler makes `1 << place` a shift of 32 bits, as it does with every number on the left
    that it can work out: a literal, or a variable that always has the same value.

    >>> bit(42) == 2**42
    True
    """
    return _BITS[place]


_BITS: Final = vec[i64]([2**place for place in range(63)])


def count(mask: i64) -> i64:
    """How many bits of a mask are set. The mask is 0 or more.

    >>> count(1 << 3 | 1 << 42)
    2
    """
    found: i64 = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def members(mask: i64) -> vec[i64]:
    """The places (from 0) of the bits that are set in a mask, ascending. The mask is 0 or more.

    >>> list(members(1 << 3 | 1 << 42))
    [3, 42]
    """
    places = zeros(count(mask))
    for found in range(len(places)):
        places[found] = lowest(mask)
        mask &= mask - 1
    return places


def lowest(mask: i64) -> i64:
    """The place of the lowest bit that is set in a mask, which is above 0.

    >>> lowest(1 << 3 | 1 << 42)
    3
    """
    return _PLACE[(mask & -mask) % _PRIME]


#: No two powers of 2 below its last one leave the same remainder: by that, the place of the bit.
_PRIME: Final = 67
_PLACE: Final = zeros(_PRIME)
for _place in range(63):
    _PLACE[2**_place % _PRIME] = _place


def highest(numbers: vec[i64]) -> i64:
    """The highest of these numbers, of which there must be one at least."""
    most = numbers[0]
    for number in numbers:
        most = max(most, number)
    return most


def repeated(counts: vec[i64]) -> vec[i64]:
    """Each index as often as the array says at it, ascending.

    >>> list(repeated(vec[i64]([0, 2, 0, 1])))
    [1, 1, 3]
    """
    found = vec[i64]()
    for place in range(len(counts)):
        for _copy in range(counts[place]):  # a loop over `_` would make an object of each number
            found = append(found, place)
    return found


def below(n: i64, stream: bytes, at: i64) -> i64:
    """A number from 0 to n - 1, from the 8 bytes of `stream` at index `at`, read as a little-endian
    `word` without a sign: word * n >> 64. n is at least 1 and below 2**31; the 8 bytes must be
    there.

    >>> below(6, bytes(7) + bytes([128]), 0)
    3
    """
    if INTERPRETED:
        return _below(n, stream, at)
    # The word is 2**32 * high + low, so that no product is larger than 63 bits.
    word = read_i64_le(stream, at)
    low, high = word & 0xFFFFFFFF, word >> 32 & 0xFFFFFFFF
    return high * n + (low * n >> 32) >> 32


def _below(n: i64, stream: bytes, at: i64) -> i64:
    """The same as `below`, with numbers of Python's, which have room for the whole product."""
    return int.from_bytes(stream[at : at + 8], "little") * int(n) >> 64


def shuffled(n: i64, need: i64, stream: bytes) -> vec[i64]:
    """The first `need` cards of a shuffle of the numbers 1 to n (Fisher and Yates, from the front),
    in order; all n if `need` is larger.

    Exchange i (from 0) takes the next 8 bytes of `stream` as a little-endian `word` and swaps place
    i with place i + (word * (n - i) >> 64). There are `need` exchanges, or n - 1 if that is less;
    `stream` must have 8 bytes for each.

    >>> list(shuffled(4, 2, bytes(7) + bytes([128]) + bytes(8)))
    [3, 2]
    """
    deck = counted(n)
    for i in range(min(need, n - 1)):
        j = i + below(n - i, stream, 8 * i)
        card = deck[j]
        deck[j] = deck[i]
        deck[i] = card
    return deck[:need]


def counted(n: i64) -> vec[i64]:
    """A new array of the numbers 1 to n; empty for 0."""
    return _COUNTED[:n] if n <= len(_COUNTED) else filled([*range(1, n + 1)])


_COUNTED: Final = filled([*range(1, 257)])


def sort_up(numbers: vec[i64]) -> None:
    """Sort a few numbers in place, the lowest first (quadratic time).

    >>> some = vec[i64]([3, 9, 4])
    >>> sort_up(some)
    >>> list(some)
    [3, 4, 9]
    """
    for place in range(1, len(numbers)):
        number = numbers[place]
        at = place
        while at > 0 and numbers[at - 1] > number:
            numbers[at] = numbers[at - 1]
            at -= 1
        numbers[at] = number


def packed(numbers: vec[i64]) -> i64:
    """Up to ten numbers from 0 to 63 as one number: 6 bits each, the first one in the lowest bits.
    Their count is not kept, and nothing is checked: more or larger numbers give a wrong one.

    >>> unpacked(packed(vec[i64]([3, 0, 63])), 3)
    [3, 0, 63]
    """
    whole: i64 = 0
    for at in range(len(numbers) - 1, -1, -1):
        whole = whole << 6 | numbers[at]
    return whole


def unpacked(whole: int, count: int) -> list[int]:
    """The first `count` numbers that `packed` has put into one, in order; 0 for those beyond."""
    return [whole >> 6 * at & 63 for at in range(count)]
