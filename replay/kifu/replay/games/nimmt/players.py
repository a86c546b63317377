"""Players of 6 nimmt!: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought; and what a seat can't know, which is dealt again for that.

Both look at the rows and at a hand, the lowest card first; the second one also at how many cards
that are not revealed yet are lower.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.nimmt.cards import (
    FULL,
    HAND,
    LARGEST,
    LEFT,
    PICK,
    RIGHT,
    ROWS,
    TAKE,
    nearest,
    row_of,
)
from kifu.replay.games.nimmt.position import CHOOSE, DRAFT, NOWHERE, PLAYED, WIDE, Position


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It chooses a card as `greedy_choice` says; takes the row
    with the fewest heads; lays a card where it takes the fewest, at the left if equal; and picks,
    in a draft, the card with the fewest heads, of several the lowest.
    """
    codes = state.legal_codes(seat)
    if state.stage == CHOOSE:
        count: i64 = len(codes)
        fewest = min([heads_in(state, row) for row in range(ROWS)])
        return codes[greedy_choice(state.ends, state.sizes, fewest, codes, 0, count)]
    best, least = codes[0], _simple_cost(state, codes[0])
    for code in codes:
        cost = _simple_cost(state, code)
        if cost < least:
            best, least = code, cost
    return best


def _simple_cost(state: Position, move: i64) -> i64:
    """How bad a move looks to the simple player, higher for worse. The move (its code) is a pick, a
    row to take, or an end of a row to lay the card at. No two moves of a position cost the same.
    """
    if state.stage == DRAFT:
        card = move - PICK
        return state.heads_on[card] << 8 | card
    if move < RIGHT:
        return heads_in(state, move - TAKE) << 8 | move
    # Of two places the left end comes first.
    if move < LEFT:
        return heads_if_full(state, move - RIGHT) << 8 | move
    return heads_if_full(state, move - LEFT) << 8


def heads_if_full(state: Position, row: i64) -> i64:
    """The heads on row `row` (from 0) if it is full, so that a card laid there takes them,
    else 0.
    """
    return heads_in(state, row) if state.sizes[row] == FULL else 0


def heads_in(state: Position, row: i64) -> i64:
    """The number of heads on the cards of a row (from 0)."""
    heads: i64 = 0
    for at in range(WIDE * row, WIDE * row + state.sizes[row]):
        heads += state.heads_on[state.rows[at]]
    return heads


# The player by whom matches are played on in thought


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move. It chooses a card as `Turn.reference_choice` says.
    Everything else, and with more than SEATS seats or unknown cards in hand the choice too, is as
    by the simple player.
    """
    if state.stage != CHOOSE or state.unknown[seat] > 0 or state.n > SEATS:
        return greedy_code(state, seat)
    turn = Turn(state)
    turn.look(state)
    return turn.hands[turn.reference_choice(seat)]


# What a seat can't know, dealt again


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see (hands and stock) are dealt again
    at random by `lots`; choices of others that are not revealed are taken back. Drafted hands lie
    open, so they stay. `memory` is not used: a card that was seen lies open, or is out of the
    round. Raises CannotDeal if the record has unknown cards.
    """
    world = world_of(state, state.unknown_cards(), lots)
    viewer: i64 = seat
    if state.stage == CHOOSE:
        _take_back(world, viewer)
    if not state.drafted:
        _deal(world, viewer, lots)
    return world


def _take_back(world: Position, seat: i64) -> None:
    """Put the chosen cards of all seats but `seat` back into their hands, in `world` itself, which
    then waits for every seat without a choice.
    """
    for other in world.seats:
        card = world.choices[other]
        if card != 0 and other != seat:
            world.held[card] = other
            world.choices[other] = 0
    world.wait_for_choices()


def _deal(world: Position, seat: i64, lots: Lots) -> None:
    """Deal the cards that `seat` does not see, at random by `lots`: to each other hand as many as
    it had, the rest to the stock.
    """
    held, n = world.held, world.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        if held[card] == NOWHERE or (held[card] <= n and held[card] != seat):
            cards[size] = card
            size += 1
            held[card] = NOWHERE
    cards = cards[:size]
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != seat:
            for _card in range(world.left):
                held[cards[at]] = other
                at += 1


#: With more seats than this the simple player was not beaten, so it is the reference.
SEATS: Final[i64] = 5


def greedy_choice(
    ends: vec[i64], sizes: vec[i64], fewest: i64, hand: vec[i64], first: i64, left: i64
) -> i64:
    """The index of the card that a simple player chooses among the `left` cards of `hand` from
    index `first` on: the one that would take the fewest heads if it were placed now. A sixth card
    counts as 10 heads, a card that is lower than all rows as `fewest`, the heads on the row that
    has the fewest. Of equally good cards it is the one with the smallest sum of the distance to its
    row's last card and that row's size, then the lowest. `ends` and `sizes` are the last cards and
    the sizes of the rows.
    """
    best: i64 = first
    least: i64 = 1 << 30
    for at in range(first, first + left):
        card = hand[at]
        place = nearest(card, ends, ends, 1, False)
        if place == 0:
            cost = fewest << 16 | card
        else:
            row = row_of(place)
            gap, length = card - ends[row], sizes[row]
            taken: i64 = 2 * length if length == FULL else 0
            cost = taken << 16 | gap + length << 8 | card
        if cost < least:
            best, least = at, cost
    return best


# The reference player. Version 1.

#: What is sure, as a chance; and one head, as a cost.
_SURE: Final[i64] = 1 << 12
#: What an unseen card in front of a card costs beside what it may take, times the square of the
#: number of seats; with a deck of which all cards are dealt it costs more.
_NEARER: Final[i64] = 4
_NEARER_IN_HANDS: Final[i64] = 32
#: What a card costs for each number that it is lower, where not all cards are dealt.
_HIGHER: Final[i64] = 12
#: In the table of chances: of a card that is lower than all rows. The others are for so many cards
#: that the row lacks.
_LOW: Final[i64] = FULL
#: Five times the heads that a card to come has, about: what a row lacks counts by it.
_MISSING: Final[i64] = 9


@final
class Turn:
    """What players look at while cards are chosen, in a match like that of `state`; `look` finds it
    in a position.

    `hands[HAND * seat:]` are the cards of a seat, ascending, `left` of them. `below` says by card
    how many lower ones are not revealed. By row (from 0): the last card `ends`, how many cards are
    on it `sizes`, how many heads `heads`; `fewest` is the number of heads on the row that has the
    fewest.
    """

    def __init__(self, state: Position) -> None:
        self.n = state.n
        self.stock = state.stock
        self.higher: i64 = _HIGHER if state.deck_size == LARGEST else 0
        nearer: i64 = _NEARER if state.deck_size == LARGEST else _NEARER_IN_HANDS
        self.nearer: i64 = nearer * state.n * state.n
        self.hands, self.below = zeros(HAND * (state.n + 1)), zeros(LARGEST + 1)
        self.ends = self.sizes = NONE
        self.heads = zeros(ROWS)
        self.left: i64 = 0
        self.fewest: i64 = 0
        self.chances = _chances_of(state.n, state.stock)

    def look(self, state: Position) -> None:
        """Set all of the above but `stock` from `state`, which must be in the phase CHOOSE, with
        all cards of hands known. `ends` and `sizes` are the arrays of `state` itself.
        """
        n, held, choices, below, hands = state.n, state.held, state.choices, self.below, self.hands
        self.left, self.ends, self.sizes = state.left, state.ends, state.sizes
        self.fewest = LARGEST
        for row in range(ROWS):
            self.heads[row] = heads_in(state, row)
            self.fewest = min(self.fewest, self.heads[row])
        sizes, lower = zeros(n + 1), i64(0)
        for card in range(1, LARGEST + 1):
            below[card] = lower
            seat = held[card]
            if seat > PLAYED + n or (seat > n and choices[seat - PLAYED] != card):
                continue  # it is revealed
            lower += 1
            if seat > 0 and seat <= n:
                hands[HAND * seat + sizes[seat]] = card
                sizes[seat] += 1

    def greedy_choice(self, seat: i64) -> i64:
        """The index in `hands` of the card that the simple player chooses for `seat`, which has not
        chosen.
        """
        return greedy_choice(self.ends, self.sizes, self.fewest, self.hands, HAND * seat, self.left)

    def reference_choice(self, seat: i64) -> i64:
        """The index in `hands` of the card that the reference player chooses for `seat`, which has
        not chosen.

        It is the card that takes the fewest heads on average if every other player plays any unseen
        card; with a small penalty for each unseen card that could come between it and its row, and,
        where some cards are not dealt, a small bonus for a high card. Of equally good ones it is
        the lowest.
        """
        ends, chances, below, hands = self.ends, self.chances, self.below, self.hands
        first, left = HAND * seat, self.left
        start, width = _start(self.n, self.stock, left), _width(self.n, self.stock, left)
        # The row that the last card looked at would go to, and how many cards that this seat does
        # not see are lower than the end of that row.
        row, lower = i64(-1), i64(0)
        best, least = first, i64(0)
        for at in range(first, first + left):
            card = hands[at]
            place, unseen = nearest(card, ends, ends, 1, False), below[card] - (at - first)
            if place == 0:
                cost = self.fewest * chances[start + _LOW * width + unseen] // 10
            else:
                if row_of(place) != row:
                    row = row_of(place)
                    lower = below[ends[row]] - (at - first)
                between, missing = unseen - lower, FULL - self.sizes[row]
                stake = 5 * self.heads[row] + _MISSING * missing
                chance = chances[start + missing * width + between]
                cost = self.nearer * between + chance * stake // 5
            cost -= self.higher * card
            if at == first or cost < least:
                best, least = at, cost
        return best


def _width(n: i64, stock: i64, left: i64) -> i64:
    """How many values the count of unseen cards between two cards may have: from 0 to all that are
    unseen, the `stock` and `left` cards of each other of the `n` hands.
    """
    return stock + (n - 1) * left + 1


def _start(n: i64, stock: i64, left: i64) -> i64:
    """The index in `Turn.chances` (see `_chances_of`) of the first chance for hands of `left`
    cards, with `n` seats and `stock` cards not dealt.
    """
    return (_LOW + 1) * ((left - 1) * (stock + 1) + (n - 1) * left * (left - 1) // 2)


_CHANCES: Final[dict[int, vec[i64]]] = {}


def _chances_of(n: i64, stock: i64) -> vec[i64]:
    """All values of `_chance` for `n` seats and `stock` cards not dealt, one after the other: for
    hands of 1 to HAND cards; in these for a row that lacks 0 to 4 cards, and for _LOW; in these for
    0 to `_width` - 1 unseen cards between the row's last card and the card. Kept for the next call.
    """
    key: int = n * (LARGEST + 1) + stock
    if key not in _CHANCES:
        chances = zeros(_start(n, stock, HAND + 1))
        at: i64 = 0
        for left in range(1, HAND + 1):
            width = _width(n, stock, left)
            for missing in range(_LOW + 1):
                for between in range(width):
                    chances[at] = _chance(n - 1, missing, between * _SURE // max(width - 1, 1))
                    at += 1
        _CHANCES[key] = chances
    return _CHANCES[key]


def _chance(others: i64, missing: i64, each: i64) -> i64:
    """The chance, in 1/4096, that a card becomes the sixth of a row that lacks `missing` cards:
    exactly so many of the cards of the `others` (how many seats) go to the row before it, each with
    the chance `each` (also in 1/4096).

    If `missing` is _LOW, the card is lower than all rows, and `each` is the chance that another
    seat's card is lower still. Then the result is a cost in 1/40960 of the heads on the cheapest
    row: all of them if no other card is lower, else three tenths.
    """
    if missing == _LOW:
        # It takes the cheapest row, unless a lower card comes and makes a place for it.
        return 3 * _SURE + 7 * _power(_SURE - each, others)
    if missing > others:
        return 0
    chance = _combinations(others, missing) * _power(each, missing)
    return chance * _power(_SURE - each, others - missing) >> 12


def _power(chance: i64, times: i64) -> i64:
    """The chance that something with this `chance` happens `times` times in succession; both in
    1/4096.
    """
    power = _SURE
    for _ in range(times):
        power = power * chance >> 12
    return power


def _combinations(count: i64, chosen: i64) -> i64:
    """In how many ways `chosen` of `count` things can be chosen."""
    ways: i64 = 1
    for at in range(chosen):
        ways = ways * (count - at) // (at + 1)
    return ways
