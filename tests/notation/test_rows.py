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


def on_a_terminal(
    form: rows.Format,
    given: list[Mapping[str, object]],
    columns: list[str],
    width: int,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    file = Terminal()
    rows.write(iter(given), columns, form, file)
    return re.sub(r"\x1b\[[0-9;]*m", "", file.getvalue())


TEXT = "abcdefghijklmnopqrstuvwxyz"
WIDE: list[Mapping[str, object]] = [{"one": "x" * 12, "two": TEXT, "three": 3, "four": "Aki"}]


@pytest.mark.parametrize(
    ("width", "left_out"),
    [
        (10, ["two", "three", "four"]),
        (14, ["two", "three", "four"]),
        (30, ["three", "four"]),
        (34, ["four"]),
        (99, []),
    ],
)
def test_a_table_fits_the_terminal_and_the_columns_left_out_are_named(
    width: int,
    left_out: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    columns = ["one", "two", "three", "four"]
    shown = on_a_terminal("table", WIDE, columns, width, monkeypatch)
    assert max(map(len, shown.splitlines())) <= width
    said = f"no room for {', '.join(left_out)}: --format table | less -S shows every column\n"
    assert capsys.readouterr().err == (said if left_out else "")
    assert shown.splitlines()[0].split() == [name for name in columns if name not in left_out]
    assert "two" in left_out or set(TEXT) <= set(shown)


def test_a_long_cell_is_cut_and_widens_no_row() -> None:
    out = io.StringIO()
    named = [{"name": "x" * 1_000_000}, *({"name": "Aki"} for _ in range(100))]
    rows.write(named, ["name"], "table", out)
    assert f"\n{'x' * rows.LONGEST}…" in out.getvalue()
    assert len(out.getvalue()) < 200_000


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([0.5, 1 / 3, None, 1], ["0.500", "0.333", "", "1"]),
        ([1234.5678, 0.25], ["1234.6", "0.2"]),
        ([121.0, 142.0], ["121", "142"]),
        ([0.0, -0.0412], ["0.0000", "-0.0412"]),
        ([Decimal("1234.56"), Decimal(2)], ["1234.56", "2.0"]),
    ],
)
def test_decimals_of_a_table_are_as_many_as_mean_something(
    values: list[object], expected: list[str]
) -> None:
    given: list[Mapping[str, object]] = [{"n": value} for value in values]
    shown = written("table", given, ["n"]).splitlines()[2:]
    assert [line.strip() for line in shown] == expected
    assert json.loads(written("json", given[:1], ["n"])) == [{"n": rows.as_json(values[0])}]


@pytest.mark.parametrize("form", ["json", "ndjson", "csv", "table"])
def test_nothing_steers_a_terminal(form: rows.Format, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "a\x1b[2J\x9b2J\u202eb\u2066\r\x07c 千恵\u3000\U000e0041"
    given: list[Mapping[str, object]] = [{"n": evil, "list": [evil]}]
    shown = on_a_terminal(form, given, ["n", "list"], 1000, monkeypatch)
    assert shown.replace("\n", "").replace("\u3000", "").isprintable()
    assert "千恵\u3000" in shown
    if form == "ndjson":
        assert json.loads(shown) == given[0]
    if form == "csv":
        file = io.StringIO(written("csv", given, ["n", "list"]), newline="")
        assert [row["n"] for row in csv.DictReader(file)] == [evil]


def test_json_is_one_array_and_ndjson_the_same_objects_a_line_each() -> None:
    array = written("json", ROWS, COLUMNS)
    lines = written("ndjson", ROWS, COLUMNS)
    assert json.loads(array) == ROWS
    assert [json.loads(line) for line in lines.splitlines()] == ROWS
    assert json.loads(written("json", [], COLUMNS)) == []
    assert written("ndjson", [], COLUMNS) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True),
        (2**100, 2**100),
        (float("inf"), "inf"),
        (Decimal("1.5"), 1.5),
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
    assert rows.as_json(value) == expected


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
