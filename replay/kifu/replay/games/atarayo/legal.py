"""What is legal in a position of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md).
Which rule forbids a move; who may call on a play, who may counter, and which calls that makes;
which plays the hand whose turn it is has.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.codes.arrays import bit, filled, zeros
from kifu.replay.codes.coded import demand_seat
from kifu.replay.games.atarayo.cards import (
    CALL,
    CALLER,
    CALLERS,
    COUNTERED,
    DUEL_CALL,
    FIRST,
    HIGHEST,
    MASK,
    NUMBERS,
    OF_NUMBER,
    SPEAKING,
    STACK,
    UPON,
    UPTO,
    is_play,
)
from kifu.replay.games.atarayo.position import CALLED, CHOOSE, Position
from kifu.replay.table import ALL

# The hands that match

#: The totals up to 13, as bits.
_WITHIN: Final[i64] = 2**14 - 1


def totals(numbers: i64) -> i64:
    """The sums (up to 13) to which a hand can add up, as a mask: bit s for the sum s. `numbers`
    counts its cards of each number (4 bits each, number n from bit 4 * n on). Each number in the
    hand must be added at least once, and at most as often as it is there. Unknown cards (the lowest
    4 bits) don't count. An empty hand has only the sum 0; 0 (no bit) if every sum is above 13.

    >>> five_five_two = 0x2 << 4 * 5 | 0x1 << 4 * 2
    >>> [total for total in range(14) if totals(five_five_two) >> total & 1]
    [7, 12]
    """
    sums: i64 = 1
    number: i64 = 1
    rest = numbers >> 4
    while rest and sums:
        if rest & 15:
            sums = _with_copies(sums, number, rest & 15)
        rest >>= 4
        number += 1
    return sums


def _with_copies(sums: i64, number: i64, copies: i64) -> i64:
    """The mask (bit s for the sum s) of the sums up to 13 that come from those in `sums` by adding
    `number` once, twice and so on up to `copies` times. 0 if all are too large, or if `copies` is
    0.
    """
    reached: i64 = 0
    for _copy in range(copies):
        sums = sums << number & _WITHIN
        reached |= sums
    return reached


def possible_totals(numbers: i64, same: i64, unseen: vec[i64]) -> i64:
    """The sums up to 13 that a hand with unknown cards may have, as a mask: bit s for the sum s.
    The unknown cards are tried as all cards that they may be, but only so that at least `same`
    cards of the hand have one number (1 or less: no such condition).

    `numbers` are the counts of the hand: 4 bits for each number n from bit 4 * n on, the lowest 4
    bits for unknown cards. `unseen` is, by kind, how many copies the unknown cards may be. 0 if
    there is no such sum. Nothing is changed.

    It looks at this hand alone: whether the cards left suit the other hands isn't checked.
    """
    # By how many unknown cards are used, the sums; and those with enough cards of one number.
    unknown = numbers & 15
    found, enough = zeros(unknown + 1), zeros(unknown + 1)
    found[0] = 1
    enough[0] = 1 if same <= 1 else 0
    for number in range(1, HIGHEST + 1):
        held = numbers >> 4 * number & 15
        free = sum([unseen[kind] for kind in OF_NUMBER[number]])
        for used in range(unknown, -1, -1):  # so what fewer cards give is still without this number
            sums, alike = i64(0), i64(0)
            for more in range(min(free, used) + 1):
                before, copies = used - more, held + more
                if copies == 0:
                    sums, alike = found[before], enough[before]
                elif found[before]:
                    reached = _with_copies(found[before], number, copies)
                    sums |= reached
                    few = copies < same
                    alike |= _with_copies(enough[before], number, copies) if few else reached
            found[used], enough[used] = sums, alike
    return enough[unknown]


#: Why a move is not legal: what `why_not` returns; 0: it is legal. First, of calls:
NO_PLAY: Final = 1
OWN_PLAY: Final = 2
NO_MATCH: Final = 3
TOO_FEW: Final = 4
NO_COUNTER: Final = 5
NOT_TO_MOVE: Final = 6
#: A move that its phase, or a call that this table, does not have.
NO_MOVE: Final = 7
NOT_HELD: Final = 8
NO_FIT: Final = 9
#: The bits above a rule of calls are the hand that breaks it.
BREAKING: Final = 4


def joint_call(wishes: vec[i64]) -> i64:
    """The code of the call, without a counter, that all hands calling in `wishes` make together; 0
    if no wish is a call. `wishes` are codes by seat; index 0 must be 0. If only one wish is a call,
    it is returned as it is, counters included. If several are, which happens only at a table, each
    must be a call of one hand alone, without a counter. `wishes` isn't changed.
    """
    calls, only = i64(0), i64(0)
    for wish in wishes:
        if wish >= CALL:
            calls += 1
            only = wish
    if calls < 2:  # as always in the duel
        return only
    seats = sorted([SPEAKING[wish - CALL][0] for wish in wishes if wish >= CALL])
    return CALL + SPEAKING.index(seats)


class Legal(Position):
    """A `Position` that says what is legal in it: who may call or counter, which moves a seat has,
    and which rule forbids a move.
    """

    def matches(self, hand: i64, same: i64, viewer: i64) -> bool:
        """Whether hand number `hand` (from 1, clockwise; in the duel 1L 2R 2L 1R) adds up to the
        number of the field card and has at least `same` cards of one number (1 or less: no such
        condition). False for an empty hand. There must be a field card.

        A hand with unknown cards matches if these may be such cards: any that `viewer` (a seat, 0:
        a spectator) doesn't see or, for ALL, any that the record doesn't place.
        """
        total, numbers = self.number_called(), self.numbers[hand]
        if numbers >> 4 * (total + 1):
            return False  # one of its cards is too much already
        if numbers & 15:
            return possible_totals(numbers, same, self.unseen_by(viewer)) >> total & 1 == 1
        alike = same <= 1 or same <= max([numbers >> 4 * n & 15 for n in range(1, HIGHEST + 1)])
        return alike and totals(numbers) >> total & 1 == 1

    def number_called(self) -> i64:
        """The number of the field card, to which a hand has to add up for a call; 0 if there is
        none.
        """
        if self.high == 0:
            return 0
        return NUMBERS[self.heap[self.high - 1]]

    # Who may call, and who may counter

    def called_upon(self) -> i64:
        """The seat that made the last play, as long as that play can be called on; otherwise 0.
        Whether any hand matches isn't asked. The next play, a `d` or the end of the round ends
        this; the cards drawn for an attack don't. In the phase `called`, after a call, it is the
        seat that was called upon, also while counters are asked for.
        """
        return self.owners[self.window]

    def why_no_caller(self, hand: i64, viewer: i64) -> i64:
        """The rule that forbids hand number `hand` to call on the last play: OWN_PLAY, NO_MATCH,
        TOO_FEW (too few cards of one number); 0 if it may call. A hand with unknown cards may call
        if they may be such cards, as far as `viewer` knows (see `matches`). That a play can be
        called on isn't checked.
        """
        if self.owners[hand] == self.called_upon():
            return OWN_PLAY
        if not self.matches(hand, 1, viewer):
            return NO_MATCH
        return 0 if self.together < 2 or self.matches(hand, self.together, viewer) else TOO_FEW

    def may_call(self, seat: i64, viewer: i64) -> bool:
        """Whether some hand of `seat` may call on the last play. False if no play can be called on,
        for the seat that played, and in the phase `called`. A hand with unknown cards may call if
        they may be such cards, as far as `viewer` knows (see `matches`).
        """
        if self.window > 0 and self.stage != CALLED:
            for hand in range(1, self.hands + 1):
                if self.owners[hand] == seat and self.why_no_caller(hand, viewer) == 0:
                    return True
        return False

    def why_no_call(self, code: i64) -> i64:
        """Which rule the call with this code breaks; 0 if it is legal. The code must be that of a
        call. If it breaks several rules, it is the lowest of these numbers: NO_PLAY (no play can be
        called on), OWN_PLAY, NO_MATCH, TOO_FEW, NO_COUNTER. For a call that this table doesn't have
        it is NO_MOVE.

        The rule is in the bits below BREAKING; from bit BREAKING on is the number of the first hand
        that breaks it, 0 for NO_PLAY and NO_MOVE. A hand with unknown cards breaks no rule if these
        may be such cards by all that the record knows.
        """
        if (code >= DUEL_CALL) != self.duel:
            return NO_MOVE
        speaking = self.hands_of(code)
        if max(speaking) > self.hands:
            return NO_MOVE
        if self.window == 0:
            return NO_PLAY
        first: i64 = 0
        for at, hand in enumerate(speaking):
            rule = self.why_no_caller(hand, ALL)
            if at >= CALLERS[code - CALL]:
                rule = 0 if self.matches(hand, 1, ALL) else NO_COUNTER
            if rule and (first == 0 or rule < first & (bit(BREAKING) - 1)):
                first = rule | hand << BREAKING
        return first

    # The calls

    def hands_of(self, call: i64) -> list[int]:
        """The numbers of the hands that speak in the call with this code, as a new list: first
        those that call, then those that counter, in their order. At a table, the hand that counters
        is the one whose play can be called on (0 if there is none).
        """
        return [self.window if hand == UPON else hand for hand in SPEAKING[call - CALL]]

    def calls(self, seat: i64, most: i64) -> vec[i64]:
        """The codes of all legal calls in which `seat` is the first caller and at most `most` hands
        speak (those that counter are counted, too), as a new ascending array. Empty if the seat
        can't call, and in the phase `called`.
        """
        codes = vec[i64]()
        if self.may_call(seat, ALL):
            for at in range(len(CALLER)):
                is_own = CALLER[at] == seat and len(SPEAKING[at]) <= most
                if is_own and self.why_no_call(CALL + at) == 0:
                    codes = append(codes, CALL + at)
        return codes

    def counters(self, call: i64) -> list[i64]:
        """The codes of the legal calls that add one counter to the call with the code `call`, as a
        new ascending list; [] if nobody can counter.
        """
        return [
            CALL + at
            for at, countered in enumerate(COUNTERED)
            if countered == call and self.why_no_call(CALL + at) == 0
        ]

    # Moves

    def why_not(self, code: i64, seat: i64) -> i64:
        """0 if the move with this code by `seat` is legal; otherwise the number of the first rule
        that forbids it:

        - NOT_TO_MOVE if nobody is on turn, or for any other seat than `seat_of(code)`, so for 0.
        - For a call, whatever `why_no_call` returns: a rule, with the number of a hand in the bits
          above.
        - NO_MOVE for code 0 and for a move that the phase doesn't have.
        - NOT_HELD, then NO_FIT, for a play.

        Changes nothing.
        """
        stage = self.stage
        if self.next_seat == 0 or seat != self.seat_of(code):
            return NOT_TO_MOVE
        if code >= CALL:
            return self.why_no_call(code)
        if stage == CHOOSE:
            return 0 if code - FIRST in self.revealed else NO_MOVE
        if stage == CALLED or not is_play(code):
            return 0 if code == self.instead() else NO_MOVE
        if not self.holds(code, self.unplaced()):
            return NOT_HELD
        return 0 if self.fitting() >> (STACK[code] & 63) & 1 else NO_FIT

    def act_codes(self, seat: i64) -> vec[i64]:
        """The codes of what `seat` may do with the hand on turn, as a new ascending array; empty if
        it isn't on turn. All legal plays, then the move instead of a play (see `instead`); in the
        phase `choose`, the choice of each revealed card; in `called`, the call as it is, then with
        each counter that the seat may add.
        """
        codes = vec[i64]()
        if seat == 0 or seat != self.next_seat:
            return codes
        if self.stage == CALLED:
            return filled([self.pending, *self.counters(self.pending)])
        if self.stage == CHOOSE:
            return filled([FIRST + card for card in sorted(self.revealed)])
        numbers, fitting, unseen = self.numbers[self.hand], self.fitting(), self.unplaced()
        unknown = numbers & 15
        if unknown == 0:
            fitting &= self.held[self.hand]
        for number in range(1, HIGHEST + 1):
            if fitting & MASK[number]:
                most = (numbers >> 4 * number & 15) + unknown
                for play in range(UPTO[16 * number] + 1, UPTO[16 * number + most] + 1):
                    if fitting >> (STACK[play] & 63) & 1 and self.holds(play, unseen):
                        codes = append(codes, play)
        return append(codes, self.instead())

    def others_may_act(self) -> bool:
        """Whether the last play can be called on, also while counters are asked for."""
        return self.window > 0

    def may_claim(self, seat: i64) -> bool:
        """Whether `seat` may call on the last play by all that the record knows: `may_call` for the
        viewer ALL.
        """
        return self.may_call(seat, ALL)

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of all legal moves of `seat`, as a new ascending array: those of its hand on
        turn, then every call in which it is the first caller, alone or with others who call along
        or counter. Empty if it may not act.
        """
        codes = self.act_codes(seat)
        for call in self.calls(seat, self.hands):
            codes = append(codes, call)
        return codes

    # Who comes first

    def wish_codes(self, seat: i64) -> vec[i64]:
        """The codes of what `seat` may wish to do, as a new ascending array: its own moves, and
        calls of one of its hands alone, since who else may call or counter depends on hands that it
        can't see. In the phase `called`, for the seat that is asked: the call as it is, and the
        same with each counter of its own. Empty if it may wish for nothing.
        """
        codes = self.act_codes(seat)
        for call in self.calls(seat, 1):
            codes = append(codes, call)
        return codes

    def offers(self, seat: object) -> list[str]:
        """The tokens of `wish_codes`, as a new list in their order; [] if `seat` may wish for
        nothing. Raises WrongActor for a seat that does not exist, 0 included.
        """
        return [self.lexicon.token(code) for code in self.wish_codes(demand_seat(seat, self.n))]

    def resolve(self, wishes: vec[i64]) -> i64:
        """Decide who moves next from the wishes of all seats. Returns that seat, with the code to
        play put at its place in `wishes`; or 0 if a seat must be asked first. `wishes[seat]` is the
        code that the seat wishes to play, 0 to pass; index 0 isn't used.

        Calls come before the seat on turn. All who wish to call do so in one joint call, which is
        the move of its first caller.

        If somebody may counter that call, 0 is returned, and the state is changed: the calling
        hands are open, `pending` is the call, the phase is CALLED, and `next_seat` is the seat to
        ask. At its place in the next `wishes` must be `pending` itself (no counter) or the call
        with one more counter. In the duel, a counter may be countered: then the other seat is asked
        in the same way.
        """
        call = wishes[self.next_seat]
        if self.stage != CALLED:
            call = joint_call(wishes)
            if call == 0:
                return self.next_seat
        counters = self.counters(call)
        if len(counters) == 0 or call == self.pending:
            caller = CALLER[call - CALL]
            wishes[caller] = call
            return caller
        for hand in self.hands_of(counters[0]):
            self.next_seat = self.owners[hand]
        for hand in self.hands_of(call):
            self.open_up(hand)
        self.stage = CALLED
        self.pending = call
        return 0
