"""Rollouts: a world played on by a policy, and what its end is worth.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.odds import Odds
from kifu.replay.analysis.reached import Reached
from kifu.replay.analysis.ways import CARELESS, NO_LOTS, policy_of
from kifu.replay.codes.arrays import zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import PASS, is_stuck, play_next
from kifu.replay.lots import QuickLots

#: No rollout is longer: a policy could go round in circles.
MOST: Final[i64] = 20_000


def try_options(
    reached: Reached,
    world: Coded,
    seat: i64,
    options: list[str],
    odds: Odds,
    in_stretch: bool,
    way: i64,
    text: str,
) -> vec[i64]:
    """What the end is worth to `seat` after each of its `options` (tokens, "": to pass), when a
    copy of `world` (a position with hidden cards dealt at random) is played on from there: to the
    end of the match or, if `in_stretch`, only of the stretch, usually a round (see `play_after`).
    Returns a new array of 2n numbers for n options: first the seat's chance to win after each
    option, times ONE, then its points ahead of its rivals after each option, summed over the rivals
    (see `Odds.ahead`).

    All seats play in this `way` (see `ways`); `text` is the seed of the lots, which are the same
    for every option. `world` is not changed; `reached` afterwards has the end after the last
    option. Without `in_stretch`, `one_stretch` of `world` must be False: otherwise the play stops
    at the end of the round, and that is valued.

    An illegal option raises IllegalMove, but a text that is no token counts as passing, and whether
    a claim or call is legal, or the seat may pass, is not checked.
    """
    lots = QuickLots(text) if way == CARELESS else NO_LOTS
    count: i64 = len(options)
    found = zeros(2 * count)
    for place in range(count):
        lots.restart()
        code = world.lexicon.code(options[place])
        play_after(reached, world, code, seat, in_stretch, way, lots)
        found[place] = odds.of(reached)[seat - 1]
        found[count + place] = odds.ahead(reached.scores, seat)
    return found


def play_after(
    reached: Reached,
    world: Coded,
    code: i64,
    seat: i64,
    in_stretch: bool,
    way: i64,
    lots: QuickLots,
) -> None:
    """Play a copy of `world` on after a first move: `seat` plays `code`, or leaves the move to
    others if it is PASS, which it must be allowed to do. If `code` is a claim or call, another seat
    may act before it or counter it. Then all seats play in this `way` (see `ways`), drawing by
    `lots` from where these are, to the end of the match or, if `in_stretch`, only of the stretch
    (usually a round, see `Analysing.stretch`). Afterwards `reached` has the result, as after
    `finish`; `world` is not changed. Without `in_stretch`, `one_stretch` of `world` must be False:
    otherwise the play stops at the end of the round.

    Raises IllegalMove if `code` is not legal for `seat`; of a claim or call that is not checked.

    >>> from kifu.replay.chance import Chance, derived_seed
    >>> from kifu.replay.registry import game
    >>> nimmt = game("nimmt")
    >>> state = nimmt.start(nimmt.read_options({"rounds": "1"}), 4, Chance(derived_seed("doc")))
    >>> reached, card = Reached(), state.legal_codes(1)[0]
    >>> play_after(reached, state, card, 1, False, 0, NO_LOTS)
    >>> reached.is_over, state.is_over
    (True, False)
    """
    state, here = world.copy(), world.stretch()
    if code == PASS or state.is_claim(code):
        wishes = zeros(world.n + 1)
        wishes[seat] = code
        play_next(state, policy_of(way, lots), wishes, seat)
    else:
        state.play_code(code, seat)
    if in_stretch and state.stretch() != here:
        reached.read(state)
    else:
        finish(reached, state, in_stretch, way, lots)


def finish(reached: Reached, state: Coded, in_stretch: bool, way: i64, lots: QuickLots) -> None:
    """Play `state` itself on in this `way` (see `ways`), drawing by `lots`, to the end of the match
    or, if `in_stretch`, of the stretch that is in progress (usually a round, see
    `Analysing.stretch`). Afterwards `reached` has the scores there, and the winners if the match is
    over, else the number of rounds that are over.

    It stops early, without an error, at a chance event without an outcome, at the end of the round
    if `one_stretch` of the state is set, and after MOST moves. If nobody can act, nothing is
    played.
    """
    here, policy, wishes = state.stretch(), policy_of(way, lots), zeros(state.n + 1)
    # A loop over `_` would make an object of each number.
    for _ply in range(MOST):
        if is_stuck(state) or (in_stretch and state.stretch() != here):
            break
        play_next(state, policy, wishes)
    reached.read(state)
