"""A position of 6つ子7組: what it is made of (section 6 of the page), and what can be read off it:
who is to move, what is legal, the scores (section 7), the winners (section 8).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import bit, count, sort_up, zeros
from kifu.replay.games.mutsugo.cards import (
    CARDS,
    DISCARD,
    DISSOLVE,
    DISSOLVING,
    DRAW,
    END,
    FROM_HAND,
    HAND,
    LARGEST,
    LARGEST_HAND,
    LEXICON,
    NAMED,
    SMALLEST,
    TAKE,
    cards_of,
    possible_sets,
    size_to_rob,
)
from kifu.replay.games.mutsugo.options import Options
from kifu.replay.states.coded import Coded

# 6. Play

#: The phases, and what they are called.
WAITING: Final = 0
START: Final = 1
MAIN: Final = 2
CLOSING: Final = 3
OVER: Final = 4
PHASES: Final = ("waiting", "start", "main", "closing", "over")

# The rules that forbid a move, by number (see `Position.why_not`); `sentences.refusal` words them

NOT_TO_MOVE: Final = 1
NO_MOVE: Final = 2
#: Before the Start Draw, and after a discard.
DRAW_FIRST: Final = 3
ONLY_CLOSING: Final = 4
FULL_HAND: Final = 5
NOT_FREE: Final = 6
NOT_HELD: Final = 7
NOT_ON_TABLE: Final = 8
OWN_SET: Final = 9
TOO_SMALL: Final = 10
TOO_FEW: Final = 11
TOO_MANY: Final = 12
NO_SET: Final = 13
MADE_NOW: Final = 14

#: No seat has more sets than there are cards.
MOST_SETS: Final[i64] = CARDS


class Position(Coded):
    """A position. `deck` is the deal, which never changes; its cards from `top` on are the pile,
    top first, 0 where a card is not known.

    Sets of cards are masks: `hands` and `laid` by seat (what is known of the hand, the cards of all
    sets), `free` cards, and those that are `nowhere`: in a hand or the pile, but nobody has written
    where. `sets[MOST_SETS * seat + k]` is set k + 1 of a seat, which has `melds[seat]` of them.

    `size` says how many cards each hand holds and `unknown` how many of these are not known;
    `score` counts the cards of a seat's sets. The last `made` sets of the seat on turn were made
    this turn. `begun` says that a token of the turn has been played. Arrays by seat have an unused
    place 0.

    As many cards are nowhere as places in hands and pile are not known, so each of them may be in
    each such place: a hand with an unknown card may hold any one of them.
    """

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.options = options
        self.target: i64 = options.target or 0
        self.turn: i64 = 1
        self.made: i64 = 0
        self.begun = False
        self.top: i64 = 0
        self.free: i64 = 0
        self.nowhere: i64 = 0

    def sit_down(self) -> None:
        """Make the empty arrays of a match that begins."""
        places = self.n + 1
        self.deck = zeros(CARDS)
        self.hands, self.laid = zeros(places), zeros(places)
        self.sets, self.melds = zeros(MOST_SETS * places), zeros(places)
        self.size, self.unknown, self.score = zeros(places), zeros(places), zeros(places)

    # Analysis copies a position for each world: so it is not done by name.
    def copy_into(self, other: Position) -> None:
        """Overwrite `other`, a position of the same match, with a copy of this one."""
        other.next_seat, other.missing = self.next_seat, self.missing
        other.stage, other.turn, other.made = self.stage, self.turn, self.made
        other.begun, other.top = self.begun, self.top
        other.free, other.nowhere = self.free, self.nowhere
        other.deck = self.deck[:]
        other.hands, other.laid = self.hands[:], self.laid[:]
        other.sets, other.melds = self.sets[:], self.melds[:]
        other.size, other.unknown, other.score = self.size[:], self.unknown[:], self.score[:]

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` the move with this code, such as NOT_FREE; 0
        if it is legal.
        """
        stage = self.stage
        if seat == 0 or seat != self.next_seat:
            return NOT_TO_MOVE
        if code == 0:
            return NO_MOVE
        if code >= DISSOLVE:
            return self._why_not_dissolve(NAMED[code], seat)
        if stage == CLOSING:
            return 0 if code == END else ONLY_CLOSING
        if code > END and not FROM_HAND[code]:
            if stage == MAIN and self.size[seat] >= HAND:
                return FULL_HAND
            if code != DRAW and not self.free >> NAMED[code] & 1:
                return NOT_FREE
            return 0
        if stage == START:
            return DRAW_FIRST
        if code > END:
            return self._why_not_set(FROM_HAND[code], NAMED[code], seat)
        if code == END:
            return TOO_MANY if self.size[seat] >= LARGEST_HAND else 0
        if self.size[seat] < LARGEST_HAND:
            return TOO_FEW
        return 0 if self.may_hold(bit(NAMED[code]), seat) else NOT_HELD

    def _why_not_set(self, hand: i64, taken: i64, seat: i64) -> i64:
        """The rule that forbids `seat` a set of its hand cards in the mask `hand` and the card
        `taken` from the table (0: none).
        """
        if not self.may_hold(hand, seat):
            return NOT_HELD
        if taken == 0 or self.free >> taken & 1:
            return 0
        owner = self.owner_of(taken)
        if owner == 0:
            return NOT_ON_TABLE
        if owner == seat:
            return OWN_SET
        robbed = self.sets[self.set_with(taken, owner)]
        return TOO_SMALL if count(hand) + 1 < size_to_rob(robbed) else 0

    def _why_not_dissolve(self, number: i64, seat: i64) -> i64:
        """The rule that forbids `seat` to dissolve its set `number` (from 1)."""
        if number > self.melds[seat]:
            return NO_SET
        return MADE_NOW if number > self.melds[seat] - self.made else 0

    def legal_codes(self, seat: i64) -> vec[i64]:
        codes = vec[i64]()
        if seat == 0 or seat != self.next_seat:
            return codes
        hand, hidden = self.hands[seat], self.hidden_mask(seat)
        if self.stage == MAIN:
            codes = possible_sets(hand, hidden, self.unknown[seat], self.reach(seat))
        codes = self._with_legal(codes, DRAW, seat)
        codes = self._with_legal(codes, END, seat)
        for card in range(1, CARDS + 1):
            if self.free >> card & 1:
                codes = self._with_legal(codes, TAKE[card], seat)
            elif (hand | hidden) >> card & 1:
                codes = self._with_legal(codes, DISCARD[card], seat)
        for number in range(1, self.melds[seat] + 1):
            codes = self._with_legal(codes, DISSOLVING[number], seat)
        sort_up(codes)
        return codes

    def _with_legal(self, codes: vec[i64], code: i64, seat: i64) -> vec[i64]:
        """`codes` and, after them, `code` if `seat` may play it."""
        return append(codes, code) if self.why_not(code, seat) == 0 else codes

    def reach(self, seat: i64) -> vec[i64]:
        """The cards that a set of `seat` can take from the table, as a mask, by how many cards the
        set then has (the index): the free cards and those of other seats' sets that it can rob.
        """
        reach = zeros(LARGEST + 1)
        reach[SMALLEST] = self.free
        for other in range(1, self.n + 1):
            if other != seat:
                for at in range(MOST_SETS * other, MOST_SETS * other + self.melds[other]):
                    size = size_to_rob(self.sets[at])
                    if size <= LARGEST:
                        reach[size] |= self.sets[at]
        for size in range(1, LARGEST + 1):
            reach[size] |= reach[size - 1]
        return reach

    # 7. Scoring

    def scores(self) -> list[int]:
        return [self.score[seat] for seat in range(1, self.n + 1)]

    # 8. The end

    def winners(self) -> list[int]:
        """The winning seats, ascending; [] while the match goes on. They are those that have
        reached the target or, if none has, those with the fewest cards in hand and, of these, the
        most cards in sets.
        """
        if not self.is_over:
            return []
        seats = range(1, self.n + 1)
        at_target = [seat for seat in seats if self.score[seat] >= self.target]
        if at_target:
            return at_target
        ranks = [(self.size[seat] << 8) - self.score[seat] for seat in seats]
        best = min(ranks)
        return [seat for seat in seats if ranks[seat - 1] == best]

    # Cards

    def may_hold(self, cards: i64, seat: i64) -> bool:
        """Whether the hand of `seat` has every card of the mask, or may have it as an unknown
        card.
        """
        strange = cards & ~self.hands[seat]
        return strange & ~self.nowhere == 0 and count(strange) <= self.unknown[seat]

    def hidden_mask(self, seat: i64) -> i64:
        """The cards, as a mask, each of which may be an unknown card in the hand of `seat`; 0 if
        the whole hand is known.
        """
        if self.unknown[seat] == 0:
            return 0
        return self.nowhere

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending."""
        return cards_of(self.hands[seat])

    def free_cards(self) -> list[int]:
        """The numbers of the free cards, which lie face up on the table for anybody to draw,
        ascending.
        """
        return cards_of(self.free)

    def sets_of(self, seat: int) -> list[list[int]]:
        """The sets of `seat`, set 1 first; the cards of each ascending."""
        begin = MOST_SETS * seat
        return [cards_of(cards) for cards in self.sets[begin : begin + self.melds[seat]]]

    def pile(self) -> list[int]:
        """The cards of the pile, top first; 0 for an unknown one."""
        return list(self.deck[self.top :])

    def made_this_turn(self) -> list[int]:
        """The numbers (from 1) of the sets that the seat on turn has made in this turn."""
        melds: int = self.melds[self.next_seat]
        return list(range(melds - self.made + 1, melds + 1))

    def owner_of(self, card: i64) -> i64:
        """The seat that has `card` in one of its sets; 0 if no seat has."""
        for seat in range(1, self.n + 1):
            if self.laid[seat] >> card & 1:
                return seat
        return 0

    def set_with(self, card: i64, seat: i64) -> i64:
        """The index in the whole array `sets` (not the set's number) of the set of `seat` that
        contains `card`. There must be one; this is not checked.
        """
        at = MOST_SETS * seat
        while not self.sets[at] >> card & 1:
            at += 1
        return at
