"""What if: the reader takes another option and sees what follows from it, and nothing more."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation import loads
from kifu.notation.files import read_stream
from kifu.notation.record import Record
from kifu.replay.match import check, replay
from kifu.replay.resting_table import resting_table
from kifu.replay.table import ALL
from kifu.replay.timeline import other_moves, timeline, what_if
from kifu.site import render
from kifu.site.content import what_ifs
from kifu.site.content.moments import facts_shown
from kifu.site.content.what_ifs import MOST, MOST_NEXT

from .conftest import go, page_data, reload
from .matches import Case, played, some_games, viewed
from .spoilt import SPOILT

#: What the felt shows, and what marks it as a what-if.
SHOWN = """() => ({
    zones: Object.fromEntries([...document.querySelectorAll("[data-zone]")].map((zone) => [
        zone.dataset.zone, zone.dataset.cards])),
    facts: JSON.parse(document.querySelector("#table").dataset.facts),
    line: document.querySelector("#table").dataset.line,
    dashed: getComputedStyle(document.querySelector(".felt"), "::after").borderTopStyle,
})"""

#: The seat of the gold name, and the one whose hand lies open.
IN_FOCUS = """() => [".seat.actor", ".seat.open"].map((seat) =>
    [...document.querySelectorAll(seat)].map((each) => each.dataset.seat).join(" "))"""


def data(html: str) -> Any:
    """The part of a page's data that has the what-ifs; empty where there are none."""
    return page_data(html)["whatIfs"][0]


@pytest.mark.parametrize("case", some_games("yuhodo"))
def test_every_what_if_is_pythons_own(case: Case, open_page: Any) -> None:
    record = played(case, "what if")
    match = replay(record)
    page = open_page(viewed(record))
    looked = 0
    for ply in range(1, len(match.plies) + 1, 18):
        for number, move in enumerate(other_moves(match, ply)[:MOST], 1):
            if (ply + number) % 4:
                continue
            line = what_if(match, ply, move)
            go(page, f"ply=99&line={ply}!{number}")
            assert page.get_attribute("#table", "data-line") == f"{ply}!{number}"
            state = match.position(ply - 1)
            for moment in line[:-1]:
                state.play(moment.move, moment.seat)
            layout = timeline(match).layout
            still = resting_table(state.view(ALL), line[-1].steps, ALL, layout).table()
            shown = page.evaluate(SHOWN)
            assert shown["zones"] == {name: " ".join(still.zones[name]) for name in shown["zones"]}
            named = facts_shown(layout, len(record.seats))
            told = {name: fact for name, fact in still.facts.items() if name in named}
            assert shown["facts"] == told
            assert shown["dashed"] == "dashed"
            looked += 1
    assert looked > 2


def test_an_option_leads_to_a_what_if_and_back(open_page: Any, analysed: Record) -> None:
    match = replay(analysed)
    page = open_page(viewed(analysed), "#ply=5")
    before = page.evaluate(SHOWN)
    assert before["dashed"] == "none"
    line = what_if(match, 5, other_moves(match, 5)[0])
    size = page.locator(".felt").bounding_box()
    page.click("[data-if='5!1']")
    shown = page.evaluate(SHOWN)
    assert shown["line"] == "5!1" and shown["dashed"] == "dashed"
    assert page.locator(".felt").bounding_box() == size, "the table has moved"
    asked = f"What if: {analysed.seats[line[0].seat - 1]}"
    assert page.locator("#headline").inner_text().startswith(asked)
    # Others have chosen after it, but the gold and the open hand are those of who is asked about.
    assert line[-1].seat != line[0].seat and page.evaluate(IN_FOCUS) == [str(line[0].seat)] * 2
    page.keyboard.press("Escape")
    after = page.evaluate(SHOWN)
    assert after == before | {"line": after["line"]}


def test_only_whoever_knew_the_hand_is_offered_another_move(
    open_page: Any, analysed: Record
) -> None:
    seat = str(replay(analysed).plies[3][0])
    page = open_page(viewed(analysed), "#ply=4")
    for viewer in ("all", "public", "1", "2", "3"):
        go(page, f"ply=4&seat={viewer}")
        offered = page.locator("#judged [data-if], #what-ifs [data-if]").count()
        assert bool(offered) == (viewer in ("all", seat)), viewer
    go(page, f"ply=4&quiz={seat}")
    expect(page.locator("#quiz")).to_be_visible()
    assert page.locator("[data-if]").count() == 0


def test_options_of_an_analysis_lead_there_with_their_value(
    open_page: Any, analysed: Record
) -> None:
    match = replay(analysed)
    assert match.analysis is not None
    judgement = next(j for j in match.analysis.judgements if j.glyph and len(j.options) > 2)
    page = open_page(render(timeline(match), what_if="analysed"), f"#ply={judgement.ply}")
    buttons = page.locator("#judged [data-if]")
    expect(buttons).to_have_count(len(judgement.options) - 1)
    expect(page.locator("#what-ifs")).to_be_hidden()
    buttons.first.click()
    [own] = [option for option in judgement.options if option.move == judgement.move]
    said = f"This move: best; in the match: −{own.loss:.1f} points."
    expect(page.locator("#what-if")).to_contain_text(said)
    page.keyboard.press("l")
    expect(page.locator("#what-if")).to_contain_text("実戦ではありません")
    page.click("#what-if [data-do='leave_variation']")
    assert page.get_attribute("#table", "data-ply") == str(judgement.ply)


def test_what_follows_a_move_is_said_once_and_tagged_beside_other_words(open_page: Any) -> None:
    record = played(("mutsugo", {}, 3), "judged")
    ply = next(ply for ply, (_, move) in enumerate(replay(record).plies, 1) if move[0] == "-")
    page = open_page(viewed(record), viewport=(390, 844))
    go(page, f"ply={ply}")
    expect(page.locator("#sentence")).to_be_hidden()
    page.locator("#what-ifs [data-if]", has_text="discard").first.click()
    said = page.locator("#headline").inner_text()
    assert said.count("discards") == 1 and "which becomes a free card" in said
    assert page.locator("body.if").count() and page.evaluate(SPOILT) == []


@pytest.mark.campaign
def test_a_seat_that_must_decide_next_may_choose_that_too(open_page: Any) -> None:
    record = played(("nimmt", {"rounds": "1"}, 3), "judged")
    match = replay(record)
    ply, move = next(
        (ply, move)
        for ply in range(1, len(match.plies))
        for move in other_moves(match, ply)
        if other_moves(match, ply, move)
    )
    number = other_moves(match, ply).index(move) + 1
    page = open_page(viewed(record), f"#ply=99&line={ply}!{number}")
    expect(page.locator("#what-if [data-if]")).to_have_count(4)
    page.click("#what-if [data-if] >> nth=1")
    assert page.get_attribute("#table", "data-line") == f"{ply}!{number}.2"
    line = what_if(match, ply, move, "r2")
    still = line[-1].scores
    facts = page.evaluate(SHOWN)["facts"]
    assert [facts[f"points/{seat}"] for seat in (1, 2, 3)] == still


@pytest.mark.parametrize("case", some_games("nimmt"))
def test_one_tap_makes_it_a_variation_in_the_notes(case: Case, open_page: Any) -> None:
    record = played(case, "kept")
    match = replay(record)
    page = open_page(viewed(record))
    plies = [ply for ply in range(1, len(match.plies) + 1, 7) if other_moves(match, ply)][:3]
    for ply in plies:
        go(page, f"ply=99&line={ply}!1")
        page.click("[data-do='keep_what_if']")
        expect(page.locator("[data-do='keep_what_if']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#scroll .kept .enter")).to_have_count(len(plies))
    page.click("#tab-notes")
    with page.expect_download() as got:
        page.click("#notation [data-do='download_notation']")
    text = got.value.path().read_text("utf-8")
    [reading] = read_stream(BytesIO(text.encode()), "text")
    checked = check(reading)
    assert checked is not None and checked.findings == [] and reading.diagnostics == []
    kept = loads(text)
    assert kept.moves == record.moves
    wanted = [
        (ply, [(m.seat, m.move) for m in what_if(match, ply, other_moves(match, ply)[0])])
        for ply in plies
    ]
    lines = [(moment.ply, branch) for moment in timeline(replay(kept)).moments
             for branch in moment.lines]  # fmt: skip
    assert [(ply, [(m.seat, m.move) for m in line.moments]) for ply, line in lines] == wanted
    # The browser keeps them; a second tap drops one.
    page.evaluate("window.onbeforeunload = null")
    reload(page)
    expect(page.locator("#draft")).to_contain_text("are back")
    expect(page.locator("#scroll .kept .enter")).to_have_count(len(plies))
    page.click("#scroll .kept .enter >> nth=0")
    page.click("[data-do='keep_what_if']")
    expect(page.locator("#scroll .kept .enter")).to_have_count(len(plies) - 1)


@pytest.mark.campaign
def test_a_link_to_a_what_if_that_there_is_not_leads_to_the_game(
    open_page: Any, analysed: Record
) -> None:
    page = open_page(viewed(analysed))
    for line in ("5!0", "5!99", "5!1.9", "999999!1", "5!1.x", "!", "5!", "5!1/2.1"):
        go(page, "ply=1&line=")
        go(page, f"ply=2&line={line}")
        assert page.get_attribute("#table", "data-line") == "", line
    go(page, "ply=2&line=5!1")
    assert page.get_attribute("#table", "data-line") == "5!1"


def test_a_page_holds_as_many_what_ifs_as_it_is_asked_to(analysed: Record) -> None:
    line = timeline(replay(analysed))
    pages = {wanted: render(line, what_if=wanted) for wanted in ("none", "analysed", "all")}
    # The same record, the same bytes.
    assert pages["none"] == render(timeline(replay(analysed)))
    assert not data(pages["none"]) and "what_if_see" not in page_data(pages["none"])["ui"][0]
    for wanted in ("analysed", "all"):
        decisions = data(pages[wanted])
        assert decisions and "what_if_see" in page_data(pages[wanted])["ui"][0]
        assert all(len(moves) <= MOST for _, *moves in decisions)
        assert all(len(move) <= 2 + MOST_NEXT for _, *moves in decisions for move in moves)
    assert line.match.analysis is not None
    plies = {j.ply for j in line.match.analysis.judgements}
    assert {ply for ply, *_ in data(pages["analysed"])} <= plies
    plain = played(("nimmt", {"rounds": "1"}, 3), "judged")
    assert not data(render(timeline(replay(plain)), what_if="analysed")) and data(viewed(plain))


def test_a_page_says_where_its_what_ifs_end(
    monkeypatch: pytest.MonkeyPatch, analysed: Record
) -> None:
    monkeypatch.setattr(what_ifs, "MOST_OF_ALL", 60)
    html = viewed(analysed)
    plies = [ply for ply, *_ in data(html)]
    assert plies == list(range(1, plies[-1] + 1))
    assert sum(len(moves) for _, *moves in data(html)) <= 60
    assert f"is on this page up to move {plies[-1]}" in html
    monkeypatch.undo()
    assert "is on this page up to move" not in viewed(analysed)
