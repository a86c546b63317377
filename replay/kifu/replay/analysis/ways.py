"""Ways of playing on: worlds are played on by players of three kinds in turn, so that an option is
not thought good because one kind of player goes on well from it.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import GreedyPolicy, Policy, ReferencePolicy
from kifu.replay.lots import Lots, QuickLots

#: All seats play like the reference player, like the simple player, or like the reference player
#: who slips.
REFERENCE: Final[i64] = 0
SIMPLE: Final[i64] = 1
CARELESS: Final[i64] = 2
WAYS: Final[i64] = 3
#: A careless player leaves one of so many choices to lot.
SLIPS: Final[i64] = 4
#: The lots of ways that leave nothing to lot.
NO_LOTS: Final = QuickLots("")


def way_of(world: i64) -> i64:
    """The way in which the world with this number (from 0) is played on: the ways take turns.

    >>> [way_of(world) for world in range(4)]
    [0, 1, 2, 0]
    """
    return world % WAYS


def policy_of(way: i64, lots: Lots) -> Policy:
    """A new policy that plays in this way: `GreedyPolicy` for SIMPLE, `CarelessPolicy` for
    CARELESS, otherwise `ReferencePolicy`. Only the careless one draws from `lots`, which it keeps:
    its choices move them on.
    """
    if way == SIMPLE:
        return GreedyPolicy()
    if way == CARELESS:
        return CarelessPolicy(lots)
    return ReferencePolicy()


class CarelessPolicy(Policy):
    """The reference player, except that one choice in SLIPS (4), on average, is left to lot among
    the moves that the seat may wish for. It keeps `lots` and draws one or two numbers from them for
    each choice.
    """

    def __init__(self, lots: Lots) -> None:
        self.lots = lots

    def choose(self, state: Coded, seat: i64, may_pass: bool) -> i64:
        """The code of the move that `seat`, which must be able to act, makes: the reference
        player's choice (PASS if it passes), whatever `may_pass` is. But one time in SLIPS, on
        average, it is drawn with equal chances from the moves that the seat may wish for (see
        `Coded.wish_codes`); if `may_pass`, PASS is one more. If there is nothing to draw from, it
        is PASS. `state` stays as it is; one or two numbers are drawn from the policy's lots.
        """
        if self.lots.below(SLIPS) == 0:
            return state.random_code(seat, self.lots, may_pass)
        return state.reference_code(seat)
