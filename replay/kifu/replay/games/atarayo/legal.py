"""What is legal in a position of Atarayo: a part of section 6 of its page (docs/rules/atarayo.md).
Which rule forbids a move; who may call on a play, who may counter, and which calls that makes;
which plays the hand whose turn it is has.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import NONE, bit
from kifu.replay.games.atarayo.cards import (
    BEFORE,
    BEGIN,
    BIT,
    BOTTOM,
    CALL,
    CALLER,
    CALLERS,
    CALLING,
    COLOURS,
    COUNTERING,
    DUEL_CALL,
    EIGHT,
    ELEVEN,
    FIRST,
    HIGHEST,
    LAST_CALL,
    NUMBERS,
    OF_NUMBER,
    PLACES,
    SHIFT,
    SIZE,
    SPEAKING,
    STACK,
    UPON,
    USES,
    WAYS,
    is_play,
)
from kifu.replay.games.atarayo.position import CALLED, CHOOSE, Position
from kifu.replay.table import ALL

# The hands that match

#: The totals up to 13, as bits.
_WITHIN: Final[i64] = 2**14 - 1


def totals(numbers: i64) -> i64:
    """The sums that a hand may have, as a mask: bit s for the sum s, up to 13. `numbers` is how
    many cards it has of each number (see `cards.ONE`); each number must be added at least once, and
    at most as often as it is there.

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
    """The sums that are reached from those of the mask `sums` by adding `number` once or more,
    up to `copies` times, as a mask; 0 if none is small enough.
    """
    reached: i64 = 0
    for _copy in range(copies):
        sums = sums << number & _WITHIN
        reached |= sums
    return reached


def possible_totals(numbers: i64, same: i64, unseen: vec[i64]) -> i64:
    """The sums, as a mask (bit s for the sum s, up to 13), that a hand with unknown cards may have
    if at least `same` of its cards have one number. `numbers` are its counts (see `cards.ONE`);
    each unknown card may be any of `unseen` (copies by kind).

    The answer is exact for this hand by itself: whether the cards then left fit the other hands is
    not considered.
    """
    # The sums by how many unknown cards are left, and whether enough cards have the same number.
    found: dict[tuple[i64, bool], i64] = {(numbers & 15, same <= 1): 1}
    for number in range(1, HIGHEST + 1):
        held = numbers >> 4 * number & 15
        after: dict[tuple[i64, bool], i64] = {}
        free = sum([unseen[kind] for kind in OF_NUMBER[number]])
        for (left, enough), sums in found.items():
            for more in range(min(free, left) + 1):
                reached = _with_copies(sums, number, held + more) if held + more else sums
                key = left - more, enough or held + more >= same
                if reached:
                    after[key] = after.get(key, 0) | reached
        found = after
    return found.get((0, True), 0)


def matches(state: Position, hand: i64, same: i64, viewer: i64) -> bool:
    """Whether a hand (its number, see `Position`) adds up to the number of the field card and has
    at least `same` cards of one number. If some of its cards are unknown: whether cards that
    `viewer` does not see (see `Position.unseen_by`) could make it so.
    """
    total, numbers = number_called(state), state.numbers[hand]
    if numbers >> 4 * (total + 1):
        return False  # one of its cards is too much already
    if numbers & 15:
        return possible_totals(numbers, same, state.unseen_by(viewer)) >> total & 1 == 1
    return totals(numbers) >> total & 1 == 1 and _has_alike(numbers, same)


def _has_alike(numbers: i64, same: i64) -> bool:
    """Whether a hand has at least `same` cards of one number; `numbers` counts its cards (see
    `cards.ONE`). Its unknown cards do not count.
    """
    rest = numbers >> 4
    while rest:
        if rest & 15 >= same:
            return True
        rest >>= 4
    return False


def number_called(state: Position) -> i64:
    """The number to which a hand's cards have to add up for a call: that of the field card; 0
    before there is a field card.
    """
    if state.high == 0:
        return 0
    return NUMBERS[state.heap[state.high - 1]]


def matching(state: Position, same: i64) -> i64:
    """The hands that match (see `matches`), as far as the record knows, as a mask: bit h for hand
    h, and the bit UPON too if one of them is the hand that has made the play called on.
    """
    found: i64 = 0
    for hand in range(1, state.hands + 1):
        if matches(state, hand, same, ALL):
            found |= bit(hand)
            if hand == state.window:
                found |= bit(UPON)
    return found


# Who may call, and who may counter

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
#: The bits above a rule of calls are the hands that break it, bit h for hand h (or UPON).
BREAKING: Final[i64] = 4


def why_no_call(state: Position, code: i64) -> i64:
    """The first rule that the call with this code breaks, with the hands that break it (see
    BREAKING); 0 if it is legal.
    """
    callers, counters = CALLING[code - CALL], COUNTERING[code - CALL]
    own: i64 = 0
    for hand in range(1, state.hands + 1):
        if state.owners[hand] == called_upon(state):
            own |= bit(hand)
    if state.duel != (code >= DUEL_CALL) or callers >= bit(state.hands + 1):
        return NO_MOVE
    if state.window == 0:
        return NO_PLAY
    if callers & own:
        return OWN_PLAY | (callers & own) << BREAKING
    able = matching(state, 1)
    if callers & ~able:
        return NO_MATCH | (callers & ~able) << BREAKING
    few = callers & ~matching(state, state.together)
    if few:
        return TOO_FEW | few << BREAKING
    if counters & ~able:
        return NO_COUNTER | (counters & ~able) << BREAKING
    return 0


def called_upon(state: Position) -> i64:
    """The seat that made the play which may be called on now; 0 if no play may."""
    return state.owners[state.window]


def may_call(state: Position, seat: i64) -> bool:
    """Whether `seat` may call now, as far as it can know: a card of its own hand that it does not
    know may be any that it doesn't see.
    """
    return callers(state, seat, seat) > 0


def callers(state: Position, seat: i64, viewer: i64) -> i64:
    """The hands of `seat`, as a mask, each of which may call alone on the last play, as far as
    `viewer` knows (see `matches`); 0 while no play can be called on, and in the phase called.
    """
    found: i64 = 0
    if state.window == 0 or state.stage == CALLED or called_upon(state) == seat:
        return found
    for hand in range(1, state.hands + 1):
        if state.owners[hand] == seat and matches(state, hand, state.together, viewer):
            found |= bit(hand)
    return found


# The calls


def call_of(state: Position, callers: i64) -> i64:
    """The code of the call of the hands `callers` (a mask) that nobody counters; 0 if there is no
    such call.
    """
    begin, end = _codes(state)
    for code in range(begin, end):
        if CALLING[code - CALL] == callers and COUNTERING[code - CALL] == 0:
            return code
    return 0


def _codes(state: Position) -> tuple[i64, i64]:
    """The first code of the calls at this table, legal or not, and the one after the last."""
    return (DUEL_CALL, LAST_CALL + 1) if state.duel else (CALL, DUEL_CALL)


def single_calls(state: Position, seat: i64) -> vec[i64]:
    """The codes of the legal calls that one hand of `seat` makes alone and nobody counters."""
    codes, able = vec[i64](), callers(state, seat, ALL)
    if able:
        for hand in state.by_name:
            if able >> hand & 1:
                codes = append(codes, call_of(state, bit(hand)))
    return codes


def longer_calls(state: Position, seat: i64) -> vec[i64]:
    """The codes of every legal call in which `seat` is the first caller, and other hands call
    along, or counter.
    """
    codes = vec[i64]()
    if callers(state, seat, ALL):
        begin, end = _codes(state)
        for code in range(begin, end):
            long = SPEAKING[code - CALL] > UPON
            if CALLER[code - CALL] == seat and long and why_no_call(state, code) == 0:
                codes = append(codes, code)
    return codes


def hands_of(state: Position, call: i64) -> vec[i64]:
    """The hands that speak in the call with this code, in turn."""
    hands, speaking = vec[i64](), SPEAKING[call - CALL]
    while speaking:
        hands = append(hands, state.window if speaking & 7 == UPON else speaking & 7)
        speaking >>= 3
    return hands


def counters(state: Position, call: i64) -> vec[i64]:
    """The codes of the legal calls that are the call with the code `call`, countered once more."""
    codes, said = vec[i64](), SPEAKING[call - CALL]
    shift: i64 = 0
    while said >> shift:
        shift += 3
    begin, end = _codes(state)
    for code in range(begin, end):
        longer, alike = SPEAKING[code - CALL], CALLERS[code - CALL] == CALLERS[call - CALL]
        once = longer >> shift > 0 and longer >> shift <= UPON
        if alike and once and longer & (bit(shift) - 1) == said and why_no_call(state, code) == 0:
            codes = append(codes, code)
    return codes


_SEATS = {str(seat): seat for seat in range(1, 6)}


def actor(state: Position, token: str) -> int:
    """The seat whose move a token is: of a call the first caller; of `f` (the choice of the first
    field card) the starter; of any other token the owner of the hand whose turn it is.
    """
    return _SEATS.get(token[1:2], state.next_seat) if token[:1] == "A" else state.next_seat


def why_not(state: Position, code: i64, seat: i64) -> i64:
    """The number of the rule that forbids `seat` the move with this code, such as NO_FIT; 0 if it
    is legal.
    """
    stage = state.stage
    if state.next_seat == 0 or seat != state.seat_of(code):
        return NOT_TO_MOVE
    if code >= CALL:
        return why_no_call(state, code)
    if stage == CHOOSE:
        card = code - FIRST
        return 0 if card > 0 and (card == state.one or card == state.other) else NO_MOVE
    if stage == CALLED or not is_play(code):
        return 0 if code == state.instead() else NO_MOVE
    bottom = BIT[STACK[code] & 63] & state.fitting()
    # Most plays are one card that the hand is known to hold.
    known = SIZE[code] == 1 and state.held[state.hand] & bottom > 0
    if not known and not state.holds(code):
        return NOT_HELD
    return 0 if bottom else NO_FIT


#: The cards of a number in a mask.
_FIVE: Final[i64] = 31


def act_codes(state: Position, seat: i64) -> vec[i64]:
    """The codes of what `seat` may do with the hand whose turn it is; none if that belongs to
    another seat. Every legal play, then the move instead of a play (see `Position.instead`); in the
    phase `choose`, the choice of each revealed card; in the phase `called`, the call as it is, and
    with each counter that the seat may add.
    """
    codes = vec[i64]()
    if seat == 0 or seat != state.next_seat:
        return codes
    if state.stage == CALLED:
        codes = append(codes, state.pending)
        for call in counters(state, state.pending):
            codes = append(codes, call)
        return codes
    if state.stage == CHOOSE:
        codes = append(codes, FIRST + min(state.one, state.other))
        return append(codes, FIRST + max(state.one, state.other))
    return append(_plays(state), state.instead())


def _plays(state: Position) -> vec[i64]:
    """The codes of all legal plays of the hand whose turn it is: those whose cards it has, or may
    have if some of its cards are unknown.
    """
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    fitting, unknown = state.fitting(), numbers & 15
    codes, unseen = vec[i64](), NONE
    if unknown > 0:
        unseen = state.unseen_by(ALL)
    else:
        fitting &= held
    if fitting == 0:
        return codes
    for number in range(1, HIGHEST + 1):
        before, shift = BEFORE[number], SHIFT[number]
        if number in (EIGHT, ELEVEN):
            if fitting >> shift & 1:
                copies = numbers >> 4 * number & 15
                if unknown > 0:
                    copies += min(unknown, unseen[OF_NUMBER[number][0]])
                if number == ELEVEN:
                    copies *= len(COLOURS)
                for play in range(before + 1, before + 1 + copies):
                    codes = append(codes, play)
            continue
        bottoms = fitting >> shift & _FIVE
        if bottoms == 0:
            continue
        own = held >> shift & _FIVE
        places = own
        if unknown > 0:
            for place in range(5):
                if unseen[OF_NUMBER[number][place]] > 0:
                    places |= bit(place)
        for at in range(BEGIN[places], BEGIN[places + 1]):
            way = WAYS[at]
            if BOTTOM[way] & bottoms and PLACES[USES[way] & ~own] <= unknown:
                codes = append(codes, before + way)
    return codes
