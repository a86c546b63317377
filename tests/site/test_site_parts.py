"""The parts of a site that need no browser: names, words, charts, the feed; and what an engine says
of a player, which is published for those alone who are named.
"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.payloads import MARKUP
from tests.replay.fake_engine import judged

from kifu import cli
from kifu.notation import dumps, loads
from kifu.notation.record import Note, Record
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.look.charts import Dated
from kifu.site.texts import site_words
from kifu.site.website import feed as feeds
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.feed import feed, sitemaps
from kifu.site.website.figures import Figures, standings
from kifu.site.website.folder import PATH
from kifu.site.website.lists import Lists
from kifu.site.website.matches import Chair, ListedMatch, matches
from kifu.site.website.names import match_names, slug
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import Open, expect_ply

SETTINGS = Settings(title="Club")


def match(
    identity: str = "0" * 32, chairs: list[Chair] | None = None, **facts: object
) -> ListedMatch:
    known: dict[str, object] = {
        "id": identity, "record": "1" * 32, "game": "nimmt", "rules": 1, "options": "",
        "chairs": chairs or [], "date": "2026-11-20", "day": "2026-11-20", "event": None,
        "site": None, "round": None, "termination": None, "finished": True, "playing": False,
        "rounds": 1, "turns": 10, "plies": 30, "remarks": 0, "annotators": [], "excerpt": None,
    }  # fmt: skip
    return ListedMatch(**(known | facts))  # type: ignore[arg-type]


def chair(
    name: str, place: int | None, won: bool | None = None, share: float | None = None
) -> Chair:
    return Chair(name, name, 0, place, won, share)


@pytest.mark.parametrize(
    "name", ["", "..", "/", "a/b", "CON", "\0", "\ud800", "x" * 999, "İ", "\u202e", "index", " "]
)
def test_every_name_makes_a_path_of_the_site(name: str) -> None:
    path = f"players/{slug(name)}.html"
    assert PATH.fullmatch(path)
    assert len(path) < 80
    assert slug(name) == slug(name) != slug(name + "x")
    # On a disk that ignores case, too.
    assert name == name.swapcase() or slug(name) != slug(name.swapcase())


def test_matches_whose_ids_begin_alike_keep_all_their_digits() -> None:
    ids = ["a" * 32, "a" * 16 + "b" * 16, "c" * 32]
    assert match_names(ids) == {ids[0]: ids[0], ids[1]: ids[1], ids[2]: "c" * 16}


def test_an_event_is_ranked_by_mean_place_then_wins_then_name() -> None:
    shared, lost = [chair(name, 1, True, 0.5) for name in ("Ben", "Aki")], chair("Chie", 3, False)
    first = match(chairs=[*shared, lost])
    level = [chair(name, 2, False, 0.0) for name in ("Ben", "Aki")]
    second = match(chairs=[*level, chair("Dai", 1, True, 1.0)])
    rows = standings([first, second, match(chairs=[chair("Chie", None), chair("Eri", None)])])
    assert [row["player"] for row in rows] == ["Dai", "Aki", "Ben", "Chie"]
    assert rows[1] == {"player": "Aki", "matches": 2, "wins": 0.5, "mean_place": 1.5}


def test_the_feed_is_xml_whatever_names_hold() -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    hostile = match(chairs=[chair("<b>\x07\ud800]]>\ufffe", 1)], annotators=["&\x00"])
    settings = Settings(title='"<\x1b>', base_url="https://a.b/?&")
    root = ElementTree.fromstring(feed(settings, [("m1", hostile)]))
    assert root.findtext(f"{atom}title") == '"<\ufffd>'
    assert str(root.findtext(f"{atom}entry/{atom}title")).startswith("<b>\ufffd\ufffd]]>\ufffd")
    assert root.findtext(f"{atom}entry/{atom}author/{atom}name") == "&\ufffd"


def test_a_feed_of_nothing_and_one_that_knows_no_place_are_feeds() -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    for newest in ([], [("m1", match())]):
        root = ElementTree.fromstring(feed(SETTINGS, newest))
        assert str(root.findtext(f"{atom}id")).startswith("urn:uuid:")
        assert len(root.findall(f"{atom}entry")) == len(newest)


@pytest.mark.parametrize(
    ("headline", "differ", "unit", "gained"),
    [
        ("strength", False, "points", "+0.12 (-0.00 – +0.26)"),
        ("rating", False, "win share", "+12.34 (-0.10 – +25.70)"),
        ("rating", True, "points", "+0.12 (-0.00 – +0.26)"),
    ],
)
def test_a_player_s_narrower_rating_comes_first_and_results_where_the_two_differ(
    headline: str, differ: bool, unit: str, gained: str
) -> None:
    rating = {"player": "Aki", "rank": 2, "rating": 1510.2, "rating_low": 1420.2,
              "rating_high": 1600.2, "matches": 12}  # fmt: skip
    strength = {
        "engine": "kifu 3", "rank": 1, "unit": unit, "gain": 0.1234,
        "gain_low": -0.001, "gain_high": 0.257, "strength": 1722.4, "strength_low": 1702.4,
        "strength_high": 1742.4, "headline": headline, "differ": differ,
    }  # fmt: skip
    history = [Dated(1500.0, 99.0, "2026-01"), Dated(1510.2, 90.0, "2026-02")]
    figures = Figures(
        {}, {}, {}, {}, {}, {"nimmt": {"Aki": rating}}, {("nimmt", "Aki"): history},
        {"nimmt": {"Aki": strength}},
    )  # fmt: skip
    one = match(chairs=[chair("Aki", 1), chair("Ben", 2)])
    lists = Lists(SETTINGS, [("0" * 16, one)], figures, lambda path: None)
    page = unescape(lists.player("Aki").html.decode())
    [caption] = re.findall("<figcaption>(.*?)</figcaption>", page, re.S)
    words, leads = site_words("en"), headline == "strength"
    own, other = ("1722", "1510") if leads else ("1510", "1722")
    names = [words["by_decisions"], words["by_results"]][:: 1 if leads else -1]
    assert f"<b>{own}</b>" in caption and names[0] in caption
    assert (other in caption) == (names[1] in caption) == differ
    assert (words["ratings_differ"] in caption) == differ
    name = words["gain_points" if unit == "points" else "gain_share"]
    assert f"{name} {gained}" in caption
    assert re.search(rf'class="chip">[^<]* {own}</span>', lists.players().html.decode())
    table = lists.game("nimmt").html.decode()
    assert "1722 (1702 – 1742)" in table and "1420 – 1600" in table


def test_notes_of_people_are_counted_and_quoted_in_the_language_of_the_site(tmp_path: Path) -> None:
    [alone, noted] = simulate(game("nimmt"), 2, seats=2, seed="notes", options={"rounds": "1"})
    said = [Note(at=1, glyph="?!"), Note(at=1, text="低すぎる。", lang="ja")]
    noted.notes = [
        *said,
        Note(at=2, text="Too low. [%by Dora]", lang="en-GB"),
        Note(at=5, glyph="!"),
    ]
    for number, record in enumerate([alone, noted]):
        analysed = write(replay(record), judged(record, str(number)))
        assert any(note.glyph in ("?", "??") for note in analysed.notes)
        (tmp_path / f"{number}.kifu").write_text(dumps(analysed), "utf-8")
    archive = Archive(tmp_path / "games.duckdb")
    archive.index(sorted(tmp_path.glob("*.kifu")))
    for language, excerpt in (("en", "Too low."), ("ja", "低すぎる。")):
        found = matches(archive.path, language)
        said_by = sorted((each.remarks, each.annotators, each.excerpt) for each in found)
        assert said_by == [(0, (), None), (2, ("Dora",), excerpt)]


def test_a_sitemap_of_many_pages_is_several_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "MAPPED", 2)
    settings = replace(SETTINGS, base_url="https://example.org/")
    made = sitemaps(settings, ["a.html", "b.html", "c.html"])
    assert sorted(made) == ["sitemap-0.xml", "sitemap-1.xml", "sitemap.xml"]
    assert made["sitemap.xml"].count(b"https://example.org/sitemap-") == 2
    assert b"c.html" in made["sitemap-1.xml"] and b"c.html" not in made["sitemap-0.xml"]
    assert list(sitemaps(settings, ["a.html", "b.html"])) == ["sitemap.xml"]
    assert all(PATH.fullmatch(path) for path in made)


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


def test_an_archive_of_logs_of_another_one_has_no_judgement_of_whom_that_erased(
    archive: Archive, tmp_path: Path
) -> None:
    """Nor have the records that its site offers."""
    archive.export(tmp_path / "b.kifu")
    other = Archive(tmp_path / "b.duckdb")
    other.index(tmp_path / "b.kifu", situations=True)
    site, _ = made(other, tmp_path / "site", Consent(everyone=True))
    assert published(site) == {"Aki", "Ben", "千恵", MARKUP[5]}
    said = {
        record.seats[int(seat) - 1]
        for record in map(
            loads, (path.read_text("utf-8") for path in site.glob("matches/*/*.kifu"))
        )
        for seat in re.findall("%judged (.)", str(record.notes))
    }
    assert said == {*NAMES} - {"Dora"}


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
