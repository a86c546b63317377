"""The worked examples of the rules page of 6 nimmt! come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.rules import start
from kifu.replay.table import Step

from .nimmt_positions import SEED, in_the_middle, rows_of

PAGE = (Path(__file__).parents[2] / "docs/rules/nimmt.md").read_text("utf-8")

EXAMPLE = re.compile(
    r"\*\*([SPO]\d)\*\*: [^`]*\n```\n"
    r"before   (.*)\nmoves    (.*)\nafter    (.*)\n(?:takes    (.*)\n)?```"
)
EXAMPLES = {m[1]: m.groups()[1:] for m in EXAMPLE.finditer(PAGE)}


def test_the_page_has_all_ten_examples() -> None:
    assert sorted(EXAMPLES) == ["O1", "O2", "O3", "P1", "P2", "P3", "P4", "S1", "S2", "S3"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_of_the_page_comes_out(name: str) -> None:
    before, moves, after, takes = EXAMPLES[name]
    tokens = moves.split()
    professional = name in ("P1", "P2", "P3", "P4", "O2", "O3")
    state = in_the_middle(
        without_numbers(before),
        [token for token in tokens if token.isdigit()],
        "professional" if professional else "standard",
    )
    taken: list[str] = []

    def watch(step: Step) -> None:
        if step.kind == "take":
            row = " ".join(motion.card for motion in step.motions)
            taken.append(f"seat {step.seat}: {row} = {step.facts[f'heads/{step.seat}']}")

    for token in tokens:
        state.play(token, watch=watch)
    assert rows_of(state) == without_numbers(after)
    assert " | ".join(taken) == (takes or "")
    assert state.turn == 2


def test_the_deal_of_the_page_comes_out() -> None:
    state = start(Options(), 3, Chance(SEED))
    for seat in (1, 2, 3):
        line = re.search(rf"^seat {seat}   ([\d ]+)$", PAGE, re.MULTILINE)
        assert line is not None
        assert state.cards_at(seat) == sorted(int(card) for card in line[1].split())
    rows = re.search(r"^rows     (.*)\nstock    (\d+) cards", PAGE, re.MULTILINE)
    assert rows is not None
    assert (rows_of(state), str(state.stock)) == (without_numbers(rows[1]), rows[2])


def without_numbers(rows: str) -> str:
    """The rows of a line without their numbers: `1: 20 | 2: 92` as `20 | 92`."""
    return re.sub(r"\d: ", "", rows)
