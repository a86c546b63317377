"""The page without JavaScript: the whole match as text."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay.replayer import replay
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

from .matches import LOOK_NAMES, LOOKS, PLAINLY_SAID, Case, played


def test_without_javascript_every_move_note_and_the_final_table_are_there(
    open_page: Any, match: Timeline
) -> None:
    page = open_page(render(match), java_script_enabled=False)
    said = page.locator("#scroll > noscript > .story > [data-seat]").evaluate_all(PLAINLY_SAID)
    names = match.record.seats
    assert said == [
        moment.words.en.replace(f"{{{moment.seat}}}", names[moment.seat - 1])
        for moment in match.moments
    ]
    assert page.locator("#scroll .branch [data-seat]").count() == 2
    text = page.locator("#scroll").inner_text()
    for part in (
        "A friendly table.",
        "Too low.",
        "低すぎる。",
        "What if?",
        "Or so.",
        "?!",
        "0:00:41",
    ):
        assert part in text
    end = match.end[ALL]
    for row in range(1, 5):
        cards = page.locator(f"[data-zone='row/{row}'] [data-card]").evaluate_all(
            "cards => cards.map((card) => card.dataset.card)"
        )
        assert cards == end.zones[f"row/{row}"]
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#transport")).to_be_hidden()
    expect(page.locator(".tools")).to_be_hidden()


DRAWN = """() => {
  // Python refers to a shape by its name, the script puts the outline into the card.
  const shapes = (part) => [part, ...part.querySelectorAll("svg")]
    .filter((drawn) => drawn.matches("svg")).map((drawn) => {
      const name = drawn.querySelector("use")?.getAttribute("href");
      const outline = name ? document.querySelector(name) : drawn;
      return [outline.getAttribute("viewBox"), outline.innerHTML];
    });
  return Object.fromEntries([...document.querySelectorAll("[data-zone]")].map((zone) => [
    zone.dataset.zone,
    [...zone.querySelectorAll(".cards > *, .meld > *, .card > *, .count")].map((part) =>
        [part.localName, part.getAttribute("class")?.replace(/ (fresh|breaks)/g, ""),
            part.getAttribute("data-card"), part.getAttribute("data-left"), shapes(part),
            part.textContent]),
]).concat([...document.querySelectorAll(".seat")].map((seat) => [seat.dataset.seat, [
    seat.matches(".acts"), seat.matches(".may"), seat.querySelector(".state").textContent,
    [...seat.querySelectorAll("dl [hidden]")].length,
]])));
}"""


@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
def test_python_and_the_script_draw_the_same_table(look: Case, open_page: Any) -> None:
    record = played(look, "plain")
    match = replay(record)
    words = [f"{seat}:{token}" for seat, token in match.plies]
    for plies in (len(words) // 2, len(words)):
        cut = replace(record, moves=" ".join(words[:plies]), end="*", result=None, winner=[])
        html = render(timeline(cut))
        plain = open_page(html, java_script_enabled=False)
        page = open_page(html, f"#ply={plies}")
        assert plain.evaluate(DRAWN) == page.evaluate(DRAWN)


def test_the_static_page_speaks_japanese(open_page: Any, match: Timeline) -> None:
    page = open_page(render(match, language="ja"), java_script_enabled=False)
    text = page.locator("main").inner_text()
    assert "第1ターン" in text and "を選びました。" in text
    for english in ("Turn", "Round", "Points", "Moves", "Variation", "finished"):
        assert english not in text


def test_a_record_with_an_error_says_so_and_shows_its_good_prefix(
    open_page: Any, record: Record
) -> None:
    words = record.moves.split()
    bad = Record(
        game="nimmt", rules=1, options=record.options, seats=record.seats, seed=record.seed,
        moves=" ".join([*words[:4], "zz"]), end="=",
    )  # fmt: skip
    page = open_page(render(timeline(bad)), "#ply=99")
    expect(page.locator(".banner.bad")).to_contain_text("This record has errors.")
    expect(page.locator("#checks")).to_contain_text("KF405")
    assert page.get_attribute("#table", "data-ply") == "2"


def test_a_sound_record_says_what_was_checked(open_page: Any, record: Record) -> None:
    page = open_page(render(timeline(record)))
    expect(page.locator("#checks")).to_contain_text("replayed and is right")
    expect(page.locator(".banner:visible")).to_have_count(0)
