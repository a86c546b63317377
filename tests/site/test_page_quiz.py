"""The quiz: a move is guessed before the page shows it, and nothing tells it before."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.docs.packages import ROOT, known

from kifu.notation import read
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.table import PUBLIC, UNKNOWN
from kifu.replay.timeline import Moment, Timeline, timeline
from kifu.site import render

from .conftest import expect_place, go, ply, settle
from .matches import Case, as_said, played, some_games, tables

#: How many moves of a match are guessed, in each way one at least.
GUESSES = 4

AHEAD = """(ply) => ({
    moves: [...document.querySelectorAll("#scroll > .story > .move")].filter(
        (move) => move.checkVisibility()).map((move) => Number(move.dataset.ply)),
    ahead: [...document.querySelectorAll("#ticks > svg")].filter(
        (tick) => parseFloat(tick.getAttribute("x"))
            > 100 * ply / document.querySelector("#seek").max + 0.01).length,
    shown: [".ahead:not([d=''])", "#result", ".branch", ".enter"].filter((selector) =>
        [...document.querySelectorAll(selector)].some((element) => element.checkVisibility())),
    zones: Object.fromEntries([...document.querySelectorAll("[data-zone]")].map((zone) => [
        zone.dataset.zone, zone.dataset.cards])),
})"""


@pytest.mark.parametrize("case", some_games("nimmt"))
def test_every_seat_is_guessed_and_nothing_tells_its_move(case: Case, open_page: Any) -> None:
    record = played(case, "quiz")
    match, seen = timeline(replay(record)), tables(record)
    page = open_page(match, "#ply=2&quiz=all")
    right = asked = 0
    for place in range(2, 2 + GUESSES):
        moment = match.moments[place]
        expect(page.locator("#headline")).to_have_text(f"{record.seats[moment.seat - 1]}'s move?")
        ahead = page.evaluate(AHEAD, place)
        assert ahead["moves"] == list(range(1, place + 1))
        assert (ply(page), ahead["ahead"], ahead["shown"]) == (place, 0, [])
        zones = seen[place][moment.seat].zones
        assert ahead["zones"] == {name: " ".join(zones[name]) for name in ahead["zones"]}
        as_played = place % 3 > 0 and guess(page, moment.move)
        if not as_played:
            page.get_by_role("button", name="Show me").click()
        right, asked = right + as_played, asked + 1
        verdict = "As played: " if as_played else "Played was: "
        expect(page.locator("#verdict")).to_have_text(verdict + in_words(moment, match))
        expect(page.locator("#tally")).to_have_text(f"{right} of {asked} as played")
        assert (ply(page), page.locator("#guessing").is_visible()) == (place + 1, False)
        page.keyboard.press("ArrowRight")
    assert right > GUESSES // 3


def in_words(moment: Moment, match: Timeline, language: str = "en") -> str:
    """The sentence of a move as the page says it."""
    text = as_said(getattr(moment.words, language), match.layout)
    for seat, name in enumerate(match.record.seats, 1):
        text = text.replace(f"{{{seat}}}", name)
    return text


def guess(page: Page, move: str) -> bool:
    """Answers with a move, by the button that has it or by its cards; whether it can."""
    cards = re.findall(r"[A-Za-z]\d+|(?<![<>\d])\d+", move)
    felt = page.locator("#table .felt")
    word = page.locator(f"#words [data-token='{move}']")
    if word.count():
        word.click()
    elif cards and all(felt.locator(f"[data-card='{card}']").count() for card in cards):
        for card in cards:
            felt.locator(f"[data-card='{card}']:not(.picked)").first.click()
    else:
        return False
    page.get_by_role("button", name="Guess", exact=True).click()
    return True


def test_one_seat_is_guessed_and_jumps_stop_before_its_moves(
    open_page: Any, match: Timeline
) -> None:
    page = open_page(match, "#ply=0&seat=2")
    before = page.locator("body").inner_text()
    page.get_by_role("button", name="Quiz: guess the moves").click()
    expect_place(page, "ply=0&seat=2&quiz=2")
    assert page.is_disabled("#viewer")
    for key in ("End", "n", "]", "v"):
        page.keyboard.press(key)
        assert (ply(page), page.get_attribute("#table", "data-viewer")) == (1, "2"), key
        expect(page.locator("#headline")).to_have_text("Ben's move?")
    go(page, "ply=1&line=1.1")
    assert (ply(page), page.get_attribute("#table", "data-line")) == (1, "")
    page.keyboard.press("Home")
    expect(page.locator("#scroll > .story > li:visible")).to_have_count(0)
    page.keyboard.press("End")
    page.keyboard.press("g")
    expect(page.locator("#guessing")).to_be_visible()
    card = page.locator(".seat[data-seat='2'] .hand .card").first
    other = card.get_attribute("data-card")
    assert other != match.moments[1].move
    card.click()
    page.keyboard.press("g")
    move = in_words(match.moments[1], match)
    expect(page.locator("#verdict")).to_have_text(f"You said “{other}”. Played was: {move}")
    page.keyboard.press("l")
    expect(page.locator("#tally")).to_have_text("1手中0手一致")
    move = in_words(match.moments[1], match, "ja")
    expect(page.locator("#verdict")).to_contain_text(f"実戦: {move}")
    page.keyboard.press("l")
    page.keyboard.press("End")
    theirs = [place for place, moment in enumerate(match.moments) if moment.seat == 2]
    assert ply(page) == theirs[1] > 3
    page.get_by_role("button", name="Leave", exact=True).click()
    expect_place(page, f"ply={theirs[1]}&seat=2")
    page.keyboard.press("Home")
    settle(page)
    assert page.locator("body").inner_text() == before


@pytest.mark.campaign
def test_the_quiz_asks_to_the_end_and_then_shows_the_result(
    open_page: Any, match: Timeline
) -> None:
    last = len(match.moments)
    page = open_page(match, f"#ply={last - 2}&quiz=all&seat=public")
    for asked in (0, 1):
        expect(page.locator("#result")).to_be_hidden()
        if not (asked and guess(page, match.moments[-1].move)):
            page.get_by_role("button", name="Show me").click()
        page.keyboard.press("ArrowRight")
    expect(page.locator("#tally")).to_have_text("1 of 2 as played")
    expect(page.locator("#result")).to_be_visible()
    assert ply(page) == last
    page.keyboard.press("q")
    assert page.get_attribute("#table", "data-viewer") == str(PUBLIC)
    page.keyboard.press("q")
    assert (ply(page), page.get_attribute("#table", "data-viewer")) == (0, "1")
    page.select_option("#quizzer", "3")
    assert page.get_attribute("#table", "data-viewer") == "3"


@pytest.mark.campaign
def test_playing_stops_at_a_question(open_page: Any, match: Timeline) -> None:
    page = open_page(match, "#quiz=3")
    page.select_option("#speed", "4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("#headline")).to_have_text("千恵's move?")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert ply(page) == 2


def test_a_redacted_page_asks_only_for_its_own_seat(open_page: Any, record: Record) -> None:
    page = open_page(render(timeline(replay(record)), viewer=2, redact=True), "#quiz=all")
    expect(page.locator("#quiz")).to_be_hidden()
    page.keyboard.press("q")
    page.keyboard.press("End")
    expect(page.locator("#headline")).to_have_text("Ben's move?")
    assert page.locator("#quizzer option").all_inner_texts() == ["2. Ben"]
    assert UNKNOWN in str(page.get_attribute("[data-zone='hand/1']", "data-cards"))


@pytest.fixture(scope="module")
def hearts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of Hearts, and its page."""
    folder = tmp_path_factory.mktemp("hearts")
    kifu = known(ROOT / "examples/hearts", folder)
    for words in (
        "simulate hearts --games 1 --seats 4 --seed a -o a.kifu",
        "view a.kifu -o a.html",
    ):
        done = kifu(*words.split())
        assert done.returncode == 0, done.stderr
    return folder


def test_a_move_of_so_many_cards_is_chosen_card_by_card(open_page: Any, hearts: Path) -> None:
    """The pass of Hearts: three of thirteen cards, which are 286 moves."""
    (record,) = [reading.record for reading in read(hearts / "a.kifu")]
    assert record is not None
    move = next(word for word in record.moves.split() if word.startswith("^"))
    page = open_page((hearts / "a.html").read_text("utf-8"), "#ply=0&quiz=1")
    words = page.locator("#words")
    expect(words).to_contain_text("Choose 3:")
    expect(words.locator("button")).to_have_count(13)
    played = move[1:].split("+")
    other = next(card for card in words.locator("button").all_inner_texts() if card not in played)
    words.get_by_role("button", name=other, exact=True).click()
    for card in reversed(played[:2]):
        words.get_by_role("button", name=card, exact=True).click()
    expect(words.locator("[aria-pressed=true]")).to_have_count(3)
    # A second click takes a card back; a card of the table is the same as its button.
    words.get_by_role("button", name=other, exact=True).click()
    page.locator(f".seat[data-seat='1'] [data-card='{played[2]}']").first.click()
    assert words.locator("[aria-pressed=true]").all_inner_texts() == played
    page.get_by_role("button", name="Guess", exact=True).click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("As played: random 1 passes")
    expect(verdict.get_by_role("img", name=" of ")).to_have_count(3)
