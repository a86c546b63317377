"""Whether public chances come true, in held-out matches of mixed players.

    python -m benchmarks.calibration [--game NAME ...] [--matches 1000] [--fit | --scores | --equal]

Of each match a few turns are chosen by lot, so that many matches, which say much, are judged and
few turns of one match, which go together. Prints for each game a table by tenths of all chances in
their order, and how good they are as a whole. Standard errors count each match as one. With
`--fit`, other matches are played, and curves of `kifu.replay.analysis.public` are compared; with
`--scores`, in the same matches, chances from worlds with those from the scores alone; with
`--equal`, reference players play.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise, product
from math import fsum, log, sqrt
from typing import NamedTuple

from benchmarks.judging import TABLES, matches

from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.fit import Ending, fitted
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.public import CURVES, PLAIN, Curve, tempered
from kifu.replay.analysis.sums import filled
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.elements.lots import QuickLots
from kifu.replay.replayer import replay

#: Who plays: they take the seats in turn.
MIXED = ("greedy", "reference", "random", "strong:4")
#: Worlds for each turn, as with the budget "normal".
WORLDS = 200


class Matches(NamedTuple):
    """Matches that are judged: what they are called, their seed, and who plays."""

    named: str
    seed: str
    players: tuple[str, ...]


#: What the curves are fitted to, what they are tried on, and matches of equal players.
FITTED = Matches("fitted", "judging", MIXED)
HELD_OUT = Matches("held out", "unseen", MIXED)
EQUAL = Matches("equal players", "equals", ("reference",))
#: How far a power is changed at once when curves are compared, in eighths.
STEPS = (-4, -1, 0, 1, 4)
#: No chance counts as less than this where logarithms are taken.
LEAST = 0.005
#: Of so many parts of the matches each is foretold by the others.
PARTS = 5


class Sample(NamedTuple):
    """The chances of all sides at one turn of a match, each side's share of the result, how many
    turns were played before, and each side's score then.
    """

    match: int
    said: list[float]
    came: list[float]
    turns: int
    scores: list[int]


class Pair(NamedTuple):
    """One side's chance, and what it came to."""

    match: int
    said: float
    came: float


def samples(name: str, count: int, plies: int, which: Matches) -> Iterator[Sample]:
    """The chances of worlds as they are, without a curve, at so many turns, or all if there are
    fewer, of each of `count` matches.
    """
    for number, record in enumerate(matches(name, count, which.players, which.seed)):
        course = Playback(replay(record))
        results = course.results()
        valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(WORLDS))
        turns = sum(1 for _ in course.moments(frozenset()))
        chosen = _chosen(turns, plies, QuickLots(f"{which.seed} {name} {number}"))
        for turn, moment in enumerate(course.moments(frozenset())):
            if turn in chosen:
                said = valuer.plain_chances(moment)
                came = [results[side - 1] for side in said]
                scores = moment.state.scores()
                scored = [scores[side - 1] for side in said]
                yield Sample(number, [*said.values()], came, turn, scored)


def _chosen(turns: int, plies: int, lots: QuickLots) -> set[int]:
    chosen: set[int] = set()
    while len(chosen) < min(turns, plies):
        chosen.add(int(lots.below(turns)))
    return chosen


def clustered(values: Sequence[float], clusters: Sequence[int]) -> tuple[float, float]:
    """The mean of some values, and its standard error where those of one cluster go together.

    >>> clustered([1, 1, 3, 3], [1, 1, 2, 2])
    (2.0, 1.0)
    """
    mean = fsum(values) / len(values)
    sums: dict[int, float] = {}
    for value, cluster in zip(values, clusters, strict=True):
        sums[cluster] = sums.get(cluster, 0.0) + value - mean
    size = len(sums)
    if size < 2:
        return mean, 0.0
    spread = fsum([total * total for total in sums.values()]) * size / (size - 1)
    return mean, sqrt(spread) / len(values)


def tenths(found: Sequence[Sample]) -> list[list[Pair]]:
    """All sides' chances in ascending order, in ten parts of the same size."""
    pairs = [
        Pair(each.match, *pair) for each in found for pair in zip(each.said, each.came, strict=True)
    ]
    pairs.sort(key=lambda pair: (pair.said, pair.match, pair.came))
    ends = [len(pairs) * tenth // 10 for tenth in range(11)]
    return [pairs[begin:end] for begin, end in pairwise(ends)]


def brier(said: Sequence[float], came: Sequence[float]) -> float:
    """The mean squared difference over sides."""
    return fsum([(one - other) ** 2 for one, other in zip(said, came, strict=True)]) / len(said)


def log_loss(said: Sequence[float], came: Sequence[float]) -> float:
    """Minus the logarithm of the chance that was given to the winner."""
    pairs = zip(said, came, strict=True)
    return -fsum([share * log(max(chance, LEAST)) for chance, share in pairs])


class Scores(NamedTuple):
    """How good chances are: the mean Brier score with that of even chances, its skill (by how much
    smaller it is) and the mean log loss with half their intervals, and the largest gap of tenths.
    """

    brier: float
    even: float
    skill: float
    skill_half: float
    log_loss: float
    log_half: float
    gap: float


def scores(found: Sequence[Sample]) -> Scores:
    """The scores of chances as they are."""
    even = [1 / len(found[0].said)] * len(found[0].said)
    clusters = [each.match for each in found]
    ours = [brier(each.said, each.came) for each in found]
    base = [brier(even, each.came) for each in found]
    mean, least = fsum(ours) / len(ours), fsum(base) / len(base)
    ratio = mean / least
    _, error = clustered([a - ratio * b for a, b in zip(ours, base, strict=True)], clusters)
    logs, log_error = clustered([log_loss(each.said, each.came) for each in found], clusters)
    gap = max(abs(gap) for _, _, gap, _ in gaps(found))
    skill, half = 100 * (1 - ratio), 196 * error / least
    return Scores(mean, least, skill, half, logs, 1.96 * log_error, gap)


def gaps(found: Sequence[Sample]) -> Iterator[tuple[int, float, float, float]]:
    """Of each tenth: how many chances, what they said, what came less that, half its interval."""
    for part in tenths(found):
        said = fsum([pair.said for pair in part]) / len(part)
        gap, error = clustered(
            [pair.came - pair.said for pair in part], [pair.match for pair in part]
        )
        yield len(part), said, gap, 1.96 * error


def report(name: str, which: str, plain: Sequence[Sample], curve: Curve) -> list[str]:
    """The lines that say how good the chances are: a row, and the tenths."""
    found = [each._replace(said=tempered(each.said, curve)) for each in plain]
    ours, base, sides = scores(found), scores(plain), len(plain[0].said)
    lines = [
        "| game | which | matches | Brier | of even chances | skill | log loss | of even chances "
        "| gap | plain skill | plain gap |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        f"| {name}, {TABLES[name]} seats | {which} | {len({each.match for each in plain})} "
        f"| {ours.brier:.3f} | {ours.even:.3f} | {ours.skill:.1f} ± {ours.skill_half:.1f} % "
        f"| {ours.log_loss:.3f} ± {ours.log_half:.3f} | {log(sides):.3f} | {ours.gap:.3f} "
        f"| {base.skill:.1f} % | {base.gap:.3f} |",
        "",
        "| how often | said | came | gap |",
        "|--:|--:|--:|--:|",
    ]
    for count, said, gap, half in gaps(found):
        lines.append(f"| {count} | {said:.3f} | {said + gap:.3f} | {gap:+.3f} ± {half:.3f} |")
    return [*lines, ""]


def curves(found: Sequence[Sample]) -> list[str]:
    """The scores with the best curve and with curves near it, the best first. Curves are looked for
    in steps from a game without one, as long as a step makes them better.
    """
    best, tried = PLAIN, {PLAIN: squares(found, PLAIN)}
    while (curve := _next_to(best, tried)) is not None:
        tried[curve] = squares(found, curve)
        if tried[curve] < tried[best]:
            best = curve
    order = sorted(tried, key=lambda curve: (tried[curve], curve))
    lines = ["| even | decided | brake | Brier |", "|--:|--:|--:|--:|"]
    for curve in order[:12]:
        numbers = " | ".join(str(number) for number in curve)
        lines.append(f"| {numbers} | {tried[curve]:.5f} |")
    return [*lines, ""]


def _next_to(best: Curve, tried: Collection[Curve]) -> Curve | None:
    """A curve a step away that was not tried."""
    for one, other, third in product(STEPS, STEPS, (-1, 0, 1)):
        curve = Curve(best.even + one, best.decided + other, best.brake + third)
        if min(curve[:2]) > 0 and 0 <= curve.brake < 8 and curve not in tried:
            return curve
    return None


def squares(found: Sequence[Sample], curve: Curve) -> float:
    """The mean Brier score with a curve."""
    return fsum([brier(tempered(each.said, curve), each.came) for each in found]) / len(found)


def by_scores(name: str, plain: Sequence[Sample]) -> list[str]:
    """How good chances are that follow from the scores and the number of turns alone, by models
    (see `kifu.replay.analysis.fit`) of which each is tried on a fifth of the matches and fitted to
    the others, beside those from worlds with the curve of the game. The difference has its interval
    of 95 %.
    """
    worlds = [
        each._replace(said=tempered(each.said, CURVES.get(name, PLAIN)))
        for part in range(PARTS)
        for each in plain
        if each.match % PARTS == part
    ]
    curve = [each for part in range(PARTS) for each in _foretold(plain, part)]
    ours, base = scores(curve), scores(worlds)
    better = [
        brier(one.said, one.came) - brier(other.said, other.came)
        for one, other in zip(worlds, curve, strict=True)
    ]
    mean, error = clustered(better, [each.match for each in curve])
    matches = len({each.match for each in curve})
    return [
        "| game | matches | skill of worlds | of scores alone | scores less worlds |",
        "|---|--:|--:|--:|--:|",
        f"| {name}, {TABLES[name]} seats | {matches} | {base.skill:.1f} ± {base.skill_half:.1f} "
        f"| {ours.skill:.1f} ± {ours.skill_half:.1f} "
        f"| {100 * mean / base.even:+.1f} ± {196 * error / base.even:.1f} |",
        "",
    ]


def _foretold(plain: Sequence[Sample], part: int) -> Iterator[Sample]:
    """The samples of this part of the matches, with chances by a model fitted to the others."""
    model = fitted(
        [
            Ending(each.match, each.turns, each.scores, each.came)
            for each in plain
            if each.match % PARTS != part
        ]
    )
    odds = Odds(model.weights, [*range(1, len(plain[0].scores) + 1)])
    for each in plain:
        if each.match % PARTS == part:
            given = [int(share) for share in odds.shares(filled(each.scores), each.turns)]
            yield each._replace(said=[share / sum(given) for share in given])


def main() -> None:
    """Judge and print."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.calibration")
    parser.add_argument("--game", action="append", choices=[*TABLES])
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--plies", type=int, default=3, help="turns judged of each match")
    parser.add_argument("--fit", action="store_true", help="compare curves, in other matches")
    parser.add_argument("--scores", action="store_true", help="compare worlds with scores alone")
    parser.add_argument("--equal", action="store_true", help="matches of reference players")
    asked = parser.parse_args()
    which = FITTED if asked.fit or asked.scores else EQUAL if asked.equal else HELD_OUT
    for name in asked.game or [*TABLES]:
        found = list(samples(name, asked.matches, asked.plies, which))
        if asked.scores:
            print("\n".join(by_scores(name, found)), flush=True)
            continue
        curve = CURVES.get(name, PLAIN)
        compared = curves(found) if asked.fit else []
        print("\n".join([*report(name, which.named, found, curve), *compared]), flush=True)


if __name__ == "__main__":
    main()
