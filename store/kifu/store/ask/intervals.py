"""Intervals of 95 %: Wilson's of a share, and Student's of a mean, in SQL."""

from __future__ import annotations

from typing import Final

#: The quantile of 97.5 % of the normal distribution: so many standard errors to either end of an
#: interval.
NORMAL: Final = 1.9599640
#: Of Student's t with 1, 2, ... degrees of freedom, the same quantile; beyond, `NORMAL` plus these
#: over the first, second and third power of the degrees of freedom (the expansion of Cornish and
#: Fisher), to four digits.
_FIRST: Final = (
    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
)  # fmt: skip
_BEYOND: Final = (2.3723, 2.8225, 2.5558)

#: `wilson_end` is an end of the interval of a share, the upper one where `side` is 1; `student` by
#: how many standard errors the mean of `n` numbers may be off, NULL for less than two; and
#: `mean_margin` half the width of the interval of a mean.
INTERVALS = f"""
    CREATE OR REPLACE TEMP MACRO wilson_end(hits, n, side) AS
    CASE WHEN n > 0 THEN greatest(0, least(1, (
        hits + 1.9207294 + side * {NORMAL} * sqrt(hits * (n - hits) / n + 0.9603647)
    ) / (n + 3.8414588))) END;
    CREATE OR REPLACE TEMP MACRO student(n) AS CASE WHEN n > 1 THEN coalesce(
        {[*_FIRST]}[n - 1],
        {NORMAL} + {" + ".join(f"{each} / (n - 1) ** {at}" for at, each in enumerate(_BEYOND, 1))}
    ) END;
    CREATE OR REPLACE TEMP MACRO mean_margin(x) AS
        student(count(x)) * stddev_samp(x) / sqrt(count(x));
"""
