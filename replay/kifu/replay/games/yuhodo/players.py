"""Players of Yuhodo: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import zeros
from kifu.replay.games.yuhodo.cards import KINDS, WIDE
from kifu.replay.games.yuhodo.legal import (
    away_without,
    next_gain,
    sets_to_open,
    why_no_claim,
    why_no_goal,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.games.yuhodo.scoring import is_item_group
from kifu.replay.games.yuhodo.shapes import (
    PART,
    STEP,
    away_changed,
    helpful,
    parts_away,
    parts_of,
    rests_of,
)
from kifu.replay.games.yuhodo.tokens import (
    DECLARE,
    DISCARD,
    FITTING,
    FITTING_FROM,
    GAIN,
    GOAL,
    MAKE,
    OPEN,
    PAIRS,
    RANK,
    SETS,
)

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
_AWAY: Final[i64] = 14
_FIRST: Final[i64] = 1 << 13
_SECOND: Final[i64] = 1 << 12


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It goes out when it can, claims or opens a first set, and
    with the advanced rules every set of Items; otherwise it takes and keeps what is nearest to a
    goal shape, and declares Ready once it has an opened set. It lets a discard pass that it has no
    use for.

    Of moves that are equally good, the one whose token comes first in text order is played.
    """
    if state.stage == TAKE:
        claim = _claim(state, seat)
        if claim != 0 or seat != state.next_seat:
            return claim
        return MAKE if state.market == 0 else _take(state, seat)
    if state.stage != ACT or seat != state.next_seat:
        return 0
    if why_no_goal(state, seat) == 0:
        return GOAL
    if state.ready >> seat & 1:
        return DISCARD + state.taken
    opened = _set_to_open(state, seat)
    return opened if opened != 0 else _discard(state, seat)


def _claim(state: Position, seat: i64) -> i64:
    """The code of the claim that a simple player `seat` makes, for a goal or for a set; 0 if it
    claims nothing.
    """
    if why_no_claim(state, seat) != 0:
        return 0
    if why_no_goal(state, seat) == 0:
        return GOAL
    best: i64 = 0
    least = _WORST
    place: i64 = -1
    if _may_want_set(state, seat):
        place = next_gain(state, seat, FITTING_FROM[state.window])
    while place >= 0:
        pair = PAIRS[FITTING[place]]
        if _wants_set(state, seat, pair):
            move = GAIN + FITTING[place]
            cost = away_without(state, seat, pair) << _AWAY | RANK[move]
            if cost < least:
                best, least = move, cost
        place = next_gain(state, seat, place + 1)
    return best


def _set_to_open(state: Position, seat: i64) -> i64:
    """The code of the move by which a simple player `seat` opens a set; 0 if it opens none."""
    best: i64 = 0
    least = _WORST
    if _may_want_set(state, seat):
        for place in sets_to_open(state, seat):
            if _wants_set(state, seat, SETS[place]):
                cost = away_without(state, seat, SETS[place]) << _AWAY | RANK[OPEN + place]
                if cost < least:
                    best, least = OPEN + place, cost
    return best


def _may_want_set(state: Position, seat: i64) -> bool:
    """Whether a simple player `seat` may want to make a set at all, whichever (see
    `_wants_set`).
    """
    return state.advanced or state.melds[seat] == 0


def _wants_set(state: Position, seat: i64, cards: i64) -> bool:
    """Whether a simple player `seat` wants to make a set with these cards of its hand (packed; two
    to claim, three to open): it wants a first set, and by the advanced rules every group of Items.
    """
    return state.melds[seat] == 0 or (state.advanced and is_item_group(cards))


def _take(state: Position, seat: i64) -> i64:
    """The code of the card that a simple player takes from the market: the one with which the hand
    is nearest to a goal shape; of equally good ones rather a red card. 0 for an empty market.
    """
    parts = parts_of(state.shapes[seat])
    rests = rests_of(parts)
    best: i64 = 0
    least = _WORST
    market = state.market
    while market:
        card = market & 63
        market >>= 6
        cost = away_changed(parts, rests, PART[card], STEP[card]) << _AWAY | RANK[card]
        if not card & 1:
            cost |= _SECOND
        if cost < least:
            best, least = card, cost
    return best


def _discard(state: Position, seat: i64) -> i64:
    """The code of the move by which a simple player discards: the card that leaves the hand nearest
    to a goal shape, of equally good ones rather a black card. It declares Ready if it can and has
    an opened set.
    """
    held, at, melded = state.held, WIDE * seat, state.melds[seat] > 0
    parts, unknown = parts_of(state.shapes[seat]), held[WIDE * seat]
    rests, whole = rests_of(parts), parts_away(parts)
    best: i64 = 0
    least = _WORST
    for card in range(2, WIDE):
        if held[at + card] > 0:
            away, spare = away_changed(parts, rests, PART[card], -STEP[card]), unknown
        elif unknown > 0 and state.spare[card] > 0:
            away, spare = whole, unknown - 1
        else:
            continue
        move = DISCARD + card
        if melded and away <= spare + 1:
            move = DECLARE + card
        cost = away << _AWAY | RANK[move]
        if melded and move < DECLARE + 2:
            cost |= _FIRST
        if card & 1:
            cost |= _SECOND
        if cost < least:
            best, least = move, cost
    return best


# The player by whom matches are played on in thought. Version 1.

_KINDS: Final[i64] = len(KINDS)
_COPIES: Final[i64] = 4


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move, 0 to pass. It plays as the simple player does,
    except on its own turn, before it is Ready and if all cards of its hand are known: among takes
    of the same colour, and among discards, that leave the hand equally near to a goal shape, it
    chooses the one after which the most unseen cards would bring the hand nearer.
    """
    first = greedy_code(state, seat)
    if state.held[WIDE * seat] > 0 or state.ready >> seat & 1 or seat != state.next_seat:
        return first
    if state.stage == ACT:
        if first >= DISCARD:
            return _best_discard(state, seat, first)
    elif first > 1 and first < GOAL:
        return _best_take(state, seat, first)
    return first


def _best_take(state: Position, seat: i64, first: i64) -> i64:
    """The code of the card to take from the market: of those that bring the hand as near to a goal
    shape as the card `first` does, and have its colour, the one after which the most unseen cards
    would bring it nearer.
    """
    parts = parts_of(state.shapes[seat])
    rests = rests_of(parts)
    away = away_changed(parts, rests, PART[first], STEP[first])
    unseen = vec[i64]()
    best: i64 = first
    most: i64 = -1
    market = state.market
    while market:
        card = market & 63
        market >>= 6
        if card == first or card & 1 != first & 1:
            continue
        if away_changed(parts, rests, PART[card], STEP[card]) != away:
            continue
        if most < 0:
            unseen = _unseen(state, seat)
            most = _helpful_if(parts, PART[first], STEP[first], unseen)
        useful = _helpful_if(parts, PART[card], STEP[card], unseen)
        if useful > most or (useful == most and card < best):
            best, most = card, useful
    return best


def _best_discard(state: Position, seat: i64, first: i64) -> i64:
    """The code of the discard to make: of those that leave the hand as near to a goal shape as the
    move `first` (a code) does, the one after which the most unseen cards would bring it nearer; of
    equally good ones a black card. It declares Ready if `first` does.
    """
    mark = DISCARD
    if first > DECLARE + 1:
        mark = DECLARE
    parts, unseen = parts_of(state.shapes[seat]), _unseen(state, seat)
    rests, card = rests_of(parts), first - mark
    away = away_changed(parts, rests, PART[card], -STEP[card])
    best: i64 = first
    most: i64 = -1
    for card in range(2, WIDE):
        if state.held[WIDE * seat + card] == 0:
            continue
        at, step = PART[card], -STEP[card]
        if away_changed(parts, rests, at, step) == away:
            useful = 2 * _helpful_if(parts, at, step, unseen) + 1 - (card & 1)
            if useful > most:
                best, most = mark + card, useful
    return best


def _helpful_if(parts: vec[i64], at: i64, step: i64, unseen: vec[i64]) -> i64:
    """How many of the cards `unseen` (copies by kind) would bring a hand nearer to a goal shape if
    `step` were added to its part `at` (see `parts_of`). `parts` is left as it was.
    """
    parts[at] += step
    useful = helpful(parts, unseen)
    parts[at] -= step
    return useful


def _unseen(state: Position, seat: i64) -> vec[i64]:
    """How many cards of each kind (the index) lie neither in the hand of `seat` nor open on the
    table.
    """
    unseen, held, at = zeros(_KINDS), state.held, WIDE * seat
    for kind in range(1, _KINDS):
        unseen[kind] = _COPIES - held[at + 2 * kind] - held[at + 2 * kind + 1]
    for place in range(state.discards):
        unseen[state.thrown[place] >> 1 & 31] -= 1
    for place in range(state.opened):
        cards = state.sets[place]
        unseen[cards >> 1 & 31] -= 1
        unseen[cards >> 7 & 31] -= 1
        unseen[cards >> 13 & 31] -= 1
    market = state.market
    while market:
        unseen[market >> 1 & 31] -= 1
        market >>= 6
    return unseen
