"""Players of Atarayo: a random one, and a simple one, so that simulated matches look like matches.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.replay.elements.arrays import NONE
from kifu.replay.elements.lots import Lots
from kifu.replay.games.atarayo import plays
from kifu.replay.games.atarayo.calls import possible_totals, single_calls, totals
from kifu.replay.games.atarayo.cards import BIT, COPIES, HIGHEST, NUMBERS, ONE, WILD
from kifu.replay.games.atarayo.position import CALLED, Position
from kifu.replay.games.atarayo.tokens import LAST_PLAY, RANK, STACK


def random_code(state: Position, seat: i64, lots: Lots) -> i64:
    """The code of a random move of `seat`, whose hand is on turn and known: of all its moves in
    the order of `wish_codes`, without a list of them.
    """
    called, count = NONE, plays.count(state)
    if state.window > 0:
        called = single_calls(state, seat)
    place = lots.below(count + 1 + len(called))
    if place < count:
        return plays.at(state, place)
    if place == count:
        return state.instead()
    return called[place - count - 1]


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. If its seat may call or counter, it does, with its first
    hand that can. Otherwise, out of turn, it lets the moment pass (0), and in its turn it makes the
    play after which the hand waits for the most numbers (then: has the smallest sum). If there is
    no play it draws, passes or accepts; of two revealed cards it chooses the later one in canonical
    order.
    """
    if state.stage == CALLED:
        return state.wish_codes(seat)[1]
    called = single_calls(state, seat)
    if len(called) > 0:
        return called[0]
    if seat != state.next_seat:
        return 0
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    codes = plays.act_codes(state, seat)
    best = codes[len(codes) - 1]
    most: i64 = -1
    left: i64 = -1
    worth: i64 = 0
    for play in codes:
        if play > LAST_PLAY:
            break
        rest = _counts_after(held, numbers, play)
        if rest != left:
            left, worth = rest, _worth(rest)
        # Of two that are worth the same, the last one in the order of text.
        if worth + RANK[play] > most:
            best, most = play, worth + RANK[play]
    return best


def _counts_after(held: i64, numbers: i64, play: i64) -> i64:
    """The counts of a hand (see `counts_of`) after the play with this code. Before it, `held` is
    the mask of its known kinds, `numbers` its counts; a played card that is not among them is one
    of its unknown cards.
    """
    stack = STACK[play]
    while stack:
        card = stack & 63
        if held & BIT[card] == 0 or (card >= WILD and numbers >> 4 * NUMBERS[card] & 15 == 0):
            card = 0
        numbers -= ONE[card]
        stack >>= 6
    return numbers


#: Worths are apart by more than any rank, those of the same waits by more than any sum.
_SUM: Final[i64] = 1 << 12
_WAIT: Final[i64] = 1 << 20
_MOST: Final[i64] = 255


def _worth(numbers: i64) -> i64:
    """How good a hand with the counts `numbers` (see `counts_of`) is, higher for better: the more
    numbers it waits for and, if equal, the smaller its sum.
    """
    waits = totals(numbers) if numbers & 15 == 0 else possible_totals(numbers, 1, COPIES)
    worth: i64 = _MOST * _SUM
    for number in range(1, HIGHEST + 1):
        worth -= number * (numbers >> 4 * number & 15) * _SUM
        if waits >> number & 1:
            worth += _WAIT
    return worth
