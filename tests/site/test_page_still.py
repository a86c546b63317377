"""The table never moves: its height, the seats and the zones keep their places at every step. The
cards use the room that there is, and nothing lies on a word, is cut off or runs out of the window.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from tests.replay.fake_engine import judged

from kifu.notation.record import Note, Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.timeline import timeline

from .conftest import go, settle
from .matches import LOOK_NAMES, LOOKS, Case, played, some, some_rows, viewed
from .spoilt import PLACES, SPOILT, moved, walk

#: A desk, a tablet, a phone, the same on its side.
WINDOWS = {"desk": (1280, 800), "tablet": (820, 1100), "phone": (390, 844), "aside": (844, 390)}

CASES: list[Case] = [*LOOKS, ("nimmt", {"rounds": "2"}, 4), ("nimmt", {"rounds": "1"}, 10)]
NAMES = [*LOOK_NAMES, "nimmt-4", "nimmt-10"]


@pytest.mark.matrix
@pytest.mark.parametrize(
    ("case", "window"),
    some_rows(
        [*product(CASES, WINDOWS.values())],
        [f"{name}-{window}" for name, window in product(NAMES, WINDOWS)],
        "magimiles-2-phone",
    ),
)  # fmt: skip
def test_nothing_changes_its_place_at_any_step(
    case: Case, window: tuple[int, int], open_page: Any
) -> None:
    match = timeline(replay(played(case, "still")))
    page = open_page(match, viewport=window)
    settle(page)
    assert moved(page.evaluate(walk(PLACES), [*range(len(match.moments) + 1)])) == {}


#: What of the table is in view when the page opens: the part of the middle and of the seat that
#: lies open, and how many of the seats are there as a whole.
IN_VIEW = """() => {
    const bottom = document.querySelector("#transport").getBoundingClientRect().top;
    const part = (element) => {
        const box = element.getBoundingClientRect();
        return (Math.min(box.bottom, bottom) - Math.max(box.top, 0)) / box.height;
    };
    const open = document.querySelector(".unfold:not([hidden])");
    return {
        middle: part(document.querySelector(".commons")),
        actor: part(open ?? document.querySelector(".seat")),
        seats: [...document.querySelectorAll(".seat")].filter((seat) => part(seat) > 0.99).length,
    };
}"""


@pytest.mark.parametrize("case", some(CASES, NAMES, "magimiles-4"))
def test_a_phone_shows_the_middle_the_actor_and_the_seats(case: Case, open_page: Any) -> None:
    match = timeline(replay(played(case, "still")))
    seen = open_page(match, "#ply=9", viewport=(390, 844), has_touch=True).evaluate(IN_VIEW)
    assert seen["middle"] == pytest.approx(1, abs=0.01)
    assert seen["actor"] == pytest.approx(1, abs=0.01)
    assert seen["seats"] >= 0.8 * case[2]


def test_the_one_who_looks_sits_at_the_bottom(open_page: Any, record: Record) -> None:
    page = open_page(record, "#ply=4")
    lowest = """() => [...document.querySelectorAll(".seat")].sort((one, other) =>
        other.getBoundingClientRect().y - one.getBoundingClientRect().y)[0].dataset.seat"""
    assert page.evaluate(lowest) == "1"
    page.select_option("#viewer", "3")
    assert page.evaluate(lowest) == "3"


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
    assert page.locator("[data-do='learn_next']").bounding_box()["height"] >= 56
    assert page.evaluate(LESSON) == [asked, []]
    assert page.evaluate(SPOILT) == []


def test_a_total_says_how_two_cards_come_to_it(open_page: Any) -> None:
    page = open_page(viewed(played(("magimiles", {}, 4), "still")), "#ply=14")
    assert [*filter(None, page.locator(".total small").all_inner_texts())] == ["= 8 × 2", "= 9 − 1"]


#: A phone, the same on its side, a tablet, a desk.
SIZES = [(360, 740), (640, 360), (800, 1000), (1280, 800)]

OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    const shown = box.width > 1 && element.checkVisibility()
        && !element.closest("svg, .sr, dialog");
    return shown && (box.right > innerWidth + 1 || box.left < -1);
}).map((element) => element.outerHTML.slice(0, 120))"""

#: Words are at least this high, and the table has this much of a window at once.
SMALL = """() => [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && !element.closest(".card, .sr, svg, .picture, .told-of a")
        && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(element).fontSize) < 11
).map((element) => element.outerHTML.slice(0, 120))"""

FREE = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const transport = document.querySelector("#transport").getBoundingClientRect();
    return (Math.min(felt.bottom, transport.top) - felt.top) / innerHeight;
}"""

#: Buttons that do not lie whole within what clips them; to what a box with a scroll bar hides one
#: can scroll.
CLIPPED = """() => [...document.querySelectorAll("button")].filter((button) => {
    const box = button.getBoundingClientRect();
    for (let outer = button.parentElement; outer; outer = outer.parentElement) {
        const { display, overflowY: flow, overflowClipMargin } = getComputedStyle(outer);
        if (display === "contents") continue;
        if (/auto|scroll/.test(flow) || !button.checkVisibility()) return false;
        const edge = outer.getBoundingClientRect();
        const spare = flow === "clip" ? parseFloat(overflowClipMargin) : 0;
        const whole = box.top >= edge.top - spare && box.bottom <= edge.bottom + spare;
        if (flow !== "visible" && !whole) return true;
    }
    return false;
}).map((element) => element.outerHTML.slice(0, 120))"""

LOOK = f"""() => [
    document.documentElement.scrollWidth,
    [{OUTSIDE}, {SPOILT}, {SMALL}, {CLIPPED}].map((look) => look()),
    ({FREE})(),
]"""


@pytest.fixture(scope="module")
def crowd() -> Record:
    """Ten seats, one of them with a very long name, and a note at the end."""
    [record] = simulate(game("nimmt"), 1, seats=10, seed="crowd", options={"rounds": "1"})
    record.seats[3] = "Wolfeschlegelsteinhausenbergerdorff" * 2
    record.seats[4] = "長い名前の人" * 8
    record.notes = [
        Note(
            at=109, text="A long evening, and nobody wants to leave before the last row is counted."
        )
    ]
    return record


@pytest.mark.matrix
@pytest.mark.parametrize("window", range(len(SIZES)))
@pytest.mark.parametrize("many", some([False, True], ["three", "ten"], "ten"))
def test_no_window_scrolls_sideways_and_cards_show_all_that_is_on_them(
    many: bool, window: int, open_page: Any, record: Record, crowd: Record
) -> None:
    plies = ["ply=1", "ply=12&seat=1", "ply=45&seat=all", "ply=9999"]
    look_around(open_page, crowd if many else record, plies, window)


def look_around(open_page: Any, shown: Record, fragments: list[str], window: int) -> None:
    """Nothing is out of place; every window shows every other moment, the languages take turns."""
    width, _height = SIZES[window]
    page = open_page(viewed(shown), viewport=SIZES[window])
    for fragment in fragments[window % 2 :: 2]:
        go(page, fragment)
        page.evaluate("scrollTo(0, 0)")
        page.keyboard.press("l")
        wide, wrong, room = page.evaluate(LOOK)
        assert wide <= width and wrong == [[], [], [], []], f"{fragment} at {width} px"
        assert room > 0.3


@pytest.mark.campaign
def test_a_finger_finds_the_buttons(open_page: Any, record: Record) -> None:
    page = open_page(record, viewport=(360, 740), has_touch=True)
    page.locator("#more").tap()
    for button in page.locator("#transport button:visible, .tools button, #more").all():
        box = button.bounding_box()
        assert box is not None and box["width"] >= 40 and box["height"] >= 40
