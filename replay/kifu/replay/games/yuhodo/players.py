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
from kifu.replay.elements.arrays import bit, count, filled, packed, repeated, unpacked, zeros
from kifu.replay.elements.lots import Lots
from kifu.replay.elements.memory import Memory
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
from kifu.replay.games.yuhodo.position import ACT, PHASES, TAKE, Position, unseen_by
from kifu.replay.games.yuhodo.shapes import UNIT, distance, helpful
from kifu.replay.states.authoring import DISCARDS

#: Worse than any move.
_WORST: Final[i64] = 1 << 20
#: Ranks of moves are less than 2 to this power: what counts more is in the bits above.
_AWAY: Final = 10
#: The bits of the first of packed cards.
_LOWEST: Final = 63
#: Instead of a code: the seat is to take, or to discard, a card that it may choose.
_OPEN_CHOICE: Final = -1


def greedy_code(state: Legal, seat: i64) -> i64:
    """The code of the simple player's move for `seat`; 0 to pass up a claim, and for a seat that
    may not act. It goes out when it can; claims or opens a first set and, with the advanced rules,
    every set of Items; otherwise it takes and keeps what is nearest to a goal shape, and declares
    Ready once it has an opened set. Of equally near cards it takes a red one and discards a black
    one; of moves that are still equal it plays the one whose token comes first as text. `state`
    isn't changed.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    return _plainest(_nearest(state, seat))


def reference_code(state: Legal, seat: i64) -> i64:
    """The code of the reference player's move for `seat`; 0 to pass up a claim, and for a seat that
    may not act. It plays as `greedy_code` does, except on its own turn, before it is Ready and with
    a fully known hand: among equally good takes, or discards, it then chooses the one after which
    the most unseen cards would bring the hand nearer to a goal shape. `state` isn't changed.
    """
    code = _settled(state, seat)
    if code != _OPEN_CHOICE:
        return code
    best = _nearest(state, seat)
    if len(best) == 1 or state.held[WIDE * seat] > 0 or state.ready >> seat & 1:
        return _plainest(best)
    return _most_helped(state, seat, best)


def _settled(state: Legal, seat: i64) -> i64:
    """The code of the move where both players of this module play the same; 0 for a seat that is
    not on turn and makes no claim; _OPEN_CHOICE if `seat` is to choose a card to take or to
    discard.
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
    """The code of the move by which a player `seat` opens a set, or gains the discard for one; 0 if
    it wants none. It always wants a first set; after that only sets of Items, with the advanced
    rules. Of several, it is the one that leaves its hand nearest to a goal shape, of equal ones the
    first as text.
    """
    melded = state.melds[seat] > 0
    if melded and not state.advanced:
        return 0
    best: i64 = 0
    least = _WORST
    for code in state.layings(seat):
        cost = state.away_if_laid(seat, LAID[code]) << _AWAY | RANK[code]
        if cost < least and (not melded or is_item(LAID[code] & _LOWEST)):
            best, least = code, cost
    return best


def _plainest(nearest: vec[i64]) -> i64:
    """Of these takes or discards (codes, at least one), the first as text; a discard of a black
    card goes before one of a red card.
    """
    best: i64 = 0
    least = _WORST
    for code in nearest:
        cost = (LAID[code] & 1) << _AWAY | RANK[code]
        if cost < least:
            best, least = code, cost
    return best


def _most_helped(state: Position, seat: i64, nearest: vec[i64]) -> i64:
    """Of these takes or discards (codes, at least one) of `seat`, whose hand must be fully known:
    the one after which the most cards that `seat` doesn't see would bring its hand nearer to a goal
    shape. After a take that is the hand of eight cards, before any discard. Of equal ones it is a
    black card's discard, then the lowest code. `state` isn't changed.
    """
    unseen = unseen_by(state, seat)
    best, helping, before = i64(0), i64(0), i64(-1)
    most: i64 = -1
    for code in nearest:
        laid = LAID[code]
        shape = state.shapes[seat] + (UNIT[code] if laid == 0 else -UNIT[laid])
        if shape != before:  # a black card and a red one often come together
            helping, before = helpful(shape, unseen), shape
        useful = 2 * helping + 1 - (laid & 1)
        if useful > most or (useful == most and code < best):
            best, most = code, useful
    return best


def _nearest(state: Legal, seat: i64) -> vec[i64]:
    """In the phase TAKE the codes of the takes, in ACT those of the discards, that leave the hand
    of `seat` nearest to a goal shape, as a new array. If some of these takes are of a red card,
    only those. With an opened set, a discard that may declare Ready is always the code that
    declares it; if some of the nearest do, only those.

    `seat` must be on turn, in TAKE with a market (without one the array is empty), in ACT not
    Ready: neither is checked. Then there is at least one code.
    """
    discards, melded = state.stage == ACT, state.melds[seat] > 0
    found = state.cards_to_show(seat) if discards else state.market[:]
    least, size = _WORST, i64(0)
    for at in range(len(found)):
        code = found[at]
        if discards:
            away = state.away_if_laid(seat, code)
            declares = melded and away <= state.may_lack(seat, code)
            cost = 2 * away - i64(declares)
            code += DECLARE if declares else DISCARD
        else:
            cost = 2 * distance(state.shapes[seat] + UNIT[code]) - (code & 1)
        if cost < least:
            least, size = cost, 0
        if cost == least:  # its place is one that was looked at
            found[size] = code
            size += 1
    return found[:size]


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
    """A copy of `state` in which the cards of hands and pile that `seat` (0: somebody who sees no
    hand) can't see are dealt again at random by `lots`, and whose later chance `lots` determine,
    too. A card that another seat was seen to take (in `memory`, or just now) stays in its hand, a
    hand that went out stays as it is, and the hand of a seat that is Ready lacks one card for a
    goal shape. `state` isn't changed. Raises CannotDeal if the record has unknown cards, the match
    waits for a chance event, or no such hands are found.
    """
    world = world_of(state, sum(state.spare), lots)
    room = _keep_known(world, seat, memory)
    left, known = unseen_by(world, seat), world.bonus()
    for other in world.seats:
        if other != seat:
            known += world.hand(other)
    for card in known:
        left[card] -= 1
    pool = repeated(left)
    # Ready seats first, of these the ones that get the fewest cards.
    ready = [other for other in world.seats if world.ready >> other & 1 and room[other]]
    others = [other for other in world.seats if room[other] and other not in ready]
    ready = sorted(ready, key=lambda other: room[other])
    for _ in range(_DEALS):
        shuffle(pool, len(pool), lots)
        if _deal_ready(world, ready, room, pool, lots):
            break
    else:
        raise CannotDeal(
            Words(
                "no hand that waits for a card was found for a seat that is Ready",
                "レディしたプレイヤーの手札を配り直せません",
            )
        )
    at: i64 = 0
    for other in ready + others:
        for _card in range(room[other]):
            world.hold(other, pool[at])
            at += 1
    for place in range(world.top, SIZE):
        world.deck[place] = _PLACE[pool[at]]
        at += 1
    return world


def _keep_known(world: Position, seat: i64, memory: Memory) -> vec[i64]:
    """Remove from all other hands in `world` the cards that `seat` doesn't know to be there, by its
    `memory` and the card that the seat on turn has just taken. A hand that went out stays as it is.
    Returns an array by seat: how many cards each hand then lacks (index 0 unused).
    """
    room = zeros(world.n + 1)
    for other in world.seats:
        if other == seat or other == world.out:
            continue
        known = [CARD[token] for token in memory.known_in(f"hand/{other}")]
        if other == world.next_seat and world.taken > 0 and world.taken not in known:
            known.append(int(world.taken))
        room[other] = -len(known)
        for at in range(WIDE * other, WIDE * other + WIDE):
            room[other] += world.held[at]
            world.held[at] = 0
        world.shapes[other] = 0
        for card in known:
            world.hold(other, card)
    return room


# Hands that wait


def _deal_ready(
    world: Position, ready: list[int], room: vec[i64], pool: vec[i64], lots: Lots
) -> bool:
    """Rearrange `pool` at random so that its first cards, dealt to the seats `ready` in this order,
    leave each hand one card short of a goal shape (that of the seat on turn without the card that
    it has just taken). `room` is how many cards each seat gets, by seat. Nothing is dealt yet:
    `world` isn't changed. False if it finds no such order; `pool` may then have been rearranged.
    """
    at: i64 = 0
    for seat in ready:
        end = at + room[seat]
        shape = world.shapes[seat]
        if seat == world.next_seat:  # without the card that it has just taken
            shape -= UNIT[world.taken]
        if not _make_wait(pool, at, end, shape, lots):
            return False
        at = end
    return True


def _make_wait(pool: vec[i64], begin: i64, end: i64, shape: i64, lots: Lots) -> bool:
    """Try to make the cards of `pool` at the indices `begin` to `end` - 1 wait: together with the
    cards of `shape` (the sum of the UNIT of each) they are then one card short of a goal shape, or
    have one. True if they are.

    At least _LEAST times, and until they wait, it tries to exchange a random one of them with a
    random card of `pool` from index `end` on; an exchange that leads away from a goal shape is
    mostly not made. It gives up after _MOST tries, with `pool` rearranged. If there are no cards
    from `end` on, nothing is exchanged.
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
    """What `seat` faces as one number: the phase and then the numbers that `situation_text` writes,
    in its order, in 6 bits each, the first in the lowest (see `packed`). Of hands, only its own
    known cards count; it need not be on turn.
    """
    may_go_out = state.stage == TAKE and state.why_not(GOAL, seat) == 0
    numbers = [
        state.stage,
        i64(seat == state.next_seat),
        distance(state.shapes[seat]),
        min(state.melds[seat], 3),
        state.ready >> seat & 1,
        count(state.ready & ~bit(seat)),
        i64(state.may_claim(seat)) + i64(may_go_out),
        min((SIZE - state.top) * 4 // (SIZE - 8 * state.n - 1), 3),
    ]
    return packed(filled(numbers))


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`:

    - the rules, the number of seats, the phase, and whether the seat is on turn (`own` or `other`);
    - `away`: how many cards its known hand (in ACT before the discard) lacks for a goal shape;
    - `opened`: how many sets it has opened (`3` for three or more); `ready`: whether it is Ready
      (`1` or `0`), and how many others are;
    - `claim`: whether it may claim the discard: `goal`, `gain` or `none`;
    - `pile`: how much of the pile is left, in quarters of its size at the start, rounded down (0 to
      3).

    Of `state`, only the options and the number of seats count.
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
    """The whole position as one line of ASCII, hidden cards included: the game and number of seats,
    the options, then the position, separated by `|`. Frozen for rules revision 1, because digests
    are made of it.
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
        "/".join([" ".join(map(_line, state.sets_of(seat))) for seat in seats]),
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
