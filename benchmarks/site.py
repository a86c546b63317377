"""What do pages weigh, and how long does a reader wait?

Makes a page of each kind of match, plain and, of 6 nimmt!, analysed; and a site of so many matches
of 6 nimmt!, made once and made again when nothing has changed. Then it seeks plies in the pages and
types into the search of the index in headless chromium, in processor time of the thread that runs
the page: script, style, layout and painting, without what the browser itself does for each task.
"""

from __future__ import annotations

import gzip
import random
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.matches import KINDS, Kind, played, write_many
from benchmarks.measure import figure, kifu, table
from docs.browser import launched
from playwright.sync_api import Browser, Page, sync_playwright

from kifu.replay import judge
from kifu.replay.judgements import written
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.store import Archive

#: The milliseconds of work that a page has taken so far.
Work = Callable[[], float]

#: The longest kind of match.
TEN = Kind("nimmt", 10, {}, "random", 1)
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
#: The same as SET for the search of an index, until it has said what it has found: it loads
#: the parts that it needs.
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
#: How many matches an index has.
MATCHES = """() => JSON.parse(document.querySelector("#data").textContent).count"""
#: The same as SET for a field that nobody listens to.
NOTHING = """() => {
  const field = document.createElement("input");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  void document.body.offsetHeight;
}"""


class Search(NamedTuple):
    """An index of `matches` matches, and the milliseconds of work until it is `ready`, and for a
    letter typed: the `median`, and what 95 of 100 letters don't exceed (`slow`).
    """

    matches: int
    ready: float
    median: float
    slow: float


def page_table(folder: Path, browser: Browser, worlds: int) -> list[str]:
    """The lines of a Markdown table with a row for each kind of page: what it weighs, its plies,
    and the milliseconds that a jump to any of them takes. `worlds` is how many worlds each decision
    of the analysed page gets. Writes `page.html` into `folder`, which must exist.
    """
    file, rows = folder / "page.html", []
    for name, html in pages(worlds).items():
        file.write_text(html, "utf-8")
        packed = len(gzip.compress(html.encode(), 9, mtime=0))
        plies, middle, slow = seek(browser, name, file)
        weights = [f"{size / 1000:.0f}" for size in (len(html.encode()), packed)]
        rows.append([name, *weights, plies, f"{middle:.1f}", f"{slow:.1f}"])
    return table("page|KB|gzip|plies|ms to seek a ply, median|95 of 100", rows)


def pages(worlds: int) -> dict[str, str]:
    """Replay pages as HTML, by what they are of: one match of each of KINDS and TEN, and one of 6
    nimmt! analysed with so many `worlds` for a decision.
    """
    found = {}
    for kind in [*KINDS, TEN]:
        (record,) = played(kind, 1)
        found[kind.name] = render(timeline(replay(record)))
    (record,) = played(KINDS[0], 1)
    analysed = written.write(replay(record), judge(record, budget=worlds))
    found[f"{KINDS[0].name}, analysed"] = render(timeline(replay(analysed)))
    return found


def site_table(folder: Path, browser: Browser, matches: int, path: str) -> list[str]:
    """The lines of a Markdown table: what a site of so many `matches` of 6 nimmt! takes and weighs,
    made by the kifu in `path` (as `PYTHONPATH` has it), made again unchanged, and searched. Logs,
    archive and site are left in `folder`. Raises AssertionError if the command fails.
    """
    archive = Archive(folder / "matches.duckdb")
    archive.index(write_many(folder / "logs", matches, seats=2))
    out = folder / "site"
    words = ("site", str(archive.path), "-o", str(out), "--jobs", "2")
    rows: list[list[str]] = []
    for way in ("made", "made again, unchanged"):
        spent = kifu(path, *words)
        rows.append([f"{way}: matches a second of processor", figure(matches / spent.processors)])
        rows.append([f"{way}: matches a second by the clock", figure(matches / spent.clock)])
        rows.append([f"{way}: MB of memory in all processes", figure(spent.memory)])
    files = [path for path in out.rglob("*") if path.is_file()]
    weight = sum(file.stat().st_size for file in files)
    inside = [file for file in files if file.relative_to(out).parts[0] == "index"]
    found = search(browser, out / "index.html")
    return table(
        f"site of {matches:,} matches|",
        [
            *rows,
            ["files", f"{len(files):,}"],
            ["KB a match", figure(weight / matches / 1000)],
            ["KB a match of these in the index", figure(
                sum(file.stat().st_size for file in inside) / matches / 1000)],
            ["search: ms until it is ready", figure(found.ready)],
            ["search: ms for a letter, median", figure(found.median)],
            ["search: ms for a letter, 95 of 100", figure(found.slow)],
        ],
    )  # fmt: skip


@contextmanager
def browsing() -> Iterator[Browser]:
    """A context that gives a headless chromium, which is closed at its end. Raises
    FileNotFoundError if none is installed.
    """
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def seek(browser: Browser, title: str, file: Path) -> tuple[int, float, float]:
    """Open a replay page, jump to SEEKS random plies (by `title` always the same ones), and close
    it. Returns how many plies it has, and the milliseconds of work of a jump: the median, and what
    95 of 100 don't exceed.
    """
    page, work, _ = opened(browser, file)
    plies = int(page.get_attribute("#seek", "max") or "0")
    luck = random.Random(title)
    times = each(page, work, SET, "#seek", [str(luck.randint(0, plies)) for _ in range(SEEKS)])
    page.close()
    return plies, statistics.median(times), slowest(times)


def search(browser: Browser, index: Path) -> Search:
    page, work, ready = opened(browser, index)
    page.wait_for_selector("#found:not(:empty)")
    matches = page.evaluate(MATCHES)
    typed = [word[:length] for word in TYPED for length in range(1, len(word) + 1)]
    times = each(page, work, SEARCH, "[name=q]", typed)
    page.close()
    return Search(matches, ready, statistics.median(times), slowest(times))


def opened(browser: Browser, file: Path) -> tuple[Page, Work, float]:
    """Open the file in a new page of the browser and wait until it is ready. Returns the page,
    which the caller closes; a function that returns the milliseconds of work that it has taken so
    far; and how many opening it took. Raises playwright's TimeoutError if it isn't ready after two
    minutes.
    """
    page = browser.new_page(reduced_motion="reduce", viewport={"width": 1280, "height": 800})
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def work() -> float:
        named = devtools.send("Performance.getMetrics")["metrics"]
        return 1000 * float(next(each["value"] for each in named if each["name"] == "TaskDuration"))

    before = work()
    page.goto(file.as_uri())
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    return page, work, work() - before


def each(page: Page, work: Work, setting: str, selector: str, values: list[str]) -> list[float]:
    """The milliseconds of work, 0 or more, for each of `values` (texts) that the field at the CSS
    `selector` is set to by the script `setting` (SET or SEARCH), in their order. What the browser
    itself takes for such a task is subtracted.
    """
    idle, times = [], []
    for value in values:
        begun = work()
        page.evaluate(NOTHING)
        middle = work()
        page.evaluate(setting, [selector, value])
        idle.append(middle - begun)
        times.append(work() - middle)
    spent = statistics.median(idle)
    return [max(0.0, time - spent) for time in times]


def slowest(times: list[float]) -> float:
    """The 95th percentile of these numbers, of which there must be two or more."""
    return statistics.quantiles(times, n=20)[-1]
