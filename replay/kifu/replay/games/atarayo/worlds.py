"""Atarayo dealt again: what a seat can't know by section 9 of the page (docs/rules/atarayo.md).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.atarayo.cards import CARDS, KINDS
from kifu.replay.games.atarayo.rules import Atarayo


def redeal(state: Atarayo, seat: int, memory: Memory, lots: Lots) -> Atarayo:
    """A copy of `state` in which the cards that `seat` can't see are dealt again at random by
    `lots`; cards that lie open stay. Raises CannotDeal if the record has unknown cards.

    After a reshuffle everyone knows which cards went into the pile, so no others are dealt there.
    How many of them each hand has drawn since is not considered.
    """
    unknown: i64 = 0
    for hand in range(1, state.hands + 1):
        unknown += state.numbers[hand] & 15
    for card in state.deck[state.top :]:
        unknown += card == 0
    demand_known(state.missing, unknown)
    world = state.copy()
    world.chance = WorldChance(lots)
    viewer: i64 = seat
    hidden = state.unseen_by(viewer)
    deck = world.deck[:]  # copies have the one that is there
    _lay_pile(world, deck, hidden, lots)
    world.deck = deck
    cards = _listed(hidden)
    shuffle(cards, len(cards), lots)
    at: i64 = 0
    for hand in state.by_name:
        if state.owners[hand] != viewer:
            bare = state.bare[hand]
            count = state.size[hand] - bare
            _fill(world, hand, bare, cards[at : at + count])
            at += count
    return world


def _lay_pile(world: Atarayo, deck: vec[i64], hidden: vec[i64], lots: Lots) -> None:
    """Fill the pile (`deck` from `world.top` on), except for its face-up card, at random with cards
    of `hidden` (copies by kind), and subtract them there. After a reshuffle, only cards that were
    shuffled.
    """
    fitting = hidden[:]
    shuffled = zeros(KINDS)
    if world.reshuffles > 0:
        for card in deck:
            shuffled[card] += 1
        for kind in range(1, KINDS):
            fitting[kind] = min(hidden[kind], shuffled[kind])
    cards = _listed(fitting)
    shuffle(cards, len(deck) - world.top, lots)
    at: i64 = 0
    for place in range(world.top, len(deck)):
        if place != world.up or world.up == 0:
            deck[place] = cards[at]
            hidden[cards[at]] -= 1
            shuffled[cards[at]] -= 1
            at += 1
    if world.reshuffles > 0:
        # What was shuffled stays the same: all else of it has been drawn.
        drawn = _listed(shuffled)
        for place in range(world.top):
            deck[place] = drawn[place]


def _listed(counts: vec[i64]) -> vec[i64]:
    """The cards of `counts` (copies by kind) as a list of kinds, ascending."""
    cards = zeros(CARDS)
    size: i64 = 0
    for kind in range(1, KINDS):
        for _copy in range(counts[kind]):
            cards[size] = kind
            size += 1
    return cards[:size]


def _fill(world: Atarayo, hand: i64, bare: i64, hidden: vec[i64]) -> None:
    """Replace the cards of hand number `hand` by `hidden` (kinds), except for its first `bare`
    cards, which lie open and stay.
    """
    lying = world.cards[hand]
    cards = zeros(bare + len(hidden))
    for place in range(bare):
        cards[place] = lying >> 6 * place & 63
    for place in range(len(hidden)):
        cards[bare + place] = hidden[place]
    world.fill(hand, cards)
    world.bare[hand] = bare
