"""What a reader waits for: a jump in a replay page, a letter typed into the search of an index.

In headless chromium, in processor time of the thread that runs the page: script, style and
layout, with what the browser itself does for each task taken off.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

#: The milliseconds of work that a page has taken so far.
Work = Callable[[], float]

#: So many plies of a page are sought.
SEEKS = 200
#: What is typed into the search, a letter at a time.
TYPED = ("player 1", "cup 49 nimmt", "2019-0", "zzz")

#: Sets a field, as its reader would, and has everything laid out.
SET = """([selector, value]) => {
  const field = document.querySelector(selector);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  void document.body.offsetHeight;
}"""
#: The same for the search of an index, until it has said what it has found: an index in parts loads
#: those that it needs.
SEARCH = """async ([selector, value]) => {
  const field = document.querySelector(selector);
  const said = new Promise((found) => new MutationObserver((_, observer) => {
    observer.disconnect();
    found();
  }).observe(document.querySelector("#found"), { childList: true }));
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await said;
  void document.body.offsetHeight;
}"""
#: How many matches an index has: the page holds them all or, where it is in parts, their number.
MATCHES = """() => {
  const data = JSON.parse(document.querySelector("#data").textContent);
  return data.count ?? data.matches.length;
}"""
#: The same as SET for a field that nobody listens to.
NOTHING = """() => {
  const field = document.createElement("input");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  void document.body.offsetHeight;
}"""


class Seek(NamedTuple):
    """A replay page, and the milliseconds of a jump to any of its plies."""

    title: str
    kilobytes: float
    plies: int
    median: float
    slow: float


class Search(NamedTuple):
    """An index, and the milliseconds of opening it and of each letter typed."""

    matches: int
    kilobytes: float
    ready: float
    median: float
    slow: float
    slowest: float


class Waits(NamedTuple):
    seeks: list[Seek]
    search: Search


def waits(index: Path, pages: dict[str, str]) -> Waits:
    """What is measured on the replay `pages` (their texts by title) and on an index."""
    with browsing() as browser, tempfile.TemporaryDirectory() as folder:
        seeks = []
        for title, html in pages.items():
            file = Path(folder, "page.html")
            file.write_text(html, "utf-8")
            seeks.append(seek(browser, title, file))
        return Waits(seeks, search(browser, index))


def searched(index: Path) -> Search:
    """What is measured on an index alone."""
    with browsing() as browser:
        return search(browser, index)


@contextmanager
def browsing() -> Iterator[Browser]:
    """A headless chromium."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def seek(browser: Browser, title: str, file: Path) -> Seek:
    page, work, _ = opened(browser, file)
    plies = int(page.get_attribute("#seek", "max") or "0")
    luck = random.Random(title)
    chosen = [str(luck.randint(0, plies)) for _ in range(SEEKS)]
    times = each(page, work, SET, "#seek", chosen)
    page.close()
    return Seek(title, file.stat().st_size / 1000, plies, statistics.median(times), slow(times))


def search(browser: Browser, index: Path) -> Search:
    page, work, ready = opened(browser, index)
    page.wait_for_selector("#found:not(:empty)")
    matches = page.evaluate(MATCHES)
    typed = [word[:length] for word in TYPED for length in range(1, len(word) + 1)]
    times = each(page, work, SEARCH, "[name=q]", typed)
    page.close()
    size = index.stat().st_size / 1000
    return Search(matches, size, ready, statistics.median(times), slow(times), max(times))


def opened(browser: Browser, file: Path) -> tuple[Page, Work, float]:
    """The page, what tells of its work, and how much of that it took to open it."""
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work() -> float:
        told = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(each["value"] for each in told if each["name"] == "TaskDuration"))

    before = work()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    return page, work, work() - before


def each(page: Page, work: Work, setting: str, selector: str, values: list[str]) -> list[float]:
    """The work for each value that a field is set to, by the script `setting`."""
    idle = []
    times = []
    for value in values:
        begun = work()
        page.evaluate(NOTHING)
        middle = work()
        page.evaluate(setting, [selector, value])
        idle.append(middle - begun)
        times.append(work() - middle)
    spent = statistics.median(idle)
    return [max(0.0, time - spent) for time in times]


def slow(times: list[float]) -> float:
    """What 95 of 100 are not above."""
    return statistics.quantiles(times, n=20)[-1]
