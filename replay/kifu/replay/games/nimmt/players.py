"""Players of 6 nimmt!: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought; and what a seat can't know, which is dealt again for that.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.analysis.dealing import WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.elements.native import i64, vec
from kifu.replay.games.nimmt.cards import FULL, HEADS, LARGEST, LEFT, PICK, RIGHT, ROWS, TAKE
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, NOWHERE, WIDE, Position


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It chooses the card that is closest above the last card
    of a row with room, or, if none is, the lowest card; takes the row with the fewest heads; lays a
    card where it takes nothing; and picks, in a draft, the card with the fewest heads.
    """
    if state.stage == CHOOSE and state.unknown[seat] == 0 and state.choices[seat] == 0:
        return _greedy_choice(state, seat)
    codes = state.legal_codes(seat)
    best, least = codes[0], _simple_cost(state, codes[0])
    for at in range(1, len(codes)):
        cost = _simple_cost(state, codes[at])
        if cost < least:
            best, least = codes[at], cost
    return best


def _greedy_choice(state: Position, seat: i64) -> i64:
    """What `greedy_code` chooses from a hand without unknown cards, found in one pass."""
    held, ends, sizes = state.held, state.ends, state.sizes
    left = state.left
    best: i64 = 0
    least: i64 = 1 << 30
    fewest: i64 = 0
    card: i64 = 0
    while left > 0:
        card += 1
        if held[card] != seat:
            continue
        left -= 1
        gap: i64 = LARGEST
        length: i64 = 0
        for row in range(ROWS):
            between = card - ends[row]
            if between > 0 and between < gap:
                gap, length = between, sizes[row]
        if length == 0:
            if fewest == 0:
                fewest = _fewest(state)
            cost = fewest << 16 | card
        else:
            taken: i64 = 2 * length if length == FULL else 0
            cost = taken << 16 | gap + length << 8 | card
        if cost < least:
            best, least = card, cost
    return best


def _fewest(state: Position) -> i64:
    """The number of heads on the row with the fewest."""
    fewest: i64 = LARGEST
    for row in range(ROWS):
        fewest = min(fewest, heads_in(state, row))
    return fewest


def _simple_cost(state: Position, move: i64) -> i64:
    """How bad the move with this code looks to the simple player; less is better. No two moves of a
    position cost the same.
    """
    if state.stage == CHOOSE:
        return _risk(state, move)
    if state.stage == DRAFT:
        card = move - PICK
        return HEADS[card] << 8 | card
    if move < RIGHT:
        return heads_in(state, move - TAKE) << 8 | move
    # Of two places the left end comes first.
    if move < LEFT:
        return _sixth(state, move - RIGHT) << 8 | move
    return _sixth(state, move - LEFT) << 8


def _risk(state: Position, card: i64) -> i64:
    """How bad it looks to choose a card, by the rows as they are now; less is better: first what it
    takes, then how far it is above its row's last card.
    """
    gap: i64 = LARGEST
    length: i64 = 0
    for row in range(ROWS):
        between = card - state.ends[row]
        if between > 0 and between < gap:
            gap, length = between, state.sizes[row]
    if length == 0:
        return _fewest(state) << 16 | card
    taken = 2 * length if length == FULL else 0
    return taken << 16 | gap + length << 8 | card


def _sixth(state: Position, row: i64) -> i64:
    """The heads that a card takes if it is added to this row (from 0): 0 unless the row is full."""
    return heads_in(state, row) if state.sizes[row] == FULL else 0


def heads_in(state: Position, row: i64) -> i64:
    """The number of heads on the cards of a row (from 0)."""
    heads: i64 = 0
    for at in range(WIDE * row, WIDE * row + state.sizes[row]):
        heads += HEADS[state.rows[at]]
    return heads


# The player by whom matches are played on in thought. Version 1.

#: What is sure, as a chance; and one head, as a cost.
_SURE: Final[i64] = 1 << 12
#: What an unseen card in front of a card costs beside what it may take, times the square of the
#: number of seats; with a deck of which all cards are dealt it costs more.
_NEARER: Final[i64] = 4
_NEARER_IN_HANDS: Final[i64] = 32
#: What a card costs for each number that it is lower, where not all cards are dealt.
_HIGHER: Final[i64] = 12
#: With more seats than this the simple player was not beaten.
_SEATS: Final[i64] = 5


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move. It chooses the card that takes the fewest heads on
    average, if each of the others plays any card that was not seen; with a small penalty for each
    unseen card below it that could come first, and, where some cards are not dealt, a small bonus
    for a high card. Everything else, and with more than five seats the choice too, is as by the
    simple player.
    """
    if state.stage != CHOOSE or state.unknown[seat] > 0 or state.n > _SEATS:
        return greedy_code(state, seat)
    held, n, left = state.held, state.n, state.left
    total = max(state.stock + (n - 1) * left, 1)
    end, row, best, least, unseen = i64(0), NO_ROW, i64(0), i64(0), i64(0)
    following = _next_row(state, 0)
    for card in range(1, LARGEST + 1):
        whose = held[card]
        # Nothing is asked at most cards that a processor could guess wrongly.
        unseen += whose <= n
        if card == following:
            end, row, unseen = card, _row_of(state, card), 0
            following = _next_row(state, card)
        elif whose == seat:
            unseen -= 1
            between = unseen + _face_down(state, end, card)
            cost = _expected_cost(state, row, between, between * _SURE // total)
            if state.deck_size == LARGEST:
                cost -= _HIGHER * card
            if best == 0 or cost < least:
                best, least = card, cost
            left -= 1
            if left == 0:
                break
    return best


#: Of a card that is lower than all rows.
NO_ROW: Final[i64] = -1


def _next_row(state: Position, card: i64) -> i64:
    """The lowest of those rows' last cards that are above `card`; 0 where there is none."""
    lowest: i64 = LARGEST + 1
    for row in range(ROWS):
        end = state.ends[row]
        if card < end and end < lowest:
            lowest = end
    if lowest > LARGEST:
        return 0
    return lowest


def _row_of(state: Position, end: i64) -> i64:
    """The row (from 0) whose last card is `end`."""
    row: i64 = 0
    while state.ends[row] != end:
        row += 1
    return row


def _face_down(state: Position, end: i64, card: i64) -> i64:
    """How many cards between `end` and `card` the seats have already chosen face down."""
    count: i64 = 0
    if state.waiting < state.n:
        for chosen in state.choices:
            count += end < chosen and chosen < card
    return count


def _expected_cost(state: Position, row: i64, between: i64, each: i64) -> i64:
    """What a card costs on average if it goes to this row (NO_ROW: it fits nowhere). `between` is
    the number of unseen cards between the row's last card and it, `each` the chance, in 1/4096,
    that another seat plays one of these.
    """
    others = state.n - 1
    if row == NO_ROW:
        # It takes the cheapest row, unless a lower card comes and makes a place for it.
        fewest = heads_in(state, 0)
        for other in range(1, ROWS):
            fewest = min(fewest, heads_in(state, other))
        return fewest * (3 * _SURE + 7 * _power(_SURE - each, others)) // 10
    cost = _NEARER * state.n * state.n * between
    if state.deck_size < LARGEST:
        cost = _NEARER_IN_HANDS * state.n * state.n * between
    missing = FULL - state.sizes[row]
    if missing <= others:
        # So many others fill the row before it, and bring about two heads each.
        chance = (
            _ways(others, missing) * _power(each, missing) * _power(_SURE - each, others - missing)
        )
        cost += (chance >> 12) * (5 * heads_in(state, row) + 9 * missing) // 5
    return cost


def _power(chance: i64, times: i64) -> i64:
    """The chance, in units of 1/4096 like `chance`, that something happens `times` times in
    succession.
    """
    power = _SURE
    for _ in range(times):
        power = power * chance >> 12
    return power


def _ways(count: i64, chosen: i64) -> i64:
    """In how many ways `chosen` of `count` things can be chosen."""
    ways: i64 = 1
    for at in range(chosen):
        ways = ways * (count - at) // (at + 1)
    return ways


# What a seat can't know, in earlier positions and dealt again


def loose_cards(state: Position, seat: i64) -> vec[i64]:
    """The cards whose place `seat` can't know: in hands of others and in the stock. None where
    hands were drafted.
    """
    if state.drafted:
        return NONE
    held, n = state.held, state.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        if _is_loose(held[card], seat, n):
            cards[size] = card
            size += 1
    return cards[:size]


def recall(past: Position, world: Position, seat: i64) -> bool:
    """Move the cards that `seat` can't know, in the earlier position `past` of the same round, to
    where they are in `world`. False, and nothing moved, where the card chosen in `past` is not
    revealed yet, or no card is chosen in it.
    """
    if past.stage != CHOOSE or (past.turn == world.turn and world.stage == CHOOSE):
        return False
    held, n = past.held, past.n
    for card in range(1, LARGEST + 1):
        if _is_loose(world.held[card], seat, n):
            held[card] = world.held[card]
    return True


def _is_loose(whose: i64, seat: i64, n: i64) -> bool:
    return whose == NOWHERE or (whose <= n and whose != seat)


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see (hands and stock) are dealt again
    at random by `lots`; choices of others that are not revealed are taken back. Drafted hands lie
    open, so they stay. `memory` is not used: a card that was seen lies open, or is out of the
    round.
    """
    unknown: i64 = 0
    for count in state.unknown:
        unknown += count
    demand_known(state.missing, unknown)
    world = state.copy()
    assert isinstance(world, Position)
    world.chance = WorldChance(lots)
    viewer: i64 = seat
    if state.stage == CHOOSE:
        _take_back(world, viewer)
    if not state.drafted:
        _deal(world, viewer, lots)
    return world


def _take_back(world: Position, seat: i64) -> None:
    """Put the cards that other seats than `seat` have chosen back into their hands. `world` itself
    is changed, and then waits for a choice of each seat that has none.
    """
    choices, held = world.choices, world.held
    world.waiting = 0
    world.next_seat = 0
    for other in range(world.n, 0, -1):
        card = choices[other]
        if card != 0 and other != seat:
            held[card] = other
            choices[other] = 0
        if choices[other] == 0:
            world.waiting += 1
            world.next_seat = other


def _deal(world: Position, seat: i64, lots: Lots) -> None:
    """Deal every card that `seat` does not see into hands and stock, at random by `lots`."""
    held, n = world.held, world.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        whose = held[card]
        if whose == NOWHERE or (whose <= n and whose != seat):
            cards[size] = card
            size += 1
            held[card] = NOWHERE
    cards = cards[:size]
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != seat:
            for _ in range(world.left):
                held[cards[at]] = other
                at += 1
