"""The page explains the numbers and signs on its table, beside them and in its help."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.replay.match import replay
from kifu.replay.timeline import timeline

from .matches import Case, played, some, some_looks, viewed
from .spoilt import walk

WINDOWS = [(1280, 800, ""), (390, 844, ""), (844, 390, ""), (320, 640, ""), (480, 400, "embed")]

#: Of each seat what it is read out as having, and the words that are in sight beside its score.
SCORES = """() => [...document.querySelectorAll(".seat")].map((seat) => {
    const facts = seat.querySelector(".scored");
    const shown = [...seat.querySelectorAll(".score small, .scored dt")].filter((each) => {
        const { width } = each.getBoundingClientRect();
        return each.checkVisibility() && each.scrollWidth <= Math.ceil(width);
    });
    return {
        open: seat.matches(".open"), said: shown.map((each) => each.textContent),
        score: seat.querySelector(".score b").textContent, fact: facts.lastChild.textContent,
    };
})"""

#: The names that are cut though they are short.
CUT = """() => [...document.querySelectorAll(".seat h2 bdi")].filter(
    (name) => name.clientWidth < Math.min(name.scrollWidth, 104)).map((name) => name.textContent)"""


@pytest.mark.parametrize(
    "window", some(WINDOWS, ["desk", "phone", "side", "narrow", "embed"], "phone", "narrow")
)
@pytest.mark.parametrize("look", some_looks("mutsugo-4"))
def test_the_number_beside_a_name_says_what_it_is(
    look: Case, window: tuple[int, int, str], open_page: Any
) -> None:
    record = played(look, "signs")
    facts = timeline(replay(record)).layout.seat_facts
    called = facts.get("points") or facts["score"]
    width, height, view = window
    size = {"width": width, "height": height}
    page = open_page(viewed(record), f"#ply=9&{view}", viewport=size)
    for language in ("en", "ja"):
        page.evaluate("(fragment) => { location.hash = fragment; }", f"lang={language}&{view}")
        expect(page.locator("html")).to_have_attribute("lang", language)
        for seats in page.evaluate(walk(SCORES), [3, 9]):
            labelled = [seat for seat in seats if seat["said"] == [called.text(language)]]
            # Where that would cost letters of names, it is with the seat that is unfolded.
            assert labelled == seats or any(seat["open"] for seat in labelled)
            assert all(seat["score"] == seat["fact"].split()[0] for seat in seats)


def test_a_label_costs_no_letter_of_a_name(open_page: Any) -> None:
    record = played(("nimmt", {"rounds": "1"}, 10), "signs")
    record = replace(record, seats=[f"Bernd {seat}" for seat in range(1, 11)])
    page = open_page(viewed(record), "#ply=9", viewport={"width": 320, "height": 640})
    expect(page.locator(".felt.terse")).to_be_visible()
    cut = page.evaluate(CUT)
    page.evaluate("document.querySelector('.felt').classList.remove('terse')")
    assert len(cut) < len(page.evaluate(CUT))
    page = open_page(viewed(record), "#ply=9", viewport={"width": 390, "height": 844})
    expect(page.locator(".felt:not(.terse)")).to_be_visible()
    assert page.evaluate(CUT) == []


def test_dots_and_faded_cards_say_what_they_are(open_page: Any) -> None:
    page = open_page(viewed(played(("nimmt", {"rounds": "1"}, 4), "signs")), "#ply=2")
    dots = page.locator(".seat:is(.acts, .may) .who")
    expect(dots.first).to_have_attribute("title", "to move")
    assert page.locator(".seat:not(.acts, .may) .who[title='']").count() + dots.count() == 4
    page.keyboard.press("End")
    last = int(page.get_attribute("#table", "data-ply"))
    gone = page.locator(".card.ghost").first
    for ply in range(last, 0, -1):
        page.evaluate("(ply) => { location.hash = `ply=${ply}`; }", ply)
        expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
        if gone.count():
            break
    name = gone.get_attribute("title")
    assert name.endswith(("heads, has just left", "head, has just left"))
    assert gone.get_attribute("aria-label") == name
    page.keyboard.press("l")
    assert gone.get_attribute("title").endswith("、離れたばかり")
