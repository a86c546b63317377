"""Players from outside: legal, honest, the same again, and really from outside."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from tests.replay.cases import Case

from kifu.replay import registry
from kifu.replay.match import replay

from .deal_laws import deal_again, moments

ROOT = Path(__file__).parents[3]
sys.path.append(str(ROOT))

from benchmarks import foreign  # noqa: E402  # it is no part of a wheel
from benchmarks.foreign import match_of  # noqa: E402

PLAYERS = [*foreign.PLAYERS]


@pytest.mark.matrix
@pytest.mark.parametrize("name", PLAYERS)
def test_a_player_from_outside_plays_a_sound_match_and_the_same_again(name: str) -> None:
    players = [name, "greedy", "random"]
    nimmt, options = registry.game("nimmt"), {"rounds": "1"}
    record = match_of(nimmt, players, "outside", options)
    match = replay(record)
    assert match.findings == [] and record.end == "="
    assert record == match_of(nimmt, players, "outside", options)


@pytest.mark.matrix
@pytest.mark.parametrize("name", PLAYERS)
def test_it_uses_nothing_that_its_seat_cannot_see(name: str) -> None:
    """It chooses the same in every world."""
    case = Case(registry.game("nimmt"), {}, 3)
    compared = 0
    for moment in moments(case, "outside"):
        for seat in moment.state.to_move():
            world = deal_again(case, moment, seat, f"{moment.ply}")
            play, again = (foreign.PLAYERS[name](case.game, "a text") for _ in range(2))
            assert again(world, seat) == play(moment.state, seat), (moment.ply, seat)
            compared += 1
        if moment.ply == 40:
            break
    assert compared > 20


def test_a_match_of_kifus_players_is_the_simulated_one() -> None:
    game = registry.game("nimmt")
    own = match_of(game, ["greedy", "random"], "same")
    other = match_of(game, ["thumb", "random"], "same")
    assert own.seats == ["greedy 1", "random 2"]
    assert (own.seed, own.options) == (other.seed, other.options)


@pytest.mark.campaign
def test_it_knows_nothing_of_the_engine_and_kifu_nothing_of_it() -> None:
    known = {
        path: {
            name
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for name in [getattr(node, "module", None) or "", *(each.name for each in node.names)]
        }
        for path in (ROOT / "benchmarks" / "foreign").glob("*.py")
    }
    assert len(known) == 2
    for path, names in known.items():
        assert not [name for name in names if "analysis" in name or ".games" in name], path
        text = path.read_text("utf-8")
        assert "reference_code" not in text and "greedy_code" not in text, path
    for part in ("notation", "replay", "store", "site"):
        for path in (ROOT / part).rglob("*.py"):
            assert "benchmarks" not in {
                name.partition(".")[0]
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.ImportFrom)
                for name in [node.module or ""]
            }, path
