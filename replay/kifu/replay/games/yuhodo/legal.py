"""What is legal in a position of yuhodo: section 6 of its page (docs/rules/yuhodo.md).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import bit, members
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


def declares(code: i64) -> bool:
    """Whether the discard with this code declares Ready. `code` must be that of a discard: of
    others the answer means nothing.
    """
    return code > DECLARE + 1


class Legal(Position):
    """A `Position` that says what is legal in it: which moves a seat has, and which rule forbids a
    move.
    """

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the first rule that forbids `seat` the move with this code, such as
        NOT_HELD; 0 if it is legal. With `seat` 0 (not written), a claim is NOT_TO_MOVE, and any
        other move is that of the seat on turn. NOT_TO_MOVE for every move of another seat that is
        no claim, and for all if nobody is on turn; NO_SUCH_MOVE for a move of another phase, and
        for code 0. Changes nothing. An unknown card of a hand may be any card of which a copy isn't
        known to be elsewhere.
        """
        if self.is_claim(code):
            if seat < 1 or seat > self.n:
                return NOT_TO_MOVE
            why = self.why_no_claim(seat)
            if why != 0 or code == GOAL:
                return why if why != 0 else self.why_no_goal(seat)
            if code not in LAYING[self.window]:
                return NO_PAIR
            return self.why_no_set(seat, LAID[code])
        if self.next_seat == 0 or (seat != 0 and seat != self.next_seat):
            return NOT_TO_MOVE
        seat = self.next_seat
        if self.stage == TAKE:
            return 0 if code < GOAL and self.on_offer() >> code & 1 else NO_SUCH_MOVE
        if code == GOAL:
            return self.why_no_goal(seat)
        if code < OPEN or code >= GAIN:
            return NO_SUCH_MOVE
        if code < DISCARD:
            return self.why_no_set(seat, LAID[code])
        card = LAID[code]
        if not self.may_discard(seat, card):
            return READY_DISCARDS
        if card == 0 or self.lacks(seat, card) > 0:  # 0 is the unknown card, no token
            return NOT_HELD
        return self.why_no_ready(seat, card) if declares(code) else i64(0)

    def on_offer(self) -> i64:
        """The mask of the codes that the seat on turn may play in the phase TAKE without a claim
        (bit c for code c): each card of the market or, if that is empty, MAKE (a new market). The
        phase isn't checked.
        """
        found: i64 = 0
        for card in self.market:
            found |= bit(card)
        return found if found else bit(MAKE)

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat` (from 1), claims included, as a new array,
        ascending; empty if it has none. With unknown cards in its hand, also those that any card
        which they may be would allow.
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
            for card in cards:
                if self.may_discard(seat, card):
                    found = append(found, DISCARD + card)
            # With one card less, no hand is nearer to a goal shape.
            if distance(self.shapes[seat]) <= self.held[WIDE * seat] + 1:
                for card in cards:
                    if self.why_no_ready(seat, card) == 0:
                        found = append(found, DECLARE + card)
        return found

    def may_discard(self, seat: i64, card: i64) -> bool:
        """Whether `seat` may discard `card` if it has it: True, but if it is Ready only for the
        card just taken. Whether it is its turn to discard isn't checked.
        """
        return not self.ready >> seat & 1 or card == self.taken

    def may_claim(self, seat: i64) -> bool:
        """Whether `seat` may claim the discard now, for a goal or for a set; False if there is
        none, or if it is its own. With unknown cards in its hand, True if they may be such that it
        could.
        """
        if self.why_no_claim(seat) != 0:
            return False
        return self.why_no_goal(seat) == 0 or len(self.layings(seat)) > 0

    def layings(self, seat: i64) -> vec[i64]:
        """The codes of the moves by which `seat` may open a set now (on turn, in ACT), or gain the
        discard for one (in TAKE), ascending, as a new array; empty if there are none.
        """
        found, held, at, window = vec[i64](), self.held, WIDE * seat, self.window
        may_lay = self.stage == ACT and seat == self.next_seat
        if self.stage == TAKE:
            may_lay = self.why_no_claim(seat) == 0
        if not may_lay or self.ready >> seat & 1:
            return found
        if held[at] > 0 or has_big_set(self.shapes[seat] + UNIT[window]):
            for code in LAYING[window]:
                may_be = held[at] > 0 or held[at + (LAID[code] & 63)] > 0
                if may_be and self.why_no_set(seat, LAID[code]) == 0:
                    found = append(found, code)
        return found

    def why_no_claim(self, seat: i64) -> i64:
        """Why `seat` (from 1) can't claim a discard, whatever cards it has: NO_DISCARD (there is
        none to claim) or OWN_DISCARD (it is its own); otherwise 0.
        """
        if self.window == 0:
            return NO_DISCARD
        if self.next_seat == seat % self.n + 1:
            return OWN_DISCARD
        return 0

    def why_no_goal(self, seat: i64) -> i64:
        """Why `seat` can't go out, with the discard if one may be claimed; 0 if it can. The first
        of GOAL_NEEDS_SET (it has opened none), GOAL_NEEDS_READY (to claim), NO_GOAL (no goal
        shape), OWN_WAIT (to claim, with the advanced rules: a card in its own river would complete
        its hand, too). Whether it is its turn, or the discard its own, isn't checked.

        A hand with k unknown cards counts as a goal shape if at most k cards are missing, and never
        has OWN_WAIT.
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
        """How many cards the known hand of `seat`, with the discard if one may be claimed, lacks
        for a goal shape.
        """
        return distance(self.shapes[seat] + UNIT[self.window])

    def own_wait(self, seat: i64) -> i64:
        """The first card in the river of `seat` that would complete its hand to a goal shape; 0 if
        there is none, or if the hand has unknown cards.
        """
        if self.held[WIDE * seat] > 0:
            return 0
        for card in self.river(seat):
            if distance(self.shapes[seat] + UNIT[card]) == 0:
                return card
        return 0

    def why_no_set(self, seat: i64, cards: i64) -> i64:
        """Why `seat` can't open a set of these cards (packed) from its hand: READY_OPENS_NOT (it is
        Ready) or TOO_FEW (it doesn't have them all); 0 if it can. Whether it is its turn, and
        whether they make a set, isn't checked.
        """
        if self.ready >> seat & 1:
            return READY_OPENS_NOT
        if self.lacks(seat, cards) > 0:
            return TOO_FEW
        return 0

    def why_no_ready(self, seat: i64, card: i64) -> i64:
        """Why `seat` can't declare Ready as it discards `card`; 0 if it can. The first of
        READY_ALREADY, READY_NEEDS_SET (with ready=opened, it has opened none) and TOO_FAR (the
        cards left lack more than one for a goal shape, not counting those that its unknown cards
        may be). Whether it may discard `card` isn't checked.
        """
        if self.ready >> seat & 1:
            return READY_ALREADY
        if self.opened_only and self.melds[seat] == 0:
            return READY_NEEDS_SET
        if self.away_if_laid(seat, card) > self.may_lack(seat, card):
            return TOO_FAR
        return 0

    def may_lack(self, seat: i64, card: i64) -> i64:
        """How many cards the known hand of `seat` may lack for a goal shape to declare Ready as it
        discards `card`: one, and one more for each unknown card then left.
        """
        held, at = self.held, WIDE * seat
        return held[at] + 1 if held[at + card] > 0 else held[at]

    def away_if_laid(self, seat: i64, cards: i64) -> i64:
        """How many cards the known hand of `seat` would lack for a goal shape after it lays `cards`
        (packed, ascending); those that it isn't known to have change nothing. A discard that may be
        claimed isn't counted in. The hand isn't changed.
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
