"""How much better the reference players are than the simple ones: `python -m benchmarks.reference`.

In each match one seat, or one team, is played by the reference and all others by the simple player;
the seats take turns. Prints a row for each game and number of seats: the seat's win share with an
interval of 95 %, what is even, and its points less the mean of the others.
"""

from __future__ import annotations

from argparse import ArgumentParser
from math import sqrt

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.arrays import zeros
from kifu.replay.registry import game
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import GreedyPolicy, Policy, ReferencePolicy, play_on

#: Games, seats and options, in the order of the table.
TABLES = [
    ("nimmt", 2, {}),
    ("nimmt", 4, {}),
    ("nimmt", 5, {}),
    ("nimmt", 4, {"placement": "professional"}),
    ("nimmt", 4, {"deck": "tactics"}),
    *[(name, seats, {}) for name in ("mutsugo", "magimiles", "yuhodo") for seats in (2, 3, 4)],
    ("yuhodo", 3, {"rules": "advanced"}),
]
_CHUNK = 4096


def main() -> None:
    """Play and print."""
    parser = ArgumentParser(description="Reference players among simple ones.")
    parser.add_argument("--matches", type=int, default=2000, help="for each row")
    matches = parser.parse_args().matches
    print("| game | options | seats | win share | even | points |")
    print("|---|---|--:|--:|--:|--:|")
    for name, seats, given in TABLES:
        share, points = measure(name, seats, given, matches)
        around = 1.96 * sqrt(share * (1 - share) / matches)
        options = " ".join(f"{key}={value}" for key, value in given.items()) or "(default)"
        print(
            f"| {name} | {options} | {seats} | {share:.3f} ± {around:.3f} | {1 / seats:.3f} "
            f"| {points:+.1f} |",
            flush=True,
        )


def measure(name: str, seats: int, given: dict[str, str], matches: int) -> tuple[float, float]:
    """The mean win share of the reference, and its points less the mean of all others."""
    rules, share, points = game(name), 0.0, 0.0
    options = rules.read_options(given)
    for number in range(matches):
        own = number % seats + 1
        state = rules.start(options, seats, Chance(derived_seed(f"reference {name} {number}")))
        assert isinstance(state, Coded)
        policies: list[Policy] = [GreedyPolicy() for _ in range(seats)]
        policies[own - 1] = ReferencePolicy()
        if name == "magimiles" and seats == 4:
            policies[(own + 1) % 4] = ReferencePolicy()
        while play_on(state, policies, zeros(_CHUNK), zeros(_CHUNK)) == _CHUNK:
            pass
        winners, scores = state.winners(), state.scores()
        share += (own in winners) / len(winners)
        points += scores[own - 1] - (sum(scores) - scores[own - 1]) / (seats - 1)
    return share / matches, points / matches


if __name__ == "__main__":
    main()
