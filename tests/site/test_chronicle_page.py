"""The page of a chronicle, in a real browser: all of it works without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from kifu.notation import loads
from kifu.notation.record import Note, Record
from kifu.site.page.chronicle import render_chronicle

from .conftest import Open

NO_SCRIPT = {"java_script_enabled": False}


@pytest.fixture
def record() -> Record:
    return Record(
        game="chronicle", rules=0, seats=["Anna", "千恵"], moves="1:e 2:e e 1:e",
        tags=[("Event", "Bridge night"), ("Date", "2025-11-20")], result=[3, 5], winner=[2],
        notes=[
            Note(at=0, text="A quiet start."),
            Note(at=1, glyph="!"),
            Note(at=1, text="Anna draws a card [%clk 0:10:41] [%utc 2025-11-20T08:00:00Z]"),
            Note(at=1, text="Seen by Anna: You draw 5"),
            Note(at=2, text="千恵 passes [%utc 2025-11-20T08:00:41Z]"),
            Note(at=2, text="A pity.", lang="en"),
            Note(at=2, text="惜しい。[%by Dora]", lang="ja"),
            Note(at=4, text="Anna builds [%mark The turn]"),
        ],
        end="=",
    )  # fmt: skip


def shown(page: Page, selector: str) -> list[str]:
    return [each.inner_text() for each in page.locator(selector).all() if each.is_visible()]


def test_every_line_has_its_time_and_notes(record: Record, open_page: Open) -> None:
    page = open_page(render_chronicle(record), **NO_SCRIPT)
    assert shown(page, ".said") == ["Anna draws a card", "千恵 passes", "–", "Anna builds"]
    assert shown(page, ".move .badge") == ["1", "2", "–", "1"]
    assert shown(page, ".move time") == ["08:00:00", "08:00:41"]
    assert shown(page, ".mark time") == ["2025-11-20"]
    assert shown(page, ".comment") == ["A quiet start.", "Seen by Anna: You draw 5", "A pity."]
    assert shown(page, ".moment") == ["The turn"] and shown(page, ".clock") == ["0:10:41"]
    assert shown(page, ".glyph")[0].startswith("!")
    assert shown(page, "#result .won bdi") == ["千恵"] and shown(page, "#result b") == ["5", "3"]


def test_it_says_everything_in_its_language(record: Record, open_page: Open) -> None:
    page = open_page(render_chronicle(record, language="ja"), **NO_SCRIPT)
    assert shown(page, "h1") == ["棋譜(ルールなし)"]
    assert shown(page, ".comment") == [
        "A quiet start.",
        "Seen by Anna: You draw 5",
        "惜しい。 Dora",
    ]


def test_a_link_leads_to_a_line_and_the_notation_is_a_file(record: Record, open_page: Open) -> None:
    page = open_page(render_chronicle(record), "#ply=2", **NO_SCRIPT)
    assert page.locator(".move:target .said").inner_text() == "千恵 passes"
    page.locator(".number").nth(3).click()
    assert page.url.endswith("#ply=4")
    with page.expect_download() as started:
        page.get_by_text(re.compile("Download")).first.click()
    assert started.value.suggested_filename == "chronicle.kifu"
    assert loads(started.value.path().read_text("utf-8")) == record
