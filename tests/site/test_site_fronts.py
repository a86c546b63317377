"""The pages of a site as a magazine: a turn in a picture and a sentence, and results on request."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from tests.payloads import MARKUP, SIGNS

from kifu.notation import dumps
from kifu.notation.errors import KifuError
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.table import ALL, PUBLIC
from kifu.replay.timeline import timeline
from kifu.site.content.highlight import cards_moved
from kifu.site.picture.thumbnail import thumbnail
from kifu.site.website.build import build
from kifu.site.website.settings import Settings

from .conftest import Open, resize
from .matches import CASES, NAMES, Case, played, some, some_rows
from .spoilt import SPOILT_LIST

NASTY = [name for pair in zip(MARKUP, SIGNS, strict=False) for name in pair]
LONG = [letter * 60 for letter in "abWmあ"]
EVENT = "An event with a long name, sixty letters and some more in it"


def records() -> list[Record]:
    """Matches of every game, the newest with hostile names, then some with long ones."""
    found = []
    for number in range(15):
        name = [*BUILT_IN][number % 5]
        seats = {"nimmt": 5 + number // 5, "magimiles": 4}.get(name, 3)
        [record] = simulate(game(name), 1, seats=seats, seed=f"front {number}")
        if number < 4:
            record.seats = [f"{NASTY[at % len(NASTY)]}{at}" for at in range(number, number + seats)]
        elif number < 10:
            record.seats = [LONG[at % 5][: 60 - at] for at in range(seats)]
        record.tags = [("Event", EVENT), ("Date", f"2026-11-{28 - number:02}")]
        found.append(record)
    return found


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sources")
    (folder / "all.kifu").write_text("\n".join(map(dumps, records())), "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fronts") / "site"
    build([str(sources)], str(folder), Settings(title="Club"))
    return folder


def listed(site: Path) -> list[Path]:
    """One page of each kind that lists matches."""
    kinds = ("index", "games", "events", "players", "annotated", "events/*", "games/nimmt")
    return [next(site.glob(f"{kind}.html")) for kind in kinds] + sorted(site.glob("players/*"))[:1]


@pytest.mark.parametrize("case", some(CASES, NAMES, *NAMES[::4]))
def test_a_thumbnail_is_small_and_shows_the_cards_of_a_turn(case: Case) -> None:
    line = timeline(replay(played(case, "thumbnail")))
    last = len(line.moments)
    for ply in sorted({0, last // 3, last // 2, last - 1, last}):
        for viewer in (ALL, PUBLIC):
            image = thumbnail(line, ply, viewer)
            assert len(image.encode()) < 4_000
            root = ElementTree.fromstring(image)
            assert {each.tag.rpartition("}")[2] for each in root.iter()} <= {
                "svg", "defs", "style", "g", "path", "circle", "text", "use", "rect"
            }  # fmt: skip
            held = {f"#{each.get('id')}" for each in root.iter() if each.get("id")}
            assert {each.get("href") for each in root.iter("{*}use")} <= held
            assert bool(root.findall(".//{*}use")) == bool(cards_moved(line, ply, viewer))


@pytest.mark.campaign
@pytest.mark.parametrize("case", some(CASES, NAMES, *NAMES[1::5]))
def test_a_cover_tells_a_turn_before_the_end(case: Case, tmp_path: Path) -> None:
    record = played(case, "cover")
    (tmp_path / "one.kifu").write_text(dumps(record), "utf-8")
    build([str(tmp_path / "one.kifu")], str(tmp_path / "site"), Settings(title="Club"))
    [path] = (tmp_path / "site").glob("matches/*/*.json")
    cover = msgspec.json.decode(path.read_bytes())["cover"]
    line = timeline(replay(record))
    assert 0 < cover["ply"] < len(line.moments)
    front = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert front.count(f'{path.stem}.html#ply={cover["ply"]}"') == 2 * bool(cover["sentence"])
    assert ("The latest turning point" in front) == bool(cover["sentence"])
    if cover["sentence"]:
        assert line.moments[cover["ply"] - 1].headline is not None


def test_results_are_hidden_until_asked_for_and_then_remembered(site: Path, visit: Open) -> None:
    page = visit(site / "index.html")
    assert page.locator(".hero").is_visible() and page.locator(".tale").count() == 6
    hidden = page.locator(".chair b")
    assert hidden.count() > 50
    assert not any(each.is_visible() for each in hidden.all())
    row = page.locator(".match").nth(2)
    row.locator(".result input").check()
    assert all(each.is_visible() for each in row.locator(".chair b").all())
    assert not page.locator(".match").nth(3).locator(".chair b").first.is_visible()
    page.check("#results")
    page.goto(next(site.glob("events/*.html")).as_uri())
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".standing table").is_visible()
    assert page.locator(".match .chair.won b").first.is_visible()
    page.uncheck("#results")
    assert not page.locator(".standing table").is_visible()
    assert not page.locator(".match .chair.won b").first.is_visible()


def test_results_can_be_asked_for_without_script(site: Path, visit: Open) -> None:
    page = visit(next(site.glob("events/*.html")), java_script_enabled=False)
    score = page.locator(".match .chair b").first
    assert not score.is_visible()
    page.locator(".match .result input").first.check()
    assert score.is_visible()
    assert page.locator(".tale h3").count() == 3


@pytest.fixture(scope="module")
def japanese(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fronts") / "ja"
    build([str(sources)], str(folder), Settings(title="Club", language="ja"))
    return folder


#: A site, and every how many-th look is taken.
LOOKS = [("site", 13), ("japanese", 1)]


@pytest.mark.parametrize(("which", "step"), some_rows(LOOKS, ["some", "all"], "some"))
def test_nothing_on_the_lists_overlaps_or_is_cut(
    which: str, step: int, request: pytest.FixtureRequest, visit: Open
) -> None:
    paths = listed(request.getfixturevalue(which))
    page = visit(paths[0])
    for path, shown, width in [*product(paths, (False, True), (1280, 820, 390))][::step]:
        if page.url != path.as_uri():
            page.goto(path.as_uri())
            page.wait_for_selector("body[data-ready]")
        if page.locator("#results").count():
            page.set_checked("#results", shown)
        resize(page, (width, 900))
        assert page.evaluate(SPOILT_LIST) == [], f"{path.name} at {width}"


@pytest.mark.campaign
def test_data_that_somebody_changed_get_into_no_page(sources: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    build([str(sources)], str(folder), Settings(title="Club"))
    path, *_ = sorted(folder.glob("matches/*/*.json"))
    path.write_bytes(path.read_bytes().replace(b"{", b"[", 1))
    with pytest.raises(
        KifuError, match="not as kifu wrote it: build the site again with --rebuild"
    ):
        build([str(sources)], str(folder), Settings(title="Club"))
    assert build([str(sources)], str(folder), Settings(title="Club"), rebuild=True).written == 1
