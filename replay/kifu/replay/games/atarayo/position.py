"""A position of Atarayo: what it is made of (section 6 of its page), and what can be read off it:
what may be played, what is not known.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import NONE, bit, filled, packed, unpacked, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.games.atarayo.cards import (
    ACCEPT,
    BIT,
    CALL,
    CALLER,
    CARDS,
    COPIES,
    DRAW,
    DRAW_HOLDS,
    FITTING,
    KINDS,
    LEXICON,
    NUMBERS,
    ONE,
    OPEN_HOLDS,
    PASS,
    SIZE,
    SPENT_HOLDS,
    STACK,
    TAKE,
    WILD,
)
from kifu.replay.games.atarayo.options import Options, hand_names
from kifu.replay.table import ALL

#: Where a marker is on Standby.
STANDBY: Final[i64] = 8

# 6. Play

#: The phases, and what they are called.
WAITING: Final = 0
CHOOSE: Final = 1
ACT: Final = 2
DRAWN: Final = 3
ATTACKED: Final = 4
#: In no record: a call is made, and the seat called upon is asked whether it counters.
CALLED: Final = 5
OVER: Final = 6
PHASES: Final = ("waiting", "choose", "act", "drawn", "attacked", "called", "over")


class Position(Coded):
    """A position. `chance` gives the shuffles; copies share that and what is never changed.

    A hand is its place in clockwise order, from 1; there are `hands` of them. `names` are what
    tokens and tables call them, `owners` whose they are, `by_name` are the hands in the order of
    their names. Arrays by hand or seat have an unused place 0.

    - Of each hand, `cards` are its cards in the order in which they came, 6 bits each, the first
      one lowest, 0 for one that is not known; there are `size` of them, and the first `bare` of
      them lie open as far as they are known. `held` are the known ones as a mask, `numbers` is how
      many there are of each number (see `cards.ONE`). `hand` is the one whose turn it is.
    - `heap` are the first `high` cards that lie face up, the latest play on top. The last `stack`
      of them are the field (the last one is the field card), `named` the colour named for it; the
      others are the discards.
    - The cards of `deck` from `top` on are the pile, top first; `up` is the place of its face-up
      card, or 0. `point` is the point card, or 0. The first two of `deck` are the cards that the
      round began with.
    - `attack` is 6 or 13 while one is pending, `amount` how many cards a 6 makes one draw.
    - `window` is the hand whose play can be called on, 0 while none can; `together` is how many
      cards that play had, `paid` whether the cards of a draw2 have been drawn since. `pending` is
      the code of the call that is made in the phase called.
    - `spent` is SPENT_HOLDS with `spent6=faq`, else 0.
    - `starter` is the seat that acts first in this round.
    - `fresh` says that no token of this turn has been played; `past` are the turns of the rounds
      before, `reshuffles` those of this one.
    """

    hands: i64 = 0
    starter: i64 = 0
    past: i64 = 0
    top: i64 = 0
    together: i64 = 0

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.out_of_turn = True
        self.options = options
        self.duel: bool = options.mode == "duel"
        self.first3: bool = options.goal == "first3"
        self.spent: i64 = SPENT_HOLDS if options.spent6 == "faq" else 0
        self.names: list[str] = []
        self.owners = self.by_name = self.points = NONE
        self.cards = self.size = self.bare = self.held = self.numbers = NONE
        self.heap = self.deck = NONE
        self.clear()

    def clear(self) -> None:
        """Reset what belongs to a round: turn 1, direction 1 (clockwise), no cards played, no point
        card, nobody on turn, no attack, window or call. Hands, deck and points stay, and so do
        phase and round.
        """
        self.turn = 1
        self.fresh = True
        self.direction: i64 = 1
        self.next_seat = 0
        self.hand: i64 = 0
        self.high: i64 = 0
        self.stack: i64 = 0
        self.named: i64 = 0
        self.up: i64 = 0
        self.point: i64 = 0
        self.reshuffles: i64 = 0
        self.attack: i64 = 0
        self.amount: i64 = 0
        self.window: i64 = 0
        self.paid = False
        self.pending: i64 = 0

    def sit_down(self) -> None:
        """Create the names, owners and empty hands of a new match, with 0 points for each seat."""
        self.names = ["", *hand_names(self.options, self.n)]
        # In the duel the hands are 1L, 2R, 2L and 1R.
        self.owners = filled([0, 1, 2, 2, 1] if self.duel else [0, *self.seats])
        self.by_name = filled([1, 4, 3, 2]) if self.duel else self.seats
        self.hands = len(self.by_name)
        self.points = zeros(self.n + 1)
        places = self.hands + 1
        self.cards, self.size, self.bare = zeros(places), zeros(places), zeros(places)
        self.held, self.numbers = zeros(places), zeros(places)
        self.heap = zeros(CARDS)

    def fill(self, hand: i64, cards: vec[i64], bare: i64) -> None:
        """Replace the cards of hand number `hand` (from 1) by `cards` (kinds in the order in which
        they came, 0 for an unknown one), the first `bare` of which are open.
        """
        self.cards[hand], self.size[hand], self.bare[hand] = packed(cards), len(cards), bare
        held, numbers = i64(0), i64(0)
        for card in cards:
            held |= BIT[card]
            numbers += ONE[card]
        self.held[hand], self.numbers[hand] = held, numbers

    def pick_up(self, hand: i64, card: i64) -> None:
        """Add a card (its kind, 0 for unknown) as the last card of hand number `hand` (from 1,
        clockwise; in the duel 1L 2R 2L 1R), hidden from others. It isn't removed from where it was,
        and a hand of ten cards doesn't burst here. A hand can't hold more than ten cards; that
        isn't checked.
        """
        size = self.size[hand]
        self.cards[hand] |= card << 6 * size
        self.size[hand] = size + 1
        self.held[hand] |= BIT[card]
        self.numbers[hand] += ONE[card]

    def put_down(self, hand: i64, card: i64) -> None:
        """Remove a card (its kind) from hand number `hand` (from 1, clockwise; in the duel 1L 2R 2L
        1R). It is the first known copy or, if there is none, the first unknown card; the hand must
        have one of these. Later cards move up, and `bare`, the number of open cards, falls by one
        if the card was open. The card isn't put anywhere else.
        """
        held, cards, shift = self.held[hand], self.cards[hand], i64(0)
        gone = card if held & BIT[card] else i64(0)
        while cards >> shift & 63 != gone:
            shift += 6
        self.cards[hand] = cards & bit(shift) - 1 | cards >> shift + 6 << shift
        self.size[hand] -= 1
        numbers = self.numbers[hand] - ONE[gone]
        self.numbers[hand] = numbers
        # Of WILD and CHOICE there may be another copy.
        if gone < WILD or numbers >> 4 * NUMBERS[gone] & 15 == 0:
            self.held[hand] = held & ~BIT[gone]
        if shift < 6 * self.bare[hand]:
            self.bare[hand] -= 1

    def open_up(self, hand: i64) -> None:
        """Open all cards that are in hand number `hand` now. An unknown card stays unknown until it
        is played.
        """
        self.bare[hand] = self.size[hand]

    # Who acts, and what may be played

    def seat_of(self, code: i64) -> i64:
        """The seat that plays the token with this code if none is written: of a call its first
        caller, which may be a seat that this match doesn't have; of any other the owner of the hand
        on turn (0: nobody).
        """
        if code >= CALL:
            return CALLER[code - CALL]
        return self.next_seat

    def is_claim(self, code: i64) -> bool:
        """Whether the move with this code is a call, legal or not."""
        return code >= CALL

    def fitting(self) -> i64:
        """The mask of the kinds (bit k for kind k) that may be the bottom card of a play now,
        whether a hand has them or not: by the field card, the colour named and, in the phase
        ATTACKED, the attack. There must be a field card.
        """
        holds = self.named
        if self.stage == ATTACKED:
            holds = OPEN_HOLDS
            if self.attack == DRAW:
                holds = DRAW_HOLDS
        elif holds == 0:
            holds = self.spent
        return FITTING[KINDS * holds + self.heap[self.high - 1]]

    def holds(self, play: i64, unseen: vec[i64]) -> bool:
        """Whether the hand on turn has all cards of the play with this code, or may have them as
        unknown cards. `unseen` is the number of copies of each kind that its unknown cards can be
        (see `unplaced`); it isn't read if the hand has none. Whether the play fits the field card
        isn't asked.
        """
        numbers, held, stack = self.numbers[self.hand], self.held[self.hand], STACK[play]
        unknown, bottom = numbers & 15, stack & 63
        if bottom >= WILD:
            lacking = SIZE[play] - (numbers >> 4 * NUMBERS[bottom] & 15)
            return lacking <= 0 or (lacking <= unknown and lacking <= unseen[bottom])
        while stack:
            if held >> (stack & 63) & 1 == 0:
                if unknown == 0 or unseen[stack & 63] == 0:
                    return False
                unknown -= 1
            stack >>= 6
        return True

    def unplaced(self) -> vec[i64]:
        """By kind, how many copies the unknown cards of the hand on turn may be: those that the
        record doesn't place (see `unseen_by`), as a new array. An empty array if the whole hand is
        known.
        """
        return self.unseen_by(ALL) if self.numbers[self.hand] & 15 else NONE

    def instead(self) -> i64:
        """The code of the one move that isn't a play: TAKE (draw) in the phase ACT, PASS in DRAWN,
        ACCEPT of the attack in ATTACKED; -1 in all other phases.
        """
        if self.stage == ACT:
            return TAKE
        if self.stage == DRAWN:
            return PASS
        return ACCEPT if self.stage == ATTACKED else i64(-1)

    # What is not known

    def unseen_by(self, seat: i64) -> vec[i64]:
        """How many copies of each kind `seat` (0: a spectator) doesn't see, as a new array by kind.
        It sees its own hands, open cards of others, the cards played, the point card, the pile's
        face-up card, and the two cards revealed for a choice. For ALL in place of a seat: how many
        copies the record doesn't place, so that they are among the unknown cards of hands and pile.
        Index 0 is 0.
        """
        left, deck = COPIES[:], self.deck
        for at in range(self.high):
            left[self.heap[at]] -= 1
        for at in range(self.top, len(deck)):
            if seat == ALL or (at == self.up and at > 0):
                left[deck[at]] -= 1
        for hand in range(1, self.hands + 1):
            is_known, cards = seat == ALL or seat == self.owners[hand], self.cards[hand]
            for place in range(self.size[hand] if is_known else self.bare[hand]):
                left[cards >> 6 * place & 63] -= 1
        for card in [self.point, *self.revealed]:
            left[card] -= 1
        left[0] = 0
        return left

    # 7. Scoring

    def scores(self) -> list[int]:
        """The points (or markers) of each seat, in seat order, as a new list."""
        return list(self.points[1:])

    # Cards

    def cards_in(self, hand: int) -> list[int]:
        """The cards (kinds) of hand number `hand` in the order in which they came, 0 for an unknown
        one, as a new list.
        """
        return unpacked(self.cards[hand], self.size[hand])

    def open_in(self, hand: int) -> list[int]:
        """The cards (kinds) of hand number `hand` that lie open, in the order in which they came,
        as a new list. Unknown ones are left out.
        """
        return [card for card in self.cards_in(hand)[: self.bare[hand]] if card]

    @property
    def field(self) -> list[int]:
        """The cards (kinds) of the last play, or the first field card, bottom first, as a new list.
        The last one is the field card. After a reshuffle it is only the field card; [] before there
        is one.
        """
        return list(self.heap[self.high - self.stack : self.high])

    @property
    def discards(self) -> list[int]:
        """The cards (kinds) that lie under those of the last play, oldest first, as a new list; []
        if there are none. The last play is left out with all its cards (see `field`), although a
        reshuffle moves all of these but the field card into the pile, too. After a reshuffle it is
        [] until the next play.
        """
        return list(self.heap[: self.high - self.stack])

    @property
    def pile(self) -> list[int]:
        """The cards (kinds) of the pile, its top first, as a new list; 0 for an unknown one."""
        return list(self.deck[self.top :])

    @property
    def above(self) -> int:
        """How many cards of the pile are above its face-up card, which it must have."""
        return self.up - self.top

    @property
    def revealed(self) -> list[int]:
        """The two revealed cards (kinds) while the starter chooses between them, as a new list;
        otherwise [].
        """
        return list(self.deck[:2]) if self.stage == CHOOSE else []
