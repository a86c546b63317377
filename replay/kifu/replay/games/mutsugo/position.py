"""A position of 6つ子7組: the options and seats it is played with (sections 3 and 4 of the page),
what it is made of (section 6), and what can be read off it: who is to move, what is legal, the
scores (section 7), the winners (section 8).
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec import Meta, Struct

from kifu.replay.chance import Chance
from kifu.replay.games.mutsugo.cards import DECK, HAND, LARGEST_HAND, TOKEN
from kifu.replay.games.mutsugo.sets import Made, possible_sets, write_set

# 3. Options


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The one option. None is its default, which depends on the seats (see `settle`)."""

    target: (
        Annotated[int, Meta(ge=3, le=42, description="scored cards that win at once")] | None
    ) = None


def settle(options: Options, seats: int) -> Options:
    """The options with the target of so many seats filled in where it isn't said.

    >>> settle(Options(), 3).target, settle(Options(), 4).target, settle(Options(7), 4).target
    (15, 12, 7)
    """
    if options.target is not None:
        return options
    return Options(target=12 if seats == 4 else 15)


# 4. Players


def seats(options: Options) -> range:
    """The numbers of seats allowed: 2 to 4."""
    return range(2, 5)


# 6. Play

Phase = Literal["waiting", "start", "main", "closing", "over"]

# Where a card is, in `Position.held`: k in the hand of seat k, -k in a set of seat k, or
#: in a hand or the pile, but nobody has written where,
NOWHERE = 0
#: or free,
FREE = 9
#: or in the pile.
PILE = 10


class Position:
    """A position. `deck` is the deal, which never changes; its cards from `top` on are the pile,
    top first, 0 where a card is not known.

    `held` says where each card is (above), `size` how many cards each hand holds and `unknown`
    how many of these are not known. `sets` are each seat's sets in order, the cards of each
    ascending; `score` counts their cards. The last `made` sets of the seat on turn were made
    this turn. `begun` says that a token of the turn has been played. Lists by seat and by card
    have an unused place 0.

    As many cards are NOWHERE as places in hands and pile are not known, so each of them may be
    in each such place: a hand with an unknown card may hold any one of them.
    """

    __slots__ = (
        "begun", "chance", "deck", "held", "made", "missing", "n", "next_seat", "options",
        "phase", "score", "sets", "size", "target", "top", "turn", "unknown",
    )  # fmt: skip

    #: The seats act one after the other.
    at_once = False

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        self.options = settle(options, seats)
        assert self.options.target is not None
        self.target = self.options.target
        self.n = seats
        self.chance = chance
        self.missing: str | None = None
        self.deck = [0] * len(DECK)
        self.top = 0
        self.held = [NOWHERE] * (len(DECK) + 1)
        self.size = [0] * (seats + 1)
        self.unknown = [0] * (seats + 1)
        self.sets: list[list[list[int]]] = [[] for _ in range(seats + 1)]
        self.score = [0] * (seats + 1)
        self.turn = 1
        self.made = 0
        self.begun = False
        self.next_seat = 0
        self.phase: Phase = "waiting"

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    def to_move(self) -> list[int]:
        return [self.next_seat] if self.next_seat else []

    def legal_moves(self, seat: int) -> list[str]:
        if not seat or seat != self.next_seat:
            return []
        moves = [f"~{k}" for k in range(1, len(self.sets[seat]) - self.made + 1)]
        if self.phase == "start":
            moves += self._draws()
        elif self.phase == "closing":
            moves.append("/")
        else:
            hand, table, hidden = self.hand(seat), self.table(seat), self.hidden(seat)
            sets = possible_sets(hand, table, hidden, self.unknown[seat])
            moves += [write_set(*made) for made in sets]
            if self.size[seat] < HAND:
                moves += self._draws()
            if self.size[seat] < LARGEST_HAND:
                moves.append("/")
            else:
                moves += [f"-{TOKEN[card]}" for card in (*hand, *hidden)]
        return sorted(moves)

    def _draws(self) -> list[str]:
        return ["d", *(TOKEN[card] for card in self.cards_at(FREE))]

    def sets_in_sight(self, seat: int) -> list[Made]:
        """Every set that the known cards of a hand and the table allow, in a fixed order."""
        return list(possible_sets(self.hand(seat), self.table(seat)))

    def table(self, seat: int) -> dict[int, int]:
        """The cards on the table for `seat`: free cards, and those of the sets of others. Each
        with the number of cards that a set which uses it must exceed.
        """
        cards = dict.fromkeys(self.cards_at(FREE), 0)
        for other, sets in enumerate(self.sets):
            if other != seat:
                cards |= {card: len(cards_of) for cards_of in sets for card in cards_of}
        return cards

    def made_this_turn(self) -> list[int]:
        """The numbers of the sets that the seat on turn has made in this turn."""
        count = len(self.sets[self.next_seat])
        return list(range(count - self.made + 1, count + 1))

    def set_with(self, card: int, seat: int) -> list[int]:
        """The set of `seat` that `card` is in."""
        return next(cards for cards in self.sets[seat] if card in cards)

    # 7. Scoring

    def scores(self) -> list[int]:
        return self.score[1:]

    # 8. The end

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        seats = range(1, self.n + 1)
        at_target = [seat for seat in seats if self.score[seat] >= self.target]
        if at_target:
            return at_target
        best = min((self.size[seat], -self.score[seat]) for seat in seats)
        return [seat for seat in seats if (self.size[seat], -self.score[seat]) == best]

    # Cards

    def hand(self, seat: int) -> list[int]:
        """The known cards of a hand, ascending."""
        return self.cards_at(seat)

    def hidden(self, seat: int) -> list[int]:
        """The cards that an unknown card of the hand may be, ascending; none where all is known."""
        return self.cards_at(NOWHERE) if self.unknown[seat] else []

    def cards_at(self, place: int) -> list[int]:
        """The cards in a place of `held`, ascending."""
        held = self.held
        return [card for card in range(1, len(DECK) + 1) if held[card] == place]

    def copy(self) -> Self:
        other = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            shared = name == "deck" or not isinstance(value, list)
            setattr(other, name, value if shared else value.copy())
        other.sets = [[cards.copy() for cards in sets] for sets in self.sets]
        return other
