"""Players of MAGiMiLES: a simple one, so that simulated matches look like matches, and the one by
whom matches are played on in thought; and what a seat can't know by section 11 of the page, which
is dealt again for that.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import WorldChance, deal_within, demand_known, shuffle
from kifu.replay.elements.arrays import bit, count, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory, SeenCard
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    BIT,
    CARD_BITS,
    DECLARED,
    PICKED,
    PLACES,
    TAKEN,
    TARGET_OF,
    WHOLE_DECK,
    lowest,
)
from kifu.replay.games.magimiles.data import COLOURS
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    OVER,
    PASS1,
    PASS2,
    PICK1,
    PICK2,
    PILES,
    SUPPORT,
    TAKE,
    Position,
    pile_sum,
)
from kifu.replay.states.playout import PASS


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move. It picks the piles with the highest sums; passes on a
    card of whose attribute it has few; declares what would make its hand worth most, with a low
    card; plays the highest main card, and the support card that leaves its own side best, as far as
    it knows, and is low; and takes the cards that are worth most.

    Where either of two partners may act, the lower seat begins to pass cards. Else it leaves the
    move to the other, except to declare with three or more all cards in hand, or to lead with one
    or more.
    """
    if _leaves_it(state, seat):
        return PASS
    codes = state.legal_codes(seat)
    merits = zeros(len(codes))
    if state.stage == SUPPORT:
        own = state.own_main(seat)
        for at in range(len(codes)):
            number = state.tables.number[codes[at] & CARD_BITS]
            merits[at] = -(_rank_after(state, codes[at], own) << 8) - number
        return codes[_first_best(merits)]
    for at in range(len(codes)):
        merits[at] = _merit(state, codes[at], seat)
    # Of equally good moves the last one as text, of cards that are given away the first one.
    if state.stage == PASS1 or state.stage == PASS2:
        return codes[_first_best(merits)]
    return codes[_last_best(merits)]


def _first_best(merits: vec[i64]) -> i64:
    """The index of the largest merit, of several the first."""
    best: i64 = 0
    for at in range(1, len(merits)):
        if merits[at] > merits[best]:
            best = at
    return best


def _last_best(merits: vec[i64]) -> i64:
    """The index of the largest merit, of several the last."""
    best: i64 = 0
    for at in range(1, len(merits)):
        if merits[at] >= merits[best]:
            best = at
    return best


def _leaves_it(state: Position, seat: i64) -> bool:
    """Whether `seat`, one of two partners either of whom may act, leaves the move to the other."""
    if state.stage == PASS1:
        return seat != state.next_seat
    every = count(state.hands[seat] & state.tables.cards_of[ALL_CARD])
    return state.either == seat and every < (3 if state.stage == DECLARE else 1)


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good the move with this code, which lays no support card, looks to the simple player;
    higher for better. Comparable only with other moves of the same position.
    """
    card = move & CARD_BITS
    if state.stage == MAIN:
        return state.tables.number[card]
    if state.stage == DECLARE:
        return _declaring_merit(state, card, seat)
    if state.stage == TAKE:
        return _trick_points(state, move - TAKEN, seat)
    if state.stage == PICK1 or state.stage == PICK2:
        return _sum_of_piles(state, move - PICKED)
    return _passing_merit(state, card, seat)


def _rank_after(state: Position, move: i64, own: i64) -> i64:
    """The rank (1 is best) that the main card at place `own` of the trick would have after the
    support move with this code, if no other support card counted.
    """
    target = TARGET_OF[move]
    before = state.totals[target]
    state.support_with(move & CARD_BITS, target)
    rank = state.rank_of(own)
    state.totals[target] = before
    return rank


def _sum_of_piles(state: Position, picked: i64) -> i64:
    """The sum of the numbers on the cards of the piles in the mask `picked` (bit k for pile k +
    1).
    """
    whole: i64 = 0
    for pile in range(PILES):
        if picked >> pile & 1:
            whole += pile_sum(state, pile)
    return whole


def _trick_points(state: Position, taken: i64, seat: i64) -> i64:
    """The points that the cards played in the trick by the seats in the mask `taken` would score
    for `seat`, by its declared card.
    """
    cards: i64 = 0
    for other in range(1, state.n + 1):
        if taken >> other & 1:
            cards |= state.shown_by(other)
    return state.worth(cards, state.declared[seat])


def _declaring_merit(state: Position, card: i64, seat: i64) -> i64:
    """How good it is to declare `card`, higher for better: the points that the known hand would
    score by it and, if equal, how low the card is.
    """
    hand = state.hands[seat]
    worth: i64 = 0
    if hand & state.tables.same[card]:
        worth = state.worth(hand, card)
    return worth * 256 - state.tables.number[card]


def _passing_merit(state: Position, card: i64, seat: i64) -> i64:
    """How good it is to pass on `card`, higher for better: how few cards of its attribute the hand
    has and, if equal, how low the card is.
    """
    tables = state.tables
    company = count(state.hands[seat] & tables.cards_of[tables.attribute[card]])
    return -(company << 8) - tables.number[card]


# The player by whom matches are played on in thought. Version 1.

# Worths are hundredths of a point.

_POINT: Final[i64] = 100
#: To win a trick, or to be second of three, whatever is in it.
_BEST: Final[i64] = 300
_SECOND: Final[i64] = 100


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move. In tricks it counts what cards score by its own
    declared card. Its main card is high and scores little; with its support card, as far as it
    knows, it wins tricks that score for it, loses others, and gives away what scores little. In
    other phases, and with unknown cards in hand, it plays as the simple player does. Of equally
    good moves it plays the first one as text.
    """
    if (state.stage != MAIN and state.stage != SUPPORT) or state.unknown[seat] > 0:
        return greedy_code(state, seat)
    if _leaves_it(state, seat):
        return PASS
    number, points = state.tables.number, state.tables.points
    declared = PLACES * state.declared[seat]
    pot = _pot(state, declared)
    own: i64 = 0
    if state.stage == SUPPORT:
        own = state.own_main(seat)
    codes = state.legal_codes(seat)
    merits = zeros(len(codes))
    for at in range(len(codes)):
        card = codes[at] & CARD_BITS
        value = points[declared + card]
        if state.stage == MAIN:
            merits[at] = _POINT * number[card] - _POINT // 2 * value
        else:
            rank = _rank_after(state, codes[at], own)
            merits[at] = _supporting_merit(state, rank, value, pot) - number[card]
    return codes[_first_best(merits)]


def _pot(state: Position, declared: i64) -> i64:
    """The points that the main cards played so far in the trick would score for a seat if it won
    them all; `declared` is PLACES times the card that it has declared.
    """
    pot: i64 = 0
    for at in range(state.played):
        pot += state.tables.points[declared + state.mains[state.order[at]]]
    return pot


def _supporting_merit(state: Position, rank: i64, value: i64, pot: i64) -> i64:
    """How good a support card that scores `value` looks to the reference player, if by it its main
    card comes to the place `rank` of a trick whose main cards score `pot`; higher for better.
    """
    pot = _POINT * (pot + value)
    merit = -pot
    if rank == 1:
        merit = pot + _BEST
    elif state.n == 3:
        merit = -pot // 2
        if rank == 2:
            merit = pot // 3 + _SECOND
    return merit - _POINT // 2 * max(value, 0)


# What a seat can't know, dealt again. The backs of cards in hands, or laid face down, stay.

# Where a hidden card may come to: the deck, or OF times a seat and one of these.

_DECK: Final[i64] = 0
_OF: Final[i64] = 3
_HAND: Final[i64] = 0
_DECLARATION: Final[i64] = 1
_SUPPORT: Final[i64] = 2
_GROUPS: Final[i64] = 15


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which everything that `seat` can't know is dealt again at random by
    `lots`: other hands, declarations, face-down support cards and deck.

    A card that a seat took from a pile, or was passed, stays with it; it may be the one that the
    seat has laid face down, if the back is the same. A seat that did not follow gets no card to
    follow with. Raises CannotDeal if the record has unknown cards, or there is no such deal.
    """
    unknown: i64 = 0
    for cards in state.unknown:
        unknown += cards
    for card in state.deck[state.dealt :]:
        unknown += card == 0
    demand_known(state.missing, unknown + state.covered)
    world = state.copy()
    assert isinstance(world, Position)
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


def _seen_by(state: Position, seat: i64) -> i64:
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


def _barred(state: Position, memory: Memory) -> vec[i64]:
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


def _cards(state: Position, tokens: frozenset[str]) -> i64:
    """All cards that have one of these tokens, as a mask."""
    cards: i64 = 0
    for token in tokens:
        cards |= state.tables.same[state.tables.card[token]]
    return cards


def _places(state: Position, memory: Memory, hidden: i64) -> vec[i64]:
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


def _groups(state: Position, seen_card: SeenCard) -> i64:
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
    state: Position,
    world: Position,
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


def _groups_now(state: Position) -> vec[i64]:
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


def _put_into_group(world: Position, group: i64, card: i64) -> None:
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


def _lay_deck(world: Position, left: i64, lots: Lots) -> None:
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
    deck, dealt = world.deck, world.dealt
    for place in range(dealt, len(deck)):
        card = cards[place - dealt]
        deck[place] = card
        left &= ~BIT[card]
    world.unseen = left


# What a move shows


def barred(state: Position, move: str, seat: int) -> list[tuple[str, str]]:
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
