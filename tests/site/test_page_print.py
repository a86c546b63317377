"""The page on paper: two columns, and the table at each note."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from kifu.notation.record import Note, Record
from kifu.replay.table import ALL

from .matches import Case, played, some_looks, tables
from .spoilt import FIGURES

#: The elements of the table as they are written, with attributes and classes in one order.
WRITTEN = """() => [...document.querySelectorAll("#table, #table *")].map((each) => [
    each.tagName, each.childElementCount, each.textContent, [...each.classList].sort().join(" "),
    ...[...each.attributes].map(({ name, value }) => name === "class" || `${name}=${value}`).sort(),
])"""
#: The inside of a sheet of A4.
SHEET = (718, 1040)

DIAGRAMS = """() => [...document.querySelectorAll(".diagram")].map((diagram) => [
    Number(diagram.closest(".move").dataset.ply ?? 0),
    Object.fromEntries([...diagram.querySelectorAll("[data-zone]")].map((zone) =>
        [zone.dataset.zone, zone.dataset.cards])),
])"""

#: What stands beside its column.
BESIDE = """() => [...document.querySelectorAll(".diagram, .diagram *")].filter((element) => {
    const column = element.closest(".move").getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return box.width > 1 && !element.closest("svg, .sr") &&
        (box.right > column.right + 2 || box.left < column.left - 2);
}).map((element) => element.outerHTML.slice(0, 120))"""


def print_out(page: Page) -> None:
    """What a browser does when it prints, but for the paper."""
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")


@pytest.mark.parametrize("look", some_looks("yuhodo-4"))
def test_the_table_is_printed_at_each_note_and_the_page_is_as_before(
    look: Case, open_page: Any
) -> None:
    shown = played(look, "print", ["random"])
    shown.notes = [
        Note(at=0, text="A friendly table."), Note(at=3, glyph="?"), Note(at=4, text="[%clk 0:09]"),
        Note(at=9, text="Well played."), Note(at=9, glyph="!"),
    ]  # fmt: skip
    page = open_page(shown, "#ply=5", viewport=SHEET)
    before = page.evaluate(WRITTEN)
    print_out(page)
    seen = tables(shown)
    diagrams = page.evaluate(DIAGRAMS)
    assert [ply for ply, _zones in diagrams] == [0, 3, 9]
    for ply, zones in diagrams:
        assert zones == {name: " ".join(seen[ply][ALL].zones[name]) for name in zones}
    assert page.evaluate(BESIDE) == []
    assert page.evaluate(FIGURES) == []
    lefts = (
        "(moves) => new Set(moves.map((move) => Math.round(move.getBoundingClientRect().x))).size"
    )
    assert page.locator("#scroll > .story > .move").evaluate_all(lefts) == 2
    assert page.locator("#transport").is_hidden() and page.locator(".tools").is_hidden()
    # The sheets are done: the browser is back at its window.
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(WRITTEN) == before
    assert page.locator(".diagram").count() == 0


def test_what_is_written_on_the_felt_is_dark_on_paper(open_page: Any, record: Record) -> None:
    page = open_page(record, "#ply=5", viewport=SHEET)
    print_out(page)
    brightest = """(all) => Math.max(...all.map((each) =>
        Math.min(...getComputedStyle(each).color.match(/[0-9.]+/g).slice(0, 3).map(Number))))"""
    labels = page.locator(".felt .title").or_(page.get_by_text("Heads", exact=True))
    assert labels.count() > 5
    assert labels.evaluate_all(brightest) <= 118


def test_the_page_stays_readable_in_forced_colours(open_page: Any, record: Record) -> None:
    page = open_page(record, "#ply=5", forced_colors="active")
    assert page.evaluate(FIGURES) == []
    edges = """(cards) => cards.filter((card) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(card);
        return borderTopStyle !== "solid" || parseFloat(borderTopWidth) < 1;
    }).length"""
    assert page.locator("#table .card, #table .seat").evaluate_all(edges) == 0
    fresh = page.locator("#table .fresh").first
    assert fresh.evaluate("(card) => getComputedStyle(card, '::before').outlineStyle") == "solid"
