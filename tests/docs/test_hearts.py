"""examples/hearts: a package with secrets and simultaneous choices, as docs/adding-a-game.md has
it."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.replay.analysis.deal_laws import breaches, deal_again, moments, untrue
from tests.replay.cases import Case

from kifu.replay.chance import Chance
from kifu.replay.game import WrongActor
from kifu.replay.proof import prove
from kifu.replay.registry import vet
from kifu.replay.table import PUBLIC, Step

from .packages import ROOT, known, module_of

PACKAGE = ROOT / "examples/hearts"


@pytest.fixture(scope="module")
def hearts() -> ModuleType:
    return module_of(PACKAGE / "hearts.py")


def dealt(hearts: ModuleType) -> Any:
    """The first position of a match whose seats have one suit each."""
    chance = Chance(None, [("deal/1", SUITS)])
    return hearts.GAME.start(hearts.GAME.read_options({"target": "50"}), 4, chance)


#: Each seat has one suit.
SUITS = " ".join(suit + rank for suit in "cdsh" for rank in "23456789TJQKA")


def test_its_laws_hold(hearts: ModuleType) -> None:
    vet(hearts.GAME)
    assert prove(hearts.GAME).faults == []


def test_it_is_dealt_again_as_a_seat_knows_it(hearts: ModuleType) -> None:
    case, other = Case(hearts.GAME, {"target": "1"}, 4), 0
    for moment in moments(case, "hearts"):
        viewer = moment.ply % 5
        found = breaches(case, moment, viewer, f"{moment.ply}", to_the_end=moment.ply % 9 == 0)
        assert not found + untrue(moment), (moment.ply, viewer)
        # What the seat can't know has no influence.
        twin = moment._replace(state=deal_again(case, moment, viewer, "twin"))
        worlds = [deal_again(case, each, viewer, "both").digest() for each in (moment, twin)]
        assert worlds[0] == worlds[1], (moment.ply, viewer)
        other += worlds[0] != moment.state.digest()
    assert other > 40


def test_nobody_sees_a_pass_before_all_have_passed(hearts: ModuleType) -> None:
    state = dealt(hearts)
    assert state.at_once and state.to_move() == [1, 2, 3, 4]
    assert len(state.legal_moves(1)) == 286
    state.play("^sQ+sK+sA", 3)
    assert (state.to_move(), state.next_seat) == ([1, 2, 4], 1)
    assert state.view(PUBLIC).zones["passed/3"] == ["_"] * 3 == state.view(4).zones["passed/3"]
    assert state.view(3).zones["passed/3"] == ["sQ", "sK", "sA"]
    with pytest.raises(WrongActor):
        state.play("^s2+s3+s4", 3)
    state.play("^c2+c3+c4", 1)
    state.play("^d2+d3+d4", 2)
    steps: list[Step] = []
    state.play("^h2+h3+h4", 4, steps.append)
    assert [step.kind for step in steps] == ["pass", "exchange"]
    assert state.hands[4][:3] == [hearts.CARD[card] for card in ("sQ", "sK", "sA")]
    assert (state.next_seat, state.legal_moves(2)) == (2, ["c2"])


def test_a_pass_is_offered_as_a_choice_and_not_as_286_tokens(
    hearts: ModuleType, tmp_path: Path
) -> None:
    choice = hearts.GAME.offers.combination(dealt(hearts), 1)
    assert choice.tokens() == dealt(hearts).legal_moves(1)
    kifu = known(PACKAGE, tmp_path)
    (tmp_path / "odd.kifu").write_text(
        '[Game "hearts"]\n[Rules "1"]\n[Seat "Aki"]\n[Seat "Ben"]\n[Seat "Chie"]\n[Seat "Dai"]\n'
        f'[Chance "deal/1: {SUITS}"]\n\n#1 1:^c2+c3 *\n'
    )
    done = kifu("check", "odd.kifu")
    said = " ".join((done.stdout + done.stderr).split())
    assert "choose 3 of c2 c3 c4 c5 c6 c7 c8 c9 cT cJ cQ cK cA, as ^c2+c3+c4" in said, said
    assert "^c2+c3+c5" not in said


def test_every_verb_knows_the_game(hearts: ModuleType, tmp_path: Path) -> None:
    kifu = known(PACKAGE, tmp_path)
    for args in (
        ["simulate", "hearts", "--games", "4", "--seats", "4", "--seed", "a",
         "--option", "target=50", "--player", "greedy", "-o", "hearts.kifu"],
        ["check", "hearts.kifu"],
        ["show", "hearts.kifu", "--at", "3", "--as", "1"],
        ["index", "archive.duckdb", "hearts.kifu"],
        ["view", "hearts.kifu", "-o", "hearts.html"],
    ):  # fmt: skip
        done = kifu(*args)
        assert done.returncode == 0, done.stderr + done.stdout
    asked = "SELECT score, place, won FROM seats ORDER BY match, place, score"
    answer = kifu("query", "archive.duckdb", asked, "--format", "ndjson")
    assert answer.returncode == 0, answer.stderr
    rows = [json.loads(row) for row in answer.stdout.splitlines()]
    assert len(rows) == 16
    for table in (rows[at : at + 4] for at in range(0, 16, 4)):
        assert [row["score"] for row in table] == sorted(row["score"] for row in table)
        assert table[0]["won"]


def test_a_deal_that_is_partly_known_is_called_so(tmp_path: Path) -> None:
    deck = " ".join(["_", *SUITS.split()[1:]])
    text = '[Game "hearts"]\n[Rules "1"]\n' + '[Seat "A"]\n' * 4
    (tmp_path / "partly.kifu").write_text(f'{text}[Chance "deal/1: {deck}"]\n\n2c\n*\n')
    checked = known(PACKAGE, tmp_path)("check", "partly.kifu")
    said = " ".join((checked.stdout + checked.stderr).split())
    assert "the Chance tag of deal/1 has cards that are not known (_), and hearts can't be" in said
    assert "neither a Seed nor a Chance tag" not in said
