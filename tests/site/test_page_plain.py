"""The page without JavaScript: the whole match as text."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.sentences import cards_in_words

from .matches import PLAINLY_SAID, Case, played, some_looks


def test_without_javascript_every_move_note_and_the_final_table_are_there(
    open_page: Any, match: Timeline
) -> None:
    page = open_page(match, java_script_enabled=False)
    said = page.locator("#scroll > noscript > .story > [data-seat]").evaluate_all(PLAINLY_SAID)
    names = match.record.seats
    assert said == [
        moment.words.en.replace(f"{{{moment.seat}}}", names[moment.seat - 1])
        for moment in match.moments
    ]
    assert page.locator("#scroll .branch [data-seat]").count() == 2
    text = page.locator("#scroll").inner_text()
    notes = ("A friendly table.", "Too low.", "低すぎる。", "What if?", "Or so.", "?!", "0:00:41")
    assert [note for note in notes if note not in text] == []
    end = match.table(len(match.moments), ALL)
    titles = page.locator(".written > dl > dt").all_inner_texts()
    for row in range(1, 5):
        line = page.locator(".written > dl > dd").nth(titles.index(f"Row {row}"))
        assert line.inner_text() == ", ".join(end.zones[f"row/{row}"])
    expect(page.locator("#transport")).to_be_hidden()
    expect(page.locator(".tools")).to_be_hidden()


@pytest.mark.parametrize("look", some_looks("yuhodo-4"))
def test_the_written_table_has_the_cards_of_every_zone(look: Case) -> None:
    match = timeline(replay(played(look, "plain")))
    page = html.unescape(render(match))
    table = match.table(len(match.moments), ALL)
    lying = [zone for zone in match.layout.zones if table.zones[zone.name]]
    for zone in lying:
        cards = cards_in_words(table.zones[zone.name], match.layout, "en")
        assert f"<dt>{zone.title.en}<dd>{cards}" in page
    assert len(lying) > len(match.record.seats)


#: What the move list says, each card as the sign "#" and its number.
LISTED = """(lines) => lines.map((line) => {
  for (const card of line.querySelectorAll(".named")) card.prepend("#");
  return line.textContent;
})"""


def test_a_card_called_by_a_sign_is_a_card_in_the_move_list_as_well(open_page: Any) -> None:
    match = timeline(replay(played(("mutsugo", {}, 3), "plain")))
    page = open_page(match)
    plain = [
        re.sub(r"[^\w\s{](?=\d)", "#", moment.words.en).replace(
            f"{{{moment.seat}}}", match.record.seats[moment.seat - 1]
        )
        for moment in match.moments
    ]
    assert any("+" in moment.words.en for moment in match.moments)
    assert page.locator("#scroll .said").evaluate_all(LISTED) == plain


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
    page = open_page(bad, "#ply=99")
    expect(page.locator(".banner.bad")).to_contain_text("This record has errors.")
    expect(page.locator("#checks")).to_contain_text("KF405")
    assert page.get_attribute("#table", "data-ply") == "2"


def test_a_sound_record_says_what_was_checked(open_page: Any, record: Record) -> None:
    page = open_page(record)
    expect(page.locator("#checks")).to_contain_text("replayed and is right")
    expect(page.locator(".banner:visible")).to_have_count(0)
