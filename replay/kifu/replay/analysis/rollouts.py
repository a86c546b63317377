"""Rollouts: a world played on by a policy, and what its end is worth.

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.ways import policy_of
from kifu.replay.elements.native import i64, vec
from kifu.replay.states.coded import Coded
from kifu.replay.states.playout import PASS, Policy, ReferencePolicy, highest

#: No rollout is longer: a policy could go round in circles.
MOST: Final[i64] = 20_000


def try_options(
    world: Coded,
    seat: i64,
    codes: list[int],
    odds: Odds,
    in_stretch: bool,
    way: i64,
    text: str,
    shares: vec[i64],
    points: vec[i64],
    at: i64,
) -> None:
    """Play `world` on from each of the moves `codes` of `seat`, by players of this `way` whose lots
    `text` determines, the same for every move. Put what the k-th one is worth into place at + k: as
    win share, and in points, times the number of rivals (see `odds`).
    """
    for place in range(len(codes)):
        state = end_after(world, codes[place], seat, in_stretch, policy_of(way, text))
        shares[at + place] = odds.of(state)[seat - 1]
        points[at + place] = odds.ahead(state.scores(), seat)


def end_after(world: Coded, code: i64, seat: i64, in_stretch: bool, policy: Policy) -> Coded:
    """The position in which `world`, which stays as it is, ends after `seat` plays `code` or, for
    PASS, leaves it to others to go on, and all go on by `policy`: at the end of the match or, if
    `in_stretch`, of the stretch.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({"rounds": "1"}), 4, Chance(derived_seed("doc")))
    >>> end = end_after(state, state.legal_codes(1)[0], 1, False, ReferencePolicy())
    >>> end.is_over, state.is_over
    (True, False)
    """
    state = world.copy()
    here = state.stretch()
    if code == PASS:
        _play_next(state, seat, policy)
    else:
        state.play_code(code, seat)
    _finish(state, here, in_stretch, policy)
    return state


def finish(state: Coded, in_stretch: bool) -> None:
    """Play `state` itself on to its end by the reference policy. It also ends where a chance event
    has no outcome.
    """
    _finish(state, state.stretch(), in_stretch, ReferencePolicy())


def _finish(state: Coded, here: i64, in_stretch: bool, policy: Policy) -> None:
    for _ in range(MOST):
        if state.next_seat == 0 and state.acting() == 0:
            return
        if in_stretch and state.stretch() != here:
            return
        _play_next(state, 0, policy)


def _play_next(state: Coded, passed: i64, policy: Policy) -> None:
    """Play the next move; the seats up to `passed` that may pass have done so."""
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
