"""The page explains the numbers and signs on its table, beside them and in its help."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.replay.match import replay
from kifu.replay.timeline import timeline

from .conftest import go, ply
from .matches import Case, played, some, some_looks, viewed

WINDOWS = [(1280, 800, ""), (390, 844, ""), (844, 390, ""), (320, 640, ""), (480, 400, "embed")]

#: Of each seat its score, and what that is read out as.
SCORES = """() => [...document.querySelectorAll(".seat .score")].map(
    (score) => ["b", "small"].map((part) => score.querySelector(part).textContent))"""

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
    line = timeline(replay(record))
    facts = line.layout.seat_facts
    called = facts.get("points") or facts["score"]
    *size, view = window
    page = open_page(viewed(record), f"#ply=9&{view}", viewport=size)
    for language in ("en", "ja"):
        go(page, f"lang={language}&{view}")
        expected = [[str(score), called.text(language)] for score in line.moments[8].scores]
        assert page.evaluate(SCORES) == expected


def test_no_short_name_is_cut(open_page: Any) -> None:
    record = played(("nimmt", {"rounds": "1"}, 10), "signs")
    record = replace(record, seats=[f"Bernd {seat}" for seat in range(1, 11)])
    assert open_page(viewed(record), "#ply=9", viewport=(390, 844)).evaluate(CUT) == []


def test_dots_and_faded_cards_say_what_they_are(open_page: Any) -> None:
    page = open_page(viewed(played(("nimmt", {"rounds": "1"}, 4), "signs")), "#ply=2")
    dots = page.locator(".seat:is(.acts, .may) .who")
    expect(dots.first).to_have_attribute("title", "to move")
    assert page.locator(".seat:not(.acts, .may) .who[title='']").count() + dots.count() == 4
    page.keyboard.press("End")
    gone = page.locator(".card.ghost").first
    for number in range(ply(page), 0, -1):
        go(page, f"ply={number}")
        if gone.count():
            break
    name = gone.get_attribute("title")
    assert name.endswith(("heads, has just left", "head, has just left"))
    assert gone.get_attribute("aria-label") == name
    page.keyboard.press("l")
    assert gone.get_attribute("title").endswith("、離れたばかり")
