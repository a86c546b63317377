"""What a set of 6つ子7組 is: which sets some cards allow (section 6 of its page).

This module is compiled (see `kifu.replay.elements.native`).
"""

from __future__ import annotations

from typing import Final

from kifu.replay.elements.native import append, i64, vec
from kifu.replay.games.mutsugo.cards import GROUP, GROUPS, MASK, WIDE, count
from kifu.replay.games.mutsugo.tokens import made

#: A set has so many cards or more, and so many of them from the hand.
SMALLEST: Final[i64] = 3
FEWEST_FROM_HAND: Final[i64] = 2


def possible_sets(hand: i64, hidden: i64, shown: i64, needs: vec[i64]) -> vec[i64]:
    """The code of every set that can be made, once each, by group.

    `needs` says by card what a set that takes it from the table must have at least, 0 for a card
    that is not there. Of a hand that is not wholly known, up to `shown` cards may be `hidden` ones.
    """
    codes = vec[i64]()
    most = count(hand) + shown
    for group in range(GROUPS):
        mine = (hand | hidden) & MASK[group]
        some = mine & -mine
        # Every part of `mine`, in the order of the masks.
        while some:
            size = count(some)
            if size >= FEWEST_FROM_HAND and size <= most and count(some & ~hand) <= shown:
                if size >= SMALLEST:
                    codes = append(codes, made(some, 0))
                for at in range(WIDE * group, WIDE * group + WIDE):
                    card = GROUP[at]
                    if needs[card] and needs[card] <= size + 1 and not some >> card & 1:
                        codes = append(codes, made(some, card))
            some = some - mine & mine
    return codes


def best_sets(hand: i64, needs: vec[i64]) -> tuple[i64, i64]:
    """How many sets the cards of a hand and the table allow, and the cards of the largest."""
    found: i64 = 0
    largest: i64 = 0
    for group in range(GROUPS):
        mine = hand & MASK[group]
        some = mine & -mine
        while some:
            size = count(some)
            if size >= FEWEST_FROM_HAND:
                if size >= SMALLEST:
                    found += 1
                    largest = max(largest, size)
                for at in range(WIDE * group, WIDE * group + WIDE):
                    card = GROUP[at]
                    if needs[card] and needs[card] <= size + 1 and not some >> card & 1:
                        found += 1
                        largest = max(largest, size + 1)
            some = some - mine & mine
    return found, largest
