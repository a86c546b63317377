"""6 nimmt! (ニムト) in the order of its page (docs/rules/nimmt.md), from section 6: how a move is
played and what follows from it.

A card is its number. A seat counts from 1.
"""

from __future__ import annotations

import re

from kifu.replay.chance import Chance
from kifu.replay.game import Game, IllegalMove, Words, WrongActor
from kifu.replay.games.nimmt import steps, table
from kifu.replay.games.nimmt.cards import CARD, DECK, FULL, HAND, HEADS, LARGEST, ROW, ROWS
from kifu.replay.games.nimmt.greedy import greedy
from kifu.replay.games.nimmt.position import NOWHERE, OUT, PLAYED, Options, Position, seats
from kifu.replay.table import Table, Watch

# 6. Play


class Nimmt(Position):
    """A position that is played on."""

    __slots__ = ()

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        super().__init__(options, seats, chance)
        self._start_round(None)

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        if self.phase != "choose":
            self._answer(move, seat, watch)
            return
        # Most moves are choices, so they are taken here, without another call.
        card = CARD.get(move, 0)
        choices = self.choices
        if not seat:
            seat = self.next_seat
        elif not 0 < seat <= self.n:
            raise WrongActor(_no_seat(seat))
        if self.held[card] != seat or choices[seat]:
            self._show_unknown(move, card, seat)
        self.held[card] = PLAYED + seat
        choices[seat] = card
        self.waiting -= 1
        if seat == self.next_seat:
            following = seat + 1
            while choices[following]:
                following += 1
            self.next_seat = following
        if watch:
            watch(steps.choose(self, seat))
        if not self.waiting:
            self._reveal(watch)

    def _answer(self, move: str, seat: int, watch: Watch | None) -> None:
        """A move of the one seat that is to act: a pick, or a place for a card."""
        if self.phase in ("over", "waiting"):
            raise IllegalMove(self._why_nothing())
        if seat and seat != self.next_seat:
            en = f"seat {self.next_seat} is to move, not seat {seat}"
            raise WrongActor(Words(en, f"席{seat}ではなく、席{self.next_seat}の番です"))
        if self.phase == "draft":
            self._pick(move, watch)
        else:
            self._decide(move, watch)

    def _why_nothing(self) -> Words:
        if self.phase == "over":
            return Words("the game is over", "対局は終わっています")
        return Words(
            f"the outcome of {self.missing} is not known, so nothing can be played",
            f"{self.missing}の結果がわからないので、何も指せません",
        )

    # Round start

    def _start_round(self, watch: Watch | None) -> None:
        self._collect(watch)
        self.round += 1
        self.turn += 1
        if self.options.hands == "drafted":
            self.phase = "draft"
            self.market = list(range(1, self.deck_size() + 1))
            self.next_seat = (self.round - 1) % self.n + 1
            self.stock = 0
        else:
            self._deal()
        if watch:
            watch(steps.deal(self))

    def _collect(self, watch: Watch | None) -> None:
        """The cards of the last round go back; heads taken stay counted."""
        if watch:
            watch(steps.collect(self))
        for cards in (*self.rows, *self.taken):
            cards.clear()
        in_use = self.deck_size()
        self.held = bytearray([OUT] + [NOWHERE] * in_use + [OUT] * (LARGEST - in_use))
        self.left = 0
        self.waiting = 0
        self.next_seat = 0

    def _deal(self) -> None:
        """Positions 10(k-1) to 10(k-1) + 9 are the hand of seat k, the next four the rows."""
        label = f"deal/{self.round}"
        n, size = self.n, self.deck_size()
        deck = self.chance.shuffle(label, DECK[:size], HAND * n + ROWS)
        rows = deck[HAND * n : HAND * n + ROWS] if deck else []
        if 0 in rows:
            self.chance.refuse(label, "the first cards of the rows must be known")
        if deck is None or 0 in rows:
            self.phase = "waiting"
            self.missing = label
            self.stock = size
            return
        held = self.held
        for seat in range(1, n + 1):
            hand = deck[HAND * (seat - 1) : HAND * seat]
            self.unknown[seat] = hand.count(0)
            for card in hand:
                held[card] = seat
        held[0] = OUT  # unknown cards are counted, they lie nowhere
        self.stock = size - HAND * n - ROWS
        self._start_rows(rows)

    def _start_rows(self, cards: list[int]) -> None:
        """The cards begin rows 1 to 4 in this order, and the first turn of the round begins."""
        for row, card in zip(self.rows, cards, strict=True):
            row.append(card)
            self.held[card] = OUT
        self.left = HAND
        self.phase = "choose"
        self.waiting = self.n
        self.next_seat = 1

    # Draft

    def _pick(self, move: str, watch: Watch | None) -> None:
        card = CARD.get(move[1:]) if move[:1] == "+" else None
        if card is None:
            en = f"hands are being picked: +CARD was expected, {move} is no pick"
            raise IllegalMove(Words(en, f"手札を選ぶ番です。{move}ではなく、+カード と指します"))
        if card not in self.market:
            en = f"card {card} is not face up any more"
            raise IllegalMove(Words(en, f"{card}はもう場にありません"))
        seat = self.next_seat
        self.market.remove(card)
        self.held[card] = seat
        self.next_seat = seat % self.n + 1
        dealt = len(self.market) == ROWS
        if dealt:
            rows, self.market = self.market, []
            self._start_rows(rows)
        if watch:
            watch(steps.pick(self, card, seat, dealt))

    # Choose

    def _show_unknown(self, move: str, card: int, seat: int) -> None:
        """Let an unknown card of the hand be `card`, or say why the choice is illegal."""
        if self.choices[seat]:
            open_seats = " ".join(map(str, self.to_move()))
            en = f"seat {seat} has chosen already; still to choose: {open_seats}"
            raise WrongActor(Words(en, f"席{seat}はもう選びました。まだなのは席{open_seats}です"))
        if not card:
            en = f"a card is to be chosen, {move} is none"
            raise IllegalMove(Words(en, f"カードを選ぶ番です。{move}はカードではありません"))
        if self.held[card] != NOWHERE or not self.unknown[seat]:
            en = f"card {card} is not in the hand of seat {seat}"
            raise IllegalMove(Words(en, f"{card}は席{seat}の手札にありません"))
        self.unknown[seat] -= 1

    def _reveal(self, watch: Watch | None) -> None:
        self.left -= 1
        self.next_seat = 0
        self.placing = sorted(self.choices[1:-1], reverse=True)
        if watch:
            watch(steps.reveal(self))
        if self.professional:
            self._place_professional(watch)
        else:
            self._place_standard(watch)

    # Placing a card

    def _place_standard(self, watch: Watch | None) -> None:
        """Place the revealed cards, lowest first, until one asks its owner or all lie."""
        placing, rows = self.placing, self.rows
        while placing:
            card = placing[-1]
            nearest = 0
            for row in rows:
                end = row[-1]
                if end < card and end > nearest:
                    nearest = end
                    place = row
            if not nearest:
                self._ask(self.owner(card), watch)
                return
            placing.pop()
            if len(place) == FULL:
                self._take(self.owner(card), place, watch)
            place.append(card)
            if watch:
                watch(steps.place(self, card, place))
        self._end_turn(watch)

    def _place_professional(self, watch: Watch | None) -> None:
        placing = self.placing
        while placing:
            card = placing[-1]
            places = self.nearest_places(card)
            if len(places) != 1:
                self._ask(self.owner(card), watch)
                return
            self._lay(card, *places[0], watch)
        self._end_turn(watch)

    def _lay(self, card: int, k: int, left: bool, watch: Watch | None) -> None:
        """Lay the lowest card of `placing` at an end of row k (from 0)."""
        self.placing.pop()
        row = self.rows[k]
        if len(row) == FULL:
            self._take(self.owner(card), row, watch)
        row.insert(0 if left else len(row), card)
        if watch:
            watch(steps.place(self, card, row))

    def _take(self, seat: int, row: list[int], watch: Watch | None) -> None:
        """`seat` takes every card of a row; their heads count at once."""
        self.heads[seat] += sum([HEADS[card] for card in row])
        self.taken[seat].extend(row)
        if watch:
            watch(steps.take(self, seat, row))
        row.clear()

    def _ask(self, seat: int, watch: Watch | None) -> None:
        self.phase = "place"
        self.next_seat = seat
        if watch:
            watch(steps.status(self, "ask", seat))

    def _decide(self, move: str, watch: Watch | None) -> None:
        """`rK`, `>K` or `<K` of the owner of the card being placed."""
        card = self.placing[-1]
        places = self.nearest_places(card) if self.professional else []
        kind, k = move[:1], ROW.get(move[1:], -1)
        asked = (k, kind == "<") in places if kind in "<>" else kind == "r" and not places
        if not asked or k < 0:
            raise IllegalMove(_no_answer(card, move, bool(places)))
        if kind == "r":
            self._take(self.next_seat, self.rows[k], watch)
        self._lay(card, k, kind == "<", watch)
        if self.professional:
            self._place_professional(watch)
        else:
            self._place_standard(watch)

    # After the last card of the turn

    def _end_turn(self, watch: Watch | None) -> None:
        self.choices = [0] * (self.n + 2)
        if self.left:
            self.phase = "choose"
            self.turn += 1
            self.waiting = self.n
            self.next_seat = 1
            if watch:
                watch(steps.status(self, "turn"))
        elif self._ends_here():
            self.phase = "over"
            self.next_seat = 0
            if watch:
                watch(steps.status(self, "end"))
        else:
            self._start_round(watch)

    # 8. End of the game and ties

    def _ends_here(self) -> bool:
        if self.options.rounds:
            return self.round >= self.options.rounds
        return max(self.heads) >= self.options.target

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        fewest = min(self.heads[1:])
        return [seat for seat in range(1, self.n + 1) if self.heads[seat] == fewest]

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
        done = 0 if self.is_over else 1
        return {"rounds": self.round - done, "turns": self.turn - done}

    # 10. Turn and round marks

    def marks(self) -> tuple[str, ...]:
        if self.phase == "draft":
            return (f"#{self.round}",) if len(self.market) == self.deck_size() else ()
        if self.phase != "choose" or self.waiting < self.n:
            return ()
        if self.left == HAND and self.options.hands == "dealt":
            return (f"#{self.round}", f"{self.turn}.")
        return (f"{self.turn}.",)


def _no_seat(seat: int) -> Words:
    return Words(f"there is no seat {seat}", f"席{seat}はありません")


def _no_answer(card: int, move: str, has_places: bool) -> Words:
    """What a move is not the answer to: a card with two nearest places, or with none."""
    en = "has two nearest places" if has_places else "fits nowhere, so a row is to be taken"
    ja = (
        "には同じ近さの置き場所が2つあります"
        if has_places
        else "はどの列にも置けないので、1列引き取ります"
    )
    return Words(
        f"card {card} {en}; {move} is not the answer to that",
        f"{card}{ja}。{move}では答えになりません",
    )


GAME = Game(
    name="nimmt",
    title=Words("6 nimmt!", "ニムト"),
    rules=1,
    options=Options,
    seats=seats,
    token=re.compile(r"\+?(?:[1-9][0-9]?|10[0-4])|[r<>][1-4]"),
    start=Nimmt,
    layout=table.layout,
    tell=table.tell,
    greedy=greedy,
    chances={"deal/R": "the shuffle of the cards used, for the deal of round R"},
    events={"take": Words("a row is taken", "列を引き取る")},
    highlights=("take",),
    option_sets=[
        {},
        {"rounds": "2"},
        {"deck": "tactics", "target": "30"},
        {"placement": "professional"},
        {"deck": "tactics", "placement": "professional", "rounds": "1"},
        {"deck": "tactics", "hands": "drafted", "target": "20"},
        {"deck": "tactics", "hands": "drafted", "placement": "professional", "rounds": "2"},
    ],
)
