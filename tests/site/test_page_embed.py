"""The slim view for other people's pages: what is in it, how it fits, and how one gets it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.replay.match import replay
from kifu.replay.timeline import Timeline
from kifu.site import render

from .conftest import CLIPBOARD, Open, expect_ply, go
from .matches import LOOK_NAMES, LOOKS, Case, played, some, viewed
from .spoilt import FIGURES
from .test_page_still import SMALL

FRAME = (480, 400)

FITS = """() => {
    const table = document.querySelector("#table").getBoundingClientRect();
    const frame = document.querySelector("main");
    const main = frame.getBoundingClientRect();
    const page = document.documentElement;
    return {
        page: page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight,
        table: table.left >= main.left - 1 && table.right <= main.right + 1
            && table.top >= main.top - 1 && table.bottom <= main.bottom + 1,
        scrolls: frame.scrollHeight > frame.clientHeight && frame.scrollWidth <= frame.clientWidth,
        used: Math.max(table.width / main.width, table.height / main.height),
        buttons: [...document.querySelectorAll("#transport button, #whole")]
            .filter((element) => element.checkVisibility())
            .every((element) => {
                const box = element.getBoundingClientRect();
                return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
            }),
    };
}"""

KEPT = """() => [...document.querySelectorAll(".seal, #story, #about, .tools, #speed")]
    .filter((element) => element.checkVisibility()).length"""


@pytest.mark.parametrize(
    "case",
    some([*LOOKS, ("nimmt", {"rounds": "1"}, 8)], [*LOOK_NAMES, "eight"], "eight"),
)
def test_the_table_fits_its_frame_and_can_be_read(case: Case, open_page: Open) -> None:
    record = played(case, "frame")
    last = len(replay(record).plies)
    page = open_page(viewed(record), "#embed", viewport=FRAME)
    assert page.evaluate(KEPT) == 0
    for ply in (0, 3, last // 2, last):
        go(page, f"embed&ply={ply}")
        expect_ply(page, ply)
        found = page.evaluate(FITS)
        assert found["page"] and found["buttons"] and found["used"] > 0.8, ply
        assert found["table"] and not found["scrolls"], ply
        assert page.evaluate(SMALL) == [], ply
        assert not [said for said in page.evaluate(FIGURES) if said.startswith("cut")], ply


def test_the_view_is_chosen_by_the_address_and_stays(open_page: Open, match: Timeline) -> None:
    page = open_page(match, "#embed&ply=3&lang=ja", viewport=FRAME)
    expect_ply(page, 3)
    page.locator('[data-do="next"]').click()
    page.wait_for_function('() => location.hash === "#embed&ply=4&lang=ja"')
    whole = page.locator("#whole")
    expect(whole).to_be_visible()
    expect(whole).to_contain_text("ニムト")
    address = page.url.split("#")[0]
    assert whole.evaluate("(link) => link.href") == f"{address}#ply=4&lang=ja"
    page.keyboard.press("ArrowLeft")
    expect_ply(page, 3)


def snippet(page: Any) -> str:
    page.locator("#share").click()
    page.locator("#embed").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert isinstance(text, str)
    return text


def test_the_page_gives_the_code_for_a_blog_and_the_code_works(
    open_page: Open, match: Timeline
) -> None:
    match.record.seats = ['A"><script>alert(1)</script>', "Ben", "千恵"]
    page = open_page(match, "#ply=5&seat=2", **CLIPBOARD)
    expect(page.locator("#whole")).to_be_hidden()
    expect(page.locator("#story")).to_be_visible()
    code = snippet(page)
    assert re.match(r'<iframe style="[^"]*" src="./page1.html#embed&amp;ply=5&amp;seat=2"', code)
    assert 'width="480" height="400"' in code and "script-src" not in code
    blog = open_page(f"<!doctype html><body data-ready><h1>My blog</h1>{code}")
    frame = blog.frame_locator("iframe")
    expect_ply(frame, 5)
    expect(frame.locator("#table")).to_have_attribute("data-viewer", "2")
    expect(frame.locator("#story")).to_be_hidden()
    frame.locator('[data-do="next"]').click()
    expect_ply(frame, 6)
    assert blog.locator("iframe").count() == 1


@pytest.mark.campaign
def test_a_page_of_a_site_gives_its_whole_address(open_page: Open, match: Timeline) -> None:
    canonical = '<link rel="canonical" href="https://example.org/kifu/matches/1.html">'
    html = render(match).replace("<style>", f"{canonical}<style>", 1)
    code = snippet(open_page(html, "#ply=5", **CLIPBOARD))
    assert 'src="https://example.org/kifu/matches/1.html#embed&amp;ply=5"' in code
