"""A position of 6 nimmt!: what it is made of (section 6 of the page), what can be read off it (who
is to move, what is legal, the points of section 7).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import places_of, zeros
from kifu.replay.games.nimmt.cards import (
    LARGEST,
    LEFT,
    LEXICON,
    PICK,
    RIGHT,
    ROWS,
    SECOND,
    TAKE,
    deck_of,
    heads_by_card,
    nearest,
)
from kifu.replay.games.nimmt.options import Options
from kifu.replay.states.coded import Coded

# 6. Play

#: The phases, and what they are called.
WAITING: Final = 0
DRAFT: Final = 1
CHOOSE: Final = 2
PLACE: Final = 3
OVER: Final = 4
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

# The rules that forbid a move, by number (see `Position.why_not`); `sentences.refusal` words them

NOT_TO_MOVE: Final = 1
NO_SEAT: Final = 2
CHOSEN: Final = 3
NO_CARD: Final = 4
NOT_IN_HAND: Final = 5
NO_PICK: Final = 6
NOT_FACE_UP: Final = 7
NO_ANSWER: Final = 8


class Position(Coded):
    """A position. `chance` gives the deals; nothing else in it is shared between copies.

    `held[card]` is where a card is: a seat's number for its hand, or NOWHERE, MARKET, PLAYED +
    seat, TAKEN + seat, OUT. `rows[WIDE * k:]` are the cards of row k (from 0), of which there are
    `sizes[k]`; the last one is `ends[k]`. The first `took` of `taken` are the cards taken in this
    round, in that order.

    `unknown` is how many cards of each seat's hand are unknown, `left` how many cards the hand of a
    seat without a choice has. `choices` are this turn's cards by seat (0: none yet); `waiting`
    seats have not chosen. The first `to_place` of `placing` are still to be placed, highest first.
    `market` cards are left to draft, `stock` cards are not dealt. Arrays by seat have an unused
    place 0.

    If `taken_rows` is a list, five numbers are added for each row taken: cards left in each hand,
    seat, row (from 0), the card that the seat chose, heads.
    """

    round: i64 = 0
    turn: i64 = 0
    left: i64 = 0
    waiting: i64 = 0
    to_place: i64 = 0
    took: i64 = 0
    market: i64 = 0
    stock: i64 = 0

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.options = options
        self.professional: bool = options.placement == "professional"
        self.drafted: bool = options.hands == "drafted"
        self.target: i64 = options.target
        self.rounds: i64 = options.rounds
        #: The tokens of the cards used, and how many they are, which is also the highest card.
        self.deck = deck_of(options, seats)
        self.deck_size: i64 = len(self.deck)
        self.heads_on = heads_by_card(options)
        self.heads, self.unknown = zeros(seats + 1), zeros(seats + 1)
        self.choices, self.placing = zeros(seats + 2), zeros(seats)
        self.rows, self.sizes, self.ends = zeros(ROWS * WIDE), zeros(ROWS), zeros(ROWS)
        self.taken, self.held = zeros(LARGEST), zeros(LARGEST + 1)
        self.taken_rows: list[int] | None = None

    @property
    def at_once(self) -> bool:
        """True in the phase CHOOSE, where all seats act at the same time."""
        return self.stage == CHOOSE

    def to_move(self) -> list[int]:
        """The seats that may act, ascending: while cards are chosen, those that have not chosen; []
        if nobody may.
        """
        if self.stage == CHOOSE:
            return [seat for seat in self.seats if not self.choices[seat]]
        return [self.next_seat] if self.next_seat else []

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` the move with this code, such as NOT_IN_HAND;
        0 if it is legal. Changes nothing. An unknown card of the hand may be any card in no known
        place.
        """
        if self.stage == CHOOSE:
            if seat < 1 or seat > self.n:
                return NO_SEAT
            if self.choices[seat] != 0:
                return CHOSEN
            if code < 1 or code > LARGEST:
                return NO_CARD
            place = self.held[code]
            known = place == seat or (place == NOWHERE and self.unknown[seat] > 0)
            return 0 if known else NOT_IN_HAND
        if seat == 0 or seat != self.next_seat:
            return NOT_TO_MOVE
        if self.stage == DRAFT:
            if code <= PICK or code > PICK + LARGEST:
                return NO_PICK
            return 0 if self.held[code - PICK] == MARKET else NOT_FACE_UP
        places = self.places(self.placing[self.to_place - 1])
        is_answer = code == places % SECOND or code == places // SECOND
        if places == 0:  # the card takes a row
            is_answer = code >= TAKE and code < RIGHT
        return 0 if is_answer else NO_ANSWER

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, ascending; empty if it may not act."""
        codes, held = vec[i64](), self.held
        if self.stage == PLACE:
            for code in range(TAKE, LEFT + ROWS):
                if self.why_not(code, seat) == 0:
                    codes = append(codes, code)
            return codes
        first, place = (PICK, MARKET) if self.stage == DRAFT else (i64(0), seat)
        has_unknown = self.unknown[seat] > 0
        for card in range(1, LARGEST + 1):
            # Most cards lie somewhere else: that is seen at once.
            if (held[card] == place or has_unknown) and self.why_not(first + card, seat) == 0:
                codes = append(codes, first + card)
        return codes

    def places(self, card: i64) -> i64:
        """Where `card` would go now, as `nearest` gives it: the code of an end of a row, two of
        them packed, or 0 if it fits nowhere.
        """
        return nearest(card, self.ends, self.rows, WIDE, self.professional)

    def wait_for_choices(self) -> None:
        """Set `waiting` to the number of seats without a choice, and `next_seat` to the lowest of
        them (0: all have chosen).
        """
        self.waiting = 0
        self.next_seat = 0
        for seat in range(self.n, 0, -1):
            if self.choices[seat] == 0:
                self.waiting += 1
                self.next_seat = seat

    # 7. Scoring

    def scores(self) -> list[int]:
        """The points that each seat has left, in seat order: the target minus its heads; may be
        negative.
        """
        return [self.target - self.heads[seat] for seat in self.seats]

    # Cards

    def cards_at(self, place: i64) -> list[int]:
        """The cards whose value in `held` is `place` (a seat's hand, MARKET and so on),
        ascending.
        """
        return list(places_of(place, self.held))

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending, without the card that it has chosen."""
        return self.cards_at(seat)

    def row(self, number: int) -> list[int]:
        """The cards of row `number` (1 to 4), from left to right."""
        begin = WIDE * (number - 1)
        return list(self.rows[begin : begin + self.sizes[number - 1]])

    def to_be_placed(self) -> list[int]:
        """The chosen cards of this turn that are not placed yet, highest first: the last one is
        placed next. [] until all have chosen.
        """
        return list(self.placing[: self.to_place])

    def owner(self, card: int) -> int:
        """The seat that played this card, which must be in a row or still to be placed."""
        return self.held[card] - PLAYED

    def unknown_cards(self) -> i64:
        """How many cards are unknown in all hands together."""
        unknown: i64 = 0
        for count in self.unknown:
            unknown += count
        return unknown

    def hand_size(self, seat: int) -> int:
        """How many cards the hand of `seat` has, unknown ones included, but not the card that it
        has chosen.
        """
        if self.stage == DRAFT:
            return len(self.hand(seat))
        revealed = self.stage != CHOOSE or self.choices[seat] == 0
        return self.left if revealed else self.left - 1
