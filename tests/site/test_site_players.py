"""What an engine says of a player's moves: published for those alone who are named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from playwright.sync_api import expect
from tests.payloads import MARKUP
from tests.replay.fake_engine import judged

from kifu import cli
from kifu.notation import dumps
from kifu.notation.record import Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.names import slug
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import Open, expect_ply

NAMES = ["Aki", "Ben", "千恵", "Dora", "Player 1", MARKUP[5]]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Analysed matches of six players, one of whom is erased, and one anonymised."""
    folder = tmp_path_factory.mktemp("players")
    texts: list[str] = []
    for number, record in enumerate(analysed()):
        record.seats = [NAMES[number], NAMES[(number + 1) % 6]]
        record.tags = [*record.tags, ("Date", f"2026-{1 + number:02}-05")]
        texts.append(dumps(record))
    (folder / "a.kifu").write_text("\n".join(texts), "utf-8")
    archive = Archive(folder / "games.duckdb")
    archive.index(folder / "a.kifu", situations=True)
    archive.erase("Dora")
    return archive


def analysed() -> list[Record]:
    played = simulate(game("nimmt"), 6, seats=2, seed="judged", options={"rounds": "1"})
    return [write(replay(record), judged(record, str(n))) for n, record in enumerate(played)]


def made(archive: Archive, out: Path, consent: Consent) -> tuple[Path, list[str]]:
    said: list[str] = []
    build([archive.path], str(out), Settings(title="Club", consent=consent), say=said.append)
    return out, said


@pytest.fixture(scope="module")
def everyone(archive: Archive, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sites") / "everyone"
    site, said = made(archive, out, Consent(everyone=True))
    assert said == []
    return site


def published(site: Path) -> set[str]:
    """The players of whom any page but that of a match says what an engine thinks."""
    found: set[str] = set()
    for path in site.glob("players/*.json"):
        twin: dict[str, Any] = msgspec.json.decode(path.read_bytes())
        parts = [bool(twin[name]) for name in ("strengths", "mistakes")]
        html = path.with_suffix(".html").read_text("utf-8")
        assert len({*parts}) == 1
        for element in ('id="mistakes"', "judged by"):
            assert (element in html) == parts[0], element
        found |= {twin["player"]} if parts[0] else set()
    [game_page] = site.glob("games/*.json")
    best = msgspec.json.decode(game_page.read_bytes())["best"]
    assert {row["player"] for row in best if row["strength"]} == found
    return found


def test_nothing_is_published_of_anyone_unless_it_is_asked_for(
    archive: Archive, tmp_path: Path
) -> None:
    site, said = made(archive, tmp_path / "site", Consent(("Ａki", "千恵")))
    assert published(site) == {"Aki", "千恵"} and said == []
    before = {path.name: path.stat().st_mtime_ns for path in site.glob("matches/*/*.html")}
    made(archive, site, Consent())
    assert published(site) == set()
    assert {path.name: path.stat().st_mtime_ns for path in site.glob("matches/*/*.html")} == before


def test_the_erased_and_the_anonymised_have_none_and_strangers_are_named(
    archive: Archive, everyone: Path, tmp_path: Path
) -> None:
    assert published(everyone) == {"Aki", "Ben", "千恵", MARKUP[5]}
    [erased] = {row["person"] for row in archive.query("FROM players")} - {*NAMES}
    site = tmp_path / "site"
    names = (erased, "Player 1", "Dora", "Akki", "nobody\x1b[2J\n", "Ben")
    options = [word for name in names for word in ("--judgements-of", name)]
    words = ["site", archive.path, "-o", str(site), "--strict", "--jobs", "1", *options]
    result = CliRunner().invoke(cli.main, words)
    assert result.exit_code == 1 and published(site) == {"Ben"}
    hint, *said = result.stderr.splitlines()
    assert hint.startswith("comments, tags and names of events may still contain the names of")
    none = "erased and anonymised players have none"
    assert said[:2] == [f"no judgements of {name}: {none}" for name in (erased, "Player 1")]
    assert said[2].startswith("no judgements of Dora: the archive has no player Dora")
    assert said[3] == "no judgements of Akki: the archive has no player Akki; did you mean Aki?"
    assert len(said) == 6 and "\x1b" not in result.stderr


def pairs(address: str) -> dict[str, str]:
    fragment = address.partition("#")[2]
    return {name: value for name, _, value in (pair.partition("=") for pair in fragment.split("&"))}


def test_links_lead_to_the_moment(everyone: Path, visit: Open) -> None:
    page = visit(everyone / "players" / f"{slug(MARKUP[5])}.html")
    table = page.locator("#mistakes .kinds > div")
    assert table.count() > 1
    kinds = {words.en for words in game("nimmt").archive.classes.values()}
    assert {*table.locator("dt").all_inner_texts()} <= kinds
    link = page.locator("#mistakes .moments a").first
    mark = link.inner_text().split("\u00a0")[0]
    place = pairs(str(link.get_attribute("href")))
    link.click()
    page.wait_for_selector("body[data-ready]")
    expect_ply(page, int(place["ply"]))
    expect(page.locator("#table")).to_have_attribute("data-viewer", place["seat"])
    shown = page.locator(f'.move[data-ply="{place["ply"]}"] .glyph').first.inner_text()
    assert shown.split()[0] == mark
