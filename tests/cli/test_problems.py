"""`kifu problems`: from analysed matches to a folder of problems."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.files import read
from kifu.replay.analysis.judge import VERSION, judge
from kifu.replay.judgements.judgement import Engine
from kifu.replay.judgements.written import write as written
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.problems.candidates import candidates

from .running import content, kifu, write

WORLDS = 12


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two matches of random players, with an analysis."""
    records = simulate(game("nimmt"), 2, seats=2, seed="problems", options={"rounds": "1"})
    return write(
        tmp_path_factory.mktemp("judged") / "judged.kifu",
        [written(replay(record), judge(record, budget=WORLDS)) for record in records],
    )


def files(folder: Path) -> dict[str, bytes]:
    return {path: data for path, data in content(folder).items() if "lock" not in path}


def test_an_analysis_in_no_worlds_gives_no_problems(judged: Path, tmp_path: Path) -> None:
    path = tmp_path / "none.kifu"
    path.write_text(judged.read_text("utf-8").replace(f" worlds={WORLDS} ", " worlds=0 "), "utf-8")
    said = kifu("problems", path, "-o", tmp_path / "out", "--jobs", 1)
    assert said.exit_code == 1 and "problem" in said.stderr


@pytest.mark.campaign
def test_problems_are_the_same_every_time_by_any_number_of_processes(
    judged: Path, tmp_path: Path
) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    said = kifu("problems", judged, "-o", one, "--number", 2, "--jobs", 1)
    assert "2 problems of 2 analysed matches" in said.stderr
    archive = tmp_path / "games.duckdb"
    assert kifu("index", archive, judged).exit_code == 0
    assert kifu("problems", archive, "-o", two, "--number", 2, "--jobs", 2).exit_code == 0
    assert files(one) == files(two)
    names = [name for name in files(one) if not name.startswith((".", "shared"))]
    assert names == [f"000{n}.{kind}" for n in (1, 2) for kind in ("html", "kifu")] + ["index.html"]
    [reading] = read(str(one / "0001.kifu"))
    assert reading.record is not None
    analysis = replay(reading.record).analysis
    assert analysis is not None and analysis.engine.worlds == 10 * WORLDS
    assert analysis.judgements[0].glyph
    fewer = kifu("problems", judged, "-o", one, "--number", 1, "--jobs", 1)
    assert fewer.exit_code == 0 and "0002.html" not in files(one)


def test_the_mistakes_of_one_player_alone(judged: Path) -> None:
    records = [reading.record for reading in read(str(judged)) if reading.record]
    hidden = [replace(record, seats=["erased-3f29a0c1", "random 2"]) for record in records]
    every = candidates(records, 9, "1").candidates
    assert {each.seat for each in every} == {1, 2}
    for found in (candidates(records, 9, "1", frozenset(["random 2"])), candidates(hidden, 9, "1")):
        assert {each.ply for each in found.candidates} == {e.ply for e in every if e.seat == 2}


def test_only_an_analysis_of_this_engine_is_used(judged: Path, tmp_path: Path) -> None:
    records = [reading.record for reading in read(str(judged)) if reading.record]
    plain = write(tmp_path / "plain.kifu", simulate(game("nimmt"), 1, seats=2, seed="plain"))
    refused = kifu("problems", plain, "-o", tmp_path / "out")
    assert refused.exit_code == 1 and f"kifu analyse {plain}" in refused.stderr
    others = []
    for record, engine in zip(
        records, [Engine("kifu", "0", 9, "x"), Engine("x", VERSION, 9, "x")], strict=True
    ):
        match = replay(record)
        assert match.analysis is not None
        others.append(written(match, replace(match.analysis, engine=engine)))
    path = write(tmp_path / "others.kifu", others)
    refused = kifu("problems", path, "-o", tmp_path / "out")
    assert refused.exit_code == 1
    assert "left out: 2 matches that others analysed: " in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_match_that_goes_on_gives_no_problems(judged: Path, tmp_path: Path) -> None:
    """What a seat holds is nobody's business while it is being played."""
    [record, _] = [reading.record for reading in read(str(judged)) if reading.record]
    live = write(tmp_path / "live.kifu", [replace(record, result=None, end="*")])
    refused = kifu("problems", live, "-o", tmp_path / "out")
    assert refused.exit_code == 1 and "no finished match" in refused.stderr


def test_a_folder_of_others_is_not_written_into(judged: Path, tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("mine")
    refused = kifu("problems", judged, "-o", tmp_path, "--number", 1, "--jobs", 1)
    assert refused.exit_code == 2 and "`kifu problems` made" in refused.stderr
    site, nothing = tmp_path / "site", tmp_path / "nothing"
    nothing.mkdir()
    assert kifu("site", nothing, "-o", site, "--jobs", 1).exit_code == 0
    refused = kifu("problems", judged, "-o", site, "--number", 1, "--jobs", 1)
    assert refused.exit_code == 2 and "this version of `kifu problems`" in refused.stderr


def test_a_player_whom_no_match_has_is_said(judged: Path, tmp_path: Path) -> None:
    refused = kifu("problems", judged, "-o", tmp_path / "out", "--player", "randon 1")
    assert refused.exit_code == 1
    said = refused.stderr.splitlines()
    assert said[0] == "the archive has no player randon 1; did you mean random 1 or random 2?"
    assert "no finished match that the filters choose" in said[1]
    assert "choose others, or run `kifu analyse" in said[1]
