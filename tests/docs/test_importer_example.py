"""examples/importer: a package with an importer, as docs/writing-an-importer.md has it."""

from __future__ import annotations

import json
import re
from itertools import cycle
from pathlib import Path
from types import ModuleType

import pytest

from kifu.notation import read
from kifu.replay import replay

from .packages import ROOT, installed, module_of

PACKAGE = ROOT / "examples/importer"


@pytest.fixture(scope="module")
def cardhall() -> ModuleType:
    return module_of(PACKAGE / "cardhall.py")


@pytest.fixture
def logged() -> list[bytes]:
    """The three lines of the log."""
    return (PACKAGE / "cardhall.log").read_bytes().splitlines(keepends=True)


MADE = [reading.record for reading in read(PACKAGE / "matches.kifu") if reading.record]


def test_the_log_becomes_the_matches_beside_it(cardhall: ModuleType, logged: list[bytes]) -> None:
    parts = list(cardhall.import_cardhall(logged, "log.jsonl"))
    assert [part.findings for part in parts] == [[], [], []]
    assert [record for part in parts for record in part.records] == MADE
    for record, line in zip(MADE, map(json.loads, logged), strict=True):
        match = replay(record)
        played = [
            "r" + str(one["row"] + 1) if "row" in one else one["card"] for one in line["actions"]
        ]
        assert [token for _seat, token in match.plies] == [*map(str, played)]
        assert (match.findings, record.result) == ([], line["points"])


def test_no_line_is_read_before_it_is_asked_for(cardhall: ModuleType, logged: list[bytes]) -> None:
    parts = cardhall.import_cardhall(cycle(logged), "log.jsonl")
    assert len(next(parts).records) == len(next(parts).records) == 1


def test_a_bad_match_is_cut_and_the_next_one_is_read(logged: list[bytes], tmp_path: Path) -> None:
    matches = [json.loads(line) for line in logged]
    first, *rest = matches[0]["actions"]
    wrong = next(at for at, one in enumerate(rest, 1) if one["seat"] == 0 and "card" in one)
    matches[0]["actions"][wrong] = first  # the same card a second time
    matches[1]["points"] = [1, 2, 3]
    lines = [json.dumps(match) for match in matches]
    (tmp_path / "log.jsonl").write_text("\n".join([*lines[:2], '{"id": "x"}', *lines[2:]]))
    kifu = installed(PACKAGE, tmp_path)
    done = kifu("import", "cardhall", "log.jsonl", "-o", "matches.kifu")
    assert done.returncode == 1, done.stderr
    said = done.stderr.splitlines()
    assert said[0].startswith("log.jsonl:1: error KF601 ")
    assert said[0].endswith(f"the record ends before that (ply {wrong + 1})")
    assert f"    at $.actions[{wrong}]" in said
    assert any(line.startswith("log.jsonl:2: error KF601 the result is") for line in said)
    assert any(line.startswith("log.jsonl:3: error KF602 this line is no match") for line in said)
    assert said[-1] == "3 records in 1 file: 3 errors, 0 warnings"
    made = [reading.record for reading in read(tmp_path / "matches.kifu") if reading.record]
    assert len(replay(made[0]).plies) == wrong
    assert [record.end for record in made] == ["*", "=", "="]
    assert made[1].result == MADE[1].result
    checked = kifu("check", "matches.kifu")
    assert checked.returncode == 0, checked.stdout


def test_what_the_page_quotes_is_the_template() -> None:
    page = (ROOT / "docs/writing-an-importer.md").read_text("utf-8")
    quoted = re.findall(r"^```(python|toml)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    files = {"python": PACKAGE / "cardhall.py", "toml": PACKAGE / "pyproject.toml"}
    assert len(quoted) == 5
    for kind, block in quoted:
        assert block.rstrip() in files[kind].read_text("utf-8"), block
