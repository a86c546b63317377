"""The simple player of Atarayo, `greedy_code`, for simulated matches; and `redeal`, which deals
again for analysis what a seat can't know by section 9 of the page.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.elements.arrays import NONE, repeated, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.atarayo.cards import (
    BIT,
    COPIES,
    HIGHEST,
    KINDS,
    LAST_PLAY,
    NUMBERS,
    ONE,
    RANK,
    STACK,
    WILD,
)
from kifu.replay.games.atarayo.legal import Legal, possible_totals, totals
from kifu.replay.games.atarayo.position import CALLED, Position


def greedy_code(state: Legal, seat: i64) -> i64:
    """The code of the simple player's move; 0 to pass up a call out of turn. If its seat may call
    or counter, it does, with its first hand that can. In its turn it makes the play after which the
    hand waits for the most numbers, of equal ones that with the smallest sum left. If there is no
    play, it draws, passes or accepts; of two revealed cards it chooses the later one in canonical
    order.
    """
    if state.stage == CALLED:
        return state.wish_codes(seat)[1]
    called = state.calls(seat, 1)
    if len(called) > 0:
        return called[0]
    if seat != state.next_seat:
        return 0
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    codes = state.act_codes(seat)
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
    """The counts of a hand (see `cards.ONE`) after the play with this code, from its counts
    `numbers` and the mask `held` of its known kinds. A played card that it isn't known to have uses
    up an unknown one.
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
    """How good a hand with the counts `numbers` (see `cards.ONE`) is, higher is better: first the
    number of sums it can call on, then the smaller sum of its known cards.
    """
    waits = totals(numbers) if numbers & 15 == 0 else possible_totals(numbers, 1, COPIES)
    worth: i64 = _MOST * _SUM
    for number in range(1, HIGHEST + 1):
        worth -= number * (numbers >> 4 * number & 15) * _SUM
        if waits >> number & 1:
            worth += _WAIT
    return worth


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see are dealt again at random by
    `lots`; open cards stay. `memory` isn't used. Raises CannotDeal if the record has unknown cards.

    After a reshuffle the pile gets only cards that went into it, which everyone knows; how many of
    them each hand has drawn since is not considered.
    """
    unknown: i64 = 0
    for hand in range(1, state.hands + 1):
        unknown += state.numbers[hand] & 15
    for card in state.deck[state.top :]:
        unknown += card == 0
    world = world_of(state, unknown, lots)
    viewer: i64 = seat
    hidden = state.unseen_by(viewer)
    _lay_pile(world, hidden, lots)
    cards = repeated(hidden)
    shuffle(cards, len(cards), lots)
    at: i64 = 0
    for hand in state.by_name:
        if state.owners[hand] != viewer:
            bare, lying = state.bare[hand], state.cards[hand]
            world.fill(hand, NONE, bare)
            for place in range(state.size[hand]):
                if place < bare:
                    world.pick_up(hand, lying >> 6 * place & 63)
                else:
                    world.pick_up(hand, cards[at])
                    at += 1
    return world


def _lay_pile(world: Position, hidden: vec[i64], lots: Lots) -> None:
    """Fill the pile of `world`, except for its face-up card, at random with cards of `hidden`
    (copies by kind), which are subtracted there, so that the rest is for the hands. After a
    reshuffle only shuffled cards come into the pile, and the places of `deck` before `top` get the
    rest of those, as drawn since.
    """
    deck, fitting = world.deck, hidden[:]
    shuffled = zeros(KINDS)
    if world.reshuffles > 0:
        for card in deck:
            shuffled[card] += 1
        for kind in range(1, KINDS):
            fitting[kind] = min(hidden[kind], shuffled[kind])
    cards = repeated(fitting)
    shuffle(cards, len(deck) - world.top, lots)
    at: i64 = 0
    for place in range(world.top, len(deck)):
        if place != world.up or world.up == 0:
            deck[place] = cards[at]
            hidden[cards[at]] -= 1
            shuffled[cards[at]] -= 1
            at += 1
    if world.reshuffles > 0:
        # What was shuffled stays the same: all else of it has been drawn.
        drawn = repeated(shuffled)
        for place in range(world.top):
            deck[place] = drawn[place]
