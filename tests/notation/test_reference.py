"""The reference page: what it shows is what kifu reads."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest

from kifu.notation.api import dumps, loads
from kifu.notation.diagnostics import is_error
from kifu.notation.files import read_stream
from kifu.notation.record import Line, Note

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_record_by_hand_is_read_without_a_finding() -> None:
    (text,) = blocks("kifu")
    record = loads(text)
    assert record.seats == ["Mio", "Jun", "葵"]
    assert record.moves == "#1 1. 71 54 63 2. 77 1 11 r3 3. 92 87 13"
    assert [note.at for note in record.notes] == [0, 3, 3, 5, 7, 7, 7, 10, 10]
    instead, after = record.notes[4:6]
    assert instead.line == Line("r1 3. 81", [Note(1, text="One head instead of two.")])
    assert after.line == Line("3. 88 2 5", on=True)
    assert loads(dumps(record)) == record


def test_the_logs_are_read_without_an_error() -> None:
    one, live = blocks("json")
    (reading,) = read_stream(BytesIO(one.encode()), "json")
    assert reading.diagnostics == []
    (reading,) = read_stream(BytesIO(live.encode()), "json")
    assert reading.record is not None and reading.form == "live"
    assert reading.record.moves == "1:71"
    assert not any(map(is_error, reading.diagnostics))


def test_the_python_runs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evening.kifu").write_text(blocks("kifu")[0], encoding="utf-8")
    (code,) = blocks("python")
    exec(code, {})
    assert '[Seat "葵"]' in capsys.readouterr().out
