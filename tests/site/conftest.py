"""A real browser for the tests of the pages, and matches to look at."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from kifu.notation.record import Line, Note, Record
from kifu.replay.registry import game
from kifu.replay.replayer import position
from kifu.replay.simulate import simulate
from kifu.replay.timeline import Timeline, timeline

Open = Callable[..., Page]

#: Milliseconds to wait for a page, on a machine that is busy with other things.
PATIENCE = 120_000

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--no-first-run",
]  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium. The tests fail without it: pages that nobody has opened prove nothing.

    Not for the whole session: while it is open, no test can run an event loop of its own.
    """
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.fail("the tests of the pages need chromium: apt-get install chromium fonts-noto-cjk")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the text of a page in a new window, and proves at the end that the page asked for
    nothing but itself, said nothing on the console and opened no dialog.
    """
    contexts, complaints, requests = [], [], []
    numbers = count(1)

    def open_(html: str, fragment: str = "", **settings: Any) -> Page:
        file = tmp_path / f"page{next(numbers)}.html"
        file.write_text(html, "utf-8")
        context = browser.new_context(**({"reduced_motion": "reduce"} | settings))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(file.as_uri() + fragment)
        if settings.get("java_script_enabled", True):
            page.wait_for_selector("body[data-ready]")
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []
    for url in requests:
        assert url.startswith((tmp_path.as_uri(), "blob:null/")), url


@pytest.fixture(scope="session")
def record() -> Record:
    """A finished match of three with glyphs, comments in two languages, clocks, variations."""
    [played] = simulate(
        game("nimmt"), 1, seats=3, seed="site", options={"rounds": "1"}, players=["random"]
    )
    played.seats = ["Aki", "Ben", "千恵"]
    played.tags = [("Event", "Friendly cup"), ("Date", "2026-11-20")]
    others = [
        card for card in position(played, 0).legal_moves(1) if card != played.moves.split()[2]
    ]
    inner = Line(moves=others[0], notes=[Note(at=1, text="Or so.")])
    outer = Line(
        moves=others[1],
        notes=[Note(at=0, text="What if?"), Note(at=1, glyph="!?"), Note(at=1, line=inner)],
    )
    played.notes = [
        Note(at=0, text="A friendly table."),
        Note(at=1, glyph="?!"),
        Note(at=1, text="Too low. [%clk 0:00:41]", lang="en"),
        Note(at=1, text="低すぎる。", lang="ja"),
        Note(at=1, line=outer),
        Note(at=9, text="Everyone knew. [%by Dora]"),
    ]
    return played


@pytest.fixture
def match(record: Record) -> Timeline:
    """The timeline of `record`, to be changed at will."""
    return timeline(record)


def play(name: str, seats: int, seed: str, **options: str) -> Record:
    """A simulated match."""
    [played] = simulate(game(name), 1, seats=seats, seed=seed, options=options)
    return played
