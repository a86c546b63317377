"""What matches of Yuhodo are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.elements.arrays import filled, packed, unpacked
from kifu.replay.games.yuhodo.cards import DECLARE, DISCARD, GAIN, GOAL, MAKE, OPEN, SIZE, TOKEN
from kifu.replay.games.yuhodo.legal import Legal
from kifu.replay.games.yuhodo.position import PHASES, Position
from kifu.replay.games.yuhodo.shapes import distance
from kifu.replay.states.authoring import DISCARDS

# The classes of moves

CLASSES: Final = {
    "no claim": Words("nobody claims the discard", "だれも捨札を取らない"),
    "take": Words("takes a card", "テイクする"),
    "goal": Words("goes out", "ゴールする"),
    "open": Words("opens a set", "オープンする"),
    "discard": DISCARDS,
    "discard and Ready": Words(
        "discards a card and declares Ready", "カードを捨ててレディを宣言する"
    ),
    "gain": Words("gains the discard", "ゲインする"),
}


#: The first code of each class. No card is below 2.
_FIRSTS: Final = filled([MAKE, 2, GOAL, OPEN, DISCARD, DECLARE + 2, GAIN])


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with this code: its place, from 1, in CLASSES; 0 for code 0,
    which is no move. `seat` isn't used.
    """
    found: i64 = 0
    for first in _FIRSTS:
        found += first <= move
    return found


# What a seat faces


def situation_code(state: Legal, seat: i64) -> i64:
    """What `seat` faces as one number: the phase and then the numbers that `situation_text` writes,
    in its order, packed by `packed`.
    """
    others = [other for other in state.seats if other != seat]
    claim: i64 = 0
    if state.why_no_claim(seat) == 0 and state.why_no_goal(seat) == 0:
        claim = 2
    elif state.may_claim(seat):
        claim = 1
    numbers = [
        state.stage,
        i64(seat == state.next_seat),
        distance(state.shapes[seat]),
        min(state.melds[seat], 3),
        state.ready >> seat & 1,
        i64(len([other for other in others if state.ready >> other & 1])),
        claim,
        min((SIZE - state.top) * 4 // (SIZE - 8 * state.n - 1), 3),
    ]
    return packed(filled(numbers))


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`:

    - the rules, the number of seats, the phase, and whether the seat is on turn (`own` or `other`);
    - `away`: how many cards its known hand (in ACT before the discard) lacks for a goal shape;
    - `opened`: how many sets it has opened (`3` for three or more); `ready`: whether it is Ready
      (`1` or `0`), and how many others are;
    - `claim`: whether it may claim the discard: `goal`, `gain` or `none`;
    - `pile`: how much of the pile is left, in quarters of its size at the start, rounded down (0 to
      3).
    """
    stage, own, away, opened, ready, others, claim, pile = unpacked(code, 8)
    key = [
        f"{state.options.rules} n{state.n} {PHASES[stage]}",
        "own" if own else "other",
        f"away={away} opened={opened} ready={ready}.{others}",
        f"claim={('none', 'gain', 'goal')[claim]}",
        f"pile={pile}",
    ]
    return " ".join(key)


# The exact position


def canonical(state: Position) -> str:
    """The whole position as one line of ASCII, hidden cards included: the game and number of seats,
    the options, then the position, separated by `|`. Frozen for rules revision 1, because digests
    are made of it.
    """
    options = state.options
    seats = state.seats
    parts = [
        f"yuhodo 1 {state.n}",
        f"{options.rules} {state.games} {state.target} {options.ready} {options.item_reds}",
        f"{state.round} {state.starter} {state.turn} {int(state.begun)} {state.next_seat}"
        f" {PHASES[state.stage]}",
        " ".join([str(points) for points in state.scores()]),
        "/".join([_line(state.hand(seat)) for seat in seats]),
        "/".join([" ".join(map(_line, state.sets_of(seat))) for seat in seats]),
        "/".join([_line(state.river(seat)) for seat in seats]),
        " ".join([str(seat) for seat in seats if state.ready >> seat & 1]),
        _line(state.market_cards()),
        _line(state.pile()),
        f"{state.discarder} {TOKEN[state.taken]}",
        f"{state.out} {_line(state.bonus())} {state.champion}",
    ]
    return "|".join(parts)


def _line(cards: list[int]) -> str:
    """The tokens of cards, one after the other, `_` for an unknown one."""
    return "".join([TOKEN[card] for card in cards])
