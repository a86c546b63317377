"""examples/importer: a package with an importer, as docs/writing-an-importer.md has it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kifu.notation import Record, is_error, read
from kifu.replay import ALL, decisions, replay, simulate
from kifu.replay.registry import game

from .packages import ROOT, installed, module_of

PACKAGE = ROOT / "examples/importer"


@pytest.fixture(scope="module")
def cardhall() -> ModuleType:
    return module_of(PACKAGE / "cardhall.py")


@pytest.fixture(scope="module")
def played() -> list[Record]:
    return list(simulate(game("nimmt"), 3, seats=3, seed="cardhall", options={"target": "20"}))


def as_logged(record: Record, number: int) -> dict[str, Any]:
    """A match as Cardhall would have logged it."""
    match = replay(record)
    actions = []
    for seat, token in match.plies:
        said = {"row": int(token[1:]) - 1} if token[0] == "r" else {"card": int(token)}
        actions.append({"seat": seat - 1, **said})
    return {
        "id": number, "begun": "2026-11-20T19:30:00Z", "players": record.seats, "goal": 20,
        "deals": dealt(record), "actions": actions, "points": record.result, "chat": ["hello"],
    }  # fmt: skip


def dealt(record: Record) -> list[dict[str, Any]]:
    """The deals of a match: the table that the first move of each round is made at."""
    deals: list[dict[str, Any]] = []
    for made in decisions(replay(record)):
        if made.round == len(deals) + 1:
            zones = made.state.view(ALL).zones
            hands = [zones[f"hand/{seat}"] for seat in range(1, len(record.seats) + 1)]
            rows = [zones[f"row/{row}"][0] for row in range(1, 5)]
            deals.append({"hands": [list(map(int, hand)) for hand in hands]})
            deals[-1]["rows"] = list(map(int, rows))
    return deals


def lines(matches: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(match).encode() + b"\n" for match in matches)


def test_a_match_comes_out_as_it_was_played(cardhall: ModuleType, played: list[Record]) -> None:
    log = lines([as_logged(record, n) for n, record in enumerate(played)])
    parts = list(cardhall.import_cardhall(BytesIO(log), "log.jsonl"))
    assert [part.findings for part in parts] == [[], [], []]
    for part, record in zip(parts, played, strict=True):
        (made,) = part.records
        assert (made.moves, made.result, made.end) == (record.moves, record.result, "=")
        assert not any(map(is_error, replay(made).findings))
        assert dict(made.tags)["Time"] == "19:30:00Z"


def test_no_line_is_read_before_it_is_asked_for(cardhall: ModuleType, played: list[Record]) -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield lines([as_logged(played[0], 1)])

    parts = cardhall.import_cardhall(endless(), "log.jsonl")
    assert len(next(parts).records) == len(next(parts).records) == 1


def test_a_bad_match_is_cut_and_the_next_one_is_read(played: list[Record], tmp_path: Path) -> None:
    matches = [as_logged(record, n) for n, record in enumerate(played)]
    first, *rest = matches[0]["actions"]
    wrong = next(at for at, one in enumerate(rest, 1) if one["seat"] == 0 and "card" in one)
    matches[0]["actions"][wrong] = first  # the same card a second time
    matches[1]["points"] = [1, 2, 3]
    (tmp_path / "log.jsonl").write_bytes(lines(matches[:2]) + b'{"id": "x"}\n' + lines(matches[2:]))
    kifu = installed(PACKAGE, tmp_path)
    done = kifu("import", "cardhall", "log.jsonl", "-o", "matches.kifu")
    assert done.returncode == 1, done.stderr
    said = done.stderr.splitlines()
    assert said[0].startswith("log.jsonl:1: error KF601 ")
    assert said[0].endswith(f"the record ends before this move (ply {wrong + 1})")
    assert f"    at $.actions[{wrong}]" in said
    assert any(line.startswith("log.jsonl:2: error KF601 the result is") for line in said)
    assert any(line.startswith("log.jsonl:3: error KF602 this line is no match") for line in said)
    assert said[-1] == "3 records in 1 file: 3 errors, 0 warnings"
    made = [reading.record for reading in read(tmp_path / "matches.kifu") if reading.record]
    assert len(replay(made[0]).plies) == wrong
    assert [record.end for record in made] == ["*", "=", "="]
    assert made[1].result == played[1].result
    checked = kifu("check", "matches.kifu")
    assert checked.returncode == 0, checked.stdout


def test_what_the_page_quotes_is_the_template() -> None:
    page = (ROOT / "docs/writing-an-importer.md").read_text("utf-8")
    quoted = re.findall(r"^```(python|toml)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    files = {"python": PACKAGE / "cardhall.py", "toml": PACKAGE / "pyproject.toml"}
    assert len(quoted) == 5
    for kind, block in quoted:
        assert block.rstrip() in files[kind].read_text("utf-8"), block
