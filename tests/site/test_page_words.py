"""What a reader sees has no notation in it."""

from __future__ import annotations

import html
import re

import pytest
from playwright.sync_api import expect

from kifu.replay import game, replay, simulate
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.sentences import card_names
from kifu.site.texts import PAGE

from .conftest import Open, page_text
from .matches import LOOK_NAMES, LOOKS, Case, played, some, some_looks


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
    """What has no words shows its key: in no place of a page, whatever it lacks, is one."""
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
