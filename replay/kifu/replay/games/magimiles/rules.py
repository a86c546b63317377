"""MAGiMiLES (マギマイルズ) in the order of its page (docs/rules/magimiles.md), from section 5: how
a round is dealt and prepared, the tricks, to the end of a match.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from kifu.notation.native import i64
from kifu.replay.codes.arrays import bit, filled, lowest, members, sort_up
from kifu.replay.codes.coded import Answers, starting
from kifu.replay.games.magimiles import display, keys, players, sentences
from kifu.replay.games.magimiles.cards import (
    BIT,
    CARD_BITS,
    DECLARED,
    IN_PILE,
    KIND_AT,
    MAIN_CARDS,
    NEEDED,
    PILES,
    SUPPORT_CARD,
    TRICKS,
    WHOLE_DECK,
)
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    OVER,
    PASS1,
    PASS2,
    PICK1,
    PICK2,
    SUPPORT,
    TAKE,
    WAITING,
    Position,
)

#: How many cards are dealt to a hand, by the number of seats; of two, none.
DEALT: Final = filled([0, 0, 0, 11, 8])


@final
class Magimiles(Position):
    """The state of a match: a `Position` with the moves and what follows from them."""

    answers: ClassVar = Answers(
        display, sentences, keys, ("turn", "main", "support", "reveal", "apply")
    )

    def play_code(self, code: i64, seat: i64) -> None:
        """Play the token with this code for `seat`; 0 means that no seat is written, so it is the
        seat on turn. If a rule forbids it, raises IllegalMove (WrongActor for a seat that may not
        act), with nothing changed. Code 0 is for the text in `word`, which is no token, and is
        always refused.

        An unknown declaration (`=_`) is played as the card that the record writes for the event
        `declared/R/S`, if it does; otherwise as an unknown card.
        """
        whose = seat or self.next_seat
        if code == DECLARED << KIND_AT and self.stage == DECLARE and self.may_act(whose):
            label = f"{self._label('declared')}/{whose}"
            cards = self.chance.deal(label, self.tables.deck, 1)
            # A seed can't say what somebody chose.
            code += cards[0] if cards is not None and self.chance.is_written(label) else 0
        Position.play_code(self, code, seat)

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for `seat` (never 0), with all that follows from it, and
        `tell` of each step. The move must be legal: that is not checked.
        """
        stage, card, hand = self.stage, code & CARD_BITS, self.hands[seat]
        if stage == TAKE:
            self._award(seat, card)
            return
        if stage <= PICK2:
            self._pick(card << 1, seat)
            return
        card = self.leave(card, seat)
        if stage == MAIN:
            self._play_main(card, seat, hand)
        elif stage == SUPPORT:
            self._play_support(card, (code >> KIND_AT) - SUPPORT_CARD, seat, hand)
        elif stage == DECLARE:
            self._declare(card, seat, hand)
        else:
            self._pass_on(card, seat, hand)

    def _go_on(self, stage: i64, seat: i64) -> None:
        """Enter the phase `stage`; `seat` becomes the seat on turn (0: nobody, or either partner).
        The step is `phase`, or `end` if the phase is OVER.
        """
        self.stage = stage
        self.next_seat = seat
        self.tell("end" if stage == OVER else "phase")

    # 5. Chance events

    def begin(self) -> None:
        """Begin the next round, in a new match the first. It clears the cards of the round before
        (the step `collect`), adds 1 to `round`, deals, and enters the first phase. The leader is
        the seat with the number of the round; `turn` is 0. With two seats it is called once, as one
        deal serves both rounds.

        If the deal has no outcome, or a card of the first piles (two seats) or the trump card
        (three, four) is unknown, the match waits: the event is `missing`, the phase WAITING, nobody
        on turn.
        """
        self.sit_down()
        if self.round > 0:
            self.tell("collect")
        self.round += 1
        self.turn = 0
        self.leader = self.round
        dealt = self.chance.deal(self._label("deal"), self.tables.deck, NEEDED[self.n])
        if dealt is None:
            self._wait(self._label("deal"))
            return
        self.deck = dealt
        self.unseen = WHOLE_DECK & ~self.dealt_from(0)
        if self.n == 2:
            self._lay_piles()
            return
        size = DEALT[self.n]
        for seat in self.seats:
            for card in self.deck[self.dealt : self.dealt + size]:
                self.hold(seat, card)
            self.dealt += size
        self.tell("deal")
        self._turn_up_trump()

    def _label(self, event: str) -> str:
        """The label of a chance event of this round, without a seat: `event` is "deal" or
        "declared", and the label is `deal/R` or `declared/R`, to which the caller adds a seat. R is
        the round; with two seats it is always 1.
        """
        return f"{event}/{1 if self.n == 2 else self.round}"

    def _wait(self, label: str, why: str = "", first: i64 = 0, size: i64 = 1) -> None:
        """Let the match wait for the event `label` (phase WAITING, nobody on turn); the step is
        `phase`. Give `why` if the event has an outcome in which cards are unknown that must be
        known: the `size` cards from index `first` (from 0). The chance then gets a finding that
        says `why`. Without `why`, `first` and `size` mean nothing.
        """
        self.wait_for(label, why, first, first + size)
        self.tell("phase")

    # 6. Setup phases

    def _turn_up_trump(self) -> None:
        """Turn up the next card of the deal as the trump card; then begin the declarations or, with
        four seats, the exchange. If the card is unknown, enter WAITING instead.
        """
        card = self.deck[self.dealt]
        if card == 0:
            self._wait(self._label("deal"), "the trump card must be known", self.dealt)
            return
        self.dealt += 1
        self.trump_card = card
        self.trump = self.tables.number[card]
        self.tell("trump", 0, card)
        if self.n == 4:
            self._begin_exchange(1)
        else:
            self._go_on(DECLARE, self.leader)

    # 2 players: the piles

    def _lay_piles(self) -> None:
        """Lay the next 16 cards of the deal out as four open piles, and let seat 1 pick (PICK1). If
        one of them is unknown, wait for the deal instead (WAITING).
        """
        if 0 in self.deck[self.dealt : self.dealt + PILES * IN_PILE]:
            why = "the cards of the piles must be known"
            self._wait(self._label("deal"), why, self.dealt, PILES * IN_PILE)
            return
        self.dealt += PILES * IN_PILE
        self.piles = bit(PILES + 1) - 2
        self.tell("piles")
        self._go_on(PICK1, 1)

    def _pick(self, picked: i64, seat: i64) -> None:
        """Play the pick of the piles in the mask `picked` (bit k for pile k) by `seat`. In PICK1
        seat 2 picks next. In PICK2 seat 1 gets the last pile; then, in round 1, each seat draws a
        card and the trump is turned up, and in round 2 the first trick begins.
        """
        self._take_piles(seat, picked)
        if self.stage == PICK1:
            self._go_on(PICK2, 2)
            return
        self._take_piles(1, self.piles)
        if self.round == 2:
            self._start_trick()
            return
        self._draw_one(1)
        self._draw_one(2)
        self._turn_up_trump()

    def _take_piles(self, seat: i64, picked: i64) -> None:
        """Move the cards of the piles in the mask `picked` (bit k for pile k) into the hand of
        `seat`, and take these piles off the table. The step is `pick`.
        """
        for pile in members(picked):
            begin = self.pile_at(pile)
            for at in range(begin, begin + IN_PILE):
                self.hold(seat, self.deck[at])
        self.tell("pick", seat, 0, picked)
        self.piles &= ~picked

    def _draw_one(self, seat: i64) -> None:
        """Move the next card of the deal, known or not, into the hand of `seat`. The step is
        `draw`.
        """
        card = self.deck[self.dealt]
        self.dealt += 1
        self.hold(seat, card)
        self.tell("draw", seat, card)

    # 4 players: the exchange

    def _begin_exchange(self, seat: i64) -> None:
        """Begin the exchange of cards (PASS1) in the team whose lower seat is `seat`. Either
        partner may pass first. The lower one counts as on turn, so a record need not write its
        seat.
        """
        self.either = seat
        self.shared = True
        self._go_on(PASS1, seat)

    def _pass_on(self, card: i64, seat: i64, hand: i64) -> None:
        """Pass `card` (0: an unknown one) from `seat` to its partner. It has left the hand already;
        `hand` is the mask of the cards known there before. In PASS1 the partner then passes a card
        back (PASS2). After that either of them declares.
        """
        receiver = self.partner(seat)
        self.hold(receiver, card)
        self.tell("pass", seat, card, receiver, hand)
        if self.stage == PASS1:
            self.either = 0
            self.shared = False
            self._go_on(PASS2, receiver)
        else:
            self.either = self.holder(seat)
            self._go_on(DECLARE, 0)

    # The declaration

    def _declare(self, card: i64, seat: i64, hand: i64) -> None:
        """Declare `card` (0: an unknown one) for `seat`. It has left the hand already; `hand` is
        the mask of the cards known there before.

        With two or three seats, the next seat then declares, or if all have, the first trick
        starts. With four, one seat declares for its team and draws a card; then the exchange of
        team B begins or, after team B has declared, the first trick.
        """
        team = self.either
        self.declared[seat] = card
        if card == 0:
            self.covered |= bit(seat)
        self.tell("declare", seat, card, 0, hand)
        following = seat % self.n + 1
        if self.n == 4:
            self._draw_one(seat)
            self.either = 0
        if team == 1:
            self._begin_exchange(2)
        elif team == 2 or following == self.leader:
            self._start_trick()
        else:
            self._go_on(DECLARE, following)

    # 7. Tricks

    def _start_trick(self) -> None:
        """Count a new trick in `turn` and let the leader play its main card; with four seats, from
        the second trick on, its partner may lead instead. The step is `turn`.
        """
        self.turn += 1
        self.stage = MAIN
        self.next_seat = self.leader
        if self.n == 4 and self.turn > 1:
            self.next_seat = 0
            self.either = self.holder(self.leader)
        self.tell("turn")

    # Main cards

    def _play_main(self, card: i64, seat: i64, hand: i64) -> None:
        """Play `card` as the main card of `seat`. It has left the hand already; `hand` is the mask
        of the cards known there before. The first main card of a trick sets `led`. After the last
        one, support cards are laid.
        """
        if self.played == 0:
            self.led = self.tables.attribute[card]
        self.enter(card, seat)
        self.played += 1
        self.either = 0
        if self.played < MAIN_CARDS[self.n]:
            self.next_seat = seat % self.n + 1
        else:
            self._start_supports()
        self.tell("main", seat, card, 0, hand)

    def _start_supports(self) -> None:
        """Enter SUPPORT: fill `helpers` with the seats in the order in which they lay support
        cards; the first is on turn. With two or three seats the smallest number of a main card
        comes first, of equal ones the card played earlier. With `supports=clockwise` the others
        then follow to the left of the first. With four seats it is the partner of each seat that
        played a main card, in the order of these.
        """
        self.stage = SUPPORT
        order, helpers, totals = self.order, self.helpers, self.totals
        for at in range(self.played):
            # A total is still the printed number.
            helpers[at] = self.partner(order[at]) if self.n == 4 else totals[order[at]] << 4 | at
        if self.n < 4:
            sort_up(helpers)
            for at in range(self.played):
                helpers[at] = order[helpers[at] & 15]
        if self.tables.is_clockwise:
            helpers[1] = helpers[0] % 3 + 1
            helpers[2] = helpers[1] % 3 + 1
        self.next_seat = helpers[0]

    # Support cards

    def _play_support(self, card: i64, target: i64, seat: i64, hand: i64) -> None:
        """Lay `card` of `seat` as a support card, face down on the main card of seat `target`. It
        has left the hand already; `hand` is the mask of the cards known there before. After the
        last support card of the trick, all are applied.
        """
        self.supports[seat] = card
        self.targets[seat] = target
        self.laid += 1
        self.next_seat = self.helpers[self.laid] if self.laid < self.played else i64(0)
        self.tell("support", seat, card, target, hand)
        if not self.next_seat:
            self._apply_supports()

    def _apply_supports(self) -> None:
        """Turn up all support cards, apply them to the totals in the order laid (section 8) and
        rank the seats. Then, with three seats, the best one chooses cards (TAKE); otherwise it gets
        all.
        """
        self.tell("reveal")
        for seat in self.helpers:
            target = self.targets[seat]
            total = self.supported(self.supports[seat], target)
            self.totals[target] = total
            self.standings[target] = self.key_with(target, total)
            self.tell("apply", seat, 0, target)
        best = self.ranked(1)
        if self.totals[best] == self.trump:
            self.tell("trumped", best)
        if self.n == 3:
            self._go_on(TAKE, best)
        else:
            self._award(best, -1)

    # Cards won

    def _award(self, best: i64, taken: i64) -> None:
        """Give `best`, the seat that ranks best, the cards played by the seats in the mask `taken`
        (bit k for seat k; -1: all); with three seats, give the second best those of the other seat.
        `best` leads the next trick, which then starts, or the round ends.
        """
        mains, supports, played = self.mains, self.supports, self.played
        for place in range(played):
            self.won[self.gone + place] = mains[self.order[place]]
            self.won[self.gone + played + place] = supports[self.helpers[place]]
        self.gone += 2 * played
        self.kept[self.holder(best)] |= self.shown_by(taken)
        if self.n == 3:
            self.kept[self.ranked(2)] |= self.shown_by(~taken)
        self.tell("take" if self.n == 3 else "trick", best, 0, taken)
        self.leader = best
        for seat in self.seats:
            mains[seat] = supports[seat] = 0
        self.played = 0
        self.laid = 0
        if self.turn < TRICKS[self.n]:
            self._start_trick()
        else:
            self._end_round()

    # 9. Scoring, 10. End of the game

    def _end_round(self) -> None:
        """After the last trick, score the round, then begin the next one or end the match. For each
        declared card, its seat or team gets the points of the cards won and of that card itself.

        - With two seats, round 1 isn't scored: round 2 begins with new piles.
        - While a declared card is unknown, the match waits for its event, with nothing scored.
        - In `one_stretch` (only this round was to be played), the next round isn't dealt: its
          number is set, and the phase is WAITING.
        """
        if self.n == 2 and self.round == 1:
            self.round = 2
            self.turn = 0
            self._lay_piles()
            return
        if self.covered:
            label = f"{self._label('declared')}/{lowest(self.covered)}"
            is_written = self.chance.is_written(label)
            self._wait(label, "the declared card must be known" if is_written else "")
            return
        for seat in self.seats:
            card, holder = self.declared[seat], self.holder(seat)
            self.points[holder] += self.worth(self.kept[holder] | BIT[card], card)
        self.tell("score")
        if self.round >= self.options.rounds:
            self._go_on(OVER, 0)
        elif self.one_stretch:  # nobody plays the next round
            self.round += 1
            self._go_on(WAITING, 0)
        else:
            self.begin()

    # Players

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    def reference_code(self, seat: i64) -> i64:
        return players.reference_code(self, seat)

    # Analysis copies a position for each world: so it is not done by name.
    def copy(self) -> Magimiles:
        """An independent state in the same position, which shares options, tables and chance.
        Nobody watches it.
        """
        other = Magimiles(self.options, self.n, self.chance, self.tables)
        other.follow(self)
        other.either, other.dealt, other.piles, other.unseen = (
            self.either,
            self.dealt,
            self.piles,
            self.unseen,
        )
        other.trump_card, other.trump, other.leader = self.trump_card, self.trump, self.leader
        other.played, other.laid = self.played, self.laid
        other.led, other.covered, other.gone = self.led, self.covered, self.gone
        other.deck, other.won = self.deck[:], self.won[:]
        other.hands, other.unknown = self.hands[:], self.unknown[:]
        other.declared, other.points, other.kept = self.declared[:], self.points[:], self.kept[:]
        other.mains, other.totals = self.mains[:], self.totals[:]
        other.standings = self.standings[:]
        other.order, other.helpers = self.order[:], self.helpers[:]
        other.supports, other.targets = self.supports[:], self.targets[:]
        return other


start = starting(Magimiles)
