"""`kifu site --base-url`: an image for each match, with which links to it are shown elsewhere."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from tests.parsed import Parsed

from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.timeline import timeline
from kifu.site.look import raster
from kifu.site.picture.card import early_ply

from .running import kifu, write

BASE = "https://example.org/kifu/"
CHRONICLE = '[Game "chronicle"]\n[Rules "0"]\n[Seat "Anna"]\n[Seat "千恵"]\n\n1:e 2:e\n=\n'


def played(count: int, seed: str, **options: str) -> list[Record]:
    records = list(simulate(game("nimmt"), count, seats=2, seed=seed, options=options))
    for record in records:
        record.seats = ['千恵"><b>', "Ben & co"]
        record.tags = [("Event", "Cup"), ("Date", "2026-11-20")]
    return records


def first_moves(record: Record, count: int) -> str:
    return " ".join(record.moves.split()[:count])


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two matches, one that goes on, and a chronicle."""
    folder = tmp_path_factory.mktemp("logs")
    write(folder / "two.kifu", played(2, "cards", rounds="1"))
    [live] = played(1, "live")
    live.moves, live.result, live.winner, live.end = first_moves(live, 8), None, None, "*"
    write(folder / "live.kifu", [live])
    (folder / "chronicle.kifu").write_text(CHRONICLE, "utf-8")
    return folder


def site(logs: Path, out: Path, *more: object) -> str:
    result = kifu("site", logs, "-o", out, "--jobs", 1, "--base-url", BASE, *more)
    assert (result.exit_code, result.stdout) == (0, ""), result.stderr
    return result.stderr


@pytest.fixture(scope="module")
def shelf(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of them with images."""
    out = tmp_path_factory.mktemp("shelf") / "out"
    site(logs, out)
    return out


@pytest.fixture
def made(shelf: Path, tmp_path: Path) -> Path:
    """That site as a test's own."""
    return shutil.copytree(shelf, tmp_path / "out")


def metas(page: Path) -> dict[str, str]:
    return Parsed(page.read_text("utf-8")).metas


def test_every_match_gets_an_image_that_its_page_names(shelf: Path) -> None:
    pages = sorted((shelf / "matches").glob("*/*.html"))
    assert len(pages) == 4
    with_image = [page for page in pages if "og:image" in metas(page)]
    assert len(with_image) == 3
    for page in with_image:
        meta = metas(page)
        assert meta["og:image"] == f"{BASE}matches/{page.stem[:2]}/{page.stem}.png"
        image = (shelf / urlsplit(meta["og:image"]).path.removeprefix("/kifu/")).read_bytes()
        size = struct.unpack(">II", image[16:24])
        assert size == (1200, 630) == (int(meta["og:image:width"]), int(meta["og:image:height"]))
        assert meta["twitter:card"] == "summary_large_image"
        assert meta["og:title"].startswith('千恵"><b>')
        assert meta["og:image:alt"].startswith(meta["og:title"])
    assert "og:image" not in metas(shelf / "index.html")


@pytest.mark.campaign
def test_what_did_not_change_stays(logs: Path, made: Path) -> None:
    def files() -> dict[str, int]:
        return {str(path): path.stat().st_ino for path in made.rglob("*") if path.is_file()}

    with_images = files()
    assert "1 made and 3 unchanged; 0 files written" in site(logs, made)
    assert files() == with_images
    site(logs, made, "--no-previews")
    assert {*files()} == {path for path in with_images if not path.endswith(".png")}
    assert "4 made and 0 unchanged" in site(logs, made)
    assert {*files()} == {*with_images}


def test_a_tag_that_names_no_ply_is_passed_over() -> None:
    [record] = played(1, "odd", rounds="1")
    expected = early_ply(timeline(replay(record)))
    record.tags = [("From", "here")]
    assert early_ply(timeline(replay(record))) == expected


def test_images_need_an_address_and_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logs = write(tmp_path / "one.kifu", played(1, "bare", rounds="1"))
    assert kifu("site", logs, "-o", tmp_path / "bare", "--jobs", 1).exit_code == 0
    assert not list((tmp_path / "bare").rglob("*.png"))
    for page in (tmp_path / "bare").rglob("*.html"):
        meta = metas(page)
        assert meta["twitter:card"] == "summary" and meta["og:title"] and meta["og:description"]
        assert not {"og:image", "og:url"} & {*meta}
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    said = site(logs, tmp_path / "out")
    assert "no preview images: they need the package resvg-py, pip install 'kifu[cards]'" in said
    assert not list((tmp_path / "out").rglob("*.png"))
    assert all("og:image" not in metas(page) for page in (tmp_path / "out").rglob("*.html"))


@pytest.mark.campaign
def test_the_images_have_the_colours_of_the_theme(tmp_path: Path) -> None:
    logs = write(tmp_path / "one.kifu", played(1, "cards", rounds="1"))
    theme = tmp_path / "theme.css"
    theme.write_text(":root { --felt: light-dark(#400040, #000); --ink: teal; --own: teal }")
    site(logs, tmp_path / "plain")
    said = site(logs, tmp_path / "themed", "--theme", theme)
    assert "instead of the theme's '--ink: teal'" in said
    assert "--own" not in said
    (plain,) = (tmp_path / "plain" / "matches").glob("*/*.png")
    (card,) = (tmp_path / "themed" / "matches").glob("*/*.png")
    assert card.name == plain.name and card.read_bytes() != plain.read_bytes()
    theme.write_text(":root { --felt: light-dark(#400041, #000) }")
    before = card.read_bytes()
    assert "instead of the theme's" not in site(logs, tmp_path / "themed", "--theme", theme)
    assert card.read_bytes() != before
