"""A position of 6 nimmt!: what it is made of (section 6 of the page), what can be read off it (who
is to move, what is legal, the nearest places of a card, the points of section 7), and why a move
is refused.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import i64, vec
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import NONE, places_of, zeros
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.nimmt.cards import (
    HAND,
    LARGEST,
    LEFT,
    LEXICON,
    PICK,
    RIGHT,
    ROWS,
    TAKE,
)
from kifu.replay.games.nimmt.options import Options
from kifu.replay.states.coded import Coded

# 6. Play

#: The phases, and what they are called.
WAITING: Final[i64] = 0
DRAFT: Final[i64] = 1
CHOOSE: Final[i64] = 2
PLACE: Final[i64] = 3
OVER: Final[i64] = 4
PHASES: Final = ("waiting", "draft", "choose", "place", "over")


# Where a card is, in `Position.held`: k in the hand of seat k, or
#: in the stock, or in a place that is not known,
NOWHERE: Final[i64] = 0
#: or among the face-up cards of a draft,
MARKET: Final[i64] = 50
#: or PLAYED + k, played by seat k and not taken since its row began,
PLAYED: Final[i64] = 100
#: or TAKEN + k, taken by seat k,
TAKEN: Final[i64] = 200
#: or no card of this deck, or one that began a row.
OUT: Final[i64] = 255
#: A row has so many places in `Position.rows`; one more than its cards, so that a row that is
#: taken may lie beside the card that takes it.
WIDE: Final[i64] = 6


def undealt(size: i64) -> vec[i64]:
    """`Position.held` before a deal with the cards 1 to `size`: by card number (up to LARGEST,
    index 0 unused), NOWHERE for these cards and OUT for all others.
    """
    held = zeros(LARGEST + 1)
    held[0] = OUT  # unknown cards are counted, they lie nowhere
    for card in range(size + 1, LARGEST + 1):
        held[card] = OUT
    return held


UNDEALT: Final = undealt(LARGEST)
#: See `Position.nearest_places`.
SECOND: Final[i64] = 1 << 8


class Position(Coded):
    """A position. `chance` gives the deals; nothing else in it is shared between copies.

    `held` says by card where it is (above). `rows[WIDE * k:]` are the cards of row k (from 0), of
    which there are `sizes[k]`; the last one is `ends[k]`. `taken` are the cards taken in this round
    in the order in which they were taken, `took` of them.

    `unknown` says how many cards of each seat's hand are not known, `left` how many cards a seat
    that has not chosen holds. `choices` are this turn's cards by seat; `waiting` seats have not
    chosen. The first `to_place` of `placing` are still to be placed, highest first. `market` cards
    are left to draft. Arrays by seat have an unused place 0.
    """

    # Where it is interpreted, fields are quicker so.
    __slots__ = (
        "choices", "deck_size", "drafted", "ends", "heads", "held", "left", "market", "options",
        "placing", "professional", "round", "rounds", "rows", "sizes", "stage", "stock", "taken",
        "target", "to_place", "took", "turn", "undealt", "unknown", "waiting",
    )  # fmt: skip

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, seats, chance)
        self.options = options
        self.professional: bool = options.placement == "professional"
        self.drafted: bool = options.hands == "drafted"
        self.target: i64 = options.target
        self.rounds: i64 = options.rounds
        #: How many cards are used, which is also the highest: 10n + 4 with the tactics deck.
        self.deck_size: i64 = LARGEST if options.deck == "standard" else HAND * seats + ROWS
        #: `held` before a deal.
        self.undealt = UNDEALT if self.deck_size == LARGEST else undealt(self.deck_size)
        self.stage: i64 = WAITING
        self.round: i64 = 0
        self.turn: i64 = 0
        self.left: i64 = 0
        self.waiting: i64 = 0
        self.to_place: i64 = 0
        self.took: i64 = 0
        self.market: i64 = 0
        self.stock: i64 = 0
        self.heads = self.unknown = self.choices = self.placing = self.held = NONE
        self.rows = self.sizes = self.ends = self.taken = NONE

    def sit_down(self) -> None:
        """Make the empty arrays of a match that begins."""
        self.heads = zeros(self.n + 1)
        self.unknown = zeros(self.n + 1)
        self.choices = zeros(self.n + 2)
        self.placing = zeros(self.n)
        self.rows = zeros(ROWS * WIDE)
        self.sizes = zeros(ROWS)
        self.ends = zeros(ROWS)
        self.taken = zeros(LARGEST)

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return PHASES[self.stage]

    @property
    def is_over(self) -> bool:
        return self.stage == OVER

    @property
    def at_once(self) -> bool:
        return self.stage == CHOOSE

    def to_move(self) -> list[int]:
        if self.stage == CHOOSE:
            return [seat for seat in range(1, self.n + 1) if not self.choices[seat]]
        return [self.next_seat] if self.next_seat else []

    def legal_codes(self, seat: i64) -> vec[i64]:
        if self.stage == CHOOSE:
            return self._choosable(seat) if self.choices[seat] == 0 else zeros(0)
        if seat != self.next_seat:
            return zeros(0)
        if self.stage == DRAFT:
            return vec[i64]([PICK + card for card in self.cards_at(MARKET)])
        places: i64 = 0
        if self.professional:
            places = self.nearest_places(self.placing[self.to_place - 1])
        if places == 0:
            return vec[i64]([TAKE, TAKE + 1, TAKE + 2, TAKE + 3])
        return vec[i64](sorted([places % SECOND, places // SECOND]))

    def _choosable(self, seat: i64) -> vec[i64]:
        """The cards that `seat` may choose: those known in its hand, and, if it has unknown ones,
        all that these may be.
        """
        if self.unknown[seat] == 0:
            return places_of(seat, self.held)
        return vec[i64](sorted([*self.cards_at(seat), *self.cards_at(NOWHERE)]))

    def nearest_places(self, card: i64) -> i64:
        """With placement=professional: where a card may be laid, as the code of the answer: `>K`,
        the right end of a row, or `<K`, the left end. Two equally near ones are packed as first *
        SECOND + second; 0 if the card fits nowhere.

        There are at most two: one right end below the card and one left end above it.
        """
        ends, rows = self.ends, self.rows
        nearest: i64 = LARGEST
        found: i64 = 0
        for row in range(ROWS):
            difference = card - ends[row]
            place = RIGHT + row
            if difference < 0:
                difference = rows[WIDE * row] - card
                place = LEFT + row
            if difference < 0 or difference > nearest:
                continue
            found = found * SECOND + place if difference == nearest else place
            nearest = difference
        return found

    def copy_into(self, other: Position) -> None:
        """Overwrite `other`, a position of the same match, with a copy of this one."""
        other.next_seat, other.missing = self.next_seat, self.missing
        other.stage, other.round, other.turn = self.stage, self.round, self.turn
        other.left, other.waiting, other.to_place = self.left, self.waiting, self.to_place
        other.took, other.market, other.stock = self.took, self.market, self.stock
        other.heads, other.unknown = self.heads[:], self.unknown[:]
        other.choices, other.placing, other.held = self.choices[:], self.placing[:], self.held[:]
        other.rows, other.sizes, other.ends = self.rows[:], self.sizes[:], self.ends[:]
        other.taken = self.taken[:]

    # 7. Scoring

    def scores(self) -> list[int]:
        return [self.target - self.heads[seat] for seat in range(1, self.n + 1)]

    # Cards

    def cards_at(self, place: i64) -> list[int]:
        """The cards whose value in `held` is `place` (a seat's hand, MARKET and so on),
        ascending.
        """
        return list(places_of(place, self.held))

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending."""
        return self.cards_at(seat)

    def row(self, number: int) -> list[int]:
        """The cards of row `number` (1 to 4), from left to right."""
        begin = WIDE * (number - 1)
        return list(self.rows[begin : begin + self.sizes[number - 1]])

    def to_be_placed(self) -> list[int]:
        """The chosen cards of this turn that are not placed yet, highest first."""
        return list(self.placing[: self.to_place])

    def owner(self, card: int) -> int:
        """The seat that played this card, which must be in a row or still to be placed."""
        return self.held[card] - PLAYED

    def hand_size(self, seat: int) -> int:
        """How many cards the hand of `seat` has, unknown ones included; without the card that it
        has chosen.
        """
        if self.stage == DRAFT:
            return len(self.hand(seat))
        revealed = self.stage != CHOOSE or self.choices[seat] == 0
        return self.left if revealed else self.left - 1


def no_pick(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"expected a pick, +CARD; got {move}"
    return IllegalMove(Words(en, f"手札を選ぶ番です。{move}ではなく、+カード と書きます"))


def not_face_up(card: int) -> IllegalMove:
    return IllegalMove(Words(f"card {card} is no longer face up", f"{card}はもう場にありません"))


def chosen_already(state: Position, seat: int) -> WrongActor:
    open_seats = " ".join(map(str, state.to_move()))
    en = f"seat {seat} has already chosen; still to choose: {open_seats}"
    return WrongActor(Words(en, f"席{seat}はもう選びました。まだなのは席{open_seats}です"))


def no_card(state: Position, code: int) -> IllegalMove:
    move = state.token(code)
    en = f"choose a card of the hand; {move} is not a card"
    return IllegalMove(Words(en, f"カードを選ぶ番です。{move}はカードではありません"))


def not_in_hand(card: int, seat: int) -> IllegalMove:
    en = f"card {card} is not in the hand of seat {seat}"
    return IllegalMove(Words(en, f"{card}は席{seat}の手札にありません"))


def no_answer(state: Position, card: int, code: int) -> IllegalMove:
    """The error for a move (its code) with which the owner of `card` can't answer where it goes."""
    move = state.token(code)
    en, ja = "fits no row, so take a row", "はどの列にも置けないので、1列引き取ります"
    if state.professional and state.nearest_places(card):
        en, ja = "has two nearest places, so choose one", "には差が同じ置き場所が2つあります"
    return IllegalMove(
        Words(
            f"card {card} {en}; got {move}",
            f"{card}{ja}。{move}では答えになりません",
        )
    )
