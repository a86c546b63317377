"""The worked examples of the rules pages come out as the pages say."""

from __future__ import annotations

import re

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games.nimmt.cards import LARGEST
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.position import NOWHERE
from kifu.replay.games.nimmt.rules import Nimmt, start
from kifu.replay.table import Step

from .pages import text_of

PAGE = text_of("docs/rules/nimmt.md")
SEED = "shake256-1:00112233445566778899aabbccddeeff"

EXAMPLE = re.compile(
    r"\*\*([SPO]\d)\*\*: [^`]*\n```\n"
    r"before   (.*)\nmoves    (.*)\nafter    (.*)\n(?:takes    (.*)\n)?```"
)
EXAMPLES = {m[1]: m.groups()[1:] for m in EXAMPLE.finditer(PAGE)}


def test_the_page_has_all_ten_examples() -> None:
    assert sorted(EXAMPLES) == ["O1", "O2", "O3", "P1", "P2", "P3", "P4", "S1", "S2", "S3"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_page_of_6_nimmt_comes_out(name: str) -> None:
    before, moves, after, takes = EXAMPLES[name]
    tokens = moves.split()
    choices = [int(token) for token in tokens if token.isdigit()]
    professional = name in ("P1", "P2", "P3", "P4", "O2", "O3")
    state = position(before, choices, professional)
    taken: list[str] = []

    def watch(step: Step) -> None:
        if step.kind == "take":
            row = " ".join(motion.card for motion in step.motions)
            taken.append(f"seat {step.seat}: {row}")

    for token in tokens:
        state.play(token, watch=watch)
    assert rows(state) == after
    parts = [part.rsplit(" = ", 1) for part in (takes or "").split(" | ") if part]
    assert taken == [cards for cards, _heads in parts]
    assert sum(state.heads) == sum(int(heads) for _cards, heads in parts)


def test_the_deal_of_the_page_of_6_nimmt_comes_out() -> None:
    state = GAME.start(GAME.read_options({}), 3, Chance(SEED))
    assert isinstance(state, Nimmt)
    for seat in (1, 2, 3):
        line = re.search(rf"^seat {seat}   ([\d ]+)$", PAGE, re.MULTILINE)
        assert line is not None
        assert state.hand(seat) == sorted(int(card) for card in line[1].split())
    assert f"rows     {rows(state)}\nstock    {state.stock} cards" in PAGE


def rows(state: Nimmt) -> str:
    laid = (" ".join(map(str, state.row(k))) for k in range(1, 5))
    return " | ".join(f"{k}: {row}" for k, row in enumerate(laid, 1))


def position(before: str, choices: list[int], professional: bool) -> Nimmt:
    """The start of a turn, each seat holding the card that it is going to choose."""
    options = GAME.read_options({"placement": "professional"} if professional else {})
    state = start(options, len(choices), Chance(SEED))
    for card in range(1, LARGEST + 1):
        state.held[card] = NOWHERE
    for k, row in enumerate(before.split(" | "), 1):
        state.set_row(k, [int(card) for card in row[3:].split()])
    for seat, card in enumerate(choices, 1):
        state.held[card] = seat
    return state
