"""A real browser for the tests of the pages, and matches to look at."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from docs.browser import launched
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from kifu.notation.record import Line, Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.timeline import Timeline, timeline

HERE = Path(__file__).parent

Open = Callable[..., Page]
Visit = Callable[..., Page]
Windows = dict[str, list[Page]]

#: What a window shows a page in, where a test says nothing else.
USUAL: dict[str, Any] = {
    "media": "screen", "color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none",
}  # fmt: skip

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
def _windows() -> Windows:
    """Windows that no test is looking through, by what can't be changed while they are open.

    To open a window costs three times as much as to open a page in it.
    """
    return defaultdict(list)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a page where it lies, in a window of its own, and proves at the end that no page asked
    for anything but itself, said anything on the console or opened a dialog.
    """
    windows = _windows()
    used: list[tuple[str, Page]] = []
    complaints: list[str] = []
    requests: list[Request] = []
    hearers: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: complaints.append(message.text),
        "pageerror": lambda error: complaints.append(str(error)),
        "dialog": lambda dialog: complaints.append(f"dialog {dialog.message}"),
        "request": lambda request: requests.append(request),
    }

    def visit_(path: Path, fragment: str = "", **settings: Any) -> Page:
        look = {name: settings.pop(name, usual) for name, usual in USUAL.items()}
        size = settings.pop("viewport", {"width": 1280, "height": 720})
        kind = repr(sorted(settings.items()))
        page = windows[kind].pop() if windows[kind] else _window(browser, settings)
        used.append((kind, page))
        page.set_viewport_size(size)
        page.emulate_media(**look)
        for event, hear in hearers.items():
            page.on(event, hear)
        page.goto(path.as_uri() + fragment)
        return page

    yield visit_
    for kind, page in used:
        for event, hear in hearers.items():
            page.remove_listener(event, hear)
        _leave(page)
        windows[kind].append(page)
    assert complaints == []
    for request in requests:
        own = "file://" if request.is_navigation_request() else "blob:null/"
        assert request.url.startswith(own) or _is_shared(request), request.url


@pytest.fixture
def open_page(visit: Visit, tmp_path: Path) -> Open:
    """Visits the text of a page."""
    numbers = count(1)

    def open_(html: str, fragment: str = "", **settings: Any) -> Page:
        file = tmp_path / f"page{next(numbers)}.html"
        file.write_text(html, "utf-8")
        page = visit(file, fragment, **settings)
        if settings.get("java_script_enabled", True):
            page.wait_for_selector("body[data-ready]")
        return page

    return open_


#: How a page looks where it opens, as far as a reader can change it.
AS_OPENED = """() => {
    const { dataset, lang } = document.documentElement;
    const { ply, viewer, line } = document.querySelector("#table").dataset;
    return [
        ply, viewer, line, lang, dataset.theme, document.body.className, innerWidth, innerHeight,
        document.querySelector("#speed").value, document.querySelector("#draft")?.hidden,
        document.querySelectorAll("dialog[open]").length,
    ].join();
}"""

#: Goes to a place by the address, and comes back when the page has heard it.
GO = """(fragment) => new Promise((then) => {
    for (const box of document.querySelectorAll("dialog[open]")) box.close();
    document.activeElement.blur();
    scrollTo(0, 0);
    addEventListener("hashchange", then, { once: true });
    location.hash = fragment;
})"""


#: Numbers for addresses: the page hears only of one that is not as the one before.
_turns = count(1)


class Opened(NamedTuple):
    """A page that several tests look at: how it was when it was opened, and what it has said."""

    page: Page
    address: str
    as_opened: str
    complaints: list[str]


@pytest.fixture(scope="module")
def opened(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Opened]]:
    """Opens each text of a page once for a file of tests."""
    folder = tmp_path_factory.mktemp("opened")
    found: dict[str, Opened] = {}

    def opened_(html: str) -> Opened:
        if html not in found:
            file = folder / f"page{len(found)}.html"
            file.write_text(html, "utf-8")
            page = _window(browser, {"reduced_motion": "reduce", "color_scheme": "light"})
            complaints: list[str] = []
            page.on("console", lambda message: complaints.append(message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(file.as_uri())
            page.wait_for_selector("body[data-ready]")
            found[html] = Opened(page, file.as_uri(), page.evaluate(AS_OPENED), complaints)
        return found[html]

    yield opened_
    for each in found.values():
        each.page.context.close()


@pytest.fixture
def read_page(opened: Callable[[str], Opened]) -> Iterator[Open]:
    """As `open_page`, for tests that go about a page and change nothing of it. One page serves all
    of a file; where a test did leave something behind, it is loaded again.
    """
    read: list[Opened] = []

    def read_(html: str, fragment: str = "") -> Page:
        each = opened(html)
        read.append(each)
        page = each.page
        page.evaluate(GO, f"ply=0&line=&seat=all&lang=en&turn={next(_turns)}")
        if page.evaluate(AS_OPENED) != each.as_opened:
            page.evaluate("localStorage.clear(); window.onbeforeunload = null")
            page.set_viewport_size({"width": 1280, "height": 720})
            page.goto("about:blank")
            page.goto(each.address)
            page.wait_for_selector("body[data-ready]")
        if fragment:
            page.evaluate(GO, f"{fragment}&turn={next(_turns)}")
        return page

    yield read_
    for each in read:
        assert each.complaints == []


def _window(browser: Browser, settings: dict[str, Any]) -> Page:
    context = browser.new_context(**settings)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def _leave(page: Page) -> None:
    """Leaves a page, whatever it asks, and what it keeps."""
    page.once("dialog", accept := lambda dialog: dialog.accept())
    page.evaluate("try { localStorage.clear(); } catch { }")
    page.mouse.move(0, 0)
    page.goto("about:blank")
    page.remove_listener("dialog", accept)


@pytest.fixture
def record(friendly: Record) -> Record:
    """`friendly`, to be changed at will."""
    return deepcopy(friendly)


@pytest.fixture(scope="session")
def friendly() -> Record:
    """A finished match of three with glyphs, comments in two languages, clocks, variations."""
    [played] = simulate(
        game("nimmt"), 1, seats=3, seed="site", options={"rounds": "1"}, players=["random"]
    )
    played.seats = ["Aki", "Ben", "千恵"]
    played.tags = [("Event", "Friendly cup"), ("Date", "2026-11-20")]
    others = [
        card
        for card in replay(played).position(0).legal_moves(1)
        if card != played.moves.split()[2]
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
    return timeline(replay(record))


#: A page's timers go off only as far as `pass_time` lets time pass, and its animations go on with
#: them. The page's promises have their turn between two calls.
STOP_CLOCK = """() => {
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


def stop_clock(page: Page) -> None:
    """From now on time passes on the page only by `pass_time`."""
    page.evaluate(STOP_CLOCK)


def pass_time(page: Page, milliseconds: int) -> None:
    """Let the timers of these milliseconds go off, all of them at once."""
    page.evaluate("(wait) => passTime(wait)", milliseconds)


def pass_showing(page: Page) -> None:
    """Let as much time pass as it takes until a step was shown."""
    while page.get_attribute("#table", "data-showing") is not None:
        pass_time(page, 100)


#: Lets timers go off, one after the other, until a ply is shown; the milliseconds that takes.
PASS_TIME_TO = """async (ply) => {
    const { port1, port2 } = new MessageChannel();
    let spent = 0;
    while (Number(document.querySelector("#table").dataset.ply) < ply) {
        spent += passToNext();
        await new Promise((then) => {
            port1.onmessage = then;
            port2.postMessage(null);
        });
    }
    return spent;
}"""


def pass_time_to(page: Page, ply: int) -> int:
    """Let as much time pass as it takes until a ply is shown; the milliseconds."""
    return int(page.evaluate(PASS_TIME_TO, ply))


def settle(page: Page) -> None:
    """Wait until the page is laid out and drawn, and has done what it does before a frame."""
    page.evaluate(
        "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"
    )


def play(name: str, seats: int, seed: str, **options: str) -> Record:
    """A simulated match."""
    [played] = simulate(game(name), 1, seats=seats, seed=seed, options=options)
    return played


def _is_shared(request: Request) -> bool:
    """Whether it is what the pages of a site share with one another or with other pages, a part of
    its index, or what was played in situations.
    """
    shared = (
        r"file:///.*/(?:shared/(?:replay|site)-[0-9a-f]{16}\.(?:css|js)|index/[a-z0-9-]+\.js\?[0-9a-f]+"
        r"|situations/[a-z0-9-]+\.js(?:\?[0-9a-f]+)?|kifu-replay\.js)"
    )
    return re.fullmatch(shared, request.url) is not None
