"""Held moments: nothing that happened in a ply is out of sight, and nothing else is there."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.resting_table import LASTING, RestingTable, resting_table, until_cleared
from kifu.replay.table import ALL, END, EVERY, PUBLIC, Motion, Step, Table, as_seen, fold
from kifu.replay.timeline import Timeline, timeline

from .cases import some_of

CASES = [(name, number) for name in BUILT_IN for number in range(len(game(name).option_sets))]


def played(name: str, number: int) -> Record:
    options = game(name).option_sets[number]
    seats = list(game(name).seats(game(name).read_options(options)))
    seated = seats[number % len(seats)]
    [record] = simulate(
        game(name), 1, seats=seated, seed="held", options=options, players=["random"] * seated
    )
    return record


@pytest.mark.parametrize(
    ("name", "number"), some_of(CASES, [case for case in CASES if case[1] < 2])
)
def test_what_lies_on_a_held_table_is_what_the_steps_leave_there(name: str, number: int) -> None:
    """Without what has left it is the folded table, and the steps that it does not show lead on
    to the view of the next position.
    """
    match = timeline(replay(played(name, number)))
    order = {token: place for place, token in enumerate(match.layout.faces)}
    for viewer in (ALL, PUBLIC, 1):
        table = deepcopy(match.table(0, viewer))
        for moment in match.moments:
            still = resting_table(table, moment.steps, viewer, match.layout)
            shown = until_cleared(moment.steps)
            for step in moment.steps[:shown]:
                fold(table, as_seen(step, viewer), order)
            assert still.table().zones == table.zones
            phase = "" if moment.steps[shown:] else table.facts["phase"]
            assert still.facts.pop("phase") == phase
            for name, fact in still.facts.items():
                assert table.facts[name] in (fact, "", "-", "–")
            for step in moment.steps[shown:]:
                fold(table, as_seen(step, viewer), order)
            expect_all_in_sight(match, moment.steps[:shown], viewer, still.zones)
        assert table == match.table(len(match.moments), viewer)


def expect_all_in_sight(match: Timeline, steps: list[Step], viewer: int, zones: object) -> None:
    """Every card that left an open zone, but for what was swept off the same place later."""
    kinds = {zone.name: zone.kind for zone in match.layout.zones}
    assert isinstance(zones, dict)
    last: dict[str, list[str]] = {}
    for step in steps:
        left: dict[str, list[str]] = {}
        for motion in as_seen(step, viewer).motions:
            lasting = kinds.get(motion.src) in LASTING and motion.src != motion.dst
            if lasting and motion.leaves != EVERY:
                left.setdefault(motion.src, []).append(motion.leaves)
        last |= left
    shown = {
        name: [each.card for each in cards if each.left is not None]
        for name, cards in zones.items()
    }
    assert {name: sorted(cards) for name, cards in shown.items() if cards} == {
        name: sorted(cards) for name, cards in last.items()
    }


def stills(match: Timeline) -> Iterator[RestingTable]:
    """The held table of each moment for a viewer who sees everything."""
    table = deepcopy(match.table(0, ALL))
    order = {token: place for place, token in enumerate(match.layout.faces)}
    for moment in match.moments:
        yield resting_table(table, moment.steps, ALL, match.layout)
        for step in moment.steps:
            fold(table, as_seen(step, ALL), order)


def test_a_row_that_is_taken_lies_before_the_card_that_breaks_it() -> None:
    match = timeline(replay(played("nimmt", 0)))
    seen = 0
    for still in stills(match):
        for gain in still.gains:
            [row] = gain.out
            lying = still.zones[row]
            swept = [each for each in lying if each.left == gain.into]
            assert lying[: len(swept)] == swept and lying[len(swept)].left is None
            assert gain.into == f"taken/{gain.seat}"
            seen += 1
    assert seen > 5


def test_a_still_stops_before_the_table_is_cleared() -> None:
    match = timeline(replay(played("nimmt", 1)))
    clearing = [
        moment for moment in match.moments if until_cleared(moment.steps) < len(moment.steps)
    ]
    assert len(clearing) == 1
    assert clearing[0].steps[until_cleared(clearing[0].steps)].kind == "collect"


def test_a_pile_that_is_shuffled_again_does_not_clear_the_table() -> None:
    steps = [Step("reshuffle", [Motion(EVERY, "discards", "pile")]), Step("draw")]
    assert until_cleared(steps) == 2


def test_cards_enter_after_what_has_left_and_before_what_is_there() -> None:
    match = timeline(replay(played("nimmt", 0)))
    zones = {name: list[str]() for name in match.table(0, ALL).zones} | {"row/1": ["5", "9", "20"]}
    swept = Step("take", [Motion("5", "row/1", "taken/1"), Motion("9", "row/1", "taken/1")], {}, 1)
    laid = Step("place", [Motion("2", "", "row/1", 0), Motion("30", "", "row/1", END)])
    still = resting_table(Table(zones, {}), [swept, laid], ALL, match.layout)
    lying = [(each.card, each.left) for each in still.zones["row/1"]]
    assert lying == [("5", "taken/1"), ("9", "taken/1"), ("2", None), ("20", None), ("30", None)]
