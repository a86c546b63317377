"""What every game of one's own repeats: who may act, cards dealt to hands, digests, copies."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import copy
from typing import TypeVar

from kifu.replay.chance import Chance
from kifu.replay.game import State
from kifu.replay.states.acting import not_on_turn, nothing_to_play
from kifu.replay.states.coded import demand_seat as demand_seat
from kifu.replay.states.coded import demand_viewer as demand_viewer

S = TypeVar("S", bound=State)


def demand_actor(state: State, seat: int) -> int:
    """The seat that plays a move: `seat` itself, or `next_seat` for 0 (written without a seat).

    Raises IllegalMove if the game is over or waits for a chance event, and WrongActor if that seat
    may not act, or there is no such seat.
    """
    if state.is_over or state.missing is not None:
        raise nothing_to_play(state)
    acting = state.to_move()
    if seat is not True and (seat or state.next_seat) in acting:
        return seat or state.next_seat
    raise not_on_turn(seat, *acting)


def dealt(
    chance: Chance, label: str, deck: Sequence[str], hands: int, size: int
) -> list[list[int]] | None:
    """The hands of a deal by chance event `label`: `hands` hands of `size` cards each, sorted. A
    card is its place in `deck`, from 1. None if not all of these cards are known.

    >>> dealt(Chance(None, [("deal", "a c b d")]), "deal", ["a", "b", "c", "d"], 2, 2)
    [[1, 3], [2, 4]]
    """
    cards = chance.shuffle(label, deck, need=hands * size)
    if cards is None or 0 in cards[: hands * size]:
        return None
    return [sorted(cards[size * hand : size * (hand + 1)]) for hand in range(hands)]


def digest_of(*position: object) -> str:
    """The digest of a position that is made of numbers, texts, and lists of them: 16 hex digits.

    >>> digest_of("duel", [[1, 2], [3]], 1)
    '30f5b66a10f0ee17'
    """
    return hashlib.blake2b(repr(position).encode(), digest_size=8).hexdigest()


def copied(state: S) -> S:
    """A copy of a state in which lists, and lists in lists, are copied too. Everything else is
    shared: options, texts, tuples, the chance.
    """
    other = copy(state)
    for name in _attributes(state):
        value = getattr(other, name)
        if isinstance(value, list):
            inner = [each.copy() if isinstance(each, list) else each for each in value]
            setattr(other, name, inner)
    return other


def _attributes(state: object) -> list[str]:
    slots = [name for kind in type(state).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(state, "__dict__", {})]
