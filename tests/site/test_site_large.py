"""The index of a site, whose parts are loaded as they are needed, from disk too."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.site import search
from playwright.sync_api import Browser, expect

from kifu.notation import dumps
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.website import parts
from kifu.site.website.build import build
from kifu.site.website.parts import words_in
from kifu.site.website.settings import Settings

from .conftest import PATIENCE, Open

LACKING = "The list can't be shown: a file of it is missing or damaged."
NAMES = ["Aki", "Anne-Marie", "千恵", "山田春", "\u202e</script>", "O'Hara", "Ａｋｉｋｏ", "Zoë"]


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of 14 matches, with parts of 3 matches, and with one part."""
    folder = tmp_path_factory.mktemp("large")
    records = list(simulate(game("nimmt"), 14, seats=2, seed="large", options={"rounds": "1"}))
    for number, record in enumerate(records):
        record.seats = [NAMES[number % 8], NAMES[(number + 1 + number // 8) % 8]]
        record.tags = [("Event", f"Cup {number % 3}"), ("Date", f"{2024 + number // 9}-03")]
    (folder / "all.kifu").write_text("\n".join(map(dumps, records)), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "SIZE", 3)
        build([str(folder / "all.kifu")], str(folder / "large"), Settings(title="Large"))
    build([str(folder / "all.kifu")], str(folder / "whole"), Settings(title="Large"))
    return folder


FRAGMENTS = [
    "", "q=aki", "q=千", "q=春", "q=ak+cup", "q=hara+zo&year=2025", "year=2025", "q=%3Cscript",
    "q=2024-03+marie", "seats=2&game=nimmt&q=z", "q=nobody", "notes=1",
]  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_it_finds_what_an_index_in_one_page_finds(fragment: str, large: Path, visit: Open) -> None:
    shown = []
    for site in ("whole", "large"):
        page = visit(large / site / "index.html", f"#{fragment}")
        expect(page.locator("#found")).not_to_be_empty()
        hrefs = [str(link.get_attribute("href")) for link in page.locator(".match a.who").all()]
        shown.append((page.locator("#found").inner_text(), sorted(hrefs)))
    assert shown[0] == shown[1]


@pytest.mark.campaign
def test_it_loads_only_what_it_shows(large: Path, visit: Open) -> None:
    page = visit(large / "large" / "index.html")
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.fill("[name=q]", "marie")
    expect(page.locator("#found")).to_contain_text("of 14")
    expect(page.locator("#found")).not_to_contain_text("14 of")
    names = {name.partition("?")[0] for name in loaded}
    assert "words-6d-61.js" in names and not {name for name in names if "words-6e" in name}
    assert "columns.js" not in names


#: By what is wrong: what is asked for, the part, and what is in it instead; None for nothing.
BROKEN = {
    "rows missing": ("", "rows-4", None),
    "rows cut off": ("", "rows-4", 'kifuShard("rows-4",["'),
    "words missing": ("q=marie", "words-6d-61", None),
    "rows of a smaller site": ("", "rows-4", 'kifuShard("rows-4",[]);'),
    "filters without kinds": ("year=2025", "columns", 'kifuShard("columns",{"of":1});'),
}  # fmt: skip


@pytest.mark.campaign
@pytest.mark.parametrize("broken", [[*BROKEN][1:4:2], [*BROKEN]], ids=["some", "all"])
def test_a_missing_or_broken_part_says_so_in_its_place(
    broken: list[str], large: Path, browser: Browser
) -> None:
    """What the browser says of broken files is not the page's."""
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    for what in broken:
        fragment, name, script = BROKEN[what]
        file = large / "large" / "index" / f"{name}.js"
        kept = file.read_bytes()
        file.unlink()
        if script is not None:
            file.write_text(script, "utf-8")
        page.goto("about:blank")
        page.goto(f"{(large / 'large' / 'index.html').as_uri()}#{fragment}")
        expect(page.locator("#found"), what).to_have_text(LACKING)
        assert page.locator(".match").count() == 0 and page.locator("#more").is_hidden()
        file.write_bytes(kept)
    page.close()


@pytest.mark.campaign
def test_a_new_match_changes_the_last_part_only(large: Path, tmp_path: Path) -> None:
    def rows(site: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (site / "index").glob("rows-*.js")}

    before = rows(large / "large")
    [record] = simulate(game("nimmt"), 1, seats=2, seed="new", options={"rounds": "1"})
    record.tags = [("Date", "2026-01")]
    (tmp_path / "new.kifu").write_text(dumps(record), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "SIZE", 3)
        sources = [str(large / "all.kifu"), str(tmp_path / "new.kifu")]
        build(sources, str(tmp_path / "out"), Settings(title="Large"))
    after = rows(tmp_path / "out")
    assert {name for name in after if after[name] != before.get(name)} == {"rows-4.js"}


@pytest.mark.parametrize("name", ["", "\ud800", "\u202e", "a" * 999, "-" * 99, "春" * 99, "\0 \0"])
def test_any_name_makes_words(name: str) -> None:
    words = list(words_in(name))
    assert len(words) <= 80 and all(len(word) <= 40 for word in words)


@pytest.mark.campaign
def test_the_benchmark_searches_an_index(large: Path, browser: Browser) -> None:
    found = search(browser, large / "large" / "index.html")
    assert found.matches == 14
    assert found.median >= 0 and found.ready > 0
