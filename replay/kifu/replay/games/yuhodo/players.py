"""Players of Yuhodo: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.replay.games.yuhodo.cards import (
    DECLARE,
    DISCARD,
    FIRST_ITEM,
    FITTING,
    FITTING_FROM,
    GAIN,
    GOAL,
    MAKE,
    OPEN,
    PAIRS,
    RANK,
    SETS,
    WIDE,
)
from kifu.replay.games.yuhodo.legal import (
    away_if_laid,
    next_gain,
    sets_to_open,
    why_no_claim,
    why_no_goal,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.games.yuhodo.scoring import is_item_group
from kifu.replay.games.yuhodo.shapes import (
    ALL_FIRST,
    ALL_SECOND,
    UNIT,
    away_with,
    away_without,
    distance,
    has_big_set,
    helpful,
    items_of,
    rests_of,
    tally_of,
)

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
_AWAY: Final[i64] = 14
_FIRST: Final[i64] = 1 << 13
_SECOND: Final[i64] = 1 << 12
#: Instead of a code: the seat is to take, or to discard, a card that it may choose.
_OPEN_CHOICE: Final[i64] = -1


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It goes out when it can, claims or opens a first set, and
    with the advanced rules every set of Items; otherwise it takes and keeps what is nearest to a
    goal shape, and declares Ready once it has an opened set. It lets a discard pass that it has no
    use for.

    Of moves that are equally good, the one whose token comes first in text order is played.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    return _take(state, seat) if state.stage == TAKE else _discard(state, seat)


def _settled(state: Position, seat: i64) -> i64:
    """The code of a move in which the players of this module don't differ, or _OPEN_CHOICE."""
    if state.stage == TAKE:
        claim = _claim(state, seat)
        if claim != 0 or seat != state.next_seat:
            return claim
        return MAKE if state.market == 0 else _OPEN_CHOICE
    if state.stage != ACT or seat != state.next_seat:
        return 0
    if why_no_goal(state, seat) == 0:
        return GOAL
    if state.ready >> seat & 1:
        return DISCARD + state.taken
    opened = _set_to_open(state, seat)
    return opened if opened != 0 else _OPEN_CHOICE


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
    if state.melds[seat] == 0 or (state.advanced and state.window >> 1 >= FIRST_ITEM):
        place = next_gain(state, seat, FITTING_FROM[state.window])
    while place >= 0:
        move = GAIN + FITTING[place]
        cost = away_if_laid(state, seat, PAIRS[FITTING[place]]) << _AWAY | RANK[move]
        if cost < least:
            best, least = move, cost
        place = next_gain(state, seat, place + 1)
    return best


def _set_to_open(state: Position, seat: i64) -> i64:
    """The code of the move by which a simple player `seat` opens a set; 0 if it opens none."""
    best: i64 = 0
    least = _WORST
    melded, shape = state.melds[seat] > 0, state.shapes[seat]
    if melded:
        if not state.advanced:
            return 0
        shape = items_of(shape)
    if state.held[WIDE * seat] == 0 and not has_big_set(shape):
        return 0
    for place in sets_to_open(state, seat):
        if not melded or is_item_group(SETS[place]):
            cost = away_if_laid(state, seat, SETS[place]) << _AWAY | RANK[OPEN + place]
            if cost < least:
                best, least = OPEN + place, cost
    return best


def _take(state: Position, seat: i64) -> i64:
    """The code of the card that a simple player takes from the market: the one with which the hand
    is nearest to a goal shape; of equally good ones rather a red card. 0 for an empty market.
    """
    shape = state.shapes[seat]
    rests = rests_of(shape)
    best: i64 = 0
    least = _WORST
    market = state.market
    while market:
        card = market & 63
        market >>= 6
        cost = away_with(shape, rests, card) << _AWAY | RANK[card]
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
    shape, unknown = state.shapes[seat], held[WIDE * seat]
    rests, whole = rests_of(shape), distance(shape)
    best: i64 = 0
    least = _WORST
    for card in range(2, WIDE):
        if held[at + card] > 0:
            away, spare = away_without(shape, rests, card), unknown
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


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move, 0 to pass. It plays as the simple player does,
    except on its own turn, before it is Ready and if all cards of its hand are known: among takes
    of the same colour, and among discards, that leave the hand equally near to a goal shape, it
    chooses the one after which the most unseen cards would bring the hand nearer.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    known = state.held[WIDE * seat] == 0
    if state.stage == ACT:
        return _best_discard(state, seat) if known else _discard(state, seat)
    return _best_take(state, seat) if known and not state.ready >> seat & 1 else _take(state, seat)


def _best_take(state: Position, seat: i64) -> i64:
    """The code of the best card to take from the market: of those with which the hand is nearest to
    a goal shape, and of these the red ones if there are any, the one after which most unseen cards
    help.
    """
    shape = state.shapes[seat]
    rests = rests_of(shape)
    equal: i64 = 0
    least = _WORST
    market = state.market
    while market:
        card = market & 63
        market >>= 6
        cost = 2 * away_with(shape, rests, card) + 1 - (card & 1)
        if cost < least:
            equal, least = card, cost
        elif cost == least:
            equal = equal << 6 | card
    if equal < 64:
        return equal
    unseen = _unseen(state, seat)
    best: i64 = 0
    most: i64 = -1
    while equal:
        card = equal & 63
        equal >>= 6
        useful = helpful(shape + UNIT[card], unseen)
        if useful > most or (useful == most and card < best):
            best, most = card, useful
    return best


def _best_discard(state: Position, seat: i64) -> i64:
    """The code of the best discard among those that leave the hand nearest to a goal shape: the one
    after which most unseen cards help, of equally good ones a black card. It declares Ready if it
    can and has an opened set.
    """
    shape, cards = state.shapes[seat], state.different_cards(seat)
    rests = rests_of(shape)
    equal: i64 = 0
    least = _WORST
    while cards:
        card = cards & 63
        cards >>= 6
        away = away_without(shape, rests, card)
        if away < least:
            equal, least = card, away
        elif away == least:
            equal = equal << 6 | card
    mark = DECLARE if state.melds[seat] > 0 and least <= 1 else DISCARD
    if equal < 64:
        return mark + equal
    unseen = _unseen(state, seat)
    best: i64 = 0
    most: i64 = -1
    while equal:
        card = equal & 63
        equal >>= 6
        useful = 2 * helpful(shape - UNIT[card], unseen) + 1 - (card & 1)
        if useful >= most:
            best, most = card, useful
    return mark + best


def _unseen(state: Position, seat: i64) -> tuple[i64, i64]:
    """The cards that the seat does not see, as a tally: those that are neither in its hand nor on
    the table.
    """
    one, other = tally_of(state.shapes[seat])
    return ALL_FIRST - state.shown - one, ALL_SECOND - state.shown_too - other
