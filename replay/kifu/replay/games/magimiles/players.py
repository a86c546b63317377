"""Players of MAGiMiLES: `greedy_code`, a simple one for simulated matches, and `reference_code`,
with which analysis plays matches on; and `redeal`, which deals again what a seat can't know by
section 11 of the page.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final, final

from kifu.notation.native import i64, vec
from kifu.replay.analysis.dealing import deal_within, shuffle, world_of
from kifu.replay.codes.arrays import NONE, bit, count, lowest, members, zeros
from kifu.replay.codes.playout import PASS
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    BIT,
    CARD_BITS,
    KIND_AT,
    PLACES,
    SUPPORT_CARD,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    PASS1,
    PICK1,
    PICK2,
    SORT,
    SUPPORT,
    TAKE,
    Position,
)
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory

#: Less than any move is worth to a player.
_WORST: Final[i64] = -1 << 30
#: The phases, a mask, in which of equally good moves the last one in the order of text is played.
_LAST: Final = bit(PICK1) | bit(PICK2) | bit(DECLARE) | bit(TAKE)


def greedy_code(state: Position, seat: i64) -> i64:
    """The code of a simple player's move for `seat`, which must be able to act (not checked); PASS
    (0) to leave it to the partner. It uses only what the seat knows; `state` isn't changed.

    - It picks the piles with the highest sums, and passes a card of an attribute of which it has
      few.
    - It declares the card by which its hand scores most, of equal ones a low card.
    - It plays the highest card that it may as its main card. It lays the support card that alone,
      without those laid before, gives its own side the best rank; of equal ones a low card.
    - It takes the cards that score most for its own declared card.

    Where either of two partners may act, the lower seat begins to pass cards. The higher seat
    declares and leads, unless the lower one has three cards of the attribute all (to declare) or
    one (to lead). With unknown cards in hand, it may choose any card that these may be.
    """
    return _code(state, seat, 0, _LAST | bit(MAIN))


def _code(state: Position, seat: i64, declared: i64, last: i64) -> i64:
    """The code of a move of `seat`, which must be able to act (not checked); PASS (0) if it leaves
    it to its partner. In the phases MAIN and SUPPORT, cards are valued by what they score for the
    declared card `declared` (0: no card scores).

    Of equally good moves it plays the first one in the order of text, but the last one in the
    phases of the mask `last` (bit p for phase p). In SUPPORT `_support_code` decides. `state` isn't
    changed.
    """
    if _leaves_it(state, seat):
        return PASS
    best, most, is_last = PASS, _WORST, last >> state.stage & 1 == 1
    if state.stage == SUPPORT:
        return _support_code(state, seat, declared)
    if state.stage == MAIN:
        return _main_code(state, seat, declared, is_last)
    for code in state.legal_codes(seat):
        merit = _merit(state, code, seat)
        if merit > most or (is_last and merit == most):
            best, most = code, merit
    return best


def _leaves_it(state: Position, seat: i64) -> bool:
    """Whether `seat`, which must be able to act, leaves the move to its partner, who may make it,
    too. When passing begins, the higher seat of the two leaves it to the lower one. In other
    phases, the lower seat leaves it to the higher one, unless its known hand has enough cards of
    the attribute all: three to declare, one to lead. False where the partner may not act.
    """
    if state.stage == PASS1:
        return seat != state.next_seat
    least = 3 if state.stage == DECLARE else 1
    every = state.hands[seat] & state.tables.cards_of[ALL_CARD]
    return state.either == seat and count(every) < least


def _merit(state: Position, move: i64, seat: i64) -> i64:
    """How good the legal move with this code looks to the simple player; higher is better. Values
    are comparable only within one position. The phase must not be MAIN or SUPPORT.

    - Picked piles: the sum of their numbers.
    - A passed card: how few cards of its attribute are in hand; of equal ones, how low it is.
    - A declared card: what the known hand would score with it (0 if it isn't a known card of the
      hand); of equal ones, how low it is.
    - A choice of seats: what the cards of these seats in the trick score for `seat`.
    """
    tables, stage, card = state.tables, state.stage, move & CARD_BITS
    number, hand = tables.number[card], state.hands[seat]
    if stage == TAKE:
        # What the cards played by the seats that are named would score.
        return state.worth(state.shown_by(card), state.declared[seat])
    if stage == DECLARE:
        # What the known hand would score by it and, if equal, how low the card is.
        worth = state.worth(hand, card) if hand & tables.same[card] else i64(0)
        return worth * 256 - number
    if stage >= PASS1:
        # How few cards of its attribute the hand has and, if equal, how low the card is.
        return -(count(hand & tables.cards_of[tables.attribute[card]]) << 8) - number
    return state.pile_sum(card << 1)


# The player by whom matches are played on in thought. Version 1.

# Worths are hundredths of a point.

_POINT: Final = 100
#: To win a trick, or to be second of three, whatever is in it.
_BEST: Final = 300
_SECOND: Final = 100


def reference_code(state: Position, seat: i64) -> i64:
    """The code of the reference player's move for `seat`, which must be able to act (not checked);
    PASS (0) to leave it to the partner. It uses only what the seat knows; `state` isn't changed.

    In the phases MAIN and SUPPORT it values cards by what they score for the card that it has
    declared itself (none, if its partner has). Its main card is high and scores little. Its support
    card, as far as it knows, wins tricks that score for it, loses others, and gives away little; of
    equally good ones it is the lowest. Then it takes the first one in the order of text.

    In other phases, and with unknown cards in hand, it plays as `greedy_code` does.
    """
    if state.unknown[seat] > 0:
        return greedy_code(state, seat)
    return _code(state, seat, state.declared[seat], _LAST)


def _main_code(state: Position, seat: i64, declared: i64, is_last: bool) -> i64:
    """The code of the main card that `seat` plays: the allowed card with the highest number, less
    half of what it scores for the declared card `declared` (0: less nothing). Of equally good ones
    it is the first in the order of text, or the last if `is_last`. Unknown cards in hand count as
    every card that they may be. PASS (0) if there is none.
    """
    tables, best, most = state.tables, PASS, _WORST
    place, left = i64(0), state.playable(seat)
    while left:
        card = lowest(left)
        left ^= BIT[card]
        here, value = tables.listed[card], tables.scored[PLACES * declared + card]
        merit = _POINT * tables.number[card] - _POINT // 2 * value
        if merit > most or (merit == most and (here > place) == is_last):
            best, most, place = tables.first[card], merit, here
    return best


def _support_code(state: Position, seat: i64, declared: i64) -> i64:
    """The code of the best support move of `seat`, as `_supporting_merit` values it; `declared` is
    the declared card by which cards score (0: only the rank counts). Each hundredth of a point
    there weighs as much as 1 in the number of the card laid, so of equally good moves it is one
    with a low card; then the first in the order of text. PASS (0) if there is none.

    Each move is tried alone, by its effect on the totals as they are: support cards already laid
    don't count. It goes over the cards of the hand, not over all moves, leaves out cards that can't
    be better, and ranks only what an effect changes, since rollouts spend their time here.
    """
    tables, mains, standings = state.tables, state.mains, state.standings
    own, best, most, place = state.own_main(seat), PASS, _WORST, i64(0)
    key = standings[own]
    before = state.rank_with(own, key)
    scored, at, left = tables.scored, PLACES * declared, state.playable(seat)
    # What the main cards of the trick would score; no card is 0, which scores nothing.
    pot: i64 = 0
    for card in mains:
        pot += scored[at + card]
    while left:
        card = lowest(left)
        left ^= BIT[card]
        value, number = scored[at + card], tables.number[card]
        top = _supporting_merit(state, 1, value, pot) - number if pot + value >= 0 else -_WORST
        if top < most:
            continue
        for target in state.seats:
            if mains[target] == 0:
                continue
            changed = state.key_with(target, state.supported(card, target))
            if target == own:
                reached = state.rank_with(own, changed)
            else:
                reached = before + (changed < key) - (standings[target] < key)
            merit = _supporting_merit(state, reached, value, pot) - number
            if merit >= most:
                here = tables.listed[PLACES * SORT[SUPPORT] + card] << 3 | target
                if merit > most or here < place:
                    best = (target + SUPPORT_CARD << KIND_AT) + tables.first[card]
                    most, place = merit, here
            if merit == top:  # nothing is better, and later seats not before
                break
    return best


def _supporting_merit(state: Position, rank: i64, value: i64, pot: i64) -> i64:
    """How good a support card is, in hundredths of a point; higher is better. The card itself
    scores `value` points; with it, the own main card is at `rank` (1 is best) in a trick whose main
    cards score `pot` points.

    `pot` + `value` are added whole for rank 1, with 3 points more. With three seats, a third of
    them is added for rank 2, with 1 point more, and half of them subtracted for rank 3. With two or
    four seats they are subtracted whole for rank 2. Half of `value`, if it is above 0, is
    subtracted in any case.
    """
    pot = _POINT * (pot + value)
    merit = -pot
    if rank == 1:
        merit = pot + _BEST
    elif state.n == 3:
        merit = pot // 3 + _SECOND if rank == 2 else -pot // 2
    return merit - _POINT // 2 * max(value, 0)


# What a seat can't know, dealt again. The backs of cards in hands, or laid face down, stay.


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which all cards that `seat` (0: somebody who sees no hand) can't know
    are dealt again at random by `lots`: other hands, declared cards, face-down support cards and
    the deck. Later deals come from `lots`, too. `state` isn't changed.

    Each hand, declared card and support card keeps the colours of its backs. So does the deck as a
    whole, but in a new order. Two things are kept that `memory` says, which is what `seat`
    remembers: a card that it saw another seat take, or passed to its partner, stays in that hand,
    or is what its holder has laid face down since; and a hand gets no card that it has shown not to
    have (see `barred`).

    Raises CannotDeal if the record has unknown cards, the match waits for a chance event, or there
    is no such deal.
    """
    unknown = count(state.unseen) + len(state.deck) - (PLACES - 1)
    world = world_of(state, unknown, lots)
    groups, hidden = _groups(world, seat), i64(0)
    for group in groups:
        hidden |= group.cards
    allowed = _allowed(state, memory, hidden, groups)
    for alike in state.tables.of_back:
        _deal(groups, members(hidden & alike), allowed, lots)
    for group in groups[1:]:
        if group.zone == _HAND[group.seat]:
            group.array[group.seat] = group.cards
        elif group.cards:
            group.array[group.seat] = lowest(group.cards)
    left = members(groups[0].cards)
    shuffle(left, len(left), lots)
    for place in range(world.dealt, len(world.deck)):
        world.deck[place] = left[place - world.dealt]
    world.unseen = groups[0].cards & ~world.dealt_from(world.dealt)
    return world


#: By seat: the zone of its hand; 0 is nobody's.
_HAND: Final = [f"hand/{seat}" for seat in range(5)]


@final
class _Group:
    """Hidden places that are dealt alike: the deck ("deck", seat 0), or a seat's hand, declared
    card or support card. `zone` is its zone's name, and `cards` the mask of the cards there, which
    dealing changes. In the position, they are at index `seat` of `array`; that of the deck is
    empty, since its cards are not in one.
    """

    def __init__(self, zone: str, seat: i64, cards: i64, array: vec[i64]) -> None:
        self.zone = zone
        self.seat = seat
        self.cards = cards
        self.array = array


def _groups(world: Position, seat: i64) -> list[_Group]:
    """The groups of places whose cards `seat` (0: somebody who sees no hand) can't see, as a new
    list. First comes the deck, with all cards that are not dealt or in no known place. Then, for
    each other seat, its hand, its declared card and, in the phase SUPPORT if it has laid one, its
    support card. A group may be empty; that of a declared card is, once the match is over. Their
    `array` is that of `world` itself.
    """
    deck = world.unseen | world.dealt_from(world.dealt)
    groups = [_Group("deck", 0, deck, NONE)]
    for other in world.seats:
        if other == seat:
            continue
        groups.append(_Group(_HAND[other], other, world.hands[other], world.hands))
        card = 0 if world.is_over else world.declared[other]
        groups.append(_Group(f"declared/{other}", other, BIT[card], world.declared))
        card = world.supports[other]
        if world.stage == SUPPORT and card:
            zone = f"support/{world.targets[other]}"
            groups.append(_Group(zone, other, BIT[card], world.supports))
    return groups


def _allowed(state: Position, memory: Memory, hidden: i64, groups: list[_Group]) -> vec[i64]:
    """To which groups each card of the mask `hidden` may be dealt: a new array by card, with a mask
    of groups (bit k for `groups[k]`); 0 for all other cards. A card that `memory` saw enter another
    seat's hand may go only to the groups of that seat in which it may still be. No card goes to a
    group whose zone `memory` bars for it. Nothing is changed.
    """
    tables, allowed = state.tables, zeros(PLACES)
    for seen_card in memory.seen_cards:
        for card in members(hidden & tables.same[tables.card[seen_card.token]]):
            if allowed[card] == 0:
                for at, group in enumerate(groups):
                    if seen_card.first == _HAND[group.seat] and group.zone in seen_card.zones:
                        allowed[card] |= bit(at)
                break
    for card in members(hidden):
        if allowed[card] == 0:
            allowed[card] = bit(len(groups)) - 1
    for at, group in enumerate(groups):
        for token in memory.barred.get(group.zone, ()):
            for card in members(hidden & tables.same[tables.card[token]]):
                allowed[card] &= ~bit(at)
    return allowed


def _deal(groups: list[_Group], cards: vec[i64], allowed: vec[i64], lots: Lots) -> None:
    """Deal `cards` again at random among `groups`: the masks of the groups change, but each keeps
    its number of these cards. `cards` must be all cards of the groups with backs of one colour.
    `allowed` is, by card, the mask of the groups that it may go to. Raises CannotDeal if there is
    no such deal.
    """
    room, masks = zeros(len(groups)), zeros(len(cards))
    for at in range(len(cards)):
        card = cards[at]
        masks[at] = allowed[card]
        for place, group in enumerate(groups):
            if group.cards >> card & 1:
                group.cards ^= BIT[card]
                room[place] += 1
    dealt = deal_within(masks, room, lots)
    for at in range(len(cards)):
        groups[dealt[at]].cards |= BIT[cards[at]]


# What a move shows


def barred(state: Position, move: str, seat: int) -> list[tuple[str, str]]:
    """What the legal move `move` of `seat` (0: the seat on turn) in `state` shows not to be in its
    hand, as a new list of (zone, token) pairs for `Memory.bar`. The zone is `hand/SEAT`. If a main
    card isn't one of those that the seat would have to play to follow, the tokens are all cards
    that would have obliged it. With `all_follow=only_if_unable` that is also so for an all card on
    a colour. [] for any other move, also a lead. `state` is the position before the move.
    """
    if state.stage != MAIN or state.played == 0:
        return []
    tables, whose = state.tables, seat or state.next_seat
    laid = BIT[tables.card[move]]
    return [
        (_HAND[whose], token)
        for token, card in tables.card.items()
        if tables.may_follow(state.led, BIT[card]) & laid == 0
    ]
