"""Take the pictures of docs/gallery.md: `python -m docs.gallery`, with chromium.

The page says which pictures there are, and the name of each what it shows: the game, the ply,
the window, the colours, the language, the seat that looks and, in a match that kifu has judged,
what the page is used for.
"""

from __future__ import annotations

import base64
import re
import tempfile
from functools import cache
from pathlib import Path

from docs.browser import launched
from playwright.sync_api import Browser, Page, sync_playwright

from kifu.notation import loads
from kifu.replay.analysis.judge import judge
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site import render

HERE = Path(__file__).parent
PICTURE = re.compile(
    r"images/gallery/(?P<game>\w+)-(?P<ply>\d+)-(?P<window>\w+)-(?P<colours>light|dark)"
    r"-(?P<language>en|ja)(?:-seat(?P<seat>\d))?(?:-(?P<use>analysis|whatif|lesson|finale))?\.webp"
)
WINDOWS = {"desk": (1280, 860), "phone": (360, 740)}

#: The place in a page by what it is used for; a what-if is the first one of its ply.
PLACES = {
    None: "#ply={ply}&seat={seat}",
    "analysis": "#ply={ply}&seat={seat}",
    "whatif": "#line={ply}!1&ply=99&seat={seat}",
    "lesson": "#ply={ply}&quiz={seat}&learn",
    "finale": "#ply={ply}&seat={seat}",
}

#: A PNG as WebP, by the browser's own hand.
AS_WEBP = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.66 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}"""


@cache
def page_of(game: str, is_judged: bool) -> str:
    """The page of a game's annotated match: as it is, or with a quick analysis and what-ifs."""
    path = HERE.parent / "examples" / f"{game}-annotated.kifu"
    played = replay(loads(path.read_text("utf-8")))
    if not is_judged:
        return render(timeline(played))
    judged = write(played, judge(played.record, budget="quick"))
    return render(timeline(replay(judged)), what_if="all")


def place_of(shown: re.Match[str]) -> str:
    """The fragment that leads to what a name that PICTURE matches says."""
    place = PLACES[shown["use"]].format(ply=shown["ply"], seat=shown["seat"] or "all")
    return f"{place}&lang={shown['language']}"


def screenshot(view: Page, shown: re.Match[str]) -> bytes:
    """A page that is open at the `place_of` a name, as PNG."""
    if shown["use"] == "finale":
        view.keyboard.press("ArrowRight")
    return view.screenshot()


def take(browser: Browser, shown: re.Match[str], folder: Path) -> bytes:
    """The picture of a name that PICTURE matches, as PNG."""
    width, height = WINDOWS[shown["window"]]
    page = folder / "page.html"
    page.write_text(page_of(shown["game"], shown["use"] is not None), "utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shown["colours"] == "dark" else "light",
        reduced_motion="reduce",
    )
    view = context.new_page()
    view.goto(f"{page.as_uri()}{place_of(shown)}")
    view.wait_for_selector("body[data-ready]")
    taken = screenshot(view, shown)
    context.close()
    return taken


def as_webp(blank: Page, png: bytes) -> bytes:
    return base64.b64decode(blank.evaluate(AS_WEBP, base64.b64encode(png).decode()))


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = launched(playwright)
        blank = browser.new_page()
        for shown in PICTURE.finditer(HERE.joinpath("gallery.md").read_text("utf-8")):
            path = HERE / shown[0]
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(as_webp(blank, take(browser, shown, Path(folder))))
            print(f"wrote {path.relative_to(HERE.parent)}")
        browser.close()


if __name__ == "__main__":
    main()
