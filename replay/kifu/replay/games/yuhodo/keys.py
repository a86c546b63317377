"""What matches of Yuhodo are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.games.yuhodo.cards import DECLARE, DISCARD, GAIN, GOAL, MAKE, SIZE, TOKEN
from kifu.replay.games.yuhodo.legal import may_claim, why_no_claim, why_no_goal
from kifu.replay.games.yuhodo.position import PHASES, Position
from kifu.replay.games.yuhodo.shapes import distance
from kifu.replay.states.game_words import DISCARDS

# The classes of moves

NO_CLAIM: Final[i64] = 1
TAKEN: Final[i64] = 2
REACHED: Final[i64] = 3
OPENED: Final[i64] = 4
DISCARDED: Final[i64] = 5
READIED: Final[i64] = 6
GAINED: Final[i64] = 7
CLASSES: Final = numbered(
    {
        NO_CLAIM: ("no claim", Words("nobody claims the discard", "だれも捨札を取らない")),
        TAKEN: ("take", Words("takes a card", "テイクする")),
        REACHED: ("goal", Words("goes out", "ゴールする")),
        OPENED: ("open", Words("opens a set", "オープンする")),
        DISCARDED: ("discard", DISCARDS),
        READIED: (
            "discard and Ready",
            Words("discards a card and declares Ready", "カードを捨ててレディを宣言する"),
        ),
        GAINED: ("gain", Words("gains the discard", "ゲインする")),
    }
)


def class_of(move: i64) -> i64:
    """The class of the legal move with this code, as its number in the table `classes`; 0 for code
    0, which is no move.
    """
    if move <= 0:
        return 0
    if move == MAKE:
        return NO_CLAIM
    if move < GOAL:
        return TAKEN
    if move == GOAL:
        return REACHED
    if move < DISCARD:
        return OPENED
    if move < DECLARE + 2:  # no card is below 2
        return DISCARDED
    return READIED if move < GAIN else GAINED


# What a seat faces


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` faces, packed into one number, from the lowest bit on: the phase (2 bits);
    whether the seat is on turn (1); how many cards are missing for a goal shape from its known
    cards (4); its opened sets, at most 3 (2); whether it is Ready (1); how many other seats are
    (2); what it may claim the discard for (2: 0 nothing, 1 a set, 2 a goal); and how many quarters
    of the pile are left, rounded down, at most 3 (2).
    """
    own: i64 = 0
    if seat == state.next_seat:
        own = 1
    others: i64 = 0
    for other in range(1, state.n + 1):
        if other != seat:
            others += state.ready >> other & 1
    claim: i64 = 0
    if why_no_claim(state, seat) == 0 and why_no_goal(state, seat) == 0:
        claim = 2
    elif may_claim(state, seat):
        claim = 1
    pile = (SIZE - state.top) * 4 // (SIZE - 8 * state.n - 1)
    faced = state.stage | own << 2 | distance(state.shapes[seat]) << 3
    faced |= min(state.melds[seat], 3) << 7 | (state.ready >> seat & 1) << 9 | others << 10
    return faced | claim << 12 | min(pile, 3) << 14


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`: from its own hand
    and what lies open

    - the rules, the number of seats, the phase, and whether the seat is on turn;
    - `away`: how many cards its hand (in phase ACT before the discard) is away from a goal
      shape; unknown cards do not count;
    - `opened`: its opened sets (`3` for three or more); `ready`: whether it is Ready itself
      (`1` or `0`), and how many others are;
    - `claim`: whether it may claim the discard: `goal`, `gain` or `none`;
    - `pile`: what is left of it, in quarters of what there was at the start.
    """
    key = [
        state.options.rules,
        f"n{state.n}",
        PHASES[code & 3],
        "own" if code >> 2 & 1 else "other",
        f"away={code >> 3 & 15}",
        f"opened={code >> 7 & 3}",
        f"ready={code >> 9 & 1}.{code >> 10 & 3}",
        f"claim={('none', 'gain', 'goal')[code >> 12 & 3]}",
        f"pile={code >> 14 & 3}",
    ]
    return " ".join(key)


# The exact position


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII. Frozen for rules revision 1, because digests are
    made of it.
    """
    options = state.options
    seats = range(1, state.n + 1)
    sets = [" ".join([_line(cards) for cards in opened]) for opened in state.sets_by_seat()]
    rivers = [_line(river) for river in state.rivers()]
    parts = [
        f"yuhodo 1 {state.n}",
        f"{options.rules} {state.games} {state.target} {options.ready} {options.item_reds}",
        f"{state.round} {state.starter} {state.turn} {int(state.begun)} {state.next_seat}"
        f" {PHASES[state.stage]}",
        " ".join([str(points) for points in state.scores()]),
        "/".join([_line(state.hand(seat)) for seat in seats]),
        "/".join(sets[1:]),
        "/".join(rivers[1:]),
        " ".join([str(seat) for seat in seats if state.ready >> seat & 1]),
        _line(state.market_cards()),
        _line(state.pile()),
        f"{state.discarder} {TOKEN[state.taken]}",
        f"{state.out} {_line(state.bonus())} {state.champion}",
    ]
    return "|".join(parts)


def _line(cards: list[int]) -> str:
    return "".join([TOKEN[card] for card in cards])
