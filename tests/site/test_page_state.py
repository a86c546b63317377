"""What the page shows at a ply is what Python's own view of that position holds."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from kifu.replay.game import Layout
from kifu.replay.match import replay
from kifu.replay.resting_table import RestingTable
from kifu.replay.table import ALL, PUBLIC, Table
from kifu.replay.timeline import Timeline, timeline
from kifu.site.content.late import blind_zones, known_at
from kifu.site.content.moments import facts_shown

from .matches import CASES, NAMES, Case, as_said, held_at, played, some, tables, viewers

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
    melds: Object.fromEntries([...document.querySelectorAll(".zone.melds")].map(
        (zone) => [zone.dataset.zone, [...zone.querySelectorAll(".meld:not(.gone)")].map((meld) =>
            [meld.querySelector("small").textContent, meld.querySelectorAll(".card").length])])),
    left: Object.fromEntries([...document.querySelectorAll("[data-zone]:not(.pile)")].map(
        (zone) => [zone.dataset.zone, [...zone.querySelectorAll("[data-left]")].map(
            (card) => card.dataset.left).join(" ")])),
    into: [...document.querySelectorAll(".gains .way")].map((way) => way.dataset.into),
    changes: [...document.querySelectorAll(".seat .change")].map((change) => change.textContent),
    due: [...document.querySelectorAll(".seat.acts")].map((seat) => seat.dataset.seat),
    may: [...document.querySelectorAll(".seat.may")].map((seat) => seat.dataset.seat),
    states: [...document.querySelectorAll(".seat .who")].map((who) => who.title),
    sentence: document.querySelector("#sentence").textContent,
    shown: Object.fromEntries([...document.querySelectorAll("[data-fact]")].map(
        (fact) => [fact.dataset.fact, fact.textContent.split(" / ")[0]])),
});"""

WALK = """(walks) => {
    const set = (selector, event, value) => {
        const control = document.querySelector(selector);
        control.value = value;
        control.dispatchEvent(new Event(event));
    };
    return walks.map(([viewer, plies]) => {
        set("#viewer", "change", viewer);
        return plies.map((ply) => {
            set("#seek", "input", ply);
            return read();
        });
    });
}"""

#: So many plies of a match are walked through, and so many of its end; by everyone and by one
#: seat also every third of them backwards, and as many in any order.
FIRST, LAST, THIRD = 25, 8, 3


@pytest.mark.matrix
@pytest.mark.parametrize(
    "case",
    some(
        CASES, NAMES,
        "nimmt-3-tactics drafted 20", "atarayo-3-", "yuhodo-2-advanced 1 all",
    ),
)  # fmt: skip
def test_every_viewer_sees_pythons_table_at_every_ply(case: Case, open_page: Any) -> None:
    record = played(case, "state")
    line = timeline(replay(record))
    expected = tables(record)
    page = open_page(line)
    last = len(line.moments)
    plies = [ply for ply in range(last + 1) if ply <= FIRST or ply > last - LAST]
    jumps = random.Random(7).sample(plies, len(plies) // THIRD)
    walks = [
        (viewer, [*plies, *plies[::-THIRD], *jumps] if viewer in (ALL, 2) else plies)
        for viewer in viewers(record)
    ]
    for (viewer, walk), found in zip(walks, run(page, WALK, walks), strict=True):
        for ply, shown in zip(walk, found, strict=True):
            still = held_at(line, expected, ply, viewer)
            expect_table(shown, ply, still.table(), line.layout)
            expect_marks(shown, still.table(), held_at(line, expected, ply, PUBLIC).table())
            expect_held(shown, still, line, ply)
            expect_sentence(shown, line, ply, viewer)


def expect_held(shown: dict[str, Any], still: RestingTable, line: Timeline, ply: int) -> None:
    """What has left is in sight where it lay, arrows lead to those who have got it, and their
    scores say what it cost them.
    """
    kinds = {zone.name: zone.kind for zone in line.layout.zones}
    left = {
        name: " ".join(each.card for each in cards if each.left is not None)
        for name, cards in still.zones.items()
        if name in kinds and kinds[name] != "pile"
    }
    assert shown["left"] == left
    owners = {zone.name: zone.seat for zone in line.layout.zones}
    # One arrow from each place of the middle, and one from each seat.
    ways = [gain.into for gain in still.gains for _ in {owners[name] or name for name in gain.out}]
    assert shown["into"] == ways
    scores = [moment.scores for moment in line.moments[max(0, ply - 2) : ply]]
    changes = [after - before for before, after in zip(*scores, strict=True)] if ply > 1 else []
    assert shown["changes"] == [
        f"{change:+}".replace("-", "−") if change else ""
        for change in changes or [0] * len(line.record.seats)
    ]


def run(page: Page, script: str, *arguments: Any) -> Any:
    """What the script returns, as JSON: so much of it takes the driver twice as long as objects."""
    calling = f"JSON.stringify(({script})(...given[0]))"
    return json.loads(page.evaluate(f"(...given) => {{ {READ}; return {calling}; }}", arguments))


def expect_table(shown: dict[str, Any], ply: int, table: Table, layout: Layout) -> None:
    assert shown["ply"] == ply
    zones = {name: " ".join(cards) for name, cards in table.zones.items()}
    assert shown["zones"] == {name: zones.pop(name) for name in shown["zones"]}
    assert not any(zones.values()), "a zone with cards is not drawn"
    zones = shown["zones"]
    told = facts_shown(layout, len(shown["states"]))
    facts = {name: fact for name, fact in table.facts.items() if name in told}
    assert shown["facts"] == json.loads(json.dumps(facts))
    for name, drawn in shown["drawn"].items():
        assert drawn == zones[name]
    for name, count in shown["counts"].items():
        assert count == len(table.zones[name])
    for name, melds in shown["melds"].items():
        sizes = str(table.facts[name]).split()
        assert melds == [[str(k), int(size)] for k, size in enumerate(sizes, 1)]
    for name, text in shown["shown"].items():
        assert text == as_said(layout.fact_words(name.split("/")[0], table.facts[name]).en, layout)


def expect_marks(shown: dict[str, Any], table: Table, public: Table) -> None:
    """The seats on turn are marked as such, whoever else may act in another way."""
    acting, turn = (str(known.facts["to_move"]).split() for known in (table, public))
    assert shown["due"] == [seat for seat in acting if seat in turn]
    assert shown["may"] == [seat for seat in acting if seat not in turn]
    marks = {**dict.fromkeys(shown["due"], "to move"), **dict.fromkeys(shown["may"], "may act")}
    assert shown["states"] == [marks.get(str(k), "") for k in range(1, len(shown["states"]) + 1)]


def expect_sentence(shown: dict[str, Any], line: Timeline, ply: int, viewer: int) -> None:
    """A move is shown to those who know it, and its veil or nothing at all to the others."""
    if not ply:
        return
    moment = line.moments[ply - 1]
    when = known_at(line.moments[:ply], viewer, blind_zones(line.layout))[-1]
    words = moment.words.en if when == ply else moment.veil_words.en
    said = words or f"{{{moment.seat}}} plays a card face down."
    for seat, name in enumerate(line.record.seats, 1):
        said = said.replace(f"{{{seat}}}", name)
    assert shown["sentence"] == as_said(said, line.layout)
