"""The components and a position of 6つ子7組: its cards (section 2 of docs/rules/mutsugo.md), which
cards are a set, moves as codes, and what a position is made of (6); what can be read off it: who is
to move, what is legal, the scores (7), the winners (8). A card is its place in the canonical order,
from 1; some cards are a mask, bit c for card c.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.chance import Chance
from kifu.replay.codes.arrays import bit, count, filled, lowest, members, sort_up, zeros
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.lexicon import Lexicon
from kifu.replay.games.mutsugo.options import Options

#: The letter of each mark in canonical order, and the mark as the rules print it.
MARKS: Final = {"c": "●", "s": "■", "p": "+", "t": "▼", "x": "×", "a": "★"}
NUMBERS: Final[i64] = 7
CARDS: Final[i64] = 42

#: Card tokens in canonical order, and the card of each.
DECK: Final = [f"{letter}{number}" for letter in MARKS for number in range(1, NUMBERS + 1)]
CARD: Final = {token: card for card, token in enumerate(DECK, 1)}
#: A card's token, and the card as the rules print it; no card is 0.
TOKEN: Final = ["", *DECK]
PRINTED: Final = ["", *(f"{MARKS[token[0]]}{token[1]}" for token in DECK)]

#: The cards of one mark, or of one number: all cards of a set are in one of these groups.
GROUPS: Final[i64] = 13


def _group(group: int) -> list[int]:
    """The cards of a group (0 to 12), ascending, as a new list: of a mark for the groups 0 to 5 (in
    the order of MARKS), of the number `group` - 5 from 6 on.
    """
    if group < 6:
        return [CARD[f"{[*MARKS][group]}{number}"] for number in range(1, NUMBERS + 1)]
    return [CARD[f"{letter}{group - 5}"] for letter in MARKS]


#: By group: its cards as a mask.
MASK: Final = filled([sum([2**card for card in _group(k)]) for k in range(GROUPS)])
#: By card: the groups that it is in, that of its mark and that of its number.
OF_MARK: Final = filled([0] + [(card - 1) // NUMBERS for card in range(1, CARDS + 1)])
OF_NUMBER: Final = filled([0] + [6 + (card - 1) % NUMBERS for card in range(1, CARDS + 1)])

#: Cards dealt to a seat. A smaller hand may be refilled, a larger one must not end a turn.
HAND: Final = 4
#: The most cards that a hand ever holds: the Start Draw comes to `HAND` cards at most.
LARGEST_HAND: Final[i64] = HAND + 1


def cards_of(mask: i64) -> list[int]:
    """The cards in a mask as a list, ascending; [] for 0.

    >>> cards_of(1 << 3 | 1 << 42)
    [3, 42]
    """
    return list(members(mask))


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of these cards, in the order given, as a new list; "" (not `_`) for card 0."""
    return [TOKEN[card] for card in cards]


# 6. Sets

#: A set has so many cards or more, and so many of them or more from the hand.
SMALLEST: Final = 3
FEWEST_FROM_HAND: Final[i64] = 2


def to_rob(cards: i64) -> i64:
    """How many hand cards a new set needs at least to rob the set `cards` (a mask): as many as that
    set has now, so that with the robbed card the new set is larger. It is 1 for a set of one card,
    although every set needs at least FEWEST_FROM_HAND hand cards.
    """
    return count(cards)


# Moves as codes: the places of their tokens among all of them, in the order of text.


def _sets() -> dict[str, tuple[int, int]]:
    """A new dict, token -> (mask of the hand cards, the table card or 0), of every possible set,
    such as `c1+c2+c3` and `c1+c2<c4`. A set has 2 to 5 hand cards, without a table card at least 3.

    Sets of one mark come first, then sets of one number. Within these, fewer hand cards come first,
    and sets with the same hand cards are next to each other: first that without a table card, then
    by table card.
    """
    found = {}
    for group in map(_group, range(GROUPS)):
        for size in range(FEWEST_FROM_HAND, LARGEST_HAND + 1):
            for hand in combinations(group, size):
                mine, mask = "+".join(tokens_of([*hand])), sum([2**card for card in hand])
                if size >= SMALLEST:
                    found[mine] = mask, 0
                for taken in group:
                    if taken not in hand:
                        found[f"{mine}<{TOKEN[taken]}"] = mask, taken
    return found


_SETS: Final = _sets()
_NUMBERS: Final = [str(number) for number in range(1, CARDS + 1)]
_TOKENS: Final = sorted(
    ["d", "/", *DECK, *[f"-{token}" for token in DECK], *[f"~{k}" for k in _NUMBERS], *_SETS]
)
LEXICON: Final = Lexicon({token: code for code, token in enumerate(_TOKENS, 1)})
_CODE: Final = LEXICON.codes

#: The first code of dissolving a set; all codes below END are discards.
DISSOLVE: Final[i64] = _CODE["~1"]
DRAW: Final[i64] = _CODE["d"]
END: Final[i64] = _CODE["/"]
#: By card: the code of taking it as a free card, and of discarding it; by number, of dissolving a
#: set.
TAKE: Final = filled([0] + [_CODE[token] for token in DECK])
DISCARD: Final = filled([0] + [_CODE[f"-{token}"] for token in DECK])
DISSOLVING: Final = filled([0] + [_CODE[f"~{number}"] for number in _NUMBERS])
#: By code: the hand cards of a set as a mask, 0 for any other move.
FROM_HAND: Final = filled([0] + [_SETS.get(token, (0, 0))[0] for token in _TOKENS])


def _named(token: str) -> int:
    """The card that a token takes or discards, or that a set takes from the table (0: none); for
    `~K` the number K; 0 for any other token.
    """
    if token in _SETS:
        return _SETS[token][1]
    return int(token[1:]) if token[0] == "~" else CARD.get(token.lstrip("-"), 0)


#: By code: the card that is taken or discarded, that a set takes from the table, or the number of
#: the set that is dissolved; 0 for none.
NAMED: Final = filled([0] + [_named(token) for token in _TOKENS])


#: No two hands of one group that can be in a set leave the same remainder by this, as masks.
_APART: Final = 123


def _hands() -> list[vec[i64]]:
    """At _APART * group + the remainder of a mask of hand cards by _APART: the codes of all sets
    with just these hand cards, in the order of the card that each takes from the table (none
    first).
    """
    found = [vec[i64]() for _ in range(GROUPS * _APART)]
    for token, (hand, _taken) in _SETS.items():
        card = lowest(hand)
        group = OF_NUMBER[card] if hand & ~MASK[OF_MARK[card]] else OF_MARK[card]
        at = _APART * group + hand % _APART
        found[at] = append(found[at], _CODE[token])
    return found


_OF_HAND: Final = _hands()


def sets_with(hand: i64, takable: vec[i64]) -> vec[i64]:
    """The codes of all sets whose hand cards are in the mask `hand`, as a new array; empty if there
    is none. `takable[k]` is the mask of the cards that a set with k hand cards may use from the
    table; it is read for each k from 2 to the most cards of one mark or number in `hand`, 5 at
    most.

    Sets of one mark come first, then sets of one number; in each mark or number they are in the
    order of the masks of their hand cards, then of the card from the table (none first).

    >>> LEXICON.token(sets_with(1 << 1 | 1 << 2, vec[i64]([0, 0, 1 << 4]))[0])
    'c1+c2<c4'
    """
    codes = vec[i64]()
    for group in range(GROUPS):
        mine = hand & MASK[group]
        if mine & mine - 1 == 0:  # one card or none
            continue
        some = mine & -mine
        while some:  # every part of `mine`, in the order of the masks
            size = count(some)
            if FEWEST_FROM_HAND <= size <= LARGEST_HAND:
                table = takable[size]
                if size >= SMALLEST or table & MASK[group]:
                    for code in _OF_HAND[_APART * group + some % _APART]:
                        if NAMED[code] == 0 or table >> NAMED[code] & 1:
                            codes = append(codes, code)
            some = some - mine & mine
    return codes


def largest_set(hand: i64, takable: vec[i64]) -> i64:
    """The size of the largest set that cards of `hand` (a mask) allow, with a card from the table
    counted; 0 if there is no set. `hand` must not have more than LARGEST_HAND cards of one mark or
    of one number. `takable[k]` is the mask of the table cards that a set with k hand cards may use,
    and must contain `takable[k - 1]`, as that of `Position.takable` does.
    """
    largest: i64 = 0
    for group in range(GROUPS):
        # The more hand cards a set has, the more it can take: so the largest has all of them.
        mine = hand & MASK[group]
        if mine & mine - 1:  # two cards or more
            size = count(mine)
            if takable[size] & MASK[group] & ~hand:
                size += 1
            if size >= SMALLEST:
                largest = max(largest, size)
    return largest


def size_of(code: i64) -> i64:
    """How many cards the set has that the move with this code makes, the one from the table
    included. The code must be that of a set, which is not checked.
    """
    return count(FROM_HAND[code]) + (1 if NAMED[code] else 0)


# 6. Play

#: The phases, and what they are called.
WAITING: Final = 0
START: Final = 1
MAIN: Final = 2
CLOSING: Final = 3
OVER: Final = 4
PHASES: Final = ("waiting", "start", "main", "closing", "over")

# The rules that forbid a move, by number (see `Position.why_not`); `sentences.refusal` words them

NOT_TO_MOVE: Final = 1
NO_MOVE: Final = 2
#: Before the Start Draw, and after a discard.
DRAW_FIRST: Final = 3
ONLY_CLOSING: Final = 4
FULL_HAND: Final = 5
NOT_FREE: Final = 6
NOT_HELD: Final = 7
NOT_ON_TABLE: Final = 8
OWN_SET: Final = 9
TOO_SMALL: Final = 10
TOO_FEW: Final = 11
TOO_MANY: Final = 12
NO_SET: Final = 13
MADE_NOW: Final = 14


class Position(Coded):
    """A position. `deck` is the deal, which never changes; its cards from `top` on are the pile,
    top first, 0 for an unknown card.

    Masks of cards: `hands` by seat (the known cards), `free`, and `nowhere`, the cards in a hand or
    the pile of which the record doesn't say where. `sets` are all sets in the order of making, each
    a mask, and `owners` the seat of each; the last `made` of them were made in this turn.

    `unknown` has by seat (place 0 is unused) how many cards of its hand are unknown. `begun` says
    that a token of the turn has been played.

    There are as many cards `nowhere` as unknown places in hands and pile, so a hand with an unknown
    card may hold any one of them.
    """

    made: i64 = 0
    begun = False
    top: i64 = 0
    free: i64 = 0

    def __init__(self, options: Options, seats: i64, chance: Chance) -> None:
        super().__init__(LEXICON, PHASES, seats, chance)
        self.options = options
        self.turn = 1
        self.target: i64 = options.target or 0
        self.nowhere: i64 = bit(CARDS + 1) - 2
        self.deck = zeros(CARDS)
        self.hands, self.unknown = zeros(seats + 1), zeros(seats + 1)
        self.sets, self.owners = vec[i64](), vec[i64]()

    # What is legal

    def why_not(self, code: i64, seat: i64) -> i64:
        """The number of the first rule that forbids `seat` the move with this code, such as
        NOT_FREE; 0 if it is legal.

        NOT_TO_MOVE for every seat (also 0) but the one on turn, so for all if the match is over or
        waits for the deal. NO_MOVE for code 0, a text that is no token.

        An unknown card in the hand may be any card whose place the record doesn't know (`nowhere`).
        Changes nothing.
        """
        stage = self.stage
        if seat == 0 or seat != self.next_seat:
            return NOT_TO_MOVE
        if code == 0:
            return NO_MOVE
        if code >= DISSOLVE:
            at = self.set_number(NAMED[code], seat)
            if at < 0:
                return NO_SET
            return MADE_NOW if at >= len(self.sets) - self.made else 0  # a set of this turn
        if stage == CLOSING:
            return 0 if code == END else ONLY_CLOSING
        if code > END and not FROM_HAND[code]:
            if stage == MAIN and self.size(seat) >= HAND:
                return FULL_HAND
            if code != DRAW and not self.free >> NAMED[code] & 1:
                return NOT_FREE
            return 0
        if stage == START:
            return DRAW_FIRST
        if code > END:
            hand = FROM_HAND[code]
            if not self.may_hold(hand, seat):
                return NOT_HELD
            return self._why_not_taken(NAMED[code], count(hand), seat)
        if code == END:
            return TOO_MANY if self.size(seat) >= LARGEST_HAND else 0
        if self.size(seat) < LARGEST_HAND:
            return TOO_FEW
        return 0 if self.may_hold(bit(NAMED[code]), seat) else NOT_HELD

    def _why_not_taken(self, taken: i64, size: i64, seat: i64) -> i64:
        """The number of the rule that forbids `seat` to use the card `taken` (0: none) from the
        table in a set with `size` cards from its hand: NOT_ON_TABLE, OWN_SET, or TOO_SMALL for
        robbing a set with more than `size` cards. 0 if none does, always for a free card and for 0.
        """
        if taken == 0 or self.free >> taken & 1:
            return 0
        at = self.set_with(taken)
        if at < 0:
            return NOT_ON_TABLE
        if self.owners[at] == seat:
            return OWN_SET
        return TOO_SMALL if size < to_rob(self.sets[at]) else 0

    def legal_codes(self, seat: i64) -> vec[i64]:
        """The codes of the legal moves of `seat`, as a new array, ascending, which is the order of
        their text; empty if it is not on turn, the match is over or waits for the deal. With
        unknown cards in hand, the moves that any card `nowhere` would allow are among them (see
        `why_not`).
        """
        codes = vec[i64]()
        if seat == 0 or seat != self.next_seat:
            return codes
        hand, tried = self.hands[seat] | self.hidden_mask(seat), append(vec[i64](), END)
        if self.stage == MAIN:
            tried = append(sets_with(hand, self.takable(seat)), END)
            for card in members(hand):
                tried = append(tried, DISCARD[card])
        for number in range(1, len(self.sets) + 1):
            tried = append(tried, DISSOLVING[number])
        for code in tried:
            if self.why_not(code, seat) == 0:
                codes = append(codes, code)
        if self.why_not(DRAW, seat) == 0:  # then a free card may be taken instead
            codes = append(codes, DRAW)
            for card in members(self.free):
                codes = append(codes, TAKE[card])
        sort_up(codes)
        return codes

    def takable(self, seat: i64) -> vec[i64]:
        """The table cards that `seat` may use in a set, as a new array of masks by number of hand
        cards k (0 to LARGEST_HAND): the free cards, and the cards of other seats' sets that have k
        cards or fewer. Each mask has all cards of the one before. Whose turn it is, and whether a
        set may have so few hand cards, doesn't matter.
        """
        found = zeros(LARGEST_HAND + 1)
        found[0] = self.free
        sets, owners = self.sets, self.owners
        for at in range(len(sets)):
            size = to_rob(sets[at])
            if owners[at] != seat and size <= LARGEST_HAND:
                found[size] |= sets[at]
        for size in range(1, LARGEST_HAND + 1):
            found[size] |= found[size - 1]
        return found

    # 7. Scoring

    def score(self, seat: i64) -> i64:
        """How many cards the sets of `seat` have together."""
        cards: i64 = 0
        for at in range(len(self.sets)):
            if self.owners[at] == seat:
                cards += count(self.sets[at])
        return cards

    def scores(self) -> list[int]:
        """How many cards each seat has in its sets, in seat order, as a new list."""
        return [self.score(seat) for seat in self.seats]

    # 8. The end

    def winners(self) -> list[int]:
        """The winning seats, ascending; [] while the match goes on. They are those that have
        reached the target; if none has, those with the fewest cards in hand and, among these, the
        most cards in sets.
        """
        if not self.is_over:
            return []
        seats, scores = self.seats, self.scores()
        at_target = [seat for seat in seats if scores[seat - 1] >= self.target]
        if at_target:
            return at_target
        ranks = [(self.size(seat), -scores[seat - 1]) for seat in seats]
        best = min(ranks)
        return [seat for seat in seats if ranks[seat - 1] == best]

    # Cards

    def size(self, seat: i64) -> i64:
        """How many cards the hand of `seat` has, unknown ones included."""
        return count(self.hands[seat]) + self.unknown[seat]

    def may_hold(self, cards: i64, seat: i64) -> bool:
        """Whether the hand of `seat` can have all cards of the mask `cards` at once. Those that it
        isn't known to have must be in no known place (`nowhere`), and must not be more than the
        unknown cards of the hand. True for 0.
        """
        strange = cards & ~self.hands[seat]
        return strange & ~self.nowhere == 0 and count(strange) <= self.unknown[seat]

    def hidden_mask(self, seat: i64) -> i64:
        """The mask of the cards that an unknown card in the hand of `seat` may be; 0 if its whole
        hand is known.
        """
        return self.nowhere if self.unknown[seat] else i64(0)

    def hand(self, seat: int) -> list[int]:
        """The known cards in the hand of `seat`, ascending, as a new list."""
        return cards_of(self.hands[seat])

    def sets_of(self, seat: int) -> list[list[int]]:
        """The sets of `seat`, set 1 first, as new lists; the cards of each set are ascending."""
        placed = zip(self.sets, self.owners, strict=True)
        return [cards_of(cards) for cards, owner in placed if owner == seat]

    def pile(self) -> list[int]:
        """The cards of the pile, top first, as a new list; 0 for an unknown one."""
        return list(self.deck[self.top :])

    def made_this_turn(self) -> list[int]:
        """The numbers (from 1, among its own sets) of the sets that the seat on turn has made in
        this turn, ascending; [] for none.
        """
        last = len(self.sets_of(self.next_seat))
        return list(range(last - self.made + 1, last + 1))

    def table(self) -> i64:
        """The mask of all open cards: the free cards and the cards of all sets."""
        cards = self.free
        for one in self.sets:
            cards |= one
        return cards

    def set_with(self, card: i64) -> i64:
        """The index in `sets` of the set that contains `card`; -1 if there is none."""
        for at in range(len(self.sets)):
            if self.sets[at] >> card & 1:
                return at
        return -1

    def set_number(self, number: i64, seat: i64) -> i64:
        """The index in `sets` of set `number` (from 1) of `seat`; -1 if it has fewer sets."""
        for at in range(len(self.sets)):
            number -= self.owners[at] == seat
            if number == 0:
                return at
        return -1
