"""What matches of 6 nimmt! are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.codes.arrays import filled, packed, unpacked, zeros
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    DRAFT,
    FULL,
    HAND,
    LEFT,
    MARKET,
    PHASES,
    PICK,
    PLACE,
    RIGHT,
    ROWS,
    SECOND,
    TAKE,
    TOKENS,
    Position,
    row_of,
)
from kifu.replay.table import UNKNOWN

# The classes of moves

ONLY_CARD: Final = 1
#: The first of three, by how the card fits.
LOWEST: Final = 2
BETWEEN: Final = 5
HIGHEST: Final = 8
CHEAPEST_ROW: Final = 11
DEARER_ROW: Final = 12
RIGHT_OF_ROW: Final = 13
LEFT_OF_ROW: Final = 14
#: The first of three, by the third of the deck that the card is in.
LOW_PICK: Final = 15
#: How a card fits that would be placed now: in no row, only in full ones, or in another.
BELOW: Final = 0
SIXTH: Final = 1
FITS: Final = 2

_CHOSEN: Final = {
    "lowest": Words("the lowest card", "一番小さいカード"),
    "between": Words("a card between", "中間のカード"),
    "highest": Words("the highest card", "一番大きいカード"),
}
_FITTING: Final = {
    "below every row": Words("which fits no row", "どの列にも置けない"),
    "a sixth": Words("the sixth of its row", "列の6枚目"),
    "fits": Words("which fits a row", "列に置ける"),
}
CLASSES: Final = {
    "only card": Words("the only card in the hand", "最後の1枚"),
    **{
        f"{card}, {fit}": Words(f"{what.en}, {how.en}", f"{what.ja}({how.ja})")
        for card, what in _CHOSEN.items()
        for fit, how in _FITTING.items()
    },
    "cheapest row": Words("takes a row that costs least", "牛が一番少ない列を引き取る"),
    "dearer row": Words(
        "takes a row that costs more than another", "もっと安い列があるのに引き取る"
    ),
    "right of a row": Words("lays the card at the right of a row", "列の右端に置く"),
    "left of a row": Words("lays the card at the left of a row", "列の左端に置く"),
    "low pick": Words("picks a card of the lowest third", "小さい3分の1のカードを選ぶ"),
    "middle pick": Words("picks a card of the middle third", "中間の3分の1のカードを選ぶ"),
    "high pick": Words("picks a card of the highest third", "大きい3分の1のカードを選ぶ"),
}


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with the code `move` that `seat` makes in `state`, the position
    before it: the place of the class in CLASSES, from 1; 0 for code 0, which is no move.

    - A chosen card: whether it is the lowest or the highest known card of the hand, and how it fits
      the rows now. Only here does `seat` matter.
    - A row taken: whether another row has fewer heads.
    - An end of a row: right or left.
    - A pick: the third of the deck that the card is in.
    """
    if move >= LEFT:
        return LEFT_OF_ROW
    if move >= RIGHT:
        return RIGHT_OF_ROW
    if move >= TAKE:
        fewest = state.fewest_heads()
        return DEARER_ROW if state.row_heads[move - TAKE] > fewest else CHEAPEST_ROW
    if move > PICK:
        return LOW_PICK + (move - PICK - 1) * 3 // state.deck_size
    if state.stage != CHOOSE or move < 1:
        return 0
    return _choice_class(state, move, seat)


def _choice_class(state: Position, card: i64, seat: i64) -> i64:
    """The class (its place in CLASSES, from 1) of choosing `card`: whether it is lower or higher
    than all other known cards of the hand of `seat`, or between them, and how it fits the rows (see
    `_fit`). With no other known card it is ONLY_CARD, but as long as the hand counts an unknown
    card (which may be this one) it is the lowest.
    """
    held, fit = state.held, _fit(state, card)
    has_higher = seat in held[card + 1 :]
    if seat in held[:card]:
        return (BETWEEN if has_higher else HIGHEST) + fit
    return LOWEST + fit if has_higher or state.unknown[seat] > 0 else ONLY_CARD


def _fit(state: Position, card: i64) -> i64:
    """How a card would fit if it were placed on the rows as they are now, by the placement of the
    options: BELOW (it fits no row), SIXTH (it goes to a full row) or FITS (to a row that isn't
    full). Of two equally near places, one in a row that isn't full is enough for FITS.
    """
    places = state.places(card)
    if places == 0:
        return BELOW
    size = state.sizes[row_of(places % SECOND)]
    if places >= SECOND:
        size = min(size, state.sizes[row_of(places // SECOND)])
    return FITS if size < FULL else SIXTH


# What a seat faces


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` (1 to n) faces, as one number: the phase, then the numbers from which
    `situation_text` makes its key, in 6 bits each, the phase in the lowest (see `packed`). Of all
    hands only its own counts: its size and its known cards. `seat` need not be to move. In the
    phase CHOOSE, `look` and `hands` of the state are called.
    """
    numbers: list[i64] = [state.stage]
    if state.stage == CHOOSE:
        state.look()
        fits = zeros(3)
        hands = state.hands()
        for at in range(HAND * seat, HAND * (seat + 1)):
            card = hands[at]
            if card > 0:
                fits[_fit(state, card)] += 1
        numbers += [state.hand_size(seat), *[state.sizes[end & 3] for end in state.rising]]
        numbers += [min(fits[BELOW], 3), min(fits[SIXTH], 3)]
    elif state.stage == PLACE:
        costs = sorted(_costs(state))
        numbers += [state.to_place - 1, *[min(cost, 9) + 1 for cost in costs]]
    elif state.stage == DRAFT:
        sixths = [(card - 1) * 6 // state.deck_size for card in state.cards_at(seat)]
        numbers += [sixths.count(sixth) for sixth in range(6)]
    return packed(filled(numbers))


def _costs(state: Position) -> list[i64]:
    """The heads that each legal answer takes, where the owner of a card is asked (phase PLACE): of
    rows 1 to 4, in this order, if the card fits nowhere; otherwise of the two ends, in no order to
    rely on, 0 for an end of a row that isn't full.
    """
    places = state.places(state.placing[state.to_place - 1])
    if places > 0:
        ends = [places // SECOND, places % SECOND]
        return [state.heads_if_full(row_of(place)) for place in ends if place > 0]
    return list(state.row_heads)


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`, such as `std all n3 choose
    hand=9 rows=1.2.1.1 nowhere=1 full=0`. It begins with the placement (`std` or `pro`), the deck
    (`all` for deck=standard, else `dealt` or `drafted`), the number of seats and the phase. Then,
    by phase:

    - `choose`: `hand`, how many cards are in hand; `rows`, the lengths of the rows, that with the
      lowest last card first; `nowhere` and `full`, how many known cards of the hand would fit no
      row, or go to a full one (3 for three or more).
    - `place`: `heads`, the heads that each legal answer takes, ascending, 9 for nine or more (an
      end of a row that isn't full takes 0); `behind`, how many cards are to be placed after this
      one.
    - `draft`: `picks`, how many cards the seat has picked; `sixths`, how many of them are in each
      sixth of the deck.
    - In other phases nothing more.

    A seat that has chosen has the key of the rest of its hand; in `place` all seats have that of
    the seat that is asked. Of `state`, only the options and the number of seats count.
    """
    options = state.options
    placement = "pro" if options.placement == "professional" else "std"
    deck = "all" if options.deck == "standard" else options.hands
    stage, first, *rest = unpacked(code, 8)
    key = f"{placement} {deck} n{state.n} {PHASES[stage]}"
    if stage == CHOOSE:
        *lengths, nowhere, full = rest
        return f"{key} hand={first} rows={_joined(lengths)} nowhere={nowhere} full={full}"
    if stage == PLACE:
        return f"{key} heads={_joined([cost - 1 for cost in rest if cost])} behind={first}"
    if stage == DRAFT:
        sixths = [first, *rest[:5]]
        return f"{key} picks={sum(sixths)} sixths={_joined(sixths)}"
    return key


def _joined(numbers: Sequence[int]) -> str:
    """The numbers as text, with dots between them; "" for none."""
    return ".".join(map(str, numbers))


# The exact position


def canonical(state: Position) -> str:
    """The whole position as one line of ASCII, hidden cards included: the game and the number of
    seats, the options, then the parts of the position, separated by `|`. Of cards taken only the
    heads count. It must not change within rules revision 1, because digests are made of it.
    """
    seats, options = state.seats, state.options
    chosen = [seat for seat in seats if state.choices[seat]] if state.stage == CHOOSE else []
    parts = [
        f"nimmt 1 {state.n}",
        f"{options.deck} {options.hands} {options.placement} {options.target} {options.rounds}",
        f"{state.round} {state.turn} {PHASES[state.stage]}",
        "/".join([_cards(state.cards_at(seat), state.unknown[seat]) for seat in seats]),
        "/".join([_cards(state.row(row), 0) for row in range(1, ROWS + 1)]),
        " ".join([str(state.heads[seat]) for seat in seats]),
        str(state.stock),
        _cards(state.cards_at(MARKET), 0),
        " ".join([f"{seat}:{state.choices[seat]}" for seat in chosen]),
        " ".join([f"{state.owner(card)}:{card}" for card in reversed(state.to_be_placed())]),
        str(state.next_seat if state.stage == DRAFT else 0),
    ]
    return "|".join(parts)


def _cards(known: list[int], unknown: i64) -> str:
    """The tokens of the cards `known`, in the order given, then a `_` for each of the `unknown`
    cards, which is their number; all with spaces between. "" for no cards at all.
    """
    return " ".join([TOKENS[card] for card in known] + [UNKNOWN] * unknown)
