"""Players of Yuhodo: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought; and what a seat can't know by section 9 of the page, but for
the cards that it has seen others take, which is dealt again for that.

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
from kifu.replay.games.yuhodo.cards import (
    AT,
    CARD,
    DECLARE,
    DISCARD,
    FIRST_ITEM,
    GOAL,
    HAND,
    MAKE,
    OPEN,
    RANK,
    SETS,
    SIZE,
    WIDE,
)
from kifu.replay.games.yuhodo.legal import (
    away_if_laid,
    gains,
    laid_by,
    sets_to_open,
    why_no_claim,
    why_no_goal,
)
from kifu.replay.games.yuhodo.position import ACT, TAKE, Position, unseen_by
from kifu.replay.games.yuhodo.scoring import is_item_group
from kifu.replay.games.yuhodo.shapes import (
    UNIT,
    away_with,
    away_without,
    distance,
    helpful,
    rests_of,
)

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
_AWAY: Final[i64] = 14
_FIRST: Final[i64] = 1 << 13
_SECOND: Final[i64] = 1 << 12
#: Instead of a code: the seat is to take, or to discard, a card that it may choose.
_OPEN_CHOICE: Final[i64] = -1


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It goes out when it can, claims or opens a first set, and
    with the advanced rules every set of Items; otherwise it takes and keeps what is nearest to a
    goal shape, and declares Ready once it has an opened set. It lets a discard pass that it has no
    use for.

    Of moves that are equally good, the one whose token comes first in text order is played.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    return _take(state, seat) if state.stage == TAKE else _discard(state, seat)


def _settled(state: Position, seat: i64) -> i64:
    """The code of a move in which the players of this module don't differ, or _OPEN_CHOICE."""
    if state.stage == TAKE:
        claim = _claim(state, seat)
        if claim != 0 or seat != state.next_seat:
            return claim
        return MAKE if state.market == 0 else _OPEN_CHOICE
    if state.stage != ACT or seat != state.next_seat:
        return 0
    if why_no_goal(state, seat) == 0:
        return GOAL
    if state.ready >> seat & 1:
        return DISCARD + state.taken
    opened = _set_to_open(state, seat)
    return opened if opened != 0 else _OPEN_CHOICE


def _claim(state: Position, seat: i64) -> i64:
    """The code of the claim that a simple player `seat` makes, for a goal or for a set; 0 if it
    claims nothing.
    """
    if why_no_claim(state, seat) != 0:
        return 0
    if why_no_goal(state, seat) == 0:
        return GOAL
    best: i64 = 0
    least = _WORST
    if state.melds[seat] == 0 or (state.advanced and state.window >> 1 >= FIRST_ITEM):
        for move in gains(state, seat):
            cost = away_if_laid(state, seat, laid_by(move)) << _AWAY | RANK[move]
            if cost < least:
                best, least = move, cost
    return best


def _set_to_open(state: Position, seat: i64) -> i64:
    """The code of the move by which a simple player `seat` opens a set; 0 if it opens none."""
    best: i64 = 0
    least, melded = _WORST, state.melds[seat] > 0
    if melded and not state.advanced:
        return 0
    for place in sets_to_open(state, seat):
        if not melded or is_item_group(SETS[place]):
            cost = away_if_laid(state, seat, SETS[place]) << _AWAY | RANK[OPEN + place]
            if cost < least:
                best, least = OPEN + place, cost
    return best


def _take(state: Position, seat: i64) -> i64:
    """The code of the card that a simple player takes from the market (see `_nearest`); 0 for an
    empty market.
    """
    best: i64 = 0
    equal = _nearest(state, seat)
    while equal:
        if best == 0 or RANK[equal & 63] < RANK[best]:
            best = equal & 63
        equal >>= 6
    return best


def _nearest(state: Position, seat: i64) -> i64:
    """The cards of the market (packed) with which the hand is nearest to a goal shape, and of these
    the red ones if there are any.
    """
    shape = state.shapes[seat]
    rests = rests_of(shape)
    equal: i64 = 0
    least = _WORST
    market = state.market
    while market:
        card = market & 63
        market >>= 6
        cost = 2 * away_with(shape, rests, card) + 1 - (card & 1)
        if cost < least:
            equal, least = card, cost
        elif cost == least:
            equal = equal << 6 | card
    return equal


def _discard(state: Position, seat: i64) -> i64:
    """The code of the move by which a simple player discards: the card that leaves the hand nearest
    to a goal shape, of equally good ones rather a black card. It declares Ready if it can and has
    an opened set.
    """
    held, at, melded = state.held, WIDE * seat, state.melds[seat] > 0
    shape, unknown = state.shapes[seat], held[WIDE * seat]
    rests, whole = rests_of(shape), distance(shape)
    best: i64 = 0
    least = _WORST
    for card in range(2, WIDE):
        if held[at + card] > 0:
            away, spare = away_without(shape, rests, card), unknown
        elif unknown > 0 and state.spare[card] > 0:
            away, spare = whole, unknown - 1
        else:
            continue
        move = DISCARD + card
        if melded and away <= spare + 1:
            move = DECLARE + card
        cost = away << _AWAY | RANK[move]
        if melded and move < DECLARE + 2:
            cost |= _FIRST
        if card & 1:
            cost |= _SECOND
        if cost < least:
            best, least = move, cost
    return best


# The player by whom matches are played on in thought. Version 1.


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move, 0 to pass. It plays as the simple player does,
    except on its own turn, before it is Ready and if all cards of its hand are known: among takes
    of the same colour, and among discards, that leave the hand equally near to a goal shape, it
    chooses the one after which the most unseen cards would bring the hand nearer.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    known = state.held[WIDE * seat] == 0
    if state.stage == ACT:
        return _best_discard(state, seat) if known else _discard(state, seat)
    return _best_take(state, seat) if known and not state.ready >> seat & 1 else _take(state, seat)


def _best_take(state: Position, seat: i64) -> i64:
    """The code of the best card to take from the market: of the nearest (see `_nearest`) the one
    after which most unseen cards help.
    """
    equal, shape = _nearest(state, seat), state.shapes[seat]
    if equal < 64:
        return equal
    unseen = unseen_by(state, seat)
    best: i64 = 0
    most: i64 = -1
    while equal:
        card = equal & 63
        equal >>= 6
        useful = helpful(shape + UNIT[card], unseen)
        if useful > most or (useful == most and card < best):
            best, most = card, useful
    return best


def _best_discard(state: Position, seat: i64) -> i64:
    """The code of the best discard among those that leave the hand nearest to a goal shape: the one
    after which most unseen cards help, of equally good ones a black card. It declares Ready if it
    can and has an opened set.
    """
    shape, held, at = state.shapes[seat], state.held, WIDE * seat
    rests = rests_of(shape)
    equal: i64 = 0
    least = _WORST
    for card in range(2, WIDE):
        if held[at + card] == 0:
            continue
        away = away_without(shape, rests, card)
        if away < least:
            equal, least = card, away
        elif away == least:
            equal = equal << 6 | card
    mark = DECLARE if state.melds[seat] > 0 and least <= 1 else DISCARD
    if equal < 64:
        return mark + equal
    unseen = unseen_by(state, seat)
    best: i64 = 0
    most: i64 = -1
    while equal:
        card = equal & 63
        equal >>= 6
        useful = 2 * helpful(shape - UNIT[card], unseen) + 1 - (card & 1)
        if useful >= most:
            best, most = card, useful
    return mark + best


# What a seat can't know, dealt again


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


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
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
    assert isinstance(world, Position)
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
    for place in range(world.top, SIZE):
        world.deck[place] = _PLACE[pool[at]]
        at += 1
    return world


def _keep_known(world: Position, seat: i64, memory: Memory) -> vec[i64]:
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


def _hold(world: Position, seat: i64, cards: vec[i64]) -> None:
    """Add `cards` to the hand of `seat` in `world` itself."""
    for card in cards:
        world.held[WIDE * seat + card] += 1
        world.shapes[seat] += UNIT[card]


def _unseen(world: Position) -> vec[i64]:
    """The cards that lie neither open on the table nor in a hand, ascending."""
    left, held = world.closed[:], world.held
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


def _shape_before(world: Position, seat: i64) -> i64:
    """The shape of the known cards in the hand of `seat` without the card that it has just taken,
    if it is on turn.
    """
    shape = world.shapes[seat]
    if world.stage == ACT and seat == world.next_seat:
        shape -= UNIT[world.taken]
    return shape


def _in_order(world: Position, room: vec[i64]) -> vec[i64]:
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


def _deal_ready(world: Position, room: vec[i64], pool: vec[i64], lots: Lots) -> bool:
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
