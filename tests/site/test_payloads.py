"""The 42 payloads in all that is made of a record: wherever one gets to, it is text and no more."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import duckdb
import pytest
from click.testing import CliRunner
from markupsafe import escape
from msgspec.structs import replace
from playwright.sync_api import expect
from tests.parsed import Parsed
from tests.payloads import BEYOND, PAYLOADS
from tests.replay.fake_engine import judged

from kifu import cli
from kifu.notation.errors import UsageError
from kifu.notation.files import loads
from kifu.notation.log import encode_json
from kifu.notation.record import Note, Record
from kifu.replay.anonymise import PSEUDONYM
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.timeline import timeline
from kifu.site.commands.shared_options import vetted_base_url
from kifu.site.look.raster import png
from kifu.site.look.text import shown
from kifu.site.page.preview import short
from kifu.site.picture.moment import picture, story
from kifu.site.website import parts, situations
from kifu.site.website.build import build
from kifu.site.website.consent import Consent
from kifu.site.website.names import slug
from kifu.site.website.parts import words_in
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import Open
from .test_picture import SVG, TAGS

BASE = "https://example.org/kifu/"
TITLE = " ".join(PAYLOADS)
#: Elements that no page and no image of ours has.
FOREIGN = {
    "image",
    "base",
    "iframe",
    "object",
    "embed",
    "foreignobject",
    "foreignObject",
    "animate",
}
#: The images that lists have: pictures of matches, whatever is in these.
THUMB = re.compile(
    r'<img class="thumb" src="(?:\.\./)?matches/[0-9a-f/]+\.svg" width="340" height="164" alt="">'
)
#: Players whose pages are looked at in a browser.
NAMED = ["<script>alert(1)</script>", "</style><style>*{display:none}", "\u202egnirts\u2066"]
TABLES = ("matches", "seats", "moves", "decisions", "records")


def records() -> list[Record]:
    """Matches of ten seats in which all payloads are players, tags and comments; the first is
    analysed. The last is a chronicle.
    """
    found = []
    played = simulate(game("nimmt"), 5, seats=10, seed="p", options={"rounds": "1"},
                      players=["greedy"])  # fmt: skip
    for number, record in enumerate(played):
        turned = [*PAYLOADS[10 * number :], *PAYLOADS][: len(PAYLOADS)]
        facts = ("Event", "Site", "Round", "Annotator", "Termination")
        tags = [*zip(facts, turned[10:], strict=False), ("Date", f"2026-01-0{number + 1}")]
        tags += [(f"X{place}", text) for place, text in enumerate(turned)]
        notes = [Note(at, text=f"{text} [%by {text}]") for at, text in enumerate(turned, 1)]
        record = replace(record, seats=turned[:10], tags=tags, notes=notes)
        found.append(record if number else write(replay(record), judged(record)))
    notes = [Note(1, text=text) for text in PAYLOADS]
    tags = [("Event", PAYLOADS[0])]
    return [*found, Record(game="chronicle", rules=0, seats=PAYLOADS[:4], tags=tags, notes=notes,
                           moves="e e", end="=")]  # fmt: skip


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    folder = tmp_path_factory.mktemp("payloads")
    lines = [encode_json(record) + b"\n" for record in records()]
    (folder / "a.jsonl").write_bytes(b"".join(lines))
    archive = Archive(folder / "games.duckdb")
    report = archive.index(folder / "a.jsonl", situations=True, moves=True)
    assert (report.new, report.quarantined) == (6, 0)
    return archive


@pytest.fixture(scope="module")
def site(archive: Archive) -> Path:
    """A site with all that a site can have; its index is in parts."""
    out = Path(archive.path).parent / "site"
    settings = Settings(title=TITLE, base_url=BASE, previews=True, consent=Consent(tuple(PAYLOADS)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(situations, "LEAST", 1)
        patch.setattr(parts, "SIZE", 4)
        said: list[str] = []
        build([archive.path], str(out), settings, say=said.append)
    assert said == []
    return out


def is_inert(image: str) -> ElementTree.Element:
    """The root of an image that loads and runs nothing."""
    root = ElementTree.fromstring(image)
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {*TAGS, "style"}
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on") and name != "style"
            assert not name.endswith("href") or value.startswith("#")
    return root


@pytest.mark.campaign
def test_pages_have_no_element_attribute_or_address_of_a_payload(site: Path) -> None:
    previews: dict[str, str] = {}
    for path in site.rglob("*.html"):
        text = path.read_text("utf-8")
        page = Parsed(text)
        assert not {*page.elements} & FOREIGN, path
        assert [*page.elements].count("img") == len(THUMB.findall(text)), path
        assert not {name for name in page.attributes if name.startswith("on")}, path
        for link in page.links:
            address = urlsplit(link)
            target = path.parent / address.path
            if link.startswith(BASE):
                target = site / link.removeprefix(BASE)
            else:
                assert not address.scheme and not address.netloc, link
            assert not address.path or target.is_file(), link
        assert page.metas["og:site_name"] == TITLE.replace("\r", "")
        assert page.metas["og:url"] == BASE + path.relative_to(site).as_posix()
        previews[path.relative_to(site).as_posix()] = page.metas["og:title"]
    for text in PAYLOADS:
        assert previews[f"players/{slug(text)}.html"] == short(text, 90)
    for path in site.glob("matches/*/*.json"):
        twin = json.loads(path.read_bytes())
        heading = " – ".join(seat["name"] for seat in twin["seats"])
        assert previews[twin["page"]] == short(heading, 90)
        if twin["game"] != "chronicle":
            assert path.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
            is_inert(path.with_suffix(".svg").read_text("utf-8"))


@pytest.mark.campaign
def test_data_beside_pages_have_each_payload_and_no_markup(site: Path) -> None:
    held: dict[str, Any] = {}
    for path in [*site.glob("index/*.js"), *site.glob("situations/*.js")]:
        script = path.read_bytes()
        assert b"<" not in script
        name, held[path.stem] = json.loads(b"[%s]" % script.removeprefix(b"kifuShard(")[:-3])
        assert name == path.stem
    rows = "".join([*held["rows-0"], *held["rows-1"]])
    assert all(escape(text) in rows for text in PAYLOADS) and held["nimmt"]["found"]
    words = {word for name, found in held.items() if name[:5] == "words" for word, _ in found}
    assert {word for text in PAYLOADS for word in words_in(text)} <= words
    twins = {path: path.read_bytes() for path in site.rglob("*.json")}
    assert not [path for path, data in twins.items() if b"<" in data]
    persons = [json.loads(twins[path])["player"] for path in site.glob("players/*.json")]
    assert sorted(persons) == sorted(PAYLOADS)
    for name in ("feed", "sitemap"):
        ElementTree.parse(site / f"{name}.xml")


@pytest.mark.campaign
@pytest.mark.parametrize("every", [5, 1], ids=["some", "all"])
def test_pages_of_each_kind_show_payloads_as_text(every: int, site: Path, visit: Open) -> None:
    twins = {path: json.loads(path.read_bytes()) for path in site.glob("matches/*/*.json")}
    played = {twin["game"]: path.with_suffix(".html") for path, twin in twins.items()}
    paths = [*site.glob("*.html"), *played.values(), *sorted(site.glob("events/*.html"))[:1]]
    paths += [site / "games/nimmt.html", *(site / f"players/{slug(text)}.html" for text in NAMED)]
    page = visit(site / "index.html")
    for path in sorted(paths)[::every]:
        page.goto(path.as_uri())
        page.wait_for_selector("body[data-ready]")
        names = page.evaluate("() => [...document.querySelectorAll('*')].map((e) => e.localName)")
        assert not {*names} & FOREIGN and page.locator("img:not(.thumb)").count() == 0
        links = page.evaluate("() => [...document.links].map((link) => link.protocol)")
        assert {*links} <= {"file:", "https:"}
        if path.parent.name == "players":
            assert path.stem == slug(str(page.locator("h1").text_content()))
    page.goto((site / "index.html").as_uri())
    front = page.evaluate(
        "() => [...document.querySelectorAll('#front *')].map((e) => e.localName)"
    )
    assert front and not {*front} & {*FOREIGN, "script", "style"}
    page.goto((site / "index.html").as_uri() + "#q=__proto__")
    expect(page.locator("#found")).to_have_text("1 of 6")


def test_pictures_hold_payloads_as_text() -> None:
    *matches, _ = records()
    for record in [*matches, replace(matches[0], seats=[BEYOND, *matches[0].seats[1:]])]:
        line = timeline(replay(record))
        for image in (story(line), picture(line, 12, language="ja", theme="dark")):
            assert str(is_inert(image)[0].text).endswith(" – ".join(map(shown, record.seats)))
    names = [shown(name) for name in matches[2].seats]
    moment = ElementTree.fromstring(picture(timeline(replay(matches[2])), 0))
    said = ["".join(each.itertext()) for each in moment.iter() if each.tag.endswith("}text")]
    assert all(any(name in text for text in said) for name in names)
    assert png(story(timeline(replay(matches[2])))).startswith(b"\x89PNG")


def test_data_sets_hold_payloads_as_values(archive: Archive, tmp_path: Path) -> None:
    done = archive.export(tmp_path / "set", licence="MIT")
    assert (done.written, done.lost) == (6, [])
    with duckdb.connect() as connection:
        of = f"FROM '{tmp_path}/set/seats/*.parquet'"
        found = connection.execute(f"SELECT DISTINCT player {of}").fetchall()
        of = f"FROM '{tmp_path}/set/records/*.parquet'"
        logs = connection.execute(f"SELECT log {of}").fetchall()
    players = {player for (player,) in found}
    seated = {seat for (log,) in logs for seat in loads(log.encode()).seats}
    assert seated == players and len(players) == len(PAYLOADS)
    assert all(PSEUDONYM.fullmatch(one) for one in players)
    card = (tmp_path / "set/README.md").read_text("utf-8")
    assert card.count("\n---\n") == 1 and "\nlicense: mit\n" in card
    assert not any(text in card for text in PAYLOADS)


def test_settings_of_payloads_are_harmless_or_refused_in_a_sentence(
    archive: Archive, tmp_path: Path
) -> None:
    for text in PAYLOADS:
        for given in (text, f"https://a.example/{text}"):
            try:
                assert urlsplit(vetted_base_url(given)).netloc in ("a.example", "evil.example")
            except UsageError as error:
                assert str(error).isprintable()
    names = [word for text in PAYLOADS for word in ("--judgements-of", f"{text}?")]
    theme = tmp_path / "theme.css"
    theme.write_text("\n".join(text for text in PAYLOADS if "<" not in text), "utf-8")
    out = tmp_path / "out"
    asked = ["site", archive.path, "-o", str(out), "--jobs", "1", "--game", "chronicle"]
    result = CliRunner().invoke(cli.main, [*asked, "--theme", str(theme), *names])
    said = result.stderr.splitlines()
    assert result.exit_code == 0 and len(said) == len(PAYLOADS) + 1
    assert all(line.isprintable() for line in said)
    for path in out.rglob("*.html"):
        assert not {*Parsed(path.read_text("utf-8")).elements} & FOREIGN
    before = sorted(out.rglob("*"))
    theme.write_text("\n".join(PAYLOADS), "utf-8")
    result = CliRunner().invoke(cli.main, [*asked, "--theme", str(theme)])
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert sorted(out.rglob("*")) == before
