"""Nothing is cut off or runs out of the window, on a phone or on a desk."""

from __future__ import annotations

from typing import Any

import pytest

from kifu.notation.record import Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

from .conftest import go
from .matches import some, viewed
from .spoilt import SPOILT

#: A phone, the same on its side, a tablet, a desk.
WINDOWS = [(360, 740), (640, 360), (800, 1000), (1280, 800)]

OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    const shown = box.width > 1 && element.checkVisibility()
        && !element.closest("svg, .sr, dialog");
    return shown && (box.right > innerWidth + 1 || box.left < -1);
}).map((element) => element.outerHTML.slice(0, 120))"""

#: Words are at least this high, and the table has this much of a window at once.
SMALL = """() => [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && !element.closest(".card, .sr, svg, .picture")
        && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(element).fontSize) < 11
).map((element) => element.outerHTML.slice(0, 120))"""

ROOM = """() => {
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
    ({ROOM})(),
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
@pytest.mark.parametrize("window", range(len(WINDOWS)))
@pytest.mark.parametrize("many", some([False, True], ["three", "ten"], "ten"))
def test_no_window_scrolls_sideways_and_cards_show_all_that_is_on_them(
    many: bool, window: int, open_page: Any, record: Record, crowd: Record
) -> None:
    plies = ["ply=1", "ply=12&seat=1", "ply=45&seat=all", "ply=9999"]
    look_around(open_page, crowd if many else record, plies, window)


def look_around(open_page: Any, shown: Record, fragments: list[str], window: int) -> None:
    """Nothing is out of place; every window shows every other moment, the languages take turns."""
    width, _height = WINDOWS[window]
    page = open_page(viewed(shown), viewport=WINDOWS[window])
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
