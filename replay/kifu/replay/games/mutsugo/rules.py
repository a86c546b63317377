"""6つ子7組 (Mutsugo) in the order of its page (docs/rules/mutsugo.md): the deal and, from section
6, how a move is played and what follows from it.

A card is its place in the canonical order, a set of cards a mask; a seat counts from 1.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from kifu.notation.native import append, i64, vec
from kifu.replay.codes.arrays import bit, count
from kifu.replay.codes.coded import Answers, starting
from kifu.replay.games.mutsugo import display, options, players, sentences
from kifu.replay.games.mutsugo.position import (
    CARDS,
    CLOSING,
    DECK,
    DISSOLVE,
    DRAW,
    END,
    FROM_HAND,
    HAND,
    MAIN,
    NAMED,
    OVER,
    START,
    Position,
)

#: The label of the one chance event.
DEAL: Final = "deal"


@final
class Mutsugo(Position):
    """The state of a match: a `Position` with the moves and what follows from them."""

    answers: ClassVar = Answers(
        display, sentences, players, ("open", "take", "draw", "discard", "turn")
    )

    # 5. The deal

    def begin(self) -> None:
        """Deal the match in a new state and begin its first turn: seat 1 is on turn, phase START.
        Indices 4(k-1) to 4(k-1) + 3 of the deal are the hand of seat k, the rest is the pile, top
        first. The Start Open of the turn is done, too; if its card is unknown, the match waits (see
        `_open`).

        If the deal has no outcome, or an impossible one, only `missing` is set: the phase stays
        WAITING and nobody is on turn.
        """
        dealt = self.chance.deal(DEAL, DECK, CARDS)
        if dealt is None:
            self.missing = DEAL
            return
        deck = self.deck = dealt
        self.top = HAND * self.n
        for at in range(CARDS):
            if deck[at] > 0:
                self.nowhere &= ~bit(deck[at])
        for seat in self.seats:
            for card in deck[HAND * (seat - 1) : HAND * seat]:
                self._deal_to(seat, card)
        self.next_seat = 1
        self.stage = START
        self._open()

    def _deal_to(self, seat: i64, card: i64) -> None:
        """Put `card`, or for 0 an unknown one, into the hand of `seat`."""
        if card > 0:
            self.hands[seat] |= bit(card)
        else:
            self.unknown[seat] += 1

    # 6. Play

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for the seat on turn, with all that follows from it, and
        `tell` of each step. It must be legal, which is not checked. `seat` is not looked at.
        """
        if code == DRAW:
            self._draw(0)
        elif code == END:
            self._end_turn()
        elif code >= DISSOLVE:
            self._dissolve(NAMED[code])
        elif code < END:
            self._discard(NAMED[code])
        elif FROM_HAND[code]:
            self._lay_set(FROM_HAND[code], NAMED[code])
        else:
            self._draw(NAMED[code])

    # The start of a turn

    def _open(self) -> None:
        """Do the Start Open: with two or three seats, the top card of the pile becomes a free card;
        with four, nothing happens. If it was the last card, the match ends. If it is unknown, it
        stays on the pile, and the match waits: phase WAITING, nobody on turn, the deal as
        `missing`, and a finding of the chance says that the card must be known.
        """
        if self.n == 4:
            return
        card = self.deck[self.top]
        if card == 0:
            why = f"card {self.top + 1} is opened at the start of turn {self.turn}"
            self.wait_for(DEAL, f"{why}, so it must be known", self.top, self.top + 1)
            self.tell("waiting")
            return
        self.top += 1
        self.free |= bit(card)
        self.tell("open", 0, card)
        if self.top == CARDS:
            self._end("pile")

    # Drawing: the Start Draw, and the refill

    def _draw(self, card: i64) -> None:
        """Do the Start Draw or a refill, which leads to the phase MAIN and counts as a token of the
        turn: move the free card `card`, or for 0 the top card of the pile (which may be unknown),
        into the hand of the seat on turn. The match ends if a card of the pile was drawn and it is
        then empty. Whether this is legal is not checked.
        """
        seat = self.next_seat
        self.stage = MAIN
        self.begun = True
        if card > 0:
            self.free &= ~bit(card)
            self.hands[seat] |= bit(card)
            self.tell("take", seat, card)
            return
        card = self.deck[self.top]
        self.top += 1
        self._deal_to(seat, card)
        self.tell("draw", seat, card)
        if self.top == CARDS:
            self._end("pile")

    # Making a set

    def _lay_set(self, hand: i64, taken: i64) -> None:
        """Make a set for the seat on turn, the last of `sets` and "made this turn", from its hand
        cards in the mask `hand` and the card `taken` (0: none), which is free or robbed from a set.
        A set robbed of its last card is gone. Ends the match if the seat reaches the target.
        Whether the set is legal is not checked.
        """
        seat, cards, owner = self.next_seat, hand, i64(0)
        self._lay_down(hand)
        if taken > 0:
            cards |= bit(taken)
            at = self.set_with(taken)
            if at >= 0:
                owner = self.owners[at]
                self.sets[at] &= ~bit(taken)
                if self.sets[at] == 0:
                    self._remove_set(at)
            self.free &= ~bit(taken)
        self.sets = append(self.sets, cards)
        self.owners = append(self.owners, seat)
        self.made += 1
        self.tell("rob" if owner > 0 else "set", seat, taken, owner, cards)
        if self.score(seat) >= self.target:
            self._end("target")

    def _lay_down(self, cards: i64) -> None:
        """Remove the cards of a mask from the hand of the seat on turn, which must have them. A
        card that isn't known to be there is one of its unknown cards: these become fewer, and the
        card leaves `nowhere`, the cards in no known place. The caller must put the cards somewhere.
        """
        seat = self.next_seat
        shown = cards & ~self.hands[seat]
        self.hands[seat] &= ~cards
        self.nowhere &= ~shown
        self.unknown[seat] -= count(shown)

    def _remove_set(self, at: i64) -> None:
        """Remove the set at index `at` of `sets`, and its owner; later ones move up."""
        sets, owners = vec[i64](), vec[i64]()
        for place in range(len(self.sets)):
            if place != at:
                sets = append(sets, self.sets[place])
                owners = append(owners, self.owners[place])
        self.sets, self.owners = sets, owners

    # Discarding

    def _discard(self, card: i64) -> None:
        """Make a hand card of the seat on turn a free card. The phase is then CLOSING: the seat may
        only dissolve sets or end its turn.
        """
        seat = self.next_seat
        self._lay_down(bit(card))
        self.free |= bit(card)
        self.stage = CLOSING
        self.tell("discard", seat, card)

    # Dissolving

    def _dissolve(self, number: i64) -> None:
        """Remove set `number` (from 1) of the seat on turn; all its cards become free cards. The
        phase stays, and it counts as a token of the turn. That the set may be dissolved isn't
        checked.
        """
        seat = self.next_seat
        at = self.set_number(number, seat)
        cards = self.sets[at]
        self._remove_set(at)
        self.free |= cards
        self.begun = True
        self.tell("dissolve", seat, 0, 0, cards)

    # The end of a turn

    def _end_turn(self) -> None:
        """Pass the turn to the next seat: phase START, the turn number one higher, no set "made
        this turn" any more. Then its Start Open is done, which may end the match or leave it
        waiting (see `_open`).
        """
        seat = self.next_seat
        self.made = 0
        self.begun = False
        self.turn += 1
        self.next_seat = seat % self.n + 1
        self.stage = START
        self.tell("turn", seat)
        self._open()

    # 8. The end

    def _end(self, why: str) -> None:
        """End the match: phase OVER, nobody on turn, no set "made this turn" any more. `why` is the
        kind of the step to tell: `target` (the seat on turn has reached it) or `pile` (the pile is
        empty). The step is of the seat that was on turn.
        """
        seat = self.next_seat
        self.stage = OVER
        self.next_seat = 0
        self.made = 0
        self.tell(why, seat)

    # 9. What each seat may see

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` (1 once the match is over, else 0) and `"turns"` are over. A turn in
        which the Start Open ends the match isn't counted.
        """
        over = self.is_over
        return {"rounds": int(over), "turns": self.turn if over and self.begun else self.turn - 1}

    # 10. Turn and round marks

    def round_due(self) -> i64:
        """1 if the next token is the first of the match, so that the mark of its one round comes
        before it; otherwise 0.
        """
        if self.turn == 1 and self.turn_due():
            return 1
        return 0

    def turn_due(self) -> i64:
        """The number of the turn if the next token is its first one, so that the turn mark comes
        before it; otherwise 0.
        """
        if self.begun or not self.next_seat:
            return 0
        return self.turn

    # Players

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    def reference_code(self, seat: i64) -> i64:
        return players.reference_code(self, seat)

    # Analysis copies a position for each world: so it is not done by name.
    def copy(self) -> Mutsugo:
        """An independent state in the same position, which shares options and chance. Nobody
        watches it.
        """
        other = Mutsugo(self.options, self.n, self.chance)
        other.follow(self)
        other.made, other.begun = self.made, self.begun
        other.deck, other.top = self.deck[:], self.top
        other.free, other.nowhere = self.free, self.nowhere
        other.hands, other.unknown = self.hands[:], self.unknown[:]
        other.sets, other.owners = self.sets[:], self.owners[:]
        return other


start = starting(Mutsugo, options.settle)
