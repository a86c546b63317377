"""Worlds by how likely others were to play in them as they did.

Where every deal that fits what a seat saw counts the same, others hold in thought what they would
have played by now. Here a world counts by the chance that the reference policy would have made the
moves that were made: each one that it would not have made counts as a slip, which has a fixed small
chance. Worlds are drawn by a walk (Metropolis et al. 1953) that lets two cards change places, and
stays where it is as often as the slips that this adds make it unlikely.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.states.coded import Coded, PastChoice

#: A world with one slip more is as likely as this, of ONE.
SLIP: Final[i64] = 1 << 17
ONE: Final[i64] = 1 << 20
#: Steps for each loose card before the first world,
BEFORE: Final[i64] = 4
#: and, between two worlds, one step for this many cards.
PART: Final[i64] = 4


@final
class Walk:
    """A walk from `world`, a deal of what `seat` can't know. `past` are earlier positions of the
    stretch as they were, in which `seats[k]` played `codes[k]`; what the seat can't know of them
    has no influence. The walk changes `world`, and makes copies of the others.
    """

    def __init__(
        self, world: Coded, seat: i64, past: list[Coded], seats: list[int], codes: list[int]
    ) -> None:
        self.world = world
        self.cards = world.loose_cards(seat)
        self.past: list[PastChoice] = []
        kept_seats: list[int] = []
        for place in range(len(past)):
            if seats[place] == seat:
                continue
            position = past[place].copy()
            if position.recall(world, seat):
                self.past.append(position.past_choice(seats[place], codes[place]))
                kept_seats.append(seats[place])
        self.seats = vec[i64](kept_seats)
        self.slips = zeros(len(kept_seats))
        for at in range(len(kept_seats)):
            self.slips[at] = self._slip(at)

    @property
    def is_led(self) -> bool:
        """Whether some worlds are likelier than the rest: other seats have moved earlier in the
        stretch (see `Analysing.stretch`), and there are cards to exchange.
        """
        return len(self.past) > 0 and len(self.cards) > 1

    def go(self, steps: i64, lots: Lots) -> None:
        """Take `steps` steps of the walk, each of which exchanges two cards of `world` itself, or
        none.
        """
        cards, world = self.cards, self.world
        count: i64 = len(cards)
        for _ in range(steps):
            one, other = cards[lots.below(count)], cards[lots.below(count)]
            here, there = world.place_of(one), world.place_of(other)
            if here != there:
                self._try(one, other, here, there, lots)

    def _try(self, one: i64, other: i64, here: i64, there: i64, lots: Lots) -> None:
        """Exchange the cards `one` and `other` (at the places `here` and `there`) in `world`, or
        leave them: the more earlier moves become unexpected by it (see `_slip`), the likelier
        `lots` refuses.
        """
        seats, slips = self.seats, self.slips
        size: i64 = len(seats)
        # How many slips there may be: those there are, and k more with the chance of k slips.
        spare: i64 = 0
        while lots.below(ONE) < SLIP:
            spare += 1
        for at in range(size):
            if seats[at] == here or seats[at] == there:
                spare += slips[at]
        after = zeros(size)
        self._exchange(one, other, here, there)
        for at in range(size):
            after[at] = slips[at]
            if seats[at] == here or seats[at] == there:
                after[at] = self._slip(at)
                spare -= after[at]
                if spare < 0:
                    self._exchange(other, one, here, there)
                    return
        self.slips = after

    def _slip(self, at: i64) -> i64:
        """1 if the reference policy would not have made the earlier move with the index `at` of
        `past`, given the cards in `world`; otherwise 0.
        """
        return 0 if self.past[at].is_expected() else 1

    def _exchange(self, one: i64, other: i64, here: i64, there: i64) -> None:
        """Exchange the card `one`, at the place `here`, and the card `other`, at the place `there`,
        in `world` and in the earlier positions.
        """
        self.world.exchange(one, other)
        for at in range(len(self.seats)):
            if self.seats[at] == here:
                self.past[at].change(one, other)
            elif self.seats[at] == there:
                self.past[at].change(other, one)
