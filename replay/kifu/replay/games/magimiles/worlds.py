"""MAGiMiLES dealt again: what a seat can't know by section 11 of its page
(docs/rules/magimiles.md). The backs of cards in hands, and of those laid face down, stay.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import WorldChance, deal_within, demand_known, shuffle
from kifu.replay.elements.arrays import bit, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory, SeenCard
from kifu.replay.games.magimiles.cards import (
    BIT,
    DECLARED,
    PLACES,
    WHOLE_DECK,
    lowest,
)
from kifu.replay.games.magimiles.data import COLOURS
from kifu.replay.games.magimiles.position import MAIN, OVER, PILES, SUPPORT
from kifu.replay.games.magimiles.rules import Magimiles

# Where a hidden card may come to: the deck, or OF times a seat and one of these.

_DECK: Final[i64] = 0
_OF: Final[i64] = 3
_HAND: Final[i64] = 0
_DECLARATION: Final[i64] = 1
_SUPPORT: Final[i64] = 2
_GROUPS: Final[i64] = 15


def redeal(state: Magimiles, seat: int, memory: Memory, lots: Lots) -> Magimiles:
    """A copy of `state` in which everything that `seat` can't know is dealt again at random by
    `lots`: other hands, declarations, face-down support cards and deck.

    A card that a seat took from a pile, or was passed, stays with it; it may be the one that the
    seat has laid face down, if the back is the same. A seat that did not follow gets no card to
    follow with. Raises CannotDeal if the record has unknown cards, or there is no such deal.
    """
    unknown: i64 = 0
    for count in state.unknown:
        unknown += count
    for card in state.deck[state.dealt :]:
        unknown += card == 0
    demand_known(state.missing, unknown + state.covered)
    world = state.copy()
    world.chance = WorldChance(lots)
    hidden = WHOLE_DECK & ~_seen_by(state, seat)
    barred, places = _barred(state, memory), _places(state, memory, hidden)
    for other in range(1, world.n + 1):
        if other != seat:
            world.hands[other] = 0
    left: i64 = 0
    for colour in range(len(COLOURS) + 1):
        left |= _deal_colour(state, world, colour, hidden, barred, places, lots)
    _lay_deck(world, left, lots)
    return world


def _seen_by(state: Magimiles, seat: i64) -> i64:
    """The cards, as a mask, whose faces `seat` sees now or has seen in finished tricks."""
    seen = BIT[state.trump_card]
    if seat > 0:
        seen |= state.hands[seat]
    for other in range(1, state.n + 1):
        seen |= BIT[state.mains[other]] | state.kept[other]
        if other == seat or state.stage == OVER:
            seen |= BIT[state.declared[other]]
    for at in range(state.laid):
        if state.helpers[at] == seat or state.stage != SUPPORT:
            seen |= BIT[state.supports[at]]
    for pile in range(PILES):
        if state.piles >> pile & 1:
            for card in state.pile_at(pile):
                seen |= BIT[card]
    return seen


# What is remembered


def _barred(state: Magimiles, memory: Memory) -> vec[i64]:
    """The cards, as a mask, that can't be in each group of places by what `memory` rules out. The
    groups (the index) are the hand, the declared card and the support card of each seat, and the
    deck.
    """
    barred = zeros(_GROUPS)
    if len(memory.barred) == 0:
        return barred
    for seat in range(1, state.n + 1):
        barred[_OF * seat + _HAND] = _cards(state, memory.barred.get(f"hand/{seat}", _NO_TOKENS))
    for at in range(state.laid):
        tokens = memory.barred.get(f"support/{state.targets[at]}", _NO_TOKENS)
        barred[_OF * state.helpers[at] + _SUPPORT] = _cards(state, tokens)
    return barred


_NO_TOKENS: Final[frozenset[str]] = frozenset()


def _cards(state: Magimiles, tokens: frozenset[str]) -> i64:
    """All cards that have one of these tokens, as a mask."""
    cards: i64 = 0
    for token in tokens:
        cards |= state.tables.same[state.tables.card[token]]
    return cards


def _places(state: Magimiles, memory: Memory, hidden: i64) -> vec[i64]:
    """The groups (see `_barred`), as a mask, in which each card (the index) may be by what `memory`
    has seen of it; 0 for a card that it has not seen. `hidden` is the mask of the cards to be
    dealt.
    """
    places = zeros(PLACES)
    for seen_card in memory.seen_cards:
        cards = hidden & state.tables.same[state.tables.card[seen_card.token]]
        while cards and places[lowest(cards)]:
            cards &= cards - 1
        if cards:
            places[lowest(cards)] = _groups(state, seen_card)
    return places


def _groups(state: Magimiles, seen_card: SeenCard) -> i64:
    """The groups (see `_barred`), as a mask, that a seen card may be in by now: those of the seat
    into whose hand it was seen to go; 0 if it went elsewhere.
    """
    kind, _stroke, whose = seen_card.first.partition("/")
    if kind != "hand":
        return 0
    seat: i64 = int(whose)
    groups: i64 = 0
    if seen_card.first in seen_card.zones:
        groups |= bit(_OF * seat + _HAND)
    if f"declared/{seat}" in seen_card.zones:
        groups |= bit(_OF * seat + _DECLARATION)
    for at in range(state.laid):
        if state.helpers[at] == seat and f"support/{state.targets[at]}" in seen_card.zones:
            groups |= bit(_OF * seat + _SUPPORT)
    return groups


# Dealing


def _deal_colour(
    state: Magimiles,
    world: Magimiles,
    colour: i64,
    hidden: i64,
    barred: vec[i64],
    places: vec[i64],
    lots: Lots,
) -> i64:
    """Deal at random into `world` the cards of the mask `hidden` with a back of this colour;
    `barred` and `places` (see there) say where each may go. Returns, as a mask, the cards that are
    left for the deck.
    """
    cards = zeros(PLACES)
    size: i64 = 0
    backs = state.tables.colour
    for card in range(1, PLACES):
        if hidden >> card & 1 and backs[card] == colour:
            cards[size] = card
            size += 1
    room, allowed, groups = zeros(_GROUPS), zeros(size), _groups_now(state)
    for at in range(size):
        card = cards[at]
        room[groups[card]] += 1
        within = places[card]
        if within == 0:
            within = bit(_GROUPS) - 1
        for group in range(_GROUPS):
            if barred[group] >> card & 1:
                within &= ~bit(group)
        allowed[at] = within
    dealt = deal_within(allowed, room, lots)
    left: i64 = 0
    for at in range(size):
        if dealt[at] == _DECK:
            left |= BIT[cards[at]]
        else:
            _put_into_group(world, dealt[at], cards[at])
    return left


def _groups_now(state: Magimiles) -> vec[i64]:
    """The group (see `_barred`) that each card (the index) of hands, declared and support cards is
    in; _DECK for every other card.
    """
    groups = zeros(PLACES)
    for seat in range(1, state.n + 1):
        held = state.hands[seat]
        while held:
            groups[lowest(held)] = _OF * seat + _HAND
            held &= held - 1
        groups[state.declared[seat]] = _OF * seat + _DECLARATION
    for at in range(state.laid):
        groups[state.supports[at]] = _OF * state.helpers[at] + _SUPPORT
    return groups


def _put_into_group(world: Magimiles, group: i64, card: i64) -> None:
    """Put a card into a group (see `_barred`), which must not be the deck."""
    seat, kind = group // _OF, group % _OF
    if kind == _HAND:
        world.hands[seat] |= BIT[card]
    elif kind == _DECLARATION:
        world.declared[seat] = card
    else:
        for at in range(world.laid):
            if world.helpers[at] == seat:
                world.supports[at] = card


def _lay_deck(world: Magimiles, left: i64, lots: Lots) -> None:
    """Fill the places of the deck that are not dealt yet with the cards `left` (a mask), in random
    order. Cards for which there is no place become `world.unseen`.
    """
    cards = zeros(PLACES)
    size: i64 = 0
    rest = left
    while rest:
        cards[size] = lowest(rest)
        rest &= rest - 1
        size += 1
    cards = cards[:size]
    shuffle(cards, size, lots)
    deck, dealt = world.deck[:], world.dealt  # copies have the one that is there
    for place in range(dealt, len(deck)):
        card = cards[place - dealt]
        deck[place] = card
        left &= ~BIT[card]
    world.deck = deck
    world.unseen = left


# What a move shows


def barred(state: Magimiles, move: str, seat: int) -> list[tuple[str, str]]:
    """The pairs of zone and token that a move rules out (see `Memory.bar`): a seat whose main card
    did not follow has no card in its hand by which it would have had to. `state` is the position
    before it.
    """
    code: i64 = state.lexicon.code(move)
    if state.stage != MAIN or state.played == 0 or code == 0 or code >= DECLARED:
        return []
    tables, whose = state.tables, seat if seat else state.next_seat
    return [
        (f"hand/{whose}", token)
        for token, card in tables.card.items()
        if tables.may_follow(state.led, BIT[card]) >> code & 1 == 0
    ]
