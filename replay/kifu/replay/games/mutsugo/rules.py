"""6つ子7組 (Mutsugo) in the order of its page (docs/rules/mutsugo.md): the deal and, from section
6, how a move is played and what follows from it.

A card is its place in the canonical order, a seat counts from 1.
"""

from __future__ import annotations

import re
from typing import NoReturn

from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, Words, WrongActor
from kifu.replay.games.mutsugo import steps, table
from kifu.replay.games.mutsugo.cards import CARD, DECK, HAND, LARGEST_HAND, TOKEN
from kifu.replay.games.mutsugo.greedy import greedy
from kifu.replay.games.mutsugo.position import (
    FREE,
    NOWHERE,
    PILE,
    Options,
    Position,
    seats,
    settle,
)
from kifu.replay.games.mutsugo.refusals import (
    DRAW_FIRST,
    MADE_NOW,
    NO_CARD,
    NO_MOVE,
    NOT_FREE,
    NOT_HELD,
    NOT_ON_TABLE,
    NOT_ON_TURN,
    ONLY_CLOSING,
    OVER,
    OWN_SET,
    REFILL,
    TOO_FEW,
    TOO_MANY,
    TOO_SMALL,
    WAITING,
    demand,
    no_set,
)
from kifu.replay.games.mutsugo.sets import read_set
from kifu.replay.table import Table, Watch

#: The label of the one chance event.
DEAL = "deal"


class Mutsugo(Position):
    """A position that is played on."""

    __slots__ = ()

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        self._deal()

    # 5. The deal

    def _deal(self) -> None:
        """Positions 4(k-1) to 4(k-1) + 3 are the hand of seat k, the rest is the pile."""
        deck = self.chance.shuffle(DEAL, DECK, len(DECK))
        if deck is None:
            self.missing = DEAL
            return
        self.deck = deck
        self.top = HAND * self.n
        for card in deck[self.top :]:
            self.held[card] = PILE
        for seat in range(1, self.n + 1):
            hand = deck[HAND * (seat - 1) : HAND * seat]
            self.size[seat] = HAND
            self.unknown[seat] = hand.count(0)
            for card in hand:
                self.held[card] = seat
        self.next_seat = 1
        self.phase = "start"
        self._open(None)

    # 6. Play

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        if not self.next_seat or (seat and seat != self.next_seat):
            self._refuse(seat)
        if move == "d" or move in CARD:
            self._draw(CARD.get(move, 0), watch)
        elif move == "/":
            self._end_turn(watch)
        elif "+" in move or "<" in move:
            self._make(move, watch)
        elif move[:1] == "-":
            self._discard(move[1:], watch)
        elif move[:1] == "~":
            self._dissolve(move[1:], watch)
        else:
            raise IllegalMove(NO_MOVE.filled(move))

    def _refuse(self, seat: int) -> NoReturn:
        """Say why nobody, or not this seat, may act."""
        if self.is_over:
            raise IllegalMove(OVER)
        if self.missing:
            raise IllegalMove(WAITING.filled(self.missing))
        raise WrongActor(NOT_ON_TURN.filled(self.next_seat, seat))

    # The start of a turn

    def _open(self, watch: Watch | None) -> None:
        """Start Open: with two or three players the top card of the pile becomes free."""
        if self.n == 4:
            return
        card = self.deck[self.top]
        if not card:
            why = f"card {self.top + 1} is opened at the start of turn {self.turn}"
            self.chance.refuse(DEAL, f"{why}, so it must be known")
            self.missing = DEAL
            self.phase = "waiting"
            self.next_seat = 0
            if watch:
                watch(steps.status(self, "waiting"))
            return
        self.top += 1
        self.held[card] = FREE
        if watch:
            watch(steps.opened(self, card))
        if self.top == len(self.deck):
            self._end("pile", watch)

    # Drawing: the Start Draw, and the refill

    def _draw(self, card: int, watch: Watch | None) -> None:
        """A free card, or (0) the top card of the pile, comes to the hand."""
        seat, phase = self.next_seat, self.phase
        demand(
            (phase != "closing", ONLY_CLOSING),
            (phase == "start" or self.size[seat] < HAND, REFILL),
            (not card or self.held[card] == FREE, NOT_FREE, TOKEN[card]),
        )
        self.phase = "main"
        self.begun = True
        self.size[seat] += 1
        if card:
            self.held[card] = seat
            if watch:
                watch(steps.take(self, card, seat))
            return
        card = self.deck[self.top]
        self.top += 1
        if card:
            self.held[card] = seat
        else:
            self.unknown[seat] += 1
        if watch:
            watch(steps.draw(self, card, seat))
        if self.top == len(self.deck):
            self._end("pile", watch)

    # Making a set

    def _make(self, move: str, watch: Watch | None) -> None:
        """Put hand cards, and perhaps one card from the table, together."""
        seat, held = self.next_seat, self.held
        demand((self.phase != "start", DRAW_FIRST), (self.phase != "closing", ONLY_CLOSING))
        hand, taken = read_set(move)
        self._demand_in_hand(hand, seat)
        owner = self._demand_on_table(taken, len(hand) + 1) if taken else 0
        for card in hand:
            self._lay_down(card, seat, -seat)
        cards = [*hand]
        if taken:
            cards.append(taken)
            cards.sort()
            held[taken] = -seat
        if owner:
            self._take_from(owner, taken)
        self.sets[seat].append(cards)
        self.size[seat] -= len(hand)
        self.score[seat] += len(cards)
        self.made += 1
        if watch:
            watch(steps.make(self, cards, seat, taken, owner))
        if self.score[seat] >= self.target:
            self._end("target", watch)

    def _demand_in_hand(self, cards: tuple[int, ...], seat: int) -> None:
        """Every card is known to be in the hand, or may be one of its unknown cards."""
        held = self.held
        missing = [card for card in cards if held[card] != seat]
        elsewhere = [card for card in missing if held[card] != NOWHERE]
        strange = elsewhere or missing[self.unknown[seat] :]
        named = " ".join([TOKEN[card] for card in strange])
        demand((not strange, NOT_HELD, seat, named))

    def _demand_on_table(self, card: int, size: int) -> int:
        """A set of `size` cards may use the card: it is free, or in a smaller set of another seat,
        which is returned; 0 is nobody.
        """
        place = self.held[card]
        owner = -place if place < 0 else 0
        robbed = self.set_with(card, owner) if owner else []
        demand(
            (owner > 0 or place == FREE, NOT_ON_TABLE, TOKEN[card]),
            (owner != self.next_seat, OWN_SET, TOKEN[card]),
            (size > len(robbed), TOO_SMALL, size, len(robbed)),
        )
        return owner

    def _lay_down(self, card: int, seat: int, place: int) -> None:
        """A card leaves the hand; if it was not known, it is now."""
        if self.held[card] != seat:
            self.unknown[seat] -= 1
        self.held[card] = place

    def _take_from(self, owner: int, card: int) -> None:
        """A card leaves its set; a set without cards vanishes, and later ones move up."""
        robbed = self.set_with(card, owner)
        robbed.remove(card)
        if not robbed:
            self.sets[owner].remove(robbed)
        self.score[owner] -= 1

    # Discarding

    def _discard(self, token: str, watch: Watch | None) -> None:
        seat = self.next_seat
        card = CARD.get(token, 0)
        demand(
            (self.phase != "start", DRAW_FIRST),
            (self.phase != "closing", ONLY_CLOSING),
            (card > 0, NO_CARD, token),
            (self.size[seat] == LARGEST_HAND, TOO_FEW, self.size[seat]),
        )
        self._demand_in_hand((card,), seat)
        self._lay_down(card, seat, FREE)
        self.size[seat] -= 1
        self.phase = "closing"
        if watch:
            watch(steps.discard(self, card, seat))

    # Dissolving

    def _dissolve(self, number: str, watch: Watch | None) -> None:
        """Every card of a set of one's own becomes free."""
        seat = self.next_seat
        sets = self.sets[seat]
        numbers = [str(k) for k in range(1, len(sets) + 1)]
        demand(
            (number in numbers, no_set(sets), number, seat, len(sets)),
            (number in numbers[: len(sets) - self.made], MADE_NOW, number),
        )
        cards = sets.pop(int(number) - 1)
        for card in cards:
            self.held[card] = FREE
        self.score[seat] -= len(cards)
        self.begun = True
        if watch:
            watch(steps.dissolve(self, cards, seat))

    # The end of a turn

    def _end_turn(self, watch: Watch | None) -> None:
        seat = self.next_seat
        demand((self.phase != "start", DRAW_FIRST), (self.size[seat] < LARGEST_HAND, TOO_MANY))
        self.made = 0
        self.begun = False
        self.turn += 1
        self.next_seat = seat % self.n + 1
        self.phase = "start"
        if watch:
            watch(steps.end_turn(self, seat))
        self._open(watch)

    # 8. The end

    def _end(self, why: str, watch: Watch | None) -> None:
        """The target is reached, or the pile is empty."""
        seat = self.next_seat
        self.phase = "over"
        self.next_seat = 0
        self.made = 0
        if watch:
            watch(steps.status(self, why, seat))

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
        """The turn that a Start Open ends before it begins is not played."""
        over = self.is_over
        return {"rounds": int(over), "turns": self.turn if over and self.begun else self.turn - 1}

    # 10. Turn and round marks

    def marks(self) -> tuple[str, ...]:
        if self.begun or not self.next_seat:
            return ()
        return ("#1", "1.") if self.turn == 1 else (f"{self.turn}.",)


_CARD = "[csptxa][1-7]"
# Also what can't be a set, so that its refusal names the rule and is not only "no move".
_SET = rf"{_CARD}(?:[+<]{_CARD})+"

GAME = Game(
    name="mutsugo",
    title=Words("Mutsugo", "6つ子7組"),
    rules=1,
    options=Options,
    seats=seats,
    settle=settle,
    token=re.compile(rf"{_SET}|-?{_CARD}|d|/|~(?:[1-9]|[1-3][0-9]|4[0-2])"),
    start=Mutsugo,
    layout=table.layout,
    # No token of this game names a hidden card, so all may read all of it.
    veil=lambda state, move, seat: move,
    tell=table.tell,
    greedy=greedy,
    chances={DEAL: "the shuffle of all 42 cards: the hands, then the pile"},
    events={
        "rob": Words("a card is robbed from a set", "セットのカードが奪われる"),
        "dissolve": Words("a set is dissolved", "セットが解散する"),
        "target": Words("the target is reached", "規定の得点枚数に達する"),
        "pile": Words("the pile runs out", "山札がなくなる"),
    },
    highlights=("rob", "target", "pile"),
    option_sets=[{}, {"target": "42"}, {"target": "6"}],
    needs_winner=lambda state: True,
)
