"""The table never moves: its height, the seats and the zones keep their places at every step."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.timeline import timeline

from .conftest import settle
from .matches import LOOK_NAMES, LOOKS, Case, played, some, some_rows
from .spoilt import PLACES, moved, walk

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
