"""The registry: kifu's own games, strangers' games, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.record import Record
from kifu.replay import registry
from kifu.replay.game import Game
from kifu.replay.games.nimmt.game import GAME as NIMMT
from kifu.replay.match import replay
from kifu.replay.registry import UnfitGame, UnknownGame, added


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """A function that installs a stranger's game: its entry point's name and its module."""
    points: list[EntryPoint] = []
    asked: list[str] = []

    def entry_points(group: str) -> list[EntryPoint]:
        asked.append(group)
        return points

    def install(name: str, source: str) -> list[str]:
        module = f"stranger_{len(points)}_{tmp_path.name}".replace("-", "_")
        (tmp_path / f"{module}.py").write_text(source, encoding="utf-8")
        points.append(EntryPoint(name, f"{module}:GAME", registry.GROUP))
        return asked

    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    added.cache_clear()
    registry._stranger.cache_clear()
    yield install
    added.cache_clear()
    registry._stranger.cache_clear()


OTHER = """
from msgspec.structs import replace
from kifu.replay.games.nimmt.game import GAME as NIMMT
GAME = replace(NIMMT, name="other")
"""


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_game_of_the_table_keeps_the_contract(name: str) -> None:
    game = registry.game(name)
    assert game.name == name
    registry.vet(game)


def test_entry_points_are_not_asked_for_a_name_of_the_table(strangers: Any) -> None:
    asked = strangers("other", OTHER)
    registry.game("nimmt")
    assert asked == []


def test_a_stranger_adds_a_game_by_an_entry_point(strangers: Any) -> None:
    strangers("other", OTHER)
    assert registry.game_names() == [*registry.BUILT_IN, "other"]
    assert registry.game("other").name == "other"


def test_a_stranger_can_not_take_the_name_of_a_game_of_the_table(strangers: Any) -> None:
    strangers("nimmt", OTHER)
    assert registry.game("nimmt") is NIMMT
    assert registry.game_names() == list(registry.BUILT_IN)


def test_an_unknown_game_is_named_with_those_that_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'Nimt'; the games are nimmt, ") as caught:
        registry.game("Nimt")
    assert caught.value.exit_code == 1


def test_a_name_of_a_megabyte_is_answered_at_once_and_shortly() -> None:
    with pytest.raises(UnknownGame) as caught:
        registry.game("x" * (1 << 20))
    assert len(str(caught.value)) < 200


def test_a_record_of_a_game_that_is_refused_is_one_of_an_unknown_game(strangers: Any) -> None:
    strangers("broken", "raise RuntimeError('no luck')")
    (finding,) = replay(Record(game="broken", rules=1, seats=["a", "b"])).findings
    assert finding.code == "KF401" and "no luck" in finding.message


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise RuntimeError('no luck')", r"odd: .* can't be loaded: no luck"),
        ("GAME = 7", r"is not a kifu\.replay\.game\.Game"),
        (OTHER, "calls itself 'other'"),
    ],
)
def test_a_stranger_that_is_no_game_is_refused_with_the_reason(
    strangers: Any, source: str, why: str
) -> None:
    strangers("odd", source)
    with pytest.raises(UnfitGame, match=why):
        registry.game("odd")


@pytest.mark.parametrize("token", ["1:5", "=", "5!", "a b", "", "x" * 201, "５", "{5}"])
def test_a_move_that_the_notation_can_not_hold_is_no_token(token: str) -> None:
    assert not registry.TOKEN.fullmatch(token)


@pytest.mark.parametrize(
    "odd",
    [
        replace(NIMMT, name="Nimmt"),
        replace(NIMMT, name="n" * 33),
        replace(NIMMT, name='a"b'),
        replace(NIMMT, rules=0),
        replace(NIMMT, option_sets=[]),
        replace(NIMMT, option_sets=[{}, {"rounds": "none"}]),
    ],
    ids=["upper case", "long", "quote", "rules", "no option sets", "an option set"],
)
def test_an_odd_game_is_refused(odd: Game) -> None:
    with pytest.raises(UnfitGame):
        registry.vet(odd)


def test_loading_a_game_of_the_table_does_not_load_the_entry_points() -> None:
    program = (
        "import sys; from kifu.replay import registry; registry.game('nimmt');"
        "from kifu.replay.registry import added; assert added.cache_info().currsize == 0;"
        "assert not {'duckdb', 'jinja2', 'importlib.metadata'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)
