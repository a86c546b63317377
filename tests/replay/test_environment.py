"""Environments for PettingZoo: its own tests, and what a match in one leaves."""

from __future__ import annotations

import sys
import warnings
from io import BytesIO
from pathlib import Path

import pettingzoo  # type: ignore[import-untyped]  # it has no types
import pytest
from msgspec.structs import replace
from tests.docs.packages import module_of

from kifu.notation import dumps
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import read_stream
from kifu.notation.record import Record, tag
from kifu.replay.codes.observation import Observation
from kifu.replay.environment import Environment, env
from kifu.replay.game import Offers
from kifu.replay.match import check
from kifu.replay.registry import BUILT_IN

from .cases import Case, every_case

EXAMPLES = Path(__file__).parents[2] / "examples"
HEARTS = EXAMPLES / "hearts"


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(str(HEARTS))
    monkeypatch.setitem(BUILT_IN, "hearts", "hearts:GAME")
    monkeypatch.delitem(sys.modules, "hearts", raising=False)
    return "hearts"


def passes_its_tests(name: str, seats: int, given: dict[str, str]) -> None:
    def make(render_mode: str | None = None) -> Environment:
        return env(name, seats=seats, render_mode=render_mode, **given)

    # They warn of names of their own when they are imported, and know by name which environments
    # may have a mask.
    with warnings.catch_warnings(action="ignore"):
        from pettingzoo.test import (  # type: ignore[import-untyped]  # as above
            api_test,
            render_test,
            seed_test,
        )

        api_test(make(), num_cycles=200)
    seed_test(make, num_cycles=100)
    render_test(make)


@pytest.mark.matrix(5)
@every_case
def test_it_passes_the_tests_of_pettingzoo(case: Case) -> None:
    passes_its_tests(case.game.name, case.seats, case.given)


def test_hearts_passes_them_too(hearts: str) -> None:
    passes_its_tests(hearts, 4, {"target": "30"})
    played = env(hearts, target="30")
    play(played, 3)
    assert any("^" in word for word in played.record().moves.split())


def test_a_game_says_which_of_its_moves_are_no_cards() -> None:
    game = module_of(EXAMPLES / "duel/duel.py").FIRST
    folding = replace(game, offers=Offers(tokens=lambda options, seats: ["fold"]))
    sight = Observation(folding, game.options(), 2)
    assert sight.moves[sight.number("fold")] == "fold"
    with pytest.raises(KifuError, match=r"'pass' has no number: offers\.tokens"):
        sight.number("pass")


def play(match: Environment, seed: int, plies: int = 1 << 30) -> dict[str, float]:
    """Play at random; what each agent got in all."""
    match.reset(seed=seed)
    rewards = dict.fromkeys(match.agents, 0.0)
    for turn, agent in enumerate(match.agent_iter()):
        if turn == plies:
            break
        seen, reward, terminated, truncated, _ = match.last()
        rewards[agent] += reward
        legal = seen["action_mask"].nonzero()[0]
        match.step(None if terminated or truncated else legal[turn * 7919 % len(legal)])
    return rewards


def is_sound(record: Record) -> bool:
    """Whether `kifu check` finds nothing in it."""
    (reading,) = read_stream(BytesIO(dumps(record).encode()), "text")
    match = check(reading)
    return match is not None and match.findings == []


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_match_is_a_sound_record(name: str) -> None:
    match = env(name)
    for seed in range(3):
        rewards = play(match, seed)
        record = match.unwrapped.record()
        assert is_sound(record) and record.end == "="
        winners = match._match.state.winners()
        assert {f"player_{seat}" for seat in winners} == {
            a for a, got in rewards.items() if got > 0
        }
        half = len(record.moves.split()) // 3
        play(match, seed, half)
        assert is_sound(match.record()) and match.record().end == "*"


def test_matches_follow_from_the_seed() -> None:
    one, other = env("nimmt", seats=3), env("nimmt", seats=3)
    assert one.last()[0]["action_mask"].any()
    for match in (one, other):
        match.reset(seed=5)
        match.reset()
    assert one.record() == other.record()
    other.reset(seed=5)
    assert one.record().seed != other.record().seed


@pytest.mark.parametrize("action", [0, 7, 220, 9999, -1, None])
def test_who_does_what_is_forbidden_loses(action: int | None) -> None:
    match = env("nimmt", seats=3)
    match.reset(seed=4)
    match.step(int(match.last()[0]["action_mask"].argmax()))
    assert match.agent_selection == "player_2"
    match.step(action)
    assert str(match.rewards) == "{'player_1': 0.0, 'player_2': -1.0, 'player_3': 0.0}"
    assert all(match.terminations.values())
    record = match.record()
    assert is_sound(record) and record.winner == [1, 3]
    assert tag(record, "Termination") == "forfeit 2"
    assert (record.notes[0].text or "").startswith(f"player_2 chose {action}")


def test_in_mid_wish_what_is_forbidden_loses_too() -> None:
    match = env("atarayo", seats=3)
    match.reset(seed=1)
    match.step(match.last()[0]["action_mask"].argmin())
    assert match.rewards["player_1"] == -1 and is_sound(match.record())


@pytest.mark.parametrize("name", ["nimmt", "yuhodo"])
def test_a_match_that_does_not_end_is_truncated(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kifu.replay.environment.MOST_PLIES", 5)
    match = env(name)
    play(match, seed=2)
    assert all(match.truncations.values()) and not any(match.terminations.values())
    assert len(match.record().moves.split()) >= 5 and is_sound(match.record())


def test_it_is_registered_and_refuses_what_the_game_does_not_allow() -> None:
    assert str(pettingzoo.make("aec", "kifu/nimmt-v1", seats=4, target=20)) == "nimmt_v1"
    with pytest.raises(UsageError, match="seats"):
        env("nimmt", seats=40)
    with pytest.raises(UsageError, match="colour"):
        env("nimmt", colour="red")
