"""A position of MAGiMiLES: what it is made of (sections 5 to 7 of the page), how cards come into
hands and leave them, and what can be read off it: who is to move, what is legal, who follows, how a
main card ranks, what cards won are worth (section 9).

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import NONE, bit, count, filled, lowest, members, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.games.magimiles.cards import (
    ALL_CARD,
    BIT,
    CARD_BITS,
    IN_PILE,
    KIND_AT,
    MAIN_CARDS,
    PILES,
    PLACES,
    SORTS,
    SUPPORT_CARD,
    TRICKS,
    Tables,
    tables_of,
)
from kifu.replay.games.magimiles.options import Options

# 5 to 7. Chance events, phases, tricks

#: The phases, and what they are called.
WAITING: Final = 0
PICK1: Final = 1
PICK2: Final = 2
PASS1: Final = 3
PASS2: Final = 4
DECLARE: Final = 5
MAIN: Final = 6
SUPPORT: Final = 7
TAKE: Final = 8
OVER: Final = 9
PHASES: Final = (
    "waiting", "pick1", "pick2", "pass1", "pass2", "declare", "main", "support", "take", "over",
)  # fmt: skip

NO_TRUMP: Final = -1

#: By phase: the sort of its moves (see `cards.SORTS`).
SORT: Final = filled([0, 4, 4, 2, 2, 1, 0, 3, 5, 0])
#: The sorts up to this one, of support cards, lay a card of the hand.
_LAST_OF_HAND: Final = 3

# The rules that forbid a move, by number (see `Position.why_not`); `sentences.refusal` words them

NOT_TO_MOVE: Final = 1
#: The token is none of those that the phase asks for.
NO_SUCH_MOVE: Final = 2
NOT_IN_HAND: Final = 3
#: The hand has a card that follows.
CAN_FOLLOW: Final = 4
#: A card can't be unknown where the whole hand is known.
HAND_KNOWN: Final = 5

#: No total that a trick can come to is so large, or so small.
_BEYOND: Final[i64] = 1 << 14
#: The bits of a sort key that the total doesn't change: whether the card doesn't follow, how low
#: its number is, its colour, its place in the trick.
_OF_CARD: Final[i64] = (1 << 15) - 1
_OTHER: Final = 14
_HIGHEST: Final[i64] = (1 << 11) - 1


def holders(seats: int) -> range:
    """The seats under which won cards are kept: all of them or, with four seats, the lower one of
    each team (1 and 2).
    """
    return range(1, 3 if seats == 4 else seats + 1)


class Position(Coded):
    """A position. `chance` gives the deals; nothing else in it that changes is shared by copies.

    A card is a number of `tables` (see `cards`), 0 where it isn't known. Sets of cards are masks.
    Arrays by seat have an unused place 0.

    - `deck` is the deal from the top, which never changes; `dealt` of its cards have left the deck,
      the last 16 of them into four piles while `piles` (bit k for pile k) lie on the table.
    - `hands` are the known cards of each seat's hand, `unknown` counts the others. A card that is
      not known may be any of `unseen`, the cards in no known place, and never makes a move illegal.
    - `points` are the points so far by seat or, for a team, by its lower seat (see `holder`).
    - `declared` is the card by the seat that laid it; `covered` are the seats, a mask, whose
      declared card is not known.
    - `leader` leads the trick. `either` is not 0 where that seat or its partner may act.
    - `mains` are the main cards of the trick by seat, `totals` what they come to, `standings` their
      sort keys (see `key_with`). The first `played` of `order` are their seats in the order played,
      and `led` is the attribute that was led. `helpers` are the seats that lay support cards, in
      order: `laid` have done so. `supports` are their cards by seat, `targets` the seats whose
      main cards these lie on.
    - The first `gone` of `won` are the cards of finished tricks, of each the main cards in the
      order played, then the support cards; `kept` says which of them a seat has, or for its team
      the lower seat (see `holder`).
    """

    either: i64 = 0
    dealt: i64 = 0
    piles: i64 = 0
    unseen: i64 = 0
    covered: i64 = 0
    trump_card: i64 = 0
    trump: i64 = NO_TRUMP
    leader: i64 = 0
    played: i64 = 0
    laid: i64 = 0
    led: i64 = 0
    gone: i64 = 0

    def __init__(
        self, options: Options, seats: i64, chance: Chance, made: Tables | None = None
    ) -> None:
        tables = made or tables_of(options)
        super().__init__(tables.lexicon, PHASES, seats, chance)
        self.options = options
        self.tables = tables
        self.deck = NONE
        self.points = zeros(seats + 1)

    def sit_down(self) -> None:
        """Clear the cards for a new round: the deal, the trump, hands, declared cards, the trick
        and cards won. The arrays by seat and by place in the trick are new ones, all zeros. Nothing
        else is changed: points, phase, round, turn, leader and who is on turn stay, and so do
        `unseen`, `led` and what is 0 at the end of a round anyway (`piles`, `either`, `played`,
        `laid`, `covered`).
        """
        self.deck = NONE
        self.dealt = 0
        self.trump_card = 0
        self.trump = NO_TRUMP
        places, cards = self.n + 1, MAIN_CARDS[self.n]
        self.hands, self.unknown = zeros(places), zeros(places)
        self.declared, self.kept = zeros(places), zeros(places)
        # A support card may name seats that are not there.
        self.mains, self.totals, self.standings = zeros(5), zeros(5), zeros(5)
        self.order, self.helpers = zeros(cards), zeros(cards)
        self.supports, self.targets = zeros(places), zeros(places)
        self.won = zeros(PLACES)
        self.gone = 0

    def acting(self) -> i64:
        """The mask of the seats that may move now (bit k for seat k): both partners where either
        may, otherwise the seat on turn; 0 for nobody.
        """
        if self.either:
            return bit(self.either) | bit(self.either + 2)
        return bit(self.next_seat) & -2  # no seat has bit 0

    def may_act(self, seat: i64) -> bool:
        """Whether `seat` may move now; False for a number that is no seat."""
        if seat == self.next_seat:
            return seat > 0
        return 0 < seat <= self.n and self.acting() >> seat & 1 == 1

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the first rule that forbids `seat` the move with this code; 0 if it is
        legal. Changes nothing. In this order:

        - NOT_TO_MOVE: the seat may not act now. So it is for a number that is no seat, such as 0,
          and for every seat while the match is over or waits.
        - NO_SUCH_MOVE: code 0, a token of another phase, piles that are not there, one pile where
          two must be picked or the other way round, a support card for a seat without a main card.
        - HAND_KNOWN: an unknown card (`=_`, `^_`), but the whole hand is known.
        - CAN_FOLLOW: the seat may hold the card, but its known hand has to follow.
        - NOT_IN_HAND: the seat can't hold the card, nor one equal to it. An unknown card of a hand
          may be any card in no known place (`unseen`).
        """
        if not self.may_act(seat):
            return NOT_TO_MOVE
        stage, card = self.stage, code & CARD_BITS
        if code == 0 or SORTS[code >> KIND_AT] != SORT[stage]:
            return NO_SUCH_MOVE
        if stage == SUPPORT and self.mains[(code >> KIND_AT) - SUPPORT_CARD] == 0:
            return NO_SUCH_MOVE
        if stage <= PICK2:
            # One pile in PICK1, two in PICK2.
            return NO_SUCH_MOVE if card << 1 & ~self.piles or count(card) != stage else 0
        if stage == TAKE:
            return 0
        if card == 0:
            return 0 if self.unknown[seat] > 0 else HAND_KNOWN
        same = self.tables.same[card]
        if self.playable(seat) & same:
            return 0
        return CAN_FOLLOW if self.may_hold(seat) & same else NOT_IN_HAND

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, as a new array in the order of their text; empty
        if it may not act. Equal cards have one code. Unknown cards in its hand count as every card
        that they may be; the tokens `=_` and `^_` are never listed.
        """
        found, sort = vec[i64](), SORT[self.stage]
        if not self.may_act(seat):
            return found
        moves = self.tables.moves[sort]
        if sort > _LAST_OF_HAND:
            for code in moves:
                if self.why_not(code, seat) == 0:
                    found = append(found, code)
            return found
        # Most cards are not in the hand, so not every move is asked why it is not legal.
        places, listed, playable = i64(0), self.tables.listed, self.playable(seat)
        while playable:
            places |= bit(listed[PLACES * sort + lowest(playable)])
            playable &= playable - 1
        codes = members(places)
        for at in range(len(codes)):
            codes[at] = moves[codes[at]]
        if sort < _LAST_OF_HAND:
            return codes
        mains, size = self.mains, i64(0)
        found = zeros(self.played * len(codes))
        for code in codes:
            for target in self.seats:
                if mains[target]:
                    found[size] = code + (target - 1 << KIND_AT)
                    size += 1
        return found

    def playable(self, seat: i64) -> i64:
        """The mask of the cards (bit c for card c) that `seat` may lay in this phase. These are all
        that it may hold (see `may_hold`); of a main card that isn't led, only those allowed by
        section 7, if a known card of its hand obliges it. Whether it is its turn isn't asked.
        """
        hand = held = self.hands[seat]
        if self.unknown[seat] > 0:
            held = self.may_hold(seat)
        if self.stage == MAIN and self.played > 0:
            held &= self.tables.may_follow(self.led, hand)
        return held

    def may_hold(self, seat: i64) -> i64:
        """The mask of cards that `seat` may have in hand: its known ones and, if any of its cards
        are unknown, also every card in no known place (`unseen`).
        """
        if self.unknown[seat] > 0:
            return self.hands[seat] | self.unseen
        return self.hands[seat]

    # Tricks

    def follows(self, card: i64) -> bool:
        """Whether `card`, played as a main card in this trick, counts as following. `led`, the
        attribute that was led, must be set; the led card itself counts.
        """
        return self.tables.following[self.led] >> card & 1 == 1

    def enter(self, card: i64, seat: i64) -> None:
        """Lay `card` as the main card of `seat`, the next one in the trick (`order[played]`). Its
        total becomes its printed number, and its sort key is made. The caller must set `led` before
        (for the first card, to its attribute), take the card from the hand, and add 1 to `played`
        afterwards.
        """
        tables = self.tables
        self.mains[seat] = card
        self.order[self.played] = seat
        other = i64(not self.follows(card))
        colour, number = i64(tables.attribute[card] != ALL_CARD), tables.number[card]
        # Clockwise from the first main card.
        place = seat - self.order[0] & 3
        self.standings[seat] = other << _OTHER | _HIGHEST - number << 3 | colour << 2 | place
        self.totals[seat] = number
        self.standings[seat] = self.key_with(seat, number)

    def key_with(self, seat: i64, total: i64) -> i64:
        """The sort key that the main card of `seat` would have with this total. By these keys the
        trick is ranked (section 7, "Rank"): the lower, the better; no two main cards have the same.
        The card must be in the trick: all of the key that doesn't depend on the total is taken from
        `standings[seat]`. Changes nothing.
        """
        key, rank = self.standings[seat] & _OF_CARD, i64(3)
        other = key >> _OTHER
        if total != self.trump:
            return (4 + other << 15 | _BEYOND - total) << 15 | key
        if other == 0:
            rank = 1 + (key >> 2 & 1)
        return rank << 30 | key

    def rank_with(self, seat: i64, key: i64) -> i64:
        """The rank (1 is best) of the main card of `seat`, if its sort key were `key`; that of
        `standings` gives the rank by the totals as they are now. All main cards of the trick must
        be there.
        """
        standings, rank = self.standings, i64(1)
        for other in self.order:
            if other != seat and standings[other] < key:
                rank += 1
        return rank

    def ranked(self, rank: i64) -> i64:
        """The seat whose main card has this rank (1 is best), by the totals as they are now. All
        main cards of the trick must be there.
        """
        for seat in self.order:
            if self.rank_with(seat, self.standings[seat]) == rank:
                return seat
        return 0

    def supported(self, card: i64, target: i64) -> i64:
        """What the total of the main card of seat `target` would become if the support card `card`
        was applied to it now (section 8). Changes nothing.
        """
        effect = PLACES * card + self.mains[target]
        return self.totals[target] * self.tables.times[effect] + self.tables.plus[effect]

    def own_main(self, seat: i64) -> i64:
        """The seat that played the main card of the side of `seat`: `seat` itself or, with four
        seats, perhaps its partner. All main cards of the trick must be there.
        """
        return seat if self.mains[seat] else self.partner(seat)

    def shown_by(self, seats: i64) -> i64:
        """The mask of the cards that the seats in the mask `seats` (bit k for seat k; -1: all) have
        played in the trick, main and support cards, face down or not; 0 if none.
        """
        cards: i64 = 0
        for seat in self.seats:
            if seats >> seat & 1:
                cards |= BIT[self.mains[seat]] | BIT[self.supports[seat]]
        return cards

    def holder(self, seat: i64) -> i64:
        """The seat under which points and cards won of `seat` are kept: itself or, with four seats,
        the lower seat of its team.
        """
        return seat - 2 if self.n == 4 and seat > 2 else seat

    def partner(self, seat: i64) -> i64:
        """The partner of `seat`: of seats 1 and 3, and of 2 and 4, the other one. It means
        something only with four seats; that isn't checked.
        """
        return seat - 2 if seat > 2 else seat + 2

    # 9. Scoring

    def scores(self) -> list[int]:
        """The points of each seat, in seat order; partners have the same."""
        return [self.points[self.holder(seat)] for seat in self.seats]

    def worth(self, cards: i64, declared: i64) -> i64:
        """The points of the cards in the mask `cards` for a seat that has declared the card
        `declared` (see `Tables.points`); 0 if that is 0, unknown. The declared card itself counts
        only if it is in the mask.
        """
        score, scored, at = i64(0), self.tables.scored, PLACES * declared
        while cards:
            score += scored[at + lowest(cards)]
            cards &= cards - 1
        return score

    # 12. Turn and round marks

    def round_due(self) -> i64:
        """The number of the round if the next token is the first of it, and its mark comes before
        that token; otherwise 0.
        """
        begins = self.stage == PICK1 or (self.stage == PASS1 and self.next_seat == 1)
        declares = self.stage == DECLARE and self.next_seat == self.leader
        if begins or (self.n == 3 and declares):
            return self.round
        return 0

    def turn_due(self) -> i64:
        """The number of the turn (the trick) if the next token is its first main card, and its mark
        comes before that token; otherwise 0.
        """
        return self.turn if self.stage == MAIN and self.played == 0 else i64(0)

    def facts(self) -> dict[str, int]:
        """How many `"rounds"` and `"turns"` (tricks, of all rounds) are over, as a new dict. While
        a declared card is missing at the end of a round, its last trick isn't counted yet.
        """
        done = not self.is_over
        turns = (self.round - 1) * TRICKS[self.n] + max(self.turn - done, 0)
        return {"rounds": self.round - done, "turns": turns}

    def stretch(self) -> i64:
        """The number of the stretch of play that is in progress; analysis may stop at the end of a
        stretch and take the scores as the value. With three seats, where each round is scored, it
        is the number of the round; otherwise 0, since the whole match is one stretch.
        """
        # With two players nothing is scored after the first round, but for what is in hand.
        return self.round if self.n == 3 else i64(0)

    # Cards

    def hold(self, seat: i64, card: i64) -> None:
        """Add a card to the hand of `seat`; 0 adds an unknown one. `unseen`, and where the card
        was, are not changed.
        """
        self.hands[seat] |= BIT[card]
        self.unknown[seat] += card == 0

    def leave(self, card: i64, seat: i64) -> i64:
        """Remove `card`, or one equal to it, from the hand of `seat`, and return the card removed.
        A known card of the hand goes first. Otherwise it was an unknown one, and the card is no
        longer `unseen`. That the hand can have it isn't checked.

        Card 0 is one that nobody knows: an unknown card leaves, and 0 is returned. As it may have
        been any card of the hand, all known cards of the hand then become unknown.
        """
        hand = self.hands[seat]
        if hand >> card & 1:
            self.hands[seat] = hand ^ BIT[card]
            return card
        same = self.tables.same[card]
        if hand & same:
            return self.leave(lowest(hand & same), seat)
        self.unknown[seat] -= 1
        if card == 0:
            self.unseen |= hand
            self.unknown[seat] += count(hand)
            self.hands[seat] = 0
            return 0
        card = lowest(self.unseen & same)
        self.unseen ^= BIT[card]
        return card

    def dealt_from(self, begin: i64) -> i64:
        """The mask of the known cards of the deal from index `begin` (from 0) to its end, wherever
        they are now.
        """
        cards: i64 = 0
        for card in self.deck[begin:]:
            cards |= BIT[card]
        return cards

    def hand(self, seat: int) -> list[int]:
        """The cards in the hand of `seat` in canonical order, then a 0 for each unknown card."""
        return list(members(self.hands[seat])) + [0] * self.unknown[seat]

    def hand_size(self, seat: i64) -> i64:
        """How many cards the hand of `seat` has, unknown ones included."""
        return count(self.hands[seat]) + self.unknown[seat]

    # What those who show a position ask for

    def pile(self, number: i64) -> list[int]:
        """The four cards of pile `number` (1 to 4), in the order dealt; [] if it isn't on the
        table.
        """
        begin = self.pile_at(number)
        return list(self.deck[begin : begin + IN_PILE]) if self.piles >> number & 1 else []

    def pile_at(self, number: i64) -> i64:
        """The index (from 0) in the deal at which the cards of pile `number` (1 to 4) begin. It is
        right only until further cards are dealt.
        """
        return self.dealt - IN_PILE * (PILES + 1 - number)

    def pile_sum(self, piles: i64) -> i64:
        """The sum of the numbers on the cards of the piles in the mask `piles` (bit k for pile k),
        which must be on the table.
        """
        whole: i64 = 0
        for pile in members(piles):
            for at in range(self.pile_at(pile), self.pile_at(pile + 1)):
                whole += self.tables.number[self.deck[at]]
        return whole

    def cards_won(self, seat: i64) -> list[int]:
        """The cards that `seat` has won since the deal (with two seats: in both rounds), in the
        order won, as a new list. Those of a team are listed for its lower seat; for the higher seat
        the list is empty.
        """
        kept = self.kept[seat]
        return [card for card in self.won if kept >> card & 1]

    def seats_in(self) -> list[int]:
        """The seats that have played a main card in the trick, in the order played, as a new list;
        [] if none.
        """
        return list(self.order[: self.played])

    def cards_laid(self) -> list[tuple[int, int, int]]:
        """The support cards of the trick in the order in which they were laid, as a new list of
        (seat, card, seat whose main card it is on); [] if there are none.
        """
        layers = self.helpers[: self.laid]
        return [(seat, self.supports[seat], self.targets[seat]) for seat in layers]
