"""A record as one viewer knows it: sound, and without what others held."""

from __future__ import annotations

import pytest

from kifu.notation import dumps, loads
from kifu.notation.record import Line, Note, Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import PUBLIC, Table

from .shown import redacted_record

SHORT = {"nimmt": {"rounds": "2"}, "yuhodo": {"games": "1"}, "atarayo": {"mode": "duel"}}


def played(name: str) -> Record:
    seats = 2 if name in ("atarayo", "magimiles") else 3
    [record] = simulate(game(name), 1, seats=seats, seed="b", options=SHORT.get(name, {}))
    return record


@pytest.mark.parametrize(
    ("name", "viewer"), [("nimmt", 2), ("atarayo", PUBLIC), ("mutsugo", 2), ("yuhodo", 2)]
)
def test_a_redacted_record_is_sound_and_shows_its_viewer_the_same_tables(
    name: str, viewer: int
) -> None:
    record = played(name)
    plies = len(replay(record).plies)
    visible = redacted_record(record, viewer, plies)
    assert visible is not None and loads(dumps(visible)) == visible
    assert (visible.seed, visible.commit, visible.moves) == (None, None, record.moves)
    assert (visible.end, visible.result, visible.winner) == ("=", record.result, record.winner)
    assert replay(visible).findings == []
    assert any("_" in outcome.split() for _, outcome in visible.chance)
    for ply in (0, plies // 3, plies):
        assert replay(visible).position(ply).view(viewer) == replay(record).position(ply).view(
            viewer
        )


def test_a_part_of_a_match_says_nothing_of_the_rest() -> None:
    record = played("nimmt")
    record.tags = [("Event", "Cup"), ("Hand", "9")]
    record.notes = [
        Note(at=1, glyph="!?"), Note(at=1, text="secret"), Note(at=2, line=Line(moves="r1")),
        Note(at=9, glyph="!"),
    ]  # fmt: skip
    visible = redacted_record(record, 1, 6, tags=("Event",))
    assert visible is not None and replay(visible).findings == []
    assert (visible.end, visible.result, len(replay(visible).plies)) == ("*", None, 6)
    assert visible.notes == [Note(at=1, glyph="!?")] and visible.tags == [("Event", "Cup")]
    assert [label for label, _ in visible.chance] == ["deal/1"]
    cards = visible.chance[0][1].split()
    assert cards[10:30] == ["_"] * 20 and "_" not in cards[:10] + cards[30:34]


@pytest.mark.parametrize("viewer", [PUBLIC, 1, 2])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_backs_are_unknown_cards_in_a_redacted_record(seats: int, viewer: int) -> None:
    [record] = simulate(game("magimiles"), 1, seats=seats, seed="b")
    plies = len(replay(record).plies)
    visible = redacted_record(record, viewer, plies)
    assert visible is not None and replay(visible).findings == []
    assert (visible.seed, visible.moves, visible.result) == (None, record.moves, record.result)
    dealt = visible.chance[0][1]
    assert "_" in dealt.split() and not {"r_", "g_", "b_"} & set(dealt.split())
    for ply in range(0, plies + 1, 3):
        mine, others = (replay(each).position(ply).view(viewer) for each in (visible, record))
        assert mine.facts == others.facts
        assert without_backs(mine) == without_backs(others)


def without_backs(table: Table) -> dict[str, list[str]]:
    return {
        zone: ["_" if card in ("r_", "g_", "b_") else card for card in cards]
        for zone, cards in table.zones.items()
    }
