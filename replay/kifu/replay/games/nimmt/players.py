"""Players of 6 nimmt!: `greedy_code`, a simple one for simulated matches, and `reference_code`,
with which analysis plays matches on; and `redeal`, which deals again what a seat can't know.

Both players look at the rows and at a hand, the lowest card first; the second one also at how many
cards that are not revealed yet are lower.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from math import comb
from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.codes.arrays import NONE, filled
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    DRAFT,
    FULL,
    HAND,
    LARGEST,
    LEFT,
    NOWHERE,
    PICK,
    RIGHT,
    ROWS,
    TAKE,
    Position,
    row_of,
)
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of the simple player's move for `seat` (1 to n); 0 if the seat may not act.

    - It chooses the card that would take the fewest heads if it were placed now, by the estimate of
      `_simple_cost`. If its hand has unknown cards, it may choose any card that these may be.
    - It takes the row with the fewest heads, of equal ones that with the lowest number.
    - Of two places it uses the one that takes fewer heads, of equal ones the left end.
    - In a draft it picks the card with the fewest heads, of equal ones the lowest.

    The position isn't changed, but in the phase CHOOSE `look` of the state is called, unless only
    one move is legal.
    """
    codes, best, least = state.legal_codes(seat), i64(0), i64(0)
    if len(codes) == 1:
        return codes[0]
    if state.stage == CHOOSE:
        state.look()
    for code in codes:
        cost = _simple_cost(state, code)
        if best == 0 or cost < least:
            best, least = code, cost
    return best


def _simple_cost(state: Position, move: i64) -> i64:
    """How bad the move with this code looks to the simple player; lower is better. The move must be
    legal. Costs can be compared only within one position, where no two moves cost the same.

    - Choosing a card: first the heads that it would take now. It is placed at the right end of a
      row, whatever the placement; a sixth card counts as 10 heads (each of the five as the mean,
      rounded up); a card lower than all last cards counts as the fewest heads on a row. Of equal
      ones first the distance to the last card of its row plus the number of cards there, then its
      number. `look` of the state must have been called.
    - Taking a row, or laying at an end: the heads taken. Of equal ones the row with the lower
      number, or the left end, is cheaper.
    - Picking: the heads of the card, then its number.
    """
    if state.stage == CHOOSE:
        passed = ROWS
        while passed > 0 and state.rising[passed - 1] >> 2 > move:
            passed -= 1
        if passed == 0:
            return state.fewest_heads() << 16 | move
        end = state.rising[passed - 1]
        length = state.sizes[end & 3]
        taken = -(-state.usual // 5) * length if length == FULL else i64(0)
        return taken << 16 | move - (end >> 2) + length << 8 | move
    if state.stage == DRAFT:
        card = move - PICK
        return state.heads_on[card] << 8 | card
    if move < RIGHT:
        return state.row_heads[move - TAKE] << 8 | move
    # Of two places the left end comes first.
    return state.heads_if_full(row_of(move)) << 8 | (move if move < LEFT else i64(0))


# The player by whom matches are played on in thought. Version 1.

#: With more seats than this the simple player was not beaten, so it is the reference.
SEATS: Final = 5
#: What is sure, as a chance; and one head, as a cost.
_SURE: Final[i64] = 1 << 12
#: What an unseen card in front of a card costs beside what it may take, times the square of the
#: number of seats; with a deck of which all cards are dealt it costs more.
_NEARER: Final = 4
_NEARER_IN_HANDS: Final = 32
#: What a card costs for each number that it is lower, where not all cards are dealt.
_HIGHER: Final = 12


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move for `seat`. In the phase CHOOSE the seat must not
    have chosen yet, which isn't checked; in other phases it is 0 for a seat that may not act.

    It chooses the card that takes the fewest heads on average if every other player plays any
    unseen card. Each unseen card that could come between the card and its row adds a small penalty;
    where some cards are not dealt, a high card gets a small bonus. Of equally good cards it chooses
    the lowest.

    In other phases, with more than five seats (SEATS), or with unknown cards in its hand, it is
    `greedy_code`, and so it is with a last card. The position isn't changed, but in the phase
    CHOOSE `look` of the state is called, unless only one move is legal.
    """
    n = state.n
    if state.stage != CHOOSE or state.unknown[seat] > 0 or n > SEATS or state.left == 1:
        return greedy_code(state, seat)
    has_stock = state.deck_size == LARGEST
    nearer: i64 = (_NEARER if has_stock else _NEARER_IN_HANDS) * n * n
    higher: i64 = _HIGHER if has_stock else 0
    hidden = state.stock + (n - 1) * state.left
    state.look()
    hands, rising, below = state.hands(), state.rising, state.below
    # How many rows have lower last cards than the card looked at; how many cards that this seat
    # does not see are lower than the end of the last of them, where the card would go, how many
    # cards that row lacks, and what may be taken there.
    passed, lower, missing, stake = i64(0), i64(0), i64(0), i64(0)
    best, least = i64(0), i64(0)
    for at in range(state.left):
        card = hands[HAND * seat + at]
        unseen = below[card] - at
        while passed < ROWS and rising[passed] >> 2 < card:
            end, row = rising[passed] >> 2, rising[passed] & 3
            passed += 1
            lower, missing = below[end] - at, FULL - state.sizes[row]
            stake = 5 * state.row_heads[row] + state.usual * missing
        if passed == 0:
            # It takes the cheapest row, unless a lower card comes and makes a place for it; then
            # it costs three tenths of that.
            alone = _power(_SURE - unseen * _SURE // hidden, n - 1)
            cost = state.fewest_heads() * (3 * _SURE + 7 * alone) // 10
        else:
            between = unseen - lower
            chance = _chance(n - 1, missing, between * _SURE // hidden)
            cost = nearer * between + chance * stake // 5
        cost -= higher * card
        if best == 0 or cost < least:
            best, least = card, cost
    return best


def _chance(others: i64, missing: i64, each: i64) -> i64:
    """The chance, in 1/4096, that a card becomes the sixth of a row that lacks `missing` cards (0
    to 4) now. For that, exactly `missing` of the `others` (0 to 4 other players) must play a card
    that comes before it in the row; each of them does so with the chance `each`, also in 1/4096. 0
    if `missing` is more than `others`.
    """
    chance = _COMBINATIONS[SEATS * others + missing] * _power(each, missing)
    return chance * _power(_SURE - each, others - missing) >> 12


#: In how many ways k of n things can be chosen, at the index SEATS * n + k.
_COMBINATIONS: Final = filled([comb(n, k) for n in range(SEATS) for k in range(SEATS)])


def _power(chance: i64, times: i64) -> i64:
    """The chance that something with this `chance` happens `times` times in succession; both in
    1/4096, rounded down. If `times` is 0 or negative, it is sure: 4096.
    """
    power = _SURE
    for _time in range(times):
        power = power * chance >> 12
    return power


# What a seat can't know, dealt again


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see, in hands and stock, are dealt
    again at random by `lots`. Later deals of the copy come from `lots`, too. Seat 0 is somebody who
    sees no hand.

    Choices of other seats that are not revealed go back to their hands, so these seats have to
    choose again; the seat's own choice stays. Drafted hands are open to all and stay as they are.
    `memory` isn't used, since a card once seen is on the table or out of the round. `state` isn't
    changed. Raises CannotDeal if a hand has unknown cards, or if the match waits for a deal.
    """
    world = world_of(state, sum(state.unknown), lots)
    viewer: i64 = seat
    world.looked, world.in_hands = 0, NONE
    if state.stage == CHOOSE:
        _take_back(world, viewer)
    if not state.drafted:
        _deal_again(world, viewer, lots)
    if state.stage == CHOOSE:
        world.hands()
        world.look()
    return world


def _take_back(world: Position, viewer: i64) -> None:
    """Put the unrevealed choices of all seats but `viewer` (0: of all seats) back into their hands
    in `world` itself; these seats have to choose again. The phase must be CHOOSE.
    """
    for other in world.seats:
        card = world.choices[other]
        if card != 0 and other != viewer:
            world.held[card] = other
            world.choices[other] = 0
    world.wait_for_choices()


def _deal_again(world: Position, viewer: i64, lots: Lots) -> None:
    """Deal the hands of all seats but `viewer` (0: of all seats) again by `lots`, in `world`
    itself. The cards are those of these hands and the stock; each of the hands gets `world.left`
    cards, the stock the rest. All cards must be known, and unrevealed choices taken back before
    (see `_take_back`).
    """
    held, n, cards = world.held, world.n, vec[i64]()
    for card in range(1, LARGEST + 1):
        if held[card] == NOWHERE or (held[card] <= n and held[card] != viewer):
            cards = append(cards, card)
            held[card] = NOWHERE
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != viewer:
            for _card in range(world.left):
                held[cards[at]] = other
                at += 1
