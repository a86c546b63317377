"""A chronicle from elsewhere goes through every verb that a record goes through."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .running import kifu, stdout_of

PLAYERS = [{"id": "91", "name": "Anna"}, {"id": "92", "name": "千恵"}]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A chronicle, as it comes out of a log."""
    lines = [
        "${player_name} draws",
        "${player_name} builds a <b>bridge</b>",
        "${player_name} passes",
    ]
    packets = [
        {
            "channel": "/table/t7", "table_id": 7, "move_id": move, "time": 1763625600 + move,
            "data": [
                {"uid": f"u{move}", "type": "x", "log": line, "args": {
                    "player_id": 91 + move % 2, "player_name": PLAYERS[move % 2]["name"]}},
            ],
        }
        for move, line in enumerate(lines, 1)
    ]  # fmt: skip
    log, out = tmp_path / "log.json", tmp_path / "match.kifu"
    log.write_text(json.dumps({"data": {"logs": packets, "players": PLAYERS}}), encoding="utf-8")
    stdout_of("import", "bga", log, "-o", out)
    return out


def test_it_is_sound_and_in_its_own_form(record: Path) -> None:
    before = record.read_bytes()
    assert stdout_of("check", record) == ""
    assert stdout_of("fmt", "--check", record) == "" and record.read_bytes() == before


def test_it_is_anonymised(record: Path) -> None:
    assert "Player 2 draws" in stdout_of("anonymise", record, "-")


def test_it_is_viewed_by_everyone_or_by_nobody(record: Path) -> None:
    page = stdout_of("view", record, "-o", "-")
    assert page.startswith("<!doctype html>") and "builds a bridge" in page
    assert "<script" not in page and "data:text/plain;charset=utf-8,%5BGame%20" in page
    for asked in (["--as", "1"], ["--as", "public"], ["--redact", "--as", "2"], ["--redact"]):
        result = kifu("view", record, *asked, "-o", "-")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "does not say what a seat could see" in result.stderr


def test_one_with_an_error_is_viewed_as_far_as_it_is_good(record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("2:e", "2:x", 1), "utf-8")
    result = kifu("view", record, "-o", "-")
    assert result.exit_code == 1 and "KF" in result.stderr
    assert "has errors" in result.stdout and "draws" in result.stdout
    assert "passes" not in result.stdout.partition('<section id="notation"')[0]


def test_it_is_archived_and_found(record: Path, tmp_path: Path) -> None:
    archive = tmp_path / "matches.duckdb"
    stdout_of("index", archive, record)
    for filters in (["--text", "BRIDGE"], ["--player", "千恵"], ["--game", "chronicle"]):
        (hit,) = json.loads(stdout_of("find", archive, *filters, "--format", "json"))
        assert hit["game"] == "chronicle"
    assert json.loads(stdout_of("find", archive, "--text", "tunnel", "--format", "json")) == []
