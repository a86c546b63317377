"""How a reader gets around on a page: keys, buttons, links, seats, languages, variations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from kifu.notation.record import Note, Record
from kifu.replay.match import replay
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

from .conftest import (
    HEAR,
    PATIENCE,
    Open,
    expect_place,
    expect_ply,
    go,
    pass_time,
    ply,
    settle,
    stop_clock,
)
from .matches import played


@pytest.fixture
def page(open_page: Open, match: Timeline) -> Page:
    return open_page(match)


@pytest.fixture
def phone(open_page: Open, match: Timeline) -> Page:
    return open_page(match, has_touch=True, viewport=(360, 740))


def test_a_sentence_shows_the_shape_after_a_card(open_page: Any) -> None:
    match = timeline(replay(played(("atarayo", {}, 4), "shapes", ["greedy"])))
    at = next(n for n, moment in enumerate(match.moments, 1) if "+" in moment.move)
    page = open_page(match, f"#ply={at}")
    cards = [card for card in match.moments[at - 1].move.split("+") if not card.isdigit()]
    named = page.locator("#sentence .named")
    expect(named).to_have_text([match.layout.faces[card].text for card in cards])
    names = [match.layout.faces[card].name.en for card in cards]
    assert named.evaluate_all("cards => cards.map((card) => card.ariaLabel)") == names
    shapes = [match.layout.faces[card].pip for card in cards]
    outlines = [page.locator(f"#pip-{shape}").inner_html() for shape in shapes]
    assert [named.nth(n).locator("svg").inner_html() for n in range(len(cards))] == outlines


def test_a_page_opens_at_the_deal_and_does_not_play_by_itself(
    browser: Browser, match: Timeline, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text(render(match), "utf-8")
    with browser.new_context() as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.clock.install()
        page.goto(file.as_uri())
        page.wait_for_selector("body[data-ready]")
        page.clock.run_for(60_000)
        assert ply(page) == 0
        expect(page.locator("#sentence")).to_have_text("The cards are dealt.")


def test_keys_step_by_move_turn_and_round_and_jump_to_notes(page: Page, match: Timeline) -> None:
    turns = [m.ply - 1 for m in match.moments if m.marks]
    expect(page.locator('.status [data-fact="turn"]')).to_have_text(f"1 / {len(turns)}")
    keys = [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Shift+ArrowRight", turns[1]),
        ("Shift+ArrowRight", turns[2]), ("Shift+ArrowLeft", turns[1]), ("n", 9), ("p", 1),
        ("End", len(match.moments)), ("ArrowRight", len(match.moments)), ("Home", 0),
        ("]", len(match.moments)), ("[", 0),
    ]  # fmt: skip
    for key, expected in keys:
        page.keyboard.press(key)
        assert ply(page) == expected, key


def test_buttons_do_what_they_are_called(page: Page, match: Timeline) -> None:
    turnings = [
        m.ply
        for m in match.moments
        if {step.kind for step in m.steps} & set(match.game.archive.highlights)
        or any(note.glyph and note.glyph.startswith("?") for note in m.notes)
    ]
    for name, expected in [
        ("Next move", 1), ("Previous move", 0), ("Next mistake or big event", turnings[0]),
        ("Next mistake or big event", turnings[1]), ("Previous mistake or big event", turnings[0]),
    ]:  # fmt: skip
        page.get_by_role("button", name=name, exact=True).click()
        assert ply(page) == expected, name


def test_space_plays_and_stops(page: Page) -> None:
    stop_clock(page)
    button = page.get_by_role("button", name="Next move", exact=True)
    page.select_option("#speed", "4")
    page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        page.keyboard.press("Space")
        pass_time(page, 3 * 225)
        page.keyboard.press("Space")
        pass_time(page, 2000)
        assert ply(page) == 6, "two turns of three"
        page.keyboard.press("Home")
        button.focus()
    button.press("Enter")
    button.click()
    assert ply(page) == 2


def test_a_link_to_a_moment_comes_back_to_it(open_page: Any, match: Timeline) -> None:
    page = open_page(match, "#ply=7&seat=2&lang=ja")
    assert (ply(page), page.get_attribute("#table", "data-viewer")) == (7, "2")
    assert page.get_attribute("html", "lang") == "ja"
    expect_place(page, "ply=7&seat=2&lang=ja")
    page.keyboard.press("ArrowRight")
    expect_place(page, "ply=8&seat=2&lang=ja")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert (ply(page), page.get_attribute("#table", "data-viewer")) == (8, "2")
    go(page, "ply=3&seat=public")
    assert (ply(page), page.get_attribute("#table", "data-viewer")) == (3, "0")


def test_a_place_asked_for_is_found_though_the_address_follows_the_one_before(page: Page) -> None:
    page.evaluate("location.hash = '#ply=9'; history.replaceState(null, '', '#ply=2')")
    page.wait_for_selector("#table[data-ply='9']")
    expect_place(page, "ply=9")


#: Fragments that mean nothing, and the ply that is shown.
RUBBISH = [
    ("#ply=", 0), ("#ply=-3", 0), ("#ply=1e9", 0), ("#ply=99999999999999999999", 0),
    ("#ply=9999999", 99), ("#ply=4&ply=5", 4), ("#%E0%A4%A&ply=4", 4), ("#ply=4&seat=77", 4),
    ("#ply=4&seat=__proto__&lang=constructor", 4), ("#line=9.9/zz&ply=4", 4), ("#4", 0),
    ("#ply=<img src=x onerror=alert(1)>", 0), ("#ply=4&line=1.1/1.1/1.1", 4),
]  # fmt: skip


def test_a_rubbish_fragment_does_no_harm(page: Page, match: Timeline) -> None:
    for fragment, expected in RUBBISH:
        go(page, "ply=7&line=")
        page.keyboard.press("Home")
        page.evaluate(HEAR, fragment)
        assert ply(page) == min(expected, len(match.moments)), fragment
        assert page.get_attribute("#table", "data-viewer") == str(ALL), fragment


def test_the_move_list_goes_to_a_move_and_marks_where_the_reader_is(page: Page) -> None:
    page.locator("#scroll > .story > .move > a").nth(4).click()
    assert ply(page) == 5
    expect(page.locator("[aria-current='step']")).to_have_count(1)


def test_variations_are_entered_and_left(page: Page, match: Timeline) -> None:
    page.keyboard.press("ArrowRight")
    page.locator("#remarks a.enter").first.click()
    expect_place(page, "ply=1&line=1.1")
    expect(page.locator("#where")).to_be_visible()
    expect(page.locator("#remarks")).to_contain_text("interesting move")
    page.locator("#remarks a.enter").first.click()
    expect_place(page, "ply=1&line=1.1/1.1")
    expect(page.locator("#remarks")).to_contain_text("Or so.")
    page.keyboard.press("Escape")
    expect_place(page, "ply=1&line=1.1")
    page.get_by_role("button", name="Back to the game").click()
    expect_place(page, "ply=1")
    page.locator("#remarks a.enter").first.click()
    page.keyboard.press("ArrowLeft")
    expect_place(page, "ply=0&line=1.1")
    page.keyboard.press("Home")
    page.locator(".branch .branch .move > a").first.click()
    expect_place(page, "ply=1&line=1.1/1.1")


def test_a_seat_sees_choices_as_it_saw_them_then(open_page: Any, match: Timeline) -> None:
    page = open_page(match, "#ply=1&seat=2")
    card = match.moments[0].move
    sentence, listed = page.locator("#sentence"), page.locator("#scroll .story > .move .said").first
    assert sentence.inner_text() == listed.inner_text() == "Aki plays a card face down."
    page.keyboard.press("Shift+ArrowRight")
    assert listed.inner_text() == f"Aki chooses {card}."
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.select_option("#viewer", "1")
    assert sentence.inner_text() == f"Aki chooses {card}."


def test_the_page_speaks_both_languages_and_comes_back(page: Page, match: Timeline) -> None:
    before = page.locator("body").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#headline", "aria-live") == "polite"
    page.keyboard.press("l")
    assert page.locator("#sentence").inner_text() == f"Akiは{match.moments[0].move}を選びました。"
    expect(page.locator("#remarks")).to_contain_text("低すぎる。")
    expect(page.locator("#remarks")).not_to_contain_text("Too low.")
    expect(page.locator("#title")).to_have_text("ニムト")
    assert "Round" not in page.locator("#table").inner_text()
    assert "Moves" not in page.locator("body").inner_text()
    page.keyboard.press("l")
    page.keyboard.press("Home")
    settle(page)
    assert page.locator("body").inner_text() == before


def test_the_keys_are_explained(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert page.locator("#keys dt").count() == page.locator("#keys dd").count() > 10
    # Without an analysis there are mistakes to go to, but none to learn from.
    expect(page.locator("#keys [data-act='next_mistake']")).to_be_visible()
    assert page.locator("#keys [data-act='next_own'], #keys [data-act='learn']").count() == 0
    page.keyboard.press("ArrowRight")
    assert ply(page) == 0
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_without_a_keyboard_the_list_of_keys_does_what_they_do(
    phone: Page, match: Timeline
) -> None:
    phone.locator("#more").tap()
    phone.locator("#help").tap()
    phone.locator("#keys [data-act='next_note']").tap()
    expect(phone.locator("#keys")).to_be_hidden()
    expect_ply(phone, next(at for at, moment in enumerate(match.moments, 1) if moment.notes))


def test_colours_follow_the_system_until_they_are_chosen(open_page: Open, match: Timeline) -> None:
    page = open_page(match, color_scheme="dark")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    dark = page.evaluate(paper)
    page.keyboard.press("d")
    light = page.evaluate(paper)
    page.keyboard.press("d")
    assert page.evaluate(paper) == dark != light


def test_a_swipe_steps_on_a_phone(phone: Page) -> None:
    swipe = """([from, to]) => {
        const table = document.querySelector("#table");
        for (const [type, x] of [["touchstart", from], ["touchend", to]]) {
            const touch = new Touch({ identifier: 1, target: table, clientX: x, clientY: 200 });
            table.dispatchEvent(new TouchEvent(type, { changedTouches: [touch], bubbles: true }));
        }
    }"""
    phone.evaluate(swipe, [300, 100])
    phone.evaluate(swipe, [300, 100])
    phone.evaluate(swipe, [100, 300])
    assert ply(phone) == 1
    look = "getComputedStyle(document.querySelector('.felt')).touchAction"
    assert phone.evaluate(look) == "pan-y pinch-zoom", "a swipe is the page's own"
    over = "getComputedStyle(document.documentElement).overscrollBehaviorX"
    assert phone.evaluate(over) == "none"


def test_keys_jump_to_mistakes_and_a_moment_that_has_a_name_is_called_so(
    open_page: Any, record: Record
) -> None:
    glyphs = {2: "!", 4: "??", 7: "$6", 8: "!?", 11: "?"}
    notes = [Note(at=at, glyph=glyph) for at, glyph in glyphs.items()]
    notes.append(Note(at=2, text="[%mark The <turn>]"))
    page = open_page(replace(record, notes=notes), "#ply=2")
    assert page.locator("#remarks .moment").inner_text() == "The <turn>"
    assert page.locator(".move.here .moment").inner_text() == "The <turn>"
    for key, expected in [("m", 4), ("m", 7), ("m", 11), ("m", 11), ("M", 7), ("M", 4), ("n", 7)]:
        page.keyboard.press(key)
        assert ply(page) == expected, key


HURRY = """() => {
    const real = setTimeout;
    window.setTimeout = (call) => real(call, 0);
}"""


def test_a_page_opens_at_what_is_worth_showing(open_page: Any, record: Record) -> None:
    line = timeline(replay(replace(record, tags=[("From", "5"), ("To", "9")])))
    last = len(line.moments)
    page = open_page(line, "")
    assert ply(page) == 5
    page.evaluate(HURRY)
    for start, stop in ((5, 9), (last - 2, last)):
        go(page, f"ply={start}")
        page.keyboard.press("Space")
        page.wait_for_selector(f"#table[data-ply='{stop}']")
        expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("Home")
    assert ply(page) == 0


def test_the_move_list_opens_at_its_move_follows_and_stays_where_it_was_scrolled(
    open_page: Open, match: Timeline
) -> None:
    page = open_page(match, f"#ply={len(match.moments) // 2}")
    page.wait_for_function(IN_SIGHT)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(IN_SIGHT)
    settle(page)  # the list has followed the step
    page.evaluate("document.querySelector('#scroll').scrollTop = 0")
    page.wait_for_function(f"!({IN_SIGHT})()")
    page.click("#theme")
    settle(page)
    assert page.evaluate("document.querySelector('#scroll').scrollTop") == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_function(IN_SIGHT)


#: Whether the current move lies in the window of the list.
IN_SIGHT = """() => {
  const [list, here] = ["#scroll", "[aria-current='step']"]
    .map((name) => document.querySelector(name).getBoundingClientRect());
  return list.top <= here.top && here.bottom <= list.bottom;
}"""
