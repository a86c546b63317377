"""MAGiMiLES (マギマイルズ) in the order of its page (docs/rules/magimiles.md), from section 7:
the tricks, to the end of a match.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import final

from kifu.notation.native import i64
from kifu.notation.words import Words
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import NONE, sort_up
from kifu.replay.games.magimiles import display, keys, players, sentences, setup
from kifu.replay.games.magimiles.cards import (
    BIT,
    CARD_BITS,
    DECLARED,
    TAKEN,
    TARGET_OF,
    lowest,
    tables_of,
)
from kifu.replay.games.magimiles.options import Options
from kifu.replay.games.magimiles.position import (
    DECLARE,
    MAIN,
    MAIN_CARDS,
    NO_TRUMP,
    OVER,
    PASS1,
    PASS2,
    PICK1,
    SUPPORT,
    TAKE,
    TRICKS,
    WAITING,
    Position,
)
from kifu.replay.states.coded import copied
from kifu.replay.table import Step, Table


def start(options: Options, seats: int, chance: Chance) -> Magimiles:
    """A new position at ply 0, after what `chance` deals first. If that is not known, it waits for
    it (see `missing`).
    """
    state = Magimiles(tables_of(options), seats, chance)
    setup.begin_round(state)
    return state


@final
class Magimiles(Position):
    """A position that is played on."""

    def play_code(self, code: i64, seat: i64) -> None:
        if seat == 0:
            seat = self.next_seat
        stage = self.stage
        if code == DECLARED and stage == DECLARE and self.may_act(seat):
            code += setup.turned_up(self, seat)
        rule = self.why_not(code, seat)
        if rule:
            raise sentences.refusal(self, rule, code, seat)
        if stage == MAIN:
            self._play_main(code, seat)
        elif stage == SUPPORT:
            self._play_support(code, seat)
        elif stage == TAKE:
            self._award(code - TAKEN)
        elif stage in (PASS1, PASS2):
            setup.pass_on(self, code, seat)
        elif stage == DECLARE:
            if setup.declare(self, code, seat):
                self._start_trick()
        elif setup.pick(self, code, seat):
            self._start_trick()

    # 7. Tricks

    def _start_trick(self) -> None:
        """Begin a trick. The leader plays first; with four seats, from the second trick on, its
        partner may instead.
        """
        self.turn += 1
        self.stage = MAIN
        if self.n == 4 and self.turn > 1:
            self.next_seat = 0
            self.either = self.holder(self.leader)
        else:
            self.next_seat = self.leader
        if self.details is not None:
            self.details(display.status(self, "turn"))

    # Main cards

    def _play_main(self, code: i64, seat: i64) -> None:
        """Play a main card of `seat`; its code is the card itself. After the last one the support
        cards begin.
        """
        hand = self.hands[seat]
        card = self.leave(code, seat)
        if self.played == 0:
            self.led = self.tables.attribute[card]
        self.mains[seat] = card
        self.totals[seat] = self.tables.number[card]
        self.order[self.played] = seat
        self.played += 1
        self.either = 0
        if self.played < MAIN_CARDS[self.n]:
            self.next_seat = seat % self.n + 1
        else:
            self._start_supports()
        if self.details is not None:
            self.details(display.main(self, seat, card, hand))

    def _start_supports(self) -> None:
        """Put the seats into `helpers` in the order in which they lay support cards. Two and three
        players: by the number of their main card, the smallest first, of equal ones the one played
        earlier; with `supports=clockwise` that gives only the first seat, and the others follow to
        its left. Four players: the third from the leader, then the fourth.
        """
        self.stage = SUPPORT
        order, helpers, totals = self.order, self.helpers, self.totals
        if self.n == 4:
            helpers[0], helpers[1] = self.partner(order[0]), self.partner(order[1])
        elif self.n == 2:
            first, second = order[0], order[1]
            if totals[second] < totals[first]:
                first, second = second, first
            helpers[0], helpers[1] = first, second
        else:
            # A total is still the printed number.
            for at in range(self.played):
                helpers[at] = totals[order[at]] << 4 | at
            sort_up(helpers)
            for at in range(self.played):
                helpers[at] = order[helpers[at] & 15]
            if self.tables.clockwise:
                helpers[1] = helpers[0] % self.n + 1
                helpers[2] = helpers[1] % self.n + 1
        self.next_seat = helpers[0]

    # Support cards

    def _play_support(self, code: i64, seat: i64) -> None:
        """Play a support card of `seat`; its code has the card in its low bits (CARD_BITS) and the
        seat whose main card it is laid on (TARGET_OF). After the last one all are applied.
        """
        target, hand = TARGET_OF[code], self.hands[seat]
        card = self.leave(code & CARD_BITS, seat)
        self.supports[self.laid] = card
        self.targets[self.laid] = target
        self.laid += 1
        self.next_seat = 0
        if self.laid < self.played:
            self.next_seat = self.helpers[self.laid]
        if self.details is not None:
            self.details(display.support(self, seat, card, target, hand))
        if self.next_seat == 0:
            self._apply_supports()

    def _apply_supports(self) -> None:
        """Turn up all support cards and apply their effects in the order they were laid (section
        8); then go on to the cards won.
        """
        if self.details is not None:
            self.details(display.reveal(self))
        for at in range(self.laid):
            target = self.targets[at]
            self.support_with(self.supports[at], target)
            if self.details is not None:
                self.details(display.apply(self, self.helpers[at], target))
        self.rank()
        best = self.ranking[0]
        if self.watch is not None and self.totals[best] == self.trump:
            self.watch(Step("trumped", seat=best))
        if self.n == 3:
            setup.go_on(self, TAKE, best)
        else:
            self._award(-1)

    # Cards won

    def _award(self, taken: i64) -> None:
        """Give the cards that the seats in the mask `taken` have played in the trick (of three,
        those that the best one has named) to the seat that ranks best; with three seats, the other
        seats' cards to the second best. Then begin the next trick or end the round.
        """
        best = self.ranking[0]
        self._keep(best, taken)
        if self.n == 3:
            self._keep(self.ranking[1], ~taken)
        if self.watch is not None:
            self.watch(display.award(self, taken))
        self.leader = best
        for seat in self.order:
            self.mains[seat] = 0
        self.played = 0
        self.laid = 0
        if self.turn < TRICKS[self.n]:
            self._start_trick()
        else:
            self._end_round()

    def _keep(self, winner: i64, seats: i64) -> None:
        """Add the cards that the seats in the mask `seats` have played in the trick to those that
        `winner`, or its team, has won.
        """
        won, mains, helpers, gained = self.won, self.mains, self.helpers, self.gained
        cards: i64 = 0
        for seat in self.order:
            if seats >> seat & 1:
                card = mains[seat]
                won[gained] = card
                cards |= BIT[card]
                gained += 1
        for at in range(self.laid):
            if seats >> helpers[at] & 1:
                card = self.supports[at]
                won[gained] = card
                cards |= BIT[card]
                gained += 1
        self.gained = gained
        self.kept[self.holder(winner)] |= cards

    # 9. Scoring, 10. End of the game

    def _end_round(self) -> None:
        if self.n == 2 and self.round == 1:
            self.round = 2
            self.turn = 0
            setup.lay_piles(self)
            return
        if self.covered:
            label = setup.shown_at_the_end(self, lowest(self.covered))
            is_written = self.chance.is_written(label)
            setup.wait_for(self, label, "the declared card must be known" if is_written else "")
            return
        self._score()
        if self.round >= self.tables.rounds:
            setup.go_on(self, OVER, 0)
        elif self.one_stretch:  # nobody plays the next round
            self.round += 1
            setup.go_on(self, WAITING, 0)
        else:
            self._collect()
            setup.begin_round(self)

    def _score(self) -> None:
        """Turn up the declared cards and add the points of the round: each card declared counts
        with the cards won by its seat or team.
        """
        for seat in range(1, self.n + 1):
            card = self.declared[seat]
            if card != 0:
                score = self.worth(self.kept[self.holder(seat)] | BIT[card], card)
                self.points[seat] += score
                if self.n == 4:
                    self.points[self.partner(seat)] += score
        if self.watch is not None:
            self.watch(display.score(self))

    def _collect(self) -> None:
        """Take back all cards after a round; the points stay."""
        if self.watch is not None:
            self.watch(display.collect(self))
        for seat in range(1, self.n + 1):
            self.kept[seat] = 0
            self.declared[seat] = 0
        self.gained = 0
        self.deck = NONE
        self.dealt = 0
        self.trump_card = 0
        self.trump = NO_TRUMP

    # 11. What each seat may see

    def table_of(self, viewer: i64) -> Table:
        return display.view(self, viewer)

    def sentence_of(self, move: str, seat: i64) -> Words:
        return sentences.describe(self, move, seat)

    def canonical(self) -> str:
        return keys.canonical(self)

    def class_code(self, move: i64, seat: i64) -> i64:
        return keys.class_of(move, seat)

    def situation_code(self, seat: i64) -> i64:
        return keys.situation_code(self, seat)

    def situation_text(self, code: int) -> str:
        return keys.situation_text(self, code)

    # 12. Turn and round marks

    def round_due(self) -> i64:
        begins = self.stage == PICK1 or (self.stage == PASS1 and self.next_seat == 1)
        if self.n == 3 and self.stage == DECLARE and self.next_seat == self.leader:
            begins = True
        if begins:
            return self.round
        return 0

    def turn_due(self) -> i64:
        if self.stage == MAIN and self.played == 0:
            return self.turn
        return 0

    def facts(self) -> dict[str, int]:
        done = 0 if self.is_over else 1
        turns = (self.round - 1) * TRICKS[self.n] + max(self.turn - done, 0)
        return {"rounds": self.round - done, "turns": turns}

    # Players

    def stretch(self) -> i64:
        # With two players nothing is scored after the first round, but for what is in hand.
        if self.n == 3:
            return self.round
        return 0

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    def reference_code(self, seat: i64) -> i64:
        return players.reference_code(self, seat)

    def copy(self) -> Magimiles:
        return copied(self, Magimiles(self.tables, self.n, self.chance))
