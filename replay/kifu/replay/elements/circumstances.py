"""The circumstances of a move as one number: its round, its turn, the class of the move and how
many moves were legal. 0 where there is none, and before the first.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64

# What of the circumstances is wanted: rounds and turns; classes; how many moves were legal.
PLACES: Final[i64] = 1
KINDS: Final[i64] = 2
COUNTS: Final[i64] = 4

_ROUND_SHIFT: Final[i64] = 44
_TURN_SHIFT: Final[i64] = 24
_CLASS_SHIFT: Final[i64] = 16
_ROUNDS: Final[i64] = (1 << 18) - 1
_TURNS: Final[i64] = (1 << 20) - 1
_CLASSES: Final[i64] = (1 << 8) - 1
_LEGAL: Final[i64] = (1 << 16) - 1


def circumstances(number: i64, turn: i64, kind: i64, legal: i64) -> i64:
    """Pack a move's round `number`, `turn`, class (`kind`, see `Coded.class_code`) and number of
    `legal` moves into one number. A value that has no room becomes the largest that has.

    >>> met = circumstances(2, 11, 5, 104)
    >>> round_of(met), turn_of(met), class_of(met), legal_of(met)
    (2, 11, 5, 104)
    """
    place = min(number, _ROUNDS) << _ROUND_SHIFT | min(turn, _TURNS) << _TURN_SHIFT
    return place | min(kind, _CLASSES) << _CLASS_SHIFT | min(legal, _LEGAL)


def round_of(packed: i64) -> i64:
    """The round (from 1; 0: none) in a number that `circumstances` made."""
    return packed >> _ROUND_SHIFT


def turn_of(packed: i64) -> i64:
    """The turn (from 1; 0: none) in a number that `circumstances` made."""
    return packed >> _TURN_SHIFT & _TURNS


def place_of(packed: i64) -> i64:
    """The round and the turn in a number that `circumstances` made, as one number, to tell whether
    moves are of the same turn.

    >>> place_of(circumstances(2, 11, 5, 104)) == place_of(circumstances(2, 11, 4, 4))
    True
    """
    return packed >> _TURN_SHIFT


def class_of(packed: i64) -> i64:
    """The class of the move (see `Coded.class_code`; 0: none) in a number that `circumstances`
    made.
    """
    return packed >> _CLASS_SHIFT & _CLASSES


def classes_of(packed: list[int]) -> bytes:
    r"""The class of each move, one byte each, from numbers that `circumstances` made.

    >>> classes_of([circumstances(2, 11, 5, 104), 0])
    b'\x05\x00'
    """
    classes: list[int] = []
    for here in packed:
        number: i64 = here
        classes.append(number >> _CLASS_SHIFT & _CLASSES)
    return bytes(classes)


def legal_of(packed: i64) -> i64:
    """How many moves were legal, at most 65,535, in a number that `circumstances` made."""
    return packed & _LEGAL
