"""Strength by judged decisions: the choice model, its scale, and the rating beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.replay.fake_engine import FAKE, judged

from kifu.notation.record import Record
from kifu.replay.analysis.judgement import Analysis, Engine, Judgement
from kifu.replay.analysis.written import write
from kifu.replay.elements.lots import Lots
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.store import Archive
from kifu.store.ask import plackett_luce
from kifu.store.ask.choice_model import Choices, choices, fit, lost, typical
from kifu.store.ask.plackett_luce import Order

from .conftest import written

#: How surely each of them finds the better option, the best first.
TRUE = {"Aki": 1.2, "Ben": 0.6, "千恵": 0.25}
NAMES = list(TRUE)


def decided(chance: Any, b: float, count: int) -> list[list[float]]:
    """What the options of decisions by the model are ahead of the chosen one."""
    found = []
    for _ in range(count):
        values = chance.normal(0, 2, chance.integers(2, 8))
        weights = np.exp(b * values)
        own = chance.choice(len(values), p=weights / weights.sum())
        found.append([float(each) for each in np.delete(values, own) - values[own]])
    return found


@pytest.mark.campaign
def test_intervals_of_the_choice_model_hold() -> None:
    hits = []
    for number in range(60):
        chance = np.random.default_rng([7, number])
        made = [
            (who, turn % 20, ahead, [0.0] * (1 + len(ahead)))
            for who, b in enumerate(TRUE.values())
            for turn, ahead in enumerate(decided(chance, b, int(chance.integers(60, 250))))
        ]
        found = choices(made)
        values, margins = fit(found, 3, typical(found))
        hits.append(np.abs(values - [*TRUE.values()]) < margins)
    assert 0.9 <= np.mean(hits) <= 0.99


def test_intervals_hold_where_decisions_of_a_match_depend_on_each_other() -> None:
    chance = np.random.default_rng(11)
    made = [
        (who, match, ahead, [0.0] * (1 + len(ahead)))
        for who in range(150)
        for match in range(12)
        for ahead in decided(chance, 0.6, 3) * 6  # a match repeats its decisions six times
    ]
    found = choices(made)
    values, margins = fit(found, 150, typical(found))
    assert 0.9 <= np.mean(np.abs(values - 0.6) < margins) <= 0.99


def noisy(chance: Any, b: float, count: int, noise: float) -> Choices:
    """Decisions by the model with this b, whose options were valued with errors of that size."""
    made = []
    for turn in range(count):
        values = chance.normal(0, chance.choice([1.0, 3.0]), chance.integers(2, 8))
        own = int(np.argmax(b * values + chance.gumbel(size=len(values))))
        errors = noise * chance.uniform(0.7, 1.3, len(values))
        seen = values + errors * chance.normal(size=len(values))
        ahead, others = np.delete(seen, own) - seen[own], np.delete(errors, own)
        made.append((0, turn // 20, list(ahead), [errors[own], *others]))
    return choices(made)


def test_noise_of_the_values_makes_nobody_weaker() -> None:
    expected = []
    for noise in (0.05, 0.5, 1.0, 1.5):
        found = noisy(np.random.default_rng(3), 0.6, 1500, noise)
        values, margins = fit(found, 1, typical(found))
        assert abs(values[0] - 0.6) < margins[0] < 0.12
        expected.append(float(lost(found, np.array([0.6]))[0]))
    assert max(expected) < 1.1 * min(expected)


@pytest.mark.campaign
@settings(max_examples=40)
@given(
    made=st.lists(
        st.tuples(
            st.integers(0, 2),
            st.integers(0, 3),
            st.lists(st.floats(-9, 9, allow_subnormal=False), min_size=1),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_no_b_is_likelier_and_more_b_loses_less(made: list[tuple[int, int, list[float]]]) -> None:
    found = choices((*each, [0.0] * (1 + len(each[-1]))) for each in made)
    scale = typical(found)
    values, margins = fit(found, 3, scale)
    assert np.isfinite(values).all() and (margins > 0).all()

    def likelihood(b: float, who: int) -> float:
        drawn = [math.log1p(math.exp(sign * b * scale)) / 2 for sign in (-1, 1)]
        own = [others for each, _, others in made if each == who]
        return -sum(drawn) - sum(
            math.log(1 + sum(math.exp(b * other) for other in others)) for others in own
        )

    for who, b in enumerate(values):
        best = likelihood(float(b), who)
        for off in (-0.1, 0.1):
            assert likelihood(float(b) + off / scale, who) <= best + 1e-9
    in_order = lost(found, np.sort(values))
    assert (in_order >= -1e-9).all() and (np.diff(in_order) <= 1e-9).all()


def test_a_slope_is_found_again() -> None:
    chance = np.random.default_rng(5)
    scores = np.array([-1.0, -0.5, 0.0, 0.4, np.nan])
    orders = []
    for _ in range(3000):
        seats = chance.permutation(5)[:3]
        luck = 0.8 * np.nan_to_num(scores)[seats] + chance.gumbel(size=3)
        sides = tuple((int(each),) for each in seats[np.argsort(-luck)])
        orders.append(Order(sides, (1, 2, 3)))
    found = plackett_luce.matches(orders)
    numbers = [int(side[0]) for side in found.sides]
    assert sorted(numbers) == list(range(5))
    factor, error = plackett_luce.slope(found, scores)
    assert abs(factor - 0.8) < 2.5 * error and error < 0.06
    assert plackett_luce.slope(found, np.full(5, np.nan)) == (0, 0)


def analysed(record: Record, number: int, engine: Engine = FAKE) -> Analysis:
    """An analysis by which each player chose as the model with the b of `TRUE` has it, with exact
    values.
    """
    found = judged(record, f"strength {number}", engine)
    lots = Lots(f"chosen {number}")
    made: list[Judgement] = []
    for each in found.judgements:
        b = TRUE[record.seats[each.seat - 1]]
        weights = [math.exp(b * option.points) for option in each.options]
        drawn = lots.below(10**6) / 10**6 * sum(weights)
        taken = next(i for i in range(len(weights)) if drawn <= sum(weights[: i + 1]) + 1e-9)
        own = next(i for i, option in enumerate(each.options) if option.move == each.move)
        options = [replace(one, se=0.0 if one.se else one.se) for one in each.options]
        options[own], options[taken] = (
            replace(options[own], points=options[taken].points),
            replace(options[taken], points=options[own].points),
        )
        made.append(replace(each, options=options))
    return replace(found, judgements=made)


@pytest.fixture(scope="module")
def records() -> Sequence[Record]:
    """Forty matches in which whoever chooses better mostly comes in higher; thirty are judged."""
    found = []
    lots = Lots("strength")
    options = {"rounds": "1"}
    for number, record in enumerate(
        simulate(game("nimmt"), 40, seats=3, seed="strength", options=options)
    ):
        assert record.result is not None
        scores = record.result
        order = sorted(range(3), key=[-score for score in scores].__getitem__)
        names = list(NAMES)
        if lots.below(3) == 0:
            names.insert(int(lots.below(3)), names.pop(int(lots.below(3))))
        record.seats = [names[order.index(seat)] for seat in range(3)]
        record.tags = [("Date", f"2026-0{1 + number // 14}-05"), ("Round", str(number))]
        if number < 30:
            record = write(replay(record), analysed(record, number))
        found.append(record)
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, records: Sequence[Record]) -> Archive:
    folder: Path = tmp_path_factory.mktemp("strength")
    archive = Archive(folder / "games.duckdb")
    archive.index([written(folder, "a.jsonl", records)])
    return archive


@pytest.mark.campaign
def test_who_chooses_better_is_stronger_by_thirty_matches(filled: Archive) -> None:
    rows = filled.stats("strength")
    assert [row["player"] for row in rows] == NAMES
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for row, b in zip(rows, TRUE.values(), strict=True):
        assert row["b"] == pytest.approx(b, rel=0.35)
        assert 0 <= row["expected_low"] < row["expected_lost"] < row["expected_high"]
        assert row["strength_low"] < row["strength"] < row["strength_high"]
        assert row["choices"] > 200
    assert rows[0]["strength"] > rows[1]["strength"] > rows[2]["strength"]
    results = {row["player"]: row for row in filled.stats("ratings")}
    for row in rows:
        for name in ("rating", "rating_low", "rating_high"):
            assert row[name] == results[row["player"]][name]
        widths = [row[f"{name}_high"] - row[f"{name}_low"] for name in ("strength", "rating")]
        leads = widths[0] < widths[1] and not row["differ"]
        assert row["headline"] == ("strength" if leads else "results")
    mean = sum(row["strength"] for row in rows) / 3
    assert mean == pytest.approx(sum(row["rating"] for row in rows) / 3, abs=0.2)


def test_the_last_month_has_today_s_strength(filled: Archive) -> None:
    path = filled.stats("strength-history")
    assert [row["month"] for row in path[::3]] == ["2026-01", "2026-02", "2026-03"]
    now = {row["player"]: row for row in filled.stats("strength")}
    for row in path[-3:]:
        for name in ("choices", "b", "expected_lost", "strength", "strength_low", "strength_high"):
            assert row[name] == now[row["player"]][name]
    (first, _, last) = filled.stats("strength-history", players=["Aki"])
    wide = [row["expected_high"] - row["expected_low"] for row in (first, last)]
    assert wide[0] > wide[1]


def test_without_a_relation_to_results_there_is_no_strength_but_what_is_lost(
    tmp_path: Path, records: Sequence[Record]
) -> None:
    upset = []
    for number, record in enumerate(records[:6]):
        record = replace(record, seats=record.seats[:: 1 if number % 2 else -1], notes=[])
        upset.append(write(replay(record), analysed(record, number)))
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([written(tmp_path, "a.jsonl", upset)])
    for row in archive.stats("strength"):
        assert row["strength"] is row["strength_low"] is row["strength_high"] is None
        assert row["expected_lost"] > 0 and row["headline"] == "results"


def test_engines_are_never_mixed(tmp_path: Path, records: Sequence[Record]) -> None:
    other = Engine("other", "2", 9, "x", "all")
    both = [
        records[0],
        write(replay(replace(records[1], notes=[])), analysed(records[1], 1, other)),
    ]
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([written(tmp_path, "a.jsonl", both)])
    rows = archive.stats("strength")
    assert [(row["engine"], row["sight"]) for row in rows] == [("fake 1", "seat")] * 3 + [
        ("other 2", "all")
    ] * 3
