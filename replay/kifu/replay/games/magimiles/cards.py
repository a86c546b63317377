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
        in_text = sorted(codes)
        #: By code: the place of its token among all, sorted as text.
        self.rank = zeros(len(self.lexicon.tokens))
        for place, token in enumerate(in_text):
            self.rank[codes[token]] = place
        ordered = [codes[token] for token in in_text if codes[token] & CARD_BITS]
        #: By sort of move (see `sort_of`): its codes in the order of text, but those with a card
        #: that is not known.
        self.moves = [
            filled([code for code in ordered if sort_of(code) == sort])
            for sort in range(sort_of(TAKEN << KIND_AT) + 1)
        ]
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
        self._read_support(options)

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
        for helper, main in product(range(1, PLACES), repeat=2):
            n, printed, at = self.number[helper], self.number[main], PLACES * helper + main
            number = "lower" if n < printed else "equal" if n == printed else "higher"
            pair = self.tokens[helper][0], self.tokens[main][0], number
            effect = next(rule.effect for rule in rules if fits(rule, *pair, beats))
            self.times[at], plus = EFFECTS[effect]
            self.plus[at] = plus * n

    def points(self, card: i64, declared: i64) -> i64:
        """The points that `card`, once won, scores for a seat whose declared card is `declared`
        (section 9). Declared a colour: cards of that colour score their number, all cards 1, cards
        of its weak attribute minus their number, others 0. Declared an all card: cards with the
        same number score it, other all cards 1, others 0. If either card is 0, an unknown one, 0.
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
        if attribute == self.weak[own]:
            return -number
        return 0

    def may_follow(self, led: i64, hand: i64) -> i64:
        """The mask of the cards allowed as a main card where the attribute `led` (0 to 3) was led,
        for a hand with the known cards in the mask `hand`: `allowed[led]` if the hand has one of
        `duty[led]`, otherwise WHOLE_DECK (section 7). It isn't limited to the cards of the hand.
        """
        return self.allowed[led] if hand & self.duty[led] else WHOLE_DECK


_ALL: Final = ATTRIBUTES[ALL_CARD]


def _codes(cards: dict[str, int]) -> dict[str, int]:
    """Token -> code for every move, from the card tokens and their numbers in `cards`: `r5` (main),
    `=r5` and `=_` (declared), `^r5` and `^_` (passed), `r5>1` (support), `p1` and `p1+p2` (piles),
    `t12` (seats taken from).
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


def sort_of(code: i64) -> i64:
    """What the token of a code is: 0 a main card, or no token; 1 a declared card, 2 a passed one, 3
    a support card; 4 picked piles, 5 taken cards.
    """
    kind = code >> KIND_AT
    return kind - 4 if kind >= PICKED else min(kind, 3)


@lru_cache(maxsize=64)
def tables_of(options: Options) -> Tables:
    """The `Tables` of these options. Cached: calls with equal options return the same object, which
    must not be changed. The cache is safe because a name of rule data always means the same data.
    """
    return Tables(options)
