"""The cards of MAGiMiLES as play wants them, from the rule data that the options name (`data`), and
its tokens as codes.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, final

from kifu.notation.native import i64
from kifu.replay.codes.arrays import bit, filled, zeros
from kifu.replay.codes.lexicon import Lexicon
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

# The code of a token: a card, of equal cards the first one, in the bits below bit KIND_AT, and
# above these what it is. Environments number moves by it.

KIND_AT: Final[i64] = 6
CARD_BITS: Final[i64] = 63

#: a main card,
MAIN_CARD: Final = 0
#: a declared or a passed one (also with 0, for a card that is not known),
DECLARED: Final = 1
PASSED: Final = 2
#: a support card: this and the seat whose main card it is laid on;
SUPPORT_CARD: Final[i64] = 3
#: or, with a mask in the place of the card: of piles, bit k for pile k + 1,
PICKED: Final = 8
#: and of seats.
TAKEN: Final = 9

#: By what the bits above KIND_AT say: the sort of the move, 0 a main card, 1 a declared card, 2 a
#: passed card, 3 a support card, 4 picked piles, 5 the choice of cards to take.
SORTS: Final = filled([0, 1, 2, 3, 3, 3, 3, 3, 4, 5])

#: How many piles there are, and how many cards each has.
PILES: Final[i64] = 4
IN_PILE: Final = 4

#: The backs in the order in which a hand shows them, and a card that is not known.
BACKS: Final = ("r_", "g_", "b_", "_")

# By the number of seats:

#: how many cards of a deal can come into play,
NEEDED: Final = filled([0, 0, 35, 34, 35])
#: how many tricks a round has,
TRICKS: Final = filled([0, 0, 4, 5, 8])
#: how many main cards a trick has, and as many support cards.
MAIN_CARDS: Final = filled([0, 0, 2, 3, 2])


# Masks of cards: bit c for card c

WHOLE_DECK: Final[i64] = bit(PLACES) - 2
#: By card: it alone; 0 has none.
BIT: Final = filled([0] + [2**card for card in range(1, PLACES)])


@final
class Tables:
    """Lookup tables made from the options of a match: arrays by card, attribute or code.

    A card is its place in the deck in canonical order, from 1, so that equal cards, which some card
    lists have, are neighbours. Arrays by card have an unused place 0; sets of cards are masks with
    bit c for card c.
    """

    def __init__(self, options: Options) -> None:
        cards = CARDS[options.cards]
        kinds = [(a, number) for a in ATTRIBUTES for number in cards.numbers[a]]
        #: The deck in canonical order.
        self.deck = [f"{attribute}{number}" for attribute, number in kinds]
        #: The token of each card, and what its back shows.
        self.tokens = ["_", *self.deck]
        backs = [cards.back(number) if a == _ALL else a for a, number in kinds]
        self.back = ["_", *[f"{colour}_" for colour in backs]]
        #: The cards with each of the BACKS, masks.
        by_back = [[at for at, one in enumerate(self.back) if one == back] for back in BACKS]
        self.of_back = filled([sum([BIT[card] for card in alike]) for alike in by_back])
        #: The card of each token, of equal ones the first.
        self.card = {token: self.tokens.index(token) for token in self.deck}
        #: By card: it or, of equal cards, the first.
        self.first = filled([0] + [self.card[token] for token in self.deck])
        codes = _codes(self.card)
        self.lexicon = Lexicon(codes)
        ordered = [
            codes[token]
            for token in sorted(codes)
            if codes[token] & CARD_BITS and not token.endswith((">2", ">3", ">4"))
        ]
        #: By sort of move (see `SORTS`): its codes in the order of text, but those with a card
        #: that is not known; of support cards only those laid on the main card of seat 1.
        self.moves = [
            filled([code for code in ordered if SORTS[code >> KIND_AT] == sort])
            for sort in range(6)
        ]
        #: By PLACES * sort of move, the first four, + card: where `moves` has it or an equal one.
        cards_in = [[code & CARD_BITS for code in moves] for moves in self.moves[:4]]
        self.listed = filled(
            [own.index(card) if card else 0 for own in cards_in for card in self.first]
        )
        self.attribute = filled([-1] + [ATTRIBUTES.index(a) for a, _ in kinds])
        self.number = filled([0] + [number for _, number in kinds])
        #: By card: it and those equal to it, a mask.
        self.same = filled([0] + [self._cards_of([token]) for token in self.deck])
        #: By attribute: its cards, a mask; and the weak attribute of each colour.
        self.cards_of = filled([self._cards_of(attribute) for attribute in ATTRIBUTES])
        weak = CYCLE[options.cycle].weak
        self.weak = filled([ATTRIBUTES.index(weak[colour]) for colour in COLOURS])
        #: By declared card * PLACES + card: what `points` says.
        self.scored = filled(
            [self.points(card, own) for own in range(PLACES) for card in range(PLACES)]
        )
        #: By attribute led: the cards of which one in hand is a duty, those that may be played
        #: where there is one, and those that count as following (section 7); all are masks.
        self.duty, self.allowed, self.following = [
            filled([self._cards_of(names) for names in by_led])
            for by_led in zip(*duties(options), strict=True)
        ]
        #: With three seats, whether support cards are laid clockwise from the first one on.
        self.is_clockwise = options.supports == "clockwise"
        self._read_support(options)

    def _cards_of(self, names: Iterable[str]) -> i64:
        """The mask (bit c for card c) of all cards whose token, or the letter of whose attribute,
        is in `names`. A string is read as its letters: "ra" gives every red card and every card of
        the attribute `a`. 0 if there are none.
        """
        return sum(
            [BIT[card] for card, token in enumerate(self.tokens) if {token, token[0]} & {*names}]
        )

    def _read_support(self, options: Options) -> None:
        """Fill the arrays `times` and `plus` from the support table and the cycle of `options`
        (section 8). At the index PLACES * support card + main card they hold the effect of that
        support card on that main card: its total becomes `times` * total + `plus`. It is the effect
        of the first rule that fits. Where either card is 0, both stay 0.
        """
        self.times, self.plus = zeros(PLACES * PLACES), zeros(PLACES * PLACES)
        rules, beats = SUPPORT[options.support], CYCLE[options.cycle].beats
        for helper, main in product(range(1, PLACES), repeat=2):
            n, printed, at = self.number[helper], self.number[main], PLACES * helper + main
            number = "lower" if n < printed else "equal" if n == printed else "higher"
            pair = self.tokens[helper][0], self.tokens[main][0], number
            effect = next(rule.effect for rule in rules if fits(rule, *pair, beats))
            self.times[at], plus = EFFECTS[effect]
            self.plus[at] = plus * n

    def points(self, card: i64, declared: i64) -> i64:
        """The points that `card`, once won, scores for a seat whose declared card is `declared`
        (section 9). Both are numbers of cards; if either is 0 (unknown), the result is 0.

        - Declared a colour: a card of that colour scores its number, a card of its weak attribute
          minus its number, a card of the attribute all 1, any other card 0.
        - Declared a card of the attribute all: a card with the same number, of any attribute,
          scores that number; another card of the attribute all scores 1, any other card 0.
        """
        attribute, own, number = self.attribute[card], self.attribute[declared], self.number[card]
        if declared == 0:
            return 0
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
        """The mask of the cards that are allowed as a main card after a card of the attribute `led`
        (0 red, 1 green, 2 blue, 3 all) was led (section 7). `hand` is the mask of the known cards
        in hand. If one of them is in `duty[led]`, these are the cards in `allowed[led]`; otherwise
        the whole deck. They need not be in the hand.
        """
        return self.allowed[led] if hand & self.duty[led] else WHOLE_DECK


_ALL: Final = ATTRIBUTES[ALL_CARD]


def _codes(cards: dict[str, int]) -> dict[str, int]:
    """A new dict, token -> code, of every move. `cards` are the tokens of the cards and their
    numbers (from 1; equal cards have one token and the number of the first).

    The moves are `r5` (main card), `=r5` and `=_` (declared), `^r5` and `^_` (passed), `r5>1` to
    `r5>4` (support), `p1` and `p1+p2` (piles picked), `t12` (seats whose cards are taken). Codes
    are numbers above 0: the card in the lowest 6 bits (0 for `_`; a mask for piles and seats), the
    sort of move above them.
    """
    codes: dict[str, int] = {"=_": DECLARED << KIND_AT, "^_": PASSED << KIND_AT}
    targets = {f"{{0}}>{seat}": SUPPORT_CARD + seat for seat in range(1, 5)}
    forms = {"{0}": MAIN_CARD, "={0}": DECLARED, "^{0}": PASSED, **targets}
    for form, kind in forms.items():
        for token, card in cards.items():
            codes[form.format(token)] = (kind << KIND_AT) + card
    for token in _CHOICES:
        mask = sum([bit(int(place)) for place in token if place.isdigit()])
        is_pick = token[0] == "p"
        codes[token] = (PICKED << KIND_AT) + mask // 2 if is_pick else (TAKEN << KIND_AT) + mask
    return codes


#: Every choice of piles, and of the seats whose cards are taken.
_CHOICES: Final = [
    "p1", "p2", "p3", "p4", "p1+p2", "p1+p3", "p1+p4", "p2+p3", "p2+p4", "p3+p4",
    "t12", "t13", "t23",
]  # fmt: skip


@lru_cache(maxsize=64)
def tables_of(options: Options) -> Tables:
    """The `Tables` of these options. Cached: calls with equal options usually return the same
    object, which must not be changed. The cache is safe because a name of rule data always means
    the same data.
    """
    return Tables(options)
