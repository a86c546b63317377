"""What matches of MAGiMiLES are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.elements.arrays import count, sort_down, sort_up, zeros
from kifu.replay.elements.move_classes import numbered
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    DECLARED,
    PASSED,
    PICKED,
    SUPPORT_CARD,
    TAKEN,
    TARGET_OF,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    NEEDED,
    PASS1,
    PASS2,
    PHASES,
    PICK1,
    PICK2,
    PILES,
    SUPPORT,
    TAKE,
    Position,
    holders,
)

# The classes of moves

MAIN_CARD: Final[i64] = 1
DECLARED_CARD: Final[i64] = 2
PASSED_CARD: Final[i64] = 3
OWN_SUPPORT: Final[i64] = 4
OTHER_SUPPORT: Final[i64] = 5
PILES_PICKED: Final[i64] = 6
CARDS_TAKEN: Final[i64] = 7
CLASSES: Final = numbered(
    {
        MAIN_CARD: ("main card", Words("lays a main card", "メインカードを出す")),
        DECLARED_CARD: (
            "declared card",
            Words("lays a main card face down to declare", "カードを伏せて宣言する"),
        ),
        PASSED_CARD: (
            "passed card",
            Words("passes a card to the partner", "チームメイトにカードを渡す"),
        ),
        OWN_SUPPORT: (
            "own support",
            Words(
                "lays a support card at its own main card",
                "自分のメインカードにサポートカードを出す",
            ),
        ),
        OTHER_SUPPORT: (
            "support for another",
            Words(
                "lays a support card at another main card",
                "ほかの人のメインカードにサポートカードを出す",
            ),
        ),
        PILES_PICKED: ("piles", Words("picks piles", "カードの束を選ぶ")),
        CARDS_TAKEN: ("cards taken", Words("takes cards", "カードを受け取る")),
    }
)


def class_of(move: i64, seat: i64) -> i64:
    """The class of the legal move with this code by `seat`, as its number in the table `classes`; 0
    for code 0, which is no move.
    """
    if move <= 0:
        return 0
    if move < DECLARED:
        return MAIN_CARD
    if move < PASSED:
        return DECLARED_CARD
    if move < SUPPORT_CARD:
        return PASSED_CARD
    if move < PICKED:
        return OWN_SUPPORT if TARGET_OF[move] == seat else OTHER_SUPPORT
    return PILES_PICKED if move < TAKEN else CARDS_TAKEN


# What a seat faces

# A situation is its phase in the lowest 4 bits, then numbers of 6 bits by phase, from below

_PHASE_BITS: Final[i64] = 4
_BITS: Final[i64] = 6


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` faces, packed (see `_packed`): a few small numbers that depend on the phase.

    - PICK1, PICK2: the sums of the piles left in tens, ascending;
    - PASS1, PASS2, DECLARE: the cards of each colour in hand, descending, and the all cards;
    - MAIN: cards in hand; if a card was led: 1 if it is of a colour, 2 if it is an all card; its
      number below (0), at (1) or above (2) the trump; how many cards can follow, 3 for more;
    - SUPPORT: cards in hand; cards laid; the rank of the main card of its side;
    - TAKE: for the cards of each seat 0, 1, 2 if they are worth less than nothing, nothing or more,
      descending.
    """
    stage = state.stage
    if stage in (PICK1, PICK2):
        return stage | _packed(_sums(state)) << _PHASE_BITS
    if stage == MAIN:
        return stage | _facing_lead(state, seat) << _PHASE_BITS
    if stage == SUPPORT:
        rank = state.rank_of(state.own_main(seat))
        faced = state.laid | rank << _BITS
        return stage | (state.hand_size(seat) | faced << _BITS) << _PHASE_BITS
    if stage in (PASS1, PASS2, DECLARE):
        return stage | _packed(_by_attribute(state, seat)) << _PHASE_BITS
    if stage == TAKE:
        return stage | _packed(_signs(state, seat)) << _PHASE_BITS
    return stage


def _packed(numbers: vec[i64]) -> i64:
    """Up to ten numbers below 64, packed into one: 6 bits each, the first one in the lowest
    bits.
    """
    whole: i64 = 0
    for at in range(len(numbers) - 1, -1, -1):
        whole = whole << _BITS | numbers[at]
    return whole


def _sums(state: Position) -> vec[i64]:
    """The sum of the numbers on each pile left, in whole tens of the sum (37: 3), ascending."""
    number = state.tables.number
    sums = zeros(count(state.piles))
    left: i64 = 0
    for pile in range(PILES):
        if state.piles >> pile & 1:
            whole: i64 = 0
            for card in state.pile_at(pile):
                whole += number[card]
            sums[left] = whole // 10
            left += 1
    sort_up(sums)
    return sums


def _by_attribute(state: Position, seat: i64) -> vec[i64]:
    """How many known cards the hand of `seat` has: of each of the three colours, the largest count
    first, then of all cards (which are of every colour).
    """
    hand, cards_of = state.hands[seat], state.tables.cards_of
    counts = zeros(ALL_CARD)
    for colour in range(ALL_CARD):
        counts[colour] = count(hand & cards_of[colour])
    sort_down(counts)
    every = zeros(ALL_CARD + 1)
    for place in range(ALL_CARD):
        every[place] = counts[place]
    every[ALL_CARD] = count(hand & cards_of[ALL_CARD])
    return every


def _facing_lead(state: Position, seat: i64) -> i64:
    """What `situation_code` has for MAIN, packed as by `_packed`: the cards in hand and, unless
    `seat` leads, what was led, how its number compares with the trump, and how many can follow.
    """
    size = state.hand_size(seat)
    if state.played == 0:
        return size
    tables, led = state.tables, state.led
    kind: i64 = 1
    if led == ALL_CARD:
        kind = 2
    number = tables.number[state.mains[state.order[0]]]
    against: i64 = 0
    if number >= state.trump:
        against = 1
    if number > state.trump:
        against = 2
    follow = min(count(state.hands[seat] & tables.allowed[led]), 3)
    return size | (kind | (against | follow << _BITS) << _BITS) << _BITS


def _signs(state: Position, seat: i64) -> vec[i64]:
    """What the cards that each seat has played in the trick would score for `seat`: 0 for less than
    nothing, 1 for nothing, 2 for more; the largest first.
    """
    signs = zeros(state.played)
    for at in range(state.played):
        worth = state.worth(state.shown_by(state.order[at]), state.declared[seat])
        if worth > 0:
            signs[at] = 2
        elif worth == 0:
            signs[at] = 1
    sort_down(signs)
    return signs


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`: seats and rule data,
    the phase, then by phase

    - `pick1`, `pick2`: the sums of the numbers of the piles left, ascending, in tens.
    - `pass1`, `pass2`, `declare`: the cards of each colour in hand, descending, and the all cards.
    - `main`: the cards in hand; the lead: `own`, or whether it is a colour or all and its number
      below, at or above the trump; how many cards can follow it (`3`: or more).
    - `support`: the cards in hand; how many support cards lie; how the main card of the seat or
      its team has before any of them counts (`1`: best).
    - `take`: what the cards of each seat in the trick are worth to it (`+`, `0`, `-`), best first.

    Cards that are not known count in hands only. A seat that does not act faces what it would
    if it did.
    """
    options, phase = state.options, code & 15
    key = [f"n{state.n}", options.cards, options.support, options.cycle, PHASES[phase]]
    code >>= 4
    if phase in (PICK1, PICK2):
        key.append(f"piles={_joined(_fields(code, 4 if phase == PICK1 else 3))}")
    elif phase in (PASS1, PASS2, DECLARE):
        *colours, every = _fields(code, 4)
        key += [f"colours={_joined(colours)}", f"all={every}"]
    elif phase == MAIN:
        hand, kind, trump, follow = _fields(code, 4)
        key += [f"hand={hand}", f"lead={LEADS[kind]}"]
        if kind:
            key[-1] += f".{('below', 'at', 'above')[trump]}"
            key.append(f"follow={follow}")
    elif phase == SUPPORT:
        hand, laid, rank = _fields(code, 3)
        key += [f"hand={hand}", f"laid={laid}", f"rank={rank}"]
    elif phase == TAKE:
        key.append(f"worth={''.join('-0+'[sign] for sign in _fields(code, 3))}")
    return " ".join(key)


LEADS = ("own", "colour", "all")


def _fields(code: int, count: int) -> list[int]:
    """The first `count` numbers that `_packed` has put into a code."""
    return [code >> _BITS * at & (1 << _BITS) - 1 for at in range(count)]


def _joined(numbers: list[int]) -> str:
    return ".".join(map(str, numbers))


# The exact position


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII, hidden cards included. It begins with the game,
    the number of seats and the options; then comes what the rules page counts as the position.
    Frozen for rules revision 1, because digests are made of it.
    """
    options, tokens = state.options, state.tables.tokens
    # Positions with the default are digested as they were before there was this option.
    supports = "" if options.supports == "number" else f" {options.supports}"

    def named(cards: list[int]) -> str:
        return " ".join([tokens[card] for card in cards])

    by_seat = range(1, state.n + 1)
    parts = [
        f"magimiles 1 {state.n}",
        f"{options.cards} {options.support} {options.cycle} "
        f"{options.all_follow} {options.all_lead} {options.rounds}{supports}",
        f"{state.round} {state.turn} {state.phase}",
        str(state.next_seat) if state.next_seat else " ".join(map(str, state.to_move())),
        str(state.leader),
        "/".join(named(state.hand(seat)) for seat in by_seat),
        "/".join(named(state.pile(k)) for k in range(1, 5)),
        named([state.trump_card]) if state.trump_card else "",
        " ".join(
            f"{seat}:{tokens[card]}"
            for seat, card in enumerate(state.declared)
            if card or state.covered >> seat & 1
        ),
        " ".join(f"{seat}:{tokens[state.mains[seat]]}" for seat in state.seats_in()),
        " ".join(f"{seat}:{tokens[card]}>{target}" for seat, card, target in state.cards_laid()),
        "/".join(named(sorted(state.cards_won(seat))) for seat in holders(state.n)),
        " ".join(map(str, state.scores())),
        named(list(state.deck[state.dealt : NEEDED[state.n]])),
    ]
    return "|".join(parts)
