"""Is anything wrong with a page? `python -m tests.campaigns.looks` looks in almost 200 ways.

Five games in three windows, both languages, light and dark, at three places; then each kind of page
of a site. A page in English is turned dark while it is open, and then asked for colours only: all
else is as before; one in Japanese, whose colours are the same, is dark from the first. Each look
counts what axe-core finds, what is said on the console, what is asked of any
network or of another file, and what the page's own content security policy forbids. The exit code
is 1 if anything was found.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice, product
from pathlib import Path
from typing import Literal, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from docs.browser import launched
from playwright.sync_api import BrowserContext, Page, sync_playwright
from tests.site.matches import CHRONICLE, viewed

from kifu.notation import loads
from kifu.replay.registry import BUILT_IN
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.settings import Settings

EXAMPLES = Path(__file__).parents[2] / "examples"
WINDOWS = [(1280, 800), (820, 1180), (390, 844)]
#: So that pages of players have all that they can have.
CONSENT = Consent(everyone=True)
Scheme = Literal["light", "dark"]
#: What a page is opened in and turned to, by its language.
SCHEMES: dict[str, tuple[Scheme, ...]] = {"en": ("light", "dark"), "ja": ("dark",)}
#: The place that a page opens at, and the button that is pressed then: for each window the start, a
#: moment in the match and another view of it, some as another viewer or with something opened.
PLACES = [
    [("ply=0", ""), ("ply=18", "#help"), ("ply=9999", "#podium")],
    [("ply=0&seat=1", "#pencil"), ("ply=12&seat=2", "#share"), ("ply=9999", "")],
    [("ply=0&seat=public", "#ask"), ("ply=9&quiz=all", ""), ("embed&ply=20", "")],
]

#: What happens before anything of a page: its policy's violations are kept.
HEAR = """document.addEventListener("securitypolicyviolation", (event) => {
    (globalThis.violated ??= []).push(`${event.violatedDirective} ${event.blockedURI}`);
});"""
#: What axe-core finds. It loads no style again, which the policy of a page would forbid. It takes
#: every link within a page for a skip link where the page has no other link, and asks for its
#: target as soon as the list of moves has scrolled it out of sight; these pages have no skip links.
AXE = """(asked) => axe.run({ resultTypes: ["violations"], preload: false, ...asked }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id} ${html.slice(0, 160)}`)))"""
#: All of its rules, and those that ask for colours.
WHOLE: dict[str, object] = {"rules": {"skip-link": {"enabled": False}}}
COLOURS: dict[str, object] = {"runOnly": ["color-contrast", "link-in-text-block"]}
#: Waits until the page is drawn again.
DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"


class Look(NamedTuple):
    """A page of a site or alone, in a window, opened in the first scheme and turned to others."""

    file: Path
    site: Path | None
    window: tuple[int, int]
    schemes: tuple[Scheme, ...]
    place: str = ""
    press: str = ""


class Found(NamedTuple):
    """What is wrong in one look."""

    axe: list[str]
    console: list[str]
    requests: list[str]
    policy: list[str]


def main(every: int = 1) -> int:
    """Look, and print what is wrong; 1 where anything is. `every` takes each so manieth look."""
    total = 0
    sums = dict.fromkeys(Found._fields, 0)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        context = listening(browser.new_context(reduced_motion="reduce"))
        for each in islice(looks(Path(folder)), None, None, every):
            total += len(each.schemes)
            where = f"{each.file.name}#{each.place} {each.window} {' '.join(each.schemes)}"
            for kind, messages in found(context, each)._asdict().items():
                sums[kind] += len(messages)
                for message in messages:
                    print(f"{kind}: {where}: {message}", flush=True)
        browser.close()
    print(f"{total} looks: " + ", ".join(f"{kind} {count}" for kind, count in sums.items()))
    return any(sums.values())


def listening(context: BrowserContext) -> BrowserContext:
    """A context whose pages keep what their policies forbid."""
    context.add_init_script(HEAR)
    return context


def looks(folder: Path) -> Iterator[Look]:
    """Every look, at pages that are made in a folder: replay pages, then those of two sites."""
    for name in BUILT_IN:
        record = loads(EXAMPLES.joinpath(f"{name}-annotated.kifu").read_text("utf-8"))
        file = folder / f"{name}.html"
        file.write_text(viewed(record), "utf-8")
        for number, window in enumerate(WINDOWS):
            for language, (place, press) in product(SCHEMES, PLACES[number]):
                yield Look(file, None, window, SCHEMES[language], f"{place}&lang={language}", press)
    chronicle = folder / "chronicle.kifu"
    chronicle.write_text(CHRONICLE, "utf-8")
    sources = [str(path) for path in [*sorted(EXAMPLES.glob("*-annotated.kifu")), chronicle]]
    for language, schemes in SCHEMES.items():
        site = folder / language
        build(sources, str(site), Settings(title="Club", language=language, consent=CONSENT))
        kinds = ("*.html", "players/*.html", "games/*.html", "events/*.html", "matches/*/*.html")
        pages = {sorted(site.glob(kind))[0] for kind in kinds} | set(site.glob("*.html"))
        told = (page for page in site.glob(kinds[-1]) if "chronicle" in page.read_text("utf-8"))
        pages.add(next(told))
        for file, window in product(sorted(pages), (WINDOWS[0], WINDOWS[2])):
            yield Look(file, site, window, schemes)


def found(context: BrowserContext, look: Look) -> Found:
    """What is wrong in a look."""
    page = context.new_page()
    width, height = look.window
    page.set_viewport_size({"width": width, "height": height})
    first, *others = look.schemes
    page.emulate_media(color_scheme=first)
    console: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: console.append(message.text))
    page.on("pageerror", lambda error: console.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(look.file.as_uri() + (f"#{look.place}" if look.place else ""))
    get_ready(page, look.press)
    page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    axe: list[str] = page.evaluate(AXE, WHOLE)
    for scheme in others:
        page.emulate_media(color_scheme=scheme)
        page.evaluate(DRAWN)
        axe += page.evaluate(AXE, COLOURS)
    wrong = Found(
        axe,
        console,
        [url for url in asked if not is_own(url, look)],
        page.evaluate("globalThis.violated ?? []"),
    )
    page.close()
    return wrong


def get_ready(page: Page, press: str) -> None:
    """Wait until a page is ready, and press what is to be pressed."""
    if page.locator("script").count():
        page.wait_for_selector("body[data-ready]")
    if not press:
        return
    if page.locator("#more").is_visible() and page.locator(f".tools {press}").count():
        page.locator("#more").click()
    page.locator(press).click()


def is_own(url: str, look: Look) -> bool:
    """Whether a page may ask for it: for itself and, on a site, for a file of the site."""
    file = Path(url2pathname(urlsplit(url).path)).resolve()
    own = file == look.file or (look.site and file.is_relative_to(look.site) and file.is_file())
    return url.startswith("file://") and bool(own)


if __name__ == "__main__":
    sys.exit(main())
