"""Without spoilers: nothing on the page says what comes after the place of the reader."""

from __future__ import annotations

from typing import Any

import pytest

from kifu.notation.record import Record

from .conftest import go, reload
from .matches import viewed

#: The plies of the match.
LAST = 37

#: What is in sight of moves, marks and lengths.
SEEN = """() => ({
    moves: [...document.querySelectorAll("#scroll > .story > .move")]
        .filter((move) => move.checkVisibility()).length,
    ticks: Math.max(0, ...[...document.querySelectorAll("#ticks > svg")]
        .map((tick) => parseFloat(tick.getAttribute("x")))),
    span: Number(document.querySelector("#seek").max),
    count: document.querySelector("#count").textContent,
    ahead: [...document.querySelectorAll("#plot .ahead")].some((path) => path.getAttribute("d")),
    scale: document.querySelector("#plot .scale.high")?.textContent ?? "",
})"""


@pytest.fixture(scope="module")
def html(analysed: Record) -> str:
    """The page of an analysed match, with what-ifs."""
    return viewed(analysed)


def test_moves_marks_and_chart_end_at_the_reader(open_page: Any, html: str) -> None:
    page = open_page(html)
    page.click("#tab-story")
    last = page.evaluate(SEEN)["span"]
    page.keyboard.press("End")
    go(page, "ply=12")
    shown = page.evaluate(SEEN)
    assert shown["moves"] == last and shown["ahead"] and f"/ {last}" in shown["count"]
    page.keyboard.press("o")
    hidden = page.evaluate(SEEN)
    assert hidden["moves"] == 12
    assert not hidden["ahead"]
    assert hidden["count"] == "12"
    assert hidden["ticks"] <= 100 * 12 / hidden["span"] + 0.01
    assert page.locator("#judged-count").inner_text() == ""
    assert not page.locator("#accuracy").is_visible()
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(SEEN)["moves"] == 13
    page.keyboard.press("o")
    assert page.evaluate(SEEN)["moves"] == last


def test_the_length_of_the_match_is_a_secret_until_the_end(open_page: Any, html: str) -> None:
    page = open_page(html, "#ply=3&spoilers=off")
    page.click("#tab-story")
    before = page.evaluate(SEEN)
    assert (before["span"], before["count"]) == (20, "3")
    page.keyboard.press("s")
    assert "spoilers=off" in page.input_value("#share-link")
    assert "spoilers=off" in page.input_value("#share-embed")
    page.keyboard.press("Escape")
    assert page.locator("#podium").is_hidden() and page.locator("#result").is_hidden()
    page.keyboard.press("End")
    assert page.evaluate(SEEN)["span"] == page.evaluate(SEEN)["moves"] == LAST


def test_the_browser_remembers_it_and_an_address_goes_before(open_page: Any, html: str) -> None:
    page = open_page(html, "#ply=5")
    page.click("#tab-story")
    page.keyboard.press("?")
    page.check("#spoilers")
    page.keyboard.press("Escape")
    assert page.evaluate(SEEN)["moves"] == 5
    reload(page)
    page.click("#tab-story")
    assert page.evaluate(SEEN)["moves"] == 5
    go(page, "ply=6&spoilers=on")
    assert page.evaluate(SEEN)["moves"] == LAST


@pytest.mark.campaign
def test_variations_and_what_ifs_show_nothing_that_comes(
    open_page: Any, record: Record, html: str
) -> None:
    page = open_page(record, "#ply=1&line=1.1&spoilers=off")
    assert page.evaluate(SEEN)["moves"] == 1
    assert page.locator("[data-line='1.1'] > .move:visible").count() == 1
    page = open_page(html, "#ply=9&line=9!1&spoilers=off")
    page.click("#tab-story")
    assert page.evaluate(SEEN)["moves"] == 9


@pytest.mark.campaign
def test_what_is_printed_has_the_whole_match(open_page: Any, html: str) -> None:
    assert open_page(html, "#ply=5&spoilers=off", media="print").evaluate(SEEN)["moves"] == LAST
