"""A position of yuhodo: what it is made of (section 6 of the page), and what lies where in it.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import NONE, bit, filled, lowest, repeated, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.games.yuhodo.cards import (
    AT,
    COPIES,
    GAIN,
    GOAL,
    LEXICON,
    SIZE,
    UNKNOWN,
    WIDE,
)
from kifu.replay.games.yuhodo.options import Options
from kifu.replay.games.yuhodo.shapes import UNIT

# 6. Play

#: The phases, and what they are called.
WAITING: Final = 0
TAKE: Final = 1
ACT: Final = 2
OVER: Final = 3
PHASES: Final = ("waiting", "take", "act", "over")
#: In `thrown` the seat is in the bits above the card, in `sets` above three packed cards.
THROWER: Final = 8
OPENER: Final = 18
_CARDS: Final[i64] = (1 << 18) - 1
#: By card: how many copies there are.
EVERY_CARD: Final = filled(COPIES)


class Position(Coded):
    """A position. `chance` gives starter and deals; nothing else in it is shared by copies.

    `deck` is the deal, as places in DECK (0: an unknown card), and never changes; from `top` on it
    is the pile, top first. `market` are cards from left to right.

    `held[WIDE * seat + card]` is how many copies of a card a hand has, for card 0 how many unknown
    cards; `hands[seat]` has bit k if it has card k (bit 0 says nothing), and `shapes[seat]` is the
    shape of the known ones. By card: `spare`, how many copies the record doesn't place, each of
    which an unknown card may be; `face_down`, how many copies are neither in the market nor in a
    river or an opened set.

    The first `discards` of `thrown` are the cards in rivers, `sets` the opened sets, each with its
    seat (see THROWER, OPENER), the latest last. `melds[seat]` counts its opened sets, `ready` has a
    bit for each Ready seat. `window` is the discard that may be claimed (0: none), also the last in
    the river of the seat before `next_seat`. `taken` is the card that the seat on turn has just
    taken. `turn` is the turn in progress, 0 before the first; `begun` says whether that is already
    the turn of `next_seat`.

    After a goal, `out` is the seat, `split` its hand as three packed sets, `points` what it got for
    sets, red cards and bonus, `checks` the number of bonus checks; `champion` is the
    seat with an instant win. `earlier` counts the turns of the short games before. Arrays by seat
    have an unused place 0.
    """

    earlier: i64 = 0
    starter: i64 = 0

    def __init__(
        self, options: Options, seats: i64, chance: Chance, like: Position | None = None
    ) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.out_of_turn = True
        self.options = options
        self.round = 1
        if like is None:
            self.games: i64 = options.games or 0
            self.target: i64 = options.target or 0
            self.advanced = options.rules == "advanced"
            self.opened_only = options.ready == "opened"
            self.totals, self.thrown = zeros(seats + 1), zeros(SIZE)
            self.clear()
        else:  # a copy, for which options are not read again
            self.games, self.target = like.games, like.target
            self.advanced, self.opened_only = like.advanced, like.opened_only

    def clear(self) -> None:
        """Reset what belongs to a short game: no cards in hands or on the table, no deal, no goal
        and no instant win, turn 0, nobody to move, phase WAITING. Totals, `round`, `starter`,
        `earlier` and `missing` stay.
        """
        self.held, self.spare = zeros(WIDE * (self.n + 1)), zeros(WIDE)
        self.face_down = EVERY_CARD[:]
        self.hands, self.shapes = zeros(self.n + 1), zeros(self.n + 1)
        self.melds = zeros(self.n + 1)
        self.split = self.deck = self.market = NONE
        self.sets = vec[i64]()
        self.points: list[int] = []
        self.begun = False
        self.top: i64 = SIZE
        self.stage = WAITING
        self.turn = 0
        self.next_seat = 0
        self.discards: i64 = 0
        self.ready: i64 = 0
        self.window: i64 = 0
        self.taken: i64 = 0
        self.out: i64 = 0
        self.checks: i64 = 0
        self.champion: i64 = 0

    @property
    def discarder(self) -> i64:
        """The seat whose discard may be claimed; 0 if there is none."""
        if self.window == 0:
            return 0
        return self.n if self.next_seat == 1 else self.next_seat - 1

    # Who acts

    def seat_of(self, code: i64) -> i64:
        """The seat that plays the token with this code if none is written: the seat on turn (0 if
        nobody is); 0 for a claim, whose seat must be written (see `is_claim`).
        """
        if self.is_claim(code):
            return 0
        return self.next_seat

    def is_claim(self, code: i64) -> bool:
        """Whether the move with this code is a claim of the discard: in the phase TAKE a goal (`G`)
        or a gain (`Nh1h2`), even if there is no discard; in any other phase none is.
        """
        return self.stage == TAKE and (code >= GAIN or code == GOAL)

    def is_late(self, code: i64) -> bool:
        """Whether the move with this code still belongs to the turn that has just ended, that of
        the seat that discarded: so it is for every claim (see `is_claim`), and for no other move.
        """
        return self.is_claim(code)

    def others_may_act(self) -> bool:
        """Whether there is a discard that may be claimed. True does not say that any seat can claim
        it.
        """
        return self.window > 0

    def resolve(self, wishes: vec[i64]) -> i64:
        """The seat that moves next if seats wish for several moves at once. `wishes[seat]` is the
        code that the seat wishes to play, 0 to pass; index 0 isn't used. A seat that goes out comes
        before one that gains the discard. Of equal claims, the seat on turn comes first, then the
        others in turn order from it. If nobody claims, it is the seat on turn. Nothing is changed.
        """
        gaining, seat = i64(0), self.next_seat
        for _place in range(self.n):
            if wishes[seat] == GOAL:
                return seat
            if wishes[seat] >= GAIN and gaining == 0:
                gaining = seat
            seat = seat % self.n + 1
        return gaining or self.next_seat

    # Cards

    def cards_to_show(self, seat: i64) -> i64:
        """The cards (bit k for card k) that may be in the hand of `seat`: its known ones and, if it
        has unknown ones, every card that these may be. Bit 0 is never in it.
        """
        found = self.hands[seat] & ~bit(UNKNOWN)
        if self.held[WIDE * seat] > 0:
            for card in range(2, WIDE):
                if self.spare[card] > 0:
                    found |= bit(card)
        return found

    def unseen(self, seat: i64, cards: i64) -> i64:
        """How many copies of these cards (bit k for card k, both the black and the red card of a
        kind) `seat` doesn't see. It sees the known cards of its own hand and what lies open:
        market, rivers with the discard that may be claimed, opened sets. Bonus cards, and another
        seat's hand that went out, count as unseen.
        """
        down, held, found, at = self.face_down, self.held, i64(0), WIDE * seat
        while cards:
            card = lowest(cards)
            found += down[card] + down[card + 1] - held[at + card] - held[at + card + 1]
            cards &= cards - 1
            cards &= cards - 1  # the red card of that kind
        return found

    def lacks(self, seat: i64, cards: i64) -> i64:
        """The first of `cards` (packed, ascending) that the hand of `seat` can't have beside those
        before it; 0 if it may have them all. Its unknown cards may be any cards of which a copy
        isn't known to be elsewhere, and each may be only one. Changes nothing.
        """
        held, at = self.held, WIDE * seat
        unknown = held[at]
        while cards:
            card = cards & 63
            cards >>= 6
            missing = 1 - held[at + card]
            while cards & 63 == card:
                cards >>= 6
                missing += 1
            if missing > 0:
                unknown -= missing
                if unknown < 0 or missing > self.spare[card]:
                    return card
        return 0

    def hold(self, seat: i64, card: i64) -> None:
        """Add a card (0: an unknown one) to the hand of `seat`, and to its shape. Nothing else
        changes: to take it away from where it was, and to count it in `face_down`, is for the
        caller.
        """
        self.held[WIDE * seat + card] += 1
        self.hands[seat] |= bit(card)
        self.shapes[seat] += UNIT[card]

    def lay(self, seat: i64, cards: i64) -> None:
        """Remove cards (packed) from the hand of `seat`, each as `lay_card` does; nothing for 0."""
        while cards:
            self.lay_card(seat, cards & 63)
            cards >>= 6

    def lay_card(self, seat: i64, card: i64) -> None:
        """Remove a card from the hand of `seat`, to be laid face up; where it then lies is for the
        caller. It no longer counts in `face_down`. If the hand isn't known to have it, it was one
        of its unknown cards, and a copy of it leaves `spare`. That the hand can have it isn't
        checked (see `lacks`).
        """
        held, at = self.held, WIDE * seat
        self.face_down[card] -= 1
        if held[at + card] > 0:
            held[at + card] -= 1
            if held[at + card] == 0:
                self.hands[seat] ^= bit(card)
            self.shapes[seat] -= UNIT[card]
        else:
            held[at] -= 1
            self.spare[card] -= 1

    def bonus_check(self, seat: i64) -> tuple[i64, i64]:
        """What the bonus checks would be if `seat` went out now: (how many cards they turn up,
        their points). Cards are turned up from the top of the pile; the first that gives no point
        is the last. Each gives a point for every known card of its kind in the hand and the opened
        sets of the seat, and for the discard if one may be claimed. An unknown card of the pile
        gives none. (0, 0) for an empty pile. Whether the seat can go out isn't asked. Changes
        nothing.
        """
        checks, points, found, at = i64(0), i64(0), i64(1), WIDE * seat
        sets = append(self.opened_sets(seat), self.window)
        while found > 0 and self.top + checks < SIZE:
            card = AT[self.deck[self.top + checks]] & ~1
            checks += 1
            found = 0
            if card != UNKNOWN:
                found = self.held[at + card] + self.held[at + card + 1]
                for cards in sets:
                    while cards:
                        found += i64(cards & 62 == card)
                        cards >>= 6
            points += found
        return checks, points

    def hand_with(self, seat: i64, card: i64) -> vec[i64]:
        """The known cards in the hand of `seat` and one more `card` (UNKNOWN: only the hand),
        ascending, as a new array.
        """
        counts = self.held[WIDE * seat : WIDE * seat + WIDE]
        counts[card] += 1
        counts[UNKNOWN] = 0
        return repeated(counts)

    def opened_sets(self, seat: i64) -> vec[i64]:
        """The opened sets of `seat` in the order of opening, each as packed cards."""
        return vec[i64]([one & _CARDS for one in self.sets if one >> OPENER == seat])

    def draw(self, seat: i64, count: i64) -> None:
        """Move the top `count` cards of the pile, known or not, into the hand of `seat`. That the
        pile has so many isn't checked.
        """
        deck, end = self.deck, self.top + count
        for place in range(self.top, end):
            self.hold(seat, AT[deck[place]])
        self.top = end

    # As lists

    def hand(self, seat: int) -> list[int]:
        """The cards in the hand of `seat` in canonical order, then a 0 for each unknown card."""
        return [*self.hand_with(seat, UNKNOWN)] + [UNKNOWN] * self.held[WIDE * seat]

    def river(self, seat: int) -> list[int]:
        """The unclaimed discards of `seat`, the latest last, including the one that may be claimed
        now.
        """
        return [one & 63 for one in self.thrown[: self.discards] if one >> THROWER == seat]

    def pile(self) -> list[int]:
        """The cards of the pile, top first, as a new list; 0 for an unknown one. While a short game
        waits for its deal, these are 100 unknown cards.
        """
        if len(self.deck) == 0:
            return [UNKNOWN] * (SIZE - self.top)
        return [AT[place] for place in self.deck[self.top :]]

    def bonus(self) -> list[int]:
        """The cards that bonus checks have turned up, in that order; [] without a goal."""
        return [AT[place] for place in self.deck[self.top - self.checks : self.top]]

    # 7. Scoring

    def scores(self) -> list[int]:
        """The points of each seat over all short games, in seat order."""
        return list(self.totals[1:])

    def tally(self) -> str:
        """The points of the seat that went out for sets, red cards and bonus, as text:
        `1+3+3=7`; "" if no seat went out.
        """
        added = "+".join(map(str, self.points))
        return f"{added}={sum(self.points)}" if self.points else ""

    # 8. End of the game and ties

    def winners(self) -> list[int]:
        """The winning seats, ascending, as a new list: the seat with an instant win, otherwise
        those with the most points. [] while the match goes on.
        """
        return [self.champion] if self.champion else super().winners()
