"""A position of 6つ子7組: what it is made of (section 6 of the page), and what can be read off it:
who is to move, what is legal, the scores (section 7), the winners (section 8).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import bit, count, members, sort_up, zeros
from kifu.replay.games.mutsugo.cards import (
    CARDS,
    DISCARD,
    DISSOLVE,
    DISSOLVING,
    DRAW,
    END,
    FROM_HAND,
    HAND,
    LARGEST_HAND,
    LEXICON,
    NAMED,
    TAKE,
    cards_of,
    sets_with,
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


class Position(Coded):
    """A position. `deck` is the deal, which never changes; its cards from `top` on are the pile,
    top first, 0 for an unknown card.

    Masks of cards: `hands` by seat (the known cards), `free`, and `nowhere`, the cards in a hand or
    the pile of which the record doesn't say where. `sets` are all sets in the order of making, each
    a mask, and `owners` the seat of each; the last `made` of them were made in this turn.

    `unknown` has by seat (place 0 is unused) how many cards of its hand are unknown. `begun` says
    that a token of the turn has been played.

    There are as many cards `nowhere` as unknown places in hands and pile, so a hand with an unknown
    card may hold any one of them.
    """

    turn: i64 = 1
    made: i64 = 0
    begun = False
    top: i64 = 0
    free: i64 = 0

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.options = options
        self.target: i64 = options.target or 0
        self.nowhere: i64 = bit(CARDS + 1) - 2
        self.deck = zeros(CARDS)
        self.hands, self.unknown = zeros(seats + 1), zeros(seats + 1)
        self.sets, self.owners = vec[i64](), vec[i64]()

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` the move with this code, such as NOT_FREE; 0
        if it is legal. Changes nothing. Unknown cards of the hand may be any that are `nowhere`.
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
            if stage == MAIN and self.size(seat) >= HAND:
                return FULL_HAND
            if code != DRAW and not self.free >> NAMED[code] & 1:
                return NOT_FREE
            return 0
        if stage == START:
            return DRAW_FIRST
        if code > END:
            hand = FROM_HAND[code]
            if not self.may_hold(hand, seat):
                return NOT_HELD
            return self._why_not_taken(NAMED[code], count(hand), seat)
        if code == END:
            return TOO_MANY if self.size(seat) >= LARGEST_HAND else 0
        if self.size(seat) < LARGEST_HAND:
            return TOO_FEW
        return 0 if self.may_hold(bit(NAMED[code]), seat) else NOT_HELD

    def _why_not_taken(self, taken: i64, size: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` to use the card `taken` (0: none) from the
        table in a set with `size` cards from its hand: NOT_ON_TABLE, OWN_SET, TOO_SMALL; 0 if none
        does.
        """
        if taken == 0 or self.free >> taken & 1:
            return 0
        at = self.set_with(taken)
        if at < 0:
            return NOT_ON_TABLE
        if self.owners[at] == seat:
            return OWN_SET
        return TOO_SMALL if size + 1 <= count(self.sets[at]) else 0

    def _why_not_dissolve(self, number: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` to dissolve its set `number` (from 1): NO_SET,
        or MADE_NOW in this turn; 0 if none does.
        """
        at = self.set_number(number, seat)
        if at < 0:
            return NO_SET
        return MADE_NOW if at >= len(self.sets) - self.made else 0

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, ascending, which is the order of their text;
        empty if it is not on turn.
        """
        codes = vec[i64]()
        if seat == 0 or seat != self.next_seat:
            return codes
        hand, tried = self.hands[seat] | self.hidden_mask(seat), vec[i64]()
        if self.stage == MAIN:
            tried = sets_with(hand, self.takable(seat))
        tried = append(append(tried, DRAW), END)
        for card in members(hand | self.free):
            tried = append(append(tried, TAKE[card]), DISCARD[card])
        for number in range(1, len(self.sets) + 1):
            tried = append(tried, DISSOLVING[number])
        for code in tried:
            if self.why_not(code, seat) == 0:
                codes = append(codes, code)
        sort_up(codes)
        return codes

    def takable(self, seat: i64) -> vec[i64]:
        """An array by number of hand cards in a set (0 to LARGEST_HAND): the mask of the cards that
        `seat` may use from the table in such a set, which are the free cards and those of sets of
        others with at most so many cards.
        """
        found = zeros(LARGEST_HAND + 1)
        for size in range(LARGEST_HAND + 1):
            found[size] = self.free
        sets, owners = self.sets, self.owners
        for at in range(len(sets)):
            if owners[at] != seat:
                for size in range(count(sets[at]), LARGEST_HAND + 1):
                    found[size] |= sets[at]
        return found

    # 7. Scoring

    def score(self, seat: i64) -> i64:
        """How many cards the sets of `seat` have together."""
        cards: i64 = 0
        for at in range(len(self.sets)):
            if self.owners[at] == seat:
                cards += count(self.sets[at])
        return cards

    def scores(self) -> list[int]:
        """How many cards each seat has in sets, in seat order."""
        return [self.score(seat) for seat in self.seats]

    # 8. The end

    def winners(self) -> list[int]:
        """The winning seats, ascending; [] while the match goes on. They are those that have
        reached the target; if none has, those with the fewest cards in hand and, among these, the
        most cards in sets.
        """
        if not self.is_over:
            return []
        seats, scores = self.seats, self.scores()
        at_target = [seat for seat in seats if scores[seat - 1] >= self.target]
        ranks = [(self.size(seat), -scores[seat - 1]) for seat in seats]
        return at_target or [seat for seat in seats if ranks[seat - 1] == min(ranks)]

    # Cards

    def size(self, seat: i64) -> i64:
        """How many cards the hand of `seat` has, unknown ones included."""
        return count(self.hands[seat]) + self.unknown[seat]

    def may_hold(self, cards: i64, seat: i64) -> bool:
        """Whether the hand of `seat` has every card of the mask, or may have it as an unknown
        card.
        """
        strange = cards & ~self.hands[seat]
        return strange & ~self.nowhere == 0 and count(strange) <= self.unknown[seat]

    def hidden_mask(self, seat: i64) -> i64:
        """The mask of the cards that an unknown card in the hand of `seat` may be; 0 if its whole
        hand is known.
        """
        if self.unknown[seat] == 0:
            return 0
        return self.nowhere

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending."""
        return cards_of(self.hands[seat])

    def free_cards(self) -> list[int]:
        """The free cards (face up on the table, for anybody to take), ascending."""
        return cards_of(self.free)

    def sets_of(self, seat: int) -> list[list[int]]:
        """The sets of `seat`, set 1 first; the cards of each ascending."""
        placed = zip(self.sets, self.owners, strict=True)
        return [cards_of(cards) for cards, owner in placed if owner == seat]

    def pile(self) -> list[int]:
        """The cards of the pile, top first; 0 for an unknown one."""
        return list(self.deck[self.top :])

    def made_this_turn(self) -> list[int]:
        """The numbers (from 1, among its own sets) of the sets that the seat on turn has made in
        this turn, ascending; [] for none.
        """
        last = len(self.sets_of(self.next_seat))
        return list(range(last - self.made + 1, last + 1))

    def table(self) -> i64:
        """The mask of all open cards: the free cards and the cards of all sets."""
        cards = self.free
        for one in self.sets:
            cards |= one
        return cards

    def set_with(self, card: i64) -> i64:
        """The index in `sets` of the set that contains `card`; -1 if there is none."""
        for at in range(len(self.sets)):
            if self.sets[at] >> card & 1:
                return at
        return -1

    def set_number(self, number: i64, seat: i64) -> i64:
        """The index in `sets` of set `number` (from 1) of `seat`; -1 if it has fewer."""
        for at in range(len(self.sets)):
            number -= self.owners[at] == seat
            if number == 0:
                return at
        return -1
