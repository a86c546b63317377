"""6 nimmt! dealt again: what a seat can't know by section 9 of the page (docs/rules/nimmt.md).

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from kifu.replay.analysis.dealing import WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.native import i64
from kifu.replay.elements.sight import Sight
from kifu.replay.games.nimmt.cards import LARGEST
from kifu.replay.games.nimmt.position import CHOOSE, NOWHERE
from kifu.replay.games.nimmt.rules import Nimmt


def redeal(state: Nimmt, seat: int, sight: Sight, lots: Lots) -> Nimmt:
    """The position with other hands and another stock by lot; choices of others that are not
    revealed are taken back. Drafted hands lie open, so they stay. Nothing is remembered: a card
    that was seen lies open, or is out of the round.
    """
    unknown: i64 = 0
    for count in state.unknown:
        unknown += count
    demand_known(state.missing, unknown)
    world = state.copy()
    world.chance = WorldChance(lots)
    viewer: i64 = seat
    if state.stage == CHOOSE:
        _take_back(world, viewer)
    if not state.drafted:
        _deal(world, viewer, lots)
    return world


def _take_back(world: Nimmt, seat: i64) -> None:
    """The choices of all but `seat` go back to their hands."""
    choices, held = world.choices, world.held
    world.waiting = 0
    world.next_seat = 0
    for other in range(world.n, 0, -1):
        card = choices[other]
        if card != 0 and other != seat:
            held[card] = other
            choices[other] = 0
        if choices[other] == 0:
            world.waiting += 1
            world.next_seat = other


def _deal(world: Nimmt, seat: i64, lots: Lots) -> None:
    """Every card that `seat` does not see goes to a hand, or to the stock."""
    held, n = world.held, world.n
    cards = zeros(LARGEST)
    size: i64 = 0
    for card in range(1, LARGEST + 1):
        whose = held[card]
        if whose == NOWHERE or (whose <= n and whose != seat):
            cards[size] = card
            size += 1
            held[card] = NOWHERE
    cards = cards[:size]
    shuffle(cards, n * world.left, lots)
    at: i64 = 0
    for other in range(1, n + 1):
        if other != seat:
            for _ in range(world.left):
                held[cards[at]] = other
                at += 1
