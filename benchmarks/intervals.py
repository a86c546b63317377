"""How often do the intervals of 95 % of `kifu stats` hold, on made-up matches whose truth is known?

    python -m benchmarks.intervals [--times 300]

Eight players at tables of two to five finish as the model of Plackett and Luce has it. Each is a
little better than the next, and what their choices gain in a match is in proportion to that, but
mostly luck. Of all matches they have ratings, and of those that were judged strengths; a factor of
1 turns gains into strength as it is. What is lost in a match of the headline depends on how hard it
is, as what is at stake does, and on luck: a choice loses 1.1 points, with a standard deviation of
1.8, about as those of greedy players of 6 nimmt! do.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache
from statistics import fmean
from typing import Any

import duckdb
import numpy as np
from benchmarks.measure import table

from kifu.store.ask import judged_stats, plackett_luce
from kifu.store.ask.intervals import INTERVALS
from kifu.store.ask.plackett_luce import Matches, Order
from kifu.store.ask.ratings import MEAN, POINTS, RatedGame, figures
from kifu.store.ask.strength import Ends, Gain, scale_of

#: How much stronger each player is than the mean, on the scale of the model: of neighbours, one
#: beats the other 54:46.
TRUE = np.log(54 / 46) * (3.5 - np.arange(8))
RATINGS = MEAN + POINTS * TRUE
#: What their choices gain in a match, in points, and the luck of a match.
GAINS, LUCK = TRUE / 0.042, 14.0
RATED, JUDGED, SHOWN = 2000, (40, 200), (2, 5, 20)


def results(chance: np.random.Generator) -> Matches:
    """The results of RATED matches, each of two to five (by turns) of the eight players, drawn by
    lot from `chance`. Players are numbers from 0, the best first. How they finish follows the model
    of Plackett and Luce with the strengths TRUE.
    """
    orders = []
    for number in range(RATED):
        seated = chance.permutation(8)[: 2 + number % 4]
        order = seated[np.argsort(-TRUE[seated] - chance.gumbel(size=len(seated)))]
        orders.append(Order(tuple((int(each),) for each in order), tuple(range(len(order)))))
    return plackett_luce.matches(orders)


def gained(chance: np.random.Generator, true: float, matches: int) -> Gain:
    """The gain of a made-up player over this number of `matches` (two or more) of ten choices each,
    and its interval of 95 %. `chance` draws each match's gain, with the mean `true` (points a
    match) and the standard deviation LUCK.
    """
    own = true + LUCK * chance.standard_normal(matches)
    query = "SELECT avg(x), mean_margin(x) FROM (SELECT unnest(?) AS x)"
    ((mean, margin),) = connected().execute(query, [own.tolist()]).fetchall()
    return Gain(matches, 10 * matches, mean, mean - margin, mean + margin)


@cache
def connected() -> duckdb.DuckDBPyConnection:
    """A DuckDB in memory that has the macros of intervals. It is made once, and always the same:
    don't close it.
    """
    connection = duckdb.connect()
    connection.execute(INTERVALS)
    return connection


def models(times: int) -> Iterator[list[str]]:
    """Make up results and gains so many `times` (at least once), then yield rows of texts: one for
    ratings, and one for the strengths by each number of judged matches in JUDGED. A row has what it
    is of, how many intervals there are, how many of 100 hold, and (only for strengths) the mean of
    the factor found, as part of the right one; StatisticsError if none was found.
    """
    held: dict[int, list[bool]] = {matches: [] for matches in (0, *JUDGED)}
    factors: dict[int, list[float]] = {matches: [] for matches in JUDGED}
    for number in range(times):
        chance = np.random.default_rng([1, number])
        found = results(chance)
        ratings = dict(enumerate(figures(plackett_luce.fit(found))))
        held[0] += holds(ratings.values())
        rated = RatedGame(found, [], [*range(8)])
        for matches in JUDGED:
            own = {at: gained(chance, true, matches) for at, true in enumerate(GAINS)}
            scale = scale_of(own, rated, ratings)
            if scale is not None:
                factors[matches].append(scale.factor / (0.042 * POINTS))
                strengths = [scale.of(each) for each in own.values()]
                held[matches] += holds([each for each in strengths if each])
    yield [f"ratings of {RATED:,} matches", str(len(held[0])), share(held[0]), ""]
    for matches, factor in factors.items():
        case = f"strengths of {matches} judged matches"
        yield [case, str(len(held[matches])), share(held[matches]), f"{fmean(factor):.3f}"]


def holds(found: Sequence[Ends] | Any) -> list[bool]:
    """For each of the eight players in order (0 first), whether its interval holds its true rating.
    `found` has for each (value, low, high), in points of the rating; ValueError unless there are
    eight.
    """
    return [low <= true <= high for true, (_, low, high) in zip(RATINGS, found, strict=True)]


def share(held: Sequence[bool]) -> str:
    return f"{100 * fmean(held):.1f} %"


def headlines(times: int) -> Iterator[list[str]]:
    """Make up judged matches of so many players (`times`), then yield for each number of matches in
    SHOWN two rows of texts, for points lost and for accuracy: what it is of, how many intervals
    there are, how many of 100 hold, and "". The same argument gives the same rows.
    """
    chance = np.random.default_rng(2)
    for matches in SHOWN:
        size = (times, matches)
        choices, hard = chance.integers(20, 51, size), chance.lognormal(0.0, 0.3, size)
        every = np.arange(50) < choices[..., None]
        stakes = hard[..., None] * chance.gamma(2.0, 1.05, (*size, 50))
        losses = stakes * np.maximum(0, chance.uniform(-2, 2, (*size, 50)))
        luck = 0.5 * chance.standard_normal((*size, 50))
        summed = {
            "person": np.repeat(np.arange(times), matches),
            "choices": choices.ravel(),
            "points": (every * (losses + luck)).sum(2).ravel(),
            "stake": (every * (stakes + luck)).sum(2).ravel(),
        }
        truth = {"points": 2.1 * np.exp(0.3**2 / 2) / 2, "accuracy": 50.0}
        for name, true in truth.items():
            held = [low <= true <= high for low, high in asked(summed, name)]
            yield [f"{name} of {matches} matches", str(len(held)), share(held), ""]


def asked(summed: dict[str, Any], name: str) -> list[tuple[float, float]]:
    """(low, high) of the interval that `stats accuracy` has for each person, in no certain order,
    from sums of matches. `summed` has arrays with a place for each match: `person` (a number),
    `choices`, `points` lost and `stake`. `name` is `points` or `accuracy`.
    """
    with duckdb.connect() as connection:
        connection.execute(INTERVALS)
        connection.execute(judged_stats.MACROS)
        connection.register("sums", summed)
        connection.execute(
            "CREATE TEMP VIEW summed AS SELECT *, person AS player, '' AS game, '' AS engine,"
            " '' AS options, 4 AS seats, true AS is_asked, 0 AS points_se,"
            " 0 AS agreed, 0 AS blunders, 0 AS mistakes, 0 AS doubtful FROM sums"
        )
        query = judged_stats.ACCURACY.replace("<game>", "game")
        return connection.execute(f"SELECT {name}_low, {name}_high FROM ({query})").fetchall()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.intervals")
    parser.add_argument("--times", type=int, default=300)
    times = parser.parse_args().times
    rows = [*models(times), *headlines(times)]
    print(*table("of|intervals|hold|times the factor", rows), sep="\n")


if __name__ == "__main__":
    main()
