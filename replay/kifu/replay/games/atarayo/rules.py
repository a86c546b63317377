"""Atarayo (可惜夜) in the order of its page (docs/rules/atarayo.md): the deal and, from section 6,
how a move is played and what follows from it.

A card is its kind, a seat and a hand count from 1.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, Final, final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import NONE, bit, sort_up, zeros
from kifu.replay.games.atarayo import display, keys, options, players, sentences
from kifu.replay.games.atarayo.cards import (
    ACCEPT,
    BURST,
    CALL,
    CALLER,
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
from kifu.replay.games.atarayo.legal import Legal, joint_call
from kifu.replay.games.atarayo.position import (
    ACT,
    ATTACKED,
    CALLED,
    CHOOSE,
    DRAWN,
    OVER,
    STANDBY,
    WAITING,
)
from kifu.replay.states.coded import Answers, starting
from kifu.replay.table import ALL

#: Where a marker goes back to from Standby, and what shows who has won.
SENT_BACK: Final[i64] = 7
WON: Final[i64] = 9
#: So many markers win the duel.
MARKERS: Final[i64] = 3


@final
class Atarayo(Legal):
    """A position that is played on."""

    answers: ClassVar = Answers(
        display,
        sentences,
        keys,
        ("play", "reach", "draw", "drawn", "pass", "accept", "accepted", "turn"),
    )

    # 5. The deal

    def begin(self) -> None:
        self.sit_down()
        self.start_round()

    def start_round(self) -> None:
        """Collect the cards and deal the next round. Who begins is the outcome of a chance event
        or, without one, the seat after the last one who began. In `one_stretch` nothing is dealt:
        the phase is then WAITING.
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
        """Deal a round and begin it. The deck's first two cards are revealed, then come five for
        each hand, then the pile.
        """
        label = f"deal/{self.round}"
        dealt = self.chance.deal(label, DECK, CARDS)
        if dealt is None:
            self._not_dealt(label)
            return
        deck = laid_out(dealt, KIND_AT)
        if deck[0] == 0 or deck[1] == 0:
            why = "the first two cards lie face up, so they must be known"
            self.chance.refuse(label, why, 0, 2)
            self._not_dealt(label)
            return
        self.deck = deck
        self.top = 2
        self.next_seat = self.starter
        for hand in self.by_name:
            self.fill(hand, deck[self.top : self.top + HAND], 0)
            self.top += HAND
            if self.hand == 0 and self.owners[hand] == self.next_seat:
                self.hand = hand
        self._reveal(deck[0], deck[1])

    def _not_dealt(self, label: str) -> None:
        """Stop the match, waiting for the deal `label`: the deck and the hands are empty."""
        self.stage = WAITING
        self.missing = label
        self.deck = zeros(CARDS)
        self.top = 0
        for hand in self.by_name:
            self.fill(hand, NONE, 0)

    def _reveal(self, one: i64, other: i64) -> None:
        """Reveal the first two cards of a round. The one with the smaller number becomes the field
        card; if the numbers are equal and the cards are not, the starter has to choose.
        """
        if NUMBERS[one] == NUMBERS[other] and one != other:
            self.stage = CHOOSE
            self.one, self.other = one, other
        elif NUMBERS[one] <= NUMBERS[other]:
            self._begin(one, other)
        else:
            self._begin(other, one)

    def _begin(self, field: i64, other: i64) -> None:
        """Lay `field` as the first field card, put `other`, the second revealed card, face up into
        the middle of the pile, and begin the first turn.
        """
        self.heap[0] = field
        self.high = self.stack = 1
        above = (CARDS - self.top) // 2
        deck = self.deck[:]  # copies have the one that is there
        # What lies above it moves to where the last hand was dealt from.
        self.top -= 1
        self.up = self.top + above
        for place in range(self.top, self.up):
            deck[place] = deck[place + 1]
        deck[self.up] = other
        self.deck = deck
        self.stage = ACT

    def _choose(self, card: i64) -> None:
        """Play the choice of `card`, one of the two revealed cards, as the first field card."""
        other = self.one
        if card == self.one:
            other = self.other
        self.one = self.other = 0
        self.fresh = False
        self._begin(card, other)
        self.tell("choose", self.starter)

    # 6. Play

    def make(self, code: i64, seat: i64) -> None:
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

    def may_claim(self, seat: i64) -> bool:
        return self.may_call(seat, ALL)

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of all legal moves of `seat`: with its hand on turn, then every call in which
        it is the first caller: alone, then with others who call along or counter.
        """
        codes = self.act_codes(seat)
        for call in self.calls(seat, self.hands):
            codes = append(codes, call)
        return codes

    # Who comes first

    def wish_codes(self, seat: i64) -> vec[i64]:
        """The codes of what `seat` may wish to do: its own plays, and calls of its own hands alone,
        since who else may call or counter depends on hands that it can't see. In the phase called:
        the call as it is, and that with each counter of its own.
        """
        codes = self.act_codes(seat)
        for call in self.calls(seat, 1):
            codes = append(codes, call)
        return codes

    def resolve(self, wishes: vec[i64]) -> i64:
        """The seat that moves next; its place in `wishes` then has the code to play. 0 while
        somebody has to be asked first (see `Coded.resolve`).

        All who wish to call do so together, before the seat on turn moves: the joint call goes to
        the place of its first caller. If the seat called upon may counter, the hands that
        call are opened and that seat is asked, as `next_seat` in the phase CALLED; in the duel each
        in turn is asked whether it counters the last counter.
        """
        call = wishes[self.next_seat]
        if self.stage != CALLED:
            call = joint_call(wishes)
            if call == 0:
                return self.next_seat
        counters = self.counters(call)
        if len(counters) == 0 or call == self.pending:
            caller = CALLER[call - CALL]
            wishes[caller] = call
            return caller
        for hand in self.hands_of(counters[0]):
            self.next_seat = self.owners[hand]
        for hand in self.hands_of(call):
            self._open(hand)
        self.stage = CALLED
        self.pending = call
        return 0

    # Playing cards

    def _lay(self, play: i64) -> None:
        """Play the play with this code, which is legal: its cards go on the field, the bottom card
        first, and their effect follows.
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
        if number == SKIP:
            self._end_turn(count)
            return
        if number == REVERSE:
            if count & 1:
                self.direction = -self.direction
        elif number == DRAW:
            self.attack = DRAW
            self.amount += 2 * count
        elif number == OPEN:
            self.attack = OPEN
        self._end_turn(0)

    # Drawing, the point card, the burst

    def _draw_one(self) -> None:
        """Draw a card for the hand on turn, which then may play. If the hand bursts or the match
        has to wait for a reshuffle, it may not: see `_draw`.
        """
        self.window = 0
        self.fresh = False
        self.tell("reach", self.next_seat)
        if self._draw():
            self.stage = DRAWN
            self.tell("drawn", self.next_seat)

    def _draw(self) -> bool:
        """Draw the top card of the pile into the hand whose turn it is, turn up the point card if
        it comes next, and reshuffle an empty pile. False if the turn ends by it: the hand has too
        many cards, and bursts, which scores and ends the round, or how the pile was shuffled is not
        known.
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
        """Shuffle the discards, all cards under the field card, into a new pile."""
        self.reshuffles += 1
        label = f"reshuffle/{self.round}/{self.reshuffles}"
        cards = self.heap[: self.high]
        cards[self.high - 1] = 0
        sort_up(cards)
        names = [TOKENS[card] for card in cards[1:]]
        shuffled = self.chance.deal(label, names, len(names))
        if shuffled is None:
            self.stage = WAITING
            self.missing = label
            self.next_seat = self.window = 0
            self.tell("wait", self.next_seat)
            return
        self.tell("reshuffle")
        self.deck = laid_out(shuffled, cards)
        self.top = 0
        self.heap[0] = self.heap[self.high - 1]
        self.high = self.stack = 1

    def _pass(self) -> None:
        """End the turn of the hand on turn, which has drawn a card and plays none."""
        self.tell("pass", self.next_seat)
        self._end_turn(0)

    # Under attack

    def _accept(self) -> None:
        """Accept the attack: open the hand on turn, or draw the `amount` of cards. A burst or a
        reshuffle that is not known ends the drawing at once. Afterwards the hand may play, unless
        its turn ends with the draw (`ends_turn`).
        """
        opening, amount = self.attack == OPEN, self.amount
        self.attack = self.amount = 0
        self.fresh = False
        self.tell("accept", self.next_seat)
        if opening:
            self.tell("open", self.owners[self.hand], 0, self.hand)
            self._open(self.hand)
        else:
            self.paid = True
            for _ in range(amount):
                if not self._draw():
                    return
            if self.ends_turn:
                self._end_turn(0)
                return
        self.stage = ACT
        self.tell("accepted", self.next_seat)

    def _open(self, hand: i64) -> None:
        """Mark all cards of hand number `hand` as lying open. Those unknown stay unknown until
        played.
        """
        self.bare[hand] = self.size[hand]

    # Calls

    def _call(self, code: i64) -> None:
        """Play a call and its counters: show the hands one after the other, score and end the
        round. The callers win or, if somebody counters, the last one to counter.
        """
        upon, calling = self.called_upon(), CALLERS[code - CALL]
        spoke: i64 = 0
        winners: i64 = 0
        for at, hand in enumerate(self.hands_of(code)):
            winner = self.owners[hand]
            self.tell("call" if at < calling else "counter", winner, 0, hand)
            self._open(hand)
            if at >= calling:
                winners = 0
            winners |= bit(winner)
            spoke |= bit(winner)
        self._score(upon, spoke, winners)

    # 7. Scoring

    def _score(self, upon: i64, spoke: i64, winners: i64) -> None:
        """Give the points of a round and end it. `upon` is the seat that was called on, or whose
        hand burst; `spoke` are the seats that called or countered, `winners` those who win by it,
        both as masks.
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
                bonus: i64 = 1 if self.point > 0 else 0
                points[seat] = WON if before == STANDBY else min(before + 2 + bonus, STANDBY)
            elif seat == upon:
                points[seat] = SENT_BACK if before == STANDBY else before
            elif not spoke >> seat & 1:
                points[seat] = min(before + 1, STANDBY)
        self._end_round()

    # The end of a turn

    def _end_turn(self, skipped: i64) -> None:
        """Begin the turn of the hand that follows, after the next `skipped` hands."""
        self.turn += 1
        self.fresh = True
        hand = (self.hand - 1 + self.direction * (skipped + 1)) % self.hands + 1
        self.hand = hand
        self.next_seat = self.owners[hand]
        self.stage = ACT
        if self.attack > 0:
            self.stage = ATTACKED
        self.tell("turn", self.next_seat)

    # 8. The end

    def _end_round(self) -> None:
        """Go on after the round was scored: with the next round or, if somebody has won, to the
        end.
        """
        self.past += self.turn
        self.tell("score")
        if not self.winners():
            self.start_round()
            return
        self.stage = OVER
        self.next_seat = self.window = self.attack = self.amount = 0
        self.tell("end", self.next_seat)

    def winners(self) -> list[int]:
        wins = MARKERS if self.first3 else WON
        return [seat for seat in self.seats if self.points[seat] == wins]

    # 9. What each seat may see

    def facts(self) -> dict[str, int]:
        if self.is_over:
            return {"rounds": self.round, "turns": self.past}
        return {"rounds": self.round - 1, "turns": self.past + self.turn - 1}

    # 10. Turn and round marks

    def round_due(self) -> i64:
        return self.round if self.turn == 1 and self.turn_due() else 0

    def turn_due(self) -> i64:
        return self.turn if self.fresh and self.next_seat > 0 else 0

    # Players

    def stretch(self) -> i64:
        return self.round

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    # Analysis copies a position for each world: so it is not done by name.
    def copy(self) -> Atarayo:
        other = Atarayo(self.options, self.n, self.chance)
        other.names, other.hands = self.names, self.hands
        other.owners, other.by_name = self.owners, self.by_name
        other.next_seat, other.missing = self.next_seat, self.missing
        other.one_stretch = self.one_stretch
        other.stage, other.round, other.turn = self.stage, self.round, self.turn
        other.past, other.fresh, other.direction = self.past, self.fresh, self.direction
        other.hand, other.high, other.stack = self.hand, self.high, self.stack
        other.named, other.top, other.up = self.named, self.top, self.up
        other.point, other.one, other.other = self.point, self.one, self.other
        other.reshuffles, other.attack = self.reshuffles, self.attack
        other.amount, other.window = self.amount, self.window
        other.together, other.pending = self.together, self.pending
        other.paid, other.starter = self.paid, self.starter
        other.deck, other.points = self.deck[:], self.points[:]
        other.heap = self.heap[:]
        other.cards, other.size, other.bare = self.cards[:], self.size[:], self.bare[:]
        other.held, other.numbers = self.held[:], self.numbers[:]
        return other


start = starting(Atarayo, options.settle)
