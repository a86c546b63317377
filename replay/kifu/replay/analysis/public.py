"""Public chances as they come true among players of different strength.

In worlds all play on as well as each other. At a table somebody mostly plays better, and has come
to lead by that, so leads are worth more than worlds say; where two win together, they can be worth
less. So the chances from worlds are raised to a power and shared out again (temperature scaling:
Guo et al. 2017). The powers are those of the smallest Brier score in 1,000 matches of mixed
players, by `python -m benchmarks.calibration --fit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt

#: The power of each game in eighths, so that it is made of square roots, which are the same on
#: every machine. A game that is not here keeps its chances as they are.
EIGHTHS = {"atarayo": 10, "magimiles": 7, "mutsugo": 11, "nimmt": 12}
PLAIN = 8


def tempered(chances: Sequence[float], eighths: int) -> list[float]:
    """Chances in proportion to this power of the given ones; together they are 1.

    >>> [round(chance, 3) for chance in tempered([0.5, 0.25, 0.25], 16)]
    [0.667, 0.167, 0.167]
    """
    powers = [_power(chance, eighths) for chance in chances]
    whole = fsum(powers)
    return [power / whole for power in powers]


def _power(chance: float, eighths: int) -> float:
    root, product = sqrt(sqrt(sqrt(chance))), 1.0
    for _ in range(eighths):
        product *= root
    return product
