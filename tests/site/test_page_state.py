"""What the page shows at a ply is what Python's own view of that position holds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from kifu.notation.record import Record
from kifu.replay.registry import game
from kifu.replay.replayer import position
from kifu.replay.simulate import simulate
from kifu.replay.table import ALL, PUBLIC, Table
from kifu.replay.timeline import timeline
from kifu.site import render

READ = """
const read = () => ({
    ply: Number(document.querySelector("#table").dataset.ply),
    facts: JSON.parse(document.querySelector("#table").dataset.facts),
    zones: Object.fromEntries([...document.querySelectorAll("[data-zone]")].map((zone) => [
        zone.dataset.zone, zone.dataset.cards])),
    drawn: Object.fromEntries([...document.querySelectorAll("[data-zone]:not(.pile)")].map(
        (zone) => [zone.dataset.zone, [...zone.querySelectorAll("[data-card]")].map(
            (card) => card.dataset.card).join(" ")])),
    counts: Object.fromEntries([...document.querySelectorAll(".zone.pile")].map(
        (zone) => [zone.dataset.zone, Number(zone.querySelector(".count").textContent)])),
    shown: Object.fromEntries([...document.querySelectorAll("[data-fact]")].map(
        (fact) => [fact.dataset.fact, fact.textContent])),
});"""

WALK = """(plies) => {
    const seek = document.querySelector("#seek");
    return plies.map((ply) => {
        seek.value = ply;
        seek.dispatchEvent(new Event("input"));
        return read();
    });
}"""

MATCHES = [
    (2, {"rounds": "2"}),
    (3, {"rounds": "1", "placement": "professional", "deck": "tactics"}),
    (2, {"rounds": "1", "hands": "drafted", "deck": "tactics"}),
]


@pytest.mark.parametrize(("seats", "options"), MATCHES)
def test_every_viewer_sees_pythons_table_at_every_ply(
    seats: int, options: dict[str, str], open_page: Any
) -> None:
    [record] = simulate(game("nimmt"), 1, seats=seats, seed="state", options=options)
    line = timeline(record)
    last = len(line.moments)
    states = [position(record, ply) for ply in range(last + 1)]
    page = open_page(render(line))
    plies = list(range(last + 1))
    shuffled = random.Random(7).sample(plies, len(plies) // 2)
    for viewer in (ALL, PUBLIC, *range(1, seats + 1)):
        page.select_option("#viewer", str(viewer))
        walk = [*plies, *reversed(plies), *shuffled]
        for ply, shown in zip(walk, run(page, WALK, walk), strict=True):
            expect_table(shown, ply, states[ply].view(viewer))


def test_an_unfinished_match_and_a_variation_show_pythons_tables(
    open_page: Any, record: Record
) -> None:
    line = timeline(record)
    [branch] = line.moments[0].lines
    page = open_page(render(line), "#ply=1&line=1.1")
    start = Record(
        game=record.game, rules=record.rules, options=record.options, seats=record.seats,
        seed=record.seed, moves=branch.moments[0].move, end="*",
    )  # fmt: skip
    expect_table(run(page, "read"), 1, position(start, 1).view(ALL))
    start.moves += " " + record.moves.split()[3]
    start.notes = []
    page = open_page(render(timeline(start)), "#ply=99&seat=1")
    expect_table(run(page, "read"), 2, position(start, 2).view(1))


def run(page: Page, script: str, *arguments: Any) -> Any:
    return page.evaluate(f"(...given) => {{ {READ}; return ({script})(...given[0]); }}", arguments)


def expect_table(shown: dict[str, Any], ply: int, table: Table) -> None:
    assert shown["ply"] == ply
    zones = {name: " ".join(cards) for name, cards in table.zones.items()}
    assert shown["zones"] == {name: zones.pop(name) for name in shown["zones"]}
    assert not any(zones.values()), "a zone with cards is not drawn"
    zones = shown["zones"]
    assert shown["facts"] == json.loads(json.dumps(table.facts))
    for name, drawn in shown["drawn"].items():
        assert drawn == zones[name]
    for name, drawn in shown["counts"].items():
        assert drawn == len(table.zones[name])
    for name, text in shown["shown"].items():
        assert text == str(table.facts[name])
