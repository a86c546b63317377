"""Duel, rules revisions 1 and 2: a game of a few lines, to show how kifu gets to know one.

Two seats. The cards 1 to 2k are shuffled (chance event `deal`): the first k are seat 1's hand, the
next k seat 2's. Seat 1 leads a card, seat 2 answers; the higher card wins the trick, one point, and
its owner leads next, or since revision 2 the other seat. After k tricks the most points win.
"""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replay.authoring import (
    DEAL_UNKNOWN,
    HAND_ZONE,
    OVER,
    by_seat,
    copied,
    dealt,
    demand_actor,
    demand_seat,
    demand_viewer,
    digest_of,
    moved,
    table,
    told,
)
from kifu.replay.chance import Chance
from kifu.replay.game import Face, Game, IllegalMove, Layout, Wording, Words, Zone
from kifu.replay.table import Fact, Step, Table, Watch

SEATS = (1, 2)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards` is k, the size of a hand."""

    cards: Annotated[int, Meta(ge=1, le=20, description="cards in a hand")] = 3


class Duel:
    """A position. Lists by seat have an unused place 0; a card is its number."""

    at_once = loser_leads = False

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        names = [str(number) for number in range(1, 2 * options.cards + 1)]
        hands = dealt(chance, "deal", names, hands=2, size=options.cards)
        self.options = options
        self.missing = None if hands else "deal"
        self.hands = [[], *(hands or [[], []])]
        self.won: list[list[int]] = [[], [], []]
        self.points = [0, 0, 0]
        self.trick: list[tuple[int, int]] = []  # (seat, card), in the order played
        self.next_seat = 0 if self.missing else 1

    @property
    def is_over(self) -> bool:
        return sum(self.points) == self.options.cards

    def to_move(self) -> list[int]:
        return [self.next_seat] if self.next_seat else []

    def legal_moves(self, seat: int) -> list[str]:
        acts = demand_seat(seat, 2) in self.to_move()
        return [str(card) for card in self.hands[seat]] if acts else []

    def play(self, move: str, seat: int = 0, watch: Watch | None = None) -> None:
        seat = demand_actor(self, seat)
        if move not in self.legal_moves(seat):
            raise IllegalMove(f"card {move} is not in the hand of seat {seat}")
        self.hands[seat].remove(int(move))
        self.trick.append((seat, int(move)))
        self.next_seat = 3 - seat
        if watch:
            motion = moved(move, f"hand/{seat}", "trick")
            watch(Step("play", [motion], self._facts(), seat))
        if len(self.trick) == 2:
            self._take_trick(watch)

    def _take_trick(self, watch: Watch | None) -> None:
        cards = [card for _seat, card in self.trick]
        winner = max(self.trick, key=lambda play: play[1])[0]
        self.trick.clear()
        self.won[winner] += cards
        self.points[winner] += 1
        leader = 3 - winner if self.loser_leads else winner
        self.next_seat = 0 if self.is_over else leader
        if watch:
            motions = [moved(str(card), "trick", f"won/{winner}") for card in cards]
            watch(Step("take", motions, self._facts(), winner))

    def marks(self) -> tuple[str, ...]:
        return () if self.trick or not self.next_seat else (f"{sum(self.points) + 1}.",)

    def scores(self) -> list[int]:
        return self.points[1:]

    def winners(self) -> list[int]:
        best = max(self.points)
        return [seat for seat in SEATS if self.points[seat] == best] if self.is_over else []

    def facts(self) -> dict[str, int]:
        return {"rounds": int(self.is_over), "turns": sum(self.points)}

    def view(self, viewer: int) -> Table:
        demand_viewer(viewer, 2)
        zones = {"trick": [str(card) for _seat, card in self.trick]}
        for seat in SEATS:
            zones[f"hand/{seat}"] = [str(card) for card in self.hands[seat]]
            zones[f"won/{seat}"] = [str(card) for card in self.won[seat]]
        return table(zones, self._facts(), viewer)

    def _facts(self) -> dict[str, Fact]:
        phase = "waiting" if self.missing else "over" if self.is_over else "play"
        return {
            "turn": min(sum(self.points) + 1, self.options.cards),
            "phase": phase,
            "to_move": " ".join(map(str, self.to_move())),
            **{f"points/{seat}": self.points[seat] for seat in SEATS},
        }

    def describe(self, move: str, seat: int) -> Words:
        demand_seat(seat, 2)
        return Words(f"{{{seat}}} plays {move}.", f"{{{seat}}}は{move}を出しました。")

    def digest(self) -> str:
        cards = self.hands, self.trick, self.won
        return digest_of(self.options.cards, cards, self.points, self.next_seat, self.loser_leads)

    def situation(self, seat: int) -> str:
        demand_seat(seat, 2)
        led = self.trick[0][1] if self.trick else 0
        return f"duel k={self.options.cards} hand={len(self.hands[seat])} led={led}"

    def copy(self) -> Duel:
        return copied(self)


class LoserLeads(Duel):
    """A match at rules revision 2."""

    loser_leads = True


def layout(options: Options, seats: int) -> Layout:
    cards = [str(number) for number in range(1, 2 * options.cards + 1)]
    return Layout(
        zones=[
            Zone("trick", "pool", 0, Words("Trick", "トリック")),
            *by_seat(2, "hand", "hand", HAND_ZONE),
            *by_seat(2, "won", "pile", Words("Won", "獲得")),
        ],
        seat_facts={"points": Words("Points", "得点")},
        table_facts={"turn": Words("Trick", "トリック")},
        phases={
            "play": Words("A card is being played", "カードを出しています"),
            "waiting": DEAL_UNKNOWN,
            "over": OVER,
        },
        faces={card: Face(card, Words(card, card)) for card in cards},
    )


def consequences(state: Duel, move: str, steps: list[Step]) -> list[Words]:
    """Who takes the trick."""
    taken = Words("{who} takes the trick.", "{who}がトリックを取りました。")
    return told(steps, {"take": taken})


def greedy(state: Duel, seat: int) -> str:
    """The lowest card."""
    return str(min(state.hands[seat]))


FIRST = Game(
    name="duel",
    title=Words("Duel", "決闘"),
    rules=1,
    options=Options,
    seats=lambda options: range(2, 3),
    token=re.compile(r"[1-9]|[1-3][0-9]|40"),
    start=Duel,
    layout=layout,
    greedy=greedy,
    option_sets=[{}, {"cards": "10"}],
    words=Wording(
        consequences=consequences,
    ),
)
GAME = replace(FIRST, rules=2, start=LoserLeads, earlier=(FIRST,))
