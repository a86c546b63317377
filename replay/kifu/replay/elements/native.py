"""The types of native numbers, as `kifu.notation.native` has them, for the rules."""

from kifu.notation.native import append as append
from kifu.notation.native import i64 as i64
from kifu.notation.native import mypyc_attr as mypyc_attr
from kifu.notation.native import read_i64_le as read_i64_le
from kifu.notation.native import vec as vec

__all__ = ["append", "i64", "mypyc_attr", "read_i64_le", "vec"]
