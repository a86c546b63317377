"""The pages of a site in a real browser: nothing is asked for, nothing overflows, search finds."""

from __future__ import annotations

from pathlib import Path
from unicodedata import category
from urllib.parse import urlsplit
from xml.etree import ElementTree

import msgspec
import pytest
from playwright.sync_api import expect
from tests.parsed import Parsed
from tests.payloads import MARKUP, SIGNS

from kifu.notation import dumps, loads, read
from kifu.notation.record import Note, Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.site.website.build import build
from kifu.site.website.parts import folded
from kifu.site.website.settings import Settings
from kifu.store import Archive
from kifu.store.identity import record_id

from .conftest import Open, page_text, play
from .matches import CHRONICLE, some
from .modules import called

EXAMPLES = Path(__file__).parents[2] / "examples"
HOSTILE = [*MARKUP[:2], *SIGNS[2:8]]


def hostile() -> Record:
    """A match in which everything that a record may name is an attack."""
    record = play("nimmt", 8, "hostile", rounds="1")
    record.seats = HOSTILE
    record.tags = [("Event", HOSTILE[0]), ("Site", HOSTILE[1]), ("Date", MARKUP[11])]
    record.notes = [Note(at=1, text=f"{text} [%by {HOSTILE[1]}]") for text in HOSTILE]
    return record


def going_on() -> Record:
    """A match that is still being played, with a note that gives a card away."""
    record = play("nimmt", 3, "live")
    record.seats = ["Aki", "Ben", "千恵"]
    record.tags = [("Event", "Live table"), ("Date", "2026-11-30")]
    record.moves = " ".join(record.moves.split()[:6])
    record.notes = [Note(at=1, text="Aki holds the giveaway")]
    record.result = record.winner = None
    record.end = "*"
    return record


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches of every game, an attack, a chronicle, and one that is still being played."""
    folder = tmp_path_factory.mktemp("sources")
    for path in EXAMPLES.glob("*-annotated.kifu"):
        (folder / path.name).write_bytes(path.read_bytes())
    many = list(simulate(game("nimmt"), 24, seats=2, seed="many", options={"rounds": "1"}))
    many += [Record(game="chronicle", rules=0, moves="1:e 2:e", end="=") for _ in range(46)]
    for number, record in enumerate(many):
        record.seats = ["Aki", "Ben"]
        date = f"2024-{1 + number % 12:02}-05"
        record.tags = [("Event", "League"), ("Round", str(number)), ("Date", date)]
    (folder / "many.kifu").write_text("\n".join(map(dumps, many)), "utf-8")
    (folder / "hostile.kifu").write_text(dumps(hostile()), "utf-8")
    (folder / "live.kifu").write_text(dumps(going_on()), "utf-8")
    (folder / "chronicle.kifu").write_text(CHRONICLE, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sites") / "a site #1"
    said: list[str] = []
    settings = Settings(title="棋 <club>", base_url="https://a.b/c/")
    build([str(sources)], str(folder), settings, say=said.append)
    assert said == []
    return folder


def match_page(site: Path, event: str) -> Path:
    """The page of the first match of an event."""
    listed = msgspec.json.decode((site / "index/rows-0.json").read_bytes())["matches"]
    return site / str(next(match["page"] for match in listed if match["event"] == event))


def test_every_link_leads_to_a_file_of_the_site(site: Path) -> None:
    beyond = 0
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        beyond += 'class="beyond"' in text
        for link in Parsed(text).links:
            if not link or link.startswith("#"):
                continue
            if link.startswith("https://a.b/c/"):
                target = site / link.removeprefix("https://a.b/c/")
            else:
                parts = urlsplit(link)
                assert not parts.scheme and not parts.netloc, link
                target = page.parent / parts.path
            assert target.is_file(), f"{page.name}: {link}"
    assert beyond


def test_search_finds_names_events_and_places(site: Path, visit: Open) -> None:
    page = visit(site / "index.html")
    rows = page.locator(".match")
    expect(page.locator("#found")).to_have_text("78 of 78")
    assert rows.count() == 60
    page.click("#more")
    expect(rows).to_have_count(78)
    assert page.locator("#more").is_hidden()
    for text, number in (("千恵 friday", 2), ("LEAGUE", 70), ("2024-03", 6), ("\uff2crea", 0)):
        page.fill("[name=q]", text)
        expect(rows, text).to_have_count(min(number, 60))
    expect(page.locator("#found")).to_have_text("No match is like that.")
    page.fill("[name=q]", "\uff2ceague 2024-03")
    expect(rows).to_have_count(6)
    assert page.locator("#front").is_hidden()


@pytest.mark.parametrize("every", [97, pytest.param(1, marks=pytest.mark.campaign)])
def test_the_script_folds_every_character_as_python_does(every: int) -> None:
    signs = [chr(code) for code in range(0x110000) if category(chr(code)) not in ("Cn", "Cs")]
    texts = [
        *signs[::every],
        "ELODIE \u00c9lodie",
        "エロディ \uff74\uff9b\uff83\uff9e\uff68",
        "\u039f\u0394\u039f\u03a3",
        "a\uff9e\u0301\u3099",
    ]
    found = called("search", "folded", [[text] for text in texts])
    assert found == [folded(text) for text in texts]
    assert (
        len({folded(text) for text in ("エロディ", "えろでぃ", "\uff74\uff9b\uff83\uff9e\uff68")})
        == 1
    )
    assert folded("\uff25LODIE") == folded("\u00e9lodie") != folded("e lodie")
    assert folded("か") != folded("が")


def test_filters_hold_together_and_are_in_the_address(site: Path, visit: Open) -> None:
    page = visit(site / "index.html")
    rows = page.locator(".match")
    page.check("[name=notes]")
    expect(rows).to_have_count(7)
    page.select_option("[name=game]", "magimiles")
    expect(rows).to_have_count(1)
    page.select_option("[name=seats]", "2")
    expect(rows).to_have_count(0)
    assert page.evaluate("location.hash") == "#game=magimiles&seats=2&notes=1"
    other = visit(site / "index.html", "#game=nimmt&year=2024&seats=2")
    assert other.locator("#found").inner_text() == "24 of 78"
    hostile = visit(site / "index.html", "#game=%3Cb%3E&year=x&q=%22%3E%3Cimg%20src=x%3E&no=1")
    assert hostile.locator("#found").inner_text() == "No match is like that."
    assert hostile.locator("[name=game]").input_value() == ""


def test_without_script_the_newest_are_listed(site: Path, visit: Open) -> None:
    page = visit(site / "index.html", java_script_enabled=False)
    assert page.locator(".match").count() == 40
    assert page.locator("noscript p").is_visible() and page.locator("#filters").is_hidden()


def test_a_match_that_goes_on_shows_what_spectators_see(site: Path, visit: Open) -> None:
    path = match_page(site, "Live table")
    record = going_on()
    text = path.read_text("utf-8")
    whole = page_text(text) + text
    assert record.seed and record.seed not in whole and "giveaway" not in whole
    assert not list(path.parent.glob(f"{path.stem}.kifu"))
    page = visit(path)
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".hand .card:not(.back)").count() == 0
    assert page.locator(".site-aside").get_by_text("still being played").is_visible()
    twin = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    assert twin["playing"] and twin["log"] is None and twin["record"] is None
    assert {seat["score"] for seat in twin["seats"]} == {None}
    for other in site.rglob("*"):
        if other.is_file():
            data = other.read_bytes()
            for secret in ("giveaway", record.seed, record_id(record)):
                assert secret.encode() not in data
    assert f'"{path.stem}":["",' in (site / ".kifu-site").read_text("utf-8")
    # And it has no control that it does not need.
    for lacking in ("#podium", "#viewer", "#ask", "#speed [value=clock]"):
        assert page.locator(lacking).count() == 0, lacking
    page.keyboard.press("q")
    expect(page.locator("#quiz")).to_be_hidden()
    page.click("#help")
    assert page.locator("#keys[open] dt").count() > 5


def test_a_chronicle_is_in_the_frame_of_the_site(site: Path, visit: Open) -> None:
    page = visit(match_page(site, "Bridge night"))
    assert page.locator(".said").first.inner_text() == "builds a <b>bridge</b>"
    assert page.locator(".site-bar .home").is_visible()


@pytest.mark.parametrize("name", some([*BUILT_IN], [*BUILT_IN], "nimmt"))
def test_a_replay_is_in_the_frame_of_the_site(name: str, site: Path, visit: Open) -> None:
    listed = msgspec.json.decode((site / "index/rows-0.json").read_bytes())["matches"]
    path = site / next(each["page"] for each in listed if each["game"] == name and each["remarks"])
    page = visit(path, "#ply=3")
    page.wait_for_selector("body[data-ready]")
    assert page.locator("#table").get_attribute("data-ply") == "3"
    assert page.locator(".site-bar .home").inner_text().endswith("棋 <club>")
    [reading] = read(path.with_suffix(".kifu"))
    assert reading.record is not None and reading.record.game == name
    page.locator(".site-aside summary").click()
    frame = page.locator(".site-aside textarea").input_value()
    address = f"matches/{path.parent.name}/{path.name}"
    assert frame.startswith(f'<iframe src="https://a.b/c/{address}#embed" title="')
    page.click(".site-bar .home")
    assert page.url.endswith("/index.html")


def test_on_a_phone_the_links_of_a_site_lie_on_the_match(site: Path, visit: Open) -> None:
    page = visit(match_page(site, "Live table"), "#ply=3", viewport=(390, 844))
    felt = page.locator(".felt").bounding_box()
    page.click("#more")
    assert page.locator(".tools").get_by_text("Players").is_visible()
    assert page.locator(".felt").bounding_box() == felt


#: Where the controls of a page are and what each is called, in their order.
CONTROLS = """() => [...document.querySelectorAll("header, #notation, main + nav, dialog, #toast")]
    .flatMap((part) => [part, ...part.querySelectorAll("[id], [data-do], [data-t], option")])
    .map((each) => [each.localName, each.id, each.parentElement.localName, each.hidden,
        each.getAttribute("aria-label"), each.getAttribute("data-do"), each.value,
        each.matches(":is([data-t], button)") && each.textContent])"""


@pytest.mark.parametrize(
    "event", some(["Friday table", "Saturday table"], ["Friday", "Saturday"], "Friday")
)
def test_the_shared_script_gives_a_page_the_controls_of_its_match(
    event: str, site: Path, visit: Open, open_page: Open
) -> None:
    path = match_page(site, event)
    text = path.read_text("utf-8")
    for shared in ('id="sharing"', 'id="transport"', 'id="annotate"', 'id="viewer"', 'id="i-'):
        assert shared not in text, shared
    page = visit(path, "#ply=1")
    page.wait_for_selector("body[data-ready]")
    alone = open_page(loads(path.with_suffix(".kifu").read_text("utf-8")), "#ply=1")
    found = page.evaluate(CONTROLS)
    assert found == alone.evaluate(CONTROLS)
    assert len(found) > 100
    ids = page.locator("[id]").evaluate_all("found => found.map((each) => each.id)")
    assert len(ids) == len({*ids})
    icons = page.locator('use[href^="#i-"]').evaluate_all(
        "found => found.map((use) => document.querySelector(use.getAttribute('href')) !== null)"
    )
    assert icons and all(icons)
    assert "<symbol" not in text and page.locator(".card:not(.back) svg path").count() > 0


def test_the_head_of_a_match_tells_who_and_where_but_not_who_won(site: Path) -> None:
    text = match_page(site, "Friday table").read_text("utf-8")
    head = text[: text.index("</head>")]
    assert 'property="og:url" content="https://a.b/c/matches/' in head
    assert 'property="og:title" content="Aki – Ben – 千恵' in head
    assert "winner" not in head and 'rel="canonical"' in head


def test_a_player_has_results_ratings_and_opponents(sources: Path, site: Path, visit: Open,
                                                    tmp_path: Path) -> None:  # fmt: skip
    archive = Archive(tmp_path / "games.duckdb")
    archive.index([sources])
    [rated] = [row for row in archive.stats("ratings", players=["Aki"]) if row["game"] == "nimmt"]
    [path] = (site / "players").glob("aki-*.html")
    page = visit(path)
    caption = page.locator("figcaption").filter(has_text="6 nimmt!").inner_text()
    own, low, high = (f"{rated[name]:.0f}" for name in ("rating", "rating_low", "rating_high"))
    assert caption == f"6 nimmt!: {own} ({low} – {high}) · Rank {rated['rank']}"
    chart = page.locator("figure").filter(has_text="6 nimmt!").locator("svg polyline.line")
    path_of = archive.stats("history", players=["Aki"], by="game")
    months = [row["month"] for row in path_of if row["game"] == "nimmt"]
    assert len(str(chart.get_attribute("points")).split()) == len(months) > 1
    assert page.get_by_role("link", name="Ben", exact=True).count() > 0
    twin = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    assert twin["ratings"]["nimmt"]["rank"] == rated["rank"]


def test_the_feed_and_the_sitemap_are_xml_of_dated_matches(site: Path) -> None:
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.parse(site / "feed.xml").getroot()
    entries = feed.findall(f"{atom}entry")
    assert len(entries) == 50
    dates = [entry.findtext(f"{atom}updated") for entry in entries]
    assert dates == sorted(dates, key=str, reverse=True)
    assert feed.findtext(f"{atom}updated") == "2026-11-21T00:00:00Z"
    places = {str(link.get("href")) for link in feed.iter(f"{atom}link")}
    assert all(place.startswith("https://a.b/c/") for place in places)
    sitemap = ElementTree.parse(site / "sitemap.xml").getroot()
    listed = {str(place.text).removeprefix("https://a.b/c/") for place in sitemap.iter()
              if place.tag.endswith("loc")}  # fmt: skip
    assert listed == {str(path.relative_to(site)) for path in site.rglob("*.html")}
