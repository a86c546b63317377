"""The types of native numbers: what compiled modules are written in.

Where kifu was compiled (`hatch_build.py`), `i64` is a 64-bit integer of C and `vec[i64]` a flat
array of them. Where it was not, the same source runs with Python's own `int` and `list`. What is
relied on, and only that: `vec[i64](items)`, reading and writing by index, `len`, `in`, iteration,
slices (which copy), `numbers = append(numbers, number)`, `remove` in the same way,
`read_i64_le(bytes, at)`, and no sum or product beyond 63 bits. Numbers of 16 bits (`i16`) are only
for what others read as an array.

A constant is `Final[i64]` where a loop or a variable takes its type from it, otherwise `Final`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.strings import read_i64_le
    from librt.vecs import append, remove, vec
    from mypy_extensions import i16, i64, mypyc_attr
else:
    i16, i64, vec = int, int, list

    def append(numbers, number):
        """The list `numbers` itself, with `number` added at its end. Go on with the result only: a
        compiled array may be a new one.
        """
        numbers.append(number)
        return numbers

    def remove(numbers, number):
        """The list `numbers` itself, without its first `number`; to go on with as in `append`.
        Raises ValueError if `number` is not in it.
        """
        numbers.remove(number)
        return numbers

    def read_i64_le(stream, at):
        """The signed number in the 8 bytes of `stream`, which must be there, from the index `at`
        on, the lowest byte first.
        """
        return int.from_bytes(stream[at : at + 8], "little", signed=True)

    def mypyc_attr(**_attributes):
        """A decorator that changes nothing: its arguments are declarations that only the compiler
        uses.
        """
        return lambda decorated: decorated


__all__ = [
    "append",
    "i16",
    "i64",
    "mypyc_attr",
    "read_i64_le",
    "remove",
    "vec",
]
