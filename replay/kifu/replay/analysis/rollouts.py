"""Rollouts: a world played on by a policy, and what its end is worth.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.kernel import NO_MOVE, Kernel
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, REFERENCE, policy_of
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import QuickLots
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS, Policy, highest

#: No rollout is longer: a policy could go round in circles.
MOST: Final[i64] = 20_000


def try_options(
    kernel: Kernel,
    world: Coded,
    seat: i64,
    codes: list[int],
    odds: Odds,
    in_stretch: bool,
    way: i64,
    text: str,
) -> vec[i64]:
    """For each of the moves `codes` of `seat`, play a copy of `world` on, with `in_stretch` only to
    the end of the stretch (see `play_after`). What the ends are worth to the seat: first each
    move's chance to win times ONE, then each one's points ahead of the seat's rivals (see `Odds`).
    All seats play in this `way` (see `ways`); `text` determines the lots, the same for every move.
    """
    lots = QuickLots(text) if way == CARELESS else NO_LOTS
    count: i64 = len(codes)
    found = zeros(2 * count)
    for place in range(count):
        if way == CARELESS:
            lots.restart()
        play_after(kernel, world, codes[place], seat, in_stretch, way, lots)
        found[place] = odds.of(kernel)[seat - 1]
        found[count + place] = odds.ahead(kernel.scores, seat)
    return found


def play_after(
    kernel: Kernel, world: Coded, code: i64, seat: i64, in_stretch: bool, way: i64, lots: QuickLots
) -> None:
    """Let `seat` play `code` in a copy of `world` (PASS: leave the move to others), then all in
    this `way` (see `ways`), drawing by `lots`, to the end of the match or, if `in_stretch`, only of
    the stretch (see `Analysing.stretch`). Afterwards `kernel` has the scores and winners.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({"rounds": "1"}), 4, Chance(derived_seed("doc")))
    >>> kernel, card = Kernel(), state.legal_codes(1)[0]
    >>> play_after(kernel, state, card, 1, False, REFERENCE, QuickLots(""))
    >>> kernel.is_over, state.is_over
    (True, False)
    """
    if kernel.load(world):
        kernel.play(code, seat, way, lots)
        if not in_stretch and not kernel.is_over:
            _finish(kernel, kernel.following(), False, way, lots)
        return
    state = world.copy()
    here = state.stretch()
    if code == PASS:
        play_next(state, seat, policy_of(way, lots))
    else:
        state.play_code(code, seat)
    if in_stretch and state.stretch() != here:
        kernel.read(state)
    else:
        _finish(kernel, state, in_stretch, way, lots)


def finish(kernel: Kernel, state: Coded, in_stretch: bool) -> None:
    """Play `state` itself on by the reference policy, to the end of the match or, if `in_stretch`,
    of the stretch (see `Analysing.stretch`), or to a chance event without an outcome. Afterwards
    `kernel` has the scores and winners, and `state` must not be used.
    """
    _finish(kernel, state, in_stretch, REFERENCE, NO_LOTS)


def _finish(kernel: Kernel, state: Coded, in_stretch: bool, way: i64, lots: QuickLots) -> None:
    here, policy = state.stretch(), policy_of(way, lots)
    # A loop over `_` would make an object of each number.
    for _ply in range(MOST):
        if kernel.load(state):
            kernel.play(NO_MOVE, 0, way, lots)
            if in_stretch or kernel.is_over:
                return
            state = kernel.following()
        elif (state.next_seat == 0 and state.acting() == 0) or (
            in_stretch and state.stretch() != here
        ):
            break
        else:
            play_next(state, 0, policy)
    kernel.read(state)


def play_next(state: Coded, passed: i64, policy: Policy) -> None:
    """Play the next move by `policy`. Seats from 1 to `passed` that may act but need not have
    passed already.
    """
    seat = state.next_seat
    code: i64 = PASS
    if state.out_of_turn or seat == 0:
        acting = state.acting()
        last = seat
        if last == 0:
            last = highest(acting)
        seat = passed
        while code == PASS and seat < state.n:
            seat += 1
            if acting >> seat & 1 and seat != last:
                code = policy.choose(state, seat, True)
        if code == PASS:
            seat = last
    if code == PASS:
        code = policy.choose(state, seat, False)
    state.play_code(code, seat)
