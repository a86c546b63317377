"""6 nimmt! as analysis plays it on: the rest of a round with nothing but numbers. The rules are
those of `rules`, the players those of `players`; a law of the tests holds it to them. Nothing but
analysis imports this.

A hand is in the order of its cards. Beside each card is its rank (see `players`), which falls as
cards are revealed.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64
from kifu.replay.analysis.kernel import NO_MOVE, Kernel
from kifu.replay.analysis.ways import CARELESS, SIMPLE, SLIPS
from kifu.replay.elements.arrays import NONE, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.games.nimmt.cards import (
    FULL,
    HAND,
    HEADS,
    LARGEST,
    LEFT,
    RIGHT,
    ROWS,
    SECOND,
    TAKE,
    nearest,
    row_of,
)
from kifu.replay.games.nimmt.players import (
    SEATS,
    Rows,
    greedy_choice,
    load_rows,
    ranks_of,
    reference_choice,
)
from kifu.replay.games.nimmt.position import CHOOSE, PLACE, PLAYED, WIDE
from kifu.replay.games.nimmt.rules import Nimmt
from kifu.replay.states.coded import Coded

#: A card that is chosen is packed with its rank and its seat, so that the order is that of cards.
_CARD: Final[i64] = 16
_RANK: Final[i64] = 8
_BYTE: Final[i64] = 255


@final
class Round(Kernel):
    """The rest of a round of 6 nimmt!.

    `hands[HAND * seat:]` are the cards of a seat, `left` of them where it has not chosen, and
    `card_ranks` their ranks; `chosen` are the packed cards of this turn by seat, 0 where a seat has
    not chosen. The first `to_place` of `placing`, packed, are still to be placed, highest first.
    `starts` are the first cards of the rows. Where it `is_watched`, `taken` has five numbers for
    each row that was taken in what was played last: how many turns later (0: in this one), the seat
    that took it, the row (from 0), the card that took it, and the heads.
    """

    def __init__(self) -> None:
        super().__init__()
        self.world: Nimmt | None = None
        self.n: i64 = 0
        self.rows = Rows(2, LARGEST, 0)
        self.professional = False
        self.stage: i64 = CHOOSE
        self.left: i64 = 0
        self.left_now: i64 = 0
        self.to_place: i64 = 0
        self.way: i64 = 0
        self.lots = Lots("")
        self.is_simple = False
        self.taken: list[int] = []
        self.hands = self.card_ranks = self.chosen = self.placing = self.starts = self.heads = NONE

    def load(self, world: Coded) -> bool:
        assert isinstance(world, Nimmt)
        if world.stage != CHOOSE and world.stage != PLACE:
            return False
        n = world.n
        for seat in range(1, n + 1):
            if world.unknown[seat] > 0:
                return False
        if self.n != n or self.rows.stock != world.stock:
            self.n = n
            self.rows = Rows(n, world.deck_size, world.stock)
        self.world = world
        self.professional = world.professional
        return True

    def _begin(self, world: Nimmt) -> None:
        """Begin with the hands, choices and rows of `world`, the world that was loaded, and its
        cards that are to be placed; choices and these are packed (see `_CARD`).
        """
        n, held = self.n, world.held
        ranks = ranks_of(world)
        load_rows(world, self.rows, ranks)
        self.stage, self.left, self.to_place = world.stage, world.left, world.to_place
        self.hands, self.card_ranks = zeros(HAND * (n + 1)), zeros(HAND * (n + 1))
        sizes = zeros(n + 1)
        for card in range(1, LARGEST + 1):
            seat = held[card]
            if seat > 0 and seat <= n:
                at = HAND * seat + sizes[seat]
                sizes[seat] += 1
                self.hands[at] = card
                self.card_ranks[at] = ranks[card]
        self.chosen, self.placing = zeros(n + 1), zeros(n)
        for seat in range(1, n + 1):
            card = world.choices[seat]
            if card > 0 and world.stage == CHOOSE:
                self.chosen[seat] = card << _CARD | ranks[card] << _RANK | seat
        for at in range(self.to_place):
            card = world.placing[at]
            self.placing[at] = card << _CARD | ranks[card] << _RANK | held[card] - PLAYED
        self.starts, self.heads = zeros(ROWS), world.heads[:]
        for row in range(ROWS):
            self.starts[row] = world.rows[WIDE * row]

    def play(self, code: i64, seat: i64, way: i64, lots: Lots) -> None:
        world = self.world
        assert world is not None
        self._begin(world)
        self.taken = []
        # The cards in a hand while those of this turn are placed.
        self.left_now = self.left - 1 if self.stage == CHOOSE else self.left
        self.way, self.lots = way, lots
        self.is_simple = way == SIMPLE or self.n > SEATS
        if self.stage == PLACE:
            self._answer(code)
        elif code != NO_MOVE:
            at = HAND * seat
            while self.hands[at] != code:
                at += 1
            self._choose(seat, at)
        while self.left > 0:
            self.rows.prepare()
            self._choose_all()
        self._end(world)

    def _end(self, world: Nimmt) -> None:
        scores, fewest = zeros(self.n), LARGEST << 4
        most: i64 = 0
        for seat in range(1, self.n + 1):
            heads = self.heads[seat]
            scores[seat - 1] = world.target - heads
            if heads > most:
                most = heads
            if heads < fewest:
                fewest = heads
        self.scores, self.rounds = scores, world.round
        self.is_over = most >= world.target
        if world.rounds > 0:
            self.is_over = world.round >= world.rounds
        if self.is_over:
            self.winners = [seat for seat in range(1, self.n + 1) if self.heads[seat] == fewest]

    def following(self) -> Coded:
        assert self.world is not None
        state = self.world.copy()
        state.end_round(self.heads)
        return state

    # Choosing

    def _choose_all(self) -> None:
        """Let all who have not chosen choose, in the order of seats, and play the turn."""
        rows, left, lots = self.rows, self.left, self.lots
        careless = self.way == CARELESS
        for seat in range(1, self.n + 1):
            if self.chosen[seat] > 0:
                continue
            first = HAND * seat
            if careless and lots.below(SLIPS) == 0:
                at = first + lots.below(left)
            elif self.is_simple:
                at = greedy_choice(rows.ends, rows.sizes, rows.fewest, self.hands, first, left)
            else:
                at = reference_choice(rows, self.hands, self.card_ranks, first, left)
            self._choose(seat, at)
        self._reveal()

    def _choose(self, seat: i64, at: i64) -> None:
        """Let `seat` choose the card at the index `at` of `hands`."""
        hands, ranks = self.hands, self.card_ranks
        self.chosen[seat] = hands[at] << _CARD | ranks[at] << _RANK | seat
        for place in range(at, HAND * seat + self.left - 1):
            hands[place] = hands[place + 1]
            ranks[place] = ranks[place + 1]

    def _reveal(self) -> None:
        self.left -= 1
        placing, n = self.placing, self.n
        for seat in range(1, n + 1):
            card = self.chosen[seat]
            self.chosen[seat] = 0
            at = seat - 1
            while at > 0 and placing[at - 1] < card:
                placing[at] = placing[at - 1]
                at -= 1
            placing[at] = card
        if self.left > 0 and not self.is_simple:
            self._lower_ranks()
        self.to_place = n
        self._place()

    def _lower_ranks(self) -> None:
        """Lower the ranks of all cards in hands, rows and `placing`: those of `placing`, just
        revealed, count no longer as unseen lower cards.
        """
        placing, hands, ranks, left, n = (
            self.placing,
            self.hands,
            self.card_ranks,
            self.left,
            self.n,
        )
        for seat in range(1, n + 1):
            place = n - 1
            for at in range(HAND * seat, HAND * seat + left):
                while place >= 0 and placing[place] >> _CARD < hands[at]:
                    place -= 1
                ranks[at] -= n - 1 - place
        for row in range(ROWS):
            for place in range(n):
                self.rows.ranks[row] -= placing[place] >> _CARD < self.rows.ends[row]
        for place in range(n):
            placing[place] -= n - 1 - place << _RANK

    # Placing

    def _place(self) -> None:
        """Place the cards that are revealed, lowest first."""
        while self.to_place > 0:
            card = self.placing[self.to_place - 1] >> _CARD
            place = self._nearest(card)
            if place < RIGHT:
                self._take_row(place - TAKE)
            else:
                self._lay(place)

    def _nearest(self, card: i64) -> i64:
        """The code of where `card` goes; if its owner has to choose, of the owner's answer."""
        places = nearest(card, self.rows.ends, self.starts, 1, self.professional)
        if places == 0:
            return self._row_to_take()
        if places < SECOND:
            return places
        one, other = places // SECOND, places % SECOND
        return self._end_to_lay_at(min(one, other), max(one, other))

    def _row_to_take(self) -> i64:
        """The code of the row that the owner of a card which fits nowhere takes: the one with the
        fewest heads; a careless owner at times takes any.
        """
        if self.way == CARELESS and self.lots.below(SLIPS) == 0:
            return TAKE + self.lots.below(ROWS)
        best: i64 = 0
        for row in range(1, ROWS):
            if self.rows.heads[row] < self.rows.heads[best]:
                best = row
        return TAKE + best

    def _end_to_lay_at(self, right: i64, left: i64) -> i64:
        """The code, `right` or `left`, of the end at which the owner of an equally near card lays
        it: where it takes fewer heads, `left` if equal; a careless owner at times lays it anywhere.
        """
        if self.way == CARELESS and self.lots.below(SLIPS) == 0:
            return left if self.lots.below(2) else right
        on_right, on_left = self._heads_if_full(right - RIGHT), self._heads_if_full(left - LEFT)
        return right if on_right < on_left else left

    def _heads_if_full(self, row: i64) -> i64:
        """The heads on row `row` (from 0) if it is full, so that a card laid there takes them; else
        0.
        """
        return self.rows.heads[row] if self.rows.sizes[row] == FULL else 0

    def _answer(self, code: i64) -> None:
        """Play the answer with this code to where the next card goes, and place the other cards of
        the turn. With NO_MOVE the next card's owner answers as its player does.
        """
        if code >= RIGHT:
            self._lay(code)
        elif code != NO_MOVE:
            self._take_row(code - TAKE)
        self._place()

    def _take_row(self, row: i64) -> None:
        """Let the owner of the next card take the cards of row `row` (from 0), which then begins
        with that card.
        """
        self.rows.sizes[row] = FULL
        self._lay(RIGHT + row)

    def _lay(self, place: i64) -> None:
        """Lay the next card at the end of a row that the code `place` means; a full row is taken
        first.
        """
        rows = self.rows
        self.to_place -= 1
        packed = self.placing[self.to_place]
        card = packed >> _CARD
        row, left = row_of(place), place >= LEFT
        if rows.sizes[row] == FULL:
            seat = packed & _BYTE
            self.heads[seat] += rows.heads[row]
            if self.is_watched:
                self.taken += [self.left_now - self.left, seat, row, card, rows.heads[row]]
            rows.sizes[row] = 0
            rows.heads[row] = 0
        if left or rows.sizes[row] == 0:
            self.starts[row] = card
        if not left or rows.sizes[row] == 0:
            rows.ends[row] = card
            rows.ranks[row] = packed >> _RANK & _BYTE
        rows.sizes[row] += 1
        rows.heads[row] += HEADS[card]
