"""The page without JavaScript: the whole match as text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay.replayer import replay
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

from .matches import PLAINLY_SAID, Case, played, some, some_looks


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
    notes = ("A friendly table.", "Too low.", "低すぎる。", "What if?", "Or so.", "?!", "0:00:41")
    assert [note for note in notes if note not in text] == []
    end = match.table(len(match.moments), ALL)
    titles = page.locator(".written > dl > dt").all_inner_texts()
    for row in range(1, 5):
        line = page.locator(".written > dl > dd").nth(titles.index(f"Row {row}"))
        assert line.locator(":scope > b").all_inner_texts() == end.zones[f"row/{row}"]
    expect(page.locator("#result")).to_be_visible()
    expect(page.locator("#transport")).to_be_hidden()
    expect(page.locator(".tools")).to_be_hidden()


#: What the script shows of the table, in lines: of the middle, then of each seat its name, its
#: facts and its zones that hold cards, each card by its name; those that have left are in brackets.
DRAWN = r"""() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const known = JSON.parse(document.querySelector("#kifu").textContent).zones.map(([zone]) => zone);
  const place = (zone) => known.indexOf(zone.dataset.zone);
  const name = (card) => card.getAttribute("aria-label").replace(/[,、].*/, "");
  const said = (card) => card.matches(".ghost") ? `(${name(card)})` : name(card);
  const cards = (zone) => {
    if (!zone.matches(".pile")) {
      const groups = zone.matches(".melds") ? all(".meld", zone) : [zone];
      return groups.map((group) => all(".card", group).map(said).join(" ")).join(" · ");
    }
    const count = zone.querySelector(".count").textContent;
    const open = all(".card:not(.back)", zone).map(said);
    return count === "0" ? "" : [...open, count === "1" ? "1 card" : `${count} cards`].join(" ");
  };
  const zones = (within) => all(".zone", within).sort((one, other) => place(one) - place(other))
    .filter(cards).map((zone) => `${zone.querySelector(".title").textContent} ${cards(zone)}`);
  const facts = (within) => all("[data-fact]", within).map((fact) => fact.parentElement)
    .filter((fact) => !fact.hidden).map((fact) => {
      const copy = fact.cloneNode(true);
      for (const card of all(".named", copy)) card.replaceWith(name(card));
      return [...copy.children].map((part) => part.textContent).join(" ").replace(/,/g, "");
    });
  const seats = all(".seat").map((seat) => [
    all("h2 .badge, h2 bdi, .state", seat).map((part) => part.textContent).join(" ").trim(),
    facts(seat).join(" · "), ...zones(seat),
  ]);
  const said_of_all = [...facts(document.querySelector(".status")),
    document.querySelector("#phase").textContent];
  return [[said_of_all.join(" · "), ...zones(document.querySelector(".commons"))], ...seats];
}"""
#: The same of what is written for readers without script.
WRITTEN = r"""() => {
  const text = (element) => {
    const copy = element.cloneNode(true);
    for (const down of copy.querySelectorAll("i")) {
      const [times, count] = /^ ×(\d+)/.exec(down.nextSibling?.data ?? "") ?? ["", 1];
      if (times) down.nextSibling.data = down.nextSibling.data.replace(times, "");
      down.replaceWith(...Array.from({ length: count }, (_, nth) => {
        const each = document.createElement("i");
        each.textContent = down.textContent;
        return nth ? [" ", each] : [each];
      }).flat());
    }
    for (const card of copy.querySelectorAll("s > *")) card.textContent = `(${card.textContent})`;
    return copy.textContent.replace(/,/g, "").trim();
  };
  const lines = (part) => {
    const titles = [...part.querySelectorAll(":scope > dl > dt")];
    const zones = titles.map((title) => `${text(title)} ${text(title.nextElementSibling)}`);
    return [...part.querySelectorAll(":scope > :is(h2, p)")].map(text).concat(zones);
  };
  const written = document.querySelector(".written");
  return [lines(written), ...[...written.querySelectorAll("section")].map(lines)];
}"""


@pytest.mark.parametrize("part", some([2, 1], ["half", "whole"], "half"))
@pytest.mark.parametrize("look", some_looks("yuhodo-4"))
def test_what_is_written_is_the_table_that_the_script_draws(
    look: Case, part: int, open_page: Any
) -> None:
    record = played(look, "plain")
    match = replay(record)
    words = [f"{seat}:{token}" for seat, token in match.plies]
    plies = len(words) // part
    cut = replace(record, moves=" ".join(words[:plies]), end="*", result=None, winner=[])
    html = render(timeline(replay(cut)))
    plain = open_page(html, java_script_enabled=False)
    page = open_page(html, f"#ply={plies}")
    written = plain.evaluate(WRITTEN)
    # Atarayo's pile says this by itself where it is drawn.
    written[0][0] = re.sub(r" · Cards above the face-up card (?:\d+|-)(?= · )", "", written[0][0])
    assert written == page.evaluate(DRAWN)
    assert len(written) == 1 + len(record.seats)
    assert sum(map(len, written)) > 3 * len(record.seats)


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
    page = open_page(render(timeline(replay(bad))), "#ply=99")
    expect(page.locator(".banner.bad")).to_contain_text("This record has errors.")
    expect(page.locator("#checks")).to_contain_text("KF405")
    assert page.get_attribute("#table", "data-ply") == "2"


def test_a_sound_record_says_what_was_checked(open_page: Any, record: Record) -> None:
    page = open_page(render(timeline(replay(record))))
    expect(page.locator("#checks")).to_contain_text("replayed and is right")
    expect(page.locator(".banner:visible")).to_have_count(0)
