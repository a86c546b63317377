"""What every game of one's own repeats: who may act, cards dealt to hands, digests, copies."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, State, WrongActor
from kifu.replay.states.coded import Coded
from kifu.replay.states.coded import demand_seat as demand_seat
from kifu.replay.states.coded import demand_viewer as demand_viewer
from kifu.replay.table import ALL, Fact

S = TypeVar("S", bound=State)


def demand_actor(state: State, seat: int) -> int:
    """The seat that plays a move: `seat` itself, or `next_seat` if it is 0 (written without a
    seat).

    Raises IllegalMove if the game is over or waits for a chance event, and WrongActor if that seat
    may not act or does not exist.
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
    """The hands of a deal by chance event `label`, in seat order: `hands` hands of `size` cards
    each, sorted. The deck is dealt hand by hand, from the top. A card is its place in `deck`, from
    1. None if not all of these cards are known.

    >>> dealt(Chance(None, [("deal", "a c b d")]), "deal", ["a", "b", "c", "d"], 2, 2)
    [[1, 3], [2, 4]]
    """
    cards = chance.shuffle(label, deck, need=hands * size)
    if cards is None or 0 in cards[: hands * size]:
        return None
    return [sorted(cards[size * hand : size * (hand + 1)]) for hand in range(hands)]


def digest_of(*position: object) -> str:
    """The digest of a position that is given as numbers, texts, and lists of them: 16 hex digits.
    Equal positions have equal digests in every process.

    >>> digest_of("duel", [[1, 2], [3]], 1)
    '30f5b66a10f0ee17'
    """
    return hashlib.blake2b(repr(position).encode(), digest_size=8).hexdigest()


def copied(state: S) -> S:
    """A copy of a state with its own lists, and its own lists inside these (no deeper). Everything
    else is shared: options, texts, tuples, dicts, the chance.
    """
    other = copy(state)
    held: Any = object.__getstate__(state)
    # Without slots, it is the attributes by their names; else those outside and those in slots.
    for part in held if isinstance(held, tuple) else [held]:
        for name, value in (part or {}).items():
            if isinstance(value, list):
                inner = [each.copy() if isinstance(each, list) else each for each in value]
                setattr(other, name, inner)
    return other


def nothing_to_play(state: State | Coded) -> IllegalMove:
    """The error (returned, not raised) for any move if the game is over, or waits for a chance
    event that has no outcome.

    >>> from kifu.replay.chance import Chance
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> options = nimmt.settle(nimmt.read_options({}), 2)
    >>> print(nothing_to_play(nimmt.start(options, 2, Chance(None, []))))
    the outcome of deal/1 is not known, so nothing can be played
    """
    if state.is_over:
        return IllegalMove(Words("the game is over", "対戦は終わっています"))
    return IllegalMove(
        Words(
            f"the outcome of {state.missing} is not known, so nothing can be played",
            f"{state.missing}の結果がわからないので、できる手がありません",
        )
    )


def not_on_turn(seat: int, *acting: int) -> WrongActor:
    """The error (returned, not raised) for a move of `seat` if only the seats `acting` may act.

    >>> print(not_on_turn(2, 1, 3))
    seat 1 or 3 is to move, not seat 2
    """
    en = f"seat {' or '.join(map(str, acting))} is to move, not seat {seat}"
    return WrongActor(Words(en, f"席{seat}ではなく、席{'か'.join(map(str, acting))}の番です"))


def of_own_turn(state: Coded, wishing: list[int]) -> list[tuple[int, dict[str, Fact]]]:
    """The `private` facts of a step that say who may act, as pairs of a mask of viewers and facts.
    Each of the seats `wishing`, which may act out of turn as far as they can know, learns of itself
    and the seat on turn; ALL learns of all seats that may act. Empty if only the seat on turn may
    act and nobody wishes.
    """
    acting, on_turn = state.to_move(), state.next_seat
    found = [(1 << seat, sorted((seat, on_turn))) for seat in wishing if seat != on_turn]
    if len(acting) > 1:
        found.append((1 << ALL, acting))
    return [(viewers, {"to_move": " ".join(map(str, seats))}) for viewers, seats in found]
