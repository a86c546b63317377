"""The cards use the room that there is, and nothing lies on a word or cuts it off."""

from __future__ import annotations

from typing import Any

import pytest
from tests.replay.fake_engine import judged

from kifu.replay.judgements.written import write
from kifu.replay.match import replay

from .matches import Case, played, some, some_rows, viewed
from .spoilt import SPOILT, walk

#: Windows, and the least width of the cards in the hand of the seat at the bottom or unfolded.
ROOM: list[tuple[Case, tuple[int, int], int]] = [
    (("yuhodo", {"games": "1"}, 2), (1280, 800), 48),
    (("yuhodo", {"games": "1"}, 4), (820, 1180), 33),
    (("yuhodo", {"games": "1"}, 4), (1280, 800), 34),
    (("magimiles", {}, 2), (1280, 800), 100),
    # The open hand's fact is beside the cards: 左の公開した手札.
    (("atarayo", {"mode": "duel"}, 2), (1280, 800), 51),
    (("atarayo", {"mode": "duel"}, 2), (820, 1180), 64),
    (("atarayo", {"mode": "duel"}, 2), (390, 844), 23),
    (("nimmt", {"rounds": "1"}, 4), (390, 844), 31),
]
ROOMS = [f"{name}-{seats}-{width}" for (name, _options, seats), (width, _height), _least in ROOM]

WIDTH = """() => Math.min(...[...document.querySelectorAll(".seat .hand .card")].filter((card) =>
    card.checkVisibility() && card.closest('[data-place="0"], .felt:not([data-kind="ring"]) .open')
).map((card) => card.offsetWidth))"""


@pytest.mark.matrix
@pytest.mark.parametrize(("case", "window", "least"), some_rows(ROOM, ROOMS, ROOMS[-1]))
def test_cards_use_the_room(
    case: Case, window: tuple[int, int], least: int, open_page: Any
) -> None:
    record = played(case, "room")
    page = open_page(viewed(record), "#ply=1", viewport=window)
    last = len(replay(record).plies)
    plies = [*range(1, last, 1 + last // 30)]
    for language, half in (("en", plies[::2]), ("ja", plies[1::2])):
        assert page.get_attribute("html", "lang") == language
        seen = page.evaluate(walk(f"() => [({SPOILT})(), ({WIDTH})()]"), half)
        for ply, (spoilt, narrowest) in zip(half, seen, strict=True):
            assert spoilt == [], f"ply {ply}"
            assert narrowest is None or narrowest >= least, f"ply {ply}"
        page.keyboard.press("l")


#: Of a lesson: where the felt lies, and the buttons that are cut, covered or not in the window.
LESSON = """() => [
    JSON.stringify(document.querySelector(".felt").getBoundingClientRect()),
    [...document.querySelectorAll("#quiz button")].filter((button) => {
        if (!button.checkVisibility()) return false;
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !button.contains(found) || left < 0 || top < 0
            || right > innerWidth || bottom > innerHeight
            || button.scrollWidth > button.clientWidth;
    }).map((button) => button.innerText),
]"""


@pytest.mark.parametrize(
    "window",
    some(
        [(1280, 800), (820, 1180), (390, 844), (844, 390)],
        ["desk", "tablet", "phone", "side"],
        "phone",
    ),
)
def test_a_lesson_shows_every_option_and_leaves_the_table_where_it_is(
    window: tuple[int, int], open_page: Any
) -> None:
    record = played(("nimmt", {"rounds": "1"}, 10), "room")
    html = viewed(write(replay(record), judged(record)))
    page = open_page(html, "#ply=0&seat=1", viewport=window)
    felt, _cut = page.evaluate(LESSON)
    page.keyboard.press("x")
    assert page.locator("#words button").count() == 10
    asked, cut = page.evaluate(LESSON)
    assert (cut, page.evaluate(SPOILT)) == ([], [])
    assert asked == felt or window[0] < 1024
    page.locator("#words button").last.click()
    assert page.get_by_role("button", name="Next mistake").bounding_box()["height"] >= 56
    assert page.evaluate(LESSON) == [asked, []]
    assert page.evaluate(SPOILT) == []


def test_a_total_says_how_two_cards_come_to_it(open_page: Any) -> None:
    page = open_page(viewed(played(("magimiles", {}, 4), "still")), "#ply=14")
    assert [*filter(None, page.locator(".total small").all_inner_texts())] == ["= 8 × 2", "= 9 − 1"]
