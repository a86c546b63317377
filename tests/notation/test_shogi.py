"""Shogi records, whose files are called `.kifu` too."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from kifu.notation.text import read_text

MOVES = "手数----指手---------消費時間--\n   1 7六歩(77)   ( 0:16/00:00:16)\n"
KIF = f"# KIF version=2.0 encoding=UTF-8\n手合割:平手\n先手:Aki\n後手:Ben\n{MOVES}"
RECORD = '[Game "nimmt"]\n[Rules "1"]\n[Seat "A"]\n\n59 {手合割:平手}\n*\n'
MIME = Path(__file__).parents[2] / "editors" / "kifu-mime.xml"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (KIF, 2),
        ("\ufeff" + KIF, 2),
        (MOVES, 1),
    ],
)
def test_a_shogi_record_is_recognised_and_nothing_else_is_said(text: str, line: int) -> None:
    (reading,) = read_text([text.encode()])
    assert reading.record is None
    assert [(found.code, found.line) for found in reading.diagnostics] == [("KF117", line)]
    assert "kifu does not read shogi" in reading.diagnostics[0].message


@pytest.mark.parametrize("text", [RECORD, "手合割:平手\n" + RECORD, "about 手合割:平手\n"])
def test_what_has_a_tag_or_no_line_of_a_shogi_record_is_none(text: str) -> None:
    codes = {found.code for each in read_text([text.encode()]) for found in each.diagnostics}
    assert "KF117" not in codes


def test_a_desktop_knows_the_file_by_its_name_and_its_first_tag() -> None:
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    kind = ElementTree.parse(MIME).getroot().find(f"{space}mime-type")
    assert kind is not None and kind.get("type") == "text/x-kifu"
    assert [glob.get("pattern") for glob in kind.iter(f"{space}glob")] == ["*.kifu"]
    values = [match.get("value") for match in kind.iter(f"{space}match")]
    assert values == ['[Game "', '\\xef\\xbb\\xbf[Game "']
