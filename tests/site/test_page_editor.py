"""The form for notes as its reader meets it: opening and leaving it, what is shown and kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from kifu.notation import dumps
from kifu.notation.record import Note, Record
from kifu.replay.match import replay
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

from .conftest import Open, go, page_data, ply, reload
from .matches import some

#: Whether the browser would ask before the page is left.
ASKS = """!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))"""


@pytest.fixture
def page(open_page: Any, match: Timeline) -> Page:
    opened: Page = open_page(match)
    return opened


def write(page: Page, text: str) -> None:
    """A new comment where the reader is, by keyboard alone."""
    page.keyboard.press("e")
    expect(page.locator("#annotate")).to_be_visible()
    if page.locator("#annotate textarea").last.input_value():
        page.get_by_role("button", name="One more comment").click()
    page.locator("#annotate textarea").last.fill(text)
    page.get_by_role("button", name="Keep").press("Enter")
    expect(page.locator("#annotate")).to_be_hidden()


def downloaded(page: Page) -> str:
    page.locator("#tab-notes").click()
    expect(page.locator("#notes")).to_be_visible()
    with page.expect_download() as waiting:
        page.locator("#notation [data-do='download_notation']").click()
    assert waiting.value.suggested_filename == "nimmt.kifu"
    return Path(waiting.value.path()).read_text("utf-8")


def throw_away(page: Page, sure: bool = True) -> None:
    page.evaluate("sure => { window.confirm = () => sure; }", sure)
    page.get_by_role("button", name="Throw away my notes").click()


def test_a_note_is_shown_at_once_and_is_in_the_file(page: Page, record: Record) -> None:
    expect(page.locator("#draft")).to_be_hidden()
    page.keyboard.press("End")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    at = ply(page)
    assert page.locator(f"#ticks [data-ply='{at}'] .bad").count() == 0
    page.locator("#pencil").click()
    expect(page.locator("#annotate textarea")).to_be_focused()
    page.keyboard.type("<b>Why?</b>")
    page.get_by_label("Signed").fill("千恵 <i>")
    page.locator("#signs label", has_text="??").last.click()
    page.get_by_role("button", name="One more comment").click()
    page.keyboard.type("なぜ?")
    page.get_by_label("Language").last.select_option("ja")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#pencil")).to_be_focused()
    expect(page.locator("#remarks")).to_contain_text("blunder")
    expect(page.locator("#remarks .comment")).to_have_text("<b>Why?</b> by 千恵 <i>")
    here = page.locator(".move.here")
    expect(here.locator(".comment").first).to_have_text("<b>Why?</b> 千恵 <i>")
    expect(here.locator("b.glyph")).to_contain_text("??")
    expect(here.locator(".comment").last).to_be_hidden()
    assert page.locator(f"#ticks [data-ply='{at}'] .bad").count() == 1
    expect(page.locator("#draft")).to_contain_text(
        "1 move annotated, kept in this browser until you download it"
    )
    page.keyboard.press("l")
    expect(page.locator("#remarks .comment")).to_have_text("なぜ? 千恵 <i>")
    expect(page.locator("#draft")).to_contain_text("このブラウザの中だけ")
    expected = replace(record, notes=[
        *record.notes,
        Note(at=at, glyph="??"),
        Note(at=at, text="<b>Why?</b> [%by 千恵 <i>]", lang="en"),
        Note(at=at, text="なぜ? [%by 千恵 <i>]", lang="ja"),
    ])  # fmt: skip
    assert downloaded(page) == dumps(expected)


def test_escape_asks_where_something_was_typed_and_what_no_record_can_hold_is_refused(
    page: Page,
) -> None:
    pencil = page.locator("#pencil")
    pencil.click()
    page.keyboard.press("Escape")
    expect(page.locator("#annotate")).to_be_hidden()
    expect(pencil).to_be_focused()
    pencil.click()
    page.keyboard.type("e n ?")
    page.keyboard.press("Escape")
    expect(page.locator("#annotate")).to_be_visible()
    expect(page.locator("#unkept")).to_contain_text("Esc once more")
    page.keyboard.press("Escape")
    expect(page.locator("#annotate")).to_be_hidden()
    expect(page.locator("#draft")).to_be_hidden()
    page.keyboard.press("e")
    page.evaluate(
        """() => {
            const field = document.querySelector("#annotate textarea");
            field.value = "a\\0";
            field.dispatchEvent(new Event("input", { bubbles: true }));
        }"""
    )
    page.keyboard.press("Control+Enter")
    expect(page.locator("#annotate textarea:invalid")).to_be_visible()
    page.locator("#annotate textarea").first.fill("a")
    page.get_by_label("Signed").first.fill("A [B]")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#annotate input:invalid")).to_be_visible()
    page.get_by_label("Signed").first.fill("A")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#annotate")).to_be_hidden()
    expect(page.locator("#remarks")).to_contain_text("a by A")


def test_the_browser_asks_before_notes_that_are_in_no_file_are_left(page: Page) -> None:
    assert not page.evaluate(ASKS)
    write(page, "Mine.")
    assert page.evaluate(ASKS)
    assert "{@en Mine.}" in downloaded(page)
    assert not page.evaluate(ASKS)
    expect(page.locator("#draft")).to_contain_text("downloaded or copied")
    write(page, "More.")
    assert page.evaluate(ASKS)
    throw_away(page, sure=False)
    expect(page.locator("#remarks")).to_contain_text("A friendly table.Mine.More.")
    throw_away(page)
    assert not page.evaluate(ASKS)
    expect(page.locator("#remarks")).not_to_contain_text("Mine.")


def test_notes_and_the_authors_name_are_there_again(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    page.keyboard.press("e")
    page.get_by_role("button", name="One more comment").click()
    page.keyboard.type("Again.")
    page.get_by_label("Signed").last.fill("Dora")
    page.locator("#signs label", has_text="!!").click()
    page.get_by_role("button", name="Keep").click()
    downloaded(page)
    reload(page)
    expect(page.locator("#draft")).to_contain_text("from last time are back")
    expect(page.locator(".story .move").first).to_contain_text("Again. Dora")
    assert not page.evaluate(ASKS), "they were downloaded"
    page.keyboard.press("End")
    page.keyboard.press("e")
    expect(page.get_by_label("Signed")).to_have_value("Dora")
    page.keyboard.press("Escape")
    throw_away(page)
    reload(page)
    expect(page.locator("#draft")).to_be_hidden()


#: What may be where the page keeps its notes, and is not what it has kept there.
NOT_KEPT = [
    "rubbish", "[]", '{"edits":3}', '{"edits":[["99999",[]]]}', '{"edits":[["0",[{}]]]}',
    '{"edits":[["0",[{"glyph":"!x"}]]]}', '{"edits":[["0",[{"glyph":["!"]}]]]}',
    '{"edits":[["0",[{"text":"a\\u0000"}]]]}', '{"edits":[["0",[{"text":{}}]]]}',
    '{"edits":[["1",[{"played":"1:5) {x"}]]]}', '{"edits":[["1",[{"played":7}]]]}',
    '{"edits":[["0",[{"text":"x","lang":"} ["}]]]}', '{"edits":[["0",[{"text":"x","by":"[]"}]]]}',
    '{"edits":[["0",[[]]]]}', '{"edits":[["0",[{"text":"x","constructor":"y"}]]]}',
]  # fmt: skip


@pytest.mark.parametrize("not_kept", some([NOT_KEPT[::6], NOT_KEPT], ["some", "all"], "some"))
def test_what_the_browser_kept_is_not_trusted(
    not_kept: list[str], open_page: Open, record: Record, tmp_path: Path
) -> None:
    # Each page finds what it has put there itself: nothing is written in a page that is left.
    html = render(timeline(replay(record)))
    page = open_page(html, bypass_csp=True)
    own = page.locator("script").count()
    for number, kept in enumerate(not_kept):
        puts = f"<script>localStorage.setItem({json.dumps(key(html))}, {json.dumps(kept)})</script>"
        file = tmp_path / f"kept{number}.html"
        file.write_text(html.replace("<head>", f"<head>{puts}", 1), "utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        assert page.locator("script").count() == own + 1
        expect(page.locator("#draft")).to_contain_text("can't be read")
    page.click("#tab-notes")
    throw_away(page)
    expect(page.locator("#draft")).to_be_hidden()
    assert page.evaluate("key => localStorage.getItem(key)", key(html)) is None
    assert downloaded(page) == dumps(record)


def key(html: str) -> str:
    """Where a page keeps the notes of its record."""
    return f"kifu/{page_data(html)['record']}"


@pytest.mark.matrix
@pytest.mark.parametrize(
    "fault",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })",
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }",
    ],
)
def test_a_browser_that_keeps_nothing_says_so(fault: str, page: Page) -> None:
    page.evaluate(f"() => {{ {fault}; }}")
    write(page, "Lost?")
    expect(page.locator("#draft")).to_contain_text("download the record before you leave")
    assert page.evaluate(ASKS)
    assert "{@en Lost?}" in downloaded(page)
    page.reload()


@pytest.mark.parametrize("size", some([(1280, 800), (390, 844)], ["desk", "phone"], "phone"))
def test_a_note_is_written_with_the_table_in_sight_and_goes_along_with_its_reader(
    size: tuple[int, int], open_page: Any, match: Timeline
) -> None:
    page = open_page(match, "#ply=5", viewport=size)
    page.locator("#pencil").click()
    form, felt = (page.locator(part).bounding_box() for part in ("#panel", ".felt"))
    assert form is not None and felt is not None
    assert felt["x"] + felt["width"] <= form["x"] or felt["y"] + felt["height"] * 0.6 <= form["y"]
    page.keyboard.type("Here n.")
    go(page, "ply=6")
    expect(page.locator("#annotate textarea")).to_have_value("")
    expect(page.locator("#draft")).to_contain_text("1 move annotated")
    expect(page.locator("#tab-notes")).to_have_attribute("data-n", "1")
    page.locator("#annotate textarea").fill("There.")
    go(page, "ply=5")
    expect(page.locator("#annotate textarea")).to_have_value("Here n.")
    expect(page.locator("#draft")).to_contain_text("2 moves annotated")


@pytest.mark.campaign
def test_a_record_that_text_cannot_hold_has_no_form(open_page: Any, record: Record) -> None:
    page = open_page(replace(record, tags=[("no name", "x")]))
    expect(page.locator("#notes, #tab-notes, [data-do='annotate']")).to_have_count(0)
    page.keyboard.press("e")
    page.keyboard.press("?")
    expect(page.locator("#keys")).not_to_contain_text("Write a note")
