"""A position of MAGiMiLES: the options and seats it is played with (sections 3 and 4 of the page),
what it is made of (sections 5 to 7), how cards come into hands and leave them, and what can be read
off it: who is to move, what is legal, who follows, how a main card stands, what cards won are worth
(section 9).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, Words
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    CARDS,
    CARDS_IN_ALL,
    CYCLE,
    SUPPORT,
    tables,
)
from kifu.replay.rule_data.table import FULL_NAME

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. Rule data that nobody has given is refused (MissingData)."""

    cards: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the card list (rule data); house1 is invented",
        ),
    ] = "house1"
    support: Annotated[
        str,
        Meta(
            pattern=rf"^(house1|{FULL_NAME})\Z",
            examples=["house1", "NAME@HEX8"],
            description="the support table (rule data); house1 is invented",
        ),
    ] = "house1"
    cycle: Annotated[
        str,
        Meta(
            pattern=rf"^(rgb|rbg|{FULL_NAME})\Z",
            examples=["rgb", "rbg", "NAME@HEX8"],
            description="which colour beats which (rule data); rgb and rbg are invented",
        ),
    ] = "rgb"
    all_follow: Annotated[
        Literal["always", "only_if_unable", "forced"],
        Meta(description="when an all card may, or must, follow a colour"),
    ] = "always"
    all_lead: Annotated[
        Literal["all_only", "free"],
        Meta(description="what may follow an all card that is led"),
    ] = "all_only"
    rounds: Annotated[
        Literal[1, 3], Meta(description="rounds of a match; 3 only with three seats")
    ] = 1

    def __post_init__(self) -> None:
        for part in (CARDS, SUPPORT, CYCLE):
            part[getattr(self, part.part)]


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2, 3 or 4, but several rounds only with 3."""
    return range(3, 4) if options.rounds > 1 else range(2, 5)


@lru_cache(maxsize=64)
def duties(options: Options) -> list[tuple[set[int], set[int]]]:
    """For each led attribute: those of which a card in hand is a duty, and those that may be
    played where there is one (section 7 of the page).

    >>> duties(Options(all_follow="forced"))[0]
    ({0, 3}, {0, 3})
    """
    duty = {
        colour: {colour, ALL_CARD} if options.all_follow == "forced" else {colour}
        for colour in range(ALL_CARD)
    }
    allowed = {
        colour: {colour} if options.all_follow == "only_if_unable" else {colour, ALL_CARD}
        for colour in range(ALL_CARD)
    }
    duty[ALL_CARD] = set() if options.all_lead == "free" else {ALL_CARD}
    allowed[ALL_CARD] = {ALL_CARD}
    return [(duty[attribute], allowed[attribute]) for attribute in range(ALL_CARD + 1)]


# 5 to 7. Chance events, phases, tricks

Phase = Literal[
    "waiting", "pick1", "pick2", "pass1", "pass2", "declare", "main", "support", "take", "over"
]
NO_TRUMP = -1

#: What the tokens of a pick say: which piles, from 0.
PICKS = {
    "pick1": {f"p{pile + 1}": [pile] for pile in range(4)},
    "pick2": {
        f"p{one + 1}+p{other + 1}": [one, other] for one in range(4) for other in range(one + 1, 4)
    },
}

# By the number of seats:

#: how many cards of a deal can come into play,
NEEDED = {2: 35, 3: 34, 4: 35}
#: how many tricks a round has,
TRICKS = {2: 4, 3: 5, 4: 8}
#: how many main cards a trick has.
MAIN_CARDS = {2: 2, 3: 3, 4: 2}


def holders(seats: int) -> range:
    """The seats that keep cards won: all, or the lower one of each team."""
    return range(1, seats + 1) if seats < 4 else range(1, 3)


class Position:
    """A position. `chance` gives the deals; nothing else in it that changes is shared by copies.

    A card is a number of `tables` (see `cards`), 0 where it isn't known. Lists by seat
    have an unused place 0.

    - `deck` is the deal from the top, `dealt` how many of its cards have left the deck.
    - `hands[seat][card]` says how often the seat holds a card, `unknown` how many cards of its
      hand are not known, `unseen` how often each card is in a place that is not known. A card
      of a hand that isn't known may be any of those, and never makes a move illegal.
    - `piles` are the four of two players; `declared` is by the seat that laid the card.
    - `leader` leads the trick. `either` is not 0 where that seat or its partner may act.
    - `mains` are the main cards of the trick by seat, `order` the seats in the order played,
      `totals` what the cards come to; `supports` are seat, card and target as they were laid,
      `helpers` the seats that still lay one. `ranking` are the seats of a trick of three
      players, the best first, while the best one chooses.
    - `won` are the cards won, by `holder`: the seat, or the lower seat of its team.
    """

    __slots__ = (
        "chance", "dealt", "deck", "declared", "duties", "either", "hands", "helpers", "leader",
        "mains", "missing", "n", "next_seat", "options", "order", "phase", "piles", "points",
        "ranking", "round", "supports", "tables", "totals", "trump", "trump_card", "turn",
        "unknown", "unseen", "won",
    )  # fmt: skip

    at_once = False

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options = options
        self.n = seats
        self.chance = chance
        self.tables = tables(options.cards, options.support, options.cycle)
        self.duties = duties(options)
        self.missing: str | None = None
        self.phase: Phase = "waiting"
        self.next_seat = 0
        self.either = 0
        self.round = 0
        self.turn = 0
        self.deck: list[int] = []
        self.dealt = 0
        self.trump_card = 0
        self.trump = NO_TRUMP
        self.leader = 0
        self.hands = [bytearray(len(self.tables.tokens)) for _ in range(seats + 1)]
        self.unknown = [0] * (seats + 1)
        self.unseen = bytearray(len(self.tables.tokens))
        self.piles: list[list[int]] = [[], [], [], []]
        self.declared = [0] * (seats + 1)
        self.mains = [0] * 5
        self.order: list[int] = []
        self.totals = [0] * 5
        self.helpers: list[int] = []
        self.supports: list[tuple[int, int, int]] = []
        self.ranking: list[int] = []
        self.won: list[list[int]] = [[] for _ in range(seats + 1)]
        self.points = [0] * (seats + 1)

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def to_move(self) -> list[int]:
        if self.either:
            return [self.either, self.either + 2]
        return [self.next_seat] if self.next_seat else []

    def legal_moves(self, seat: int) -> list[str]:
        if seat not in self.to_move():
            return []
        if self.phase in PICKS:
            picks = PICKS[self.phase].items()
            return [token for token, piles in picks if all(self.piles[pile] for pile in piles)]
        if self.phase == "take":
            return ["t12", "t13", "t23"]
        cards = [self.tables.tokens[card] for card in self._playable(seat)]
        if self.phase == "support":
            cards = [f"{card}>{target}" for card in cards for target in self.order]
        mark = {"declare": "=", "pass1": "^", "pass2": "^"}.get(self.phase, "")
        return sorted([mark + card for card in cards])

    def _playable(self, seat: int) -> list[int]:
        """The cards that a seat can hold, as main cards only those that it may play."""
        attribute = self.tables.attribute
        shown = [card for card, count in enumerate(self.hands[seat]) if count]
        if self.unknown[seat]:
            shown += [
                card
                for card, count in enumerate(self.unseen)
                if count and not self.hands[seat][card]
            ]
        if self.phase != "main" or not self.order:
            return shown
        duty, allowed = self.duties[self.led()]
        if not self.holds(seat, duty):
            return shown
        return [card for card in shown if attribute[card] in allowed]

    def led(self) -> int:
        """The attribute that was led."""
        return self.tables.attribute[self.mains[self.order[0]]]

    def holds(self, seat: int, attributes: set[int]) -> bool:
        """Whether a known card of the hand has one of these attributes."""
        hand = self.hands[seat]
        for attribute in attributes:
            first, behind = self.tables.cards_of[attribute]
            if any(hand[first:behind]):
                return True
        return False

    def follows(self, card: int) -> bool:
        """Whether a main card counts as following; the lead does. An all card does always, and
        behind an all card with `all_lead=free` every card does.
        """
        attribute, led = self.tables.attribute[card], self.led()
        if led == ALL_CARD and self.options.all_lead == "free":
            return True
        return attribute in (led, ALL_CARD)

    def standing(self, seat: int, total: int) -> tuple[int, int, int, int]:
        """How the main card of `seat` stands with this total; less is better. Of equal ones the
        card played earlier is better: it stands first in `order`, and sorting keeps that.
        """
        card = self.mains[seat]
        follows = self.follows(card)
        colour = self.tables.attribute[card] != ALL_CARD
        number = self.tables.number[card]
        if total == self.trump:
            return (1 + colour if follows else 3, 0, -number, colour)
        return (4 if follows else 5, -total, -number, colour)

    def holder(self, seat: int) -> int:
        """Who keeps the cards that `seat` wins: itself, or for its team the lower seat."""
        return seat if self.n < 4 else (seat - 1) % 2 + 1

    def partner(self, seat: int) -> int:
        """The seat opposite, of four."""
        return (seat + 1) % 4 + 1

    # 9. Scoring

    def scores(self) -> list[int]:
        return self.points[1:]

    def worth(self, cards: list[int], declared: int) -> int:
        """What cards score for who has declared `declared`; that one counts if it is among them."""
        attribute, number = self.tables.attribute, self.tables.number
        own = attribute[declared]
        if own == ALL_CARD:
            n = number[declared]
            return sum(n if number[c] == n else attribute[c] == ALL_CARD for c in cards)
        weak = self.tables.weak[own]
        score = 0
        for card in cards:
            if attribute[card] == own:
                score += number[card]
            elif attribute[card] == weak:
                score -= number[card]
            elif attribute[card] == ALL_CARD:
                score += 1
        return score

    # Cards

    def hand(self, seat: int) -> list[int]:
        """The cards of a hand in canonical order, those not known (0) behind the others."""
        held = [card for card, count in enumerate(self.hands[seat]) for _ in range(count)]
        return held + [0] * self.unknown[seat]

    def draw(self, count: int) -> list[int]:
        """The next cards of the deck leave it."""
        self.dealt += count
        return self.deck[self.dealt - count : self.dealt]

    def hold(self, seat: int, card: int) -> None:
        """A card, known or not, comes into a hand."""
        if card:
            self.hands[seat][card] += 1
        else:
            self.unknown[seat] += 1

    def leave(self, card: int, seat: int) -> bool:
        """A card leaves a hand; whether it was one that had not been known. Raises IllegalMove
        where it can't be in the hand.
        """
        hand = self.hands[seat]
        if hand[card]:
            hand[card] -= 1
            return False
        self.must_hold(card, seat)
        self.unknown[seat] -= 1
        self.unseen[card] -= 1
        return True

    def must_hold(self, card: int, seat: int) -> None:
        """Refuse a card that is not in the hand, nor can be one of its cards not known."""
        if self.hands[seat][card] or (self.unknown[seat] and self.unseen[card]):
            return
        token = self.tables.tokens[card]
        en = f"card {token} is not in the hand of seat {seat}"
        raise IllegalMove(Words(en, f"{token}は席{seat}の手札にありません"))

    def count_unseen(self) -> None:
        """Count the cards that the deal as it is known does not place."""
        self.unseen = bytearray(self.tables.copies)
        for card in self.deck:
            if card:
                self.unseen[card] -= 1

    def hand_size(self, seat: int) -> int:
        """How many cards a hand holds."""
        return sum(self.hands[seat]) + self.unknown[seat]

    def deck_size(self) -> int:
        """How many cards are not dealt yet."""
        return CARDS_IN_ALL - self.dealt

    def copy(self) -> Self:
        other = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, (list, bytearray)) else value)
        other.hands = [hand.copy() for hand in self.hands]
        other.piles = [pile.copy() for pile in self.piles]
        other.won = [cards.copy() for cards in self.won]
        return other
