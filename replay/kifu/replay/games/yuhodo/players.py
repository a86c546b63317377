"""Players of Yuhodo: `greedy_code`, a simple one for simulated matches, and `reference_code`, with
which analysis plays matches on; `redeal`, which deals again what a seat can't know by section 9 of
the page, except cards that it has seen others take; and what matches are compared by: classes of
moves, what a seat faces, and the exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.analysis.dealing import CannotDeal, shuffle, world_of
from kifu.replay.authoring import DISCARDS
from kifu.replay.codes.arrays import (
    bit,
    count,
    filled,
    highest,
    lowest,
    members,
    packed,
    repeated,
    unpacked,
    zeros,
)
from kifu.replay.games.yuhodo.cards import (
    CARD,
    DECK,
    DECLARE,
    DISCARD,
    GAIN,
    GOAL,
    LAID,
    MAKE,
    OPEN,
    RANK,
    SIZE,
    TOKEN,
    WIDE,
    is_item,
)
from kifu.replay.games.yuhodo.legal import Legal
from kifu.replay.games.yuhodo.position import ACT, PHASES, TAKE, Position
from kifu.replay.games.yuhodo.shapes import UNIT, dispensable, distance, helpful
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
#: Ranks of moves are less than 2 to this power: what counts more is in the bits above.
_AWAY: Final = 10
#: The bits of red cards.
_REDS: Final[i64] = sum([1 << card for card in range(3, 52, 2)])
#: Instead of a code: the seat is to take, or to discard, a card that it may choose.
_OPEN_CHOICE: Final = -1


def greedy_code(state: Legal, seat: i64) -> i64:
    """The code of the simple player's move for `seat`. 0 if it passes up a claim, and for a seat
    that may not act. It uses only what the seat knows; `state` isn't changed. It makes the first of
    these moves that it can:

    - It goes out, also on a discard.
    - It opens or gains its first set; with the advanced rules, then also every set of Items.
    - It plays `m` if it is to take a card and the market is empty. If it is Ready, it discards the
      card just taken.
    - It takes or discards so that its hand is nearest to a goal shape. If it has opened a set, it
      declares Ready when it can. Of equally near cards it takes a red one, and discards a black
      one.

    Of moves that are still equal it plays the one whose token comes first as text.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    cards, added = _nearest(state, seat)
    return _plainest(cards, added)


def reference_code(state: Legal, seat: i64) -> i64:
    """The code of the reference player's move for `seat`. 0 if it passes up a claim, and for a seat
    that may not act. It uses only what the seat knows; `state` isn't changed.

    It plays as `greedy_code` does, with one difference: if it isn't Ready and has no unknown cards
    in hand, then among takes or discards that leave its hand equally near to a goal shape it
    chooses the one after which the most unseen cards would bring the hand nearer.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    cards, added = _nearest(state, seat)
    if cards & cards - 1 == 0 or state.held[WIDE * seat] > 0 or state.ready >> seat & 1:
        return _plainest(cards, added)
    return added + _most_helped(state, seat, cards)


def _settled(state: Legal, seat: i64) -> i64:
    """The code of the move of `seat` where both players of this module choose in the same way: a
    goal, a set, `m`, the discard of a Ready seat. _OPEN_CHOICE if it is on turn and has to choose a
    card to take or to discard. 0 for a seat that isn't on turn and makes no claim.
    """
    if state.why_not(GOAL, seat) == 0:
        return GOAL
    code = _set_to_lay(state, seat)
    if code != 0 or seat != state.next_seat:
        return code
    if state.stage == ACT:
        if state.ready >> seat & 1:
            return DISCARD + state.taken
    elif len(state.market) == 0:
        return MAKE
    return _OPEN_CHOICE


def _set_to_lay(state: Legal, seat: i64) -> i64:
    """The code of the move by which both players let `seat` open a set, or gain the discard for
    one. 0 if there is none, or none that they want: they want a first set; after that, only sets of
    Items with the advanced rules. Of several it is the one that leaves the hand nearest to a goal
    shape, of equal ones the first as text.
    """
    melded = state.melds[seat] > 0
    if melded and not state.advanced:
        return 0
    best: i64 = 0
    least = _WORST
    for code in state.layings(seat):
        cost = state.away_if_laid(seat, LAID[code]) << _AWAY | RANK[code]
        if cost < least and (not melded or is_item(LAID[code] & 63)):
            best, least = code, cost
    return best


def _plainest(cards: i64, added: i64) -> i64:
    """The code of the one of these takes or discards (`cards` and `added` as `_nearest` gives them)
    that comes first as text; but any discard of a black card comes before that of a red one.
    """
    best: i64 = 0
    least = _WORST
    while cards:
        code = added + lowest(cards)
        cost = (LAID[code] & 1) << _AWAY | RANK[code]
        if cost < least:
            best, least = code, cost
        cards &= cards - 1
    return best


def _most_helped(state: Position, seat: i64, cards: i64) -> i64:
    """The best of `cards` (bit k for card k, at least one) for `seat` to discard (in the phase ACT)
    or to take (in any other). It is the one after which the most cards that the seat doesn't see
    would bring its hand nearer to a goal shape; after a take, this hand has eight cards. Of equally
    good cards, a black one comes first if it is to be discarded, then the lowest. The seat must
    know its whole hand. `state` isn't changed.
    """
    discards = i64(state.stage == ACT)
    best, helping, before = i64(0), i64(0), i64(-1)
    most: i64 = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        shape = state.shapes[seat] + (-UNIT[card] if discards else UNIT[card])
        if shape != before:  # a black card and a red one often come together
            helping, before = state.unseen(seat, helpful(shape)), shape
        useful = 2 * helping + 1 - (card & discards)
        if useful > most:
            best, most = card, useful
    return best


def _nearest(state: Legal, seat: i64) -> tuple[i64, i64]:
    """The cards (bit k for card k) whose take (in TAKE) or discard (in ACT) leaves the hand of
    `seat` nearest to a goal shape, and what is added to a card for the code of that move. Unknown
    cards in its hand count as every card that they may be.

    Of such takes, if some are of a red card, only these are returned. If the seat has opened a set,
    and some of the nearest discards may declare Ready, only these are, as moves that declare it.

    The seat must be on turn and, in ACT, not Ready; in TAKE there must be a market: neither is
    checked.
    """
    shape = state.shapes[seat]
    if state.stage == TAKE:
        offer = state.on_offer()
        found = offer & helpful(shape) or offer
        return found & _REDS or found, 0
    cards = state.cards_to_show(seat)
    found = cards & (dispensable(shape) | ~state.hands[seat]) or cards
    if state.melds[seat] > 0:
        ready = state.declaring(seat, found)
        if ready:
            return ready, DECLARE
    return found, DISCARD


# What a seat can't know, dealt again


#: By card: the first place in DECK that has it.
_PLACE: Final = filled([0, 0] + [DECK.index(token) + 1 for token in TOKEN[2:]])

#: So many exchanges at least make a hand that waits, and so many at most.
_LEAST: Final = 100
_MOST: Final = 5_000
#: So often all is dealt at most, where one Ready hand leaves no cards for another one. Late in a
#: short game that happens to more than nine deals of ten.
_DEALS: Final[i64] = 10_000
#: An exchange that leads away from a hand that waits is made once in so many times.
_AGAIN: Final = 12


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` (0: somebody who sees no hand) can't see, in
    hands and pile, are dealt again at random by `lots`. Later chance comes from `lots`, too.
    `state` isn't changed.

    A card that another seat was seen to take, by `memory` or just now, stays in its hand. The hand
    of a seat that is Ready is dealt so that it lacks one card for a goal shape (without the card
    just taken). A hand that went out stays as it is.

    Raises CannotDeal if the record has unknown cards, the match waits for a chance event, or no
    such hands are found.
    """
    world = world_of(state, highest(state.spare), lots)
    room = _keep_known(world, seat, memory)
    left = world.face_down[:]
    for other in world.seats:
        for card in members(world.hands[other]):
            left[card] -= world.held[WIDE * other + card]
    for card in world.bonus():
        left[card] -= 1
    pool = repeated(left)
    # Ready seats first, of these the ones that get the fewest cards.
    order = sorted(
        [other for other in world.seats if room[other]],
        key=lambda other: room[other] if world.ready >> other & 1 else SIZE,
    )
    for _ in range(_DEALS):
        shuffle(pool, len(pool), lots)
        if _deal_ready(world, order, room, pool, lots):
            break
    else:
        raise CannotDeal(
            Words(
                "no hand that waits for a card was found for a seat that is Ready",
                "レディしたプレイヤーの手札を配り直せません",
            )
        )
    at: i64 = 0
    for other in order:
        for _card in range(room[other]):
            world.hold(other, pool[at])
            at += 1
    for place in range(world.top, SIZE):
        world.deck[place] = _PLACE[pool[at]]
        at += 1
    return world


def _keep_known(world: Position, seat: i64, memory: Memory) -> vec[i64]:
    """Take out of all hands in `world` but that of `seat` the cards that `seat` doesn't know to be
    there. It knows those in `memory` and the card that the seat on turn has just taken. They are
    put nowhere else. A hand that went out stays as it is. Returns a new array by seat: how many
    cards each hand has lost (index 0 unused).
    """
    room = zeros(world.n + 1)
    for other in world.seats:
        if other == seat or other == world.out:
            continue
        known = [CARD[token] for token in memory.known_in(f"hand/{other}")]
        if other == world.next_seat and world.taken > 0 and world.taken not in known:
            known.append(world.taken)
        room[other] = -len(known)
        for card in members(world.hands[other]):
            room[other] += world.held[WIDE * other + card]
            world.held[WIDE * other + card] = 0
        world.hands[other] = world.shapes[other] = 0
        for card in known:
            world.hold(other, card)
    return room


# Hands that wait


def _deal_ready(
    world: Position, order: list[i64], room: vec[i64], pool: vec[i64], lots: Lots
) -> bool:
    """Exchange cards of `pool`, at random, so that each Ready seat gets a hand that waits: one card
    short of a goal shape, or with one. The first cards of `pool` are for the seats in this `order`,
    in which the Ready ones come first; `room` is, by seat, how many cards each gets. They are added
    to the cards that the hand has in `world`, but not to the card that the seat on turn has just
    taken. Without Ready seats, `pool` stays as it is. Nothing is dealt yet, and `world` isn't
    changed.

    Returns whether all Ready hands wait. If not, cards may have been exchanged, too.
    """
    at: i64 = 0
    for seat in order:
        end = at + room[seat]
        shape = world.shapes[seat]
        if seat == world.next_seat:  # without the card that it has just taken
            shape -= UNIT[world.taken]
        if world.ready >> seat & 1 and not _make_wait(pool, at, end, shape, lots):
            return False
        at = end
    return True


def _make_wait(pool: vec[i64], begin: i64, end: i64, shape: i64, lots: Lots) -> bool:
    """Exchange cards of `pool` at random until those at the indices `begin` to `end` - 1, together
    with the cards of `shape` (the sum of the UNIT of each), are one card short of a goal shape or
    have one. Returns whether they are.

    Each try exchanges a random one of them with a random card from index `end` on; an exchange that
    leads away from a goal shape is mostly not made. There are at least _LEAST tries, so that the
    hand is random, and at most _MOST. Without cards from `end` on, there are none.
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


# The classes of moves

CLASSES: Final = {
    "no claim": Words("nobody claims the discard", "だれも捨札を取らない"),
    "take": Words("takes a card", "テイクする"),
    "goal": Words("goes out", "ゴールする"),
    "open": Words("opens a set", "オープンする"),
    "discard": DISCARDS,
    "discard and Ready": Words(
        "discards a card and declares Ready", "カードを捨ててレディを宣言する"
    ),
    "gain": Words("gains the discard", "ゲインする"),
}


#: The first code of each class. No card is below 2.
_FIRSTS: Final = [MAKE, 2, GOAL, OPEN, DISCARD, DECLARE + 2, GAIN]


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with this code: its place, from 1, in CLASSES; 0 for code 0,
    which is no move. `state` and `seat` aren't used.
    """
    return bisect(_FIRSTS, move)


# What a seat faces


def situation_code(state: Legal, seat: i64) -> i64:
    """What `seat` (from 1) faces as one number, in 6 bits each, the first in the lowest: the phase,
    whether it is on turn, and then the other numbers that `situation_text` writes, in its order. Of
    hands, only its own counts. The seat need not be on turn.
    """
    may_go_out = state.stage == TAKE and state.why_not(GOAL, seat) == 0
    return packed(
        filled(
            [
                state.stage,
                i64(seat == state.next_seat),
                distance(state.shapes[seat]),
                min(state.melds[seat], 3),
                state.ready >> seat & 1,
                count(state.ready & ~bit(seat)),
                i64(state.may_claim(seat)) + i64(may_go_out),
                min((SIZE - state.top) * 4 // (SIZE - 8 * state.n - 1), 3),
            ]
        )
    )


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`, as one line:

    - the rules, the number of seats, the phase, and whether the seat is on turn (`own` or `other`);
    - `away`: how many cards its known hand lacks for a goal shape (in ACT, the hand before the
      discard);
    - `opened`: how many sets it has opened (`3`: three or more);
    - `ready`: whether it is Ready (`1` or `0`), then how many other seats are;
    - `claim`: whether it may claim the discard: `goal`, `gain` or `none`;
    - `pile`: how many quarters of the pile at the start are left, rounded down (0 to 3).

    Of `state`, only the options and the number of seats are used.
    """
    stage, own, away, opened, ready, others, claim, pile = unpacked(code, 8)
    key = [
        f"{state.options.rules} n{state.n} {PHASES[stage]}",
        "own" if own else "other",
        f"away={away} opened={opened} ready={ready}.{others}",
        f"claim={('none', 'gain', 'goal')[claim]}",
        f"pile={pile}",
    ]
    return " ".join(key)


# The exact position


def canonical(state: Position) -> str:
    """The whole position as one line of ASCII, hidden cards included; its digest is made of it, so
    it is frozen for rules revision 1. Parts are separated by `|`: game, revision and number of
    seats; options; round, starter, turn, whether the turn has begun, seat on turn and phase;
    points; hands; opened sets; rivers; Ready seats; market; pile; whose discard may be claimed and
    the card just taken; the seat that went out, bonus cards, the seat with an instant win. An
    unknown card is `_`.
    """
    options = state.options
    seats = state.seats
    parts = [
        f"yuhodo 1 {state.n}",
        f"{options.rules} {state.games} {state.target} {options.ready} {options.item_reds}",
        f"{state.round} {state.starter} {state.turn} {int(state.begun)} {state.next_seat}"
        f" {PHASES[state.stage]}",
        " ".join([str(points) for points in state.scores()]),
        "/".join([_line(state.hand(seat)) for seat in seats]),
        "/".join(
            [
                " ".join([_line(unpacked(each, 3)) for each in state.opened_sets(seat)])
                for seat in seats
            ]
        ),
        "/".join([_line(state.river(seat)) for seat in seats]),
        " ".join([str(seat) for seat in seats if state.ready >> seat & 1]),
        _line(list(state.market)),
        _line(state.pile()),
        f"{state.discarder} {TOKEN[state.taken]}",
        f"{state.out} {_line(state.bonus())} {state.champion}",
    ]
    return "|".join(parts)


def _line(cards: list[int]) -> str:
    """The tokens of cards as one text, one right after the other, `_` for an unknown one; "" for
    none.
    """
    return "".join([TOKEN[card] for card in cards])
