"""What matches of 6 nimmt! are compared by: classes of moves, what a seat faces, and the
exact position.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.elements.move_classes import numbered
from kifu.replay.games.nimmt.cards import (
    FULL,
    LARGEST,
    LEFT,
    PICK,
    RIGHT,
    ROWS,
    SECOND,
    TAKE,
    TOKENS,
    row_of,
)
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.players import heads_in
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    DRAFT,
    MARKET,
    PHASES,
    PLACE,
    PLAYED,
    WIDE,
    Position,
)
from kifu.replay.table import UNKNOWN

# The classes of moves

ONLY_CARD: Final[i64] = 1
LOWEST: Final[i64] = 2
LOWEST_SIXTH: Final[i64] = 3
LOWEST_FITS: Final[i64] = 4
BETWEEN: Final[i64] = 5
BETWEEN_SIXTH: Final[i64] = 6
BETWEEN_FITS: Final[i64] = 7
HIGHEST: Final[i64] = 8
HIGHEST_SIXTH: Final[i64] = 9
HIGHEST_FITS: Final[i64] = 10
CHEAPEST_ROW: Final[i64] = 11
DEARER_ROW: Final[i64] = 12
RIGHT_OF_ROW: Final[i64] = 13
LEFT_OF_ROW: Final[i64] = 14
LOW_PICK: Final[i64] = 15
MIDDLE_PICK: Final[i64] = 16
HIGH_PICK: Final[i64] = 17
CLASSES: Final = numbered(
    {
        ONLY_CARD: ("only card", Words("the only card in the hand", "最後の1枚")),
        LOWEST: (
            "lowest, below every row",
            Words("the lowest card, which fits no row", "一番小さいカード(どの列にも置けない)"),
        ),
        LOWEST_SIXTH: (
            "lowest, a sixth",
            Words("the lowest card, the sixth of its row", "一番小さいカード(列の6枚目)"),
        ),
        LOWEST_FITS: (
            "lowest, fits",
            Words("the lowest card, which fits a row", "一番小さいカード(列に置ける)"),
        ),
        BETWEEN: (
            "between, below every row",
            Words("a card between, which fits no row", "中間のカード(どの列にも置けない)"),
        ),
        BETWEEN_SIXTH: (
            "between, a sixth",
            Words("a card between, the sixth of its row", "中間のカード(列の6枚目)"),
        ),
        BETWEEN_FITS: (
            "between, fits",
            Words("a card between, which fits a row", "中間のカード(列に置ける)"),
        ),
        HIGHEST: (
            "highest, below every row",
            Words("the highest card, which fits no row", "一番大きいカード(どの列にも置けない)"),
        ),
        HIGHEST_SIXTH: (
            "highest, a sixth",
            Words("the highest card, the sixth of its row", "一番大きいカード(列の6枚目)"),
        ),
        HIGHEST_FITS: (
            "highest, fits",
            Words("the highest card, which fits a row", "一番大きいカード(列に置ける)"),
        ),
        CHEAPEST_ROW: (
            "cheapest row",
            Words("takes a row that costs least", "牛が一番少ない列を引き取る"),
        ),
        DEARER_ROW: (
            "dearer row",
            Words("takes a row that costs more than another", "もっと安い列があるのに引き取る"),
        ),
        RIGHT_OF_ROW: (
            "right of a row",
            Words("lays the card at the right of a row", "列の右端に置く"),
        ),
        LEFT_OF_ROW: (
            "left of a row",
            Words("lays the card at the left of a row", "列の左端に置く"),
        ),
        LOW_PICK: (
            "low pick",
            Words("picks a card of the lowest third", "小さい3分の1のカードを選ぶ"),
        ),
        MIDDLE_PICK: (
            "middle pick",
            Words("picks a card of the middle third", "中間の3分の1のカードを選ぶ"),
        ),
        HIGH_PICK: (
            "high pick",
            Words("picks a card of the highest third", "大きい3分の1のカードを選ぶ"),
        ),
    }
)
#: How a card fits: added to LOWEST, BETWEEN or HIGHEST.
BELOW: Final[i64] = 0
SIXTH: Final[i64] = 1
FITS: Final[i64] = 2


def class_of(state: Position, move: i64, seat: i64) -> i64:
    """The class of the legal move with the code `move` by `seat`, as its number in the table
    `classes`; 0 for code 0, which is no move.

    A choice is classed by its place in the hand and by how it fits the rows as they lie; a row that
    is taken by its heads; a pick by its third of the deck.
    """
    if move >= LEFT:
        return LEFT_OF_ROW
    if move >= RIGHT:
        return RIGHT_OF_ROW
    if move >= TAKE:
        return _row_class(state, move - TAKE)
    if move > PICK:
        return LOW_PICK + (move - PICK - 1) * 3 // state.deck_size
    if state.stage != CHOOSE or move < 1:
        return 0
    return _choice_class(state, move, seat)


def _row_class(state: Position, row: i64) -> i64:
    """The class of taking a row (numbered from 0)."""
    heads = heads_in(state, row)
    for other in range(ROWS):
        if heads_in(state, other) < heads:
            return DEARER_ROW
    return CHEAPEST_ROW


def _choice_class(state: Position, card: i64, seat: i64) -> i64:
    """The class of the choice of `card` by `seat`."""
    held = state.held
    lower: i64 = 0
    higher: i64 = 0
    for other in range(1, card):
        lower += held[other] == seat
    for other in range(card + 1, LARGEST + 1):
        higher += held[other] == seat
    if lower + higher + state.unknown[seat] == 0:
        return ONLY_CARD
    if lower == 0:
        return LOWEST + _fit(state, card)
    if higher == 0:
        return HIGHEST + _fit(state, card)
    return BETWEEN + _fit(state, card)


def _fit(state: Position, card: i64) -> i64:
    """Where a card would go if it were placed now: BELOW (in no row), SIXTH (only in rows that have
    five cards) or FITS.
    """
    places = state.places(card)
    if places == 0:
        return BELOW
    full = _is_full(state, places % SECOND) and _is_full(state, places // SECOND)
    return SIXTH if full else FITS


# What a seat faces

# A situation is its phase in the lowest 3 bits, then by phase from below


def situation_code(state: Position, seat: i64) -> i64:
    """What `seat` faces, packed into one number, by phase:

    - CHOOSE: cards in hand (4 bits); the lengths of the rows, sorted by their last cards (3 bits
      each); how many own cards fit nowhere now, at most 3 (2 bits); how many would be a sixth card,
      likewise;
    - PLACE: the cards that wait after this one (4 bits), and for each legal answer 1 plus the heads
      that it takes, at most 9 (4 bits each), ascending;
    - DRAFT: the cards of the hand in each sixth of the deck (4 bits each).
    """
    if state.stage == CHOOSE:
        return CHOOSE | _choosing(state, seat) << 3
    if state.stage == PLACE:
        return PLACE | (state.to_place - 1 | _costs(state) << 4) << 3
    if state.stage == DRAFT:
        sixths: i64 = 0
        for card in range(1, state.deck_size + 1):
            if state.held[card] == seat:
                sixths += 1 << (card - 1) * 6 // state.deck_size * 4
        return DRAFT | sixths << 3
    return state.stage


def _choosing(state: Position, seat: i64) -> i64:
    """What `situation_code` has for CHOOSE, packed as it says."""
    lengths: i64 = 0
    full: i64 = 0
    nowhere: i64 = 0
    for row in range(ROWS):
        rank: i64 = 0
        for end in state.ends:
            rank += end < state.ends[row]
        lengths |= state.sizes[row] << 3 * rank
    for card in range(1, LARGEST + 1):
        if state.held[card] == seat:
            fit = _fit(state, card)
            nowhere += fit == BELOW
            full += fit == SIXTH
    size = state.left - 1 if state.choices[seat] != 0 else state.left
    return size | (lengths | (min(nowhere, 3) | min(full, 3) << 2) << 12) << 4


def _is_full(state: Position, place: i64) -> bool:
    """Whether the row of a `>K` or `<K` code has five cards; True for code 0, the lacking second of
    two nearest places.
    """
    return place == 0 or state.sizes[row_of(place)] == FULL


def _costs(state: Position) -> i64:
    """For each legal answer, the heads that it takes (9 if they are more) plus 1: sorted, and
    packed in 4 bits each, the smallest in the lowest bits.
    """
    costs: i64 = 0
    counts: list[i64] = []
    places = state.places(state.placing[state.to_place - 1])
    while places > 0:
        row = row_of(places % SECOND)
        counts.append(heads_in(state, row) if state.sizes[row] == FULL else 0)
        places //= SECOND
    if not counts:
        counts = [heads_in(state, row) for row in range(ROWS)]
    for heads in sorted(counts, reverse=True):
        costs = costs << 4 | min(heads, 9) + 1
    return costs


def situation_text(state: Position, code: int) -> str:
    """The coarse key of what a seat faces, from its `situation_code`: variant and seats,
    then by phase

    - `choose`: cards in hand; the lengths of the rows by right end; how many own cards fit
      nowhere now (`3` for three or more); how many fit best on a full row (likewise).
    - `place`: the heads that the legal answers take, ascending and capped at 9 (professional
      ties: of the row if it is full, else 0); how many cards still wait after this one.
    - `draft`: picks made so far by the seat, and its cards in each sixth of the deck.

    A seat that has chosen, or does not act, faces what it would if it did.
    """
    return _situation(state.options, state.n, code)


# Few situations are met again and again: their keys are written once.
@lru_cache(maxsize=1 << 16)
def _situation(options: Options, seats: int, code: int) -> str:
    """The text of `situation_text` for these options and so many seats."""
    placement = "pro" if options.placement == "professional" else "std"
    deck = "all" if options.deck == "standard" else options.hands
    stage, rest = code & 7, code >> 3
    key = f"{placement} {deck} n{seats} {PHASES[stage]}"
    if stage == CHOOSE:
        lengths = _joined([rest >> 4 + 3 * rank & 7 for rank in range(ROWS)])
        return f"{key} hand={rest & 15} rows={lengths} nowhere={rest >> 16 & 3} full={rest >> 18}"
    if stage == PLACE:
        costs = [int(cost, 16) - 1 for cost in f"{rest >> 4:x}"][::-1]
        return f"{key} heads={_joined(costs)} behind={rest & 15}"
    if stage == DRAFT:
        sixths = [rest >> 4 * sixth & 15 for sixth in range(6)]
        return f"{key} picks={sum(sixths)} sixths={_joined(sixths)}"
    return key


def _joined(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers))


# The exact position


def canonical(state: Position) -> str:
    """The whole position in one line of ASCII. Frozen for rules revision 1, because digests are
    made of it.
    """
    hands: list[list[str]] = [[] for _ in range(state.n + 1)]
    market: list[str] = []
    held = state.held
    for card in range(1, LARGEST + 1):
        place = held[card]
        if place == MARKET:
            market.append(TOKENS[card])
        elif 0 < place <= state.n:
            hands[place].append(TOKENS[card])
    for seat in range(1, state.n + 1):
        for _ in range(state.unknown[seat]):
            hands[seat].append(UNKNOWN)
    turn = state.next_seat if state.stage == DRAFT else 0
    options = state.options
    parts = [
        f"nimmt 1 {state.n}",
        f"{options.deck} {options.hands} {options.placement} {options.target} {options.rounds}",
        f"{state.round} {state.turn} {PHASES[state.stage]}",
        "/".join([" ".join(hand) for hand in hands[1:]]),
        "/".join([_row(state, row) for row in range(ROWS)]),
        " ".join([str(state.heads[seat]) for seat in range(1, state.n + 1)]),
        str(state.stock),
        " ".join(market),
        _choices(state),
        _placing(state),
        str(turn),
    ]
    return "|".join(parts)


def _row(state: Position, row: i64) -> str:
    begin = WIDE * row
    cards = state.rows[begin : begin + state.sizes[row]]
    return " ".join([TOKENS[card] for card in cards])


def _choices(state: Position) -> str:
    """The chosen cards of this turn that are not revealed yet, as "SEAT:CARD SEAT:CARD"; "" without
    any.
    """
    if state.stage != CHOOSE:
        return ""
    seats = range(1, state.n + 1)
    choices = state.choices
    return " ".join([f"{seat}:{choices[seat]}" for seat in seats if choices[seat]])


def _placing(state: Position) -> str:
    """The revealed cards still to be placed, lowest first, as "SEAT:CARD SEAT:CARD"; "" without
    any.
    """
    words: list[str] = []
    for at in range(state.to_place):
        card = state.placing[at]
        words.append(f"{state.held[card] - PLAYED}:{card}")
    words.reverse()
    return " ".join(words)
