"""Calls of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md). Who may call on a
play, who may counter, and the tokens that say a whole exchange.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from kifu.replay.game import IllegalMove, Words
from kifu.replay.games.atarayo.cards import COPIES, NUMBERS
from kifu.replay.games.atarayo.position import Position
from kifu.replay.games.atarayo.refusals import of_token


class Exchange(NamedTuple):
    """The hands of a call, by their places: those that call, and those that counter in turn."""

    callers: list[int]
    counters: list[int]


# The hands that match


def matches(hand: list[int], number: int, same: int, unseen: list[int]) -> bool:
    """Whether the cards add up to `number`, each number counted once or more, up to as often as
    it is there, and `same` of them have the same number.

    With unknown cards (0): whether there are cards that could be them. They may be any of
    `unseen`, copies by kind, so the answer is exact for this hand by itself; what other hands
    would then be left with is not looked at.

    >>> five_five_two = [5, 27, 35]
    >>> [t for t in range(1, 14) if matches(five_five_two, t, 1, COPIES)]
    [7, 12]
    >>> matches([5, 0], 13, 1, COPIES), matches([5, 0], 13, 2, COPIES)
    (True, False)
    """
    if sum({NUMBERS[card] for card in hand}) > number:
        return False  # each number once is too much already, as it mostly is
    unknown = hand.count(0)
    held = [0] * 14
    for card in hand:
        held[NUMBERS[card]] += 1
    free = [0] * 14
    if unknown:
        for kind, copies in enumerate(unseen):
            free[NUMBERS[kind]] += copies
    sums = {(unknown, same <= 1): 1}
    for value in range(1, 14):
        if held[value] or free[value]:
            sums = _with_number(sums, value, held[value], free[value], same)
    return bool(sums.get((0, True), 0) >> number & 1)


#: The sums that can be reached, as bits, by how many unknown cards are left over and whether
#: enough cards have the same number.
Sums = dict[tuple[int, bool], int]


def _with_number(sums: Sums, number: int, held: int, free: int, same: int) -> Sums:
    """`sums` and then `held` cards of `number`, with up to `free` unknown ones."""
    after: Sums = {}
    for (unknown, enough), before in sums.items():
        for more in range(min(free, unknown) + 1):
            copies = held + more
            reached = 0 if copies else before
            for times in range(1, copies + 1):
                reached |= before << number * times
            key = (unknown - more, enough or copies >= same)
            after[key] = after.get(key, 0) | reached
    return after


def total(state: Position) -> int:
    """The number that a hand has to add up to: that of the field card, 0 before there is one."""
    return NUMBERS[state.field[-1]] if state.field else 0


def _matches(state: Position, hand: int, same: int) -> bool:
    """Whether `hand` matches the play that the window is open for."""
    cards = state.hands[hand]
    unseen = state.unseen() if 0 in cards else COPIES
    return matches(cards, total(state), same, unseen)


def called_upon(state: Position) -> int:
    """The seat whose play can be called on, 0 while no window is open."""
    return state.owners[state.window]


def callers(state: Position) -> Iterator[int]:
    """The hands that may call, in the order of their names."""
    if state.window:
        for hand in state.by_name:
            others = state.owners[hand] != called_upon(state)
            if others and _matches(state, hand, len(state.field)):
                yield hand


def may_call(state: Position, seat: int) -> bool:
    """Whether a hand of `seat` may call as far as the seat can know: what it does not know of its
    own cards may be any card that it does not see.
    """
    if not state.window or called_upon(state) == seat:
        return False
    own = [cards for hand, cards in enumerate(state.hands) if state.owners[hand] == seat]
    unseen = state.unseen_by(seat) if any(0 in cards for cards in own) else COPIES
    return any(matches(cards, total(state), len(state.field), unseen) for cards in own)


def to_move(state: Position) -> list[int]:
    """The owner of the hand whose turn it is, and every seat that may call."""
    if not state.window:
        return [state.next_seat] if state.next_seat else []
    return sorted({state.next_seat, *(state.owners[hand] for hand in callers(state))})


# The tokens

_SEATS = {str(seat): seat for seat in range(1, 6)}


def actor(state: Position, token: str) -> int:
    """Whose token it is: a call is the first caller's, `f` the starter's, who alone is to move
    then, and any other token that of the owner of the hand whose turn it is.
    """
    return _SEATS.get(token[1:2], state.next_seat) if token[:1] == "A" else state.next_seat


def single_calls(state: Position, seat: int) -> list[str]:
    """The calls of the seat's hands, each for itself and without a counter."""
    return [f"A{state.names[hand]}" for hand in callers(state) if state.owners[hand] == seat]


def exchanges(state: Position, seat: int) -> list[str]:
    """Every call token of which `seat` is the first: all that may call along, all counters."""
    calling = list(callers(state))
    if state.options.mode == "duel":
        own = [hand for hand in calling if state.owners[hand] == seat]
        return [token for hand in own for token in _chain(state, [hand])]
    if seat not in calling:
        return []
    counters = ["", "C"] if _matches(state, state.window, 1) else [""]
    joint = [str(seat)]
    for hand in calling:
        if hand > seat:
            joint += [f"{token}{hand}" for token in joint]
    return [f"A{token}{counter}" for token in sorted(joint) for counter in counters]


def _chain(state: Position, used: list[int]) -> Iterator[str]:
    """The duel's tokens that begin with the call and the counters of the hands `used`."""
    yield _chained(state, used)
    answering = 3 - state.owners[used[-1]]
    for letter in "LR":
        hand = state.names.index(f"{answering}{letter}")
        if hand not in used and _matches(state, hand, 1):
            yield from _chain(state, [*used, hand])


def _chained(state: Position, used: list[int]) -> str:
    names = [state.names[hand] for hand in used]
    return f"A{names[0]}" + "".join([f"C{name[1]}" for name in names[1:]])


_NOTHING = Words(
    "there is nothing to call on: nobody has played since the last draw",
    "宣言する相手がいません。最後に引かれてから、まだ誰も出していません",
)
_IN_ORDER = Words(
    "the callers stand in seat order, each once", "宣言する人は席の順に1度ずつ書きます"
)


def read(state: Position, move: str) -> Exchange:
    """The exchange that `move` says. Raises IllegalMove with the rule that it breaks."""
    callers, counters = exchange = _parsed(state, move)
    same = len(state.field)
    own = [hand for hand in callers if state.owners[hand] == called_upon(state)]
    off = [hand for hand in callers if not _matches(state, hand, 1)]
    few = [hand for hand in callers if same > 1 and not _matches(state, hand, same)]
    silent = [hand for hand in counters if not _matches(state, hand, 1)]
    twice = [hand for at, hand in enumerate(counters) if hand in (callers + counters[:at])]
    for broken, rule in (
        (not callers, of_token(state, move)),
        (not state.window, _NOTHING),
        (sorted(set(callers)) != callers, _IN_ORDER),
        (own, Words(
            f"seat {called_upon(state)} has played the card itself; only others call on it",
            f"出したのは席{called_upon(state)}です。宣言できるのはほかの人だけです")),
        (off, Words(
            f"hand {_first(state, off)} does not add up to {total(state)}",
            f"手札{_first(state, off)}の合計は{total(state)}ではありません")),
        (few, Words(
            f"on {same} cards only a hand with {same} of one number may call;"
            f" hand {_first(state, few)} has not so many",
            f"{same}枚重ねに宣言できるのは同じ数字が{same}枚ある手札だけです。"
            f"手札{_first(state, few)}にはありません")),
        (twice, Words(
            f"hand {_first(state, twice)} has been used in this exchange already",
            f"手札{_first(state, twice)}はこのやりとりでもう使いました")),
        (silent, Words(
            f"hand {_first(state, silent)} can't counter:"
            f" it does not add up to {total(state)}",
            f"手札{_first(state, silent)}は仕返せません。合計が{total(state)}ではありません")),
    ):  # fmt: skip
        if broken:
            raise IllegalMove(rule)
    return exchange


def _parsed(state: Position, move: str) -> Exchange:
    """The hands that a call token names, none at all where `move` is no such token."""
    if state.options.mode == "table":
        found = re.fullmatch(f"A([1-{state.n}]{{1,{state.n}}})(C?)", move)
        if found is None:
            return Exchange([], [])
        return Exchange([int(seat) for seat in found[1]], [state.window] if found[2] else [])
    found = re.fullmatch("A([12])([LR])((?:C[LR]){0,3})", move)
    if found is None:
        return Exchange([], [])
    answering = cycle([3 - int(found[1]), int(found[1])])
    names = [f"{seat}{letter}" for letter, seat in zip(found[3][1::2], answering, strict=False)]
    return Exchange(
        [state.names.index(found[1] + found[2])], [state.names.index(name) for name in names]
    )


def _first(state: Position, hands: list[int]) -> str:
    return state.names[hands[0]] if hands else ""
