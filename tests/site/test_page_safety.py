"""Nothing that comes from a record becomes markup, whatever is in it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page
from tests.payloads import PAYLOADS
from tests.replay.fake_engine import judged

from kifu.notation.record import Line, Note, Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site import render

from .conftest import go
from .matches import played, viewed


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 10))
def test_hostile_names_tags_and_comments_stay_text(
    first: int, language: str, open_page: Any, record: Record
) -> None:
    names = PAYLOADS[first : first + 10]
    hostile = Record(
        game="nimmt", rules=1, options={"rounds": "1"}, seats=names, seed=record.seed, end="*",
        tags=[("Event", PAYLOADS[0]), *((f"X{k}", text) for k, text in enumerate(PAYLOADS))],
        notes=[Note(at=0, text=text, lang=lang) for text in PAYLOADS for lang in (None, "en")],
    )  # fmt: skip
    moves = [replay(hostile).position(0).legal_moves(seat)[0] for seat in range(1, len(names) + 1)]
    hostile.moves = " ".join(moves)
    hostile.notes += [Note(at=1, text=f"{text} [%by {text}] [%clk {text}]") for text in PAYLOADS]
    hostile.notes += [Note(at=1, line=Line(moves=text)) for text in PAYLOADS]
    page = open_page(render(timeline(replay(hostile)), language=language), "#ply=1")
    expect_only_text(page)
    shown = page.locator("#about dd").all_inner_texts()
    assert PAYLOADS[0] in shown and PAYLOADS[4] in shown
    seats = page.locator(".seat h2 bdi").all_text_contents()
    assert seats == [name.replace("\r", "") for name in names]
    for key in ("ArrowRight", "n", "l", "v", "End"):
        page.keyboard.press(key)


#: What on a page no page of ours has: elements, scripts that would run, attributes that would.
FOREIGN = """() => [...document.querySelectorAll("*")].flatMap((element) => [
    ...element.matches("img, base, iframe, object, embed, body form:not(#annotate form)")
        ? [element.localName] : [],
    ...element.getAttributeNames().filter((name) => {
        const value = element.getAttribute(name);
        // Places and sizes that the script has reckoned: numbers and nothing else.
        const sizes = /^(?:(?:--[a-z-]+|[a-z]+): (?:-?[\\d.]+(?:px)?|auto|initial|); ?)*$/;
        return name.startsWith("on") || (name === "style" && !sizes.test(value))
            || (/href|src/.test(name) && /^\\s*(?:javascript|data:text)/.test(value));
    }),
])"""


def expect_only_text(page: Page) -> None:
    """Nothing on a page is markup that came from a record or a reader."""
    assert page.evaluate(FOREIGN) == []
    assert page.locator("script:not([type='text/plain'])").count() == 1
    assert page.locator("style").count() == 1


@pytest.mark.campaign
@pytest.mark.parametrize("first", range(0, len(PAYLOADS), 10))
def test_payloads_stay_text_in_a_lesson_and_in_the_form_for_notes(
    first: int, open_page: Any
) -> None:
    payloads = PAYLOADS[first : first + 10]
    seats = [*payloads, *PAYLOADS][:10]
    record = replace(played(("nimmt", {"rounds": "1"}, 10), "hostile"), seats=seats)
    found = judged(record)
    page = open_page(viewed(write(replay(record), found)))
    taught = {judgement.seat for judgement in found.judgements if judgement.glyph}
    for seat in sorted(taught):
        go(page, f"ply=0&quiz={seat}&learn")
        page.keyboard.press("End")
        assert seats[seat - 1].strip() in str(page.locator("#headline").text_content())
        page.locator("#words button").last.click()
        expect_only_text(page)
        page.keyboard.press("q")
    assert len(taught) > 5
    go(page, "ply=1&seat=all")
    page.keyboard.press("e")
    page.locator("#annotate textarea").fill("\n".join(payloads))
    page.locator("#annotate input[type=text]").fill(re.sub(r"[\[\]]", "", payloads[0])[:100])
    page.locator("#annotate form button").first.click()
    kept = str(page.locator("#remarks .comment").text_content())
    assert [payload for payload in payloads if payload.strip() not in kept] == []
    expect_only_text(page)


TURNING = ["\u202eben\u2066", "\u2069\u202eben", "\u202bben\u2067\u2067"]


@pytest.mark.campaign
@pytest.mark.parametrize("name", TURNING, ids=["rlo", "pdi", "rle"])
def test_no_control_character_of_a_name_turns_the_sentence_around(
    name: str, open_page: Any, record: Record
) -> None:
    page = open_page(replace(record, seats=[name, "Ben", "千恵"]), "#ply=1")
    for selector in ("#sentence", ".move.here > a .said"):
        places = page.locator(selector).evaluate(
            """(said) => [...said.lastChild.data].map((_, place) => {
                const range = document.createRange();
                range.setStart(said.lastChild, place);
                range.setEnd(said.lastChild, place + 1);
                return range.getBoundingClientRect().x;
            })"""
        )
        assert len(places) > 8 and places == sorted(places)


def test_the_policy_allows_the_one_script_and_style_and_nothing_else(
    open_page: Any, record: Record
) -> None:
    html = render(timeline(replay(record)))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert "unsafe" not in policy[1] and "http" not in policy[1]
    assert policy[1].startswith("default-src &#39;none&#39;; script-src &#39;sha256-")
    assert not re.search(r"<[^>]* (?:on\w+|style)=", html.split("<script")[0])
    page = html.replace(policy[0], "").replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"(?<![^\s\"'`=(,:>])(?:https?:)?//[a-z]", page)
