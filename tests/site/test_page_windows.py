"""Who may act, and what those read who may not know a move's card; steps shown card by card."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kifu.notation.record import Record
from kifu.replay.replayer import replay
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import timeline
from kifu.site import render

from .conftest import cards_shown, go, pass_showing, stop_clock
from .matches import PLAINLY_SAID, Case, as_said, played, some_looks, tables

#: The games in which seats may act out of turn, with as many seats as there can be.
WINDOWS: list[Case] = [
    ("atarayo", {}, 5),
    ("atarayo", {"mode": "duel"}, 2),
    ("yuhodo", {"rules": "advanced", "games": "2"}, 4),
]


def seats(page: Page, kind: str) -> list[str | None]:
    return [seat.get_attribute("data-seat") for seat in page.locator(f".seat.{kind}").all()]


@pytest.mark.campaign
@pytest.mark.parametrize("case", WINDOWS, ids=["atarayo-5", "atarayo-2", "yuhodo-4"])
def test_a_window_marks_the_seats_that_may_act_apart_from_the_one_on_turn(
    case: Case, open_page: Any
) -> None:
    record = played(case, "window", ["random"])
    seen = tables(record)
    [ply, *_] = [
        ply
        for ply, at in enumerate(seen)
        if len(str(at[ALL].facts["to_move"]).split()) > 1 and str(at[PUBLIC].facts["to_move"])
    ]
    acting = str(seen[ply][ALL].facts["to_move"]).split()
    [turn] = str(seen[ply][PUBLIC].facts["to_move"]).split()
    others = [seat for seat in acting if seat != turn]
    html = render(timeline(replay(record)))
    page = open_page(html, f"#ply={ply}")
    assert (seats(page, "acts"), seats(page, "may")) == ([turn], others)
    expect(page.locator(".seat.acts .state")).to_have_text("to move")
    expect(page.locator(".seat.may .state").first).to_have_text("may act")
    dot = "(name) => getComputedStyle(name, '::after').backgroundColor"
    assert page.locator(".seat.acts .who").evaluate(dot) != "rgba(0, 0, 0, 0)"
    assert page.locator(".seat.may .who").first.evaluate(dot) == "rgba(0, 0, 0, 0)"
    page.keyboard.press("l")
    expect(page.locator(".seat.may .state").first).to_have_text("割り込み可")
    page.select_option("#viewer", str(PUBLIC))
    assert (seats(page, "acts"), seats(page, "may")) == ([turn], [])
    page.select_option("#viewer", others[0])
    assert (seats(page, "acts"), seats(page, "may")) == ([turn], others[:1])


@pytest.fixture(scope="module")
def passes() -> Record:
    return played(("magimiles", {}, 4), "veil", ["greedy"])


@pytest.mark.campaign
@pytest.mark.parametrize("redacted", [False, True], ids=["open", "redacted"])
def test_a_card_passed_to_a_partner_is_its_back_to_the_others(
    redacted: bool, passes: Record, open_page: Any
) -> None:
    line = timeline(replay(passes))
    first = line.moments[0]
    assert first.move[0] == "^" and first.veil[-1] == "_"
    for viewer, words in ((1, first.words), (2, first.veil_words), (3, first.words)):
        html = render(line, viewer=viewer, redact=redacted)
        page = open_page(html, "#ply=1")
        written = words.en.replace("{1}", line.record.seats[0]).replace("{3}", line.record.seats[2])
        said = as_said(written, line.layout)
        assert page.locator("#sentence").inner_text() == said
        assert page.locator("#scroll .story > .move .said").first.inner_text() == said
        page.keyboard.press("End")
        assert page.locator("#scroll .story > .move .said").first.text_content() == said
        if redacted and viewer == 2:
            plain = open_page(html, java_script_enabled=False)
            assert plain.locator(".plain > [data-seat]").evaluate_all(PLAINLY_SAID)[0] == written
            assert f'"{first.move}"' not in html and f'"{first.veil}"' in html


@pytest.mark.campaign
def test_a_support_card_is_a_back_until_the_last_one_lies(passes: Record, open_page: Any) -> None:
    line = timeline(replay(passes))
    [ply, *_] = [moment.ply for moment in line.moments if ">" in moment.move]
    moment, back = line.moments[ply - 1], line.moments[ply - 1].veil[:2]
    [viewer] = {1, 2} - {moment.seat} - {(moment.seat + 1) % 4 + 1}
    page = open_page(render(line), f"#ply={ply}&seat={viewer}")
    names = dict(enumerate(line.record.seats, 1))
    veiled, said = (
        as_said(words.en.format("", *names.values()), line.layout)
        for words in (moment.veil_words, moment.words)
    )
    assert page.locator("#sentence").inner_text() == veiled != said
    target = page.locator(f"[data-zone='support/{moment.move[-1]}'] .card")
    assert target.get_attribute("data-card") == back
    assert "back" in (target.get_attribute("class") or "")
    expect(target.locator("svg")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert page.locator(f".move > a[href='#ply={ply}'] .said").text_content() == said


@pytest.mark.parametrize("look", some_looks("magimiles-4"))
def test_steps_of_every_game_are_shown_card_by_card(look: Case, open_page: Any) -> None:
    record = played(look, "motion")
    seen = tables(record)
    last = len(seen) - 1
    page = open_page(render(timeline(replay(record))), reduced_motion="no-preference")
    stop_clock(page)
    for ply in (1, 2, 3, last // 2, last - 1, last):
        go(page, f"ply={ply - 1}")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        assert page.get_attribute("#table", "data-ply") == str(ply)
        pass_showing(page)
        shown = cards_shown(page)
        assert shown == {name: " ".join(seen[ply][ALL].zones[name]) for name in shown}
