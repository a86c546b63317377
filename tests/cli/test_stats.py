"""`kifu stats`: every topic, the filters, and what people and programs are shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.replay.fake_engine import judged

from kifu.notation.files import writer
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.ask.stats import TOPICS

from .running import kifu


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stats")
    with writer(folder / "games.jsonl") as file:
        for record in simulate(game("nimmt"), 9, seats=3, seed="stats", options={"rounds": "1"}):
            record.seats = ["Aki", "Ben", "千恵"]
            file.write(write(replay(record), judged(record)))
    Archive(folder / "games.duckdb").index([folder])
    return folder / "games.duckdb"


@pytest.mark.matrix(4)
@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_has_rows_in_every_format(archive: Path, topic: str) -> None:
    done = kifu("stats", archive, topic)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["game"] for row in lines} == {"nimmt"}
    assert (kifu("stats", archive).stdout == done.stdout) == (topic == "games")
    assert "nimmt" in kifu("stats", archive, topic, "--format", "table").stdout
    assert json.loads(kifu("stats", archive, topic, "--format", "json").stdout) == lines


@pytest.mark.parametrize("topic", TOPICS)
def test_without_an_analysis_topics_about_it_say_so(topic: str, shelf_of_verbs: Path) -> None:
    done = kifu("stats", shelf_of_verbs / "games.duckdb", topic)
    said = "no match in the archive has an analysis: `kifu analyse` judges matches"
    assert done.exit_code == 0
    assert bool(done.stdout) != done.stderr.startswith(said)


def test_people_see_three_decimals_and_programs_all(archive: Path) -> None:
    (line,) = kifu("stats", archive, "players", "--of", "aki").stdout.splitlines()
    share = json.loads(line)["win_low"]
    table = kifu("stats", archive, "players", "--of", "aki", "--format", "table").stdout
    assert str(round(share, 3)) in table
    assert str(share) not in table


def test_filters_choose_the_matches_and_of_the_rows(archive: Path) -> None:
    assert kifu("stats", archive, "players", "--game", "none").stdout == ""
    rows = kifu("stats", archive, "opponents", "--of", "ben", "--with", "aki").stdout
    assert {json.loads(line)["player"] for line in rows.splitlines()} == {"Ben"}
    assert len(rows.splitlines()) == 2
