"""A position of yuhodo: what it is made of, and what is legal in it (section 6 of the page).

This module is compiled (see `kifu.replay.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.arrays import NONE, bit, sort_up, zeros
from kifu.replay.chance import Chance
from kifu.replay.coded import Coded
from kifu.replay.games.yuhodo.cards import AT, HAND, SIZE, UNKNOWN, WIDE, unpacked
from kifu.replay.games.yuhodo.options import Options, settle
from kifu.replay.games.yuhodo.shapes import UNIT, distance
from kifu.replay.games.yuhodo.tokens import (
    DECLARE,
    DISCARD,
    FITTING,
    FITTING_FROM,
    GAIN,
    GOAL,
    LEXICON,
    MAKE,
    OPEN,
    PAIRS,
    SETS,
    SETS_FROM,
)
from kifu.replay.native import append, i64, vec

# 6. Play

#: The phases, and what they are called.
WAITING: Final[i64] = 0
TAKE: Final[i64] = 1
ACT: Final[i64] = 2
OVER: Final[i64] = 3
PHASES: Final = ("waiting", "take", "act", "over")

#: Why something is not legal, from 1; `refusals` says it in words. 0: it is.
NO_DISCARD: Final[i64] = 1
OWN_DISCARD: Final[i64] = 2
GOAL_NEEDS_SET: Final[i64] = 3
GOAL_NEEDS_READY: Final[i64] = 4
NO_GOAL: Final[i64] = 5
OWN_WAIT: Final[i64] = 6
READY_OPENS_NOT: Final[i64] = 7
TOO_FEW: Final[i64] = 8
READY_DISCARDS: Final[i64] = 9
NOT_HELD: Final[i64] = 10
READY_ALREADY: Final[i64] = 11
READY_NEEDS_SET: Final[i64] = 12
TOO_FAR: Final[i64] = 13

#: In `thrown` the seat stands above the card, in `sets` above three packed cards.
THROWER: Final[i64] = 8
OPENER: Final[i64] = 18
_CARDS: Final[i64] = (1 << 18) - 1
#: There are no more opened sets.
MOST_SETS: Final[i64] = 34

#: The hands of nobody, and of each card no copy that is not known to lie anywhere.
_EMPTY: Final = zeros(5 * WIDE)
_NONE_SPARE: Final = zeros(WIDE)


class Position(Coded):
    """A position. `chance` gives starter and deals; nothing else in it is shared by copies.

    `deck` is the deal, places in DECK (0: a card that is not known), and never changes; from `top`
    on it is the pile, top first. The market is what is left of the cards from `laid` on: bit k of
    `market` is for the k-th of them. `held[WIDE * seat + card]` says how many copies of a card a
    hand holds, for card 0 how many of its cards are not known; `shapes[seat]` is the shape of
    those that are. `spare` is, by card, how many copies of it are not known to lie anywhere: an
    unknown card may be one of them. It is shared unless `hidden`: some card of the deal is not.

    `thrown` are the discards that lie in rivers, `discards` of them, and `sets` the opened sets,
    `opened` of them, each with its seat (above); both end in the latest. `melds[seat]` counts the
    opened sets of a seat, `ready` has a bit for each Ready seat. `window` is the discard that may
    be claimed, which then ends the river of the seat before `next_seat`, or 0. `taken` is the card
    that the seat on turn has just taken. `turn` is the turn in progress, 0 before the first;
    `begun` says whether that is the turn of `next_seat` already.

    After a goal `out` is the seat, `split` its hand as three sets of packed cards, `points` what
    it got for sets, red cards and bonus, and `checks` how many bonus checks there were; `champion`
    is the seat with an instant win. `earlier` counts the turns of the short games before. Arrays
    by seat have an unused place 0.
    """

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, seats, chance)
        self.out_of_turn = True
        self.options: Options = settle(options, seats)
        self.games: i64 = self.options.games or 0
        self.target: i64 = self.options.target or 0
        self.advanced: bool = options.rules == "advanced"
        self.opened_only: bool = options.ready == "opened"
        self.all_items: bool = options.item_reds == "all"
        self.round: i64 = 1
        self.earlier: i64 = 0
        self.starter: i64 = 0
        self.totals = self.held = self.shapes = self.melds = self.thrown = self.sets = NONE
        self.spare = self.points = self.split = self.deck = NONE
        self.hidden = False
        self.stage: i64 = WAITING
        self.top: i64 = SIZE
        self.laid: i64 = 0
        self.market: i64 = 0
        self.discards: i64 = 0
        self.opened: i64 = 0
        self.ready: i64 = 0
        self.window: i64 = 0
        self.taken: i64 = 0
        self.turn: i64 = 0
        self.begun = False
        self.out: i64 = 0
        self.checks: i64 = 0
        self.champion: i64 = 0

    def sit_down(self) -> None:
        """The arrays of a match that begins."""
        self.totals = zeros(self.n + 1)
        self.thrown = zeros(SIZE)
        self.sets = zeros(MOST_SETS)
        self.clear()

    def clear(self) -> None:
        """No cards lie anywhere, and nobody acts."""
        self.held = _EMPTY[: WIDE * (self.n + 1)]
        self.shapes = _EMPTY[: self.n + 1]
        self.melds = _EMPTY[: self.n + 1]
        self.spare = _NONE_SPARE
        self.hidden = False
        self.points = NONE
        self.split = NONE
        self.deck = NONE
        self.stage = WAITING
        self.next_seat = 0
        self.top = SIZE
        self.market = 0
        self.discards = 0
        self.opened = 0
        self.ready = 0
        self.window = 0
        self.taken = 0
        self.turn = 0
        self.begun = False
        self.out = 0
        self.checks = 0
        self.champion = 0

    def copy_into(self, other: Position) -> None:
        """Let `other`, a position of the same match, be this one."""
        other.next_seat, other.missing = self.next_seat, self.missing
        other.round, other.earlier, other.starter = self.round, self.earlier, self.starter
        other.stage, other.turn, other.begun = self.stage, self.turn, self.begun
        other.deck, other.top = self.deck, self.top
        other.laid, other.market = self.laid, self.market
        other.discards, other.opened, other.ready = self.discards, self.opened, self.ready
        other.window, other.taken = self.window, self.taken
        other.out, other.split, other.points = self.out, self.split, self.points
        other.checks, other.champion = self.checks, self.champion
        other.totals, other.held, other.shapes = self.totals[:], self.held[:], self.shapes[:]
        other.melds, other.thrown, other.sets = self.melds[:], self.thrown[:], self.sets[:]
        other.spare = self.spare
        other.hidden = self.hidden
        if self.hidden:
            other.spare = self.spare[:]

    @property
    def phase(self) -> str:
        """What the phase is called."""
        return PHASES[self.stage]

    @property
    def is_over(self) -> bool:
        return self.stage == OVER

    @property
    def discarder(self) -> i64:
        """The seat whose discard lies in the window; 0 if there is none."""
        if self.window == 0:
            return 0
        if self.next_seat == 1:
            return self.n
        return self.next_seat - 1

    def acting(self) -> i64:
        if self.next_seat == 0:
            return 0
        seats = bit(self.next_seat)
        if self.window > 0:
            for seat in range(1, self.n + 1):
                if seat != self.next_seat and self.may_claim(seat):
                    seats |= bit(seat)
        return seats

    def to_move(self) -> list[int]:
        acting = self.acting()
        return [seat for seat in range(1, self.n + 1) if acting >> seat & 1]

    def legal_codes(self, seat: i64) -> vec[i64]:
        if self.stage == TAKE:
            codes = vec[i64]()
            if seat == self.next_seat:
                codes = self._takes()
            return self._with_claims(seat, codes)
        if self.stage == ACT and seat == self.next_seat:
            return self._acts(seat)
        return zeros(0)

    # Phase TAKE

    def _takes(self) -> vec[i64]:
        """The moves of the seat on turn that are no claims."""
        codes = vec[i64]()
        if self.market == 0:
            return append(codes, MAKE)
        for at in range(self.n + 1):
            if self.market >> at & 1:
                card = AT[self.deck[self.laid + at]]
                if self.place_in_market(card) == at:
                    codes = append(codes, card)
        sort_up(codes)
        return codes

    def place_in_market(self, card: i64) -> i64:
        """The first place of the market where the card lies, counted from `laid`, or -1."""
        left, deck, at = self.market, self.deck, self.laid
        place: i64 = 0
        while left >> place:
            if left >> place & 1 and AT[deck[at + place]] == card:
                return place
            place += 1
        return -1

    def _with_claims(self, seat: i64, codes: vec[i64]) -> vec[i64]:
        """The codes, and behind them the claims of a seat."""
        if self.why_no_claim(seat) != 0:
            return codes
        if self.why_no_goal(seat) == 0:
            codes = append(codes, GOAL)
        place = self._next_gain(seat, FITTING_FROM[self.window])
        while place >= 0:
            codes = append(codes, GAIN + FITTING[place])
            place = self._next_gain(seat, place + 1)
        return codes

    def may_claim(self, seat: i64) -> bool:
        """Whether a seat may claim the discard."""
        if self.why_no_claim(seat) != 0:
            return False
        return self._next_gain(seat, FITTING_FROM[self.window]) >= 0 or self.why_no_goal(seat) == 0

    def _next_gain(self, seat: i64, place: i64) -> i64:
        """The first place in FITTING, from this one on, of a pair with which `seat` may gain the
        discard, or -1.
        """
        if self.ready >> seat & 1:
            return -1
        held, at = self.held, WIDE * seat
        for fitting in range(place, FITTING_FROM[self.window + 1]):
            pair = PAIRS[FITTING[fitting]]
            if (held[at] > 0 or held[at + (pair & 63)] > 0) and self.lacks(seat, pair) == 0:
                return fitting
        return -1

    def why_no_claim(self, seat: i64) -> i64:
        """The rule that keeps `seat` from any claim, or 0."""
        if self.window == 0:
            return NO_DISCARD
        if seat == self.discarder:
            return OWN_DISCARD
        return 0

    def why_no_goal(self, seat: i64) -> i64:
        """The rule that keeps `seat` from going out, with the window's card if there is one; 0
        where nothing does.

        A hand with k unknown cards may be a goal shape if k cards are missing at most, and what
        it waits for is not known.
        """
        if self.melds[seat] == 0:
            return GOAL_NEEDS_SET
        if self.window > 0 and not self.ready >> seat & 1:
            return GOAL_NEEDS_READY
        if self.away(seat) > self.held[WIDE * seat]:
            return NO_GOAL
        if self.window > 0 and self.advanced and self.own_wait(seat) > 0:
            return OWN_WAIT
        return 0

    def away(self, seat: i64) -> i64:
        """How far the known cards of a hand are from a goal shape, with the window's card."""
        return distance(self.shapes[seat] + UNIT[self.window])

    def own_wait(self, seat: i64) -> i64:
        """The first card of the own river that would make a goal shape of a known hand, or 0."""
        if self.held[WIDE * seat] > 0:
            return 0
        for at in range(self.discards):
            if self.thrown[at] >> THROWER == seat:
                card = self.thrown[at] & 63
                if distance(self.shapes[seat] + UNIT[card]) == 0:
                    return card
        return 0

    # Phase ACT

    def _acts(self, seat: i64) -> vec[i64]:
        """The moves of the seat on turn, once it has taken a card."""
        codes = vec[i64]()
        if self.why_no_goal(seat) == 0:
            codes = append(codes, GOAL)
        if self.ready >> seat & 1:
            return append(codes, DISCARD + self.taken)
        for card in range(2, WIDE):
            if self.may_show(seat, card):
                for place in range(SETS_FROM[card], SETS_FROM[card + 1]):
                    if self.lacks(seat, SETS[place]) == 0:
                        codes = append(codes, OPEN + place)
        first: i64 = len(codes)
        for card in range(2, WIDE):
            if self.may_show(seat, card):
                codes = append(codes, DISCARD + card)
        # A hand that is too far from a goal shape with all its cards is so without one of them.
        if distance(self.shapes[seat]) <= self.held[WIDE * seat] + 1:
            for at in range(first, len(codes)):
                card = codes[at] - DISCARD
                if self.why_no_ready(seat, card) == 0:
                    codes = append(codes, DECLARE + card)
        return codes

    def why_no_set(self, seat: i64, cards: i64) -> i64:
        """The rule that keeps `seat` from opening a set with these packed cards of its hand, or
        0.
        """
        if self.ready >> seat & 1:
            return READY_OPENS_NOT
        if self.lacks(seat, cards) > 0:
            return TOO_FEW
        return 0

    def why_no_discard(self, seat: i64, card: i64) -> i64:
        """The rule that keeps `seat` from discarding `card`, or 0."""
        if self.ready >> seat & 1 and card != self.taken:
            return READY_DISCARDS
        if not self.may_show(seat, card):
            return NOT_HELD
        return 0

    def why_no_ready(self, seat: i64, card: i64) -> i64:
        """The rule that keeps `seat` from declaring Ready as it discards `card`, or 0.

        Of the seven cards left k may be unknown; then k + 1 may be missing.
        """
        if self.ready >> seat & 1:
            return READY_ALREADY
        if self.opened_only and self.melds[seat] == 0:
            return READY_NEEDS_SET
        unknown = self.held[WIDE * seat]
        if self.held[WIDE * seat + card] == 0:
            unknown -= 1
        if self.away_without(seat, card) > unknown + 1:
            return TOO_FAR
        return 0

    def away_without(self, seat: i64, cards: i64) -> i64:
        """How far the known cards of a hand are from a goal shape once these packed ones have left
        it, of which some may be cards that are not known.
        """
        shape = self.shapes[seat]
        at = WIDE * seat
        while cards:
            card = cards & 63
            left = self.held[at + card]
            while cards & 63 == card:
                cards >>= 6
                if left > 0:
                    shape -= UNIT[card]
                    left -= 1
        return distance(shape)

    # Cards

    def may_show(self, seat: i64, card: i64) -> bool:
        """Whether a hand has the card, or an unknown one may be it."""
        if self.held[WIDE * seat + card] > 0:
            return True
        return self.held[WIDE * seat] > 0 and self.spare[card] > 0

    def lacks(self, seat: i64, cards: i64) -> i64:
        """The first of `cards`, packed, that the hand of `seat` can't have, or 0: a card that is
        not known there has to be one of its unknown cards, and a copy that lies nowhere else.
        """
        held, at = self.held, WIDE * seat
        unknown = held[at]
        while cards:
            card = cards & 63
            cards >>= 6
            missing = 1 - held[at + card]
            while cards & 63 == card:
                cards >>= 6
                missing += 1
            if missing > 0:
                unknown -= missing
                if unknown < 0 or missing > self.spare[card]:
                    return card
        return 0

    def lay(self, seat: i64, cards: i64) -> None:
        """Packed cards leave the hand; one that was not known is known from now on."""
        held, at = self.held, WIDE * seat
        while cards:
            card = cards & 63
            cards >>= 6
            if held[at + card] > 0:
                held[at + card] -= 1
                self.shapes[seat] -= UNIT[card]
            else:
                held[at] -= 1
                self.spare[card] -= 1

    def draw(self, seat: i64, count: i64) -> None:
        """The top cards of the pile come to a hand."""
        for at in range(self.top, self.top + count):
            card = AT[self.deck[at]]
            self.held[WIDE * seat + card] += 1
            self.shapes[seat] += UNIT[card]
        self.top += count

    def hand_with_claimed(self, seat: i64) -> vec[i64]:
        """The known cards of a hand, ascending, with the discard that may be claimed if there is
        one.
        """
        cards = vec[i64]()
        for card in range(2, WIDE):
            count = self.held[WIDE * seat + card]
            if card == self.window:
                count += 1
            for _ in range(count):
                cards = append(cards, card)
        return cards

    def opened_sets(self, seat: i64) -> vec[i64]:
        """The opened sets of a seat in order, packed cards."""
        found = vec[i64]()
        for at in range(self.opened):
            if self.sets[at] >> OPENER == seat:
                found = append(found, self.sets[at] & _CARDS)
        return found

    # As lists

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand in canonical order, unknown cards last."""
        begin = WIDE * seat
        counts = list(enumerate(self.held[begin : begin + WIDE]))
        return [card for card, count in [*counts[1:], counts[0]] for _ in range(count)]

    def dealt(self, seat: int) -> list[int]:
        """The cards that a seat was dealt, in order; none if the deal is not known."""
        return [AT[place] for place in self.deck[HAND * (seat - 1) : HAND * seat]]

    def sets_of(self, seat: int) -> list[list[int]]:
        """The opened sets of a seat in order."""
        return [unpacked(cards) for cards in self.opened_sets(seat)]

    def split_sets(self) -> list[list[int]]:
        """The hand of the seat that went out as the three sets that count, if one has."""
        return [unpacked(cards) for cards in self.split]

    def river(self, seat: int) -> list[int]:
        """The discards of a seat that still lie there, the latest last."""
        return [one & 63 for one in self.thrown[: self.discards] if one >> THROWER == seat]

    def market_cards(self) -> list[int]:
        """The cards of the market in order."""
        places = [at for at in range(self.n + 1) if self.market >> at & 1]
        return [AT[self.deck[self.laid + at]] for at in places]

    def pile(self) -> list[int]:
        """The cards of the pile, top first."""
        if len(self.deck) == 0:
            return [UNKNOWN] * (SIZE - self.top)
        return [AT[place] for place in self.deck[self.top :]]

    def bonus(self) -> list[int]:
        """The cards of the bonus checks, in order."""
        return [AT[place] for place in self.deck[self.top - self.checks : self.top]]

    # 7. Scoring

    def scores(self) -> list[int]:
        return [self.totals[seat] for seat in range(1, self.n + 1)]

    def tally(self) -> str:
        """What the seat that went out got for sets, red cards and bonus: `1+3+3=7`."""
        if len(self.points) == 0:
            return ""
        sets, reds, bonus = self.points[0], self.points[1], self.points[2]
        return f"{sets}+{reds}+{bonus}={sets + reds + bonus}"
