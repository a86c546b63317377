"""Goal shapes and points of yuhodo, each compared with a second way of finding them."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, product
from runpy import run_path
from typing import TYPE_CHECKING

import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.arrays import INTERPRETED, filled, packed
from kifu.replay.games.yuhodo import shapes
from kifu.replay.games.yuhodo.cards import (
    AT,
    BIG_KINDS,
    BIG_SETS,
    DECK,
    KINDS,
    WIDE,
)
from kifu.replay.games.yuhodo.shapes import dispensable, distance, helpful

if TYPE_CHECKING:
    from kifu.notation.native import i64, vec

from .cases import some_of
from .yuhodo_positions import (
    cards,
    hiding,
    lay_out,
    numbers,
    open_set,
    set_hand,
    shape_of,
    split,
)


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


@cache
def goal_shapes() -> dict[tuple[int, ...], list[list[list[int]]]]:
    """Every goal shape by kind, ascending, with all ways to split it, as black cards."""
    found: dict[tuple[int, ...], list[list[list[int]]]] = {}
    for small in range(1, 26):
        for bigs in product(sorted(BIG_KINDS), repeat=2):
            kinds = tuple(sorted((small, small, *bigs[0], *bigs[1])))
            if bigs[0] <= bigs[1] and all(kinds.count(kind) <= 4 for kind in kinds):
                way = [[2 * kind for kind in part] for part in ((small, small), *bigs)]
                found.setdefault(kinds, []).append(way)
    return dict(sorted(found.items()))


def test_the_first_way_to_split_a_goal_shape_counts_and_24_of_them_split_twice() -> None:
    assert len(goal_shapes()) == 18876
    for kinds, ways in goal_shapes().items():
        assert split([2 * kind for kind in kinds]) == ways[0]
    assert sorted(map(len, goal_shapes().values()))[-25:] == [1] + [2] * 24


def test_every_goal_shape_is_at_no_distance_and_without_a_card_one_away() -> None:
    for kinds in goal_shapes():
        shape = shape_of(2 * kind for kind in kinds)
        assert distance(shape) == 0
        assert distance(shape - shape_of([2 * kinds[3]])) == 1


@pytest.mark.parametrize("number", some_of(range(40), range(8)))
def test_the_distance_is_the_fewest_cards_of_a_goal_shape_that_are_not_there(number: int) -> None:
    deal = Chance(derived_seed(f"hand {number}")).shuffle("deal", DECK, 8)
    assert deal is not None
    hand = [AT[place] // 2 for place in deal]
    nearest = min(
        sum(max(0, kinds.count(kind) - hand.count(kind)) for kind in set(kinds))
        for kinds in goal_shapes()
    )
    assert distance(shape_of(2 * kind for kind in hand)) == nearest


@pytest.mark.parametrize("hand", ["h7 h7 h7 H7 i4 i4 i4 I4", "h1 a2 a3 d4 d4 i1 i2", "D7 d7 d6 a7"])
def test_cards_help_that_lessen_the_distance_and_can_go_that_do_not_add_to_it(hand: str) -> None:
    """Also of a hand that has all four cards of a kind, and so no fifth digit."""
    held = cards(hand)
    shape = shape_of(held)
    nearer, idle = 0, 0
    for card in range(2, WIDE):
        copies = sum(one // 2 == card // 2 for one in held)
        if copies < 4 and distance(shape + shape_of([card])) < distance(shape):
            nearer |= 1 << card
        if not copies or distance(shape - shape_of([card])) == distance(shape):
            idle |= 1 << card
    assert helpful(shape) == nearer > 0
    assert dispensable(shape) == idle > 0


def test_two_splits_give_the_same_points_whatever_is_red_and_opened() -> None:
    opened = [cards("h1 h2 h3"), cards("a4 a5 a6"), cards("i1 i1 i1")]
    twofold = [(kinds, ways) for kinds, ways in goal_shapes().items() if len(ways) == 2]
    for (kinds, ways), number in product(twofold, (1, 2, 3)):
        for red in set(kinds):
            points = {
                shapes.red_points(
                    packed_sets([*opened[:number], *with_red(way, red)]), number, True, True
                )
                for way in ways
            }
            assert len(points) == 1


def packed_sets(sets: list[list[int]]) -> vec[i64]:
    return numbers([packed(filled(list(part))) for part in sets])


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
    _split, found = best_split(cards(hand), sets, True, item_reds == "all")
    assert found == points
    reds = sum(token[0].isupper() for token in (opened + " " + hand).replace("|", "").split())
    assert best_split(cards(hand), sets, False, item_reds == "all")[1] == reds


def best_split(
    hand: list[int], opened: list[list[int]], advanced: bool, all_items: bool
) -> tuple[list[list[int]], int]:
    """The split that counts, and its points for red cards."""
    sets, given = split(hand), packed_sets([*opened, *split(hand)])
    return sets, shapes.red_points(given, len(opened), advanced, all_items)


def test_black_cards_go_to_the_set_that_comes_first() -> None:
    split, _points = best_split(cards("h2 h2 H2 h3 h4 h5 h5 h5"), [], False, False)
    assert split == [cards("h2 h2"), cards("H2 h3 h4"), cards("h5 h5 h5")]


def bonus_check(own: list[int], pile: list[int]) -> tuple[list[int], int]:
    """The cards of the pile, top first, that are turned up, and the points they give."""
    state = hiding()
    set_hand(state, 1, own[:1])
    open_set(state, 1, own[1:])  # it makes no difference where they lie
    lay_out(state, [], pile)
    checks, points = state.bonus_check(1)
    return pile[:checks], points


def test_bonus_checks_stop_where_one_gives_nothing_and_where_the_pile_ends() -> None:
    own = cards("h5 H5 d2")
    assert bonus_check(own, cards("h5 a1 d2")) == (cards("h5 a1"), 2)
    assert bonus_check(own, cards("h5 h5 D2")) == (cards("h5 h5 D2"), 5)
    assert bonus_check(own, cards("a1 h5")) == (cards("a1"), 0)
    assert bonus_check(own, []) == ([], 0)


@pytest.mark.skipif(not INTERPRETED, reason="compiled tables are filled by one thread at a time")
def test_threads_may_fill_the_tables_at_once() -> None:
    hands = [*map(shape_of, combinations(range(2, WIDE, 4), 3))]
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            for _ in range(15):
                empty = run_path(shapes.__file__)
                assert [*threads.map(empty["helpful"], hands)] == [*map(helpful, hands)]
    finally:
        sys.setswitchinterval(0.005)
