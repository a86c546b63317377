"""Players of 6 nimmt!: `greedy_code`, a simple one for simulated matches, and `reference_code`,
with which analysis plays matches on; and `redeal`, which deals again what a seat can't know.

Both players look at the rows and at a hand, the lowest card first; the second one also at how many
cards that are not revealed yet are lower.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import append, i64, vec
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.elements.arrays import NONE, sort_up, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    DRAFT,
    FULL,
    HAND,
    LARGEST,
    LEFT,
    NOWHERE,
    PICK,
    PLAYED,
    RIGHT,
    ROWS,
    TAKE,
    Position,
    nearest,
    row_of,
)


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of the simple player's move. It chooses the card that `greedy_choice` names; takes
    the row with the fewest heads; of two places, uses the one that takes fewer heads, the left one
    if equal; in a draft, picks the card with the fewest heads, of several the lowest.
    """
    codes = state.legal_codes(seat)
    if state.stage == CHOOSE:
        count: i64 = len(codes)
        fewest = state.fewest_heads()
        return codes[greedy_choice(state.ends, state.sizes, fewest, codes, 0, count)]
    best, least = codes[0], _simple_cost(state, codes[0])
    for code in codes:
        cost = _simple_cost(state, code)
        if cost < least:
            best, least = code, cost
    return best


def _simple_cost(state: Position, move: i64) -> i64:
    """How bad the move with this code (a pick, a row to take, or an end of a row) looks to the
    simple player; lower is better. No two moves of a position cost the same.
    """
    if state.stage == DRAFT:
        card = move - PICK
        return state.heads_on[card] << 8 | card
    if move < RIGHT:
        return state.heads_in(move - TAKE) << 8 | move
    # Of two places the left end comes first.
    return state.heads_if_full(row_of(move)) << 8 | (move if move < LEFT else 0)


# The player by whom matches are played on in thought


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move: while cards are chosen, what `Turn.reference_choice`
    says. In all else, with more than SEATS seats, or with unknown cards in hand, it is
    `greedy_code`.
    """
    if state.stage != CHOOSE or state.unknown[seat] > 0 or state.n > SEATS:
        return greedy_code(state, seat)
    turn = Turn(state)
    turn.look(state)
    return turn.hands[turn.reference_choice(seat)]


# What a seat can't know, dealt again


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see (hands and stock) are dealt again
    at random by `lots`. Choices of others that are not revealed go back to their hands, so these
    seats have to choose again. Drafted hands are open and stay. `memory` isn't used, since a card
    once seen is on the table or out of the round. Raises CannotDeal if the record has unknown
    cards.
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
    then waits for all who have no choice.
    """
    for other in world.seats:
        card = world.choices[other]
        if card != 0 and other != seat:
            world.held[card] = other
            world.choices[other] = 0
    world.wait_for_choices()


def _deal(world: Position, seat: i64, lots: Lots) -> None:
    """Deal the cards that `seat` doesn't see again at random, in `world` itself: every other hand
    gets as many as it had, the stock the rest.
    """
    held, n = world.held, world.n
    cards = vec[i64]()
    for card in range(1, LARGEST + 1):
        if held[card] == NOWHERE or (held[card] <= n and held[card] != seat):
            cards = append(cards, card)
            held[card] = NOWHERE
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != seat:
            for _card in range(world.left):
                held[cards[at]] = other
                at += 1


#: With more seats than this the simple player was not beaten, so it is the reference.
SEATS: Final = 5


def greedy_choice(
    ends: vec[i64], sizes: vec[i64], fewest: i64, hand: vec[i64], first: i64, left: i64
) -> i64:
    """The index in `hand` of the card that the simple player chooses among `left` cards from index
    `first` on: the one that would take the fewest heads if it were placed now. The sixth card of a
    row counts as 10 heads, a card lower than all rows as `fewest` (the fewest heads on a row). Of
    equal ones it is the card with the smallest distance to its row's last card plus the row's size;
    then the lowest. `ends` and `sizes` are the rows' last cards and sizes.
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
_NEARER: Final = 4
_NEARER_IN_HANDS: Final = 32
#: What a card costs for each number that it is lower, where not all cards are dealt.
_HIGHER: Final = 12
#: In the table of chances: of a card that is lower than all rows. The others are for so many cards
#: that the row lacks.
_LOW: Final[i64] = FULL
#: Five times the heads that a card to come has, about: what a row lacks counts by it.
_MISSING: Final = 9


@final
class Turn:
    """What players look at while cards are chosen, in the rest of the round of `state`: made once,
    then filled by `look` from each position of that round, from `state` on. The cards of the stock
    stay there, so they are looked at only once.

    `hands[HAND * seat:]` are the cards of a seat, ascending, `left` of them. `below` has how many
    lower cards are not revealed, by card, but only for cards in hands and at the ends of rows. By
    row (from 0): `ends`, its last card; `sizes`, its number of cards; `heads`. `rising` are the
    rows, the one with the lowest last card first, each packed with that card as card << 2 | row;
    `fewest` is the smallest number of heads on a row.
    """

    def __init__(self, state: Position) -> None:
        self.n = state.n
        self.stock = state.stock
        self.higher: i64 = _HIGHER if state.deck_size == LARGEST else 0
        nearer: i64 = _NEARER if state.deck_size == LARGEST else _NEARER_IN_HANDS
        self.nearer: i64 = nearer * state.n * state.n
        self.hands, self.below = zeros(HAND * (state.n + 1)), zeros(LARGEST + 1)
        self.rising = zeros(ROWS)
        self.ends = self.sizes = NONE
        self.heads = zeros(ROWS)
        self.left: i64 = 0
        self.fewest: i64 = 0
        self.chances = _chances_of(state.n, state.stock)
        # By card, how many lower ones are in the stock; and the cards that are not there.
        self._in_stock, others, lower = zeros(LARGEST + 1), vec[i64](), i64(0)
        for card in range(1, LARGEST + 1):
            self._in_stock[card] = lower
            if state.held[card] == NOWHERE:
                lower += 1
            else:
                others = append(others, card)
        self._others = others

    def look(self, state: Position) -> None:
        """Fill all arrays and numbers from `state`, except what depends only on its match. It must
        be in the phase CHOOSE, with all hands known. `ends` and `sizes` are then the arrays of
        `state` itself, not copies.
        """
        n, held, choices, below, hands = state.n, state.held, state.choices, self.below, self.hands
        self.left, self.ends, self.sizes = state.left, state.ends, state.sizes
        self.fewest = LARGEST
        for row in range(ROWS):
            self.heads[row] = state.heads_in(row)
            self.fewest = min(self.fewest, self.heads[row])
            self.rising[row] = self.ends[row] << 2 | row
        sort_up(self.rising)
        sizes, lower, in_stock = zeros(n + 1), i64(0), self._in_stock
        for card in self._others:
            below[card] = in_stock[card] + lower
            seat = held[card]
            if seat > PLAYED + n or (seat > n and choices[seat - PLAYED] != card):
                continue  # it is revealed
            lower += 1
            if seat <= n:
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
        first, left, rising = HAND * seat, self.left, self.rising
        start, width = _start(self.n, self.stock, left), _width(self.n, self.stock, left)
        # The row that the last card looked at would go to, how many rows are below that card, and
        # how many cards that this seat does not see are lower than the end of that row.
        row, passed, lower = i64(-1), i64(0), i64(0)
        best, least = first, i64(0)
        for at in range(first, first + left):
            card = hands[at]
            unseen = below[card] - (at - first)
            while passed < ROWS and rising[passed] >> 2 < card:
                row = rising[passed] & 3
                lower = below[ends[row]] - (at - first)
                passed += 1
            if row < 0:
                cost = self.fewest * chances[start + _LOW * width + unseen] // 10
            else:
                between, missing = unseen - lower, FULL - self.sizes[row]
                stake = 5 * self.heads[row] + _MISSING * missing
                chance = chances[start + missing * width + between]
                cost = self.nearer * between + chance * stake // 5
            cost -= self.higher * card
            if at == first or cost < least:
                best, least = at, cost
        return best


def _width(n: i64, stock: i64, left: i64) -> i64:
    """How many values the number of unseen cards between two cards can have, 0 included: one more
    than the `stock` and the hands of `left` cards of the other `n` - 1 seats together.
    """
    return stock + (n - 1) * left + 1


def _start(n: i64, stock: i64, left: i64) -> i64:
    """The index in the array of `_chances_of` of the first chance for hands of `left` cards, with
    `n` seats and `stock` cards not dealt.
    """
    return (_LOW + 1) * ((left - 1) * (stock + 1) + (n - 1) * left * (left - 1) // 2)


_CHANCES: Final[dict[int, vec[i64]]] = {}


def _chances_of(n: i64, stock: i64) -> vec[i64]:
    """All values of `_chance` for `n` seats and `stock` cards not dealt, as one array, cached: for
    hands of 1 to HAND cards; in each for a row that lacks 0 to 4 cards, then for _LOW; in each for
    0 to `_width` - 1 unseen cards between the row's last card and the card.
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
    that exactly `missing` of the `others` (the number of other seats) play a card that comes before
    it in that row, each with the chance `each` (also in 1/4096).

    If `missing` is _LOW, the card is lower than all rows, and `each` is the chance that another
    seat's card is lower still. The result is then the expected share of the cheapest row's heads,
    in 1/40960: all if no other card is lower, otherwise three tenths.
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
