"""Take the pictures of docs/gallery.md: `python -m docs.gallery`, with chromium.

The page says which pictures there are, and the name of each what it shows: the game, the ply,
the window, the colours, the language and the seat that looks.
"""

from __future__ import annotations

import base64
import re
import tempfile
from pathlib import Path

from docs.browser import launched
from playwright.sync_api import Browser, Page, sync_playwright

from kifu.notation import loads
from kifu.replay.replayer import replay
from kifu.replay.timeline import timeline
from kifu.site import render

HERE = Path(__file__).parent
PICTURE = re.compile(r"images/gallery/(\w+)-(\d+)-(\w+)-(light|dark)-(en|ja)(?:-seat(\d))?\.webp")
WINDOWS = {"desk": (1280, 860), "phone": (360, 740)}

#: A PNG as WebP, by the browser's own hand.
AS_WEBP = """async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext("2d").drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.7 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}"""


def take(browser: Browser, shown: re.Match[str], folder: Path) -> bytes:
    """The picture of a name that PICTURE matches, as PNG."""
    game, ply, window, colours, language, seat = shown.groups()
    width, height = WINDOWS[window]
    page = folder / f"{game}.html"
    record = loads(HERE.parent.joinpath("examples", f"{game}-annotated.kifu").read_text("utf-8"))
    page.write_text(render(timeline(replay(record))), "utf-8")
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if colours == "dark" else "light",
        reduced_motion="reduce",
    )
    view = context.new_page()
    view.goto(f"{page.as_uri()}#ply={ply}&lang={language}&seat={seat or 'all'}")
    view.wait_for_selector("body[data-ready]")
    taken = view.screenshot()
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
