"""What a step tells whom, and how it changes their tables."""

from __future__ import annotations

from kifu.replay.table import (
    ALL,
    END,
    OPEN,
    PUBLIC,
    SORTED,
    Fact,
    Motion,
    Step,
    Table,
    as_seen,
    fold,
    only,
)

ORDER = {"r5": 0, "r7": 1, "b2": 2, "r_": 3, "b_": 4}


def test_facts_for_some_viewers_replace_those_that_all_may_know() -> None:
    private: list[tuple[int, dict[str, Fact]]] = [
        (1 << 3, {"to_move": "2 3"}),
        (1 << ALL, {"to_move": "1 2 3"}),
    ]
    step = Step("play", [], {"to_move": "2", "turn": 4}, 1, private)
    seen = {viewer: as_seen(step, viewer).facts["to_move"] for viewer in (PUBLIC, 1, 2, 3, ALL)}
    assert seen == {PUBLIC: "2", 1: "2", 2: "2", 3: "2 3", ALL: "1 2 3"}
    assert all(as_seen(step, viewer).facts["turn"] == 4 for viewer in (PUBLIC, 3, ALL))
    assert step.facts["to_move"] == "2"


def test_a_card_whose_face_is_not_seen_moves_as_its_back() -> None:
    passed = Step("pass", [Motion("r5", "hand/1", "hand/3", SORTED, only(1), only(3), back="r_")])
    tables = {
        1: Table({"hand/1": ["r5", "b2"], "hand/3": ["b_"]}, {}),
        2: Table({"hand/1": ["r_", "b_"], "hand/3": ["b_"]}, {}),
        3: Table({"hand/1": ["r_", "b_"], "hand/3": ["b2"]}, {}),
    }
    for viewer, table in tables.items():
        fold(table, as_seen(passed, viewer), ORDER)
    assert tables[1].zones == {"hand/1": ["b2"], "hand/3": ["r_", "b_"]}
    assert tables[2].zones == {"hand/1": ["b_"], "hand/3": ["r_", "b_"]}
    assert tables[3].zones == {"hand/1": ["b_"], "hand/3": ["r5", "b2"]}


def test_a_card_leaves_as_what_is_there_of_it() -> None:
    shown = Step("show", [Motion("r5", "hand/1", "main/1", END, OPEN, OPEN, back="r_")])
    for lies in ("r5", "r_", "_"):
        table = Table({"hand/1": ["b_", lies], "main/1": []}, {})
        fold(table, as_seen(shown, PUBLIC), ORDER)
        assert table.zones == {"hand/1": ["b_"], "main/1": ["r5"]}
