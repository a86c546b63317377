"""The reference page, in English and Japanese: what it shows is what kifu reads."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest

from kifu.notation.errors import is_error
from kifu.notation.files import dumps, loads, read_stream
from kifu.notation.log import encode_json
from kifu.notation.record import Line, Note

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {"en": DOCS / "notation.md", "ja": DOCS / "ja" / "notation.md"}
SAID = {
    "en": (["Mio", "Jun", "葵"], "One head instead of two."),
    "ja": (["美緒", "純", "葵"], "牛2頭ではなく1頭ですみました。"),
}


def blocks(page: str, language: str) -> list[str]:
    text = PAGES[page].read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_the_record_by_hand_is_read_without_a_finding(page: str) -> None:
    (text,) = blocks(page, "kifu")
    record = loads(text)
    seats, said = SAID[page]
    assert record.seats == seats
    assert record.moves == "#1 1. 71 54 63 2. 77 1 11 r3 3. 92 87 13"
    assert [note.at for note in record.notes] == [0, 3, 3, 5, 7, 7, 7, 10, 10]
    instead, after = record.notes[4:6]
    assert instead.line == Line("r1 3. 81", [Note(1, text=said)])
    assert after.line == Line("3. 88 2 5", on=True)
    assert loads(dumps(record)) == record


@pytest.mark.parametrize("page", PAGES)
def test_the_logs_are_read_without_an_error(page: str) -> None:
    one, live = blocks(page, "json")
    (reading,) = read_stream(BytesIO(one.encode()), "json")
    assert reading.diagnostics == [] and reading.record is not None
    assert encode_json(reading.record) == one.strip().encode()
    (reading,) = read_stream(BytesIO(live.encode()), "json")
    assert reading.record is not None and reading.form == "live"
    assert reading.record.moves == "1:71"
    assert not any(map(is_error, reading.diagnostics))


@pytest.mark.parametrize("page", PAGES)
def test_the_python_runs(
    page: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("evening.kifu").write_text(blocks(page, "kifu")[0], encoding="utf-8")
    (code,) = blocks(page, "python")
    exec(code, {})
    assert '[Seat "葵"]' in capsys.readouterr().out


def test_both_languages_name_the_same_codes_tags_and_commands() -> None:
    said = [
        set(re.findall(r"KF\d{3}|\[%[a-z]+|\[[A-Z]\w+ \"", page.read_text("utf-8")))
        for page in PAGES.values()
    ]
    assert said[0] == said[1]
