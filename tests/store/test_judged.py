"""Analyses in an archive: what records say of decisions can be asked, and engines stay apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.replay.fake_engine import FAKE, judged

from kifu.notation.errors import UsageError
from kifu.notation.record import Note, Record
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.judgements.judgement import Analysis, Engine, Judgement
from kifu.replay.judgements.written import read
from kifu.replay.judgements.written import write as write_analysis
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive, Filters

from .conftest import Write, archive_first, moved, shared, written

OTHER = Engine("other", "2", 9, "x")


def analyses(records: Sequence[Record]) -> list[Analysis]:
    found = [read(record) for record in records]
    return [analysis for analysis in found if analysis is not None]


def ahead(judgement: Judgement) -> list[float]:
    """By how many points each other option is better than the played one."""
    points = {option.move: option.points for option in judgement.options}
    own = points.pop(judgement.move)
    return [each - own for each in points.values()]


@pytest.fixture(scope="module")
def annotated(played: list[Record]) -> list[Record]:
    """Twelve matches, six of them judged."""
    return [
        write_analysis(replay(record), judged(record, str(number))) if number < 6 else record
        for number, record in enumerate(played[:12])
    ]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory, annotated: list[Record], holder: str) -> Path:
    folder = tmp_path_factory.mktemp("shelf")
    Archive(folder / holder).index([written(folder, "a.jsonl", annotated)])
    return folder


@pytest.fixture(scope="module")
def filled(shelf: Path, holder: str) -> Iterator[Archive]:
    yield from shared(shelf, holder)


@pytest.fixture
def own(shelf: Path, tmp_path: Path, holder: str) -> Archive:
    """One that a test may change."""
    return moved(shelf, tmp_path, holder)


def test_every_judged_decision_is_a_row(filled: Archive, annotated: list[Record]) -> None:
    rows = filled.query("FROM judgements")
    decisions = [j for analysis in analyses(annotated) for j in analysis.judgements]
    key = ("ply", "seat", "move", "loss", "se", "points")
    assert sorted(tuple(row[name] for name in key) for row in rows) == sorted(
        (j.ply, j.seat, j.move, j.loss, j.se, j.points) for j in decisions
    )
    assert sorted(row["best"] for row in rows) == sorted(j.options[0].move for j in decisions)
    assert sorted((row["ply"], row["seat"], row["move"], row["ahead"]) for row in rows) == sorted(
        (j.ply, j.seat, j.move, ahead(j)) for j in decisions
    )
    assert {row["engine"] for row in rows} == {"fake 1"}
    assert {row["mark"] for row in rows} == {None, "?!", "?", "??"}
    assert len(filled.query("FROM analyses")) == 6
    chances = [c for analysis in analyses(annotated) for c in analysis.chances]
    assert len(filled.query("FROM chances")) == 3 * len(chances)
    assert len(filled.query("FROM accuracies")) == 18


def test_one_analysis_of_a_match_speaks_and_engines_are_not_mixed(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    record = played[0]
    deep = replace(FAKE, worlds=4000)
    copies = [
        write_to(record, "a", FAKE),
        replace(write_to(record, "a", FAKE), tags=[*write_to(record, "a", FAKE).tags, ("X", "1")]),
        write_to(record, "b", deep),
        write_to(record, "c", OTHER),
    ]
    archive.index([write("a.jsonl", copies)])
    rows = archive.query("SELECT engine, worlds FROM analyses ORDER BY engine")
    assert [(row["engine"], row["worlds"]) for row in rows] == [
        ("fake 1", 4000), ("other 2", 9),
    ]  # fmt: skip
    first, second = analyses(copies[2:])
    losses = archive.query("SELECT engine, sum(loss) AS lost FROM judgements GROUP BY 1 ORDER BY 1")
    assert [row["lost"] for row in losses] == pytest.approx(
        [sum(j.loss for j in first.judgements), sum(j.loss for j in second.judgements)]
    )
    for topic in ("mistakes-by-kind", "accuracy"):
        assert {row["engine"] for row in archive.stats(topic)} == {"fake 1", "other 2"}


def write_to(record: Record, text: str, engine: Engine) -> Record:
    return write_analysis(replay(record), judged(record, text, engine))


def seats_of(records: Sequence[Record], name: str) -> list[tuple[Record, int, Analysis]]:
    return [
        (record, record.seats.index(name) + 1, analysis)
        for record, analysis in zip(records, analyses(records), strict=False)
    ]


def test_mistakes_are_counted_by_kind_and_the_worst_are_named(
    archive: Archive, write: Write, annotated: list[Record], filled: Archive
) -> None:
    assert {row["kind"] for row in filled.stats("mistakes-by-kind")} == {None}
    archive.index([write("a.jsonl", annotated)], situations=True)
    counted, worst = archive.stats("mistakes-by-kind"), archive.stats("worst-mistakes")
    assert len({row["kind"] for row in counted}) > 2
    for row in archive.stats("accuracy"):
        alike = [each for each in counted if each["player"] == row["player"]]
        for name in ("blunders", "mistakes", "doubtful"):
            assert sum(each[name] for each in alike) == row[name]
        listed = [each for each in worst if each["player"] == row["player"]]
        for each in alike:
            marks = [one["mark"] for one in listed if one["kind"] == each["kind"]]
            assert marks == sorted(marks, key=["??", "?", "?!"].index)
            assert len(marks) == min(10, each["blunders"] + each["mistakes"] + each["doubtful"])
    apart = archive.stats("worst-mistakes", by=["event", "month", "game"])
    assert len(apart) >= len(worst)
    # These are of a few records, and it takes a lake long to find one.
    known = cache(archive.record)
    for one in worst:
        record = known(one["record"])
        found = read(record)
        assert found is not None and known(one["match"]) == record
        assert record.seats[one["seat"] - 1] == one["player"]
        [judgement] = [each for each in found.judgements if each.ply == one["ply"]]
        assert (judgement.seat, judgement.glyph) == (one["seat"], one["mark"])


def test_a_player_is_what_points_were_lost_of_those_at_stake(
    filled: Archive, annotated: list[Record]
) -> None:
    for row in filled.stats("accuracy"):
        reports = [
            analysis.seats[seat - 1] for _, seat, analysis in seats_of(annotated, row["player"])
        ]
        assert row["choices"] == sum(report.choices for report in reports)
        lost = sum(report.points for report in reports)
        a_choice, stake = lost / row["choices"], sum(report.stake or 0.0 for report in reports)
        assert row["points_lost"] == pytest.approx(a_choice)
        assert row["points_low"] == pytest.approx(max(0, 2 * a_choice - row["points_high"]))
        assert row["interval_of"] == "matches"
        assert row["accuracy"] == pytest.approx(100 - 100 * lost / stake)
        assert row["accuracy_low"] < row["accuracy"] < row["accuracy_high"]
        assert row["agreement"] == pytest.approx(
            100 * sum(report.agreed for report in reports) / row["choices"]
        )
        assert row["mistakes"] == sum(report.mistakes for report in reports)


def test_of_one_match_the_interval_is_that_of_the_worlds_and_says_so(
    write: Write, tmp_path: Path, holder: str, annotated: list[Record]
) -> None:
    archive = Archive(tmp_path / holder)
    archive.index([write("a.jsonl", annotated[:1])])
    [analysis] = analyses(annotated[:1])
    for row in archive.stats("accuracy"):
        report = analysis.seats[annotated[0].seats.index(row["player"])]
        margin = 1.96 * report.points_se / report.choices
        assert row["interval_of"] == "worlds"
        assert row["points_high"] - row["points_lost"] == pytest.approx(margin, rel=1e-3)
        assert row["accuracy"] == pytest.approx(report.accuracy)
        assert row["accuracy_low"] is None


def test_a_player_of_one_measured_table_has_a_level(write: Write, tmp_path: Path) -> None:
    archive, engine = Archive(tmp_path / "games.duckdb"), Engine(NAME, VERSION, 40, "made up")
    for seats, level in ((4, "random or worse"), (3, None)):
        (record,) = simulate(game("nimmt"), 1, seed="scale", seats=seats)
        record.seats[0] = "Aki"
        judged_record = write_analysis(replay(record), judged(record, engine=engine))
        archive.index([write(f"{seats}.jsonl", [judged_record])])
        (row,) = archive.stats("accuracy", players=["Aki"])
        assert row["level"] == level


def test_rows_can_be_counted_by_event_month_and_game(filled: Archive) -> None:
    for topic in ("mistakes-by-kind", "accuracy"):
        whole = filled.stats(topic)
        assert {row["options"] for row in whole} == {"rounds=1"}
        apart = filled.stats(topic, by=["event", "month", "game"])
        assert {row["event"] for row in apart} == {"Cup 0", "Cup 1"}
        assert len({row["month"] for row in apart}) == 6
        assert not {"options"} & set(apart[0])
        assert sum(row["choices"] for row in apart) == sum(row["choices"] for row in whole)


def test_matches_are_found_by_what_a_decision_lost(
    filled: Archive, annotated: list[Record]
) -> None:
    worst = {
        name: [
            max(j.loss for j in analysis.judgements if j.seat == seat)
            for _, seat, analysis in seats_of(annotated, name)
        ]
        for name in ("Aki", "Ben", "千恵")
    }
    of_matches = [*map(max, zip(*worst.values(), strict=True))]
    most = max(of_matches)
    assert len(filled.find(Filters(loss_min=most)).hits) == of_matches.count(most)
    assert filled.find(Filters(loss_min=most + 1e-6)).hits == []
    assert len(filled.find(Filters(loss_min=0.0)).hits) == 6
    for name, losses in worst.items():
        most = max(losses)
        found = filled.find(Filters(players=[name], loss_min=most)).hits
        assert len(found) == losses.count(most)
        assert filled.find(Filters(players=[name], loss_min=most + 1e-6)).hits == []


@pytest.mark.parametrize("wrong", ["0.1", -0.1, 1.5, float("nan"), True])
@archive_first
def test_a_loss_is_a_win_share(filled: Archive, wrong: Any) -> None:
    with pytest.raises(UsageError, match="loss_min: Expected"):
        filled.find(Filters(loss_min=wrong))


@pytest.mark.campaign
def test_an_analysis_goes_with_its_record(
    archive: Archive, write: Write, annotated: list[Record], played: list[Record]
) -> None:
    archive.index([write("a.jsonl", annotated)])
    archive.index([write("a.jsonl", played[:12])])
    for table in ("judged", "judgement", "chance", "judged_seat"):
        assert archive.query(f"FROM {table}") == []


def test_what_a_hostile_analysis_says_is_passed_over(
    archive: Archive, write: Write, played: list[Record]
) -> None:
    record = played[0]
    tags = [
        ("Analysis", f"fake 1 worlds={'9' * 9} sight=seat through=999999999 seed='; DROP"),
        ("AnalysisSeat", "seat=3 choices=999999999 points=-999999999 points-stake=0"),
    ]
    notes = [
        Note(at=1, text="[%by fake 1] [%judged 9999 5 1 1 1 1]"),
        Note(at=2, text="[%by fake 1] [%judged 1 5 99999999 0 -99999999 0 ??] [%eval 1 1 1]"),
        Note(at=3, text="[%by fake 1] [%judged 1 ; 1 1 1 1]"),
    ]
    hostile = replace(record, tags=[*record.tags, *tags], notes=notes)
    report = archive.index([write("a.jsonl", [hostile])])
    assert report.failed == []
    assert [row["ply"] for row in archive.query("FROM judgements")] == [2]
    assert [row["seat"] for row in archive.query("FROM accuracies")] == [1]
