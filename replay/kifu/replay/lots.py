"""Lots: where players draw what they leave to luck. Never a match's own chance (see `chance`).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

import hashlib
from struct import unpack
from typing import Final

from kifu.notation.native import i64, mypyc_attr
from kifu.replay.codes import arrays

_HALF: Final[i64] = (1 << 32) - 1
#: So many words of 64 bits are made at once.
_BLOCK: Final[i64] = 64


@mypyc_attr(allow_interpreted_subclasses=True)
class Lots:
    """A stream of random numbers that a text determines, the same on every machine: words of 64
    bits, from blocks of 64 words of SHAKE-256 over `kifu/player:BLOCK:TEXT`, little-endian.

    >>> lots = Lots("a text")
    >>> [lots.below(6) for _ in range(8)]
    [5, 4, 2, 3, 5, 1, 0, 0]
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._block: i64 = 0
        self._at: i64 = _BLOCK
        self._stream = b""

    def below(self, n: i64) -> i64:
        """The next number from the stream: 0 to n - 1, each with the same chance, as word * n >>
        64. n is at least 1 and below 2**31.
        """
        if self._at == _BLOCK:
            text = f"kifu/player:{self._block}:{self.text}"
            shake = hashlib.shake_256(text.encode("utf-8", "surrogatepass"))
            self._stream = shake.digest(8 * _BLOCK)
            self._block += 1
            self._at = 0
        self._at += 1
        return arrays.below(n, self._stream, 8 * (self._at - 1))


class QuickLots(Lots):
    """A quicker stream, for playouts by the thousand: sfc32 (Doty-Humphrey, PractRand), seeded by
    the text's SHAKE-256. Its numbers are not those of `Lots`.

    >>> lots = QuickLots("a text")
    >>> [lots.below(6) for _ in range(8)]
    [2, 1, 3, 3, 2, 4, 1, 1]
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        shake = hashlib.shake_256(f"kifu/lots:{text}".encode("utf-8", "surrogatepass"))
        self._seed = arrays.filled([*unpack("<3I", shake.digest(12))])
        self._a: i64 = 0
        self._b: i64 = 0
        self._c: i64 = 0
        self._counter: i64 = 0
        self.restart()

    def restart(self) -> None:
        """Begin again with the first number of the text's stream, also after `begin`."""
        self.begin(self._seed[0], self._seed[1], self._seed[2])

    def begin(self, one: i64, other: i64, third: i64) -> None:
        """Begin the stream of another seed, three numbers from 0 to 2**32 - 1, at its first number,
        in place of the text's. `restart` goes back to the text's.
        """
        self._a, self._b, self._c = one, other, third
        self._counter = 1
        for _number in range(12):
            self._next()

    def below(self, n: i64) -> i64:
        """The next number from the stream: 0 to n - 1, nearly with the same chance (the bias is n /
        2**32 at most). n is at least 1 and below 2**31.
        """
        return self._next() * n >> 32

    def _next(self) -> i64:
        """The next number of 32 bits; the stream moves on by one."""
        drawn = self._a + self._b + self._counter & _HALF
        self._counter = self._counter + 1 & _HALF
        self._a = self._b ^ self._b >> 9
        self._b = self._c + (self._c << 3) & _HALF
        self._c = ((self._c << 21 | self._c >> 11) & _HALF) + drawn & _HALF
        return drawn
