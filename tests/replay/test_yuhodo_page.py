"""The worked examples of the rules page of yuhodo come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.yuhodo.cards import TOKEN
from kifu.replay.games.yuhodo.game import GAME
from kifu.replay.games.yuhodo.rules import Yuhodo, start
from kifu.replay.table import ALL

from .yuhodo_positions import SEED, legal, play, position

PAGE = (Path(__file__).parents[2] / "docs/rules/yuhodo.md").read_text("utf-8")

#: The examples: the position they begin with, and lines of two words: what, and the rest.
EXAMPLE = re.compile(r"```\n((?:options|points|hand 1)  .*?)```", re.DOTALL)
SAID = ("moves", "legal", "opens", "illegal", "after")
EXAMPLES = [block for block in EXAMPLE.findall(PAGE) if "cards, " not in block]


def test_the_page_has_its_ten_examples() -> None:
    assert re.findall(r"\*\*(\d+)\*\*:", PAGE) == [str(number) for number in range(1, 11)]
    assert len(EXAMPLES) == 11


@pytest.mark.parametrize("block", EXAMPLES)
def test_an_example_of_the_page_comes_out(block: str) -> None:
    lines = [(line[:9].strip(), line[10:]) for line in block.splitlines()]
    state = position("\n".join(f"{what}  {text}" for what, text in lines if what not in SAID))
    for what, text in lines:
        match what:
            case "moves":
                play(state, text)
            case "illegal":
                with pytest.raises(IllegalMove):
                    play(state, text)
            case "legal":
                assert legal(state) == text.split()
            case "opens":
                assert [move for move in legal(state) if move[0] == "o"] == text.split()
            case "after":
                for part in text.split(" | "):
                    assert part in said(state), part


def said(state: Yuhodo) -> list[str]:
    """What the page may say of a position."""
    table = state.view(ALL)
    lines = [f"points {' '.join(map(str, state.scores()))}"]
    lines += ["over", f"winners {' '.join(map(str, state.winners()))}"] if state.is_over else []
    for seat in range(1, state.n + 1):
        for zone in ("hand", "opened", "river", "goal"):
            lines.append(f"{zone} {seat}: {' '.join(table.zones[f'{zone}/{seat}'])}")
        lines.append(f"score {seat}: {table.facts[f'score/{seat}']}")
        lines += [f"ready {seat}"] if state.ready >> seat & 1 else []
    return lines


def test_the_deal_of_the_page_comes_out() -> None:
    state = start(GAME.read_options({}), 2, Chance(SEED))
    zones = state.view(ALL).zones
    assert state.starter == 2
    for seat in (1, 2):
        assert f"\nhand {seat}   {' '.join(zones[f'hand/{seat}'])}\n" in PAGE
    assert f"\nmarket   {' '.join(zones['market'])}\n" in PAGE
    top = " ".join(TOKEN[card] for card in state.pile()[:3])
    assert f"\npile     {len(state.pile())} cards, {top} on top\n" in PAGE
