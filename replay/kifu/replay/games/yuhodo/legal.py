"""What is legal in a position of yuhodo: section 6 of its page (docs/rules/yuhodo.md).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.codes.arrays import bit, members
from kifu.replay.games.yuhodo.cards import (
    DECLARE,
    DISCARD,
    GAIN,
    GOAL,
    LAID,
    LAYING,
    MAKE,
    OPEN,
    WIDE,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position
from kifu.replay.games.yuhodo.shapes import UNIT, distance, has_big_set

#: The rules that forbid a move, by number; `sentences` has the words. 0: it is legal.
NO_DISCARD: Final = 1
OWN_DISCARD: Final = 2
GOAL_NEEDS_SET: Final = 3
GOAL_NEEDS_READY: Final = 4
NO_GOAL: Final = 5
OWN_WAIT: Final = 6
READY_OPENS_NOT: Final = 7
TOO_FEW: Final = 8
READY_DISCARDS: Final = 9
NOT_HELD: Final = 10
READY_ALREADY: Final = 11
READY_NEEDS_SET: Final = 12
TOO_FAR: Final = 13
NOT_TO_MOVE: Final = 14
#: The phase asks for other tokens.
NO_SUCH_MOVE: Final = 15
NO_PAIR: Final = 16


class Legal(Position):
    """A `Position` that says what is legal in it: which moves a seat has, and which rule forbids a
    move.
    """

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the first rule that forbids `seat` the move with this code, such as
        NOT_HELD; 0 if it is legal. Changes nothing.

        - A claim (see `is_claim`) is NOT_TO_MOVE if `seat` is no seat, also for 0; then come the
          rules for claims.
        - Any other move with `seat` 0 is one of the seat on turn. It is NOT_TO_MOVE for a seat that
          isn't on turn, and for every seat if nobody is.
        - NO_SUCH_MOVE: a move of another phase, a card that isn't in the market, code 0.

        An unknown card of a hand may be any card of which a copy isn't known to be elsewhere.
        """
        if self.is_claim(code):
            if not 1 <= seat <= self.n:
                return NOT_TO_MOVE
            why = self.why_no_claim(seat)
            if why != 0 or code == GOAL:
                return why or self.why_no_goal(seat)
            if code not in LAYING[self.window]:
                return NO_PAIR
            return self.why_no_set(seat, LAID[code])
        if self.next_seat == 0 or (seat != 0 and seat != self.next_seat):
            return NOT_TO_MOVE
        seat = self.next_seat
        if self.stage == TAKE:
            may_play = code in self.market or (code == MAKE and len(self.market) == 0)
            return 0 if may_play else NO_SUCH_MOVE
        if code == GOAL:
            return self.why_no_goal(seat)
        if code < OPEN or code >= GAIN:
            return NO_SUCH_MOVE
        if code < DISCARD:
            return self.why_no_set(seat, LAID[code])
        card = LAID[code]
        if not self.may_discard(seat, card):
            return READY_DISCARDS
        # 0 is the unknown card, no token; nearly always the card is a known one of the hand.
        if card == 0 or (not self.hands[seat] >> card & 1 and self.lacks(seat, card) > 0):
            return NOT_HELD
        # Cards begin at 2, and so do those of discards that declare Ready.
        return self.why_no_ready(seat, card) if code >= DECLARE + 2 else i64(0)

    def on_offer(self) -> i64:
        """What the seat on turn may play in the phase TAKE if it doesn't claim, as a mask of codes
        (bit c for code c): each card of the market, or only MAKE (a new market) if that is empty.
        The phase isn't checked.
        """
        found: i64 = 0
        for card in self.market:
            found |= bit(card)
        return found or bit(MAKE)

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat` (from 1), claims included, as a new array,
        ascending; empty if it has none. Unknown cards in its hand count as every card that they may
        be.
        """
        found = vec[i64]()
        if seat == self.next_seat and self.stage == TAKE:
            found = members(self.on_offer())
        if self.why_not(GOAL, seat) == 0:
            found = append(found, GOAL)
        for code in self.layings(seat):
            found = append(found, code)
        if seat == self.next_seat and self.stage == ACT:
            cards = self.cards_to_show(seat)
            for card in members(cards):
                if self.may_discard(seat, card):
                    found = append(found, DISCARD + card)
            for card in members(self.declaring(seat, cards)):
                found = append(found, DECLARE + card)
        return found

    def declaring(self, seat: i64, cards: i64) -> i64:
        """Those of `cards` (bit k for card k) with whose discard `seat` may declare Ready. Whether
        it may discard them isn't checked.
        """
        found: i64 = 0
        # With one card less, no hand is nearer to a goal shape.
        if distance(self.shapes[seat]) <= self.held[WIDE * seat] + 1:
            for card in members(cards):
                if self.why_no_ready(seat, card) == 0:
                    found |= bit(card)
        return found

    def may_discard(self, seat: i64, card: i64) -> bool:
        """Whether Ready lets `seat` discard `card`: True if it isn't Ready, or if `card` is the one
        that it has just taken. Whether it has the card, and is to discard, isn't checked.
        """
        return not self.ready >> seat & 1 or card == self.taken

    def may_claim(self, seat: i64) -> bool:
        """Whether `seat` may claim the discard now, for a goal or for a set; False if there is
        none, or if it is its own. With unknown cards in its hand, True if they may be such that it
        could.
        """
        claims = self.why_no_claim(seat) == 0
        return claims and (self.why_no_goal(seat) == 0 or len(self.layings(seat)) > 0)

    def layings(self, seat: i64) -> vec[i64]:
        """The codes of the moves by which `seat` may lay a set now, ascending, as a new array: in
        ACT to open one, if it is on turn; in TAKE to gain the discard, if that isn't its own. Empty
        if there are none, and for a seat that is Ready. Unknown cards in its hand count as every
        card that they may be.
        """
        found, window = vec[i64](), self.window
        may_lay = self.stage == ACT and seat == self.next_seat
        if self.stage == TAKE:
            may_lay = self.why_no_claim(seat) == 0
        if not may_lay or self.ready >> seat & 1:
            return found
        if self.held[WIDE * seat] > 0 or has_big_set(self.shapes[seat] + UNIT[window]):
            cards = self.cards_to_show(seat)
            for code in LAYING[window]:
                laid = LAID[code]
                # It is quicker to look for the first two cards, which it mostly doesn't have.
                has_two = cards >> (laid & 63) & cards >> (laid >> 6 & 63) & 1
                if has_two and self.lacks(seat, laid) == 0:
                    found = append(found, code)
        return found

    def why_no_claim(self, seat: i64) -> i64:
        """Why `seat` (from 1) can't claim a discard, whatever cards it has: NO_DISCARD (there is
        none to claim) or OWN_DISCARD (it is its own); otherwise 0.
        """
        if self.window == 0:
            return NO_DISCARD
        return OWN_DISCARD if seat == self.discarder else 0

    def why_no_goal(self, seat: i64) -> i64:
        """Why `seat` can't go out with its hand and, if a discard may be claimed, with that; 0 if
        it can. The first of

        - GOAL_NEEDS_SET: it has opened no set.
        - GOAL_NEEDS_READY: there is a discard to claim, and it isn't Ready.
        - NO_GOAL: the cards are no goal shape. With k unknown cards in hand, they may lack k cards.
        - OWN_WAIT: there is a discard to claim, and with the advanced rules a card in its own river
          would complete its hand, too. Never with unknown cards in hand.

        Whether it is its turn, or the discard its own, isn't checked.
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
        """How many cards the known hand of `seat` lacks for a goal shape; 0 if it has one. A
        discard that may be claimed counts as in the hand, whoever has discarded it.
        """
        return distance(self.shapes[seat] + UNIT[self.window])

    def own_wait(self, seat: i64) -> i64:
        """The first card in the river of `seat`, the oldest first, that would complete its hand to
        a goal shape. 0 if there is none, or if the hand has unknown cards. The discard that may be
        claimed isn't counted in the hand.
        """
        if self.held[WIDE * seat] > 0:
            return 0
        for card in self.river(seat):
            if distance(self.shapes[seat] + UNIT[card]) == 0:
                return card
        return 0

    def why_no_set(self, seat: i64, cards: i64) -> i64:
        """Why `seat` can't lay these cards (packed, ascending) from its hand for a set:
        READY_OPENS_NOT (it is Ready) or TOO_FEW (its hand can't have them all; see `lacks`); 0 if
        it can. Whether it is its turn, and whether they make a set, isn't checked.
        """
        if self.ready >> seat & 1:
            return READY_OPENS_NOT
        return TOO_FEW if self.lacks(seat, cards) > 0 else 0

    def why_no_ready(self, seat: i64, card: i64) -> i64:
        """Why `seat` can't declare Ready as it discards `card`; 0 if it can. The first of
        READY_ALREADY, READY_NEEDS_SET (with `ready=opened`, it has opened none) and TOO_FAR
        (whatever its unknown cards are, the cards left lack more than one for a goal shape).
        Whether it may discard `card` isn't checked.
        """
        if self.ready >> seat & 1:
            return READY_ALREADY
        if self.opened_only and self.melds[seat] == 0:
            return READY_NEEDS_SET
        held, at = self.held, WIDE * seat
        # One card, and one for each unknown card still in hand after the discard.
        lack = held[at] + i64(held[at + card] > 0)
        return TOO_FAR if self.away_if_laid(seat, card) > lack else 0

    def away_if_laid(self, seat: i64, cards: i64) -> i64:
        """How many cards the known hand of `seat` would lack for a goal shape without `cards`
        (packed, ascending). Those that it isn't known to have make no difference. A discard that
        may be claimed isn't counted in. Nothing is changed.
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
