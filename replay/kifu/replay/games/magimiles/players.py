"""Players of MAGiMiLES: `greedy_code`, a simple one for simulated matches, and `reference_code`,
with which analysis plays matches on; and `redeal`, which deals again what a seat can't know by
section 11 of the page.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import append, i64, vec
from kifu.replay.analysis.dealing import deal_within, shuffle, world_of
from kifu.replay.elements.arrays import bit, count, members, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    BIT,
    CARD_BITS,
    DECLARED,
    PICKED,
    PILES,
    PLACES,
    SUPPORT_CARD,
    TAKEN,
    TARGET,
    WHOLE_DECK,
    lowest,
)
from kifu.replay.games.magimiles.options import COLOURS
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    PASS1,
    PASS2,
    SUPPORT,
    TAKE,
    Position,
)
from kifu.replay.states.playout import PASS

#: Less than any move is worth to a player.
_WORST: Final[i64] = -1 << 30


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move; PASS (0) to leave it to the partner. It picks the piles
    with the highest sums; passes a card of an attribute of which it has few; declares, with a low
    card, what makes its hand worth most; plays its highest main card, and a low support card that
    gives its own side the best place, as far as it knows; and takes the cards that are worth most.

    Where either of two partners may act, the lower seat begins to pass cards. The higher seat
    declares and leads, unless the lower one has three all cards (to declare) or one (to lead).
    """
    return _code(state, seat, 0, 1)


def _code(state: Position, seat: i64, declared: i64, order: i64) -> i64:
    """The code of a move; PASS if `seat` leaves it to its partner. In tricks, cards are valued by
    what they score for the declared card `declared` (0: not at all). Of equally good main cards it
    plays the last one in the order of text if `order` is 1, the first if it is -1.
    """
    if _leaves_it(state, seat):
        return PASS
    if state.stage == MAIN:
        return _main_code(state, seat, declared, order)
    if state.stage == SUPPORT:
        return _support_code(state, seat, declared)
    best, most, last = PASS, _WORST, state.stage not in (PASS1, PASS2)
    for code in state.legal_codes(seat):
        merit = _merit(state, code, seat)
        # Of equally good moves the last one as text, of cards that are passed on the first one.
        if merit > most or (last and merit == most):
            best, most = code, merit
    return best


def _leaves_it(state: Position, seat: i64) -> bool:
    """Whether `seat` leaves a move to its partner, who may also make it. When passing begins, the
    higher seat leaves it to the lower one. To declare or to lead, the lower seat leaves it to the
    higher one unless it has three all cards (to declare) or one (to lead). False where only one may
    act.
    """
    if state.stage == PASS1:
        return seat != state.next_seat
    least, every = 3 if state.stage == DECLARE else 1, state.tables.cards_of[ALL_CARD]
    return state.either == seat and count(state.hands[seat] & every) < least


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good the legal move with this code, in a phase other than MAIN and SUPPORT, looks to the
    simple player; higher is better. Comparable only with moves of the same position.
    """
    tables, stage, card = state.tables, state.stage, move & CARD_BITS
    number, hand = tables.number[card], state.hands[seat]
    if stage == TAKE:
        # What the cards played by the seats that are named would score.
        cards: i64 = 0
        for other in range(1, state.n + 1):
            if move - TAKEN >> other & 1:
                cards |= state.shown_by(other)
        return state.worth(cards, state.declared[seat])
    if stage == DECLARE:
        # What the known hand would score by it and, if equal, how low the card is.
        worth = state.worth(hand, card) if hand & tables.same[card] else 0
        return worth * 256 - number
    if stage in (PASS1, PASS2):
        # How few cards of its attribute the hand has and, if equal, how low the card is.
        return -(count(hand & tables.cards_of[tables.attribute[card]]) << 8) - number
    picked = move - PICKED
    return sum([state.pile_sum(pile + 1) for pile in range(PILES) if picked >> pile & 1])


# The player by whom matches are played on in thought. Version 1.

# Worths are hundredths of a point.

_POINT: Final = 100
#: To win a trick, or to be second of three, whatever is in it.
_BEST: Final = 300
_SECOND: Final = 100
#: No more tokens have a place in the order of text.
_TOKENS: Final = 512


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move; PASS to leave it to the partner. In tricks it values
    cards by what they score for its own declared card: its main card is high and scores little; its
    support card, as far as it knows, wins tricks that score for it, loses others, and gives away
    little. In other phases, or with unknown cards in hand, it plays as `greedy_code` does. Of
    equally good cards in a trick it plays the first one in the order of text.
    """
    if state.unknown[seat] > 0:
        return greedy_code(state, seat)
    return _code(state, seat, state.declared[seat], -1)


def _main_code(state: Position, seat: i64, declared: i64, order: i64) -> i64:
    """The code of the main card of `seat` with the highest merit: its number minus half of what it
    scores for the card `declared` (0: what it scores doesn't count). Of equally good ones it is the
    last one in the order of text if `order` is 1, the first if it is -1. PASS if there is none.
    """
    tables, cards = state.tables, state.playable(seat)
    best, most = PASS, _WORST
    while cards:
        card = tables.first[lowest(cards)]
        cards &= cards - 1
        merit = _POINT * tables.number[card] - _POINT // 2 * tables.points(card, declared)
        merit = merit * _TOKENS + order * tables.place[card]
        if merit > most:
            best, most = card, merit
    return best


def _support_code(state: Position, seat: i64, declared: i64) -> i64:
    """The code of the best support move of `seat` (see `_supporting_merit`), with cards valued for
    the card `declared` (0: only the rank counts); of equally good ones the lowest card, then the
    first in the order of text. PASS if there is none. Tries each effect alone, and leaves `state`
    as it was.
    """
    tables, cards, own = state.tables, state.playable(seat), state.own_main(seat)
    # What the main cards of the trick would score.
    pot, standings = i64(0), state.standings
    for target in state.order:
        pot += tables.points(state.mains[target], declared)
    best, most = PASS, _WORST
    while cards:
        card = tables.first[lowest(cards)]
        cards &= cards - 1
        number, value = tables.number[card], tables.points(card, declared)
        for at in range(state.played):
            target, before = state.order[at], standings[at]
            standings[at] = state.standing(at, state.supported(card, target))
            merit = _supporting_merit(state, state.rank_of(own), value, pot) - number
            standings[at] = before
            code = SUPPORT_CARD + TARGET * target + card
            merit = merit * _TOKENS - tables.place[code]
            if merit > most:
                best, most = code, merit
    return best


def _supporting_merit(state: Position, rank: i64, value: i64, pot: i64) -> i64:
    """How good it is, in hundredths of a point, to lay a support card that scores `value`, if it
    brings the own main card to `rank` (1 is best) in a trick whose main cards score `pot` points;
    higher is better.
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


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which everything that `seat` can't know is dealt again at random by
    `lots`: other hands, declarations, face-down support cards and the deck. Every place gets a card
    with a back of the same colour as before.

    A card that a seat visibly took or was passed stays in its hand, or is what it has laid face
    down since. A seat that didn't follow gets no card that would have had to (both from `memory`).
    Raises CannotDeal if the record has unknown cards, or there is no such deal.
    """
    unknown = state.covered
    for held in state.unknown:
        unknown += held
    for card in state.deck[state.dealt :]:
        unknown += card == 0
    world = world_of(state, unknown, lots)
    groups, hidden = _groups(state, seat), i64(0)
    for group in groups:
        hidden |= group.cards
    barred = [_cards(state, memory.barred.get(group.zone, _NO_TOKENS)) for group in groups]
    within = _places(state, memory, hidden, groups)
    colours = state.tables.colour
    for colour in range(len(COLOURS) + 1):
        cards = vec[i64]()
        for card in members(hidden):
            if colours[card] == colour:
                cards = append(cards, card)
        _deal(groups, cards, barred, within, lots)
    for group in groups:
        _put_back(world, group)
    _lay_deck(world, groups[0].cards, lots)
    return world


@final
class _Group:
    """Hidden places that are dealt alike: the deck ("deck", seat 0), or a seat's hand, declared
    card or support card. `zone` is its zone's name, and `cards` the mask of the cards there.
    """

    def __init__(self, zone: str, seat: i64, cards: i64) -> None:
        self.zone = zone
        self.seat = seat
        self.cards = cards & WHOLE_DECK


def _groups(state: Position, seat: i64) -> list[_Group]:
    """The groups of places whose cards `seat` can't see: first the deck, with all cards that are
    not dealt or in no known place, then by seat its hand, declared card and support cards. A group
    may be empty.
    """
    deck = state.unseen
    for card in state.deck[state.dealt :]:
        deck |= BIT[card]
    groups = [_Group("deck", 0, deck)]
    for other in state.seats:
        if other == seat:
            continue
        groups.append(_Group(f"hand/{other}", other, state.hands[other]))
        declared = 0 if state.is_over else BIT[state.declared[other]]
        groups.append(_Group(f"declared/{other}", other, declared))
        if state.stage == SUPPORT:
            for at in range(state.laid):
                if state.helpers[at] == other:
                    zone = f"support/{state.targets[at]}"
                    groups.append(_Group(zone, other, BIT[state.supports[at]]))
    return groups


_NO_TOKENS: Final[frozenset[str]] = frozenset()


def _cards(state: Position, tokens: frozenset[str]) -> i64:
    """All cards that have one of these tokens, as a mask."""
    cards: i64 = 0
    for token in tokens:
        cards |= state.tables.same[state.tables.card[token]]
    return cards


def _places(state: Position, memory: Memory, hidden: i64, groups: list[_Group]) -> vec[i64]:
    """An array by card: the mask of the groups (bit k for `groups[k]`) where the card may be, from
    what `memory` has seen: those of the seat whose hand it entered, if it may still be there. 0
    means that nothing is known of it. `hidden` is the mask of the cards to be dealt.
    """
    places = zeros(PLACES)
    for seen_card in memory.seen_cards:
        cards = hidden & state.tables.same[state.tables.card[seen_card.token]]
        while cards and places[lowest(cards)]:
            cards &= cards - 1
        if cards:
            for at in range(1, len(groups)):
                whose = f"hand/{groups[at].seat}"
                if seen_card.first == whose and groups[at].zone in seen_card.zones:
                    places[lowest(cards)] |= bit(at)
    return places


def _deal(
    groups: list[_Group], cards: vec[i64], barred: list[i64], places: vec[i64], lots: Lots
) -> None:
    """Deal `cards`, which are those in `groups` with backs of one colour, again at random: the
    `cards` of each group change in place, to as many as it had. `barred` has for each group the
    mask of cards that it may not get; `places` by card the mask of groups that it may go to, 0 for
    any. Raises CannotDeal if there is no such deal.
    """
    size: i64 = len(cards)
    number: i64 = len(groups)
    room, allowed = zeros(number), zeros(size)
    for at in range(size):
        card = cards[at]
        allowed[at] = places[card] if places[card] else bit(number) - 1
        for place in range(number):
            if barred[place] >> card & 1:
                allowed[at] &= ~bit(place)
            if groups[place].cards >> card & 1:
                groups[place].cards ^= BIT[card]
                room[place] += 1
    dealt = deal_within(allowed, room, lots)
    for at in range(size):
        groups[dealt[at]].cards |= BIT[cards[at]]


def _put_back(world: Position, group: _Group) -> None:
    """Write the cards of a group into `world`: a hand, a declared card or a support card. For the
    deck it does nothing (see `_lay_deck`).
    """
    seat = group.seat
    if group.zone.startswith("hand"):
        world.hands[seat] = group.cards
    elif group.zone.startswith("declared") and group.cards:
        world.declared[seat] = lowest(group.cards)
    elif group.zone.startswith("support"):
        for at in range(world.laid):
            if world.helpers[at] == seat:
                world.supports[at] = lowest(group.cards)


def _lay_deck(world: Position, left: i64, lots: Lots) -> None:
    """Fill what is left of the deal in `world` with the cards in the mask `left`, in random order.
    Those for which there is no place become `world.unseen`.
    """
    cards = members(left)
    shuffle(cards, len(cards), lots)
    deck, dealt = world.deck, world.dealt
    for place in range(dealt, len(deck)):
        card = cards[place - dealt]
        deck[place] = card
        left &= ~BIT[card]
    world.unseen = left


# What a move shows


def barred(state: Position, move: str, seat: int) -> list[tuple[str, str]]:
    """What a move rules out, as (zone, token) pairs for `Memory.bar`: if a main card didn't follow,
    the hand `hand/SEAT` has none of the cards that would have obliged it to. [] for any other move.
    `state` is the position before the move; `seat` may be 0.
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
