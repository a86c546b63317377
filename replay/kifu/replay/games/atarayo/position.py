"""A position of Atarayo: the options and seats it is played with (sections 3 and 4 of the
page), what it is made of (section 6), and what can be read off it: who is to move, what is
legal. Calls have a module of their own, `calls`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Annotated, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replay.chance import Chance
from kifu.replay.games.atarayo.cards import (
    CHOICE,
    COLOUR,
    COPIES,
    FITS,
    NUMBERS,
    OF_NUMBER,
    RESIST,
    TOKENS,
    spelled,
)

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order.

    >>> Options(goal="first3")
    Traceback (most recent call last):
    ValueError: goal=first3 needs mode=duel
    """

    mode: Annotated[
        Literal["table", "duel"],
        Meta(description="a hand each for 3 to 5 seats, or two hands each for two"),
    ] = "table"
    draw2: Annotated[
        Literal["continue", "ends_turn"],
        Meta(description="whether a turn goes on behind the cards of a draw2"),
    ] = "continue"
    goal: Annotated[
        Literal["standby", "first3"] | None,
        Meta(description="points and Standby, or three markers first (the default of mode=duel)"),
    ] = None

    def __post_init__(self) -> None:
        if self.mode == "table" and self.goal == "first3":
            raise ValueError("goal=first3 needs mode=duel")


def settle(options: Options, seats: int) -> Options:
    """The options with `goal` filled in.

    >>> settle(Options(mode="duel"), 2).goal
    'first3'
    """
    if options.goal is not None:
        return options
    return replace(options, goal="first3" if options.mode == "duel" else "standby")


# 4. Players

#: The hands of the duel, in the order in which they take turns clockwise.
DUEL_HANDS = ["1L", "2R", "2L", "1R"]


def seats(options: Options) -> range:
    """The numbers of seats allowed."""
    return range(2, 3) if options.mode == "duel" else range(3, 6)


def hand_names(options: Options, seats: int) -> list[str]:
    """The names of the hands in clockwise order: the seat, and in the duel L or R behind it.

    >>> hand_names(Options(), 3), hand_names(Options(mode="duel"), 2)
    (['1', '2', '3'], ['1L', '2R', '2L', '1R'])
    """
    if options.mode == "duel":
        return DUEL_HANDS
    return [str(seat) for seat in range(1, seats + 1)]


def fact_name(what: str, hand: str) -> str:
    """The fact that tells `what` of a hand.

    >>> fact_name("cards", "2"), fact_name("cards", "2L")
    ('cards/2', 'cards_left/2')
    """
    side = {"": "", "L": "_left", "R": "_right"}[hand[1:]]
    return f"{what}{side}/{hand[0]}"


# 6. Play

Phase = Literal["waiting", "choose", "act", "drawn", "attacked", "over"]


class Position:
    """A position. `chance` gives the shuffles; nothing else in it is shared between copies.

    A hand is its place in clockwise order, from 1; `names` are what tokens and tables call the
    hands, `owners` whose they are, `by_name` are the hands in the order of their names; place 0
    of every list by hand or seat is unused.

    - `hands` hold kinds of cards in no order, 0 for one that is not known; `opened` those of
      them that lie open. `hand` is the one whose turn it is.
    - `field` are the cards of the last play, bottom to top (the last is the field card), `named`
      the colour named for it. `discards` are the plays before it, the latest last.
    - `pile` has its top at the end; `face` is the place of its face-up card from the bottom,
      counted from 1, or 0. `point` is the point card, or 0. `revealed` are the two cards of the
      phase choose.
    - `attack` is 6 or 13 while one is pending, `amount` how many cards a 6 makes one draw.
    - `window` is the hand whose play can be called on, 0 while none can.
    - `fresh` says that no token of this turn has been played; `past` are the turns of the rounds
      before, `reshuffles` those of this one.
    """

    __slots__ = (
        "amount", "attack", "by_name", "chance", "direction", "discards", "face", "field",
        "fresh", "hand", "hands", "missing", "n", "named", "names", "next_seat", "opened",
        "options", "owners", "past", "phase", "pile", "point", "points", "reshuffles",
        "revealed", "round", "turn", "window",
    )  # fmt: skip

    #: Everybody acts alone, and whoever calls acts out of turn.
    at_once = False

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options = settle(options, seats)
        self.n = seats
        self.chance = chance
        self.names = ["", *hand_names(options, seats)]
        self.owners = [0, *(int(name[0]) for name in self.names[1:])]
        self.by_name = sorted(range(1, len(self.names)), key=self.names.__getitem__)
        self.missing: str | None = None
        self.round = 0
        self.turn = 1
        self.past = 0
        self.fresh = True
        self.points = [0] * (seats + 1)
        self.phase: Phase = "waiting"
        self.direction = 1
        self.hand = 0
        self.next_seat = 0
        self.hands: list[list[int]] = [[] for _ in self.names]
        self.opened: list[list[int]] = [[] for _ in self.names]
        self.field: tuple[int, ...] = ()
        self.named = 0
        self.discards: list[int] = []
        self.pile: list[int] = []
        self.face = 0
        self.point = 0
        self.revealed: tuple[int, ...] = ()
        self.reshuffles = 0
        self.attack = 0
        self.amount = 0
        self.window = 0

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def starter(self) -> int:
        """The seat that starts this round."""
        return (self.round - 1) % self.n + 1

    def acts(self, seat: int) -> list[str]:
        """What `seat` may do with the hand whose turn it is, if that is its own: every play, by
        number, size and colour, then what may be done instead.
        """
        if not seat or seat != self.next_seat:
            return []
        if self.phase == "choose":
            return [f"f{TOKENS[card]}" for card in sorted(self.revealed)]
        return [*self._plays(), {"act": "d", "drawn": "-", "attacked": "x"}[self.phase]]

    def _plays(self) -> Iterator[str]:
        """Every play of the hand whose turn it is, each order of each stack."""
        hand = self.hands[self.hand]
        unseen = self.unseen() if 0 in hand else [0] * len(COPIES)
        for kinds in OF_NUMBER:
            cards = [kind for kind in kinds for _ in range(hand.count(kind) + unseen[kind])]
            for size in range(1, min(len(cards), len(hand)) + 1):
                for stack in dict.fromkeys(permutations(cards, size)):
                    if self.allows(stack) and self.holds(stack):
                        for named in range(1, 6) if stack[0] == CHOICE else (0,):
                            yield spelled(stack, named)

    # What may be played

    def allows(self, cards: tuple[int, ...]) -> bool:
        """Whether what lies there lets these cards be played, bottom first; it is the bottom
        card alone that has to go.
        """
        bottom, field = cards[0], self.field[-1]
        if self.phase != "attacked":
            return bool(FITS[self.named][field][bottom])
        if NUMBERS[bottom] == self.attack:
            return NUMBERS[field] == self.attack or COLOUR[bottom] == COLOUR[field]
        return NUMBERS[bottom] == RESIST

    def holds(self, cards: tuple[int, ...]) -> bool:
        """Whether the hand whose turn it is may hold these cards: those that are not among its
        known ones are no more than its unknown ones, and their places are not known.
        """
        hand = self.hands[self.hand]
        if len(cards) == 1 and cards[0] in hand:
            return True  # as most plays are
        left = hand.copy()
        lacking = []
        for card in cards:
            if card in left:
                left.remove(card)
            else:
                lacking.append(card)
        if not lacking:
            return True
        if len(lacking) > left.count(0):
            return False
        unseen = self.unseen()
        return all(unseen[card] >= lacking.count(card) for card in lacking)

    def unseen(self) -> list[int]:
        """By kind, how many copies lie where it is not known what lies there."""
        piles = (self.revealed, self.field, self.discards, self.pile, (self.point,))
        return _left((*self.hands, *piles))

    def unseen_by(self, seat: int) -> list[int]:
        """By kind, how many copies lie where `seat` sees no face: neither in its own hands nor
        open on the table.
        """
        hands = (
            cards if self.owners[hand] == seat else self.opened[hand]
            for hand, cards in enumerate(self.hands)
        )
        face = self.pile[self.face - 1 : self.face] if self.face else []
        return _left((*hands, self.field, self.discards, face))

    # 7. Scoring

    def scores(self) -> list[int]:
        return self.points[1:]

    def copy(self) -> Self:
        other = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        other.hands = [cards.copy() for cards in self.hands]
        other.opened = [cards.copy() for cards in self.opened]
        return other


def _left(known: Iterable[Iterable[int]]) -> list[int]:
    """By kind, how many copies there are besides those that are known."""
    left = COPIES.copy()
    for cards in known:
        for card in cards:
            left[card] -= 1
    left[0] = 0
    return left
