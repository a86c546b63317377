"""The browser that looks at pages for the tests, measures them, and takes the pictures of docs."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

#: Chromium without windows opens a page in half the time; it draws and runs it as chromium does.
NAMES = ("chromium-headless-shell", "chromium")

#: One process draws all pages, as one person's few tabs need: processes for each page cost a fifth
#: of the time of tests of pages.
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--in-process-gpu",
    "--renderer-process-limit=1",
]


def launched(playwright: Playwright) -> Browser:
    """The program in the variable CHROMIUM, or the first of `NAMES` that is installed.

    Raises FileNotFoundError where there is none: pages that nobody has opened prove nothing.
    """
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES)]
    path = next((path for path in found if path), None)
    if path is None:
        raise FileNotFoundError(
            f"there is no browser: apt-get install {NAMES[0]} fonts-noto-cjk (or {NAMES[1]})"
        )
    return playwright.chromium.launch(executable_path=path, args=FLAGS)
