"""yuhodo (遊宝洞 item 02) in the order of its page (docs/rules/yuhodo.md): the deal and, from
section 6, how a move is played and what follows from it.

A seat counts from 1, a card is a number (`cards`, section 2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain

from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, Words, WrongActor
from kifu.replay.games.yuhodo import refusals, steps, table
from kifu.replay.games.yuhodo.cards import (
    AT,
    BIG_SETS,
    CARD,
    DECK,
    DECLARE,
    DISCARD,
    DRAWN,
    HAND,
    ITEM_GROUPS,
    MOVE,
    PAIRS_WITH,
    TOKEN,
    UNKNOWN,
)
from kifu.replay.games.yuhodo.greedy import greedy
from kifu.replay.games.yuhodo.position import (
    Options,
    Position,
    actor,
    is_claim,
    seats,
    settle,
)
from kifu.replay.games.yuhodo.scoring import Tally, best_split, bonus_check, is_item_group
from kifu.replay.table import Table, Watch


class Yuhodo(Position):
    """A position that is played on."""

    __slots__ = ()

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        chosen = chance.choice("starter", seats)
        if chosen is None:
            self.missing = "starter"
        else:
            self.starter = chosen + 1
            self._start_short_game(None)

    # 5. Chance events

    def _start_short_game(self, watch: Watch | None) -> None:
        """Positions 7(s - 1) to 7(s - 1) + 6 are the hand of seat s, the next n + 1 the market."""
        if watch:
            watch(steps.collect(self))
        self.earlier += self.turn
        self.clear()
        label = f"deal/{self.round}"
        deck = self.chance.shuffle(label, DECK, len(DECK))
        if deck is None:
            self.missing = label
            self.pile = [UNKNOWN] * len(DECK)
        else:
            self.pile = [AT[place] for place in reversed(deck)]
            for seat in range(1, self.n + 1):
                self.hands[seat] = self.draw(HAND)
            if UNKNOWN in deck:
                self.count_spare()
            self.phase = "take"
            self.next_seat = self.starter
        if watch:
            watch(steps.deal(self))
        if deck is not None:
            self._make_market(watch)

    def _face_up(
        self, cards: Sequence[int], then: Callable[[Watch | None], None], watch: Watch | None
    ) -> None:
        """Go on with `then` if all cards that lie face up from now on are known; nothing can be
        played on else.
        """
        if UNKNOWN not in cards:
            then(watch)
            return
        self.missing = f"deal/{self.round}"
        self.chance.refuse(self.missing, "a card that is to lie face up must be known")
        closed = self.discarder
        self.phase = "waiting"
        self.window = 0
        self.next_seat = 0
        if watch:
            watch(steps.wait(self, closed))

    # 6. Play

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        if self.phase == "take":
            card = CARD.get(move, UNKNOWN)
            if card not in self.market:
                self._claim_or_pass(move, seat, watch)
            elif seat and seat != self.next_seat:
                raise self._not_on_turn(seat)
            else:
                self._take(card, watch)
        elif self.phase == "act":
            if seat and seat != self.next_seat:
                raise self._not_on_turn(seat)
            self._act(move, watch)
        else:
            raise IllegalMove(self.why_nothing())

    def _not_on_turn(self, seat: int) -> WrongActor:
        if not 1 <= seat <= self.n:
            return WrongActor(refusals.NO_SEAT.filled(seat))
        return WrongActor(refusals.NOT_ON_TURN.filled(self.next_seat, seat))

    # Phase TAKE

    def _take(self, card: int, watch: Watch | None) -> None:
        closed = self.discarder if watch else 0
        self.market.remove(card)
        self.hands[self.next_seat].append(card)
        self.window = 0
        self.taken = card
        self.phase = "act"
        if not self.begun:
            self.begun = True
            self.turn += 1
        if watch:
            watch(steps.take(self, closed))

    def _claim_or_pass(self, move: str, seat: int, watch: Watch | None) -> None:
        """Whatever takes no card of the market."""
        if move[:1] in ("G", "N"):
            _refuse_if(None if seat else refusals.WHO_CLAIMS.filled(move))
            if not 1 <= seat <= self.n:
                raise self._not_on_turn(seat)
            _refuse_if(self.why_no_claim(seat))
            if move == "G":
                self._goal(seat, watch)
            else:
                self._gain(move, seat, watch)
        elif seat and seat != self.next_seat:
            raise self._not_on_turn(seat)
        else:
            _refuse_if(self.why_no_take(move))
            self._make_new_market(watch)

    def _make_new_market(self, watch: Watch | None) -> None:
        """`m`: nobody claims the discard."""
        closed = self.discarder
        self.window = 0
        self.begun = True
        self.turn += 1
        if watch:
            watch(steps.pass_by(self, closed))
        self._make_market(watch)

    def _make_market(self, watch: Watch | None) -> None:
        """The top n + 1 cards of the pile are turned up, or the short game is void."""
        size = self.n + 1
        if len(self.pile) < size:
            self._end_short_game("void", watch)
        else:
            self._face_up(self.pile[-size:], self._turn_up_market, watch)

    def _turn_up_market(self, watch: Watch | None) -> None:
        self.market = self.draw(self.n + 1)
        if watch:
            watch(steps.market(self))

    def _gain(self, move: str, seat: int, watch: Watch | None) -> None:
        gained, discarder = self.window, self.discarder
        pair = PAIRS_WITH[gained].get(move[1:], ())
        if not pair:
            raise IllegalMove(refusals.NO_PAIR.filled(move, TOKEN[gained]))
        _refuse_if(self.why_no_set(seat, pair))
        for card in pair:
            self.lay(seat, card)
        self.rivers[discarder].pop()
        self.opened[seat].append(tuple(sorted((*pair, gained))))
        self.window = 0
        if watch:
            watch(steps.gain(self, seat, gained))
        self._after_new_set(seat, watch)

    def _after_new_set(self, seat: int, watch: Watch | None) -> None:
        """An instant win, a void short game, or two cards to draw, and a market if it is empty."""
        groups = sum([is_item_group(cards) for cards in self.opened[seat]])
        self.champion = seat if self.advanced and groups == ITEM_GROUPS else 0
        if self.champion or len(self.pile) < DRAWN:
            self._end_short_game("instant" if self.champion else "void", watch)
            return
        drawn = self.draw(DRAWN)
        self.hands[seat] += drawn
        if watch:
            watch(steps.draw(self, seat, drawn))
        if not self.market:
            self._make_market(watch)

    # Phase ACT

    def _act(self, move: str, watch: Watch | None) -> None:
        seat = self.next_seat
        card = DISCARD.get(move, UNKNOWN)
        if card:
            _refuse_if(self.why_no_discard(seat, card))
            self._discard(card, watch)
        elif move == "G":
            self._goal(seat, watch)
        elif move[:1] == "o":
            self._open(move, seat, watch)
        elif move in DECLARE:
            self._declare(DECLARE[move], seat, watch)
        else:
            raise IllegalMove(refusals.NO_ACT.filled(seat, move))

    def _open(self, move: str, seat: int, watch: Watch | None) -> None:
        cards = BIG_SETS.get(move[1:], ())
        _refuse_if(self.why_no_set(seat, cards) if cards else refusals.NO_BIG_SET.filled(move))
        for card in cards:
            self.lay(seat, card)
        self.opened[seat].append(cards)
        self._pass_turn()
        if watch:
            watch(steps.open_set(self, seat))
        self._after_new_set(seat, watch)

    def _declare(self, card: int, seat: int, watch: Watch | None) -> None:
        """A discard that declares Ready."""
        _refuse_if(self.why_no_discard(seat, card) or self.why_no_ready(seat, card))
        self._discard(card, watch)
        self.ready[seat] = True
        if watch:
            watch(steps.ready(self, seat))

    def _discard(self, card: int, watch: Watch | None) -> None:
        seat = self.next_seat
        self.lay(seat, card)
        self.rivers[seat].append(card)
        self._pass_turn()
        self.window = card
        if watch:
            watch(steps.discard(self, seat))

    def _pass_turn(self) -> None:
        """It is the left neighbour's turn to take."""
        self.next_seat = self.next_seat % self.n + 1
        self.begun = False
        self.taken = 0
        self.phase = "take"

    # 7. Scoring

    def _goal(self, seat: int, watch: Watch | None) -> None:
        """`seat` goes out, with the discard if there is one to claim."""
        _refuse_if(self.why_no_goal(seat))
        hand = self.hand_with_claimed(seat)
        turned, bonus = bonus_check([*hand, *chain(*self.opened[seat])], self.pile)
        score = partial(self._score, seat, len(turned), bonus)
        self._face_up([*hand, *turned], score, watch)

    def _score(self, seat: int, checks: int, bonus: int, watch: Watch | None) -> None:
        claimed, discarder, opened = self.window, self.discarder, self.opened[seat]
        hand = self.hand_with_claimed(seat)
        if claimed:
            self.rivers[discarder].pop()
            self.window = 0
        self.out = seat
        self.hands[seat] = hand
        self.split, reds = best_split(hand, opened, self.advanced, self.options.item_reds)
        if watch:
            watch(steps.goal(self, claimed))
        self.bonus = self.draw(checks)
        self.tally = Tally(len(opened), reds, bonus)
        self.totals[seat] += self.tally.points
        if watch:
            for step in steps.score(self):
                watch(step)
        if claimed and self.advanced:
            self._pay(discarder, watch)
        self._end_short_game("", watch)

    def _pay(self, discarder: int, watch: Watch | None) -> None:
        """The discarder loses what the winner got; a total never falls below 0."""
        self.totals[discarder] = max(0, self.totals[discarder] - self.tally.points)
        if watch:
            watch(steps.pay(self, discarder))

    # 8. End of the game and ties

    def _end_short_game(self, kind: str, watch: Watch | None) -> None:
        """After a goal (`kind` is ""), or where nothing is scored: void, or an instant win."""
        self.next_seat = 0
        over = self.champion or self.round == self.games or max(self.totals) >= self.target
        if over:
            self.phase = "over"
        if watch and kind:
            watch(steps.status(self, kind, self.champion))
        if not over:
            self.round += 1
            self.starter = self.seat_after(self.starter)
            self._start_short_game(watch)
        elif watch:
            watch(steps.status(self, "end"))

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        most = max(self.totals)
        highest = [seat for seat in range(1, self.n + 1) if self.totals[seat] == most]
        return [self.champion] if self.champion else highest

    # 9. What each seat may see

    def view(self, viewer: int) -> Table:
        return table.view(self, viewer)

    def describe(self, move: str, seat: int) -> Words:
        return table.describe(self, move, seat)

    def digest(self) -> str:
        return table.digest(self)

    def situation(self, seat: int) -> str:
        return table.situation(self, seat)

    def facts(self) -> dict[str, int]:
        over = self.is_over
        turns = self.earlier + self.turn - (self.begun and not over)
        return {"rounds": self.round - (not over), "turns": turns}

    # 10. Turn and round marks

    def marks(self) -> tuple[str, ...]:
        if self.phase != "take" or self.begun:
            return ()
        turn = f"{self.turn + 1}."
        return (turn,) if self.turn else (f"#{self.round}", turn)


def _refuse_if(broken: Words | None) -> None:
    """Refuse a move if it breaks a rule: `broken` is what the rule says, None if there is none."""
    if broken:
        raise IllegalMove(broken)


GAME = Game(
    name="yuhodo",
    title=Words("Yuhodo item 02", "遊宝洞 item 02"),
    rules=1,
    options=Options,
    settle=settle,
    seats=seats,
    token=MOVE,
    start=Yuhodo,
    actor=actor,
    late=is_claim,
    needs_winner=lambda state: state.champion > 0,
    layout=table.layout,
    veil=lambda state, move, seat: move,
    tell=table.tell,
    greedy=greedy,
    chances={
        "starter": "the seat that starts short game 1",
        "deal/R": "the shuffle of all 100 cards, for the deal of short game R",
    },
    events={
        "goal": Words("a seat goes out", "ゴール"),
        "ready": Words("a seat declares Ready", "レディ"),
        "open": Words("a seat opens a set", "オープン"),
        "gain": Words("a seat gains a discard", "ゲイン"),
        "pay": Words("a seat pays for its discard", "捨札でゴールされて点数を失う"),
        "void": Words("a short game ends without a goal", "山札切れ"),
        "instant": Words("a third set of Items wins at once", "Itemの条件による勝利"),
    },
    highlights=("goal", "ready", "instant"),
    option_sets=[
        {"games": "1"},
        {"games": "2", "target": "1", "ready": "opened"},
        {"rules": "advanced", "games": "2"},
        {"rules": "advanced", "games": "1", "item_reds": "all"},
    ],
)
