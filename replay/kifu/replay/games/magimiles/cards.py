"""The cards of MAGiMiLES as play wants them, from the rule data that the options name (`data`), and
its tokens as codes.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Final, final

from kifu.notation.native import i64
from kifu.replay.elements.arrays import bit, filled, zeros
from kifu.replay.elements.lexicon import Lexicon
from kifu.replay.games.magimiles.options import (
    ATTRIBUTES,
    CARDS,
    COLOURS,
    CYCLE,
    EFFECTS,
    SUPPORT,
    Options,
    duties,
    fits,
)

#: An attribute is its place in `data.ATTRIBUTES`; this is that of the all cards.
ALL_CARD: Final[i64] = 3

#: The places of an array by card: 0 is not a card, or one that is not known.
PLACES: Final[i64] = 37

# The code of a token: one of these and a card, of equal cards the first one (declared or passed
# also 0, for one that is not known),

#: a main card,
MAIN_CARD: Final = 0
DECLARED: Final = 64
PASSED: Final = 128
#: a support card, and TARGET times the seat whose main card it is laid on;
SUPPORT_CARD: Final = 192
TARGET: Final[i64] = 64
#: or these and a mask of piles, bit k for pile k + 1,
PICKED: Final = 512
#: or of seats.
TAKEN: Final = 576
#: The first codes of the sorts of moves, and what comes after them all.
SORTS: Final = (MAIN_CARD, DECLARED, PASSED, SUPPORT_CARD, PICKED, TAKEN, TAKEN + TARGET)

#: The bits of a code that are its card.
CARD_BITS: Final[i64] = TARGET - 1
#: Every seat that a card can be laid at.
_SEATS: Final = range(1, 5)

#: By code: the seat whose main card a support card is laid on, 0 for any other token.
TARGET_OF: Final = filled(
    [0] * (SUPPORT_CARD + TARGET) + [seat for seat in _SEATS for _ in range(TARGET)] + [0] * 128
)


#: How many piles there are, and how many cards each has.
PILES: Final[i64] = 4
IN_PILE: Final = 4

# By the number of seats:

#: how many cards of a deal can come into play,
NEEDED: Final = filled([0, 0, 35, 34, 35])
#: how many tricks a round has,
TRICKS: Final = filled([0, 0, 4, 5, 8])
#: how many main cards a trick has, and as many support cards.
MAIN_CARDS: Final = filled([0, 0, 2, 3, 2])


# Masks of cards: bit c for card c

WHOLE_DECK: Final[i64] = bit(PLACES) - 2
#: By card: it alone.
BIT: Final = filled([2**card for card in range(PLACES)])


def lowest(cards: i64) -> i64:
    """The lowest card number in a mask, which must not be empty.

    >>> lowest(1 << 3 | 1 << 36)
    3
    """
    return _PLACE[(cards & -cards) % PLACES]


#: The place of a bit by what remains of it: 2 is a primitive root of PLACES, which is prime.
_REMAINS: Final = [2**place % PLACES for place in range(1, PLACES)]
_PLACE: Final = filled([0] + [_REMAINS.index(rest) + 1 for rest in range(1, PLACES)])


@final
class Tables:
    """Lookup tables made from the options of a match: arrays by card, attribute or code.

    A card is its place in the deck in canonical order, from 1, so that equal cards, which some card
    lists have, are neighbours. Arrays by card have an unused place 0; sets of cards are masks with
    bit c for card c.
    """

    def __init__(self, options: Options) -> None:
        self.options = options
        cards = CARDS[options.cards]
        kinds = [(a, number) for a in ATTRIBUTES for number in sorted(cards.numbers[a])]
        #: The deck in canonical order.
        self.deck = [f"{attribute}{number}" for attribute, number in kinds]
        #: The token of each card, and what its back shows.
        self.tokens = ["_", *self.deck]
        backs = [cards.back(number) if a == _ALL else a for a, number in kinds]
        self.back = ["_", *[f"{colour}_" for colour in backs]]
        #: By card: the colour of its back, as a place in COLOURS; one more where it is not known.
        self.colour = filled([-1] + [COLOURS.index(c) if c else len(COLOURS) for c in backs])
        #: The card of each token, of equal ones the first.
        self.card = {token: self.tokens.index(token) for token in self.deck}
        #: By card: it or, of equal cards, the first.
        self.first = filled([0] + [self.card[token] for token in self.deck])
        codes = _codes(self.card)
        self.lexicon = Lexicon(codes)
        #: The codes of all moves but those with a card that is not known, and by sort of move (its
        #: place in SORTS) the index of the first one; those of a sort are in the order of text.
        sorts = [
            [codes[token] for token in sorted(codes) if first < codes[token] < end]
            for first, end in pairwise(SORTS)
        ]
        self.moves = filled([code for moves in sorts for code in moves])
        self.begin = filled([sum(map(len, sorts[:sort])) for sort in range(len(SORTS))])
        #: By code: its place in `moves`.
        self.place = zeros(TAKEN + TARGET)
        for at in range(len(self.moves)):
            self.place[self.moves[at]] = at
        self.attribute = filled([-1] + [ATTRIBUTES.index(a) for a, _ in kinds])
        self.number = filled([0] + [number for _, number in kinds])
        #: By card: it and those equal to it, a mask.
        self.same = filled([0] + [self._cards_of([token]) for token in self.deck])
        #: By attribute: its cards, a mask; and the weak attribute of each colour.
        self.cards_of = filled([self._cards_of(attribute) for attribute in ATTRIBUTES])
        weak = CYCLE[options.cycle].weak
        self.weak = filled([ATTRIBUTES.index(weak[colour]) for colour in COLOURS])
        #: By attribute led: the cards of which one in hand is a duty, those that may be played
        #: where there is one, and those that count as following (section 7); all are masks.
        led = duties(options)
        self.duty = filled([self._cards_of(duty) for duty, _, _ in led])
        self.allowed = filled([self._cards_of(allowed) for _, allowed, _ in led])
        self.following = filled([self._cards_of(following) for _, _, following in led])
        self._read_support(options)
        #: By declared card * PLACES + card: the points that the card scores.
        self.scored = zeros(PLACES * PLACES)
        for declared in range(1, PLACES):
            for card in range(1, PLACES):
                self.scored[PLACES * declared + card] = self._points(card, declared)

    def _cards_of(self, names: Iterable[str]) -> i64:
        """The mask of all cards whose token, or whose attribute letter, is one of `names`. A text
        counts as its letters: "ra" gives all red and all all-attribute cards.
        """
        return sum(
            [BIT[card] for card, token in enumerate(self.tokens) if {token, token[0]} & {*names}]
        )

    def _read_support(self, options: Options) -> None:
        """Fill the arrays `times` and `plus`, indexed by support card * PLACES + main card: the
        first rule of the support table that fits turns the main card's total into `times` * total +
        `plus` (section 8). Index 0 of either card is left 0.
        """
        self.times, self.plus = zeros(PLACES * PLACES), zeros(PLACES * PLACES)
        rules, beats = SUPPORT[options.support], CYCLE[options.cycle].beats
        for helper in range(1, PLACES):
            for main in range(1, PLACES):
                n, printed = self.number[helper], self.number[main]
                number = "lower" if n < printed else "equal" if n == printed else "higher"
                pair = self.tokens[helper][0], self.tokens[main][0], number
                fitting = [rule for rule in rules if fits(rule, *pair, beats)]
                times, plus = EFFECTS[fitting[0].effect]
                self.times[PLACES * helper + main] = times
                self.plus[PLACES * helper + main] = plus * n

    def points(self, card: i64, declared: i64) -> i64:
        """The points that `card`, once won, scores for a seat whose declared card is `declared`
        (section 9); 0 if `declared` is 0, which is an unknown card.
        """
        return self.scored[PLACES * declared + card]

    def _points(self, card: i64, declared: i64) -> i64:
        """What `points` gives, by the rule. Declared a colour: cards of that colour score their
        number, all cards 1, cards of its weak attribute minus their number, others 0. Declared an
        all card: cards with the same number score it, other all cards 1, others 0.
        """
        attribute, own, number = self.attribute[card], self.attribute[declared], self.number[card]
        if own == ALL_CARD and number == self.number[declared]:
            return number
        if attribute == ALL_CARD:
            return 1
        if own == ALL_CARD:
            return 0
        if attribute == own:
            return number
        return -number if attribute == self.weak[own] else 0

    def may_follow(self, led: i64, hand: i64) -> i64:
        """The cards allowed as a main card where the attribute `led` was led, for a hand with the
        known cards `hand` (both masks): `allowed[led]` if the hand has one of `duty[led]`,
        otherwise WHOLE_DECK. The result isn't limited to the hand (section 7).
        """
        return self.allowed[led] if hand & self.duty[led] else WHOLE_DECK


_ALL: Final = ATTRIBUTES[ALL_CARD]


def _codes(cards: dict[str, int]) -> dict[str, int]:
    """Token -> code for every move, from the card tokens and their numbers in `cards`: `r5` (main),
    `=r5` and `=_` (declared), `^r5` and `^_` (passed), `r5>1` (support), `p1` and `p1+p2` (piles),
    `t12` (seats taken from).
    """
    codes: dict[str, int] = {"=_": DECLARED, "^_": PASSED}
    for token, card in cards.items():
        codes[token] = MAIN_CARD + card
        codes[f"={token}"] = DECLARED + card
        codes[f"^{token}"] = PASSED + card
        for seat in _SEATS:
            codes[f"{token}>{seat}"] = SUPPORT_CARD + TARGET * seat + card
    for one in range(4):
        codes[f"p{one + 1}"] = PICKED + bit(one)
        for other in range(one + 1, 4):
            codes[f"p{one + 1}+p{other + 1}"] = PICKED + bit(one) + bit(other)
    for one, other in ((1, 2), (1, 3), (2, 3)):
        codes[f"t{one}{other}"] = TAKEN + bit(one) + bit(other)
    return codes


@lru_cache(maxsize=64)
def tables_of(options: Options) -> Tables:
    """The `Tables` of these options, cached, so that they are shared: don't change them. The cache
    is safe because a name of rule data always means the same data.
    """
    return Tables(options)
