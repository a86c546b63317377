"""Ways through a match: by touch, by card, by turn, by keys, and what is remembered."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.replay.timeline import Timeline

from .conftest import Open, ply, reload, settle
from .matches import played

PHONE = {"viewport": (390, 844), "has_touch": True}


def test_a_strip_unfolds_its_seat_until_it_is_tapped_again(open_page: Any) -> None:
    page = open_page(played(("yuhodo", {"games": "1"}, 4), "strip"), "#ply=4", **PHONE)
    lies_open = page.locator(".seat.open")
    first = lies_open.get_attribute("data-seat")
    other = "3" if first != "3" else "2"
    page.locator(f".seat[data-seat='{other}'] h2").tap()
    expect(lies_open).to_have_attribute("data-seat", other)
    page.keyboard.press("ArrowRight")
    expect(lies_open).to_have_attribute("data-seat", other)
    assert page.locator(f"[data-zone='hand/{other}'] .card").first.is_visible()
    page.locator(f".seat[data-seat='{other}'] h2").tap()
    assert page.locator(".seat.open").count() == 1


def test_playback_is_three_tabs_away_and_what_is_chosen_is_remembered(
    open_page: Open, match: Timeline
) -> None:
    page = open_page(match, "#ply=2")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.do") == "play"
    page.locator("#language").click()
    page.locator("#theme").click()
    page.select_option("#speed", "2")
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    theme = page.get_attribute("html", "data-theme")
    page.goto(page.url.split("#")[0] + "#ply=3")
    reload(page)
    assert page.get_attribute("html", "lang") == "ja"
    assert page.get_attribute("html", "data-theme") == theme is not None
    assert page.locator("#speed").input_value() == "2"
    # Letters are no keys any more.
    page.keyboard.press("l")
    assert page.get_attribute("html", "lang") == "ja"
    page.keyboard.press("ArrowRight")
    assert ply(page) == 4


@pytest.mark.campaign
def test_a_japanese_browser_reads_japanese(open_page: Any, match: Timeline) -> None:
    assert open_page(match, locale="ja-JP").get_attribute("html", "lang") == "ja"


def test_a_pile_that_lies_open_is_looked_through(open_page: Any, match: Timeline) -> None:
    page = open_page(match, "#ply=9999")
    pile = page.locator("[data-zone^='taken/'][data-open]").first
    cards = str(pile.get_attribute("data-cards")).split()
    pile.click()
    shown = page.locator("#pile .card").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert shown == cards


@pytest.mark.campaign
@pytest.mark.parametrize("height", [256, 640], ids=["zoomed", "narrow"])
def test_at_400_percent_all_can_be_reached_and_nothing_scrolls_sideways(
    height: int, open_page: Open, match: Timeline
) -> None:
    """A window of 1280 by 1024 at a zoom of 400 %, and a narrow one."""
    page = open_page(match, "#ply=9999", viewport=(320, height))
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    if not page.locator(".tools").is_visible():
        page.locator("#more").click()
    buttons = page.locator(".tools button:visible, #transport button:visible, #speed")
    for button in buttons.all():
        # A click is refused where something lies on the button.
        button.click(trial=True)
    page.locator("#more").click()
    for part in ("#table", "#result", "#about"):
        page.locator(part).scroll_into_view_if_needed()
        assert page.evaluate(IN_SIGHT, part) > 90, part
    page.locator("#tab-story").click()
    page.locator("#story .here").scroll_into_view_if_needed()
    page.locator("#story .here a").click(trial=True)


#: How many pixels of a part are in sight, above the buttons that stay there.
IN_SIGHT = """(part) => {
    const bottom = [...document.querySelectorAll("#transport, .keys")]
        .filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position))
        .reduce((least, each) => Math.min(least, each.getBoundingClientRect().top), innerHeight);
    document.querySelector(part).scrollIntoView();
    const box = document.querySelector(part).getBoundingClientRect();
    return Math.min(box.bottom, bottom) - Math.max(box.top, 0);
}"""
