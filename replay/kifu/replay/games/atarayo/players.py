"""The simple player of Atarayo, `greedy_code`, for simulated matches; `redeal`, which deals again
for analysis what a seat can't know by section 9 of the page; and what matches are compared by:
classes of moves, what a seat faces, and the exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from bisect import bisect
from typing import Final

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.analysis.dealing import shuffle, world_of
from kifu.replay.codes.arrays import filled, packed, repeated, unpacked, zeros
from kifu.replay.games.atarayo.cards import (
    ACCEPT,
    BIT,
    CALL,
    COPIES,
    COUNTERED,
    FIRST,
    HIGHEST,
    KINDS,
    LAST_PLAY,
    NUMBERS,
    ONE,
    OPEN,
    PASS,
    RANK,
    SIZE,
    STACK,
    TAKE,
    WILD,
    is_play,
    spelled,
    tokens_of,
)
from kifu.replay.games.atarayo.display import in_order
from kifu.replay.games.atarayo.legal import Legal, possible_totals, totals
from kifu.replay.games.atarayo.position import CALLED, PHASES, STANDBY, Position
from kifu.replay.lots import Lots
from kifu.replay.memory import Memory


def greedy_code(state: Legal, seat: i64) -> i64:
    """The code of the simple player's move for `seat`; 0 if the seat isn't on turn and can't call.
    In the phase `called`, `seat` must be the one that is asked. `state` isn't changed.

    - If the seat may call or counter, it does so with its first hand that can, alone.
    - On turn it makes the play whose remaining hand can add up to the most different numbers from 1
      to 13. Of equal ones it makes that with the smallest sum left, then the last one in the order
      of text.
    - Without a legal play it draws, passes or accepts. Of two revealed cards it chooses the later
      one in canonical order.
    """
    if state.stage == CALLED:
        return state.wish_codes(seat)[1]
    called = state.calls(seat, 1)
    if len(called) > 0:
        return called[0]
    if seat != state.next_seat:
        return 0
    held, numbers = state.held[state.hand], state.numbers[state.hand]
    codes = state.act_codes(seat)
    best = codes[len(codes) - 1]
    most: i64 = -1
    left: i64 = -1
    worth: i64 = 0
    for play in codes:
        if play > LAST_PLAY:
            break
        rest = _counts_after(held, numbers, play)
        if rest != left:
            left, worth = rest, _worth(rest)
        # Of two that are worth the same, the last one in the order of text.
        if worth + RANK[play] > most:
            best, most = play, worth + RANK[play]
    return best


def _counts_after(held: i64, numbers: i64, play: i64) -> i64:
    """The counts of a hand after the play with this code. `numbers` are its counts before: 4 bits
    for each number n from bit 4 * n on, the lowest 4 bits for unknown cards; `held` is the mask of
    its known kinds. A played card that is not among its known cards uses up an unknown one, which
    the hand must have.
    """
    stack = STACK[play]
    while stack:
        card = stack & 63
        if held & BIT[card] == 0 or (card >= WILD and numbers >> 4 * NUMBERS[card] & 15 == 0):
            card = 0
        numbers -= ONE[card]
        stack >>= 6
    return numbers


#: Worths are apart by more than any rank, those of the same waits by more than any sum.
_SUM: Final[i64] = 1 << 12
_WAIT: Final[i64] = 1 << 20
_MOST: Final = 255


def _worth(numbers: i64) -> i64:
    """How good a hand with the counts `numbers` is (4 bits for each number n from bit 4 * n on, the
    lowest 4 for unknown cards), higher is better: first the number of sums (1 to 13) it can call
    on, then the smaller sum of its known cards. An unknown card may be any.
    """
    waits = totals(numbers) if numbers & 15 == 0 else possible_totals(numbers, 1, COPIES)
    worth: i64 = _MOST * _SUM
    for number in range(1, HIGHEST + 1):
        worth -= number * (numbers >> 4 * number & 15) * _SUM
        if waits >> number & 1:
            worth += _WAIT
    return worth


def redeal(state: Position, seat: int, memory: Memory, lots: Lots) -> Position:
    """A copy of `state` in which the cards that `seat` can't see, in hands and pile, are dealt
    again at random by `lots`. Later chance events of the copy come from `lots`, too. Seat 0 is
    somebody who sees no hand. Open cards stay, and each hand has as many cards as before. `memory`
    isn't used; `state` isn't changed. Raises CannotDeal if the record has unknown cards, or if the
    match waits for a chance event.

    After a reshuffle, the pile gets only cards that were shuffled, which everyone knows. A hand may
    get more of these than it has drawn since.
    """
    unknown = i64(0 in state.deck[state.top :])
    for numbers in state.numbers:
        unknown += numbers & 15
    world = world_of(state, unknown, lots)
    viewer: i64 = seat
    hidden = state.unseen_by(viewer)
    _lay_pile(world, hidden, lots)
    cards = repeated(hidden)
    shuffle(cards, len(cards), lots)
    at: i64 = 0
    for hand in state.by_name:
        if state.owners[hand] != viewer:
            bare, more = state.bare[hand], state.size[hand] - state.bare[hand]
            dealt = [*state.cards_in(hand)[:bare], *cards[at : at + more]]
            world.fill(hand, filled(dealt), bare)
            at += more
    return world


def _lay_pile(world: Position, hidden: vec[i64], lots: Lots) -> None:
    """Fill the pile of `world` at random with cards of `hidden`, an array by kind: how many copies
    the viewer doesn't see. The face-up card stays. Each card used is subtracted in `hidden` itself,
    so that the rest is for the hands.

    After a reshuffle only cards that were shuffled are used. The shuffled cards that are not used
    go to the places of `deck` before `top`, as cards drawn since.
    """
    deck, fitting = world.deck, hidden[:]
    shuffled = zeros(KINDS)
    if world.reshuffles > 0:
        for card in deck:
            shuffled[card] += 1
        for kind in range(1, KINDS):
            fitting[kind] = min(hidden[kind], shuffled[kind])
    cards = repeated(fitting)
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
        drawn = repeated(shuffled)
        for place in range(world.top):
            deck[place] = drawn[place]


# The classes of moves

CLASSES: Final = {
    "one card": Words("plays one card", "1枚出す"),
    "several cards": Words("plays several cards together", "複数枚を重ねて出す"),
    "draw": Words("draws a card", "1枚引く"),
    "pass": Words("passes", "パスする"),
    "accept": Words("accepts what is due", "受け入れる"),
    "field card": Words("chooses the first field card", "最初の場札を選ぶ"),
    "call": Words("calls Akimahen", "『あきまへん』を宣言する"),
    "countered call": Words(
        "calls Akimahen, and the call is countered", "『あきまへん』が仕返される"
    ),
}


#: The first code of each class, but of the last one; the first two begin alike.
_FIRSTS: Final = [1, 1, TAKE, PASS, ACCEPT, FIRST + 1, CALL]


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with this code: its place, from 1, in CLASSES; 0 for code 0,
    which is no move. `state` and `seat` aren't used.
    """
    if is_play(move) and SIZE[move] == 1:
        return 1
    return bisect(_FIRSTS, move) + i64(move >= CALL and COUNTERED[move - CALL] > 0)


# What a seat faces

#: Instead of how many cards an attack draws: it shows a hand.
OPENS: Final[i64] = 7


def situation_code(state: Legal, seat: i64) -> i64:
    """What `seat` faces, as one number: the phase, then the numbers that `situation_text` writes,
    in its order, in 6 bits each, the phase in the lowest (see `packed`). Of hidden cards only those
    of its own hands count. `seat` must exist, but need not be on turn.
    """
    hand = next_hand(state, seat)
    numbers = [
        state.stage,
        i64(seat == state.next_seat),
        state.number_called(),
        i64(state.named > 0),
        OPENS if state.attack == OPEN else min(state.amount, 6),
        state.size[hand],
        _fitting_cards(state, hand),
        i64(state.may_call(seat, seat)),
        i64(state.points[seat] >= STANDBY),
    ]
    return packed(filled(numbers))


def next_hand(state: Position, seat: i64) -> i64:
    """The number of the hand of `seat` (which must exist) that is on turn; if none is, the one
    whose turn comes next if no hands are skipped, in the direction of play.
    """
    hand = state.hand or state.hands
    while state.owners[hand] != seat:
        hand = (hand - 1 + state.direction) % state.hands + 1
    return hand


def _fitting_cards(state: Position, hand: i64) -> i64:
    """How many known cards of a hand (its number) could be the bottom card of a play now, if it
    were that hand's turn; 0 if there is no field card.
    """
    if state.high == 0:
        return 0
    fitting = state.fitting()
    return len([card for card in state.cards_in(hand) if BIT[card] & fitting])


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`, such as `table standby n3 act
    own field=8 colour=printed attack=none hand=5 fits=3 call=no standby=no`:

    - mode, goal, number of seats, phase; `own` if its own hand is on turn, else `other`;
    - `field`: the number of the field card, 0 for none; `colour`: `named` if a colour was named for
      it, else `printed`;
    - `attack`: `none`, the cards to draw (`draw2`, `draw4`, `draw6` for six or more) or `open`;
    - `hand`: how many cards are in its hand (in the duel the one on turn, or next on turn);
    - `fits`: how many known cards of that hand could be laid down if it were on turn now;
    - `call`: whether the seat may call; `standby`: whether it is on Standby, where a call that wins
      the round wins the match.

    Of `state`, only the options and the number of seats count.
    """
    stage, own, field, named, attack, hand, fits, call, standby = unpacked(code, 9)
    due = "none" if attack == 0 else "open" if attack == OPENS else f"draw{attack}"
    key = [
        f"{state.options.mode} {state.options.goal} n{state.n} {PHASES[stage]}",
        "own" if own else "other",
        f"field={field} colour={'named' if named else 'printed'} attack={due}",
        f"hand={hand} fits={fits} call={'yes' if call else 'no'}",
        f"standby={'yes' if standby else 'no'}",
    ]
    return " ".join(key)


# The exact position


def canonical(state: Position) -> str:
    """The position as one line of ASCII, hidden cards included: the game and the number of seats,
    the options, then the parts of the position, separated by `|`. It must not change within rules
    revision 1, because digests are made of it.

    Discards are in canonical order, since the order in which they were played no longer matters.
    The hand that made the last play is included only while it can be called on, and not after the
    cards of a draw2 are drawn, although it can still be called on then. The starter is included
    only where it isn't the usual one.
    """
    options, by_name = state.options, state.by_name
    # Positions with the default are digested as they were before there was this option.
    spent6 = "" if options.spent6 == "any" else f" {options.spent6}"
    open_to_calls = state.window > 0 and not state.paid
    called = f"{state.names[state.window]} {state.together}" if open_to_calls else ""
    usual = (state.round - 1) % state.n + 1
    starter = "" if state.starter in (0, usual) else f" {state.starter}"
    parts = [
        f"atarayo 1 {state.n}",
        f"{options.mode} {options.draw2} {options.goal}{spent6}{starter}",
        f"{state.round} {state.turn} {int(state.fresh)} {state.phase}",
        f"{state.names[state.hand]} {state.direction}",
        "/".join([" ".join(in_order(state.cards_in(hand))) for hand in by_name]),
        "/".join([" ".join(in_order(state.open_in(hand))) for hand in by_name]),
        spelled(state.field[-1:], state.named),
        called,
        " ".join(in_order([*state.discards, *state.field[:-1]])),
        " ".join(tokens_of(state.pile)),
        str(len(state.deck) - state.up if state.up else 0),
        " ".join(in_order([state.point] if state.point else [])),
        " ".join(in_order(state.revealed)),
        f"{state.attack} {state.amount}",
        " ".join(map(str, state.scores())),
        str(state.reshuffles),
    ]
    return "|".join(parts)
