"""What matches of 6つ子7組 are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.elements.arrays import filled, packed, unpacked
from kifu.replay.games.mutsugo.cards import (
    CARDS,
    DISSOLVE,
    DRAW,
    END,
    FROM_HAND,
    NAMED,
    TOKEN,
    largest_set,
    sets_with,
    tokens_of,
)
from kifu.replay.games.mutsugo.position import PHASES, Position
from kifu.replay.states.authoring import DISCARDS
from kifu.replay.table import UNKNOWN

# The classes of moves

TURN_END: Final[i64] = 1
DISCARD: Final[i64] = 2
DRAWN: Final[i64] = 3
DISSOLVED: Final[i64] = 4
FREE_CARD: Final[i64] = 5
OWN_SET: Final[i64] = 6
FREE_SET: Final[i64] = 7
ROBBED_SET: Final[i64] = 8
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
    """The class of the legal move with the code `move`: its place, from 1, in CLASSES; 0 for code
    0, which is no move. `seat` isn't used.
    """
    if move <= 0:
        return 0
    if move == END:
        return TURN_END
    if move < END:
        return DISCARD
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
    """What `seat` faces as one number: the phase and then the numbers that `situation_text` writes,
    in its order, packed by `packed`.
    """
    hand, takable = state.hands[seat], state.takable(seat)
    found: i64 = len(sets_with(hand, takable))
    largest = largest_set(hand, takable)
    rival: i64 = 0
    for other in state.seats:
        if other != seat:
            rival = max(rival, state.score(other))
    pile = (CARDS - state.top + 5) // 6
    need, against = state.target - state.score(seat), state.target - rival
    numbers = [state.stage, state.size(seat), min(found, 3), largest, pile]
    numbers += [_threes(need), _threes(against)]
    return packed(filled(numbers))


def _threes(need: i64) -> i64:
    """How many threes `need` cards are, rounded up, at most 5; 0 if `need` is 0 or less."""
    if need <= 0:
        return 0
    return min((need + 2) // 3, 5)


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`: the number of seats and the
    phase, then

    - `hand`: how many cards are in hand;
    - `sets`: how many sets its known cards and the table allow (`3` for three or more), and `best`,
      the size of the largest one;
    - `pile`: the cards of the pile in sixes, rounded up;
    - `need` and `rival`: how many cards it, and the other seat with the most, still need to reach
      the target, in threes, rounded up (`5` for more than twelve).

    A seat that doesn't act has the key that it would have if it did.
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
    hands = [[*tokens_of(state.hand(seat)), *[UNKNOWN] * state.unknown[seat]] for seat in seats]
    sets = [["+".join(tokens_of(cards)) for cards in state.sets_of(seat)] for seat in seats]
    parts = [
        f"mutsugo 1 {state.n}",
        str(state.target),
        f"{state.turn} {state.phase} {state.next_seat}",
        " ".join(TOKEN[card] or UNKNOWN for card in state.pile()),
        " ".join(tokens_of(state.free_cards())),
        "/".join(" ".join(hand) for hand in hands),
        "/".join(" ".join(melds) for melds in sets),
        str(state.made),
    ]
    return "|".join(parts)
