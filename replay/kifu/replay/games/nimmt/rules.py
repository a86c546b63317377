"""6 nimmt! (ニムト) in the order of its page (docs/rules/nimmt.md), from section 6: how a move is
played and what follows from it.

A card is its number. A seat counts from 1, a row from 0.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, final

from kifu.notation.native import i64, vec
from kifu.replay.codes.arrays import NONE, highest, zeros
from kifu.replay.codes.coded import Answers, starting
from kifu.replay.games.nimmt import display, keys, players, sentences
from kifu.replay.games.nimmt.position import (
    CHOOSE,
    DRAFT,
    FACE_DOWN,
    FULL,
    HAND,
    LARGEST,
    LEFT,
    MARKET,
    OUT,
    OVER,
    PICK,
    PLACE,
    PLAYED,
    RIGHT,
    ROWS,
    SECOND,
    TAKE,
    TAKEN,
    WAITING,
    WIDE,
    Position,
    row_of,
)

# 6. Play


@final
class Nimmt(Position):
    """The state of a match: a `Position` with the moves and what follows from them."""

    answers: ClassVar = Answers(
        display, sentences, keys, ("choose", "reveal", "place", "low", "tie", "turn")
    )

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for `seat`, with all that follows from it, and `tell` of
        each step. It must be legal, which is not checked; `seat` matters only while cards are
        chosen.
        """
        if self.stage == CHOOSE:
            self._choose_card(code, seat)
        elif self.stage == DRAFT:
            self._pick(code - PICK)
        else:
            self._decide(code)

    # Round start

    def begin(self) -> None:
        """Begin the next round, in a new match the first: the numbers of round and turn go up by
        one, the table is cleared, and the round is dealt or, with drafted hands, all cards are laid
        out to pick from. The steps are `collect` and `deal`. If the deal isn't given, or a card
        that begins a row is unknown, the match waits (see `_deal`).

        If `one_stretch` is set, only the round before was to be played: then the two numbers go up,
        the phase becomes WAITING, and nothing else changes.
        """
        self.round += 1
        self.turn += 1
        if self.one_stretch:  # nobody plays the next round
            self.stage = WAITING
            return
        self._collect()
        if self.drafted:
            self._lay_out_market()
        else:
            self._deal()
        self.tell("deal")

    def _collect(self) -> None:
        """Clear the table of the round just ended: `sizes` and `took` become 0, so what is left in
        `rows`, `ends` and `taken` counts no more, and no card is held. Choices and unknown cards
        are 0 before. Nobody is on turn. The heads of each seat stay counted. The step `collect`
        comes before it.
        """
        self.tell("collect")
        self.held = zeros(LARGEST + 1)
        self.held[0] = OUT  # unknown cards are counted, they lie nowhere
        for card in range(self.deck_size + 1, LARGEST + 1):
            self.held[card] = OUT
        self.sizes, self.row_heads = zeros(ROWS), zeros(ROWS)
        self.in_hands = NONE
        self.took = 0
        self.left = 0
        self.next_seat = 0

    def _deal(self) -> None:
        """Deal the round from the chance event deal/ROUND, and begin its first turn (phase CHOOSE).
        Indices 10(k-1) to 10(k-1) + 9 of the deal are the hand of seat k; the four after all hands
        begin the rows; the rest is the stock. `unknown` counts the unknown cards of each hand.

        If the deal isn't given, or one of those four is unknown (that adds a finding to the
        chance), nothing is dealt and the match waits: `missing` is the event, the phase WAITING,
        and nobody is on turn.
        """
        label, n, first = f"deal/{self.round}", self.n, HAND * self.n
        end = first + ROWS
        self.stock = self.deck_size
        dealt = self.chance.deal(label, self.deck, end)
        if dealt is None:
            self.wait_for(label)
            return
        deck: vec[i64] = dealt
        if 0 in deck[first:end]:
            self.wait_for(label, "the first cards of the rows must be known", first, end)
            return
        # Of the hands of the round before, which were played, no card is left unknown.
        held, unknown = self.held, self.unknown
        for seat in range(1, n + 1):
            for at in range(HAND * (seat - 1), HAND * seat):
                if deck[at] > 0:
                    held[deck[at]] = seat
                else:
                    unknown[seat] += 1
        self.stock -= end
        for row in range(ROWS):
            self._begin_row(row, deck[first + row])
        self.left = HAND
        self.wait_for_choices()

    def _begin_row(self, row: i64, card: i64) -> None:
        """Lay `card` as the only card of a row (numbered from 0); nobody has played it (OUT)."""
        self.rows[WIDE * row] = card
        self.ends[row] = card
        self.sizes[row] = 1
        self.row_heads[row] = self.heads_on[card]
        self.held[card] = OUT

    # Draft

    def _lay_out_market(self) -> None:
        """Begin a draft: all cards are face up, and the seats pick in turn. Seat 1 begins in round
        1, the next seat in each further round.
        """
        self.stage = DRAFT
        self.next_seat = (self.round - 1) % self.n + 1
        self.stock = 0
        self.market = self.deck_size
        for card in range(1, self.deck_size + 1):
            self.held[card] = MARKET

    def _pick(self, card: i64) -> None:
        """Put the face-up `card` (its number) into the hand of the seat on turn; the next seat
        clockwise picks then. After the last pick the four cards left, ascending, begin rows 1 to 4,
        and the first turn begins. The step is `pick`. That the card is face up isn't checked.
        """
        seat = self.next_seat
        self.held[card] = seat
        self.market -= 1
        self.next_seat = seat % self.n + 1
        if self.market == ROWS:
            for row, left in enumerate(self.cards_at(MARKET)):
                self._begin_row(row, left)
            self.market = 0
            self.left = HAND
            self.wait_for_choices()
        self.tell("pick", seat, card)

    # Choose

    def _choose_card(self, card: i64, seat: i64) -> None:
        """Lay `card` face down as the choice of `seat`, which must have the card and no choice yet.
        If it isn't among the known cards of the hand, it is one of its unknown cards, which are
        then one fewer. `next_seat` becomes the lowest seat without a choice. After the last choice
        all are revealed and placed.
        """
        if self.held[card] != seat:
            self.unknown[seat] -= 1
        self.held[card] = FACE_DOWN + seat
        hands = self.in_hands
        if len(hands) > 0:
            at, end = HAND * seat, HAND * seat + self.left - 1
            while at < end and hands[at] != card:
                at += 1
            while at < end:
                hands[at] = hands[at + 1]
                at += 1
            hands[end] = 0
        choices, lowest = self.choices, self.next_seat
        choices[seat] = card
        self.waiting -= 1
        # The place after the last seat's is always 0.
        while choices[lowest] != 0:
            lowest += 1
        self.next_seat = lowest if self.waiting else i64(0)
        if self.watch is not None:
            self.tell("choose", seat)
        if self.waiting == 0:
            self._reveal()

    def _reveal(self) -> None:
        """Turn up all choices: fill `placing` with them, highest first, and place them until
        somebody has to be asked.
        """
        self.left -= 1
        placing, choices, held = self.placing, self.choices, self.held
        for seat in self.seats:
            card = choices[seat]
            held[card] = PLAYED + seat
            at = seat - 1
            while at > 0 and placing[at - 1] < card:
                placing[at] = placing[at - 1]
                at -= 1
            placing[at] = card
        self.to_place = self.n
        self.tell("reveal")
        self._place()

    # Placing a card

    def _place(self) -> None:
        """Place the revealed cards, lowest first, up to the first one whose owner must choose: a
        row to take, or one of two places; if there is none, end the turn.
        """
        placing = self.placing
        while self.to_place > 0:
            card = placing[self.to_place - 1]
            places = self.places(card)
            if places == 0 or places >= SECOND:
                self._ask_owner(card, "tie" if places else "low")
                return
            self._lay(card, places)
        self._end_turn()

    def _lay(self, card: i64, place: i64) -> None:
        """Lay `card`, the lowest one still to be placed, at the end `place` (the code of `>K` or
        `<K`) of a row. If the row is full, the card's owner first takes the cards there. The step
        is `place`.
        """
        self.to_place -= 1
        row, left, sizes = row_of(place), place >= LEFT, self.sizes
        if sizes[row] == FULL:
            self._take(self.held[card] - PLAYED, row)
        size = sizes[row]
        sizes[row] = size + 1
        self.row_heads[row] += self.heads_on[card]
        at = WIDE * row + size
        if left:
            while at > WIDE * row:
                self.rows[at] = self.rows[at - 1]
                at -= 1
        self.rows[at] = card
        if not left or size == 0:
            self.ends[row] = card
        if self.watch is not None:
            self.tell("place", 0, card, row, at - WIDE * row)

    def _take(self, seat: i64, row: i64) -> None:
        """Give every card of a row (from 0) to `seat`, whose `heads` rise at once; the row is then
        empty. The step is `take`; a watcher gets it while the row is still there. If `noted` is a
        list, five numbers are added to it: turn, seat, row, the card that the seat chose, heads.
        """
        held, taken, at, heads = self.held, self.taken, self.took, self.row_heads[row]
        rows, first = self.rows, WIDE * row
        for place in range(first, first + self.sizes[row]):
            card = rows[place]
            held[card] = TAKEN + seat
            taken[at] = card
            at += 1
        self.took = at
        self.heads[seat] += heads
        if self.noted is not None:
            self.noted += [self.turn, seat, row, self.choices[seat], heads]
        self.tell("take", seat, 0, row)
        self.sizes[row] = 0
        self.row_heads[row] = 0

    def _ask_owner(self, card: i64, why: str) -> None:
        """Enter the phase PLACE, in which the owner of `card` must say which row it takes, or which
        of two places it uses. `why` names the step: `low` (the card is below all rows) or `tie`.
        """
        self.stage = PLACE
        self.next_seat = self.held[card] - PLAYED
        self.tell(why, self.next_seat)

    def _decide(self, code: i64) -> None:
        """Play the answer of the seat whose card is being placed: `rK` takes row K (from 1), whose
        first card is then this one; `>K` and `<K` lay the card at the right or left end of row K,
        whose cards the seat first takes if it is full. Then go on to place the other cards.
        """
        if code < RIGHT:
            self._take(self.next_seat, code - TAKE)
            code += RIGHT - TAKE
        self._lay(self.placing[self.to_place - 1], code)
        self._place()

    # After the last card of the turn

    def _end_turn(self) -> None:
        """End the turn after its last card is placed. While hands have cards, the next turn begins:
        phase CHOOSE, the turn number one higher, no seat has chosen. Otherwise the match is over,
        if it ends here, or the next round begins (see `begin`).
        """
        choices = self.choices
        for seat in self.seats:
            choices[seat] = 0
        if self.left > 0:
            self.turn += 1
            self.stage, self.waiting, self.next_seat = CHOOSE, self.n, 1
            self.tell("turn")
        elif self._ends_here():
            self.stage = OVER
            self.next_seat = 0
            self.tell("end")
        else:
            self.begin()

    # 8. End of the game and ties

    def _ends_here(self) -> bool:
        """Whether the match ends with the round that has just ended: with a fixed number of rounds,
        after the last one; otherwise when some seat has at least as many heads as the target.
        """
        if self.options.rounds > 0:
            return self.round >= self.options.rounds
        return highest(self.heads) >= self.target

    # 9. What each seat may see

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` (of all rounds) are over, as a new dict. Those in
        progress don't count.
        """
        done = 0 if self.is_over else 1
        return {"rounds": self.round - done, "turns": self.turn - done}

    # 10. Turn and round marks

    def round_due(self) -> i64:
        """The number of the round if the next token is its first one, so that the round mark comes
        before it; otherwise 0.
        """
        begins = self.left == HAND and self.turn_due() > 0
        if self.drafted:
            begins = self.market == self.deck_size
        if begins:
            return self.round
        return 0

    def turn_due(self) -> i64:
        """The number of the turn if the next token is its first choice, so that the turn mark comes
        before it; otherwise 0. Picks of a draft have no turn mark.
        """
        if self.stage == CHOOSE and self.waiting == self.n:
            return self.turn
        return 0

    # Players

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    def reference_code(self, seat: i64) -> i64:
        return players.reference_code(self, seat)

    # Analysis copies a position for each round that it plays on: so it is not done by name.
    def copy(self) -> Nimmt:
        """An independent state in the same position, which shares options and chance. Its `watch`
        and `noted` are None.
        """
        other = Nimmt(self.options, self.n, self.chance, self)
        other.follow(self)
        other.left, other.waiting, other.to_place = self.left, self.waiting, self.to_place
        other.took, other.market, other.stock = self.took, self.market, self.stock
        other.unknown = self.unknown[:]
        other.choices, other.placing, other.held = self.choices[:], self.placing[:], self.held[:]
        other.rows, other.sizes, other.ends = self.rows[:], self.sizes[:], self.ends[:]
        other.taken, other.row_heads = self.taken[:], self.row_heads[:]
        other.in_hands = self.in_hands[:]
        other.looked, other.below, other.rising = self.looked, self.below, self.rising
        return other


start = starting(Nimmt)
