"""yuhodo (遊宝洞 item 02) in the order of its page (docs/rules/yuhodo.md): the deal and, from
section 6, how a move is played and what follows from it.

A seat counts from 1, a card is a number (`cards`, section 2).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import ClassVar, final

from kifu.notation.native import append, i64, remove, vec
from kifu.replay.codes.arrays import bit, highest, packed, sort_up
from kifu.replay.codes.coded import Answers, starting
from kifu.replay.games.yuhodo import display, options, players, sentences, shapes
from kifu.replay.games.yuhodo.cards import (
    AT,
    DECK,
    DECLARE,
    DISCARD,
    DRAWN,
    GAIN,
    GOAL,
    HAND,
    ITEM_GROUPS,
    LAID,
    MAKE,
    OPEN,
    SIZE,
    WIDE,
    is_item,
)
from kifu.replay.games.yuhodo.legal import Legal
from kifu.replay.games.yuhodo.position import (
    ACT,
    EVERY_CARD,
    OPENER,
    OVER,
    TAKE,
    THROWER,
    WAITING,
)


@final
class Yuhodo(Legal):
    """The state of a match: a `Legal` position with the moves and what follows from them."""

    answers: ClassVar = Answers(
        display, sentences, players, ("take", "pass", "market", "draw", "discard")
    )

    # 5. Chance events

    def begin(self) -> None:
        """Begin the match in a new state: the chance event `starter` says who starts short game 1,
        which is then dealt. If that event or the deal has no outcome, or a card of the first market
        is unknown, the match waits: the event's label is `missing`, the phase WAITING, nobody on
        turn.
        """
        chosen = self.chance.choice("starter", self.n)
        if chosen is None:
            self.missing = "starter"
        else:
            self.starter = chosen + 1
            self._start_short_game()

    def _start_short_game(self) -> None:
        """Clear the table and deal the short game with the number `round`, by the event deal/ROUND.
        The hand of seat s is at the indices 7(s - 1) to 7(s - 1) + 6 of the deal. Of n seats, the
        next n + 1 cards are the market, the rest is the pile. The starter is on turn, in the phase
        TAKE, without a discard to claim.

        If the deal has no outcome, or a card of the market is unknown, the match waits: the label
        is `missing`, the phase WAITING, nobody on turn.
        """
        self.tell("collect")
        self.earlier += self.turn
        self.clear()
        label = f"deal/{self.round}"
        self.top = 0
        dealt = self.chance.deal(label, DECK, SIZE)
        if dealt is None:
            self.missing = label
        else:
            self.deck = dealt
            for seat in self.seats:
                self.draw(seat, HAND)
            if 0 in dealt:
                self.spare = EVERY_CARD[:]
                for place in dealt:
                    if place > 0:
                        self.spare[AT[place]] -= 1
            self.stage = TAKE
            self.next_seat = self.starter
        self.tell("deal")
        if dealt is not None:
            self._make_market()

    def _turn_up(self, seat: i64, is_known: bool) -> None:
        """Turn up cards of the pile: with `seat` 0, lay a new market of one card more than there
        are seats, for which the pile must be large enough; otherwise score the goal of `seat`.
        `is_known` says that the hand to score has no unknown card; it is True for a market.

        If `is_known` is False, or a card to turn up is unknown, nothing is laid or scored, and the
        match waits for the deal: its label is `missing`, the chance gets a finding, the phase is
        WAITING, nobody is on turn, and the discard can no longer be claimed.
        """
        size, bonus = self.bonus_check(seat) if seat > 0 else (self.n + 1, i64(0))
        places = self.deck[self.top : self.top + size]
        if not is_known or 0 in places:
            why, closed = "a card that is to lie face up must be known", self.window
            end = self.top + size if is_known else self.top
            self.wait_for(f"deal/{self.round}", why, self.top, end)
            self.window = 0
            self.tell("wait", 0, 0, closed)
        elif seat > 0:
            self._score(seat, size, bonus)
        else:
            self._lay_market(places)

    # 6. Play

    def make(self, code: i64, seat: i64) -> None:
        """Make the move with this code for `seat`, with all that follows from it, and `tell` of
        each step. The move must be legal: that is not checked. `seat` matters only for goals and
        gains; any other move is made by the seat on turn.
        """
        if code == GOAL:
            self._turn_up(seat, self.held[WIDE * seat] == 0)
        elif code >= GAIN:
            self._gain(code, seat)
        elif code >= DISCARD:
            self._discard(code)
        elif code >= OPEN:
            self._open(LAID[code])
        elif code == MAKE:
            self._make_new_market()
        else:
            self._take(code)

    # Phase TAKE

    def _take(self, card: i64) -> None:
        """Move `card`, which must lie in the market, into the hand of the seat on turn, which then
        is to act (ACT). The discard can no longer be claimed. A new turn begins, unless it began
        with `m`.
        """
        closed, seat = self.window, self.next_seat
        self.market = remove(self.market, card)
        self.face_down[card] += 1
        self.hold(seat, card)
        self.window = 0
        self.taken = card
        self.stage = ACT
        if not self.begun:
            self.begun = True
            self.turn += 1
        self.tell("take", seat, 0, closed)

    def _make_new_market(self) -> None:
        """Play `m` for the seat on turn. Its turn begins, the discard can no longer be claimed, and
        a new market is laid. The same seat is then to take a card, unless the short game is void or
        the match waits (see `_make_market`).
        """
        closed = self.window
        self.window = 0
        self.begun = True
        self.turn += 1
        self.tell("pass", self.next_seat, 0, closed)
        self._make_market()

    def _make_market(self) -> None:
        """Move cards from the top of the pile face up into the market, one more than there are
        seats. If the pile has fewer, the short game ends as void (see `_end_short_game`). If one of
        the cards is unknown, the match waits for the deal (phase WAITING, nobody on turn).
        """
        if SIZE - self.top < self.n + 1:
            self._end_short_game("void")
        else:
            self._turn_up(0, True)

    def _lay_market(self, market: vec[i64]) -> None:
        """Make the top cards of the pile the market, in place of what lay there (nothing, by the
        rules). `market` has them as places in DECK, all known; it is changed into their numbers and
        kept.
        """
        for at in range(len(market)):
            market[at] = AT[market[at]]
            self.face_down[market[at]] -= 1
        self.market = market
        self.top += len(market)
        self.tell("market")

    def _gain(self, code: i64, seat: i64) -> None:
        """Play the gain with this code: `seat` opens a set of the discard and two cards of its
        hand. The seat on turn stays the same. What a new set causes follows (see `_after_new_set`).
        """
        gained, pair = self.window, LAID[code]
        self.lay(seat, pair)
        self.discards -= 1
        cards = vec[i64]([gained, pair & 63, pair >> 6])
        sort_up(cards)
        self._add_set(seat, packed(cards))
        self.window = 0
        self.tell("gain", seat, gained)
        self._after_new_set(seat)

    def _add_set(self, seat: i64, cards: i64) -> None:
        """Add a set (packed cards, ascending) to the opened sets of `seat`, as the latest. The
        cards themselves are removed from elsewhere by the caller.
        """
        self.sets = append(self.sets, seat << OPENER | cards)
        self.melds[seat] += 1

    def _after_new_set(self, seat: i64) -> None:
        """Do what follows from a new set of `seat`, the first of these that fits:

        - With the advanced rules, and if it is its third group of Items, the seat wins the match at
          once.
        - If the pile has fewer than two cards, the short game is void. See `_end_short_game` for
          both.
        - Otherwise the seat draws two cards, and an empty market is filled (see `_make_market`).
        """
        wins = (
            self.advanced
            and sum([is_item(cards & 63) for cards in self.opened_sets(seat)]) == ITEM_GROUPS
        )
        self.champion = seat if wins else 0
        if wins or SIZE - self.top < DRAWN:
            self._end_short_game("instant" if wins else "void")
            return
        self.draw(seat, DRAWN)
        self.tell("draw", seat)
        if len(self.market) == 0:
            self._make_market()

    # Phase ACT

    def _open(self, cards: i64) -> None:
        """Play `o`: the seat on turn opens a set of three cards (packed) from its hand, and the
        next seat is on turn; what a new set causes follows (see `_after_new_set`).
        """
        seat = self.next_seat
        self.lay(seat, cards)
        self._add_set(seat, cards)
        self._pass_turn()
        self.tell("open", seat)
        self._after_new_set(seat)

    def _discard(self, code: i64) -> None:
        """Play the discard with this code for the seat on turn. The card goes to the end of its
        river, where others may claim it. If the code declares Ready, the seat is Ready. The next
        seat is on turn.
        """
        seat, card = self.next_seat, LAID[code]
        self.lay_card(seat, card)
        self.thrown[self.discards] = seat << THROWER | card
        self.discards += 1
        self._pass_turn()
        self.window = card
        self.tell("discard", seat)
        if code >= DECLARE + 2:
            self.ready |= bit(seat)
            self.tell("ready", seat)

    def _pass_turn(self) -> None:
        """Give the turn to the next seat, which is to take a card (phase TAKE); its turn has not
        begun, and no card is just taken. What may be claimed isn't changed.
        """
        self.next_seat = self.next_seat % self.n + 1
        self.begun = False
        self.taken = 0
        self.stage = TAKE

    # 7. Scoring

    def _score(self, seat: i64, checks: i64, bonus: i64) -> None:
        """Score the goal of `seat`; if a discard may be claimed, it is taken into the hand. The
        bonus checks turn up `checks` cards for `bonus` points (see `bonus_check`). All these cards
        must be known, and the hand be a goal shape. With the advanced rules and a claimed discard,
        the seat that discarded it loses as many points as `seat` gets, but its total never falls
        below 0. Then the short game ends (see `_end_short_game`).
        """
        claimed, discarder = self.window, self.discarder
        sets = self.opened_sets(seat)
        self.split = shapes.split(self.hand_with(seat, self.window))
        for cards in self.split:
            sets = append(sets, cards)
        all_items = self.options.item_reds == "all"
        reds = shapes.red_points(sets, self.melds[seat], self.advanced, all_items)
        if claimed > 0:
            self.discards -= 1
            self.window = 0
            self.face_down[claimed] += 1
            self.hold(seat, claimed)
        self.out = seat
        self.tell("goal", seat, claimed)
        self.checks = checks
        self.top += checks
        self.points = [self.melds[seat], reds, bonus]
        got = sum(self.points)
        self.totals[seat] += got
        for card in self.bonus():
            self.tell("bonus", 0, card)
        self.tell("score", seat)
        if claimed > 0 and self.advanced:
            self.totals[discarder] = max(0, self.totals[discarder] - got)
            self.tell("pay", discarder)
        self._end_short_game("")

    # 8. End of the game and ties

    def _end_short_game(self, kind: str) -> None:
        """End the short game; points are not changed. After an instant win, after the last short
        game, and once a total is at the target, the match is over (phase OVER). Otherwise the next
        short game is dealt, with the next seat as starter.

        `kind` is the step to `tell` of: `void`, `instant`, or "" for none, after a goal; `end`
        follows if the match is over. In `one_stretch` (only this short game was to be played),
        nothing is dealt: `round` and `starter` move on, and the phase is WAITING.
        """
        self.next_seat = 0
        over = self.champion > 0 or self.round == self.games or highest(self.totals) >= self.target
        if over:
            self.stage = OVER
        if kind:
            self.tell(kind, self.champion)
        if not over:
            self.round += 1
            self.starter = self.starter % self.n + 1
            if self.one_stretch:
                self.stage = WAITING
            else:
                self._start_short_game()
        else:
            self.tell("end")

    # 9. What each seat may see

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` (short games, void ones too) and `"turns"` (of all of them) are over.
        A turn counts as over once the next seat is on turn, even if its discard may still be
        claimed.
        """
        over = self.is_over
        in_progress = self.begun and not over
        return {"rounds": self.round - 1 + over, "turns": self.earlier + self.turn - in_progress}

    # 10. Turn and round marks

    def round_due(self) -> i64:
        """The number of the round (short game) if no move of it is made yet, so that its mark comes
        before the next token; otherwise 0.
        """
        return self.round if self.turn_due() == 1 else i64(0)

    def turn_due(self) -> i64:
        """The number of the turn that begins with the next token, so that its mark comes before
        that; otherwise 0. A claim doesn't begin it (see `is_late`): no mark comes before a claim,
        though this isn't 0.
        """
        if self.stage == TAKE and not self.begun:
            return self.turn + 1
        return 0

    # Players

    def greedy_code(self, seat: i64) -> i64:
        return players.greedy_code(self, seat)

    def reference_code(self, seat: i64) -> i64:
        return players.reference_code(self, seat)

    # Analysis copies a position for each world: so it is not done by name.
    def copy(self) -> Yuhodo:
        """An independent state in the same position, which shares options and chance. Nobody
        watches it.
        """
        other = Yuhodo(self.options, self.n, self.chance, self)
        other.follow(self)
        other.earlier, other.starter, other.begun = self.earlier, self.starter, self.begun
        other.deck, other.top, other.market = self.deck[:], self.top, self.market[:]
        other.discards, other.ready = self.discards, self.ready
        other.window, other.taken = self.window, self.taken
        other.out, other.split, other.points = self.out, self.split, self.points
        other.checks, other.champion = self.checks, self.champion
        other.totals, other.held, other.hands = self.totals[:], self.held[:], self.hands[:]
        other.shapes, other.melds = self.shapes[:], self.melds[:]
        other.thrown, other.sets = self.thrown[:], self.sets[:]
        other.spare, other.face_down = self.spare[:], self.face_down[:]
        return other


start = starting(Yuhodo, options.settle)
