"""What a seat of 6つ子7組 faces, as a number. `display` says it in words.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.mutsugo.cards import CARDS
from kifu.replay.games.mutsugo.position import Position
from kifu.replay.games.mutsugo.sets import best_sets


def code(state: Position, seat: i64) -> i64:
    """What `seat` faces: 3 bits each, from the lowest on, for the phase, the cards in hand, how
    many sets its known cards and the table allow (3 for more), the cards of the largest of them,
    the pile in sixes, and in threes what it and the first of the others need (5 for more), all
    three rounded up.
    """
    found, best = best_sets(state.hands[seat], state.needs(seat))
    rival: i64 = 0
    for other in range(1, state.n + 1):
        if other != seat:
            rival = max(rival, state.score[other])
    pile = (CARDS - state.top + 5) // 6
    need = _threes(state.target - state.score[seat])
    last = _threes(state.target - rival)
    faced = state.size[seat] | min(found, 3) << 3 | best << 6 | pile << 9 | need << 12 | last << 15
    return state.stage | faced << 3


def _threes(need: i64) -> i64:
    if need <= 0:
        return 0
    return min((need + 2) // 3, 5)
