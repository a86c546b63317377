"""axe-core finds nothing wrong: on a phone and on a desk, light and dark, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.replay.fake_engine import judged

from kifu.notation import dumps, loads
from kifu.replay.judgements.written import write
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay
from kifu.site.website import situations
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import AXE, PATIENCE
from .matches import CHRONICLE, played, viewed

Read = Callable[[str, str], Page]

EXAMPLES = Path(__file__).parents[2] / "examples"
WINDOWS = {1280: 800, 360: 740}
LOOKS = list(product(WINDOWS, ("light", "dark"), ("en", "ja")))

#: Where a reader stands on a replay page, and what is opened there. There are nine, so that they
#: meet other looks every time.
MOMENTS = [
    ("ply=0", ""),
    ("ply=9", ""),
    ("ply=9999", ""),
    ("ply=9&seat=1", ""),
    ("{variation}", ""),
    ("ply=9", "help"),
    ("ply=9", "ask"),
    ("ply=9", "pencil"),
    ("embed&ply=9", ""),
]

FINDINGS = """() => axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
        [id, html.slice(0, 160), [...any, ...all, ...none][0]?.message])))"""


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """One window for all pages, with axe-core in it though the pages let no other script in."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    context.add_init_script(AXE)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def read(window: Page, tmp_path: Path) -> Read:
    """Opens the text of a page at a place, in that window."""
    file = tmp_path / "page.html"

    def read_(html: str, place: str) -> Page:
        file.write_text(html, "utf-8")
        window.goto("about:blank")
        window.goto(f"{file.as_uri()}#{place}")
        window.wait_for_selector("body[data-ready]")
        return window

    return read_


def example(name: str) -> str:
    """The page of the annotated match of a game."""
    record = loads(EXAMPLES.joinpath(f"{name}-annotated.kifu").read_text("utf-8"))
    return viewed(record)


def expect_nothing_wrong(page: Page, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": WINDOWS[width]})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert page.evaluate(FINDINGS) == []


@pytest.mark.campaign
@pytest.mark.parametrize("turn", range(3 * len(BUILT_IN)))
def test_replay_pages(turn: int, read: Read) -> None:
    """Three looks and moments of each game; together the games come through all of them."""
    html = example([*BUILT_IN][turn // 3])
    width, scheme, language = LOOKS[turn % len(LOOKS)]
    place, opened = MOMENTS[turn % len(MOMENTS)]
    if place == "{variation}":
        enters = read(html, "").locator(".enter")
        place = min(enters.evaluate_all("(all) => all.map((each) => each.hash.slice(1))"))
    window = read(html, f"{place}&lang={language}")
    assert window.get_attribute("html", "lang") == language
    if opened and window.locator("#more").is_visible() and opened != "pencil":
        window.locator("#more").click()
    if opened:
        window.locator(f"#{opened}").click()
    expect_nothing_wrong(window, width, scheme)


@pytest.mark.campaign
@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_of_a_site(
    language: str, window: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of page, with all that it can say, in one look after the other."""
    monkeypatch.setattr(situations, "LEAST", 1)
    looks = cycle((width, scheme) for width, scheme, spoken in LOOKS if spoken == language)
    played_two = simulate(game("nimmt"), 2, seats=2, seed="axe", options={"rounds": "1"})
    texts = [dumps(write(replay(one), judged(one))) for one in played_two]
    (tmp_path / "more.kifu").write_text("\n".join([*texts, CHRONICLE]), "utf-8")
    archive = Archive(tmp_path / "games.duckdb")
    examples = sorted(EXAMPLES.glob("*-annotated.kifu"))
    archive.index([*examples, tmp_path / "more.kifu"], situations=True)
    folder = tmp_path / "site"
    settings = Settings(title="Club", language=language, consent=Consent(everyone=True))
    build([archive.path], str(folder), settings)
    pages = [*folder.glob("*.html"), next(folder.glob("players/random-1-*.html"))]
    pages += [min(folder.glob(f"{kind}/*.html")) for kind in ("players", "games", "events")]
    matches = {path: path.read_bytes() for path in sorted(folder.glob("matches/*/*.html"))}
    pages.append(next(path for path in matches if b'class="chronicle' in matches[path]))
    for page, (width, scheme) in zip(sorted(pages), looks, strict=False):
        window.goto(page.as_uri())
        expect_nothing_wrong(window, width, scheme)
    path = next(path for path in matches if b'id="archive"' in matches[path])
    window.goto(f"{path.as_uri()}#ply=3")
    window.wait_for_selector("body[data-ready]")
    window.locator("#tab-archive").click()
    window.wait_for_selector("#archive table")
    expect_nothing_wrong(window, 360, "dark")


@pytest.mark.matrix
@pytest.mark.parametrize("quiz", ["", "&quiz=all&learn"], ids=["read", "learn"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_an_analysis(width: int, scheme: str, quiz: str, read: Read) -> None:
    record = played(("nimmt", {"rounds": "1"}, 3), "axe")
    analysis = judged(record)
    marked = next(judgement.ply for judgement in analysis.judgements if judgement.glyph)
    html = viewed(write(replay(record), analysis))
    expect_nothing_wrong(read(html, f"ply={marked - bool(quiz)}{quiz}"), width, scheme)


#: The slim view, the finale and what is shared: of which game, in which look, where the reader is,
#: by which key it is opened, and how one sees that it is there.
OPENED = [
    ("nimmt", 360, "light", "embed&ply=18", "", ".embed"),
    ("magimiles", 360, "dark", "embed&ply=18", "", ".embed"),
    ("yuhodo", 1280, "light", "ply=9999", "ArrowRight", ".crowned"),
    ("magimiles", 360, "dark", "ply=9999", "ArrowRight", ".crowned"),
    ("nimmt", 1280, "dark", "ply=18", "s", " #sharing[open]"),
    ("nimmt", 360, "light", "ply=18", "s", " #sharing[open]"),
]


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "width", "scheme", "place", "key", "there"), OPENED)
def test_the_slim_view_the_finale_and_what_is_shared(
    name: str, width: int, scheme: str, place: str, key: str, there: str, read: Read
) -> None:
    page = read(example(name), place)
    if key:
        page.keyboard.press(key)
    page.wait_for_selector(f"body{there}")
    expect_nothing_wrong(page, width, scheme)
