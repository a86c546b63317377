"""axe-core finds nothing wrong: on a phone and on a desk, light and dark, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from itertools import cycle, product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tests.replay.fake_engine import judged

from kifu.notation import dumps, loads
from kifu.replay.analysis.written import write
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.website import situations
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import PATIENCE
from .matches import played, some_rows

EXAMPLES = Path(__file__).parents[2] / "examples"
CHRONICLE = (
    '[Game "chronicle"]\n[Rules "0"]\n[Seat "Anna"]\n[Seat "千恵"]\n[Event "Bridge night"]\n'
    '[Result "3 5"]\n[Winner "2"]\n\n1:e {builds a bridge} 2:e {passes} e\n=\n'
)

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
    context.add_init_script(
        files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def expect_nothing_wrong(page: Page, width: int, scheme: str) -> None:
    page.set_viewport_size({"width": width, "height": WINDOWS[width]})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert page.evaluate(FINDINGS) == []


@pytest.mark.campaign
@pytest.mark.parametrize("turn", range(3 * len(BUILT_IN)))
def test_replay_pages(turn: int, window: Page, tmp_path: Path) -> None:
    """Three looks and moments of each game; together the games come through all of them."""
    name = [*BUILT_IN][turn // 3]
    record = loads(EXAMPLES.joinpath(f"{name}-annotated.kifu").read_text("utf-8"))
    file = tmp_path / "page.html"
    file.write_text(render(timeline(replay(record))), "utf-8")
    width, scheme, language = LOOKS[turn % len(LOOKS)]
    place, opened = MOMENTS[turn % len(MOMENTS)]
    if place == "{variation}":
        window.goto(file.as_uri())
        enters = window.locator(".enter").evaluate_all("(all) => all.map((each) => each.hash)")
        place = min(enters).removeprefix("#")
    window.goto("about:blank")
    window.goto(f"{file.as_uri()}#{place}&lang={language}")
    window.wait_for_selector(f"html[lang='{language}'] body[data-ready]")
    if opened and window.locator("#more").is_visible() and opened != "pencil":
        window.locator("#more").click()
    if opened:
        window.locator(f"#{opened}").click()
    expect_nothing_wrong(window, width, scheme)


@pytest.mark.campaign
@pytest.mark.parametrize("language", ["en", "ja"])
def test_pages_of_a_site(language: str, window: Page, tmp_path: Path) -> None:
    """Every kind of page, in one look after the other."""
    looks = cycle((width, scheme) for width, scheme, spoken in LOOKS if spoken == language)
    sources = [str(path) for path in sorted(EXAMPLES.glob("*-annotated.kifu"))]
    chronicle = tmp_path / "chronicle.kifu"
    chronicle.write_text(CHRONICLE, "utf-8")
    folder = tmp_path / "site"
    build([*sources, str(chronicle)], str(folder), Settings(title="Club", language=language))
    pages = [*folder.glob("*.html")]
    for kind in ("players", "games", "events"):
        pages.append(min(folder.glob(f"{kind}/*.html")))
    pages += [
        path for path in folder.glob("matches/*/*.html") if b'class="chronicle' in path.read_bytes()
    ][:1]
    for page, (width, scheme) in zip(sorted(pages), looks, strict=False):
        window.goto(page.as_uri())
        expect_nothing_wrong(window, width, scheme)


@pytest.mark.parametrize(
    ("name", "scheme"),
    some_rows([("nimmt", "light"), ("magimiles", "dark")], ["nimmt", "magimiles"]),
)
def test_the_slim_view(name: str, scheme: str, window: Page, tmp_path: Path) -> None:
    record = loads(EXAMPLES.joinpath(f"{name}-annotated.kifu").read_text("utf-8"))
    file = tmp_path / f"{name}.html"
    file.write_text(render(timeline(replay(record))), "utf-8")
    window.goto(f"{file.as_uri()}#embed&ply=18")
    window.wait_for_selector("body.embed[data-ready]")
    expect_nothing_wrong(window, 360, scheme)


@pytest.mark.matrix
@pytest.mark.parametrize("quiz", ["", "&quiz=all&learn"], ids=["read", "learn"])
@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
def test_an_analysis(width: int, scheme: str, quiz: str, window: Page, tmp_path: Path) -> None:
    record = played(("nimmt", {"rounds": "1"}, 3), "axe")
    analysis = judged(record)
    marked = next(judgement.ply for judgement in analysis.judgements if judgement.glyph)
    file = tmp_path / "judged.html"
    file.write_text(render(timeline(replay(write(replay(record), analysis)))), "utf-8")
    window.goto(f"{file.as_uri()}#ply={marked - bool(quiz)}{quiz}")
    window.wait_for_selector("body[data-ready]")
    expect_nothing_wrong(window, width, scheme)


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    some_rows(
        [("yuhodo", 1280, "light"), ("magimiles", 360, "dark")], ["yuhodo", "magimiles"],
    ),
)  # fmt: skip
def test_the_finale(name: str, width: int, scheme: str, window: Page, tmp_path: Path) -> None:
    record = loads(EXAMPLES.joinpath(f"{name}-annotated.kifu").read_text("utf-8"))
    file = tmp_path / f"{name}.html"
    file.write_text(render(timeline(replay(record))), "utf-8")
    window.goto(f"{file.as_uri()}#ply=9999")
    window.wait_for_selector("body[data-ready]")
    window.locator("#podium").click()
    window.wait_for_selector("body.crowned")
    expect_nothing_wrong(window, width, scheme)


@pytest.mark.campaign
@pytest.mark.parametrize(
    ("width", "scheme"), some_rows([(1280, "dark"), (360, "light")], ["desk", "phone"], "phone")
)
def test_what_is_shared(width: int, scheme: str, window: Page, tmp_path: Path) -> None:
    record = loads(EXAMPLES.joinpath("nimmt-annotated.kifu").read_text("utf-8"))
    file = tmp_path / "page.html"
    file.write_text(render(timeline(replay(record))), "utf-8")
    window.goto(f"{file.as_uri()}#ply=18")
    window.wait_for_selector("body[data-ready]")
    window.keyboard.press("s")
    expect_nothing_wrong(window, width, scheme)


@pytest.mark.campaign
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_what_a_site_says_of_players_and_situations(
    width: int, scheme: str, window: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(situations, "LEAST", 1)
    records = simulate(game("nimmt"), 2, seats=2, seed="axe", options={"rounds": "1"})
    log = tmp_path / "judged.kifu"
    log.write_text("\n".join(dumps(write(replay(one), judged(one))) for one in records), "utf-8")
    archive = Archive(tmp_path / "games.duckdb")
    (tmp_path / "chronicle.kifu").write_text(CHRONICLE, "utf-8")
    archive.index([log, tmp_path / "chronicle.kifu"], situations=True)
    folder = tmp_path / "site"
    settings = Settings(title="Club", language="ja", consent=Consent(everyone=True))
    build([archive.path], str(folder), settings)
    window.goto((folder / "index.html").as_uri())
    expect_nothing_wrong(window, width, scheme)
    players = sorted(folder.glob("players/*.html"))
    path = next(path for path in players if b'id="problems"' in path.read_bytes())
    window.goto(path.as_uri())
    assert window.locator("#problems a").count() > 0
    expect_nothing_wrong(window, width, scheme)
    matches = sorted(folder.glob("matches/*/*.html"))
    path = next(path for path in matches if b'id="archive"' in path.read_bytes())
    window.goto(f"{path.as_uri()}#ply=3")
    window.wait_for_selector("body[data-ready]")
    window.locator("#tab-archive").click()
    window.wait_for_selector("#archive table")
    expect_nothing_wrong(window, width, scheme)
