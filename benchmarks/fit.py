"""Fitting equity: matches of reference players are played, and a model is fitted to them.

    python -m benchmarks.fit nimmt --seats 4 [--option KEY=VALUE] [--matches 4000]

writes the model into `equity.json` of `kifu.replay.analysis`. The same call gives the same model.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from kifu.replay import registry
from kifu.replay.analysis import equity
from kifu.replay.analysis.equity import FILE, VERSION, Equity, EquityFile, equity_file
from kifu.replay.analysis.odds import features
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.analysis.reached import Reached
from kifu.replay.analysis.rollouts import finish
from kifu.replay.analysis.ways import NO_LOTS, REFERENCE
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.arrays import filled
from kifu.replay.codes.coded import as_coded
from kifu.replay.game import Game
from kifu.replay.judgements.scale import table_of
from kifu.replay.options import options_given
from kifu.replay.ranking import first_of_sides

#: The file that models are written into.
PATH = Path(equity.__file__).with_name(FILE)
#: Penalty on squared weights, so that there is always one best model.
RIDGE = 1e-3
_STEPS = 50


class Ending(NamedTuple):
    """The end of one round, but not of the match: the number of the match (from 0), the rounds
    played, and for each side, in the order of its first seat, the score then and the share of the
    win that it had at the end of the match.
    """

    match: int
    rounds: int
    scores: list[int]
    shares: list[float]


def endings(game: Game, given: Mapping[str, str], seats: int, matches: int) -> Iterator[Ending]:
    """The end of every stretch (usually a round, see `Analysing.stretch`) except the last, in each
    of `matches` matches of one of kifu's own games that reference players play with the options
    `given` (texts by key, the others are defaults). In the order of play; nothing if a match is a
    single stretch. The same arguments always give the same matches.

    It plays as the endings are asked for. Before the first one, raises OptionError for wrong
    options, and ValueError for what the game's `settle` forbids. The number of seats is not
    checked.
    """
    options, reached = game.settle(game.read_options(given), seats), Reached()
    key = table_of(game.name, game.write_options(options, seats), seats)
    teams = game.ranking.teams(options, seats)
    first = sorted({*first_of_sides(seats, teams)})
    for match in range(matches):
        seed = derived_seed(f"equity:{key}:{match}")
        state = as_coded(game.start(options, seats, Chance(seed)))
        assert state is not None
        found: list[tuple[int, list[int]]] = []
        while True:
            finish(reached, state, True, REFERENCE, NO_LOTS)
            if reached.is_over:
                break
            found.append((reached.rounds, [*reached.scores]))
        shares = shares_of(reached.winners, seats, teams)
        for rounds, scores in found:
            at = [side - 1 for side in first]
            yield Ending(match, rounds, [scores[k] for k in at], [shares[k] for k in at])


def fitted(endings: Sequence[Ending]) -> Equity:
    """The model that best predicts the shares from the scores at these ends of rounds (a
    conditional logit with a small penalty, by Newton's method). `endings` must not be empty, and
    all must have the same number of sides. The weights are for scores as they are, in the order of
    `odds.features`, rounded to six significant digits; `matches` counts the different matches in
    `endings`. The same endings give the same model.
    """
    import numpy as np

    scores = np.array([each.scores for each in endings], dtype=float)
    shares = np.array([each.shares for each in endings])
    looks = np.array([list(features(filled(each.scores), each.rounds)) for each in endings])
    scales = np.maximum(1.0, np.abs(looks).max(axis=0))
    gaps = scores - scores.mean(axis=1, keepdims=True)
    spread = max(1.0, float(gaps.std()))
    # Place [match, seat, weight]: what a weight adds to the log chance of the seat.
    inputs = (gaps / spread)[:, :, None] * (looks / scales)[:, None, :]
    weights = np.zeros(looks.shape[1])
    for _ in range(_STEPS):
        heights = inputs @ weights
        parts = np.exp(heights - heights.max(axis=1, keepdims=True))
        chances = parts / parts.sum(axis=1, keepdims=True)
        slope = np.einsum("ms,msw->w", shares - chances, inputs) - RIDGE * weights
        centred = inputs - np.einsum("ms,msw->mw", chances, inputs)[:, None, :]
        curve = np.einsum("ms,msw,msv->wv", chances, centred, centred)
        step = np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
        weights = weights + step
        if float(np.abs(step).max()) < _SMALL:
            break
    matches = len({each.match for each in endings})
    return Equity(matches, [float(f"{number:.6g}") for number in weights / scales / spread])


_SMALL = 1e-9


def main() -> None:
    """Fit one model, as the command line (`sys.argv`) asks, and write it into `equity.json` beside
    the models that are there; it replaces an older one of the same table. If a match is a single
    stretch, a message says so and nothing is written. The number of seats is not checked, and
    `--matches` should be 1 or more: otherwise the same message comes. The game must be one of
    kifu's own.

    Raises SystemExit for a wrong command line; UnknownGame; UsageError for an option that isn't
    KEY=VALUE or is given twice; ValueError (OptionError is one) for options that the game doesn't
    allow; KifuError if `equity.json` is broken or of another version, which is found only after all
    matches are played; OSError if it can't be read or written.
    """
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.fit")
    parser.add_argument("game", type=registry.game)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--matches", type=int, default=4000)
    asked = parser.parse_args()
    game: Game = asked.game
    given = options_given(asked.option)
    found = list(endings(game, given, asked.seats, asked.matches))
    if not found:
        print(f"a match of {game.name} is one stretch with these options: it needs no model")
        return
    model = fitted(found)
    options = game.settle(game.read_options(given), asked.seats)
    key = table_of(game.name, game.write_options(options, asked.seats), asked.seats)
    models = equity_file(PATH.read_bytes()).models | {key: model}
    file = EquityFile(VERSION, dict(sorted(models.items())))
    PATH.write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")


if __name__ == "__main__":
    main()
