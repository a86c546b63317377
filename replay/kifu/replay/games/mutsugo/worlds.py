"""6つ子7組 dealt again: what a seat can't know by section 9 of the page (docs/rules/mutsugo.md),
but for the free cards that it has seen others take.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64
from kifu.replay.analysis.dealing import WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import bit, count, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.mutsugo.cards import CARD, CARDS
from kifu.replay.games.mutsugo.rules import Mutsugo


def redeal(state: Mutsugo, seat: int, memory: Memory, lots: Lots) -> Mutsugo:
    """A copy of `state` in which the cards of hands and pile that `seat` can't see are dealt again
    at random by `lots`. A card that another seat was seen to take stays in its hand. Raises
    CannotDeal if the record has unknown cards.
    """
    demand_known(state.missing, state.nowhere)
    world = state.copy()
    world.chance = WorldChance(lots)
    hands, viewer = world.hands, i64(seat)
    lies_open = world.free
    for other in range(1, world.n + 1):
        lies_open |= world.laid[other]
        if other != viewer:
            hands[other] = 0
            for token in memory.known_in(f"hand/{other}"):
                hands[other] |= bit(CARD[token])
        lies_open |= hands[other]
    cards = zeros(CARDS)
    size: i64 = 0
    for card in range(1, CARDS + 1):
        if lies_open >> card & 1 == 0:
            cards[size] = card
            size += 1
    cards = cards[:size]
    shuffle(cards, size, lots)
    at: i64 = 0
    for other in range(1, world.n + 1):
        for _ in range(world.size[other] - count(hands[other])):
            hands[other] |= bit(cards[at])
            at += 1
    deck = world.deck[:]  # copies have the one that is there
    for place in range(world.top, CARDS):
        deck[place] = cards[at]
        at += 1
    world.deck = deck
    return world
