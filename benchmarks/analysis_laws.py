"""The laws of re-deals by the thousand: `python -m benchmarks.analysis_laws [GAME]`.

Prints a row for each game, option set and number of seats: how many worlds were dealt, how many
breaches there were, how many cards were remembered and barred on the way, and the largest score of
how evenly free cards were dealt. Exit code 1 where anything was wrong.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.replay.analysis.deal_laws import (
    Moment,
    analysed,
    breaches,
    cases,
    deal_again,
    moments,
    spreads,
    untrue,
)
from tests.replay.cases import Case

#: A score above this comes up once in 3.5 million times by itself.
UNEVEN = 5.0
#: So many worlds are dealt at each ply.
EACH = 5


def main() -> int:
    """Deal, compare and print; the exit code."""
    parser = ArgumentParser(description="The laws of re-deals by the thousand.")
    parser.add_argument("games", nargs="*", default=analysed())
    parser.add_argument("--worlds", type=int, default=10_000, help="for each game and options")
    parser.add_argument("--all-seats", action="store_true", help="every number of seats")
    given = parser.parse_args()
    print("| game | options | seats | worlds | breaches | remembered | barred | evenness |")
    print("|---|---|--:|--:|--:|--:|--:|--:|")
    wrong = 0
    for case in cases(given.games, given.all_seats):
        found, dealt, remembered, barred = count(case, given.worlds)
        score = unevenness(case, max(200, given.worlds // 25))
        wrong += len(found) + (score > UNEVEN)
        options = " ".join(f"{key}={value}" for key, value in case.given.items()) or "(default)"
        print(
            f"| {case.game.name} | {options} | {case.seats} | {dealt:,} | {len(found)} "
            f"| {remembered:,} | {barred:,} | {score:.1f} |",
            flush=True,
        )
        for breach in found[:5]:
            print(breach, file=sys.stderr)
    return 1 if wrong else 0


def count(case: Case, worlds: int) -> tuple[list[str], int, int, int]:
    """The breaches in so many worlds, how many these are, and of how many cards it was remembered,
    or known, where they are or can't be. At every ply `EACH` worlds are dealt for one viewer after
    the other, and every tenth world is played to its end.
    """
    found, dealt, remembered, barred, match = list[str](), 0, 0, 0, 0
    while dealt < worlds:
        for moment in moments(case, f"laws {match}"):
            wrong = untrue(moment)
            for number in range(EACH):
                viewer = (moment.ply + number) % (case.seats + 1)
                memory = moment.memories[viewer]
                remembered += len(memory.seen_cards)
                barred += sum(map(len, memory.barred.values()))
                text = f"{match} {moment.ply} {number}"
                wrong += breaches(case, moment, viewer, text, to_the_end=dealt % 10 == 0)
                if number == 0:
                    wrong += different_twins(case, moment, viewer, text)
                dealt += 1
            found += [f"{case.name}, match {match}, ply {moment.ply}: {what}" for what in wrong]
            if dealt >= worlds:
                break
        match += 1
    return found, dealt, remembered, barred


def different_twins(case: Case, moment: Moment, viewer: int, text: str) -> list[str]:
    """Whether a match that looks the same to the viewer is dealt again in another way."""
    twin = moment._replace(state=deal_again(case, moment, viewer, f"{text} twin"))
    both = [deal_again(case, each, viewer, f"{text} both") for each in (moment, twin)]
    same = both[0].digest() == both[1].digest()
    return [] if same else ["what the seat can't know has an influence"]


def unevenness(case: Case, worlds: int) -> float:
    """The largest score of the free cards at ply 0, 0 where none is hidden."""
    moment = next(moments(case, "even"))
    scores = [
        spread.score
        for viewer in (0, case.seats)
        for spread in spreads(case, moment, viewer, worlds)
    ]
    return max(scores, default=0.0)


if __name__ == "__main__":
    sys.exit(main())
