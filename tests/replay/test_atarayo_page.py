"""The worked examples of the rules page of Atarayo come out as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.replay.chance import Chance
from kifu.replay.games.atarayo.cards import COLOUR_OF_LETTER, DRAW, KIND, OPEN, TOKENS
from kifu.replay.games.atarayo.game import GAME
from kifu.replay.games.atarayo.rules import Atarayo, start
from kifu.replay.table import ALL

from .atarayo_positions import (
    SEED,
    acts,
    called_on,
    kinds,
    names,
    on_table,
    plays,
    possible_totals_of,
    rest,
    set_phase,
    set_points,
    totals_of,
)

PAGE = (Path(__file__).parents[2] / "docs/rules/atarayo.md").read_text("utf-8")


def rows(title: str, pattern: str, block: int = 0) -> list[tuple[str, ...]]:
    """The lines of a block behind `**title.**`, each by the groups of `pattern`."""
    blocks = re.findall(r"```\n(.*?)```", PAGE.partition(f"**{title}.**")[2], re.DOTALL)
    found = [re.fullmatch(pattern, line) for line in blocks[block].splitlines()]
    assert all(found), blocks[block]
    return [tuple(part or "" for part in match.groups()) for match in found if match]


def position(
    field: str, hands: list[str], mode: str = "table", *, window: bool = False, spent6: str = "any"
) -> Atarayo:
    """Hand 1 is to act or, with a window, has played `field` just now. The pile is the rest."""
    set_up = called_on if window else on_table
    return set_up(field, hands, {"mode": mode, "spent6": spent6})


PLAYS = rows(
    "Plays", r"field (\S+?)(?:=(\w))?(?:, (first|draw \d|open|spent6=faq))? +hand (.*?) +plays (.*)"
)


@pytest.mark.parametrize(("field", "named", "more", "hand", "expected"), PLAYS)
def test_plays(field: str, named: str, more: str, hand: str, expected: str) -> None:
    spent6 = "faq" if more == "spent6=faq" else "any"
    state = position(field, [hand, "", ""], spent6=spent6)
    state.named = COLOUR_OF_LETTER.get(named, 0)
    if more[:4] in ("draw", "open"):
        set_phase(state, "attacked")
        state.attack = OPEN if more == "open" else DRAW
        state.amount = 0 if more == "open" else int(more[5:])
    assert (plays(state) or "none") == expected


TURNS = rows("Turns", r"(\d|duel)(?: seats)? +(\S+) +(\w+)")


@pytest.mark.parametrize(("seats", "stack", "following"), TURNS)
def test_turns(seats: str, stack: str, following: str) -> None:
    hands = [stack.replace("+", " "), *[""] * (3 if seats == "duel" else int(seats) - 1)]
    state = position("b4", hands, "duel" if seats == "duel" else "table")
    state.play(stack)
    assert state.names[state.hand] == following


MATCHING = rows("Matching", r"(.*?)  +(.*)")


@pytest.mark.parametrize(("hand", "numbers"), MATCHING)
def test_matching(hand: str, numbers: str) -> None:
    assert (" ".join(map(str, totals_of(hand))) or "none") == numbers
    assert possible_totals_of(hand, 1, rest(kinds(hand))) == totals_of(hand)


def test_three_thirteens() -> None:
    example = re.search(r"On three 13s .* `(.*?)` may call and `(.*?)` may not, but", PAGE)
    assert example is not None
    stack, first, second = "b13+r13+g13", example[1], example[2]
    assert position(stack, ["", first, ""], window=True).legal_moves(2)[-1] == "A2"
    assert position(stack, ["", second, ""], window=True).to_move() == [2]
    assert "A2" not in position(stack, ["", second, ""], window=True).legal_moves(2)
    caller = first.replace("b1", "p1")
    assert "A2C" in position(stack, [second, caller, ""], window=True).legal_moves(2)


POINTS = rows("Points", r"([\d ]{7}) +(A\w+)( \*)? +([\d ]{7})(?: +won by ([\d ]+))?")


@pytest.mark.parametrize(("before", "call", "star", "after", "won"), POINTS)
def test_points(before: str, call: str, star: str, after: str, won: str) -> None:
    state = position("b10", ["r10", "b7 b3", "b4 b6", "r9"], window=True)
    set_points(state, before)
    state.point = KIND["g1"] if star else 0
    state.play(call)
    assert state.scores() == [int(points) for points in after.split()]
    assert (state.winners(), state.is_over) == ([int(seat) for seat in won.split()], bool(won))
    assert state.round == (1 if won else 2)


def test_the_exchange_in_the_duel() -> None:
    hands = dict(re.findall(r"([12][LR]) `(.*?)`", PAGE.partition("**An exchange")[2])[:4])
    state = position("b12", [hands[name] for name in ("1L", "2R", "2L", "1R")], "duel", window=True)
    example = re.search(r"The calls are\s`(.*?)`", PAGE)
    assert example is not None
    assert " ".join(move for move in state.legal_moves(2) if move[0] == "A") == example[1]
    for token, seat in (("A2RCLCL", 2), ("A2RCL", 1)):
        other = state.copy()
        other.play(token)
        assert other.scores()[seat - 1] == 1
        assert sum(other.scores()) == 1


def test_the_open_hand() -> None:
    state = position("b13", ["", "r10 g3", ""], window=True)
    set_phase(state, "attacked")
    state.attack = OPEN
    example = re.search(r"may play `(.*?)`; after `x` it may play `(.*?)`", PAGE)
    assert example is not None
    assert " ".join(state.legal_moves(2)) == example[1]
    state.play("x")
    assert " ".join(state.legal_moves(2)) == example[2]
    state.play("d")
    assert state.window == 0


def test_the_deal() -> None:
    state = start(GAME.read_options({}), 4, Chance(SEED))
    for seat, cards in rows("A deal", r"(field|seat \d|pile) +(.*)"):
        if seat == "pile":
            card = TOKENS[state.deck[state.up]]
            assert cards == f"{len(state.pile)}, {card} under {state.above}"
        else:
            zone = state.view(ALL).zones["field" if seat == "field" else f"hand/{seat[-1]}"]
            assert sorted(zone) == sorted(cards.split())


@pytest.mark.parametrize(("mode", "block"), [("table", 0), ("duel", 1)])
def test_the_attack(mode: str, block: int) -> None:
    beginning = re.search(r"the first deal begins `(.*?)`", PAGE)
    assert beginning is not None
    others = names(rest(kinds(beginning[1])))
    chance = Chance(SEED, [("deal/1", f"{beginning[1]} {others}")])
    state = start(GAME.read_options({"mode": mode}), 2 if mode == "duel" else 3, chance)
    for marks, move, hand, expected in rows(
        "An attack", r"((?:#1 )?\d\.) (\S+) +(?:(?:seat )?(\w+) may play (.*)|the sixth .*)", block
    ):
        assert " ".join(state.marks()) == marks
        state.play(move)
        if hand:
            assert state.names[state.hand] == hand
            assert " ".join(acts(state)) == expected
    if mode == "table":
        assert (state.scores(), state.round, state.next_seat) == ([0, 1, 1], 2, 2)
        assert (state.marks(), state.facts()) == (("#2", "1."), {"rounds": 1, "turns": 4})
