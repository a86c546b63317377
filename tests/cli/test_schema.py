"""`kifu schema`: real logs fit their schemas, and what is wrong does not."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kifu.notation import read, writer
from kifu.notation.log import KINDS
from kifu.notation.record import Record
from kifu.replay import Recorder
from kifu.replay.chance import derived_seed

from .running import kifu

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.kifu"))


@cache
def validator(name: str) -> Draft202012Validator:
    done = kifu("schema", name)
    assert done.exit_code == 0
    schema = json.loads(done.stdout)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_as_logs_fit(path: Path, tmp_path: Path) -> None:
    fits = validator("record")
    with writer(tmp_path / "log.jsonl") as out:
        for reading in read(path):
            assert reading.record is not None
            out.write(reading.record)
    lines = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert lines
    for line in lines:
        fits.validate(json.loads(line))


WRONG = [
    {"game": None}, {"rules": "1"}, {"seats": "Aki"}, {"moves": ["59"]}, {"winner": "1"},
    {"options": {"rounds": 1}}, {"notes": [{"at": "1", "text": "a"}]}, {"chance": [["deal/1"]]},
    {"notes": [{"at": 1, "by": "me"}]},
    {"notes": [{"at": 1, "line": {"notes": [{}]}}]},
]  # fmt: skip


@pytest.mark.parametrize("change", WRONG, ids=json.dumps)
def test_a_wrong_record_does_not_fit(change: dict[str, Any]) -> None:
    record = {"kifu": 1, "game": "nimmt", "rules": 1, "seats": ["Aki"], "moves": "59", "end": "*"}
    fits = validator("record")
    assert fits.is_valid(record) and fits.is_valid(record | {"unknown": 1})
    assert not fits.is_valid(record | change)


def test_the_lines_of_a_live_log_fit(tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    begun = Record(game="nimmt", rules=1, options={"rounds": "1"}, seats=["Aki", "Ben"])
    with Recorder.create(path, begun, seed=derived_seed("schema")) as recorder:
        for seat in (1, 2):
            recorder.play(recorder.state.legal_moves(seat)[0], seat)
        recorder.say("hello", lang="en")
        recorder.undo(1)
        recorder.finish()
    first, *events = map(json.loads, path.read_text("utf-8").splitlines())
    validator("record").validate(first)
    fits = validator("event")
    assert {kind for event in events for kind in KINDS if kind in event} >= {"m", "text", "end"}
    for event in events:
        fits.validate(event)
    for wrong in (
        {"m": 5},
        {"undo": "1"},
        {"by": "me"},
        {"chance": ["deal/1"]},
        {"end": "?"},
    ):
        assert not fits.is_valid(wrong)
