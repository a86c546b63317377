"""Scoring of yuhodo: section 7 of its page, for the seat that goes out.

This module is compiled (see `kifu.notation.native`).
"""

from __future__ import annotations

from kifu.notation.native import i64, vec
from kifu.replay.games.yuhodo.cards import AT, BIG_KINDS, FIRST_ITEM, KINDS, SIZE, packed, unpacked


def red_points(sets: vec[i64], opened: i64, advanced: bool, all_items: bool) -> i64:
    """The points for the red cards in `sets` (packed), the first `opened` of which were opened
    before the goal, by the `advanced` or the basic rules. `all_items`: the red Item 4 gives a point
    too (item_reds=all).
    """
    reds = [card >> 1 for cards in sets for card in unpacked(cards) if card & 1]
    if not advanced:
        return len(reds)
    by_set = [[KINDS[card >> 1] for card in unpacked(cards)] for cards in sets]
    with_outer = [any([of == "i" or title in (1, 7) for of, title in each]) for each in by_set]
    letters = {letter for each in by_set for letter, _title in each} - {"i"}
    points: i64 = 0
    for kind in reds:
        letter, title = KINDS[kind]
        if letter == "i":
            points += 1 if title < 4 or all_items else 0
        elif title == 4:
            points += 5 if letters == {letter} else 0
        elif title in (3, 5):
            points += 2 if opened >= 3 else 0
        elif title in (1, 7):
            points += 2 if all(with_outer) else 0
        else:
            points += 0 if any(with_outer) else 2
    return points


def bonus_check(hand: vec[i64], opened: vec[i64], deck: vec[i64], top: i64) -> tuple[i64, i64]:
    """How many cards of the pile (`deck` from index `top` on) bonus checks turn up, and their
    points. Cards are turned up until one gives no point or the pile is empty; each gives a point
    for every card of its kind in `hand` and in the sets `opened` (packed).
    """
    kinds = [card >> 1 for card in hand]
    kinds += [card >> 1 for cards in opened for card in unpacked(cards)]
    checks, points = i64(0), i64(0)
    while top + checks < SIZE:
        found = kinds.count(AT[deck[top + checks]] >> 1)
        checks += 1
        points += found
        if found == 0:
            break
    return checks, points


def is_item_group(cards: i64) -> bool:
    """Whether a big set (packed) is a group of Items."""
    return cards >> 1 & 31 >= FIRST_ITEM


# How a hand splits into sets


def split(hand: vec[i64]) -> vec[i64]:
    """The small set and the two big sets, packed, into which eight known cards, ascending, are
    split; empty if they are no goal shape. Of several ways, which always give the same points, the
    one with the lowest small set.
    """
    kinds = [card >> 1 for card in hand]
    for small in sorted({kind for kind in kinds if kinds.count(kind) > 1}):
        left = [int(card) for card in hand]
        parts = [_take(left, [small, small])]
        while left and parts[-1]:
            # The lowest card can only be in one set with the others.
            low = left[0] >> 1
            same, run = [low, low, low], [low, low + 1, low + 2]
            in_group = len([card for card in left if card >> 1 == low]) >= 3
            parts.append(_take(left, same if in_group else run if tuple(run) in BIG_KINDS else []))
        if parts[-1]:
            return vec[i64]([packed(part) for part in parts])
    return vec[i64]()


def _take(left: list[int], kinds: list[int]) -> list[int]:
    """Remove a card of each of the `kinds` from the cards `left`, ascending: a black one if there
    is one. Returns these cards; [] if they are not all there.
    """
    taken = []
    for kind in kinds:
        cards = [card for card in left if card >> 1 == kind]
        if not cards:
            return []
        left.remove(cards[0])
        taken.append(cards[0])
    return taken
