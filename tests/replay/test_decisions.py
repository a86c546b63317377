"""Decisions: the moves of a match, each with what lay before it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay.decision import decisions
from kifu.replay.match import NoPosition, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.table import Step


@pytest.mark.parametrize("name", game_names())
def test_decisions_are_the_moves_with_what_lay_before_them(name: str) -> None:
    (record,) = simulate(game(name), 1, seed="decisions", players=["random"])
    seen: list[tuple[Any, ...]] = []
    match = replay(record)
    state, plies = match.position(0), match.plies
    for seat, move in plies:
        steps: list[Step] = []
        seen.append((state.view(seat), state.view(0), state.legal_moves(seat), steps))
        state.play(move, seat, steps.append)
    found = decisions(replay(record))
    assert [(made.seat, made.move) for made in found] == plies
    assert [made.ply for made in found] == list(range(1, len(plies) + 1))
    for made, (own, public, legal, steps) in list(zip(found, seen, strict=True))[:60]:
        assert (made.view(), made.view(0), made.legal_moves) == (own, public, legal)
        assert made.legal == len(legal)
        assert made.steps == steps
        assert made.move in legal


def test_decisions_can_be_asked_in_any_order_and_give_states_of_ones_own() -> None:
    (record,) = simulate(game("nimmt"), 1, seed="own")
    found = decisions(replay(record))
    for made in (found[20], found[3], found[19], found[3]):
        made.state.play(made.move, made.seat)
        assert made.state.digest() == replay(record).position(made.ply - 1).digest()


def test_decisions_end_at_the_first_bad_move_and_need_rules() -> None:
    (record,) = simulate(game("nimmt"), 1, seats=3, seed="store", options={"rounds": "1"})
    words = record.moves.split()
    cut = replace(record, moves=" ".join([*words[:6], "r9", *words[6:]]))
    assert [made.move for made in decisions(replay(cut))] == words[2:5] + words[5:6]
    with pytest.raises(NoPosition, match="can't be replayed: a chronicle has no rules"):
        decisions(replay(Record(game="chronicle", rules=0, seats=["Aki"], moves="e")))
    with pytest.raises(NoPosition, match="no game"):
        decisions(replay(Record(game="nimt", rules=1, seats=["Aki", "Ben"])))
