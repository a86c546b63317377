"""Public chances as they come true among players of different strength.

In worlds all play on as well as each other. At a table somebody mostly plays better. A small lead
early in a match shows who that is, so it is worth more than worlds say. A large lead can still be
lost by playing badly, so it is worth less. The chances from worlds are therefore raised to a power
and shared out again (temperature scaling: Guo et al. 2017), by one power where all chances are
even and by another where the match is decided, and then each chance is reduced in proportion to
itself. The three numbers of a game are those of the smallest Brier score in 1,000 matches of mixed
players, by `python -m benchmarks.calibration --fit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import NamedTuple


class Curve(NamedTuple):
    """What is done to chances: the powers where all are `even` and where the match is `decided`,
    and by how much of itself a chance is reduced at most, the `brake`. All are in eighths, so that
    powers are made of square roots, which are the same on every machine.
    """

    even: int
    decided: int
    brake: int


#: The curve of each game. A game that is not here keeps its chances as they are.
CURVES = {
    "atarayo": Curve(12, 9, 0),
    "magimiles": Curve(3, 13, 0),
    "mutsugo": Curve(19, 11, 5),
    "nimmt": Curve(23, 11, 4),
    "yuhodo": Curve(59, 13, 7),
}
PLAIN = Curve(8, 8, 0)


def tempered(chances: Sequence[float], curve: Curve) -> list[float]:
    """The chances of two seats or more, made more or less extreme as `curve` says; their sum is 1
    again.

    >>> [round(chance, 3) for chance in tempered([0.5, 0.25, 0.25], Curve(16, 16, 0))]
    [0.667, 0.167, 0.167]
    >>> [round(chance, 3) for chance in tempered([0.5, 0.25, 0.25], Curve(16, 8, 4))]
    [0.558, 0.221, 0.221]
    """
    part = sqrt(decided(chances))
    pairs = zip(_raised(chances, curve.even), _raised(chances, curve.decided), strict=True)
    raised = [(1 - part) * early + part * late for early, late in pairs]
    return _shared([chance - curve.brake / 8 * chance * chance for chance in raised])


def decided(chances: Sequence[float]) -> float:
    """How far a match is decided: from 0, where all chances are even, to 1, where one seat has them
    all.

    >>> decided([0.5, 0.5]), decided([0.75, 0.25]), decided([0.0, 1.0])
    (0.0, 0.25, 1.0)
    """
    even = 1 / len(chances)
    squares = fsum([chance * chance for chance in chances])
    return min(1.0, max(0.0, (squares - even) / (1 - even)))


def _raised(chances: Sequence[float], eighths: int) -> list[float]:
    return _shared([_power(chance, eighths) for chance in chances])


def _shared(parts: Sequence[float]) -> list[float]:
    whole = fsum(parts)
    return [part / whole for part in parts]


def _power(chance: float, eighths: int) -> float:
    root, product = sqrt(sqrt(sqrt(chance))), 1.0
    for _ in range(eighths):
        product *= root
    return product
