"""How strong are the players? `python -m benchmarks.ladder GAME --seats N` or `--reference`.

    python -m benchmarks.ladder nimmt --seats 4 --player strong:10 --player strong:100 --matches 200

One player among others, in each seat in turn, on the same deals for each player; players from
outside (see `benchmarks.foreign`) are among those of their games. A win share is 1/k
of a match that k seats win; the interval is of 95 %. The rating is that of a model in which a seat
wins with a chance in proportion to 10 ** (rating / 400) (Bradley and Terry 1952, for more than
two), the others having 0. With `--reference`, the reference player among simple ones at the tables
of docs/inside/analysis.md: its win share, what is even, and its points less the mean of the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from math import fsum, inf, log10
from typing import NamedTuple

from benchmarks import foreign
from benchmarks.foreign import match_of
from benchmarks.measure import interval, table

from kifu.replay import registry
from kifu.replay.analysis.outcome import even_share, shares_of
from kifu.replay.options import options_given
from kifu.replay.replayer import replay

#: Who is on the ladder where nobody is named, and who else by game.
PLAYERS = ("random", "greedy", "reference", "strong:10", "strong:100")
OUTSIDERS = {"nimmt": tuple(foreign.nimmt.PLAYERS), "mutsugo": tuple(foreign.mutsugo.PLAYERS)}
#: Games, seats and options of the reference's tables.
TABLES: list[tuple[str, int, dict[str, str]]] = [
    ("nimmt", 2, {}),
    ("nimmt", 4, {}),
    ("nimmt", 5, {}),
    ("nimmt", 4, {"placement": "professional"}),
    ("nimmt", 4, {"deck": "tactics"}),
    *[(name, seats, {}) for name in ("mutsugo", "magimiles", "yuhodo") for seats in (2, 3, 4)],
    ("yuhodo", 3, {"rules": "advanced"}),
]


class Result(NamedTuple):
    """A seat's share of the win, its points less the mean of its rivals, and an even share."""

    share: float
    points: float
    even: float


def results(
    name: str, player: str, others: str, seats: int, options: Mapping[str, str], matches: int
) -> Iterator[Result]:
    """The results of `player` in so many matches; it plays both seats of a team."""
    game = registry.game(name)
    chosen = game.settle(game.read_options(options), seats)
    for number in range(matches):
        own = number % seats + 1
        teams = game.ranking.teams(chosen, seats)
        team = next((each for each in teams if own in each), [own])
        rivals = [seat for seat in range(1, seats + 1) if seat not in team]
        players = [others if seat in rivals else player for seat in range(1, seats + 1)]
        state = replay(match_of(game, players, f"ladder {number}", options)).state
        assert state is not None
        scores = state.scores()
        rest = fsum([scores[seat - 1] for seat in rivals]) / len(rivals)
        share = shares_of(state.winners(), seats, teams)[own - 1]
        yield Result(share, scores[own - 1] - rest, even_share(seats, teams))


def rating(share: float, even: float) -> float:
    """What is expected to win such a share of matches against others of rating 0.

    >>> round(rating(1 / 3, 1 / 3)), round(rating(10 / 11, 1 / 2))
    (0, 400)
    """
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share * (1 / even - 1) / (1 - share))


def ladder(asked: argparse.Namespace) -> Iterator[list[str]]:
    options = options_given(asked.option)
    for player in asked.player or (*PLAYERS, *OUTSIDERS.get(asked.game, ())):
        found = [*results(asked.game, player, asked.others, asked.seats, options, asked.matches)]
        shares = [each.share for each in found]
        points = rating(fsum(shares) / len(shares), found[0].even)
        yield [player, interval(shares), f"{points:+.0f}"]


def reference(matches: int) -> Iterator[list[str]]:
    for name, seats, given in TABLES:
        found = list(results(name, "reference", "greedy", seats, given, matches))
        options = " ".join(f"{key}={value}" for key, value in given.items()) or "(default)"
        points = fsum(each.points for each in found) / matches
        shares = interval([each.share for each in found])
        yield [name, options, str(seats), shares, f"{found[0].even:.3f}", f"{points:+.1f}"]


def main() -> None:
    """Print the ladder, or the reference's table."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.ladder")
    parser.add_argument("game", nargs="?")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--player", action="append", default=[])
    parser.add_argument("--others", default="greedy")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--reference", action="store_true")
    asked = parser.parse_args()
    if asked.reference:
        rows = reference(asked.matches)
        print(*table("game|options|seats|win share|even|points", rows), sep="\n")
    elif asked.game is None or asked.seats is None:
        parser.error("name a game and --seats, or --reference")
    else:
        print(f"{asked.game}, {asked.seats} seats, one among {asked.others}: {asked.matches}\n")
        print(*table("player|win share|rating", ladder(asked)), sep="\n")


if __name__ == "__main__":
    main()
