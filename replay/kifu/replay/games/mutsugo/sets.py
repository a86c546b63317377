"""What a set of 6つ子7組 is: the first two rules of making one (section 6 of its page), how it
is written, and which sets some cards allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from kifu.replay.games.mutsugo.cards import CARD, GROUPS, NUMBERS, TOKEN
from kifu.replay.games.mutsugo.refusals import (
    ALIKE,
    IN_ORDER,
    ONE_FROM_TABLE,
    SPELLING,
    THREE_CARDS,
    TWO_FROM_HAND,
    demand,
)

#: The hand cards of a set, ascending, and its card from the table, or 0.
Made = tuple[tuple[int, ...], int]

#: A set has so many cards or more, and so many of them from the hand.
SMALLEST = 3
FEWEST_FROM_HAND = 2


@cache
def read_set(token: str) -> Made:
    """The cards that a token puts together. Raises IllegalMove with the rule that it breaks.

    Only tokens that come back are remembered: there are a few thousand.

    >>> read_set("c1+c2<c4")
    ((1, 2), 4)
    >>> read_set("c1+c2+s3")
    Traceback (most recent call last):
    kifu.replay.game.IllegalMove: all cards of a set have the same number or the same mark
    """
    mine, stroke, table = token.partition("<")
    hand = tuple([CARD.get(word, 0) for word in mine.split("+")])
    taken = CARD.get(table, 0)
    cards = [*hand, taken] if stroke else [*hand]
    in_order = sorted(set(hand))
    demand(
        ("<" not in table and "+" not in table, ONE_FROM_TABLE),
        (0 not in cards, SPELLING),
        (len(hand) >= FEWEST_FROM_HAND, TWO_FROM_HAND),
        (len(cards) >= SMALLEST, THREE_CARDS),
        ([*hand] == in_order, IN_ORDER, "+".join([TOKEN[card] for card in in_order])),
        (is_alike(cards), ALIKE),
    )
    return hand, taken


def write_set(hand: tuple[int, ...], taken: int) -> str:
    """The token of a set; `read_set` backwards.

    >>> write_set((1, 2), 4)
    'c1+c2<c4'
    """
    mine = "+".join([TOKEN[card] for card in hand])
    return f"{mine}<{TOKEN[taken]}" if taken else mine


def is_alike(cards: Sequence[int]) -> bool:
    """Whether the cards have one mark, or one number."""
    return (
        len({(card - 1) // len(NUMBERS) for card in cards}) == 1
        or len({(card - 1) % len(NUMBERS) for card in cards}) == 1
    )


def possible_sets(
    hand: Sequence[int], table: Mapping[int, int], hidden: Sequence[int] = (), shown: int = 0
) -> Iterator[Made]:
    """Every set that can be made, once each, in no order that means anything.

    `table` are the cards on the table, each with the number of cards that the new set must
    exceed. Of a hand that is not wholly known, up to `shown` cards may be any of `hidden`.

    >>> [write_set(*made) for made in possible_sets([1, 2, 3], {4: 0, 5: 3})]
    ['c1+c2<c4', 'c1+c3<c4', 'c2+c3<c4', 'c1+c2+c3', 'c1+c2+c3<c4', 'c1+c2+c3<c5']
    """
    most = len(hand) + shown
    for group in GROUPS:
        mine = [card for card in group if card in hand or card in hidden]
        offers = [card for card in group if card in table]
        for size in range(FEWEST_FROM_HAND, min(len(mine), most) + 1):
            for cards in combinations(mine, size):
                if sum([card not in hand for card in cards]) > shown:
                    continue
                if size >= SMALLEST:
                    yield cards, 0
                for offer in offers:
                    if offer not in cards and size + 1 > table[offer]:
                        yield cards, offer
