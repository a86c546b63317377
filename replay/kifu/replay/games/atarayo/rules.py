"""Atarayo (可惜夜) in the order of its page (docs/rules/atarayo.md): the deal and, from section 6,
how a move is played and what follows from it.
"""

from __future__ import annotations

from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, Words, WrongActor
from kifu.replay.games.atarayo import (
    calls,
    refusals,
    scoring,
    steps,
    table,
    words,
)
from kifu.replay.games.atarayo.cards import (
    BURST,
    DECK,
    DRAW,
    HAND,
    KIND,
    KIND_AT,
    NUMBERS,
    OPEN,
    PLAYS,
    REVERSE,
    SKIP,
    TOKEN,
    TOKENS,
)
from kifu.replay.games.atarayo.greedy import greedy
from kifu.replay.games.atarayo.position import Options, Position, seats, settle
from kifu.replay.table import Table, Watch


class Atarayo(Position):
    """A position that is played on."""

    __slots__ = ()

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        self._start_round(None)

    # 5. The deal

    def _start_round(self, watch: Watch | None) -> None:
        if watch:
            watch(steps.collect(self))
        self.round += 1
        self.turn = 1
        self.fresh = True
        self.direction = 1
        self.field = self.revealed = ()
        self.discards.clear()
        self.named = self.point = self.face = self.reshuffles = 0
        self.attack = self.amount = self.window = self.hand = self.next_seat = 0
        for cards in (*self.hands, *self.opened):
            cards.clear()
        self._deal()
        if watch:
            watch(steps.deal(self))

    def _deal(self) -> None:
        """Positions 0 and 1 are revealed, then come five cards a hand, then the pile."""
        label = f"deal/{self.round}"
        deck = self.chance.shuffle(label, DECK, len(DECK))
        if deck and 0 in deck[:2]:
            self.chance.refuse(label, "the first two cards lie face up, so they must be known")
        if deck is None or 0 in deck[:2]:
            self.phase = "waiting"
            self.missing = label
            self.pile = [0] * len(DECK)
            return
        cards = [KIND_AT[place] for place in deck]
        for place, hand in enumerate(self.by_name):
            self.hands[hand] = cards[2 + HAND * place : 2 + HAND * (place + 1)]
        self.pile = cards[: 1 + HAND * len(self.by_name) : -1]
        self.hand = next(hand for hand in self.by_name if self.owners[hand] == self.starter)
        self.next_seat = self.starter
        one, other = sorted(cards[:2], key=NUMBERS.__getitem__)
        if NUMBERS[one] == NUMBERS[other] and one != other:
            self.phase = "choose"
            self.revealed = (one, other)
        else:
            self._begin(one, other)

    def _begin(self, field: int, other: int) -> None:
        """The first field card lies, and the other revealed card goes into the pile."""
        self.field = (field,)
        below = len(self.pile) - len(self.pile) // 2
        self.pile.insert(below, other)
        self.face = below + 1
        self.phase = "act"

    def _choose(self, card: int, watch: Watch | None) -> None:
        one, other = self.revealed
        self.revealed = ()
        self.fresh = False
        self._begin(card, other if card == one else one)
        if watch:
            watch(steps.choose(self))

    # 6. Play

    def to_move(self) -> list[int]:
        return calls.to_move(self)

    def legal_moves(self, seat: int) -> list[str]:
        """What is offered to the seat, then the calls of which it is the first that others take
        part in: those who call along, those who counter.
        """
        offered = self.offers(seat)
        return offered + [call for call in calls.exchanges(self, seat) if call not in offered]

    def offers(self, seat: int) -> list[str]:
        """The legal moves that `seat` may be told of while a match runs: its own acts and its
        own single calls. Who else may call, or counter, follows from hands that it can't see.

        >>> state = Atarayo(Options(), 3, Chance("shake256-1:00112233445566778899aabbccddeeff"))
        >>> state.offers(1), state.offers(2)
        (['y4', 'y7', '8', '8+8', 'd'], [])
        """
        return [*self.acts(seat), *calls.single_calls(self, seat)]

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        play = PLAYS.get(move)
        if play is None or self.phase in ("over", "waiting", "choose"):
            self._act(move, seat, watch)
            return
        if seat and seat != self.next_seat:
            en = f"seat {self.next_seat} is to move, not seat {seat}"
            raise WrongActor(Words(en, f"席{seat}ではなく、席{self.next_seat}の番です"))
        cards, named = play
        if not self.holds(cards) or not self.allows(cards):
            raise IllegalMove(refusals.of_play(self, move, cards))
        self._lay(cards, named, watch)

    def _act(self, move: str, seat: int, watch: Watch | None) -> None:
        """A move that plays no cards."""
        if self.phase in ("over", "waiting"):
            raise IllegalMove(refusals.of_any(self))
        actor = calls.actor(self, move)
        if seat and seat != actor:
            en = f"{move} is for seat {actor} to play, not for seat {seat}"
            raise WrongActor(Words(en, f"{move}を指すのは席{actor}で、席{seat}ではありません"))
        if self.phase == "act" and move == "d":
            self._draw_one(watch)
        elif self.phase == "drawn" and move == "-":
            self._pass(watch)
        elif self.phase == "attacked" and move == "x":
            self._accept(watch)
        elif move[:1] == "f" and KIND.get(move[1:]) in self.revealed:
            self._choose(KIND[move[1:]], watch)
        else:
            self._call(calls.read(self, move), watch)

    # What may be played

    def _lay(self, cards: tuple[int, ...], named: int, watch: Watch | None) -> None:
        if watch:
            watch(steps.play(self, cards))
        hand, opened = self.hands[self.hand], self.opened[self.hand]
        for card in cards:
            hand.remove(card if card in hand else 0)
            if card in opened:
                opened.remove(card)
        self.discards += self.field
        self.field = cards
        self.named = named
        self.window = self.hand
        number, count = NUMBERS[cards[0]], len(cards)
        skipped = 0
        if number == SKIP:
            skipped = count
        elif number == REVERSE:
            self.direction *= (-1) ** count
        elif number == DRAW:
            self.attack = DRAW
            self.amount += 2 * count
        elif number == OPEN:
            self.attack = OPEN
        self._end_turn(watch, skipped)

    # Drawing, the point card, the burst

    def _draw_one(self, watch: Watch | None) -> None:
        self.window = 0
        self.fresh = False
        if watch:
            watch(steps.act("reach", self.next_seat))
        if self._draw(watch):
            self.phase = "drawn"
            if watch:
                watch(steps.status(self, "drawn"))

    def _draw(self, watch: Watch | None) -> bool:
        """The top card comes into the hand; False where nothing goes on behind it."""
        hand = self.hands[self.hand]
        hand.append(self.pile.pop())
        if watch:
            watch(steps.draw(self))
        if len(hand) == BURST:
            self._burst(watch)
            return False
        if not self.pile:
            self._reshuffle(watch)
        elif len(self.pile) == self.face:
            self.point = self.pile.pop()
            self.face = 0
            if watch:
                watch(steps.point(self))
        return self.missing is None

    def _reshuffle(self, watch: Watch | None) -> None:
        """The discards, and what lies under the field card, become the pile."""
        self.reshuffles += 1
        label = f"reshuffle/{self.round}/{self.reshuffles}"
        cards = sorted([*self.discards, *self.field[:-1]])
        order = self.chance.shuffle(label, [TOKENS[card] for card in cards], len(cards))
        if order is None:
            self.phase = "waiting"
            self.missing = label
            self.next_seat = 0
            if watch:
                watch(steps.status(self, "wait"))
            return
        if watch:
            watch(steps.reshuffle(self))
        self.pile = [cards[place - 1] if place else 0 for place in reversed(order)]
        self.discards.clear()
        self.field = self.field[-1:]

    def _pass(self, watch: Watch | None) -> None:
        if watch:
            watch(steps.act("pass", self.next_seat))
        self._end_turn(watch)

    # Under attack

    def _accept(self, watch: Watch | None) -> None:
        opening, amount = self.attack == OPEN, self.amount
        self.attack = self.amount = 0
        self.fresh = False
        if watch:
            watch(steps.act("accept", self.next_seat))
        if opening:
            if watch:
                watch(steps.shown(self, "open", self.hand))
            self._open(self.hand)
        else:
            self.window = 0
            for _ in range(amount):
                if not self._draw(watch):
                    return
            if self.options.draw2 == "ends_turn":
                self._end_turn(watch)
                return
        self.phase = "act"
        if watch:
            watch(steps.status(self, "accepted"))

    def _open(self, hand: int) -> None:
        """The known cards of a hand lie open; one that is not known stays so until played."""
        self.opened[hand] = [card for card in self.hands[hand] if card]

    # Calls

    def _call(self, exchange: calls.Exchange, watch: Watch | None) -> None:
        callers, counters = exchange
        called_upon = self.owners[self.window]
        for hand in callers + counters:
            if watch:
                watch(steps.shown(self, "counter" if hand in counters else "call", hand))
            self._open(hand)
        winners = [self.owners[hand] for hand in counters[-1:] or callers]
        if self.options.goal == "first3":
            self.points = scoring.of_marker(self.points, winners[0], 1)
        else:
            spoke = [self.owners[hand] for hand in callers + counters]
            self.points = scoring.of_call(
                self.points, called_upon, spoke, winners, int(self.point > 0)
            )
        self._end_round(watch)

    def _burst(self, watch: Watch | None) -> None:
        seat = self.next_seat
        if watch:
            watch(steps.act("burst", seat))
        if self.options.goal == "first3":
            self.points = scoring.of_marker(self.points, seat, -1)
        else:
            self.points = scoring.of_burst(self.points, seat)
        self._end_round(watch)

    # The end of a turn

    def _end_turn(self, watch: Watch | None, skipped: int = 0) -> None:
        self.turn += 1
        self.fresh = True
        hands = len(self.by_name)
        self.hand = (self.hand - 1 + self.direction * (skipped + 1)) % hands + 1
        self.next_seat = self.owners[self.hand]
        self.phase = "attacked" if self.attack else "act"
        if watch:
            watch(steps.status(self, "turn"))

    # 8. The end

    def _end_round(self, watch: Watch | None) -> None:
        self.past += self.turn
        if watch:
            watch(steps.score(self))
        if not self.winners():
            self._start_round(watch)
            return
        self.phase = "over"
        self.next_seat = self.window = self.attack = self.amount = 0
        if watch:
            watch(steps.status(self, "end"))

    def winners(self) -> list[int]:
        first3 = self.options.goal == "first3"
        wins = scoring.MARKERS if first3 else scoring.WON
        return [seat for seat in range(1, self.n + 1) if self.points[seat] == wins]

    # 9. What each seat may see

    def view(self, viewer: int) -> Table:
        return table.view(self, viewer)

    def describe(self, move: str, seat: int) -> Words:
        return words.describe(self, move, seat)

    def digest(self) -> str:
        return table.digest(self)

    def situation(self, seat: int) -> str:
        return table.situation(self, seat)

    def facts(self) -> dict[str, int]:
        if self.is_over:
            return {"rounds": self.round, "turns": self.past}
        return {"rounds": self.round - 1, "turns": self.past + self.turn - 1}

    # 10. Turn and round marks

    def marks(self) -> tuple[str, ...]:
        if not self.fresh or not self.next_seat:
            return ()
        return (f"#{self.round}", "1.") if self.turn == 1 else (f"{self.turn}.",)


GAME = Game(
    name="atarayo",
    title=Words("Atarayo", "可惜夜"),
    rules=1,
    options=Options,
    seats=seats,
    settle=settle,
    token=TOKEN,
    start=Atarayo,
    layout=table.layout,
    actor=calls.actor,
    tell=words.tell,
    greedy=greedy,
    chances={
        "deal/R": "the shuffle of all 65 cards for the deal of round R",
        "reshuffle/R/K": "the K-th shuffle of the discards into a new pile in round R",
    },
    events={
        "call": Words("a hand calls Akimahen", "『あきまへん』の宣言"),
        "counter": Words("a call is countered", "『あきまへん』の宣言を仕返す"),
        "burst": Words("a hand bursts", "バースト"),
        "open": Words("a hand is opened by an attack", "13による手札の公開"),
        "point": Words("the point card comes out", "点札が公開される"),
        "reshuffle": Words("the discards are reshuffled", "捨て札が山札になる"),
    },
    highlights=("call", "counter", "burst"),
    option_sets=[
        {},
        {"draw2": "ends_turn"},
        {"mode": "duel"},
        {"mode": "duel", "goal": "standby"},
    ],
)
