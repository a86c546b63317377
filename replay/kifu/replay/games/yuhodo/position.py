"""A position of yuhodo: the options and seats it is played with (sections 3 and 4 of the page),
what it is made of, and what is legal in it (section 6).
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta, Struct
from msgspec.structs import replace

from kifu.replay.chance import Chance
from kifu.replay.game import Words
from kifu.replay.games.yuhodo import refusals
from kifu.replay.games.yuhodo.cards import (
    CARDS,
    COPIES,
    PAIRS_WITH,
    SETS_FROM,
    TOKEN,
    UNKNOWN,
)
from kifu.replay.games.yuhodo.scoring import Tally
from kifu.replay.games.yuhodo.shapes import UNIT, distance, shape_of

# 3. Options

Games = Annotated[int, Meta(ge=1, le=99, description="short games; for 2, 3, 4 seats 6, 6, 8")]
Target = Annotated[
    int, Meta(ge=1, le=999, description="total that ends the game; for 2, 3, 4 seats 24, 18, 12")
]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The options in the page's order. None: the default for the number of seats (`settle`)."""

    rules: Annotated[
        Literal["basic", "advanced"],
        Meta(description="whether the three advanced rules and the instant win are used"),
    ] = "basic"
    games: Games | None = None
    target: Target | None = None
    ready: Annotated[
        Literal["free", "opened"],
        Meta(description="whether Ready needs an opened set"),
    ] = "free"
    item_reds: Annotated[
        Literal["i4", "all"],
        Meta(description="whether the red Item 4 gives nothing, or all red Items 1 (advanced)"),
    ] = "i4"


#: The defaults by number of seats.
GAMES = {2: 6, 3: 6, 4: 8}
TARGET = {2: 24, 3: 18, 4: 12}


def settle(options: Options, seats: int) -> Options:
    """The options with the defaults for so many seats.

    >>> settled = settle(Options(target=30), 4)
    >>> settled.games, settled.target
    (8, 30)
    """
    return replace(
        options, games=options.games or GAMES[seats], target=options.target or TARGET[seats]
    )


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 4 with every option."""
    return range(2, 5)


# 6. Play

Phase = Literal["waiting", "take", "act", "over"]

#: No card is known to be missing in a deal that is wholly known.
_NONE_SPARE = [0] * len(TOKEN)


class Position:
    """A position. `chance` gives starter and deals; nothing else in it is shared by copies.

    Cards are numbers (see `cards`). `hands` are in no order, `opened` lists of sets,
    `rivers` end in the latest discard, `pile` ends in its top card. `window` is the discard that
    may be claimed, which then ends the river of the seat before `next_seat`, or 0. `taken` is the
    card that the seat on turn has just taken. `turn` is the turn in progress, 0 before the
    first; `begun` says whether that is the turn of `next_seat` already. `spare` is, by card, how
    many copies of it are not known to lie anywhere: an unknown card may be one of them.

    After a goal `out` is the seat, `split` its hand in three sets, `tally` what it got, and
    `bonus` the cards of the bonus checks; `champion` is the seat with an instant win. `earlier`
    counts the turns of the short games before. Lists by seat have an unused place 0.
    """

    __slots__ = (
        "advanced", "begun", "bonus", "champion", "chance", "earlier", "games", "hands", "market",
        "missing", "n", "next_seat", "opened", "options", "out", "phase", "pile", "ready",
        "rivers", "round", "spare", "split", "starter", "taken", "tally", "target", "totals",
        "turn", "window",
    )  # fmt: skip

    at_once = False

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options = settle(options, seats)
        assert self.options.games is not None and self.options.target is not None
        self.games = self.options.games
        self.target = self.options.target
        self.advanced = options.rules == "advanced"
        self.n = seats
        self.chance = chance
        self.missing: str | None = None
        self.round = 1
        self.earlier = 0
        self.starter = 0
        self.totals = [0] * (seats + 1)
        self.clear()

    def clear(self) -> None:
        """No cards lie anywhere, and nobody acts."""
        empty = range(self.n + 1)
        self.hands: list[list[int]] = [[] for _ in empty]
        self.opened: list[list[tuple[int, ...]]] = [[] for _ in empty]
        self.rivers: list[list[int]] = [[] for _ in empty]
        self.ready = [False] * (self.n + 1)
        self.market: list[int] = []
        self.pile: list[int] = []
        self.spare = _NONE_SPARE
        self.window = 0
        self.taken = 0
        self.turn = 0
        self.begun = False
        self.out = 0
        self.split: list[list[int]] = []
        self.tally = Tally(0, 0, 0)
        self.bonus: list[int] = []
        self.champion = 0
        self.phase: Phase = "waiting"
        self.next_seat = 0

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def discarder(self) -> int:
        """The seat whose discard lies in the window; 0 if there is none."""
        return self.seat_before(self.next_seat) if self.window else 0

    def seat_after(self, seat: int) -> int:
        """The left neighbour."""
        return seat % self.n + 1

    def seat_before(self, seat: int) -> int:
        """The right neighbour."""
        return (seat - 2) % self.n + 1

    def to_move(self) -> list[int]:
        seats = [self.next_seat] if self.next_seat else []
        if self.window:
            others = range(1, self.n + 1)
            seats += [seat for seat in others if seat != self.next_seat and self.claims(seat)]
        return sorted(seats)

    def legal_moves(self, seat: int) -> list[str]:
        if self.phase == "take" and 1 <= seat <= self.n:
            return [*(self.takes() if seat == self.next_seat else []), *self.claims(seat)]
        if self.phase == "act" and seat == self.next_seat:
            return self.acts()
        return []

    # Phase TAKE

    def takes(self) -> list[str]:
        """The moves of the seat on turn that are no claims."""
        return [TOKEN[card] for card in sorted(set(self.market))] or ["m"]

    def why_nothing(self) -> Words:
        """Why nothing at all can be played."""
        return refusals.OVER if self.is_over else refusals.WAITING.filled(self.missing)

    def why_no_take(self, move: str) -> Words | None:
        """The rule that keeps the seat on turn from a move that is no claim, or None."""
        legal = self.takes()
        if move in legal:
            return None
        return refusals.no_take(legal, move, bool(self.market))

    def claims(self, seat: int) -> list[str]:
        """The claims of a seat, without the actor that a record writes before them."""
        if self.why_no_claim(seat):
            return []
        goal = [] if self.why_no_goal(seat) else ["G"]
        pairs = PAIRS_WITH[self.window]
        gains = [f"N{token}" for token in pairs if self.may_open(seat, pairs[token])]
        return [*goal, *gains]

    def why_no_claim(self, seat: int) -> Words | None:
        """The rule that keeps `seat` from any claim, or None."""
        if not self.window:
            return refusals.NO_DISCARD
        return refusals.OWN_DISCARD.filled(seat) if seat == self.discarder else None

    def why_no_goal(self, seat: int) -> Words | None:
        """The rule that keeps `seat` from going out, with the window's card if there is one; None
        where nothing does.

        A hand with k unknown cards may be a goal shape if k cards are missing at most, and what
        it waits for is not known.
        """
        if not self.opened[seat]:
            return refusals.GOAL_NEEDS_SET.filled(seat)
        if self.window and not self.ready[seat]:
            return refusals.GOAL_NEEDS_READY.filled(seat)
        hand = self.hand_with_claimed(seat)
        missing = distance(shape_of(hand))
        if missing > hand.count(UNKNOWN):
            return refusals.NO_GOAL.filled(missing)
        own = self.own_wait(seat) if self.window and self.advanced else 0
        return refusals.OWN_WAIT.filled(TOKEN[own]) if own else None

    def hand_with_claimed(self, seat: int) -> list[int]:
        """The hand, with the discard that may be claimed if there is one."""
        return sorted([*self.hands[seat], *([self.window] if self.window else [])])

    def own_wait(self, seat: int) -> int:
        """The first card of the own river that would make a goal shape of a known hand, or 0."""
        hand = self.hands[seat]
        shape = shape_of(hand)
        river = self.rivers[seat] if UNKNOWN not in hand else []
        return next((card for card in river if not distance(shape + UNIT[card])), 0)

    # Phase ACT

    def acts(self) -> list[str]:
        """The moves of the seat on turn, once it has taken a card."""
        seat = self.next_seat
        goal = [] if self.why_no_goal(seat) else ["G"]
        cards = self.may_show(seat)
        opens = [
            f"o{token}"
            for card in cards
            for token, big_set in SETS_FROM[card].items()
            if self.may_open(seat, big_set)
        ]
        discards = [card for card in cards if not self.why_no_discard(seat, card)]
        ready = [card for card in discards if not self.why_no_ready(seat, card)]
        return [
            *goal,
            *opens,
            *[f"-{TOKEN[card]}" for card in discards],
            *[f"-{TOKEN[card]}R" for card in ready],
        ]

    def may_open(self, seat: int, cards: tuple[int, ...]) -> bool:
        """Whether `seat` may open a set with these cards; `why_no_set` says why not."""
        return not self.ready[seat] and not self.lacks(seat, cards)

    def why_no_set(self, seat: int, cards: tuple[int, ...]) -> Words | None:
        """The rule that keeps `seat` from opening a set with these cards of its hand, or None."""
        if self.may_open(seat, cards):
            return None
        if self.ready[seat]:
            return refusals.READY_OPENS_NOT.filled(seat)
        return refusals.TOO_FEW.filled(seat, TOKEN[self.lacks(seat, cards)])

    def why_no_discard(self, seat: int, card: int) -> Words | None:
        """The rule that keeps `seat` from discarding `card`, or None."""
        if self.ready[seat] and card != self.taken:
            return refusals.READY_DISCARDS.filled(seat, TOKEN[self.taken])
        lacking = card not in self.hands[seat] and self.lacks(seat, (card,))
        return refusals.NOT_HELD.filled(seat, TOKEN[card]) if lacking else None

    def why_no_ready(self, seat: int, card: int) -> Words | None:
        """The rule that keeps `seat` from declaring Ready as it discards `card`, or None.

        Of the seven cards left k may be unknown; then k + 1 may be missing.
        """
        if self.ready[seat]:
            return refusals.READY_ALREADY.filled(seat)
        if self.options.ready == "opened" and not self.opened[seat]:
            return refusals.READY_NEEDS_SET.filled(seat)
        left = self.hands[seat].copy()
        left.remove(card if card in left else UNKNOWN)
        missing = distance(shape_of(left))
        if missing > left.count(UNKNOWN) + 1:
            return refusals.TOO_FAR.filled(TOKEN[card], missing)
        return None

    # Cards

    def may_show(self, seat: int) -> list[int]:
        """The cards of a hand, each once, with those that an unknown one may be."""
        hand = set(self.hands[seat])
        hidden = UNKNOWN in hand
        return [card for card in CARDS if card in hand or (hidden and self.spare[card])]

    def lacks(self, seat: int, cards: tuple[int, ...]) -> int:
        """The first of `cards` that the hand of `seat` can't have, or 0: a card that is not
        known there has to be one of its unknown cards, and a copy that lies nowhere else.
        """
        hand = self.hands[seat]
        unknown = hand.count(UNKNOWN)
        if not unknown and cards[0] not in hand:
            return cards[0]  # as it mostly is
        for card in dict.fromkeys(cards):
            missing = cards.count(card) - hand.count(card)
            if missing > 0:
                unknown -= missing
                if unknown < 0 or missing > self.spare[card]:
                    return card
        return 0

    def draw(self, count: int) -> list[int]:
        """The top cards leave the pile; the topmost stands first."""
        drawn = self.pile[: -count - 1 : -1]
        del self.pile[len(self.pile) - count :]
        return drawn

    def lay(self, seat: int, card: int) -> None:
        """A card leaves the hand; one that was not known is known from now on."""
        hand = self.hands[seat]
        if card in hand:
            hand.remove(card)
        else:
            hand.remove(UNKNOWN)
            self.spare[card] -= 1

    def count_spare(self) -> None:
        """Count the copies that are not known to lie anywhere, behind a deal."""
        known = [*self.market, *self.pile, *[card for hand in self.hands for card in hand]]
        self.spare = [copies - known.count(card) for card, copies in enumerate(COPIES)]

    # 7. Scoring

    def scores(self) -> list[int]:
        return self.totals[1:]

    def copy(self) -> Self:
        other = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, value.copy() if isinstance(value, list) else value)
        other.hands = [hand.copy() for hand in self.hands]
        other.opened = [sets.copy() for sets in self.opened]
        other.rivers = [river.copy() for river in self.rivers]
        return other


# Who acts


def actor(state: Position, token: str) -> int:
    """Claims have their actor written; every other token is by the seat on turn."""
    return 0 if is_claim(state, token) else state.next_seat


def is_claim(state: Position, token: str) -> bool:
    """Whether the token claims a discard; it belongs to the discarder's turn."""
    return state.phase == "take" and token[:1] in ("G", "N")
