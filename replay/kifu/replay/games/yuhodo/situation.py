"""What a seat of yuhodo faces, as a number: an archive asks for it before every move. `display`
says it in words.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.elements.native import i64
from kifu.replay.games.yuhodo.cards import SIZE
from kifu.replay.games.yuhodo.legal import may_claim, why_no_claim, why_no_goal
from kifu.replay.games.yuhodo.position import Position
from kifu.replay.games.yuhodo.shapes import distance


def code(state: Position, seat: i64) -> i64:
    """What `seat` faces, from the lowest bit on: the phase (2 bits), whether the seat is on turn
    (1), how far its known cards are from a goal shape (4), its opened sets, 3 for more (2), whether
    it is Ready (1), how many others are (2), its claims (2: none, a gain, a goal) and the pile in
    quarters of what there was (2).
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
