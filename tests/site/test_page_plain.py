"""The words of a page, in which there is no notation, and the page without JavaScript, as text."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from kifu.notation.record import Record
from kifu.replay import game, simulate
from kifu.replay.match import replay
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.sentences import card_names, cards_in_words
from kifu.site.texts import PAGE

from .conftest import Open, page_text
from .matches import LOOK_NAMES, LOOKS, PLAINLY_SAID, Case, played, some, some_looks


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


def plain_lines(page: str) -> str:
    """The text of the list for readers without script."""
    listed = page.partition('<dl class="story plain">')[2].partition("</noscript>")[0]
    assert listed
    return re.sub(r"<[^>]*>", " ", listed)


def tokens(match: Timeline) -> re.Pattern[str]:
    """The tokens of cards that are not numbers."""
    names = [token for token in match.layout.faces if not token.isdigit()]
    return re.compile(
        rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, names)) or '(?!)'})(?!\w)", re.A
    )


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("look", LOOKS, ids=LOOK_NAMES)
def test_plain_lines_name_cards(look: Case, language: str) -> None:
    match = timeline(replay(played(look, "words")))
    text = plain_lines(render(match, language=language))
    assert tokens(match).findall(text) == []
    # Mutsugo prints its cards as signs in both languages.
    faces = match.layout.faces
    named = [*card_names(faces, "en").values(), *card_names(faces, "ja").values()]
    assert not named or any(name in text for name in named)


def test_a_variation_is_entered_by_a_sentence(open_page: Open, match: Timeline) -> None:
    page = open_page(match, "#ply=1")
    card = match.moments[0].lines[0].moments[0].move
    expect(page.locator("#remarks .enter")).to_have_text(f"Variation: Aki chooses {card}.")


#: How many texts there are on a page, and those that are one of the keys.
KEYS = """(keys) => {
    const known = new Set(keys);
    const texts = [...document.querySelectorAll("body *:not(script)")].flatMap((each) => [
        each.title, each.ariaLabel, each.ariaValueText, each.placeholder,
        ...[...each.childNodes].filter((node) => node.nodeType === 3)
            .map((node) => node.data.trim()),
    ].filter(Boolean));
    return [texts.length, texts.filter((text) => known.has(text))];
}"""


@pytest.mark.matrix
@pytest.mark.parametrize("look", some_looks("yuhodo-4"))
@pytest.mark.parametrize("viewer", some([ALL, PUBLIC, 1], ["all", "public", "1"], "all", "1"))
def test_no_word_is_missing(look: Case, viewer: int, open_page: Open) -> None:
    """A missing text shows its key; no place of a page shows one, whatever the page lacks."""
    match = timeline(replay(played(look, "words")))
    page = open_page(render(match, viewer=viewer, redact=viewer != ALL), "#ply=3&lang=ja")
    said, wrong = 0, set()
    steps = ["n", "h", "m", "t", "Escape", "s", "Escape", "e", "Escape", "Escape", "q", "Enter"]
    for key in ["?", "Escape", *steps, "q", "End", "Space"]:
        page.keyboard.press(key)
        count, keys = page.evaluate(KEYS, [*PAGE])
        said += count
        wrong |= {*keys}
    assert said > 1000
    assert wrong == set()


def test_options_are_named_as_players_name_them() -> None:
    [record] = simulate(game("nimmt"), 1, seed="a", options={"deck": "tactics", "rounds": "1"})
    match = timeline(replay(record))
    en, ja = (
        html.unescape(re.sub(r"<[^>]*>", "", render(match, language=language)))
        for language in ("en", "ja")
    )
    assert "Optionsdeck=tactics, rounds=1" in en
    assert "オプションカードセット: 戦術、ラウンド数: 1" in ja
    # For readers who change the language.
    assert "カードセット: 戦術、ラウンド数: 1" in page_text(render(match))
