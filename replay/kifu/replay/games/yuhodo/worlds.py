"""Yuhodo dealt again: what a seat can't know by section 9 of the page (docs/rules/yuhodo.md), but
for the cards that it has seen others take.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.notation.words import Words
from kifu.replay.analysis.dealing import CannotDeal, WorldChance, demand_known, shuffle
from kifu.replay.elements.arrays import zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.yuhodo.cards import AT, CARD, HAND, SIZE, WIDE
from kifu.replay.games.yuhodo.position import ACT, not_open
from kifu.replay.games.yuhodo.rules import Yuhodo
from kifu.replay.games.yuhodo.shapes import UNIT, distance


def _first_places() -> vec[i64]:
    places = zeros(WIDE)
    for place in range(SIZE, 0, -1):
        places[AT[place]] = place
    return places


#: By card: the first place in DECK that has it.
_PLACE: Final = _first_places()

#: So many exchanges at least make a hand that waits, and so many at most.
_LEAST: Final[i64] = 100
_MOST: Final[i64] = 5_000
#: So often all is dealt at most, where one Ready hand leaves no cards for another one. Late in a
#: short game that happens to more than nine deals of ten.
_DEALS: Final[i64] = 10_000
#: An exchange that leads away from a hand that waits is made once in so many times.
_AGAIN: Final[i64] = 12


def redeal(state: Yuhodo, seat: int, memory: Memory, lots: Lots) -> Yuhodo:
    """A copy of `state` in which the cards of hands and pile that `seat` can't see are dealt again
    at random by `lots`. A card that another seat was seen to take stays in its hand, and the hand
    of a seat that has declared Ready lacks one card for a goal shape. Raises CannotDeal if a card
    of the record is not known, or no such hands are found.
    """
    unknown: i64 = 0
    for other in range(1, state.n + 1):
        unknown += state.held[WIDE * other]
    demand_known(state.missing, unknown + (1 if state.hidden else 0))
    world = state.copy()
    world.chance = WorldChance(lots)
    room = _keep_known(world, seat, memory)
    pool = _unseen(world)
    for _ in range(_DEALS):
        shuffle(pool, len(pool), lots)
        if _deal_ready(world, room, pool, lots):
            break
    else:
        raise CannotDeal(
            Words(
                "no hand that waits for a card was found for a seat that is Ready",
                "レディしたプレイヤーの手札を配り直せません",
            )
        )
    at: i64 = 0
    for other in _in_order(world, room):
        _hold(world, other, pool[at : at + room[other]])
        at += room[other]
    deck = world.deck[:]  # copies have the one that is there
    for place in range(world.top, SIZE):
        deck[place] = _PLACE[pool[at]]
        at += 1
    world.deck = deck
    return world


def _keep_known(world: Yuhodo, seat: i64, memory: Memory) -> vec[i64]:
    """Remove from the hands of all other seats the cards that `seat`, by its `memory`, does not
    know to be there. Returns how many each seat lacks then, by seat (index 0 unused).
    """
    room, held = zeros(world.n + 1), world.held
    for other in range(1, world.n + 1):
        if other == seat or other == world.out:
            continue
        first: i64 = WIDE * other
        for card in range(2, WIDE):
            room[other] += held[first + card]
            held[first + card] = 0
        world.shapes[other] = 0
        known = vec[i64]([CARD[token] for token in memory.known_in(f"hand/{other}")])
        _hold(world, other, known)
        if world.stage == ACT and other == world.next_seat and held[first + world.taken] == 0:
            known = append(known, world.taken)
            _hold(world, other, known[len(known) - 1 :])
        room[other] -= len(known)
    return room


def _hold(world: Yuhodo, seat: i64, cards: vec[i64]) -> None:
    """Add `cards` to the hand of `seat` in `world` itself."""
    for card in cards:
        world.held[WIDE * seat + card] += 1
        world.shapes[seat] += UNIT[card]


def _unseen(world: Yuhodo) -> vec[i64]:
    """The cards that lie neither open on the table nor in a hand, ascending."""
    left, held = not_open(world), world.held
    for seat in range(1, world.n + 1):
        for card in range(2, WIDE):
            left[card] -= held[WIDE * seat + card]
    for place in world.deck[world.top - world.checks : world.top]:
        left[AT[place]] -= 1
    cards = zeros(SIZE)
    size: i64 = 0
    for card in range(2, WIDE):
        while left[card] > 0:
            left[card] -= 1
            cards[size] = card
            size += 1
    return cards[:size]


# Hands that wait


def _shape_before(world: Yuhodo, seat: i64) -> i64:
    """The shape of the known cards in the hand of `seat` without the card that it has just taken,
    if it is on turn.
    """
    shape = world.shapes[seat]
    if world.stage == ACT and seat == world.next_seat:
        shape -= UNIT[world.taken]
    return shape


def _in_order(world: Yuhodo, room: vec[i64]) -> vec[i64]:
    """The seats that get cards, in the order of dealing: Ready seats first, of these the ones that
    get the fewest. `room` is how many each seat gets.
    """
    seats = vec[i64]()
    for count in range(1, HAND + 2):
        for seat in range(1, world.n + 1):
            if room[seat] == count and world.ready >> seat & 1:
                seats = append(seats, seat)
    for seat in range(1, world.n + 1):
        if room[seat] > 0 and world.ready >> seat & 1 == 0:
            seats = append(seats, seat)
    return seats


def _deal_ready(world: Yuhodo, room: vec[i64], pool: vec[i64], lots: Lots) -> bool:
    """Arrange `pool` so that its first cards, dealt seat by seat (see `_in_order`), leave the hand
    of every Ready seat one card short of a goal shape. `room` is how many cards each seat gets.
    False if that fails.
    """
    at: i64 = 0
    for seat in _in_order(world, room):
        if world.ready >> seat & 1 == 0:
            break
        end = at + room[seat]
        if not _make_wait(pool, at, end, _shape_before(world, seat), lots):
            return False
        at = end
    return True


def _make_wait(pool: vec[i64], begin: i64, end: i64, shape: i64, lots: Lots) -> bool:
    """Exchange cards of `pool` from index `begin` to `end` - 1 with later ones, at random, until
    together with `shape` they are one card short of a goal shape. False if that fails.
    """
    for card in pool[begin:end]:
        shape += UNIT[card]
    far, behind, tried = distance(shape), len(pool) - end, i64(0)
    while tried < _LEAST or far > 1:
        tried += 1
        if tried > _MOST or behind == 0:
            return far <= 1
        one, other = begin + lots.below(end - begin), end + lots.below(behind)
        changed = shape - UNIT[pool[one]] + UNIT[pool[other]]
        away = distance(changed)
        worse = away - far
        while worse > 0 and lots.below(_AGAIN) == 0:
            worse -= 1
        if worse <= 0:
            card = pool[one]
            pool[one] = pool[other]
            pool[other] = card
            shape, far = changed, away
    return True
