"""A simple player of yuhodo, so that simulated matches look like matches."""

from __future__ import annotations

from kifu.replay.games.yuhodo.cards import BIG_SETS, CARD, PAIRS_WITH, is_red
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.games.yuhodo.scoring import is_item_group
from kifu.replay.games.yuhodo.shapes import UNIT, distance, shape_of


def greedy(state: Position, seat: int) -> str:
    """A simple player: it goes out when it can, claims or opens a first set, and with the
    advanced rules every set of Items; else it takes and keeps what is nearest to a goal shape,
    and declares Ready once it has an opened set. It lets a discard pass that it has no use for.
    """
    moves = state.legal_moves(seat)
    if "G" in moves:
        return "G"
    sets = [move for move in moves if move[0] in "oN" and _wanted(state, seat, move)]
    if sets:
        return min(sets, key=lambda move: (_behind_set(state, seat, move), move))
    if state.phase == "act":
        discards = [move for move in moves if move[0] == "-"]
        return min(discards, key=lambda move: _behind_discard(state, seat, move))
    takes = [move for move in moves if move in CARD]
    if takes:
        return min(takes, key=lambda move: _behind_take(state, seat, move))
    return "m" if seat == state.next_seat else ""


def _cards_of(state: Position, move: str) -> tuple[int, ...]:
    """The cards of the hand that an open or a gain lays down."""
    return BIG_SETS[move[1:]] if move[0] == "o" else PAIRS_WITH[state.window][move[1:]]


def _wanted(state: Position, seat: int, move: str) -> bool:
    items = state.advanced and is_item_group(_cards_of(state, move))
    return items or not state.opened[seat]


def _behind_set(state: Position, seat: int, move: str) -> int:
    """How far from a goal shape the cards are that stay in the hand."""
    return distance(shape_of(state.hands[seat]) - shape_of(_cards_of(state, move)))


def _behind_discard(state: Position, seat: int, move: str) -> tuple[int, bool, bool, str]:
    """Behind the discard: how far from a goal shape, and then Ready (of use with an opened set
    only), then red cards.
    """
    card = CARD[move[1:3]]
    away = distance(shape_of(state.hands[seat]) - UNIT[card])
    declares = move[-1] == "R"
    return away, declares != bool(state.opened[seat]), is_red(card), move


def _behind_take(state: Position, seat: int, move: str) -> tuple[int, bool, str]:
    """With the card: how far from a goal shape."""
    card = CARD[move]
    return distance(shape_of(state.hands[seat]) + UNIT[card]), not is_red(card), move
