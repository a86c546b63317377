"""The worked examples of the rules page of 6つ子7組 come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove
from kifu.replay.games.mutsugo.game import GAME
from kifu.replay.games.mutsugo.position import CARD, PHASES, TOKEN, cards_of
from kifu.replay.games.mutsugo.rules import Mutsugo

from .mutsugo_positions import (
    FREE,
    PILE,
    bare,
    meld,
    move_card,
    pile_up,
    place,
    where_is,
)  # fmt: skip

PAGE = (Path(__file__).parents[2] / "docs/rules/mutsugo.md").read_text("utf-8")
SEED = "shake256-1:00112233445566778899aabbccddeeff"

#: The examples that begin with a position, as lines of two words: what, and the rest.
EXAMPLES = [
    [(line[:9].strip(), line[9:]) for line in block.splitlines()]
    for block in re.findall(r"```\n(before .*?)```", PAGE, re.DOTALL)
]


def test_the_page_has_its_ten_examples() -> None:
    assert re.findall(r"\*\*(\d+)\*\*:", PAGE) == [str(number) for number in range(1, 11)]
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize("lines", EXAMPLES, ids=lambda lines: lines[0][1])
def test_an_example_of_the_page_comes_out(lines: list[tuple[str, str]]) -> None:
    state = position(lines[0][1])
    for what, text in lines[1:]:
        match what:
            case "moves":
                for token in text.split():
                    state.play(token)
            case "illegal":
                with pytest.raises(IllegalMove):
                    state.play(text)
            case "legal":
                assert state.legal_moves(state.next_seat) == text.split()
            case _:
                assert what == "after"
                for part in text.split(" | "):
                    assert part in said(state), part


def test_the_deal_of_the_page_comes_out() -> None:
    state = GAME.start(GAME.read_options({}), 2, Chance(SEED))
    assert isinstance(state, Mutsugo)
    for seat in (1, 2):
        assert f"\nseat {seat}   {named(state.hand(seat))}\n" in PAGE
    pile = state.pile()
    assert f"\nfree     {named(cards_of(state.free))}\n" in PAGE
    assert f"\npile     {len(pile)} cards, {named(pile[:3])} on top\n" in PAGE
    assert f"\nlegal    {' '.join(state.legal_moves(1))}\n" in PAGE


def position(text: str) -> Mutsugo:
    """The position that a line says, in turn 9. The pile is what nobody has where it isn't said."""
    state = bare(text.count("seat 3") + 2)
    for card in range(1, 43):
        move_card(state, card, PILE)
    pile = None
    for part in text.split(" | "):
        what, _, rest = part.partition(" ")
        if what == "seat":
            set_up(state, int(rest[0]), rest[3:])
        elif what == "phase":
            state.stage = PHASES.index(rest if rest == "start" else "closing")
        elif what == "turn":
            state.next_seat = int(rest.removeprefix("of "))
        elif what == "free":
            place(state, rest, FREE)
        else:
            assert what == "pile"
            pile = [CARD[card] for card in rest.split()]
    pile_up(state, pile or [card for card in range(1, 43) if where_is(state, card) == PILE])
    return state


def set_up(state: Mutsugo, seat: int, text: str) -> None:
    for part in text.split(", "):
        what, *words = part.split()
        if what == "hand":
            place(state, " ".join(words), seat)
        else:
            assert what == "sets"
            meld(state, seat, " ".join(words))


def said(state: Mutsugo) -> list[str]:
    """Everything that a line of an example may say of a position."""
    parts = [f"free {named(cards_of(state.free))}"]
    for seat in range(1, state.n + 1):
        hand = f"hand {named(state.hand(seat))}"
        sets = "sets " + " ".join("+".join(TOKEN[c] for c in one) for one in state.sets_of(seat))
        parts += [f"seat {seat}: {hand}", f"seat {seat}: {sets}", f"seat {seat}: {hand}, {sets}"]
    parts.append(f"scores {' '.join(map(str, state.scores()))}")
    parts.append(f"winner {' '.join(map(str, state.winners()))}")
    return parts


def named(cards: list[int]) -> str:
    return " ".join(TOKEN[card] for card in cards)
