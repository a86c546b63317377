"""`<kifu-replay>`: a match of a site in somebody's own page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.payloads import ADDRESSES

from kifu.notation import dumps
from kifu.site.website.build import build
from kifu.site.website.settings import Settings

from .conftest import AXE, Visit, play, settle

#: What axe-core finds, in the frame excepted: that it looks at by itself.
FINDINGS = "() => axe.run({ iframes: false }).then(({ violations }) => violations.map((v) => v.id))"
HEIGHT = "(element) => element.getBoundingClientRect().height"
GROUND = "(element) => getComputedStyle(element).backgroundColor"

#: Addresses that are no page of the site.
ELSEWHERE = [*ADDRESSES, "", "../other.html", "matches/../../other.html", "/etc/passwd"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one match of two seats."""
    folder = tmp_path_factory.mktemp("embedded")
    (folder / "1.kifu").write_text(dumps(play("nimmt", 2, "embedded", rounds="1")), "utf-8")
    settings = Settings(title="Cup", base_url="https://example.org/kifu/")
    build([str(folder / "1.kifu")], str(folder / "site"), settings)
    return folder / "site"


def host(site: Path, body: str, style: str = "") -> Path:
    """Somebody's page beside the site."""
    page = site.parent / "blog.html"
    page.write_text(
        f"<!doctype html><html lang=en><title>Blog</title><style>{style}</style>"
        f"<main><h1>Blog</h1><a href='#'>before</a>{body}</main>"
        "<script src='site/kifu-replay.js' async></script>",
        "utf-8",
    )
    return page


def match(site: Path) -> str:
    [page] = site.glob("matches/*/*.html")
    return str(page.relative_to(site))


def element(site: Path, look: str = "") -> str:
    return f"<kifu-replay src='{match(site)}#ply=5' {look}><a href='#'>A match</a></kifu-replay>"


def test_it_shows_a_moment_for_the_keyboard_too(visit: Visit, site: Path) -> None:
    page = visit(host(site, element(site) + "<a href='#'>after</a>"))
    table = page.frame_locator("iframe").locator("#table")
    expect(table).to_have_attribute("data-ply", "5")
    expect(page.locator("iframe")).to_have_attribute("title", "A match")
    page.evaluate(AXE)
    assert page.evaluate(FINDINGS) == []
    page.get_by_text("before").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.localName") == "kifu-replay"
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-ply", "6")
    page.locator("kifu-replay").evaluate("(each) => each.setAttribute('theme', 'dark')")
    expect(page.frame_locator("iframe").locator("html")).to_have_attribute("data-theme", "dark")
    expect(table).to_have_attribute("data-ply", "6")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "after":
            break
    assert page.evaluate("document.activeElement.textContent") == "after"


@pytest.mark.campaign
def test_its_height_follows_its_width_within_bounds(visit: Visit, site: Path) -> None:
    page = visit(host(site, element(site)), viewport={"width": 1280, "height": 900})
    replay = page.locator("kifu-replay")
    frame = page.frame_locator("iframe")
    for width, height in ((320, 400), (600, 500), (1200, 680)):
        replay.evaluate("(each, width) => { each.style.width = `${width}px` }", width)
        assert replay.evaluate(HEIGHT) == height
        expect(frame.locator("#table")).to_have_attribute("data-ply", "5")
        settle(page)
        assert frame.locator("html").evaluate("(root) => root.scrollWidth <= innerWidth")
        assert frame.locator(".buttons").is_visible()


@pytest.mark.campaign
def test_its_colours_are_those_of_the_host(visit: Visit, site: Path) -> None:
    both = element(site) + element(site, "theme=light")
    page = visit(host(site, both, ":root { color-scheme: dark }"), color_scheme="no-override")
    grounds = [frame_ground(page, place) for place in (0, 1)]
    assert grounds == ["rgb(21, 23, 26)", "rgb(245, 240, 230)"]
    page.evaluate("document.documentElement.style.colorScheme = 'light'")
    assert frame_ground(page, 0) == "rgb(245, 240, 230)"


def frame_ground(page: Page, place: int) -> str:
    page.locator("kifu-replay").nth(place).scroll_into_view_if_needed()
    root = page.frame_locator(f"kifu-replay >> nth={place} >> iframe").locator("html")
    root.locator("#table[data-ply='5']").wait_for()
    return str(root.evaluate(GROUND))


def test_nothing_but_pages_of_the_site_is_loaded(visit: Visit, site: Path) -> None:
    page = visit(host(site, "<p id=here></p>"))
    page.wait_for_function("() => Boolean(customElements.get('kifu-replay'))")
    page.evaluate(
        """(all) => document.querySelector("#here").append(...all.map((src) => {
            const made = document.createElement("kifu-replay");
            made.setAttribute("src", src);
            made.innerHTML = "<a href='#'>A match</a>";
            return made;
        }))""",
        ELSEWHERE,
    )
    assert page.locator("iframe").count() == 0
    assert page.get_by_text("src is not a page of this folder").count() == len(ELSEWHERE)
    assert page.get_by_text("A match").last.is_visible()
    page.locator("kifu-replay").first.evaluate("(each, src) => each.setAttribute('src', src)",
                                               match(site))  # fmt: skip
    expect(page.locator("iframe")).to_have_count(1)
