"""Intervals of 95 % in SQL: Wilson's of a share, and the normal one of a mean."""

from __future__ import annotations

#: `wilson_end` is an end of the interval of a share, the upper one where `side` is 1, and
#: `mean_margin` half the width of that of a mean.
INTERVALS = """
    CREATE OR REPLACE TEMP MACRO wilson_end(hits, n, side) AS
    CASE WHEN n > 0 THEN greatest(0, least(1, (
        hits + 1.9207294 + side * 1.9599640 * sqrt(hits * (n - hits) / n + 0.9603647)
    ) / (n + 3.8414588))) END;
    CREATE OR REPLACE TEMP MACRO mean_margin(x) AS 1.9599640 * stddev_samp(x) / sqrt(count(x));
"""
