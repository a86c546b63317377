"""`kifu find`: rows on stdout, the rest on stderr, and nothing cut in silence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kifu.notation.files import read, writer
from kifu.notation.record import Note, Record, plies
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.store import Archive
from kifu.store.ask.search import Hit

from .running import kifu


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve matches of Aki, Ben and 千恵, one for each month of 2026."""
    folder = tmp_path_factory.mktemp("find")
    records = simulate(game("nimmt"), 12, seats=3, seed="find", options={"rounds": "1"})
    with writer(folder / "games.jsonl") as file:
        for month, record in enumerate(records, 1):
            tags = [("Date", f"2026-{month:02}-01"), ("Event", "Spring" if month < 6 else "秋")]
            notes = [Note(at=1, text="ニムト!"), Note(at=1, glyph="??")] if month == 2 else []
            seats = ["Aki", "Ben", "千恵"]
            file.write(msgspec.structs.replace(record, seats=seats, tags=tags, notes=notes))
    Archive(folder / "games.duckdb").index([folder])
    return folder / "games.duckdb"


def found(archive: Path, *args: str) -> list[dict[str, Any]]:
    done = kifu("find", archive, *args)
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_name_that_nobody_has_brings_the_nearest_ones(archive: Path) -> None:
    for option in ("--player", "--with", "--winner"):
        done = kifu("find", archive, option, "Akki")
        assert (done.exit_code, done.stdout) == (0, "")
        assert done.stderr == "no matches\nthe archive has no player Akki; did you mean Aki?\n"
    assert kifu("find", archive, "--player", "千恵", "--limit", 0).stderr == ""
    assert kifu("find", archive, "--player", "AKI", "--limit", 0).stderr == ""
    said = kifu("stats", archive, "--player", "千絵").stderr
    assert said.startswith("the archive has no player 千絵")
    nobody = kifu("find", archive, "--player", "Zoe").stderr
    assert nobody == "no matches\nthe archive has no player Zoe\n"


def read_first(archive: Path) -> Record:
    record = next(read(archive.parent / "games.jsonl")).record
    assert record is not None
    return record


def test_each_filter_reaches_the_archive(archive: Path) -> None:
    everything = found(archive)
    assert len(everything) == 12
    first = everything[0]
    assert set(first) == set(Hit.__struct_fields__)
    result = " ".join(map(str, first["scores"]))
    assert first in found(archive, "--result", result)
    winner = first["players"][first["winners"][0] - 1]
    assert first in found(archive, "--winner", winner, "--date", "2026-01")
    assert len(found(archive, "--date", "2026-11..", "--tag", "Event=秋")) == 2
    assert len(found(archive, "--text", "ﾆﾑﾄ!", "--glyph", "??")) == 1
    assert len(found(archive, "--player", "nobody", "--player", "ＢＥＮ")) == 12
    assert len(found(archive, "--game", "nimmt", "--option", "rounds=1")) == 12
    assert found(archive, "--option", "rounds=2") == []
    scores = [row["scores"][1] for row in everything]
    opening = " ".join(plies(read_first(archive).moves)[:3])
    assert first in found(archive, "--moves", opening, "--turns-min", "10", "--turns-max", "10")
    assert first in found(archive, "--same-deal", first["id"], "--with", "aki", "--with", "ben")
    assert len(found(archive, "--tag", "Event=spring", "--tag", "Date")) == 5
    assert found(archive, "--termination", "timeout") == []
    assert len(found(archive, "--source", str(archive.parent / "games.*"))) == 12
    high = found(archive, "--player", "Ben", "--seat", "2", "--score-min", "60")
    assert len(high) == sum(score >= 60 for score in scores)
    low = found(archive, "--player", "Ben", "--score-max", "59")
    assert len(low) == 12 - len(high)


def test_a_row_says_where_its_record_is(archive: Path) -> None:
    for row in found(archive):
        (record,) = (r.record for r in read(row["path"]) if r.number == row["number"])
        assert record is not None
        assert (record.seats, record.result) == (row["players"], row["scores"])


def test_what_a_limit_cuts_off_is_said_with_the_way_to_it(archive: Path) -> None:
    done = kifu("find", archive, "--limit", "5")
    assert len(done.stdout.splitlines()) == 5
    assert done.stderr == "7 more matches: --limit 0 shows all\n"
    assert len(found(archive, "--limit", "0")) == 12


def test_finding_nothing_is_fine_and_said(archive: Path) -> None:
    done = kifu("find", archive, "--game", "none")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "no matches\n")


def test_a_question_about_losses_says_where_there_is_no_analysis(archive: Path) -> None:
    done = kifu("find", archive, "--loss-min", "0.1")
    assert done.stderr == (
        "no matches\nno match in the archive has an analysis: `kifu analyse` judges matches, and "
        "`kifu index` adds the judged records\n"
    )


def test_too_many_conditions_are_refused(archive: Path) -> None:
    tags = [f"--tag=Event={number}" for number in range(101)]
    assert found(archive, *tags[1:]) == []
    done = kifu("find", archive, *tags)
    assert done.exit_code == 2
    assert "101 conditions are too many; a question has at most 100" in done.stderr
