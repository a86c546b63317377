"""The components and a position of 6 nimmt!: its cards (section 2 of docs/rules/nimmt.md), its
tokens as codes, where a card is placed and what a position is made of (6), and what can be read
off it: who is to move, what is legal, points (7), what a seat sees as an array.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i16, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import NONE, counted, filled, highest, sort_up, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.lexicon import Lexicon
from kifu.replay.games.nimmt.options import Options
from kifu.replay.table import ALL

LARGEST: Final[i64] = 104
#: Card tokens in canonical order, and the card of each.
DECK: Final = [str(number) for number in range(1, LARGEST + 1)]
#: By card its token; place 0 is no card.
TOKENS: Final = ["0", *DECK]
CARD: Final = {token: number for number, token in enumerate(DECK, 1)}

#: The cards of a hand when a round begins.
HAND: Final[i64] = 10
ROWS: Final[i64] = 4
#: How many cards a row holds at most; the next one takes them.
FULL: Final = 5


def deck_of(options: Options, seats: int) -> list[str]:
    """The tokens of the cards used, ascending: 1 to 104, or 1 to 10n + 4 for n seats with
    deck=tactics. For deck=standard it is DECK itself, which must not be changed.
    """
    return DECK if options.deck == "standard" else DECK[: HAND * seats + ROWS]


def heads_of(card: int) -> int:
    """The number of bull heads on a card (from 1): 7 on 55, 5 on other multiples of 11, then 3 on
    multiples of 10, 2 on other multiples of 5, 1 on all others.

    >>> [heads_of(card) for card in (55, 66, 40, 25, 7)], sum(map(heads_of, range(1, 105)))
    ([7, 5, 3, 2, 1], 171)
    """
    if card == 55:
        return 7
    return 5 if card % 11 == 0 else 3 if card % 10 == 0 else 2 if card % 5 == 0 else 1


def heads_words(heads: int) -> str:
    """A number of heads as English text: "1 head", "5 heads"."""
    return f"{heads} head{'' if heads == 1 else 's'}"


def _heads_and_usual(heads: list[int]) -> tuple[vec[i64], i64]:
    """What `heads_by` returns where cards 1 to 104 have these heads."""
    return filled([0, *heads]), -(-5 * sum(heads) // LARGEST)


_PRINTED: Final = _heads_and_usual([heads_of(card) for card in range(1, LARGEST + 1)])


def heads_by(options: Options) -> tuple[vec[i64], i64]:
    """What cards count with these options: by card the heads on it (index 0 is no card), which must
    not be changed; and how many heads five of all 104 cards have on average, rounded up. Rules,
    players and all that people see or read take the heads of a card from here, most of them as
    `Position.heads_on`.
    """
    return _PRINTED


# The code of a token: a card that is chosen is its number, any other token is one of these and a
# card or a row, counted from 0.
PICK: Final[i64] = 104
TAKE: Final[i64] = 209
RIGHT: Final = 213
LEFT: Final[i64] = 217

LEXICON: Final = Lexicon(
    CARD
    | {f"+{card}": PICK + card for card in range(1, LARGEST + 1)}
    | {f"r{row + 1}": TAKE + row for row in range(ROWS)}
    | {f">{row + 1}": RIGHT + row for row in range(ROWS)}
    | {f"<{row + 1}": LEFT + row for row in range(ROWS)}
)

# 6. Placing a card

#: See `Position.places`.
SECOND: Final[i64] = 1 << 8


def row_of(place: i64) -> i64:
    """The row (from 0) of the place that is the code of `>K` or `<K`; K counts from 1. Codes of
    `rK` must not be given.
    """
    return place - LEFT if place >= LEFT else place - RIGHT


def answers(code: i64, places: i64) -> bool:
    """Whether the move with this code is a legal answer for a card with these `places`, as
    `Position.places` returns them. If they are 0, the card fits no row, and any `rK` is an answer.
    If they are two places, the code of either is. A single place asks for no answer and must not be
    given. Which seat answers isn't checked.
    """
    if places == 0:
        return code >= TAKE and code < RIGHT
    return code == places & SECOND - 1 or code == places >> 8


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
NOWHERE: Final = 0
#: or FACE_DOWN + k, chosen by seat k and not revealed yet,
FACE_DOWN: Final = 20
#: or among the face-up cards of a draft,
MARKET: Final[i64] = 50
#: or PLAYED + k, played by seat k, revealed, and not taken since its row began,
PLAYED: Final = 100
#: or TAKEN + k, taken by seat k,
TAKEN: Final = 200
#: or no card of this deck, or one that began a row.
OUT: Final = 255
#: A row has so many places in `Position.rows`; one more than its cards, so that a row that is
#: taken may lie beside the card that takes it.
WIDE: Final = 6

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

    `held[card]` is where a card is: a seat's number for its hand, or NOWHERE, FACE_DOWN + seat,
    MARKET, PLAYED + seat, TAKEN + seat, OUT. `rows[WIDE * k:]` are the cards of row k (from 0), of
    which there are `sizes[k]`; the last one is `ends[k]`, and `row_heads[k]` is the heads on all of
    them. The first `took` of `taken` are the cards taken in this round, in that order.

    `heads` are those that each seat has taken; `heads_on[card]` are those on a card, `usual`
    those of five cards on average, rounded up (see `heads_by`).

    `unknown` is how many cards of each seat's hand are unknown, `left` how many cards the hand of a
    seat without a choice has. `choices` are this turn's cards by seat (0: none yet); `waiting`
    seats have not chosen. The first `to_place` of `placing` are still to be placed, highest first.
    `market` cards are left to draft, `stock` cards are not dealt. Arrays by seat have an unused
    place 0.

    `in_hands` is what `hands` returns, empty until a round asks for it. For the turn `looked`,
    `below` has by card how many lower ones are not revealed, and `rising` are the rows, the one
    with the lowest last card first, each packed with that card as card << 2 | row (see `look`).

    If `noted` is a list, five numbers are added for each row taken: turn, seat, row (from 0), the
    card that the seat chose, heads.
    """

    left: i64 = 0
    waiting: i64 = 0
    to_place: i64 = 0
    took: i64 = 0
    market: i64 = 0
    stock: i64 = 0
    looked: i64 = 0

    def __init__(
        self, options: Options, seats: i64, chance: Chance, like: Position | None = None
    ) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.options = options
        self.unknown = self.choices = self.placing = self.taken = self.rows = self.ends = NONE
        self.held = self.sizes = self.row_heads = self.in_hands = self.below = self.rising = NONE
        if like is None:
            self.professional: bool = options.placement == "professional"
            self.drafted: bool = options.hands == "drafted"
            self.target: i64 = options.target
            #: The tokens of the cards used, and how many they are, which is also the highest card.
            self.deck = deck_of(options, seats)
            self.deck_size: i64 = len(self.deck)
            self.heads_on, self.usual = heads_by(options)
            self.heads, self.unknown = zeros(seats + 1), zeros(seats + 1)
            self.choices, self.placing = zeros(seats + 2), zeros(seats)
            self.taken, self.rows, self.ends = zeros(LARGEST), zeros(ROWS * WIDE), zeros(ROWS)
        else:  # a copy, for which options are not read again
            self.professional, self.drafted = like.professional, like.drafted
            self.target, self.deck, self.deck_size = like.target, like.deck, like.deck_size
            self.heads, self.heads_on, self.usual = like.heads[:], like.heads_on, like.usual

    @property
    def at_once(self) -> bool:
        """True in the phase CHOOSE, where all seats act at the same time."""
        return self.stage == CHOOSE

    def to_move(self) -> list[int]:
        """The seats that may act, ascending, as a new list: in the phase CHOOSE those that have not
        chosen; in DRAFT the picker; in PLACE the owner of the card that is being placed; otherwise
        [].
        """
        if self.stage == CHOOSE:
            return [seat for seat in self.seats if not self.choices[seat]]
        return [self.next_seat] if self.next_seat else []

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the first rule that forbids `seat` the move with this code; 0 if it is
        legal.

        - In the phase CHOOSE: NO_SEAT for a number that is no seat; CHOSEN if the seat has chosen;
          NO_CARD for a code that isn't a plain card; NOT_IN_HAND. If the hand has unknown cards,
          any card that is in no known place is legal, too.
        - In other phases: NOT_TO_MOVE for every seat but the one on turn, so for all seats if the
          match is over or waits for a deal. Then, in a draft, NO_PICK for a code that isn't a pick,
          or NOT_FACE_UP; in PLACE, NO_ANSWER.

        Code 0, which is a text that is no token, breaks NO_CARD, NO_PICK or NO_ANSWER. Changes
        nothing.
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
        return 0 if answers(code, places) else NO_ANSWER

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat` (1 to n), as a new ascending array; empty if the
        seat may not act. If its hand has unknown cards, all cards that these may be are legal, too.
        In the phase CHOOSE, `hands` may be called.
        """
        if self.stage == CHOOSE and seat and self.choices[seat] == 0 and self.unknown[seat] == 0:
            return self.hands()[HAND * seat : HAND * seat + self.left]
        codes = vec[i64]()
        if self.stage == PLACE and seat == self.next_seat:
            places = self.places(self.placing[self.to_place - 1])
            for code in range(TAKE, LEFT + ROWS):
                if answers(code, places):
                    codes = append(codes, code)
        elif self.stage != PLACE:
            for code in range(1, TAKE):
                if self.why_not(code, seat) == 0:
                    codes = append(codes, code)
        return codes

    def hands(self) -> vec[i64]:
        """The known cards of all hands as one array: HAND places for each seat, from index HAND *
        seat on, with the cards of its hand, ascending, then 0. Call it only in a round whose hands
        are dealt or drafted.

        It is the array `in_hands` itself, which the first call in a round makes, and from which
        each chosen card is taken out later. Don't change it.
        """
        hands = self.in_hands
        if len(hands) > 0:
            return hands
        hands, sizes = zeros(HAND * (self.n + 1)), zeros(self.n + 1)
        for card in range(1, LARGEST + 1):
            seat = self.held[card]
            if seat != NOWHERE and seat <= self.n:
                hands[HAND * seat + sizes[seat]] = card
                sizes[seat] += 1
        self.in_hands = hands
        return hands

    def look(self) -> None:
        """Make the arrays `below` and `rising`, which players look at while cards are chosen. Call
        it only in the phase CHOOSE; if it has been done for this turn (`looked`), nothing happens.
        The arrays are new ones, and right until the choices are revealed.

        - `below`: for each card, how many lower cards are not revealed: in a hand, chosen face
          down, in the stock or in no known place.
        - `rising`: the four rows, that with the lowest last card first, each as last card << 2 |
          row (from 0).
        """
        if self.looked == self.turn:
            return
        self.looked = self.turn
        held, lower, below, rising = self.held, i64(0), zeros(LARGEST + 1), zeros(ROWS)
        for card in range(1, LARGEST + 1):
            below[card] = lower
            if held[card] < MARKET:
                lower += 1
        for row in range(ROWS):
            rising[row] = self.ends[row] << 2 | row
        sort_up(rising)
        self.below, self.rising = below, rising

    def places(self, card: i64) -> i64:
        """Where `card` would go now, as the code of a place: `>K`, the right end of a row whose
        last card is lower, or, with placement=professional, `<K`, the left end of a row whose first
        card is higher. It is the nearest place, whether the row is full or not. 0 if the card fits
        no row.

        If two places are equally near (a right end and a left end), it is both codes in one number:
        that of the row with the lower number times SECOND, plus the other.
        """
        ends, least, found = self.ends, LARGEST, i64(0)
        for row in range(ROWS):
            difference = card - ends[row]
            place = RIGHT + row
            if difference < 0 and self.professional:
                difference = self.rows[WIDE * row] - card
                place = LEFT + row
            if difference < 0 or difference > least:
                continue
            found = found * SECOND + place if difference == least else place
            least = difference
        return found

    def wait_for_choices(self) -> None:
        """Enter the phase CHOOSE. `waiting` becomes the number of seats that have no card in
        `choices`, `next_seat` the lowest of them, or 0 if all have chosen. The choices stay.
        """
        waiting, lowest, choices = i64(0), i64(0), self.choices
        for seat in self.seats:
            if choices[seat] == 0:
                waiting += 1
                if lowest == 0:
                    lowest = seat
        self.stage, self.waiting, self.next_seat = CHOOSE, waiting, lowest

    # 7. Scoring

    def scores(self) -> list[int]:
        """The points that each seat has left, in seat order, as a new list: the target minus the
        seat's heads, which may be negative.
        """
        return [self.target - self.heads[seat] for seat in self.seats]

    # Cards

    def cards_at(self, place: i64) -> list[int]:
        """The cards whose value in `held` is `place`, ascending, as a new list. For a seat's number
        these are the known cards in its hand, without the one that it has chosen; for MARKET the
        face-up cards of a draft; for TAKEN + seat what the seat has taken in this round; for
        NOWHERE the stock, and cards in no known place.
        """
        return [card for card in range(1, LARGEST + 1) if self.held[card] == place]

    def row(self, number: int) -> list[int]:
        """The cards of row `number` (1 to 4), from left to right, as a new list; [] before the
        round's rows begin.
        """
        begin = WIDE * (number - 1)
        return list(self.rows[begin : begin + self.sizes[number - 1]])

    def to_be_placed(self) -> list[int]:
        """The revealed cards of this turn that are not placed yet, highest first, as a new list:
        the last one is placed next. [] while cards are chosen.
        """
        return list(self.placing[: self.to_place])

    def heads_if_full(self, row: i64) -> i64:
        """The heads that a card laid on `row` (from 0) takes: those on the row if it has five
        cards, otherwise 0.
        """
        return self.row_heads[row] if self.sizes[row] == FULL else i64(0)

    def fewest_heads(self) -> i64:
        """The heads on the row that has the fewest; 0 before the rows begin."""
        fewest = self.row_heads[0]
        for heads in self.row_heads:
            fewest = min(fewest, heads)
        return fewest

    def owner(self, card: int) -> int:
        """The seat that played `card`. The card must be chosen, still to be placed, or in a row; it
        keeps its owner when it takes a row. For a card with which a row began in this round, and
        for all other cards, the number returned means nothing.
        """
        return self.held[card] - PLAYED

    def hand_size(self, seat: int) -> int:
        """How many cards the hand of `seat` has, unknown ones included, but not the card that it
        has chosen.
        """
        if self.stage == DRAFT:
            return len(self.cards_at(seat))
        return self.left - (self.stage == CHOOSE and self.choices[seat] > 0)

    # 9. What each seat may see

    def lying(self, viewer: int) -> list[list[int]]:
        """The cards of each zone as `viewer` sees them: a seat, PUBLIC for what everybody sees, or
        ALL for all that is known. They are new lists, with 0 for a card that it doesn't see, in
        this order: rows 1 to 4 (each from left to right); the face-up cards of a draft ([] outside
        one); then three lists for each seat: its choice while it isn't placed, its hand, what it
        has taken in this round, in the order of taking. The stock isn't among them.

        Hands are ascending, unknown cards last. Drafted hands are open to all. Until the choices
        are revealed, other viewers than the seat and ALL still see a chosen card in such a hand,
        and also a 0 as the seat's choice.
        """
        zones = [self.row(row) for row in range(1, ROWS + 1)] + [self.cards_at(MARKET)]
        to_be_placed = self.to_be_placed()
        for seat in self.seats:
            is_own = viewer in (seat, ALL)
            is_hidden, card = self.stage == CHOOSE and not is_own, int(self.choices[seat])
            lies = card > 0 and (self.stage == CHOOSE or card in to_be_placed)
            chosen = [card] if lies else []
            # Where all know the hands, the others take a chosen card for one of the hand.
            still = chosen if is_hidden and self.drafted else []
            hand = sorted(self.cards_at(seat) + still) + [0] * self.unknown[seat]
            zones.append([0] * len(chosen) if is_hidden else chosen)
            zones.append(hand if is_own or self.drafted else [0] * len(hand))
            taken = self.taken[: self.took]
            zones.append([card for card in taken if self.held[card] == TAKEN + seat])
        return zones

    def seen_cells(self, viewer: i64, cells: vec[i16]) -> bool:
        """Write what `viewer`, which must be a seat, sees into `cells`, all zeros, as
        `codes.observation` writes its view, in a small part of the time, and return True. False,
        with nothing written, in a draft, if any hand has unknown cards, and in so late a
        round (176, with the heads of the page) that heads and turns may need more than 16 bits. The
        position is not changed.
        """
        is_late = self.round * LARGEST * self.usual > 5 * 32_767  # by the heads of all cards
        if self.stage == DRAFT or highest(self.unknown) > 0 or is_late:
            return False
        n, choosing, choice = self.n, self.stage == CHOOSE, ROWS + 1 + i64(self.drafted)
        # The facts by their names: cards, deck, heads, phase, points, round, to_move, turn.
        cells[0], cells[4 * n + 4] = i16(viewer), i16(self.turn)
        cells[2 * n + 2], cells[3 * n + 3] = _PHASES[self.stage], i16(self.round)
        # Then the number of cards of each zone, in one cell, or in one for each seat.
        chosen = 4 * n + 3 + choice
        cells[n + 1] = cells[chosen + 3 * n + 1] = i16(self.stock)
        for row in range(ROWS):
            for at in range(WIDE * row, WIDE * row + self.sizes[row]):
                self._see(cells, 4 * n + 5 + row, row + 1, 0, self.rows[at])
        for seat in self.seats:
            whose, card, size = _ahead(viewer, seat, n), self.choices[seat], self.hand_size(seat)
            cells[whose], cells[n + 1 + whose] = size, i16(self.heads[seat])
            cells[2 * n + 2 + whose] = i16(self.target - self.heads[seat])
            cells[3 * n + 3 + whose] = i16(card == 0 if choosing else seat == self.next_seat)
            if not self.drafted and seat != viewer:
                cells[chosen + n + whose] = size
            if card > 0 and (choosing or card in self.placing[: self.to_place]):
                is_seen = seat == viewer or not choosing
                self._see(cells, chosen + whose, choice, whose, card if is_seen else 0)
        own = HAND * viewer
        for card in counted(LARGEST) if self.drafted else self.hands()[own : own + HAND]:
            seat = self.held[card]  # place 0, no card, is OUT
            if seat > FACE_DOWN and seat != FACE_DOWN + viewer:
                seat -= FACE_DOWN  # Who knows the hands takes a chosen card for one of a hand.
            if seat > 0 and seat <= n:
                whose = _ahead(viewer, seat, n)
                self._see(cells, chosen + n + whose, choice + 1, whose, card)
        for card in self.taken[: self.took]:
            whose = _ahead(viewer, self.held[card] - TAKEN, n)
            self._see(cells, chosen + 2 * n + whose, choice + 2, whose, card)
        return True

    def _see(self, cells: vec[i16], count: i64, zone: i64, whose: i64, card: i64) -> None:
        """Count one more `card` (0: not seen) in the cell with the index `count`. Write into the
        `cells` of `seen_cells` that it lies in the zone with this number, of this owner (counted
        from the viewer; 0: nobody), as the last one so far.
        """
        cells[count] += 1
        if card > 0:
            at = len(cells) - 3 * (self.deck_size - card + 1)
            cells[at], cells[at + 1], cells[at + 2] = i16(zone), i16(whose), cells[count]


def _ahead(viewer: i64, seat: i64, n: i64) -> i64:
    """The number of `seat` counted from the `viewer` (1: itself, 2: the next of n seats)."""
    return seat - viewer + 1 if seat >= viewer else seat - viewer + n + 1


#: By phase: its place in the table's list of phases.
_PHASES: Final = (3, 0, 1, 2, 4)
