"""Strength by judged decisions: gains, their scale, and the rating beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from tests.replay.fake_engine import FAKE, judged

from kifu.notation.record import Record
from kifu.replay.judgements.judgement import Analysis, Engine
from kifu.replay.judgements.written import read, write
from kifu.replay.lots import Lots
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.ask import plackett_luce
from kifu.store.ask.plackett_luce import Order

from .conftest import written

#: What each of them gains a choice, the best first.
TRUE = {"Aki": 0.7, "Ben": 0.1, "千恵": -0.5}
NAMES = list(TRUE)


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
    factor, error = plackett_luce.slope(found, scores)
    assert abs(factor - 0.8) < 2.5 * error and error < 0.06
    assert plackett_luce.slope(found, np.full(5, np.nan)) == (0, 0)


def analysed(record: Record, number: int, engine: Engine = FAKE) -> Analysis:
    """An analysis by which the choices of each player gain what `TRUE` says, on average."""
    found = judged(record, f"strength {number}", engine)
    chance = np.random.default_rng([3, number])
    own = [TRUE[name] + float(chance.normal(0, 0.15)) for name in record.seats]
    judgements = [
        replace(each, gain=own[each.seat - 1] + float(chance.normal(0, 1.5)))
        for each in found.judgements
    ]
    return replace(found, judgements=judgements)


@pytest.fixture(scope="module")
def records() -> Sequence[Record]:
    """Sixty matches in which whoever chooses better mostly comes in higher; 45 are judged."""
    found = []
    lots = Lots("strength")
    options = {"rounds": "1"}
    for number, record in enumerate(
        simulate(game("nimmt"), 60, seats=3, seed="strength", options=options)
    ):
        assert record.result is not None
        scores = record.result
        order = sorted(range(3), key=[-score for score in scores].__getitem__)
        names = list(NAMES)
        if lots.below(3) == 0:
            names.insert(int(lots.below(3)), names.pop(int(lots.below(3))))
        record.seats = [names[order.index(seat)] for seat in range(3)]
        record.tags = [("Date", f"2026-0{1 + number // 20}-05"), ("Round", str(number))]
        if number < 45:
            record = write(replay(record), analysed(record, number))
        found.append(record)
    return found


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, records: Sequence[Record]) -> Archive:
    folder: Path = tmp_path_factory.mktemp("strength")
    archive = Archive(folder / "games.duckdb")
    archive.index([written(folder, "a.jsonl", records)])
    return archive


def test_who_chooses_better_is_stronger_by_45_matches(filled: Archive) -> None:
    rows = filled.stats("strength")
    assert [row["player"] for row in rows] == NAMES
    assert [row["rank"] for row in rows] == [1, 2, 3]
    for row, gain in zip(rows, TRUE.values(), strict=True):
        a_choice = row["gain"] * row["matches"] / row["choices"]
        assert a_choice == pytest.approx(gain, abs=0.2) and row["unit"] == "points"
        query = "SELECT gain FROM accuracies JOIN seats USING (match, seat) WHERE player = ?"
        own = [each["gain"] for each in filled.query(query, [row["player"]])]
        assert len(own) == 45 and row["gain"] == pytest.approx(np.mean(own), abs=1e-5)
        margin = 2.0154 * np.std(own, ddof=1) / 45**0.5  # Student's t of 44 degrees of freedom
        assert row["gain_high"] - row["gain"] == pytest.approx(margin, rel=1e-3)
        assert row["gain"] - row["gain_low"] == pytest.approx(margin, rel=1e-3)
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


def test_without_a_relation_to_results_there_is_no_strength_but_a_gain(
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
        a_choice = row["gain"] * row["matches"] / row["choices"]
        assert a_choice == pytest.approx(TRUE[row["player"]], abs=0.4)
        assert row["headline"] == "results"


def test_engines_are_never_mixed(tmp_path: Path, records: Sequence[Record]) -> None:
    other = Engine("other", "2", 9, "x")
    both = [
        records[0],
        write(replay(replace(records[1], notes=[])), analysed(records[1], 1, other)),
    ]
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([written(tmp_path, "a.jsonl", both)])
    rows = archive.stats("strength")
    assert [row["engine"] for row in rows] == ["fake 1"] * 3 + ["other 2"] * 3


@pytest.mark.parametrize("gain", [None, 99999998.0])
def test_a_seat_whose_gain_is_missing_or_absurd_does_not_count(
    tmp_path: Path, records: Sequence[Record], gain: float | None
) -> None:
    found = read(records[0])
    assert found is not None
    judgements = [replace(each, gain=gain) for each in found.judgements]
    odd = write(replay(records[0]), replace(found, judgements=judgements))
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([written(tmp_path, "a.jsonl", [odd, *records[1:3]])])
    archive_of_two = Archive(tmp_path / "two.duckdb")
    archive_of_two.index([written(tmp_path, "b.jsonl", records[1:3])])
    counted = [(row["player"], row["choices"], row["gain"]) for row in archive.stats("strength")]
    assert counted == [
        (row["player"], row["choices"], row["gain"]) for row in archive_of_two.stats("strength")
    ]
