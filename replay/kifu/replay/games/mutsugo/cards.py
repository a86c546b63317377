"""The components of 6つ子7組: section 2 of its page (docs/rules/mutsugo.md); which cards are a set,
and moves as codes (6). A card is its place in the canonical order, from 1; some cards are a mask,
bit c for card c.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.notation.native import append, i64, vec
from kifu.replay.elements.arrays import bit, count
from kifu.replay.elements.lexicon import Lexicon

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
    """The cards of a group by its number: 0 to 5 of a mark, from 6 on of a number."""
    if group < 6:
        return [CARD[f"{[*MARKS][group]}{number}"] for number in range(1, NUMBERS + 1)]
    return [CARD[f"{letter}{group - 5}"] for letter in MARKS]


#: By group: its cards, in `WIDE` places, 0 after the last one.
WIDE: Final[i64] = 8
GROUP: Final = vec[i64]([card for k in range(GROUPS) for card in [*_group(k), 0, 0][:WIDE]])
#: By group: its cards as a mask.
MASK: Final = vec[i64]([sum([2**card for card in _group(k)]) for k in range(GROUPS)])
#: By card: the groups that it is in, that of its mark and that of its number.
OF_MARK: Final = vec[i64]([0] + [(card - 1) // NUMBERS for card in range(1, CARDS + 1)])
OF_NUMBER: Final = vec[i64]([0] + [6 + (card - 1) % NUMBERS for card in range(1, CARDS + 1)])

#: Cards dealt to a seat. A smaller hand may be refilled, a larger one must not end a turn.
HAND: Final[i64] = 4
#: The most cards that a hand ever holds: the Start Draw comes to `HAND` cards at most.
LARGEST_HAND: Final[i64] = HAND + 1


def cards_of(mask: i64) -> list[int]:
    """The cards in a mask as a list, ascending.

    >>> cards_of(1 << 3 | 1 << 42)
    [3, 42]
    """
    return [card for card in range(1, CARDS + 1) if mask >> card & 1]


def tokens_of(cards: list[int]) -> list[str]:
    """The tokens of these cards."""
    return [TOKEN[card] for card in cards]


# 6. Sets

#: A set has so many cards or more, so many at most, and so many of them or more from the hand.
SMALLEST: Final[i64] = 3
LARGEST: Final[i64] = LARGEST_HAND + 1
FEWEST_FROM_HAND: Final[i64] = 2


def is_alike(cards: i64) -> bool:
    """Whether all cards of a mask have one mark, or all have one number."""
    return any([cards & mask == cards for mask in MASK])


def size_to_rob(robbed: i64) -> i64:
    """How many cards a set must have, at least, to rob the set `robbed`, a mask, of a card."""
    return count(robbed) + 1


def possible_sets(hand: i64, hidden: i64, shown: i64, reach: vec[i64]) -> vec[i64]:
    """The code of every set that a hand allows, once each, sets of one mark or number together.

    `hand` are its known cards, up to `shown` others are unknown, and each may be any of `hidden`
    (both masks). `reach` says what a set can take from the table (see `Position.reach`).
    """
    codes = vec[i64]()
    most = count(hand) + shown
    for group in range(GROUPS):
        mine = (hand | hidden) & MASK[group]
        if mine & mine - 1 == 0:  # one card or none: fewer than FEWEST_FROM_HAND
            continue
        some = mine & -mine
        # Every part of `mine`, in the order of the masks.
        while some:
            size = count(some)
            if size >= FEWEST_FROM_HAND and size <= most and count(some & ~hand) <= shown:
                if size >= SMALLEST:
                    codes = append(codes, made(some, 0))
                takable = reach[size + 1] & MASK[group]
                for at in range(WIDE * group, WIDE * group + WIDE):
                    if takable >> GROUP[at] & 1:
                        codes = append(codes, made(some, GROUP[at]))
            some = some - mine & mine
    return codes


def largest_set(hand: i64, reach: vec[i64]) -> i64:
    """How many cards the largest set has that the cards in the mask `hand` allow; 0 if they allow
    none. `reach` says what a set can take from the table (see `Position.reach`), but nothing that
    is in `hand`.
    """
    largest: i64 = 0
    for group in range(GROUPS):
        mine = hand & MASK[group]
        if mine & mine - 1 == 0:  # one card or none: fewer than FEWEST_FROM_HAND
            continue
        # The more hand cards a set has, the more it can take: so the largest has all of them.
        size = count(mine)
        if reach[size + 1] & MASK[group] & ~mine:
            size += 1
        if size >= SMALLEST:
            largest = max(largest, size)
    return largest


# Moves as codes, whose order is that of the tokens as text. A code has 48 bits. A token that begins
# with a card is spelled in six items of 8 bits, the first one on top: the rank of a card among the
# letters, times 4, and what follows it: nothing, `+` or `<`. The draw is spelled as if it were a
# card. Discards and the end of a turn are small numbers, and to dissolve a set has the highest
# ones.

_RANKED: Final = sorted([*DECK, "d"])
#: The rank of each card, from 1, and the card of each rank; that of the draw has none.
RANK: Final = vec[i64]([0] + [1 + _RANKED.index(token) for token in DECK])
CARD_AT: Final = vec[i64]([0] + [CARD.get(token, 0) for token in _RANKED])
#: What follows an item.
_PLUS: Final[i64] = 1
_TAKES: Final[i64] = 2
#: The items, and the bits of all after the first.
ITEMS: Final[i64] = LARGEST_HAND + 1
TOP: Final[i64] = 40
#: A discard is its card's rank.
END: Final[i64] = 64
DRAW: Final[i64] = (1 + _RANKED.index("d")) * 2**42
#: To dissolve set k is this and the place of k among the numbers as text.
DISSOLVE: Final[i64] = 252 << 40
_NUMBERS: Final = sorted([str(number) for number in range(1, CARDS + 1)])
DISSOLVED: Final = vec[i64]([int(number) for number in _NUMBERS])
DISSOLVING: Final = vec[i64]([0] + [_NUMBERS.index(str(k)) for k in range(1, CARDS + 1)])


def take(card: i64) -> i64:
    """The code of taking the free card `card`."""
    return RANK[card] << TOP + 2


def made(hand: i64, taken: i64) -> i64:
    """The code of making a set of the hand cards in a mask (two to five) and the card `taken` from
    the table (0: none).

    >>> LEXICON.token(made(1 << 1 | 1 << 2, 4))
    'c1+c2<c4'
    """
    code: i64 = 0
    shift = TOP
    card: i64 = 1
    rest = hand >> 1
    while rest:
        if rest & 1:
            rest >>= 1
            follows = _PLUS
            if rest == 0:
                follows = 0
                if taken:
                    follows = _TAKES
            code |= (RANK[card] << 2 | follows) << shift
            shift -= 8
        else:
            rest >>= 1
        card += 1
    if taken:
        code |= RANK[taken] << 2 + shift
    return code


def hand_of(code: i64) -> i64:
    """The hand cards, as a mask, of the set with this code."""
    hand: i64 = 0
    for item in range(ITEMS):
        spelled = code >> TOP - 8 * item & 255
        if item > 0 and follows_of(code, item - 1) == _TAKES:
            break
        hand |= bit(CARD_AT[spelled >> 2])
        if spelled & 3 == 0:
            break
    return hand


def taken_of(code: i64) -> i64:
    """The card that the set with this code takes from the table; 0 for none."""
    for item in range(ITEMS - 1):
        if follows_of(code, item) == _TAKES:
            return CARD_AT[code >> TOP - 8 * (item + 1) + 2 & 63]
    return 0


def follows_of(code: i64, item: i64) -> i64:
    """What comes after card `item` (from 0) in the token of the set with this code: 0 nothing, 1
    `+`, 2 `<`.
    """
    return code >> TOP - 8 * item & 3


class Sets(Lexicon):
    """The tokens of the game. Sets are learned as they are met: there are a few thousand."""

    def code(self, token: str) -> i64:
        known = self.codes.get(token, 0)
        if known or ("+" not in token and "<" not in token):
            return known
        code = _read_set(token)
        if code:
            self.learn(token, code)
        return code

    def token(self, code: i64) -> str:
        if code <= CARDS + 1:
            return f"-{_RANKED[code - 1]}"
        if code == END:
            return "/"
        if code == DRAW:
            return "d"
        if code >= DISSOLVE:
            return f"~{DISSOLVED[code - DISSOLVE]}"
        written: list[str] = []
        for item in range(ITEMS):
            spelled = code >> TOP - 8 * item & 255
            written.append(TOKEN[CARD_AT[spelled >> 2]])
            if spelled & 3 == 0:
                break
            written.append("+" if spelled & 3 == _PLUS else "<")
        return "".join(written)


def _read_set(token: str) -> i64:
    """The code of a set by its token, 0 if the token is not one of a set: two to five hand cards in
    order, perhaps one from the table, three cards or more in all, of one mark or number.
    """
    mine, _stroke, table = token.partition("<")
    words = mine.split("+")
    if len(words) > LARGEST_HAND or ("<" in token and table not in CARD):
        return 0
    hand: i64 = 0
    last: i64 = 0
    for word in words:
        card: i64 = CARD.get(word, 0)
        if card <= last:
            return 0
        last = card
        hand |= bit(card)
    taken: i64 = CARD.get(table, 0)
    size, whole = len(words), hand
    if taken:
        size += 1
        whole |= bit(taken)
    if len(words) < FEWEST_FROM_HAND or size < SMALLEST or not is_alike(whole):
        return 0
    return made(hand, taken)


def _codes() -> dict[str, int]:
    """The code of every token but those of sets, by token."""
    codes: dict[str, int] = {"d": DRAW, "/": END}
    for card in range(1, CARDS + 1):
        codes[TOKEN[card]] = take(card)
        codes[f"-{TOKEN[card]}"] = RANK[card]
        codes[f"~{card}"] = DISSOLVE + DISSOLVING[card]
    return codes


LEXICON: Final = Sets(_codes(), 4096)
