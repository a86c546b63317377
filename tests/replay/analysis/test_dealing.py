"""Dealing into groups, and the chance of worlds."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from kifu.replay.analysis.dealing import CannotDeal, WorldChance, demand_known, share_out
from kifu.replay.lots import Lots, QuickLots

#: By card the groups that it may come to as a mask, and the room of each group.
TASKS = [
    ([7, 7, 7, 7], [1, 2, 1]),
    ([1, 7, 7, 7], [1, 2, 1]),
    ([6, 6, 7, 7, 7], [2, 2, 1]),
    ([6, 3, 5, 7], [1, 1, 2]),
    ([2, 2, 7, 7, 5], [1, 3, 1]),
]


def every_deal(allowed: list[int], room: list[int]) -> set[tuple[int, ...]]:
    """All deals that the rules of a task allow."""
    places = [group for group, count in enumerate(room) for _ in range(count)]
    return {
        deal
        for deal in permutations(places)
        if all(mask >> group & 1 for mask, group in zip(allowed, deal, strict=True))
    }


@pytest.mark.matrix
@pytest.mark.parametrize(("allowed", "room"), TASKS)
def test_every_deal_that_is_allowed_is_as_likely(allowed: list[int], room: list[int]) -> None:
    lots, count = QuickLots("even"), 1500
    met = Counter(tuple(share_out(allowed, room, lots)) for _ in range(count))
    deals = every_deal(allowed, room)
    assert set(met) == deals
    expected = count / len(deals)
    chi = sum((met[deal] - expected) ** 2 / expected for deal in deals)
    freedom = len(deals) - 1
    assert chi < freedom + 4 * (2 * freedom) ** 0.5 + 8, met


def test_more_cards_than_a_number_has_bits_are_dealt() -> None:
    allowed = [0b110 if card % 3 else 0b010 for card in range(120)]
    dealt = share_out(allowed, [0, 70, 50], Lots("large"))
    assert [dealt.count(group) for group in range(3)] == [0, 70, 50]
    assert all(mask >> group & 1 for mask, group in zip(allowed, dealt, strict=True))


def test_cards_that_fit_nowhere_are_refused() -> None:
    with pytest.raises(CannotDeal, match="no hands fit what the seat has seen"):
        share_out([1, 1, 7], [1, 1, 1], Lots("none"))


def test_what_is_not_known_is_refused_in_one_sentence() -> None:
    demand_known(None, 0)
    with pytest.raises(CannotDeal, match=r"^the outcome of deal/2 is not known, so hidden"):
        demand_known("deal/2", 0)
    with pytest.raises(CannotDeal, match=r"^the record has unknown cards, so hidden") as caught:
        demand_known(None, 3)
    assert caught.value.reason.ja == "記録に不明なカードがあるので、配り直せません"


@pytest.mark.campaign
def test_the_chance_of_a_world_is_even_and_does_not_depend_on_what_was_asked() -> None:
    names = [str(number) for number in range(1, 7)]
    first = Counter[int]()
    for number in range(3000):
        chance = WorldChance(Lots(f"{number}"))
        one = list(chance.deal("deal/1", names, 6))
        assert sorted(one) == [1, 2, 3, 4, 5, 6]
        first[one[0]] += 1
        again = WorldChance(Lots(f"{number}"))
        again.choice("starter", 4)
        again.shuffle("deal/2", names, 3)
        assert list(again.deal("deal/1", names, 3)) == one[:3]
    assert sum((count - 500) ** 2 / 500 for count in first.values()) < 30
