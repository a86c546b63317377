"""Classes of moves: what each move of a short match is of, and that every game's are sound."""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.decision import decisions
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, game_names
from kifu.replay.replayer import replay

#: Hands of seat 1 and 2, and the rows of two-player matches.
NIMMT = {
    "deal/1": "10 20 30 40 50 60 70 80 90 100 11 21 31 41 51 61 71 81 91 101 15 25 35 45",
}


def kinds(record: Record) -> list[tuple[str, str | None]]:
    return [(made.move, made.kind) for made in decisions(replay(record))]


def nimmt(moves: str, options: dict[str, str] | None = None) -> Record:
    chance = list(NIMMT.items())
    return Record(
        game="nimmt", rules=1, seats=["Aki", "Ben"], options=options or {}, chance=chance,
        moves=moves, end="*",
    )  # fmt: skip


def test_the_kinds_of_nimmt_are_by_hand_and_rows() -> None:
    moves = "#1 1. 50 51 2. 60 61 3. 70 101 4. 10 11 r4 5. 20 100"
    assert kinds(nimmt(moves))[:9] == [
        ("50", "between, fits"),
        ("51", "between, fits"),
        ("60", "between, fits"),
        ("61", "between, fits"),
        ("70", "between, a sixth"),
        ("101", "highest, a sixth"),
        ("10", "lowest, below every row"),
        ("11", "lowest, below every row"),
        ("r4", "dearer row"),
    ]
    assert kinds(nimmt("#1 1. 10 11 r1"))[-1] == ("r1", "cheapest row")


@pytest.mark.parametrize("name", game_names())
def test_every_move_of_kifu_s_own_games_is_of_a_kind(name: str) -> None:
    played = game(name)
    classes = played.archive.classes
    assert 1 <= len(classes) <= 255
    assert all(words.en and words.ja for words in classes.values())
    assert all("\n" not in key and key.strip() == key for key in classes)
    for options in played.option_sets:
        for record in simulate(played, 1, seed="kinds", players=["random"], options=options):
            assert all(made.kind in classes for made in decisions(replay(record)))
