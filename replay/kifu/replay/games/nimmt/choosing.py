"""How players of 6 nimmt! choose a card: the simple one, and the one by whom matches are played on
in thought. Both look at the rows and at a hand, the lowest card first; the second one also at the
*rank* of each of its cards: how many cards that are not revealed yet are lower.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.games.nimmt.cards import FULL, HAND, LARGEST, ROWS

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
        gap: i64 = LARGEST
        length: i64 = 0
        for row in range(ROWS):
            between = card - ends[row]
            if between > 0 and between < gap:
                gap, length = between, sizes[row]
        if length == 0:
            cost = fewest << 16 | card
        else:
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


@final
class Rows:
    """What the reference player looks at beside its hand, in a match of `n` seats (SEATS at most)
    with a deck of `deck` cards, `stock` of which are not dealt. By row (from 0): the last card
    `ends`, how many cards are on it `sizes`, how many heads `heads`, and the rank of the last card
    `ranks`. After `prepare`, `order` are the rows by their last cards, the lowest first, and
    `fewest` is the number of heads on the row that has the fewest.
    """

    def __init__(self, n: i64, deck: i64, stock: i64) -> None:
        self.n = n
        self.stock = stock
        self.higher: i64 = _HIGHER if deck == LARGEST else 0
        nearer: i64 = _NEARER if deck == LARGEST else _NEARER_IN_HANDS
        self.nearer: i64 = nearer * n * n
        self.ends = self.sizes = self.heads = self.ranks = NONE
        self.order = vec[i64]([0, 1, 2, 3])
        self.fewest: i64 = 0
        self.chances = _chances_of(n, stock)

    def prepare(self) -> None:
        """Find `order` and `fewest` for the rows as they are."""
        order, ends, heads = self.order, self.ends, self.heads
        fewest = heads[0]
        for place in range(1, ROWS):
            if heads[place] < fewest:
                fewest = heads[place]
            row = order[place]
            at = place
            while at > 0 and ends[order[at - 1]] > ends[row]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = row
        self.fewest = fewest


def reference_choice(rows: Rows, hand: vec[i64], ranks: vec[i64], first: i64, left: i64) -> i64:
    """The index of the card that the reference player chooses among the `left` cards of `hand` from
    index `first` on; `ranks` has their ranks (see above) at the same indices. Call `rows.prepare`
    before.

    It is the card that takes the fewest heads on average if every other player plays any unseen
    card; with a small penalty for each unseen card that could come between it and its row, and,
    where some cards are not dealt, a small bonus for a high card. Of equally good ones it is the
    lowest.
    """
    order, ends, chances = rows.order, rows.ends, rows.chances
    higher, nearer, width = rows.higher, rows.nearer, _width(rows.n, rows.stock, left)
    start = _start(rows.n, rows.stock, left)
    best, least = first, i64(0)
    passed: i64 = 0
    following = ends[order[0]]
    # Of the row that the card goes to: the unseen cards that are lower than its last card, where
    # its chances begin, and what they are of.
    lower, begin, stake = i64(0), start + _LOW * width, i64(0)
    for at in range(first, first + left):
        card = hand[at]
        while following < card:
            row = order[passed]
            passed += 1
            following = LARGEST + 1
            if passed < ROWS:
                following = ends[order[passed]]
            missing = FULL - rows.sizes[row]
            lower = rows.ranks[row] - (at - first)
            begin = start + missing * width
            stake = 5 * rows.heads[row] + 9 * missing
        between = ranks[at] - (at - first) - lower
        if passed == 0:
            cost = rows.fewest * chances[begin + between] // 10
        else:
            cost = nearer * between + chances[begin + between] * stake // 5
        cost -= higher * card
        if at == first or cost < least:
            best, least = at, cost
    return best


def _width(n: i64, stock: i64, left: i64) -> i64:
    """How many values the count of unseen cards between two cards may have: from 0 to all that are
    unseen, the `stock` and `left` cards of each other of the `n` hands.
    """
    return stock + (n - 1) * left + 1


def _start(n: i64, stock: i64, left: i64) -> i64:
    """The index in `Rows.chances` (see `_chances_of`) of the first chance for hands of `left`
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
