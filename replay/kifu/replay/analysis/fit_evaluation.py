"""Fitting evaluations. Reference players play matches; then the weights are found that foretell
best, from what a position looks like to a seat, how many points it will have in the end.

    python -m kifu.replay.analysis.fit_evaluation magimiles --seats 4 [--matches 4000]

writes the evaluation into `equity.json`, as `fit` does with a model, and prints how much of the
points it explains in matches that it was not fitted to, and how well its chances come true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from kifu.replay.analysis.equity import Evaluation, equity_file, key_of
from kifu.replay.analysis.evaluator import POINT, Evaluator
from kifu.replay.analysis.fit import (
    HELD_OUT,
    PATH,
    Ending,
    arguments,
    fitted,
    print_calibration,
    write,
)
from kifu.replay.analysis.outcome import shares_of
from kifu.replay.analysis.rollouts import play_next
from kifu.replay.analysis.trying import evaluator_of
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.elements.placing import first_of_sides
from kifu.replay.game import Game
from kifu.replay.options import options_given
from kifu.replay.states.coded import Coded, as_coded
from kifu.replay.states.playout import ReferencePolicy


class Evaluated(NamedTuple):
    """A position in a match that can be evaluated, at this `progress` (see `Evaluator`); and for
    each side, by its first seat: what the position looks like to it, its points at the end of the
    stretch, and its share of the match.
    """

    match: int
    progress: int
    looks: list[list[int]]
    points: list[int]
    shares: list[float]


def main() -> None:
    """Fit one evaluation, write it and print how well it does."""
    asked = arguments("kifu.replay.analysis.fit_evaluation", __doc__)
    evaluator = evaluator_of(asked.game.name, [])
    if evaluator is None:
        print(f"{asked.game.name} has no evaluator: worlds are played on to their end")
        return
    given = options_given(asked.option)
    found = list(evaluated(asked.game, given, asked.seats, asked.matches, evaluator))
    fit = [each for each in found if each.match % HELD_OUT]
    held_out = [each for each in found if each.match % HELD_OUT == 0]
    weights = weights_of(fit)
    model = fitted([expected(weights, each) for each in fit])
    file = equity_file(PATH.read_bytes())
    evaluation = Evaluation(model.matches, weights, model.weights)
    write(replace(file, evaluations=file.evaluations | {asked.key: evaluation}))
    print("| progress | positions held out | variance explained |\n|--:|--:|--:|")
    for progress in sorted({each.progress for each in held_out}):
        some = [each for each in held_out if each.progress == progress]
        print(f"| {progress} | {len(some)} | {explained(weights, some):.0%} |")
    print_calibration(model, [expected(weights, each) for each in held_out])


def evaluated(
    game: Game, given: Mapping[str, str], seats: int, matches: int, evaluator: Evaluator
) -> Iterator[Evaluated]:
    """The positions that `evaluator` can evaluate, in each of `matches` matches that reference
    players play with the options `given`.
    """
    options = game.settle(game.read_options(given), seats)
    key = key_of(game.name, game.write_options(options, seats), seats)
    teams = game.ranking.teams(options, seats)
    sides = sorted({*first_of_sides(seats, teams)})
    for match in range(matches):
        chance = Chance(derived_seed(f"evaluation:{key}:{match}"))
        state = as_coded(game.start(options, seats, chance))
        assert state is not None
        found: list[tuple[int, list[list[int]], list[int]]] = []
        while not state.is_over:
            seen = list(_stretch(evaluator, state, sides))
            points = state.scores()
            found += [
                (progress, looks, [points[side - 1] for side in sides]) for progress, looks in seen
            ]
        shares = shares_of(state.winners(), seats, teams)
        for progress, looks, ended in found:
            yield Evaluated(match, progress, looks, ended, [shares[side - 1] for side in sides])


def _stretch(
    evaluator: Evaluator, state: Coded, sides: Sequence[int]
) -> Iterator[tuple[int, list[list[int]]]]:
    """Let reference players play `state` on to the end of the stretch, and yield the progress and
    the looks to each of the `sides` wherever it can be evaluated: each time from where it was
    evaluated last.
    """
    here = state.stretch()
    evaluator.load(state.copy())
    while not state.is_over and state.stretch() == here:
        if evaluator.is_due(state):
            yield evaluator.progress(state), [[*evaluator.looks(state, side)] for side in sides]
            evaluator.load(state.copy())
        play_next(state, 0, ReferencePolicy())


def weights_of(positions: Sequence[Evaluated]) -> list[int]:
    """The weights, times POINT, by which the looks of these positions foretell best by how many
    points each side is ahead of the mean of its rivals at the end of the stretch (least squares).
    """
    import numpy as np

    looks = np.array([each.looks for each in positions], dtype=float)
    points = np.array([each.points for each in positions], dtype=float)
    ahead, width = _ahead(points).ravel(), looks.shape[2]
    weights = np.linalg.lstsq(_ahead(looks).reshape(-1, width), ahead, rcond=None)[0]
    return [round(float(POINT * weight)) for weight in weights]


def expected(weights: Sequence[int], position: Evaluated) -> Ending:
    """The position with the points, times POINT, that each side can expect by these weights."""
    scores = [
        sum(weight * look for weight, look in zip(weights, looks, strict=True))
        for looks in position.looks
    ]
    return Ending(position.match, position.progress, scores, position.shares)


def explained(weights: Sequence[int], positions: Sequence[Evaluated]) -> float:
    """How much of the variance of the points ahead these weights explain, from 0 to 1."""
    import numpy as np

    looks = np.array([each.looks for each in positions], dtype=float)
    ahead = _ahead(np.array([each.points for each in positions], dtype=float))
    rest = ahead - _ahead(looks) @ np.array(weights) / POINT
    return 1 - float((rest**2).mean() / (ahead**2).mean())


def _ahead(values: Any) -> Any:
    """The values less the mean of those of the other sides; place [position, side, ...]."""
    sides = values.shape[1]
    return (values * sides - values.sum(axis=1, keepdims=True)) / (sides - 1)


if __name__ == "__main__":
    main()
