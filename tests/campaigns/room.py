"""Has everything its room? `python -m tests.campaigns.room [GAME]` measures at every table.

Five games with each number of seats that they allow, and the two games of examples/, in eight
windows, both languages, at 30 plies each. Counted are texts, cards and seats that overlap or are
cut, and whatever of the table moves from ply to ply (tests/site/spoilt.py says what that means).
The exit code is 1 if anything was found.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import groupby, product
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from docs.browser import launched
from playwright.sync_api import Page, sync_playwright
from tests.docs.packages import known
from tests.site.matches import Case, played, viewed
from tests.site.spoilt import PLACES, SPOILT, moved, walk

from kifu.replay.registry import BUILT_IN, game

EXAMPLES = Path(__file__).parents[2] / "examples"
#: Width, height, and the view.
WINDOWS = [
    (1024, 700, ""), (1024, 768, ""), (1280, 800, ""), (1920, 1080, ""),
    (820, 1180, ""), (390, 844, ""), (844, 390, ""), (480, 400, "embed"),
]  # fmt: skip
LANGUAGES = ("en", "ja")
PLIES = 30
#: Of games whose matches are long, short ones.
SHORT: dict[str, list[dict[str, str]]] = {
    "nimmt": [{"rounds": "1"}], "atarayo": [{"mode": "duel"}, {}], "yuhodo": [{"games": "1"}],
}  # fmt: skip
NAMES = ["Aki", "Benedict", "千恵", "Dora", "Emil", "さくら", "Gwen", "Hana", "Ivo", "Yuki"]


class Found(NamedTuple):
    """What is wrong at a table in a window: what is spoilt, with the first ply, and what moves."""

    spoilt: dict[str, int]
    moved: dict[str, set[str]]


def tables() -> Iterator[Case]:
    """Every game with every number of seats, those of strangers' packages last."""
    for name in BUILT_IN:
        for options in SHORT.get(name, [{}]):
            for seats in game(name).seats(game(name).read_options(options)):
                yield name, options, seats
    yield "hearts", {}, 4
    yield "duel", {}, 2


def main(wanted: str = "", every: int = 1) -> int:
    """Measure, and print what is wrong; 1 where anything is. `every` takes each so manieth case."""
    sums: Counter[str] = Counter()
    cases = [case for case in product(tables(), WINDOWS) if wanted in case[0][0]][::every]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_context(reduced_motion="reduce").new_page()
        for table, group in groupby(cases, itemgetter(0)):
            file = written(table, Path(folder))
            for (_table, window), language in product(group, LANGUAGES):
                where = f"{table[0]} of {table[2]}, {window}, {language}"
                wrong = found(page, file, window, language)
                for what, ply in wrong.spoilt.items():
                    print(f"{where}, ply {ply}: {what}", flush=True)
                for name, places in wrong.moved.items():
                    print(f"{where}: {name} moves: {sorted(places)}", flush=True)
                sums.update({kind: len(each) for kind, each in wrong._asdict().items()})
        browser.close()
    print(f"{len(cases)} tables in windows: spoilt {sums['spoilt']}, moved {sums['moved']}")
    return any(sums.values())


def written(table: Case, folder: Path) -> Path:
    """The page of a match at a table."""
    name, _options, seats = table
    file = folder / f"{name}-{seats}.html"
    if name in BUILT_IN:
        record = played(table, "room")
        record.seats = NAMES[:seats]
        file.write_text(viewed(record), "utf-8")
        return file
    kifu = known(EXAMPLES / name, folder)
    asked = ["--games", "1", "--seats", str(seats), "--seed", "room", "-o", f"{name}.kifu"]
    for command in (["simulate", name, *asked], ["view", f"{name}.kifu", "-o", file.name]):
        done = kifu(*command)
        assert done.returncode == 0, done.stderr
    return file


def found(page: Page, file: Path, window: tuple[int, int, str], language: str) -> Found:
    """What is wrong with a page in a window and a language."""
    width, height, view = window
    page.set_viewport_size({"width": width, "height": height})
    page.goto("about:blank")
    page.goto(f"{file.as_uri()}#{view and view + '&'}ply=1&lang={language}")
    page.wait_for_selector("body[data-ready]")
    page.evaluate("() => document.fonts.ready")
    last = int(page.evaluate("document.querySelector('#seek').max"))
    plies = [*range(0, last + 1, 1 + last // PLIES)]
    seen = page.evaluate(walk(f"() => [({SPOILT})(), ({PLACES})()]"), plies)
    first: dict[str, int] = {}
    for ply, (spoilt, _places) in zip(plies, seen, strict=True):
        first |= {what: ply for what in spoilt if what not in first}
    return Found(first, moved(places for _spoilt, places in seen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
