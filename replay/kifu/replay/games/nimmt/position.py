"""A position of 6 nimmt!: the options and seats it is played with (sections 3 and 4 of the
page), what it is made of (section 6), and what can be read off it: who is to move, what is
legal, the nearest places of a card, the points (section 7).
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

from kifu.replay.chance import Chance
from kifu.replay.games.nimmt.cards import HAND, LARGEST, ROWS

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order.

    >>> Options(hands="drafted")
    Traceback (most recent call last):
    ValueError: hands=drafted needs deck=tactics
    """

    deck: Annotated[
        Literal["standard", "tactics"],
        Meta(description="which cards are used: 1 to 104, or 1 to 10n + 4 for n seats"),
    ] = "standard"
    hands: Annotated[
        Literal["dealt", "drafted"],
        Meta(description="whether hands are dealt, or picked one by one (needs deck=tactics)"),
    ] = "dealt"
    placement: Annotated[
        Literal["standard", "professional"],
        Meta(description="whether cards go to the right ends of the rows, or to both ends"),
    ] = "standard"
    target: Annotated[
        int, Meta(ge=1, le=9999, description="points at the start; heads that end the game")
    ] = 66
    rounds: Annotated[
        int, Meta(ge=0, le=9999, description="0: play to the target; else so many rounds")
    ] = 0

    def __post_init__(self) -> None:
        if self.hands == "drafted" and self.deck != "tactics":
            raise ValueError("hands=drafted needs deck=tactics")


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 10 with every option."""
    return range(2, 11)


# 6. Play

Phase = Literal["waiting", "draft", "choose", "place", "over"]

# Where a card is, in `Position.held`: k in the hand of seat k, or
#: in the stock, or in a place that is not known,
NOWHERE = 0
#: or PLAYED + k, played by seat k,
PLAYED = 100
#: or no card of this deck, or one that began a row.
OUT = 255


class Position:
    """A position. `chance` gives the deals; nothing else in it is shared between copies.

    `held` says where each card is (above; a byte each, which are counted faster than a list's
    items, and an archive asks before every move), `unknown` how many cards of each seat's hand are
    not known, `left` how many cards a seat that has not chosen holds. `choices` are this
    turn's cards by seat, `placing` those still to be placed, highest first. `market` are the
    face-up cards of a draft. Lists by seat have an unused place 0.
    """

    __slots__ = (
        "chance", "choices", "heads", "held", "left", "market", "missing", "n", "next_seat",
        "options", "phase", "placing", "professional", "round", "rows", "stock", "taken", "turn",
        "unknown", "waiting",
    )  # fmt: skip

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options = options
        self.n = seats
        self.chance = chance
        self.professional = options.placement == "professional"
        self.missing: str | None = None
        self.round = 0
        self.turn = 0
        self.heads = [0] * (seats + 1)
        self.rows: list[list[int]] = [[], [], [], []]
        self.taken: list[list[int]] = [[] for _ in range(seats + 1)]
        self.choices = [0] * (seats + 2)
        self.placing: list[int] = []
        self.market: list[int] = []
        self.held = bytearray()
        self.unknown = [0] * (seats + 1)
        self.left = 0
        self.waiting = 0
        self.stock = 0
        self.next_seat = 0
        self.phase: Phase = "waiting"

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def at_once(self) -> bool:
        return self.phase == "choose"

    def to_move(self) -> list[int]:
        if self.phase == "choose":
            return [seat for seat in range(1, self.n + 1) if not self.choices[seat]]
        return [self.next_seat] if self.next_seat else []

    def legal_moves(self, seat: int) -> list[str]:
        if seat not in self.to_move():
            return []
        if self.phase == "draft":
            return [f"+{card}" for card in self.market]
        if self.phase == "choose":
            may_hold = (seat, NOWHERE) if self.unknown[seat] else (seat,)
            return [str(card) for card in range(1, LARGEST + 1) if self.held[card] in may_hold]
        places = self.nearest_places(self.placing[-1]) if self.professional else []
        if places:
            return [f">{row + 1}" for row, left in places if not left] + [
                f"<{row + 1}" for row, left in places if left
            ]
        return [f"r{row}" for row in range(1, ROWS + 1)]

    def nearest_places(self, card: int) -> list[tuple[int, bool]]:
        """The professional places of the smallest difference: (row from 0, at its left end).

        At most two: one right end below the card and one left end above it.
        """
        nearest = LARGEST
        places: list[tuple[int, bool]] = []
        for k, row in enumerate(self.rows):
            right = row[-1] < card
            if not right and row[0] < card:
                continue
            difference = card - row[-1] if right else row[0] - card
            if difference < nearest:
                nearest = difference
                places = [(k, not right)]
            elif difference == nearest:
                places.append((k, not right))
        return places

    # 7. Scoring

    def scores(self) -> list[int]:
        return [self.options.target - heads for heads in self.heads[1:]]

    # Cards

    def hand(self, seat: int) -> list[int]:
        """The known cards of a hand, ascending."""
        held, cards = self.held, []
        card = held.find(seat)
        while card > 0:
            cards.append(card)
            card = held.find(seat, card + 1)
        return cards

    def owner(self, card: int) -> int:
        """The seat that has played a card."""
        return self.held[card] - PLAYED

    def hand_size(self, seat: int) -> int:
        """How many cards a hand holds; a choice that is not revealed is not among them."""
        if self.phase == "draft":
            return len(self.hand(seat))
        revealed = self.phase != "choose" or not self.choices[seat]
        return self.left if revealed else self.left - 1

    def deck_size(self) -> int:
        """How many cards are used, which is also the highest: 10n + 4 with the tactics deck."""
        return LARGEST if self.options.deck == "standard" else HAND * self.n + ROWS

    def copy(self) -> Self:
        other = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list | bytearray) else value)
        other.rows = [row.copy() for row in self.rows]
        other.taken = [cards.copy() for cards in self.taken]
        return other
