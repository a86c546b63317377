"""What is shared of a moment: one menu, whose link works, and the link's preview."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.parsed import Parsed

from kifu.notation.words import LANGUAGES
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.table import ALL
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.content.audience import open_audience
from kifu.site.content.finale import turning
from kifu.site.content.sentences import SEAT
from kifu.site.texts import PAGE

from .conftest import CLIPBOARD, Open


def test_keys_alone_open_the_menu_copy_and_close_it(open_page: Open, match: Timeline) -> None:
    page = open_page(match, "#ply=5", **CLIPBOARD)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(".html#ply=6")
    page.keyboard.press("ArrowRight")
    sharing = page.locator("#sharing")
    page.locator("#share").press("Enter")
    expect(sharing).to_be_visible()
    page.keyboard.press("Escape")
    expect(sharing).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "share"
    page.keyboard.press("s")
    page.locator("#sharing button").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "share-link"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sharing).to_be_hidden()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(".html#ply=7")
    expect(page).to_have_url(copied)
    assert page.evaluate("document.activeElement.id") == "share"


def test_a_moment_is_two_taps_from_other_apps(open_page: Open, match: Timeline) -> None:
    """By the system's own sheet; where that is refused, the link is copied."""
    page = open_page(match, "#ply=5", **CLIPBOARD)
    page.evaluate("() => { navigator.share = async (what) => { window.sent = what; }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#sharing")).to_be_hidden()
    assert page.evaluate("window.sent.url").endswith("#ply=5")
    page.evaluate("() => { navigator.share = async () => { throw new Error('refused'); }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#toast")).to_have_text("Copied")


def head(page: str) -> Parsed:
    """A page's head up to its style."""
    return Parsed(page[: page.index("<style>")])


def described(line: Timeline, language: str) -> str:
    return head(render(line, language=language)).metas["og:description"]


@pytest.mark.matrix(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_description_is_the_turning_point_unless_that_is_the_end(
    name: str, language: str
) -> None:
    for record in simulate(game(name), 6, seats=3, seed="previews", players=["greedy"]):
        line = timeline(replay(replace(record, tags=[("Event", "Cup")])))
        found = turning(line, open_audience(line, ALL), None)
        facts = f"{line.game.title.text(language)} · Cup"
        description = described(line, language)
        if found is None or found.ply == len(line.moments):
            assert description == f"{PAGE['who_wins'].text(language)} {facts}"
        else:
            first = SEAT.split(found.words.text(language))[0]
            assert description.endswith(f" {facts}") and description.startswith(first)
        unfinished = replace(record, result=None, winner=None, end="*", tags=[("Event", "Cup")])
        unfinished.moves = " ".join(record.moves.split()[:4])
        assert described(timeline(replay(unfinished)), language) == facts
