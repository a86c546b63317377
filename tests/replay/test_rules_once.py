"""A rule is said once: changed in one place, it is another one wherever somebody asks.

Each game is loaded again from its source with one line changed. Legal moves, refusals, the other
moves of a page and what it says of them, and the options of an analysis must all change with it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader

import pytest

from kifu.notation.record import Record
from kifu.replay import games, registry
from kifu.replay.analysis.judge import judge
from kifu.replay.codes.arrays import INTERPRETED
from kifu.replay.game import IllegalMove
from kifu.replay.games.nimmt import position
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.timeline import other_moves, timeline, what_if

#: A game and its module, what it says, and what it says instead.
CHANGES = [
    # Only the first three rows may be taken.
    ("nimmt", "position", "TAKE and code < RIGHT", "TAKE and code < RIGHT - 1"),
    # A set may rob a set of as many cards.
    ("mutsugo", "position", "    return count(cards)\n", "    return count(cards) - 1\n"),
    # Ready needs an opened set with all options.
    ("yuhodo", "legal", "if self.opened_only and self.melds", "if self.melds"),
    # An 8 or 11 lies on nothing.
    ("atarayo", "cards", "CHOICE):\n        return True", "CHOICE):\n        return False"),
    # Nobody has to follow.
    ("magimiles", "options", 'else "{0}"\n    allowed', 'else ""\n    allowed'),
]


@contextmanager
def played_with(game: str, module: str, was: str, now: str) -> Iterator[None]:
    """While this lasts, the game's module says something else."""
    folder, read = f"kifu.replay.games.{game}", SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> object:
        if name != f"{folder}.{module}":
            return read(loader, name)
        return compile((loader.get_source(name) or "").replace(was, now), loader.path, "exec")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, game, sys.modules[folder])
        for name in [*sys.modules]:
            if name.startswith(folder):
                patch.delitem(sys.modules, name)
        patch.setattr(SourceFileLoader, "get_code", get_code)
        registry._built_in.cache_clear()
        yield
    registry._built_in.cache_clear()


def asked(record: Record) -> list[tuple[set[str], set[str]]]:
    """By ply: the legal moves of the seat that moves, and the other moves that a page shows."""
    match = replay(record)
    return [
        ({*match.position(ply - 1).legal_moves(seat)}, {*other_moves(match, ply)})
        for ply, (seat, _move) in enumerate(match.plies, 1)
    ]


pytestmark = pytest.mark.skipif(not INTERPRETED, reason="compiled rules are not loaded again")


@pytest.mark.parametrize(("game", "module", "was", "now"), CHANGES)
def test_a_rule_that_is_changed_in_one_place_changes_everywhere(
    game: str, module: str, was: str, now: str
) -> None:
    for number in range(40):
        (record,) = simulate(registry.game(game), 1, seed=f"rule {number}", players=["random"])
        before = asked(record)
        with played_with(game, module, was, now):
            after = asked(record)
        for ply, ((old, shown), (new, others)) in enumerate(zip(before, after, strict=False), 1):
            if old != new:
                assert shown ^ others == old ^ new
                move = min(old ^ new)
                ask(record, ply, move, move in old)
                with played_with(game, module, was, now):
                    ask(record, ply, move, move in new)
                return
    pytest.fail("no match meets the rule")


def test_the_heads_of_cards_are_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules, sentences, faces and players take another table, in which every card has one."""
    monkeypatch.setattr(position, "_PRINTED", position._heads_and_usual([1] * 104))
    drafted = {"deck": "tactics", "hands": "drafted", "rounds": "1"}
    (record,) = simulate(GAME, 1, seed="once", options=drafted, players=["greedy"])
    line = timeline(replay(record))
    rows = re.findall(r"\(([0-9 ]+): ([0-9]+) head", str(line.moments))
    assert rows and all(len(row.split()) == int(heads) for row, heads in rows)
    assert sum(line.scores) == 2 * 66 - sum(int(heads) for _row, heads in rows)
    assert {face.pips for face in line.layout.faces.values()} == {1}
    assert [moment.move for moment in line.moments[:20]] == [f"+{card}" for card in range(1, 21)]


def ask(record: Record, ply: int, move: str, is_legal: bool) -> None:
    """An analysis and a page know whether `move` is legal at `ply`."""
    (judgement,) = judge(record, ply, budget=2).judgements
    assert (move in {option.move for option in judgement.options}) == is_legal
    if is_legal:
        assert what_if(replay(record), ply, move)[0].words.ja
    else:
        with pytest.raises(IllegalMove):
            what_if(replay(record), ply, move)
