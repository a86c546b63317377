"""A position of 6つ子7組: what it is made of (section 6 of the page), and what can be read off it:
who is to move, what is legal, the scores (section 7), the winners (section 8).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.elements.arrays import NONE, count, sort_up, zeros
from kifu.replay.games.mutsugo.cards import CARDS, HAND, LARGEST_HAND, cards_of
from kifu.replay.games.mutsugo.options import Options, settle
from kifu.replay.games.mutsugo.tokens import (
    DISSOLVE,
    DISSOLVING,
    DRAW,
    END,
    LARGEST,
    LEXICON,
    RANK,
    SMALLEST,
    possible_sets,
    take,
)
from kifu.replay.states.coded import Coded

# 6. Play

#: The phases, and what they are called.
WAITING: Final[i64] = 0
START: Final[i64] = 1
MAIN: Final[i64] = 2
CLOSING: Final[i64] = 3
OVER: Final[i64] = 4
PHASES: Final = ("waiting", "start", "main", "closing", "over")

#: No seat has more sets than there are cards.
MOST_SETS: Final[i64] = CARDS


class Position(Coded):
    """A position. `deck` is the deal, which never changes; its cards from `top` on are the pile,
    top first, 0 where a card is not known.

    Sets of cards are masks: `hands` and `laid` by seat (what is known of the hand, the cards of all
    sets), `free` cards, and those that are `nowhere`: in a hand or the pile, but nobody has written
    where. `sets[MOST_SETS * seat + k]` is set k + 1 of a seat, which has `melds[seat]` of them.

    `size` says how many cards each hand holds and `unknown` how many of these are not known;
    `score` counts the cards of a seat's sets. The last `made` sets of the seat on turn were made
    this turn. `begun` says that a token of the turn has been played. Arrays by seat have an unused
    place 0.

    As many cards are nowhere as places in hands and pile are not known, so each of them may be in
    each such place: a hand with an unknown card may hold any one of them.
    """

    # Where it is interpreted, fields are quicker so.
    __slots__ = (
        "begun", "deck", "free", "hands", "laid", "made", "melds", "nowhere", "options", "score",
        "sets", "size", "stage", "target", "top", "turn", "unknown",
    )  # fmt: skip

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, seats, chance)
        self.options: Options = settle(options, seats)
        self.target: i64 = self.options.target or 0
        self.stage: i64 = WAITING
        self.turn: i64 = 1
        self.made: i64 = 0
        self.begun = False
        self.top: i64 = 0
        self.free: i64 = 0
        self.nowhere: i64 = 0
        self.deck = self.hands = self.laid = self.sets = self.melds = NONE
        self.size = self.unknown = self.score = NONE

    def sit_down(self) -> None:
        """Make the empty arrays of a match that begins."""
        seats = self.n + 1
        self.deck = zeros(CARDS)
        self.hands, self.laid = zeros(seats), zeros(seats)
        self.sets, self.melds = zeros(MOST_SETS * seats), zeros(seats)
        self.size, self.unknown, self.score = zeros(seats), zeros(seats), zeros(seats)

    def copy_into(self, other: Position) -> None:
        """Overwrite `other`, a position of the same match, with a copy of this one."""
        other.next_seat, other.missing = self.next_seat, self.missing
        other.stage, other.turn, other.made = self.stage, self.turn, self.made
        other.begun, other.top = self.begun, self.top
        other.free, other.nowhere = self.free, self.nowhere
        other.deck = self.deck
        other.hands, other.laid = self.hands[:], self.laid[:]
        other.sets, other.melds = self.sets[:], self.melds[:]
        other.size, other.unknown, other.score = self.size[:], self.unknown[:], self.score[:]

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return PHASES[self.stage]

    @property
    def is_over(self) -> bool:
        return self.stage == OVER

    def legal_codes(self, seat: i64) -> vec[i64]:
        if seat == 0 or seat != self.next_seat:
            return zeros(0)
        if self.stage == CLOSING:
            codes = append(vec[i64](), END)
        elif self.stage == START:
            codes = self._with_draws(vec[i64]())
        else:
            codes = self._main_codes(seat)
        for number in range(1, self.melds[seat] - self.made + 1):
            codes = append(codes, DISSOLVE + DISSOLVING[number])
        sort_up(codes)
        return codes

    def _main_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat` after the Start Draw: making sets, refilling the
        hand, and ending the turn or discarding.
        """
        hand, hidden, size = self.hands[seat], self.hidden_mask(seat), self.size[seat]
        codes = possible_sets(hand, hidden, self.unknown[seat], self.reach(seat))
        if size < HAND:
            codes = self._with_draws(codes)
        if size < LARGEST_HAND:
            return append(codes, END)
        for card in range(1, CARDS + 1):
            if (hand | hidden) >> card & 1:
                codes = append(codes, RANK[card])
        return codes

    def _with_draws(self, codes: vec[i64]) -> vec[i64]:
        """`codes` and, after them, those of drawing from the pile and of taking each free card."""
        codes = append(codes, DRAW)
        for card in range(1, CARDS + 1):
            if self.free >> card & 1:
                codes = append(codes, take(card))
        return codes

    def reach(self, seat: i64) -> vec[i64]:
        """The cards that a set of `seat` can take from the table, as a mask, by how many cards the
        set then has (the index): the free cards and those of other seats' sets that have fewer.
        """
        reach = zeros(LARGEST + 1)
        for size in range(SMALLEST, LARGEST + 1):
            reach[size] = self.free
        for other in range(1, self.n + 1):
            if other != seat:
                for at in range(MOST_SETS * other, MOST_SETS * other + self.melds[other]):
                    cards = self.sets[at]
                    for size in range(count(cards) + 1, LARGEST + 1):
                        reach[size] |= cards
        return reach

    # 7. Scoring

    def scores(self) -> list[int]:
        return [self.score[seat] for seat in range(1, self.n + 1)]

    # 8. The end

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        seats = range(1, self.n + 1)
        at_target = [seat for seat in seats if self.score[seat] >= self.target]
        if at_target:
            return at_target
        best = min([(self.size[seat], -self.score[seat]) for seat in seats])
        return [seat for seat in seats if (self.size[seat], -self.score[seat]) == best]

    # Cards

    def hidden_mask(self, seat: i64) -> i64:
        """The cards, as a mask, each of which may be an unknown card in the hand of `seat`; 0 if
        the whole hand is known.
        """
        if self.unknown[seat] == 0:
            return 0
        return self.nowhere

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending."""
        return cards_of(self.hands[seat])

    def free_cards(self) -> list[int]:
        """The numbers of the free cards, which lie face up on the table for anybody to draw,
        ascending.
        """
        return cards_of(self.free)

    def sets_of(self, seat: int) -> list[list[int]]:
        """The sets of `seat`, set 1 first; the cards of each ascending."""
        begin = MOST_SETS * seat
        return [cards_of(cards) for cards in self.sets[begin : begin + self.melds[seat]]]

    def pile(self) -> list[int]:
        """The cards of the pile, top first; 0 for an unknown one."""
        return list(self.deck[self.top :])

    def made_this_turn(self) -> list[int]:
        """The numbers (from 1) of the sets that the seat on turn has made in this turn."""
        melds: int = self.melds[self.next_seat]
        return list(range(melds - self.made + 1, melds + 1))

    def owner_of(self, card: i64) -> i64:
        """The seat that has `card` in one of its sets; 0 if no seat has."""
        for seat in range(1, self.n + 1):
            if self.laid[seat] >> card & 1:
                return seat
        return 0

    def set_with(self, card: i64, seat: i64) -> i64:
        """The index, in the array `sets`, of the set of `seat` that contains `card`. There must be
        one.
        """
        at = MOST_SETS * seat
        while not self.sets[at] >> card & 1:
            at += 1
        return at
