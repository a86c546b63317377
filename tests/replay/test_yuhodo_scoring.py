"""Goal shapes and points of yuhodo, each compared with a second way of finding them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.yuhodo.cards import (
    AT,
    BIG_KINDS,
    BIG_SETS,
    CARD,
    COPIES,
    DECK,
    KINDS,
    PAIRS_WITH,
    TOKEN,
)
from kifu.replay.games.yuhodo.scoring import best_split, bonus_check, red_points
from kifu.replay.games.yuhodo.shapes import distance, shape_of, splits

from .yuhodo_positions import cards


def test_the_deck_of_the_page() -> None:
    assert len(DECK) == 100
    assert DECK[:8] == ["h1", "h1", "h1", "H1", "h2", "h2", "h2", "H2"]
    assert DECK[-4:] == ["i4", "i4", "i4", "I4"]
    assert sum(COPIES) == 100
    assert sum(token.isupper() for token in DECK) == 25


def test_big_sets_are_those_of_the_page() -> None:
    found = set()
    for kinds in combinations(range(1, 26), 3):
        letters, titles = zip(*[KINDS[kind] for kind in kinds], strict=True)
        if set(letters) in ({"h"}, {"a"}, {"d"}) and titles[2] - titles[0] == 2:
            found.add(kinds)
    found |= {(kind, kind, kind) for kind in range(1, 26)}
    assert found == BIG_KINDS
    assert len(found) == 40
    assert len(BIG_SETS) == 25 * 2 + 15 * 8


def test_a_pair_gains_a_card_exactly_if_the_three_are_a_big_set() -> None:
    for card in CARD.values():
        for first in CARD.values():
            for second in range(first, len(TOKEN)):
                three = tuple(sorted((card, first, second)))
                pair = (first, second)
                assert (pair in PAIRS_WITH[card].values()) == (three in BIG_SETS.values())


def goal_shapes() -> Iterator[tuple[int, ...]]:
    """Every goal shape by kind, ascending, each once."""
    found = set()
    for small in range(1, 26):
        for first, second in product(BIG_KINDS, BIG_KINDS):
            kinds = tuple(sorted((small, small, *first, *second)))
            if first <= second and all(kinds.count(kind) <= 4 for kind in kinds):
                found.add(kinds)
    yield from sorted(found)


GOAL_SHAPES = list(goal_shapes())


def test_the_number_of_goal_shapes_and_of_those_that_split_twice() -> None:
    assert len(GOAL_SHAPES) == 18876
    counted = [len(splits([2 * kind for kind in kinds])) for kinds in GOAL_SHAPES]
    assert sorted(set(counted)) == [1, 2]
    assert counted.count(2) == 24


def test_every_goal_shape_is_at_no_distance_and_without_a_card_one_away() -> None:
    for kinds in GOAL_SHAPES:
        shape = shape_of(2 * kind for kind in kinds)
        assert distance(shape) == 0
        assert distance(shape - shape_of([2 * kinds[3]])) == 1


@pytest.mark.parametrize("number", range(40))
def test_the_distance_is_the_fewest_cards_of_a_goal_shape_that_are_not_there(number: int) -> None:
    deal = Chance(derived_seed(f"hand {number}")).shuffle("deal", DECK, 8)
    assert deal is not None
    hand = [AT[place] // 2 for place in deal]
    nearest = min(
        sum(max(0, kinds.count(kind) - hand.count(kind)) for kind in set(kinds))
        for kinds in GOAL_SHAPES
    )
    assert distance(shape_of(2 * kind for kind in hand)) == nearest


def test_two_splits_give_the_same_points_whatever_is_red_and_opened() -> None:
    opened = [cards("h1 h2 h3"), cards("a4 a5 a6"), cards("i1 i1 i1")]
    twofold = [kinds for kinds in GOAL_SHAPES if len(splits([2 * kind for kind in kinds])) == 2]
    for kinds, number in product(twofold, (1, 2, 3)):
        for red in set(kinds):
            points = {
                red_points([*opened[:number], *with_red(split, red)], number, True, "all")
                for split in splits([2 * kind for kind in kinds])
            }
            assert len(points) == 1


def with_red(split: list[list[int]], kind: int) -> list[list[int]]:
    """The sets with the red card of `kind`, in the first of them that has one."""
    place = next(place for place, black in enumerate(split) if 2 * kind in black)
    reddened = split[place].copy()
    reddened[reddened.index(2 * kind)] += 1
    return [reddened if other == place else black for other, black in enumerate(split)]


@pytest.mark.parametrize(
    ("opened", "hand", "item_reds", "points"),
    [
        ("H1 h2 h3", "a1 a1 d7 d7 d7 i1 i1 i1", "i4", 2),
        ("H1 h2 h3", "a2 a2 d7 d7 d7 i1 i1 i1", "i4", 0),
        ("h1 H2 h3", "a1 a1 d7 d7 d7 i1 i1 i1", "i4", 0),
        ("h2 H3 h4", "a2 a2 d5 d5 D5 h2 h3 h4", "i4", 0),
        ("H2 h3 h4", "a2 A2 d5 d5 d5 h2 h3 h4", "i4", 4),
        ("h2 h3 h4", "a2 a2 d5 d5 d5 h5 H6 h7", "i4", 0),
        ("h3 H4 h5", "i1 i1 h1 h2 h3 h6 h6 h6", "i4", 5),
        ("h3 H4 h5", "i1 i1 h1 h2 h3 a6 a6 a6", "i4", 0),
        ("i3 i3 I3", "a2 a2 d5 d5 d5 h5 h6 h7", "i4", 1),
        ("i4 i4 I4", "a2 a2 d5 d5 d5 h5 h6 h7", "i4", 0),
        ("i4 i4 I4", "i1 I1 d5 d5 d5 h5 h6 h7", "all", 2),
        ("h1 h2 h3 | a1 a2 a3 | d4 d4 d4", "i1 i1 H5 h5 h5 a3 A3 a3", "i4", 4),
        ("h1 h2 h3 | a1 a2 a3", "i1 i1 H5 h5 h5 a3 A3 a3", "i4", 0),
        ("I1 i1 i1", "D7 d7 h1 h1 H1 A6 a7 a5", "i4", 5),
    ],
)
def test_red_cards_of_the_advanced_rules(
    opened: str, hand: str, item_reds: str, points: int
) -> None:
    sets = [cards(part) for part in opened.split("|")]
    _split, found = best_split(cards(hand), sets, True, item_reds)
    assert found == points
    reds = sum(token[0].isupper() for token in (opened + " " + hand).replace("|", "").split())
    assert best_split(cards(hand), sets, False, item_reds)[1] == reds


def test_black_cards_go_to_the_set_that_comes_first() -> None:
    split, _points = best_split(cards("h2 h2 H2 h3 h4 h5 h5 h5"), [], False, "i4")
    assert split == [cards("h2 h2"), cards("H2 h3 h4"), cards("h5 h5 h5")]


def test_bonus_checks_stop_where_one_gives_nothing_and_where_the_pile_ends() -> None:
    own = cards("h5 H5 d2")
    assert bonus_check(own, cards("d2 a1 h5")) == (cards("h5 a1"), 2)
    assert bonus_check(own, cards("D2 h5 h5")) == (cards("h5 h5 D2"), 5)
    assert bonus_check(own, cards("h5 a1")) == (cards("a1"), 0)
    assert bonus_check(own, []) == ([], 0)
