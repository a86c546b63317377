"""The panel beside the table: its tabs, and where it lies in a window."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay.judgements.written import read
from kifu.replay.match import replay
from kifu.replay.timeline import timeline

from .conftest import expect_ply

#: The parts of a reader's first screen that can be seen as a whole, by their selectors.
IN_SIGHT = """(parts) => parts.filter((part) => {
    const element = document.querySelector(part);
    const box = element.getBoundingClientRect();
    const points = [[0.02, 0.5], [0.98, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([x, y]) =>
        document.elementFromPoint(box.left + x * box.width, box.top + y * box.height));
    return element.checkVisibility() && points.every((found) => found && !element.contains(found)
        ? found.contains(element) || found.closest(part) : found);
})"""


def first_mistake(record: Record) -> int:
    found = read(record)
    assert found is not None
    return next(judgement.ply for judgement in found.judgements if judgement.glyph)


@pytest.mark.matrix
@pytest.mark.parametrize(("window", "taps"), [((1280, 800), 0), ((820, 1180), 1), ((390, 844), 1)])
def test_a_mistake_shows_its_options_and_the_table_at_once(
    window: tuple[int, int], taps: int, open_page: Any, analysed: Record
) -> None:
    page = open_page(analysed, f"#ply={first_mistake(analysed)}", viewport=window)
    for _ in range(taps):
        page.locator("#tab-analysis").click()
    parts = [f"[data-zone='row/{row}']" for row in range(1, 5)]
    parts += ["#judged .chip", ".options .best"]
    parts += [] if taps else ["#headline", "#chart"]
    assert page.evaluate(IN_SIGHT, parts) == parts
    assert page.evaluate("document.documentElement.scrollWidth") <= window[0]


def test_tabs_are_chosen_by_clicks_and_arrows(open_page: Any, analysed: Record) -> None:
    page = open_page(analysed, "#ply=5")
    moves, analysis = page.locator("#tab-story"), page.locator("#tab-analysis")
    expect(page.locator("#analysis")).to_be_visible()
    expect(page.locator("#story")).to_be_hidden()
    moves.click()
    expect(page.locator("#story")).to_be_visible()
    expect(page.locator("#analysis")).to_be_hidden()
    assert [tab.get_attribute("aria-selected") for tab in (moves, analysis)] == ["true", "false"]
    moves.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "tab-analysis"
    expect(page.locator("#analysis")).to_be_visible()
    # The arrow chose a tab and did not step.
    expect_ply(page, 5)


def test_a_sheet_opens_on_the_lower_half_and_shuts_again(open_page: Any, analysed: Record) -> None:
    page = open_page(analysed, "#ply=39", viewport=(390, 844), has_touch=True)
    felt, sheet = page.locator(".felt"), page.locator("#panel")
    before = felt.bounding_box()
    assert before is not None and before["height"] > 400
    expect(page.locator("#phase")).to_be_visible()
    page.locator("#tab-story").tap()
    list_ = sheet.bounding_box()
    assert list_ is not None and 400 < list_["y"] < 430 and 400 < list_["height"] < 450
    expect(page.locator("#story .here > a")).to_be_in_viewport(ratio=1)
    assert felt.bounding_box() == before
    page.locator("#shut").tap()
    expect(page.locator("#story")).to_be_hidden()
    page.locator("#tab-story").tap()
    page.locator("#tab-story").tap()
    expect(page.locator("#story")).to_be_hidden()


def test_gold_is_the_name_of_the_actor_and_nothing_else(open_page: Any, analysed: Record) -> None:
    match = timeline(replay(analysed))
    taking = next(m.ply for m in match.moments if any(step.kind == "take" for step in m.steps))
    page = open_page(match, f"#ply={taking}")
    gold = """() => [...document.querySelectorAll("body *")].filter((element) => {
        const { backgroundColor, borderColor, outlineColor, outlineStyle, stroke, boxShadow } =
            getComputedStyle(element);
        const seen = [backgroundColor, borderColor, stroke, boxShadow,
            outlineStyle === "none" ? "" : outlineColor].join(" ");
        return element.checkVisibility() && seen.includes("255, 211, 107");
    }).map((element) => element.getAttribute("class"))"""
    assert sorted(page.evaluate(gold)) == ["way", "who"]
    page.keyboard.press("Home")
    assert page.evaluate(gold) == []
    page.keyboard.press("ArrowRight")
    assert page.evaluate(gold) == ["who"]
    expect(page.locator(".seat[data-seat='1'].actor")).to_have_count(1)
