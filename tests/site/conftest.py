"""A real browser for the tests of the pages, and matches to look at."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from docs.browser import launched
from msgspec.structs import replace
from playwright.sync_api import (
    Browser,
    FrameLocator,
    Page,
    Request,
    expect,
    sync_playwright,
)
from tests.replay.fake_engine import judged

from kifu.notation.record import Line, Note, Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render

from .matches import played

HERE = Path(__file__).parent

Open = Callable[..., Page]

#: What a window shows a page in, where a test says nothing else.
USUAL: dict[str, Any] = {
    "media": "screen", "color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none",
}  # fmt: skip

#: A window of a page that may use the clipboard.
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}

#: Milliseconds to wait for a page, on a machine that is busy with other things.
PATIENCE = 120_000


#: What closes the browser.
_open = ExitStack()


@pytest.fixture(scope="module")
def browser() -> Browser:
    """A real browser, without which the tests fail."""
    return _launched()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """To launch the browser takes seconds, so it stays open from module to module; but not for
    tests elsewhere: while it is open, no test can run an event loop of its own.
    """
    yield
    if nextitem is None or HERE not in nextitem.path.parents:
        _launched.cache_clear()
        _windows.cache_clear()
        _open.close()


@cache
def _launched() -> Browser:
    expect.set_options(timeout=PATIENCE)
    playwright = _open.enter_context(sync_playwright())
    browser = launched(playwright)
    _open.callback(browser.close)
    return browser


@cache
def _windows() -> dict[str, list[Page]]:
    """Windows that no test is looking through, by what can't be changed while they are open.

    To open a window costs three times as much as to open a page in it.
    """
    return defaultdict(list)


class Heard:
    """What pages say on the console, the dialogs that they open and what they ask for."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.requests: list[Request] = []
        self.hearers: dict[Any, Callable[[Any], None]] = {
            "console": lambda message: self.complaints.append(message.text),
            "pageerror": lambda error: self.complaints.append(str(error)),
            "dialog": lambda dialog: self.complaints.append(f"dialog {dialog.message}"),
            "request": lambda request: self.requests.append(request),
        }

    def listen(self, page: Page) -> None:
        for event, hear in self.hearers.items():
            page.on(event, hear)

    def ignore(self, page: Page) -> None:
        for event, hear in self.hearers.items():
            page.remove_listener(event, hear)

    def expect_nothing(self) -> None:
        """But for what pages may ask for: themselves, and what they share."""
        assert self.complaints == []
        for request in self.requests:
            own = "file://" if request.is_navigation_request() else "blob:null/"
            assert request.url.startswith(own) or _is_shared(request), request.url


@pytest.fixture
def visit(browser: Browser) -> Iterator[Open]:
    """Opens a page where it lies, in a window of its own, and proves at the end that no page asked
    for anything but itself, said anything on the console or opened a dialog.
    """
    used: list[tuple[str, Page]] = []
    heard = Heard()

    def visit_(path: Path, fragment: str = "", **settings: Any) -> Page:
        # Both can be changed while a window is open.
        look = {name: settings.pop(name, usual) for name, usual in USUAL.items()}
        size = settings.pop("viewport", (1280, 720))
        kind, page = _window(browser, settings)
        used.append((kind, page))
        resize(page, size)
        page.emulate_media(**look)
        heard.listen(page)
        page.goto(path.as_uri() + fragment)
        return page

    yield visit_
    for kind, page in used:
        heard.ignore(page)
        _windows()[kind].append(page)
    heard.expect_nothing()


@pytest.fixture
def open_page(visit: Open, tmp_path: Path) -> Open:
    """Visits the page of a match, or the text of one, past its invitation where no other place is
    asked for.
    """
    numbers = count(1)

    def open_(shown: Record | Timeline | str, fragment: str = "#ply=0", **settings: Any) -> Page:
        line = timeline(replay(shown)) if isinstance(shown, Record) else shown
        html = line if isinstance(line, str) else render(line)
        file = tmp_path / f"page{next(numbers)}.html"
        file.write_text(html, "utf-8")
        page = visit(file, fragment, **settings)
        if settings.get("java_script_enabled", True):
            page.wait_for_selector("body[data-ready]")
        return page

    return open_


def _window(browser: Browser, settings: dict[str, Any]) -> tuple[str, Page]:
    """A window that no test is looking through, and of which kind it is."""
    kind = repr(sorted(settings.items()))
    if _windows()[kind]:
        page = _windows()[kind].pop()
        # It asks nothing, and keeps nothing.
        page.evaluate("try { localStorage.clear(); } catch { } window.onbeforeunload = null")
        page.mouse.move(0, 0)
        return kind, page
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    return kind, context.new_page()


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window so wide and high."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def reload(page: Page) -> None:
    """Open the page again. A page that is loaded the moment after something was kept may not see it
    yet, so the browser gets time to keep it.
    """
    page.wait_for_timeout(250)
    page.reload()
    page.wait_for_selector("[data-ready]")


#: Numbers for addresses: the page hears only of one that is not as the one before.
_turns = count(1)

#: Goes to a place by the address, and comes back when the page has heard it.
HEAR = """(fragment) => new Promise((then) => {
    addEventListener("hashchange", then, { once: true });
    location.hash = fragment;
})"""


def go(page: Page, fragment: str) -> None:
    """Go to a place as a link does, and wait until the page is there."""
    page.evaluate(HEAR, f"{fragment}&turn={next(_turns)}")


def ply(page: Page) -> int:
    """The ply that is shown."""
    return int(page.get_attribute("#table", "data-ply") or -1)


def expect_ply(page: Page | FrameLocator, number: int) -> None:
    """The ply that is shown, once it is."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(number))


def expect_place(page: Page, fragment: str) -> None:
    """What the address says, once it has followed."""
    expect(page).to_have_url(re.compile(f"#{re.escape(fragment)}$"))


def cards_shown(page: Page) -> dict[str, str]:
    """The cards in each zone that is shown, by its name."""
    shown: dict[str, str] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll("[data-zone]")].map(
            (zone) => [zone.dataset.zone, zone.dataset.cards]))"""
    )
    return shown


def packed_data(html: str) -> str:
    """The data in a page for its script, as they are there."""
    return html.partition('id="kifu">')[2].partition("<")[0]


def page_text(html: str) -> str:
    """The same as JSON."""
    return zlib.decompress(base64.b64decode(packed_data(html))).decode()


def page_data(html: str) -> Any:
    return json.loads(page_text(html))


@pytest.fixture
def record(friendly: Record) -> Record:
    """`friendly`, to be changed at will."""
    return deepcopy(friendly)


@pytest.fixture(scope="session")
def friendly() -> Record:
    """A finished match of three with glyphs, comments in two languages, clocks, variations."""
    record = played(("nimmt", {"rounds": "1"}, 3), "site", ["random"])
    record.seats = ["Aki", "Ben", "千恵"]
    record.tags = [("Event", "Friendly cup"), ("Date", "2026-11-20")]
    others = [
        card
        for card in replay(record).position(0).legal_moves(1)
        if card != record.moves.split()[2]
    ]
    inner = Line(moves=others[0], notes=[Note(at=1, text="Or so.")])
    outer = Line(
        moves=others[1],
        notes=[Note(at=0, text="What if?"), Note(at=1, glyph="!?"), Note(at=1, line=inner)],
    )
    record.notes = [
        Note(at=0, text="A friendly table."),
        Note(at=1, glyph="?!"),
        Note(at=1, text="Too low. [%clk 0:00:41]", lang="en"),
        Note(at=1, text="低すぎる。", lang="ja"),
        Note(at=1, line=outer),
        Note(at=9, text="Everyone knew. [%by Dora]"),
    ]
    return record


@pytest.fixture(scope="session")
def analysed() -> Record:
    """A match of three that a made-up engine judged; nobody changes it."""
    record = played(("nimmt", {"rounds": "1"}, 3), "judged")
    return write(replay(replace(record, seats=["Aki", "Ben", "千恵"])), judged(record))


@pytest.fixture
def match(record: Record) -> Timeline:
    """The timeline of `record`, to be changed at will."""
    return timeline(replay(record))


def stop_clock(page: Page) -> None:
    """From now on time passes on the page only by `pass_time`: its timers go off and its animations
    go on as far as that. The page's promises have their turn between two calls.
    """
    page.evaluate(
        """() => {
            const timers = new Map();
            let now = 0, last = 0;
            window.setTimeout = (call, wait = 0) => {
                timers.set(last += 1, { call, due: now + wait });
                return last;
            };
            window.clearTimeout = (timer) => timers.delete(timer);
            const pass = (wait) => {
                now += wait;
                for (const each of document.getAnimations()) each.currentTime += wait;
            };
            window.passTime = (until) => {
                for (until += now; ;) {
                    const [first] = [...timers].sort(([, one], [, other]) => one.due - other.due);
                    if (!first || first[1].due > until) break;
                    timers.delete(first[0]);
                    pass(first[1].due - now);
                    first[1].call();
                }
                pass(until - now);
            };
            window.passToNext = () => {
                const wait = Math.min(...[...timers.values()].map(({ due }) => due)) - now;
                window.passTime(wait);
                return wait;
            };
        }"""
    )


def pass_time(page: Page, milliseconds: int) -> None:
    """Let the timers of these milliseconds go off, all of them at once."""
    page.evaluate("(wait) => passTime(wait)", milliseconds)


#: Lets timers go off, one after the other, until a ply is shown, or without one until nothing is
#: being shown; the milliseconds that takes.
PASS_UNTIL = """async (ply) => {
    const { dataset } = document.querySelector("#table");
    const { port1, port2 } = new MessageChannel();
    let spent = 0;
    while (ply === null ? "showing" in dataset : Number(dataset.ply) < ply) {
        spent += passToNext();
        await new Promise((then) => {
            port1.onmessage = then;
            port2.postMessage(null);
        });
    }
    return spent;
}"""


def pass_showing(page: Page) -> None:
    """Let as much time pass as it takes until a step was shown."""
    page.evaluate(PASS_UNTIL, None)


def pass_time_to(page: Page, ply: int) -> int:
    """Let as much time pass as it takes until a ply is shown; the milliseconds."""
    return int(page.evaluate(PASS_UNTIL, ply))


def settle(page: Page) -> None:
    """Wait until the page is laid out and drawn, and has done what it does before a frame."""
    page.evaluate(
        "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
    )


def play(name: str, seats: int, seed: str, **options: str) -> Record:
    """A simulated match."""
    [record] = simulate(game(name), 1, seats=seats, seed=seed, options=options)
    return record


def _is_shared(request: Request) -> bool:
    """Whether it is what the pages of a site share with one another or with other pages, a part of
    its index, what was played in situations, or the picture of a match.
    """
    shared = (
        r"file:///.*/(?:shared/(?:replay|site)-[0-9a-f]{16}\.(?:css|js)|index/[a-z0-9-]+\.js\?[0-9a-f]+"
        r"|situations/[a-z0-9-]+\.js(?:\?[0-9a-f]+)?|matches/[0-9a-f]{2}/[0-9a-f]{16}\.svg)"
    )
    return re.fullmatch(shared, request.url) is not None
