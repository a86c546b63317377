"""Rows on stdout: the same values in every form, nothing cut, nothing that steers a terminal."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.notation import rows

ROWS: list[Mapping[str, object]] = [
    {"game": "nimmt", "seats": 4, "note": None},
    {"game": "千恵", "seats": 10, "note": [1, {"a": "b"}]},
]
COLUMNS = ["game", "seats", "note"]


def written(form: rows.Format, given: list[Mapping[str, object]], columns: list[str]) -> str:
    file = io.StringIO()
    rows.write(iter(given), columns, form, file)
    return file.getvalue()


def test_a_table_aligns_numbers_to_the_right_and_counts_wide_characters_as_two() -> None:
    assert written("table", ROWS, COLUMNS).splitlines() == [
        "game   seats  note         ",
        "───────────────────────────",
        "nimmt      4               ",
        '千恵      10  [1,{"a":"b"}]',
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("width", [10, 20, 40, 200])
def test_a_table_that_is_too_wide_for_the_terminal_loses_nothing(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    text = "abcdefghijklmnopqrstuvwxyz"
    file = Terminal()
    rows.write([{"one": "x" * 12, "two": text, "three": 3}], ["one", "two", "three"], "table", file)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())
    assert "x" * 12 in shown
    assert set(text) <= set(shown)
    assert "3" in shown.splitlines()[2]
    if width >= 40:
        assert max(map(len, shown.splitlines())) <= width


def test_json_is_one_array_and_ndjson_the_same_objects_a_line_each() -> None:
    array = written("json", ROWS, COLUMNS)
    lines = written("ndjson", ROWS, COLUMNS)
    assert json.loads(array) == ROWS
    assert [json.loads(line) for line in lines.splitlines()] == ROWS
    assert json.loads(written("json", [], COLUMNS)) == []
    assert written("ndjson", [], COLUMNS) == ""


def test_csv_has_a_header_even_without_rows() -> None:
    assert written("csv", [], COLUMNS) == "game,seats,note\n"
    assert written("csv", ROWS, COLUMNS).splitlines()[1:] == [
        "nimmt,4,",
        '千恵,10,"[1,{""a"":""b""}]"',
    ]


@pytest.mark.parametrize("form", ["json", "ndjson", "csv", "table"])
def test_only_the_named_columns_are_written_and_a_missing_one_is_empty(form: rows.Format) -> None:
    text = written(form, [{"b": 1, "c": "secret"}], ["a", "b"])
    assert "secret" not in text
    assert "a" in text


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True),
        (2**100, 2**100),
        (float("inf"), "inf"),
        (Decimal("1.5"), 1.5),
        (Decimal("0.12345678901234567890123"), "0.12345678901234567890123"),
        (date(2026, 11, 20), "2026-11-20"),
        (datetime(2026, 11, 20, 8, 0), "2026-11-20T08:00:00"),
        (timedelta(seconds=90), "0:01:30"),
        (b"\x00\xff", "00ff"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        ((1, [Decimal(2)]), [1, [2.0]]),
    ],
)
def test_every_type_that_a_database_gives_has_a_plain_value(
    value: object, expected: object
) -> None:
    assert rows.plain(value) == expected


@given(st.text(st.characters()))
def test_any_text_survives_json_and_nothing_unprintable_reaches_a_table(text: str) -> None:
    """Lone surrogates included: they are bytes of file names that are not UTF-8."""
    line = written("ndjson", [{"t": text}], ["t"])
    assert json.loads(line.encode("utf-8")) == {"t": text}
    shown = rows.printable(text)
    assert shown.isprintable() or "\u3000" in shown
    shown.encode("utf-8")


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_any_text_survives_csv(texts: list[str]) -> None:
    written_rows: list[Mapping[str, object]] = [{"t": text, "n": 1} for text in texts]
    file = io.StringIO(written("csv", written_rows, ["t", "n"]), newline="")
    assert [row["t"] for row in csv.DictReader(file)] == texts
