"""`kifu import`: logs of other programs become records, and every doubt is said."""

from __future__ import annotations

import json
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from kifu.notation import Record, read
from kifu.replay import importers
from kifu.replay.match import check

from .running import kifu

run = partial(kifu, "import")

REAL = Path(__file__).parents[3] / "shared" / "data" / "nimmt-trace.json"
EXAMPLE = Path(__file__).parents[2] / "examples" / "nimmt-trace.kifu"

#: The beginning of a match: the first turn of two players.
DECK = list(range(1, 105))
MATCH: dict[str, Any] = {
    "id": "short",
    "playerCount": 2,
    "rounds": [
        {
            "deckOrder": DECK,
            "dealtHands": {"ann": DECK[:10], "bob": DECK[10:20]},
            "initialBoard": [[21], [22], [23], [24]],
            "turns": [
                {
                    "plays": [{"playerId": "ann", "card": 1}, {"playerId": "bob", "card": 11}],
                    "rowPicks": [{"playerId": "ann", "pickedRowIndex": 3}],
                    "boardAfter": [[21], [22], [23], [1, 11]],
                }
            ],
        }
    ],
}


def log(folder: Path, match: object, name: str = "trace.json") -> str:
    path = folder / name
    path.write_text(json.dumps([match]), encoding="utf-8")
    return str(path)


def test_a_log_becomes_a_record(tmp_path: Path) -> None:
    out = tmp_path / "out.kifu"
    result = run("traces", log(tmp_path, MATCH), "-o", str(out))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "1 record in 1 file: 0 errors, 0 warnings\n"
    (reading,) = read(out)
    assert reading.record is not None
    assert reading.record.moves == "#1 1. 1 11 r4" and reading.record.seats == ["ann", "bob"]
    match = check(reading)
    assert match is not None and match.findings == []


def test_several_logs_go_into_one_file_and_dash_is_stdout(tmp_path: Path) -> None:
    logs = [log(tmp_path, {**MATCH, "id": name}, f"{name}.json") for name in ("a", "b")]
    result = run("traces", *logs, "-o", "-")
    assert result.exit_code == 0
    assert [line for line in result.stdout.splitlines() if line.startswith("[Id ")] == [
        '[Id "a"]', '[Id "b"]',
    ]  # fmt: skip


def test_a_contradiction_is_reported_with_its_place_and_the_good_part_is_kept(
    tmp_path: Path,
) -> None:
    match = json.loads(json.dumps(MATCH))
    match["rounds"][0]["turns"][0]["boardAfter"][3] = [1]
    path, out = log(tmp_path, match), tmp_path / "out.jsonl"
    result = run("traces", path, "-o", str(out))
    assert result.exit_code == 1 and result.stdout == ""
    assert f"{path}: record 1: error KF601" in result.stderr
    assert "rows after the turn: the log says" in result.stderr
    assert "at $[0].rounds[0].turns[0]\n" in result.stderr
    (reading,) = read(out)
    assert reading.record is not None and reading.record.moves == ""


def test_where_nothing_can_be_read_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.kifu"
    result = run("traces", log(tmp_path, {"id": 7}), "-o", str(out))
    assert result.exit_code == 1 and not out.exists()
    assert "KF602" in result.stderr and "no record could be made" in result.stderr


def test_a_name_that_steers_terminals_is_printed_without_harm(tmp_path: Path) -> None:
    match = json.loads(json.dumps(MATCH))
    match["rounds"][0]["turns"][0]["plays"][0]["playerId"] = "\x1b[2Jann"
    result = run("traces", log(tmp_path, match), "-o", "-")
    assert "\x1b" not in result.stderr and "\\x1b[2Jann" in result.stderr


@pytest.mark.skipif(not REAL.exists(), reason="shared/data is not beside the repository")
def test_the_example_is_what_comes_out_of_the_real_log(tmp_path: Path) -> None:
    out = tmp_path / "out.kifu"
    assert run("traces", str(REAL), "-o", str(out)).exit_code == 0
    (reading,), (kept,) = read(out), read(EXAMPLE)
    assert reading.record is not None and kept.record is not None
    event, *rest = kept.record.tags
    assert event[0] == "Event"
    kept.record.tags = rest
    assert kept.record == reading.record


def test_an_importer_that_is_no_function_is_a_fault_of_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stranger_of_imports.py").write_text('VERSION = "1"\n', encoding="utf-8")
    point = EntryPoint("strange", "stranger_of_imports:VERSION", importers.GROUP)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(importers, "added", lambda _group: {"strange": point})
    with pytest.raises(importers.UnknownSource, match="VERSION can't be loaded: it is not a func"):
        importers.importer("strange")


def test_an_importer_that_yields_bare_records_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importers, "importer", lambda _source: lambda _file, _name: [Record()])
    done = run("strange", str(EXAMPLE), "-o", str(tmp_path / "out.kifu"))
    assert done.exit_code == 1
    assert "the importer yields a Record, not an Imported" in done.stderr
