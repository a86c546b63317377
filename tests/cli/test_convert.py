"""kifu convert: any form into any form, and nothing lost in silence."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kifu.notation.files import read
from kifu.notation.record import Line, Note, Record

from .running import kifu, write

run = partial(kifu, "convert")

RECORDS = [
    Record(
        game="nimmt",
        rules=1,
        seats=["千恵", 'a "b"'],
        moves="#1 1. 59 10",
        notes=[Note(1, glyph="!"), Note(2, line=Line("r4", on=True)), Note(2, text="}", lang="ja")],
        end="*",
        tail=["x"],
        extra={"server": [1]},
    ),
    Record(game="nimmt", rules=1, seats=["c"], moves="1. 5", end="="),
]


@pytest.mark.parametrize("source", [".kifu", ".jsonl", ".kifu.gz", ".jsonl.zst"])
@pytest.mark.parametrize("target", [".kifu", ".jsonl", ".jsonl.gz", ".kifu.zst"])
def test_any_form_becomes_any_form(source: str, target: str, tmp_path: Path) -> None:
    first, second = tmp_path / f"a{source}", tmp_path / f"b{target}"
    write(first, RECORDS)
    result = run(first, second)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert f"2 records written to {second}" in result.stderr
    assert [reading.record for reading in read(second)] == RECORDS


def test_a_file_that_is_replaced_stays_private(tmp_path: Path) -> None:
    private = tmp_path / "a.kifu"
    write(private, RECORDS)
    private.chmod(0o600)
    assert run(private, private, "--force").exit_code == 0
    assert private.stat().st_mode & 0o777 == 0o600


def test_a_record_with_errors_is_said_and_not_written(tmp_path: Path) -> None:
    log = tmp_path / "a.jsonl"
    good = '{"game":"g","rules":1,"seats":["A"],"moves":"59","end":"*"}\n'
    log.write_text(good + good.replace("59", "5 9!") + "{\n" + good)
    result = run(log, tmp_path / "b.kifu")
    assert result.exit_code == 1
    assert f"{log}:2:1: error KF305" in result.stderr
    assert f"{log}:3:1: error KF201" in result.stderr
    assert "2 records written" in result.stderr and "2 refused" in result.stderr
    assert len(list(read(tmp_path / "b.kifu"))) == 2


def test_a_record_that_was_cut_off_stays_so(tmp_path: Path) -> None:
    text = tmp_path / "a.kifu"
    text.write_text('[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n59\n')
    result = run(text, tmp_path / "b.jsonl")
    assert result.exit_code == 1 and "KF112" in result.stderr
    (reading,) = read(tmp_path / "b.jsonl")
    assert reading.record is not None
    assert (reading.record.moves, reading.record.end) == ("59", "")


def test_from_standard_input_to_standard_output() -> None:
    line = '{"game":"g","rules":1,"seats":["A"],"moves":"59","end":"*"}\n'
    result = run("-", "-", text=line)
    assert result.exit_code == 0
    assert result.stdout == '[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n59\n*\n'
