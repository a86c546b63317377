"""Atarayo (可惜夜) in the order of its page (docs/rules/atarayo.md): the deal and, from section 6,
how a move is played and what follows from it.

A card is its kind, a seat and a hand count from 1.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from kifu.notation.native import i64
from kifu.replay.codes.arrays import NONE, bit, sort_up, zeros
from kifu.replay.codes.coded import Answers, starting
from kifu.replay.games.atarayo import display, options, players, sentences
from kifu.replay.games.atarayo.cards import (
    ACCEPT,
    BURST,
    CALL,
    CALLERS,
    CARDS,
    DECK,
    DRAW,
    FIRST,
    HAND,
    KIND_AT,
    LAST_PLAY,
    NAMED,
    NUMBERS,
    OPEN,
    PASS,
    REVERSE,
    SIZE,
    SKIP,
    STACK,
    TAKE,
    TOKENS,
    laid_out,
)
from kifu.replay.games.atarayo.legal import Legal
from kifu.replay.games.atarayo.position import (
    ACT,
    ATTACKED,
    CHOOSE,
    DRAWN,
    OVER,
    STANDBY,
    WAITING,
)

#: Where a marker goes back to from Standby, and what shows who has won.
SENT_BACK: Final = 7
WON: Final[i64] = 9
#: So many markers win the duel.
MARKERS: Final[i64] = 3


@final
class Atarayo(Legal):
    """The state of a match: a `Legal` position with the moves and what follows from them."""

    answers: ClassVar = Answers(
        display,
        sentences,
        players,
        ("play", "reach", "draw", "drawn", "pass", "accept", "accepted", "turn"),
    )

    # 5. The deal

    def begin(self) -> None:
        """Set up a new match, with 0 points for each seat, and start its first round; it may end up
        waiting for the deal (see `_deal`).
        """
        self.sit_down()
        self.start_round()

    def start_round(self) -> None:
        """Collect the cards and deal the next round: `round` goes up by one, the turn is 1. If the
        chance event starter/ROUND has an outcome, that seat begins; otherwise the seat after the
        one that began the round before, in round 1 seat 1. If the deal isn't known, the match waits
        (see `_deal`).

        If `one_stretch` is set, only the round before was to be played: then nothing is dealt, the
        phase is WAITING, and nobody is on turn.
        """
        self.tell("collect")
        self.round += 1
        self.clear()
        if self.one_stretch:  # nobody plays the next round
            self.stage = WAITING
            return
        named = self.chance.named(f"starter/{self.round}", self.n)
        self.starter = named if named > 0 else self.starter % self.n + 1
        self._deal()
        self.tell("deal")

    def _deal(self) -> None:
        """Deal the round from the chance event deal/ROUND and begin it. The first two cards are
        revealed, then come five for each hand in the order of the names (1L 1R 2L 2R), then the
        pile. The starter's hand, in the duel the left one, is on turn.

        The revealed card with the smaller number becomes the field card, either one if both are
        equal. If the numbers are equal but the colours differ, the starter chooses (phase CHOOSE).

        If the deal isn't given, or one of the first two cards is unknown (that adds a finding to
        the chance), the match waits: phase WAITING, nobody on turn, all hands empty, and all 65
        cards, unknown, in the pile.
        """
        label, why = f"deal/{self.round}", ""
        dealt = self.chance.deal(label, DECK, CARDS)
        if dealt is not None and 0 in dealt[:2]:
            why = "the first two cards lie face up, so they must be known"
        if dealt is None or why:
            self.deck = zeros(CARDS)
            self.top = 0
            for hand in self.by_name:
                self.fill(hand, NONE, 0)
            self.wait_for(label, why, 0, 2)
            return
        self.deck = deck = laid_out(dealt, KIND_AT)
        self.top = 2
        self.next_seat = self.starter
        for hand in self.by_name:
            self.fill(hand, deck[self.top : self.top + HAND], 0)
            self.top += HAND
            if self.hand == 0 and self.owners[hand] == self.next_seat:
                self.hand = hand
        one, other = deck[0], deck[1]
        if NUMBERS[one] == NUMBERS[other] and one != other:
            self.stage = CHOOSE
        else:
            self._begin(one if NUMBERS[one] <= NUMBERS[other] else other)

    def _begin(self, field: i64) -> None:
        """Lay `field`, one of the two revealed cards, as the first field card, and begin the first
        turn (phase ACT). The other revealed card goes face up into the pile; half of the other
        cards of the pile, rounded down, lie above it. Which hand is on turn isn't changed.
        """
        self.heap[0] = field
        self.high = self.stack = 1
        above = (CARDS - self.top) // 2
        # What lies above it moves to where the last hand was dealt from.
        self.top -= 1
        self.up = self.top + above
        for place in range(self.top, self.up):
            self.deck[place] = self.deck[place + 1]
        self.deck[self.up] = self.deck[0] + self.deck[1] - field
        self.stage = ACT

    def _choose(self, card: i64) -> None:
        """Make `card`, one of the two revealed cards, the first field card, as the starter chose,
        and begin the first turn.
        """
        self.fresh = False
        self._begin(card)
        self.tell("choose", self.starter)

    # 6. Play

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for `seat`, with all that follows from it, and `tell` of
        each step. It must be legal, which is not checked; `seat` makes no difference, since the
        code says whose move it is.
        """
        if code <= LAST_PLAY:
            self._lay(code)
        elif code == TAKE:
            self._draw_one()
        elif code == PASS:
            self._pass()
        elif code == ACCEPT:
            self._accept()
        elif code < CALL:
            self._choose(code - FIRST)
        else:
            self._call(code)

    # Playing cards

    def _lay(self, play: i64) -> None:
        """Play the cards of the legal play with this code: they go from the hand onto the field,
        bottom card first; their effect (skip, reverse, attack) follows, and the turn ends. Others
        may then call on it.
        """
        self.tell("play", self.next_seat, play)
        hand, heap = self.hand, self.heap
        stack, count, high = STACK[play], SIZE[play], self.high
        number = NUMBERS[stack & 63]
        while stack:
            self.put_down(hand, stack & 63)
            heap[high] = stack & 63
            high += 1
            stack >>= 6
        self.high = high
        self.stack = self.together = count
        self.paid = False
        self.named = NAMED[play]
        self.window = hand
        if number == REVERSE and count & 1:
            self.direction = -self.direction
        elif number == DRAW:
            self.attack = DRAW
            self.amount += 2 * count
        elif number == OPEN:
            self.attack = OPEN
        self._end_turn(count if number == SKIP else i64(0))

    # Drawing, the point card, the burst

    def _draw_one(self) -> None:
        """Draw a card for the hand on turn, which then may play (phase DRAWN), unless `_draw` says
        that the turn is over. The last play can no longer be called on.
        """
        self.window = 0
        self.fresh = False
        self.tell("reach", self.next_seat)
        if self._draw():
            self.stage = DRAWN
            self.tell("drawn", self.next_seat)

    def _draw(self) -> bool:
        """Draw the top card of the pile into the hand on turn. True if its turn goes on.

        - A hand of ten cards bursts: the round is scored and ended, and it is False.
        - If the face-up card is now the top of the pile, it becomes the point card.
        - An empty pile is reshuffled. It is False if the order of the new pile isn't known.
        """
        hand = self.hand
        card = self.deck[self.top]
        self.top += 1
        self.pick_up(hand, card)
        self.tell("draw", self.next_seat, card)
        if self.size[hand] == BURST:
            self.tell("burst", self.next_seat)
            self._score(self.next_seat, 0, 0)
            return False
        if self.top == len(self.deck):
            self._reshuffle()
        elif self.top == self.up:
            self.point = self.deck[self.up]
            self.top += 1
            self.up = 0
            self.tell("point")
        return self.missing is None

    def _reshuffle(self) -> None:
        """Make all cards that lie under the field card, those of the last play too, a new pile in
        the order of the chance event reshuffle/ROUND/NUMBER, whose number goes up by one.

        If that event has no outcome, the match waits for it: phase WAITING, nobody on turn, the
        cards stay where they are, and the last play can no longer be called on.
        """
        self.reshuffles += 1
        label = f"reshuffle/{self.round}/{self.reshuffles}"
        cards = self.heap[: self.high]
        cards[self.high - 1] = 0
        sort_up(cards)
        names = [TOKENS[card] for card in cards[1:]]
        shuffled = self.chance.deal(label, names, len(names))
        if shuffled is None:
            self.wait_for(label)
            self.window = 0
            self.tell("wait")
            return
        self.tell("reshuffle")
        self.deck = laid_out(shuffled, cards)
        self.top = 0
        self.heap[0] = self.heap[self.high - 1]
        self.high = self.stack = 1

    def _pass(self) -> None:
        """End the turn of the hand on turn, which has drawn a card and plays none; the next hand is
        on turn.
        """
        self.tell("pass", self.next_seat)
        self._end_turn(0)

    # Under attack

    def _accept(self) -> None:
        """Accept the attack on the hand on turn: open the hand, or draw `amount` cards; a burst, or
        a reshuffle with no known outcome, stops the drawing. Then the hand may play (phase ACT),
        unless drawing ends its turn (draw2=ends_turn). The last play can still be called on.
        """
        opening, amount = self.attack == OPEN, self.amount
        self.attack = self.amount = 0
        self.fresh = False
        self.tell("accept", self.next_seat)
        if opening:
            self.tell("open", self.owners[self.hand], 0, self.hand)
            self.open_up(self.hand)
        else:
            self.paid = True
            for _ in range(amount):
                if not self._draw():
                    return
            if self.options.draw2 == "ends_turn":
                self._end_turn(0)
                return
        self.stage = ACT
        self.tell("accepted", self.next_seat)

    # Calls

    def _call(self, code: i64) -> None:
        """Play a call with its counters: open the hands one after the other, then score and end the
        round. The callers win or, if somebody counters, only the last to counter.
        """
        upon, calling = self.called_upon(), CALLERS[code - CALL]
        spoke: i64 = 0
        winners: i64 = 0
        for at, hand in enumerate(self.hands_of(code)):
            winner = self.owners[hand]
            self.tell("call" if at < calling else "counter", winner, 0, hand)
            self.open_up(hand)
            if at >= calling:
                winners = 0
            winners |= bit(winner)
            spoke |= bit(winner)
        self._score(upon, spoke, winners)

    # 7. Scoring

    def _score(self, upon: i64, spoke: i64, winners: i64) -> None:
        """Change the points after a round by section 7 of the page, then end the round (see
        `_end_round`). `upon` is the seat that was called upon, or whose hand burst. Masks (bit k
        for seat k): `spoke` are the seats that called or countered, 0 for a burst; `winners` are
        those of them that win.

        - goal=first3: a winner gets a marker; a seat that burst loses one, but has never fewer than
          0.
        - goal=standby: a winner gets 2, and 1 more if the point card is out, up to STANDBY; if it
          was on Standby, it has WON. If `upon` doesn't win, it gets nothing, and goes from Standby
          back to SENT_BACK. Others that spoke get nothing. All other seats get 1, up to STANDBY.
        """
        points = self.points
        for seat in self.seats:
            before, wins = points[seat], winners >> seat & 1
            if self.first3:
                if wins:
                    points[seat] += 1
                elif seat == upon and spoke == 0:
                    points[seat] = max(0, before - 1)
            elif wins:
                more = 2 + i64(self.point > 0)
                points[seat] = WON if before == STANDBY else min(before + more, STANDBY)
            elif seat == upon:
                if before == STANDBY:
                    points[seat] = SENT_BACK
            elif not spoke >> seat & 1:
                points[seat] = min(before + 1, STANDBY)
        self._end_round()

    # The end of a turn

    def _end_turn(self, skipped: i64) -> None:
        """End the turn and begin that of the next hand in the direction of play, after passing over
        `skipped` hands (it may be the same hand again): the turn number goes up by one, and the
        phase is ATTACKED if an attack is pending, otherwise ACT. The window for calls stays as it
        is.
        """
        self.turn += 1
        self.fresh = True
        hand = (self.hand - 1 + self.direction * (skipped + 1)) % self.hands + 1
        self.hand = hand
        self.next_seat = self.owners[hand]
        self.stage = ATTACKED if self.attack > 0 else ACT
        self.tell("turn", self.next_seat)

    # 8. The end

    def _end_round(self) -> None:
        """Begin the next round after one is scored or, if somebody has won, end the match. The
        turns of the round count as over.
        """
        self.past += self.turn
        self.tell("score")
        if not self.winners():
            self.start_round()
            return
        self.stage = OVER
        self.next_seat = self.window = self.attack = self.amount = 0
        self.tell("end")

    def winners(self) -> list[int]:
        """The seats that have won, ascending, as a new list: with goal=first3 those with three
        markers, otherwise those with WON points, which a win from Standby gives. [] while the match
        goes on.
        """
        wins = MARKERS if self.first3 else WON
        return [seat for seat in self.seats if self.points[seat] == wins]

    # 9. What each seat may see

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` (of all rounds) are over, as a new dict. The turn in
        which a round ends counts; a turn in progress doesn't.
        """
        if self.is_over:
            return {"rounds": self.round, "turns": self.past}
        return {"rounds": self.round - 1, "turns": self.past + self.turn - 1}

    # 10. Turn and round marks

    def round_due(self) -> i64:
        """The number of the round if the next token is its first one, so that the round mark comes
        before it; otherwise 0.
        """
        if self.turn == 1 and self.turn_due() > 0:
            return self.round
        return 0

    def turn_due(self) -> i64:
        """The number of the turn (from 1 in each round) if the next token is its first one, so that
        the turn mark comes before it; otherwise 0.
        """
        if self.fresh and self.next_seat > 0:
            return self.turn
        return 0

    # Players

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    # Analysis copies a position for each world: so it is not done by name.
    def copy(self) -> Atarayo:
        """An independent state in the same position, which shares options, chance and names. Nobody
        watches it.
        """
        other = Atarayo(self.options, self.n, self.chance)
        other.names, other.hands = self.names, self.hands
        other.owners, other.by_name = self.owners, self.by_name
        other.follow(self)
        other.past, other.fresh, other.direction = self.past, self.fresh, self.direction
        other.hand, other.high, other.stack = self.hand, self.high, self.stack
        other.named, other.top, other.up = self.named, self.top, self.up
        other.point, other.reshuffles = self.point, self.reshuffles
        other.attack, other.amount, other.window = self.attack, self.amount, self.window
        other.together, other.pending = self.together, self.pending
        other.paid, other.starter = self.paid, self.starter
        other.deck, other.points = self.deck[:], self.points[:]
        other.heap = self.heap[:]
        other.cards, other.size, other.bare = self.cards[:], self.size[:], self.bare[:]
        other.held, other.numbers = self.held[:], self.numbers[:]
        return other


start = starting(Atarayo, options.settle)
