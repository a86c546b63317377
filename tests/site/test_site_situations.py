"""What the pages of a site say of situations: shards that are loaded when a reader asks."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from kifu.notation import dumps
from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.texts import in_both
from kifu.site.website import situations
from kifu.site.website.build import build
from kifu.site.website.settings import Settings
from kifu.store import Archive

from .conftest import PATIENCE, Open, expect_ply, page_data

MISSING = "What others chose can't be shown: its file is missing or damaged."


def going_on(record: Record) -> Record:
    """The beginning of a match, as if it were still being played."""
    moves = " ".join(record.moves.split()[:9])
    return msgspec.structs.replace(record, moves=moves, end="*", result=None, winner=None)


def made(folder: Path, records: list[Record], name: str) -> Path:
    """A site of an archive of these records, in which three decisions are enough to say something,
    with small shards.
    """
    log = folder / f"{name}.kifu"
    log.write_text("\n".join(map(dumps, records)), "utf-8")
    archive = Archive(folder / f"{name}.duckdb")
    archive.index(log, situations=True)
    out = folder / name
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(situations, "LEAST", 3)
        patch.setattr(situations, "SIZE", 8)
        build([archive.path], str(out), Settings(title="Club"))
    return out


@pytest.fixture(scope="module")
def records() -> list[Record]:
    played = simulate(game("nimmt"), 25, seats=2, seed="alike", options={"rounds": "1"})
    return [msgspec.structs.replace(record, tags=[]) for record in played]


@pytest.fixture(scope="module")
def site(records: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("situations")
    [live] = simulate(game("nimmt"), 1, seats=2, seed="live", options={"rounds": "1"})
    return made(folder, [*records, going_on(live)], "site")


def shards(site: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (site / "situations").iterdir()}


def content(script: bytes) -> Any:
    return json.loads(script[script.index(b",") + 1 : script.rindex(b")")])


def data_of(path: Path) -> Any:
    return page_data(path.read_text("utf-8"))


def matches(site: Path) -> dict[Path, Any]:
    """The data of the pages that say what was faced."""
    every = {path: data_of(path) for path in sorted(site.glob("matches/*/*.html"))}
    return {path: data for path, data in every.items() if "situations" in data}


def keys(faced: str) -> list[tuple[str, int]]:
    plies = [faced[start : start + 18] for start in range(0, len(faced), 18)]
    return [(ply[:16], int(ply[16:], 16)) for ply in plies]


def test_shards_have_what_the_pages_say_was_played(site: Path) -> None:
    held = {name: content(script) for name, script in shards(site).items()}
    root = held.pop("nimmt.js")
    assert (root["digits"], len(held)) == (1, 16)
    assert root["kinds"] == [[*in_both(words)] for words in game("nimmt").archive.classes.values()]
    met: dict[str, Counter[int]] = defaultdict(Counter)
    for data in matches(site).values():
        for key, kind in keys(data["situations"]["faced"]):
            met[key][kind] += 1
    expected = {key: kinds for key, kinds in met.items() if kinds.total() >= 3}
    assert len(expected) > 16
    found = {key: rows for shard in held.values() for key, rows in shard.items()}
    counts = {key: {kind: times for kind, times, *_ in rows} for key, rows in found.items()}
    assert counts == expected
    for name, shard in held.items():
        assert {key[0] for key in shard} <= {name[6]}
    for rows in found.values():
        assert all(row[3] <= row[2] <= row[4] for row in rows if len(row) > 2)


def test_a_match_that_goes_on_is_in_no_shard_and_its_page_says_nothing(site: Path) -> None:
    """In the shards is what the other pages say and no more: the test above."""
    [live] = {*site.glob("matches/*/*.html")} - matches(site).keys()
    assert data_of(live)["redacted"] and 'id="archive"' not in live.read_text("utf-8")


@pytest.mark.campaign
def test_a_new_match_changes_no_page_of_another(
    site: Path, records: list[Record], tmp_path: Path
) -> None:
    one = made(tmp_path, records[-2::-1], "one")
    before = {path.name: path.read_bytes() for path in one.glob("matches/*/*.html")}
    after = {path.name: path.read_bytes() for path in site.glob("matches/*/*.html")}
    assert {name for name in before if before[name] != after[name]} == set()
    assert shards(one) != shards(site)


def first_said(site: Path) -> tuple[Path, int]:
    """A page, and a ply of it of which there is something to say."""
    held = {name: content(script) for name, script in shards(site).items()}
    for path, data in matches(site).items():
        for ply, (key, _) in enumerate(keys(data["situations"]["faced"]), 1):
            rows = held[f"nimmt-{key[:1]}.js"].get(key, [])
            if any(len(row) > 2 for row in rows):
                return path, ply
    raise AssertionError("no page has anything to say")


def test_it_is_loaded_when_asked_for_and_told_to_those_who_may_know(
    site: Path, visit: Open
) -> None:
    path, ply = first_said(site)
    seat = data_of(path)["moments"][ply - 1]["seat"]
    page = visit(path, f"#ply={ply}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    page.wait_for_selector("body[data-ready]")
    box = page.locator("#archive")
    assert asked == []
    page.click("#tab-archive")
    expect(box).to_contain_text("decisions like this in the archive")
    assert [name.partition("?")[0][:7] for name in asked] == ["nimmt.j", "nimmt-" + asked[1][6]]
    assert box.locator("tbody tr.played").count() == 1
    assert "\u00a0%" in box.locator("tbody").inner_text()
    page.evaluate(f"location.hash = 'ply={ply}&lang=ja'")
    expect(box).to_contain_text("似た場面")
    page.evaluate(f"location.hash = 'ply={ply}&lang=en&seat=public'")
    expect(box).to_contain_text("knows what there was to decide")
    assert box.locator("table").count() == 0
    page.evaluate(f"location.hash = 'ply={ply}&seat={seat}'")
    expect(box.locator("table")).to_have_count(1)
    page.evaluate("location.hash = 'ply=0'")
    expect(box).to_contain_text("At each move")
    assert len(asked) == 2


#: By what is wrong: the file, and what is in it instead; None for nothing.
BROKEN = {
    "missing": ("nimmt", None),
    "without kinds": ("nimmt", 'kifuShard("nimmt",{"digits":0,"found":{"KEY":[[1,9]]}});'),
    "the shard missing": ("SHARD", None),
    "shares of texts": ("SHARD", 'kifuShard("SHARD",{"KEY":[[1,30,"1","2","3"]]});'),
    "of another version": ("SHARD", 'kifuShard("SHARD",{"KEY":{"1":30}});'),
}


def shown(browser: Browser, path: Path, ply: int) -> Page:
    """A page whose archive tab is open. What the browser says of broken files is not the page's."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{path.as_uri()}#ply={ply}")
    page.wait_for_selector("body[data-ready]")
    page.click("#tab-archive")
    return page


@pytest.mark.campaign
@pytest.mark.parametrize(("name", "script"), BROKEN.values(), ids=BROKEN)
def test_a_missing_or_broken_shard_says_so_in_its_place(
    name: str, script: str | None, site: Path, browser: Browser
) -> None:
    path, ply = first_said(site)
    key = keys(data_of(path)["situations"]["faced"])[ply - 1][0]
    shard = f"nimmt-{key[:1]}"
    file = site / "situations" / f"{name.replace('SHARD', shard)}.js"
    kept = file.read_bytes()
    file.unlink()
    if script is not None:
        file.write_text(script.replace("KEY", key).replace("SHARD", shard), "utf-8")
    page = shown(browser, path, ply)
    try:
        expect(page.locator("#archive")).to_have_text(MISSING)
        page.click('[data-do="next"]')
        expect_ply(page, ply + 1)
    finally:
        page.close()
        file.write_bytes(kept)
