"""Players of 6つ子7組: `greedy_code`, a simple one for simulated matches, and `reference_code`,
with which analysis plays matches on; `redeal`, which deals again what a seat can't know by section
9 of the page, except free cards that it has seen others take; and what matches are compared by:
classes of moves, what a seat faces, and the exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.authoring import DISCARDS
from kifu.replay.codes.arrays import bit, count, filled, members, packed, unpacked
from kifu.replay.games.mutsugo.position import (
    CARD,
    CARDS,
    CLOSING,
    DISCARD,
    DISSOLVE,
    DRAW,
    END,
    FROM_HAND,
    GROUPS,
    LARGEST_HAND,
    MASK,
    NAMED,
    OF_MARK,
    OF_NUMBER,
    PHASES,
    START,
    TAKE,
    TOKEN,
    TOO_MANY,
    Position,
    cards_of,
    largest_set,
    sets_with,
    size_of,
    tokens_of,
)
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory
from kifu.replay.table import UNKNOWN

#: With fewer cards in the pile for each seat than this, small hands win, so none is refilled.
LATE: Final = 3


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of the simple player's move for `seat`, which must be on turn (not checked); it is
    never 0. Only the known cards of its hand count. `state` isn't changed.

    - It draws the first free card, in the order of the deck, that makes a set possible; if none
      does, the top of the pile.
    - It makes the largest set it can, of equal ones first one that robs.
    - With no set and fewer than four cards it refills its hand by drawing as above, as long as the
      pile has three cards (LATE) or more for each seat. With five cards it discards the one that
      fits the others least.
    - Then it ends its turn. It never dissolves a set.

    In each of its turns it draws from the pile or ends with fewer cards in hand, so a match of such
    players ends.
    """
    if state.stage == START:
        return _draw(state, seat, 1)
    if state.stage == CLOSING:
        return END
    best, most = i64(0), i64(-1)
    for made in sets_with(state.hands[seat], state.takable(seat)):
        worth = _simple_set_merit(state, made)
        if worth > most:
            best, most = made, worth
    if best > 0:
        return best
    if state.why_not(END, seat) == TOO_MANY:
        return DISCARD[_simple_misfit(state, seat)]
    if state.why_not(DRAW, seat) == 0 and CARDS - state.top >= LATE * state.n:
        return _draw(state, seat, 1)
    return END


def _simple_set_merit(state: Position, code: i64) -> i64:
    """How good the set with this code is for the simple player; higher is better. First the size
    counts, then whether it robs, then which comes first in the order of the deck, by its hand cards
    and then by its card from the table. No two sets have the same merit. Of `state` only the free
    cards are read.
    """
    hand, taken, worth = FROM_HAND[code], NAMED[code], i64(0)
    for card in members(hand):
        worth = worth << 6 | 63 - card
    worth = (worth << 6 | 63 - taken) << 6 * (LARGEST_HAND - count(hand))
    if taken > 0 and not state.free >> taken & 1:
        worth |= bit(36)
    return size_of(code) << 37 | worth


def _simple_misfit(state: Position, seat: i64) -> i64:
    """The card that the simple player discards: the one of the known cards of `seat` that shares
    its mark or number with the fewest others of them; of equal ones the first in the order of the
    deck. If no card of the hand is known, the same among all cards that it may be. 0 for an empty
    hand.
    """
    hand = state.hands[seat] or state.hidden_mask(seat)
    least: i64 = 2 * CARDS
    misfit: i64 = 0
    for card in members(hand):
        company = count(hand & MASK[OF_MARK[card]]) + count(hand & MASK[OF_NUMBER[card]])
        if company < least:
            misfit, least = card, company
    return misfit


# The player by whom matches are played on in thought. Version 1.

#: Worth of a set that wins, of a card of a set, and of robbing; that of the cards left in the
#: hand comes to less.
_WINS: Final = 10_000
_CARD: Final = 20
_ROBS: Final = 10
#: Who has no more than so many cards to go is robbed with more zeal.
_CLOSE: Final = 4


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move for `seat`, which must be on turn (not checked); it
    is never 0. With unknown cards in its hand, it is `greedy_code`. `state` isn't changed.

    - It draws the free card that makes the largest set possible; if none makes one, the top of the
      pile.
    - It makes a set that wins, else the largest one. Of equal ones it prefers to rob, most of all a
      seat with at most four cards to go, and then to keep cards that go together.
    - With no set and fewer than four cards it refills its hand as long as the pile has a card for
      each seat. With five cards it discards the one whose loss leaves the most in common.
    - Then it ends its turn. It never dissolves a set.
    """
    if state.unknown[seat] > 0:
        return greedy_code(state, seat)
    if state.stage == START:
        return _draw(state, seat, CARDS)
    if state.stage == CLOSING:
        return END
    best, most = i64(0), i64(-1)
    need = state.target - state.score(seat)
    for made in sets_with(state.hands[seat], state.takable(seat)):
        worth = _set_merit(state, state.hands[seat], made, need)
        if worth > most:
            best, most = made, worth
    if best > 0:
        return best
    if state.why_not(END, seat) == TOO_MANY:
        return DISCARD[_misfit(state.hands[seat])]
    if state.why_not(DRAW, seat) == 0 and CARDS - state.top >= state.n:
        return _draw(state, seat, CARDS)
    return END


def _set_merit(state: Position, hand: i64, code: i64, need: i64) -> i64:
    """How good it is for the reference player to make the set with this code from the hand `hand`
    (a mask); higher is better. The set must be legal. `need` is how many scored cards the seat
    still lacks to the target: a set of so many cards, or more, wins.
    """
    taken, size = NAMED[code], size_of(code)
    worth = _in_common(hand & ~FROM_HAND[code])
    if taken > 0 and not state.free >> taken & 1:
        worth += _ROBS
        if state.score(state.owners[state.set_with(taken)]) >= state.target - _CLOSE:
            worth += _ROBS
    if size >= need:
        worth += _WINS
    return worth + _CARD * size


def _draw(state: Position, seat: i64, enough: i64) -> i64:
    """The code of taking the free card that makes the largest set possible; if none makes one
    possible, the code of drawing from the pile. Sets of `enough` cards or more count as equally
    large; of equal free cards it is the first in the order of the deck. Only the known cards of the
    hand of `seat` count. Whether it may draw isn't checked.
    """
    hand, takable, best, most = state.hands[seat], state.takable(seat), DRAW, i64(0)
    for card in members(state.free):
        largest = min(largest_set(hand | bit(card), takable), enough)
        if largest > most:
            best, most = TAKE[card], largest
    return best


def _misfit(hand: i64) -> i64:
    """The card of the mask `hand` without which the rest has the most in common (see `_in_common`),
    the first of equal ones; 0 for an empty hand.
    """
    misfit: i64 = 0
    most: i64 = -1
    for card in members(hand):
        company = _in_common(hand & ~bit(card))
        if company > most:
            misfit, most = card, company
    return misfit


def _in_common(cards: i64) -> i64:
    """How much the cards in a mask have in common, higher is more: for each mark and each number
    that k of the cards have, (k - 1) squared, all added up.
    """
    company: i64 = 0
    for group in range(GROUPS):
        alike = cards & MASK[group]
        if alike & alike - 1:  # more than one card
            more = count(alike) - 1
            company += more * more
    return company


# What a seat can't know, dealt again


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards of hands and pile that `seat` can't see are dealt again
    at random by `lots`. Seat 0 is somebody who sees no hand. Each hand keeps its number of cards,
    and each card that must be in it by `memory`, what `seat` remembers. Any later chance event of
    the copy comes from `lots`, too. `state` isn't changed. Raises CannotDeal if the record has
    unknown cards, or if the match waits for the deal.
    """
    world = world_of(state, state.nowhere, lots)
    hands, viewer = world.hands, i64(seat)
    lies_open = world.table()
    for other in world.seats:
        if other != viewer:
            hands[other] = 0
            for token in memory.known_in(f"hand/{other}"):
                hands[other] |= bit(CARD[token])
        lies_open |= hands[other]
    unseen = members(bit(CARDS + 1) - 2 & ~lies_open)
    shuffle(unseen, len(unseen), lots)
    at: i64 = 0
    for other in world.seats:
        for _card in range(state.size(other) - count(hands[other])):
            hands[other] |= bit(unseen[at])
            at += 1
    for place in range(world.top, CARDS):
        world.deck[place] = unseen[at]
        at += 1
    return world


# The classes of moves

TURN_END: Final = 1
DISCARDED: Final = 2
DRAWN: Final = 3
DISSOLVED: Final = 4
FREE_CARD: Final = 5
OWN_SET: Final = 6
FREE_SET: Final = 7
ROBBED_SET: Final = 8
CLASSES: Final = {
    "end of turn": Words("ends the turn", "手番を終える"),
    "discard": DISCARDS,
    "draw": Words("draws from the pile", "山札から引く"),
    "dissolve": Words("dissolves a set", "セットを解散する"),
    "free card": Words("takes a free card", "フリーカードを取る"),
    "own set": Words("makes a set of its own cards", "手札だけでセットを作る"),
    "set with a free card": Words("makes a set with a free card", "フリーカードでセットを作る"),
    "set with a robbed card": Words("makes a set with a robbed card", "奪ったカードでセットを作る"),
}


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with the code `move` in `state`, the position before it: the
    place of the class in CLASSES, from 1; 0 for code 0, which is no move. `seat` isn't used.
    """
    if move <= 0:
        return 0
    if move == END:
        return TURN_END
    if move < END:
        return DISCARDED
    if move == DRAW:
        return DRAWN
    if move >= DISSOLVE:
        return DISSOLVED
    if FROM_HAND[move] == 0:
        return FREE_CARD
    taken = NAMED[move]
    if taken == 0:
        return OWN_SET
    return FREE_SET if state.free >> taken & 1 else ROBBED_SET


# What a seat faces


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` faces, as one number: the phase, then the numbers that `situation_text` writes,
    in its order, in 6 bits each, the phase in the lowest (see `packed`). Of all hands only its own
    counts: its size and its known cards. `seat` need not be on turn.
    """
    hand, takable = state.hands[seat], state.takable(seat)
    found: i64 = len(sets_with(hand, takable))
    largest = largest_set(hand, takable)
    rival: i64 = max([state.score(other) for other in state.seats if other != seat])
    pile = (CARDS - state.top + 5) // 6
    need, against = state.target - state.score(seat), state.target - rival
    needs = _threes(need), _threes(against)
    return packed(filled([state.stage, state.size(seat), min(found, 3), largest, pile, *needs]))


def _threes(need: i64) -> i64:
    """How many threes `need` cards are, rounded up, at most 5; 0 if `need` is 0 or less."""
    return min((max(need, 0) + 2) // 3, 5)


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`, such as `n2 main hand=4
    sets=1 best=3 pile=5 need=4 rival=5`: the number of seats, the phase, then

    - `hand`: how many cards are in hand, unknown ones included;
    - `sets`: how many sets its known cards and the table allow (3 for three or more); `best`: the
      size of the largest one, 0 for none;
    - `pile`: the number of cards in the pile divided by six, rounded up;
    - `need` and `rival`: how many cards the seat, and the other seat with the most, still lack to
      the target, divided by three and rounded up (5 for more than twelve).

    A seat that doesn't act has a key, too. Of `state`, only the number of seats counts.
    """
    stage, hand, sets, best, pile, need, rival = unpacked(code, 7)
    faced = f"hand={hand} sets={sets} best={best} pile={pile} need={need} rival={rival}"
    return f"n{state.n} {PHASES[stage]} {faced}"


# The exact position


def canonical(state: Position) -> str:
    """The whole position as one line of ASCII, hidden cards included: the game and number of seats,
    the target, then what the rules page counts as the position, separated by `|`. Frozen for rules
    revision 1, because digests are made of it.
    """
    seats = state.seats
    hands = [
        " ".join(tokens_of(state.hand(seat)) + [UNKNOWN] * state.unknown[seat]) for seat in seats
    ]
    sets = [
        " ".join(["+".join(tokens_of(cards)) for cards in state.sets_of(seat)]) for seat in seats
    ]
    parts = [
        f"mutsugo 1 {state.n}",
        str(state.target),
        f"{state.turn} {state.phase} {state.next_seat}",
        " ".join(TOKEN[card] or UNKNOWN for card in state.pile()),
        " ".join(tokens_of(cards_of(state.free))),
        "/".join(hands),
        "/".join(sets),
        str(state.made),
    ]
    return "|".join(parts)
