"""Likely worlds: drawn as often as they are likely, and nothing that is hidden has an influence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from kifu.replay import registry
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.likely import ONE, SLIP, Walk
from kifu.replay.elements.lots import QuickLots
from kifu.replay.games.nimmt.players import redeal
from kifu.replay.games.nimmt.position import Position
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay


def moments(seed: str, seats: int, **options: str) -> Iterator[Viewpoint]:
    game = registry.game("nimmt")
    players = ("greedy", *("random",) * (seats - 1))
    (record,) = simulate(
        game, 1, seats=seats, seed=seed, options={"rounds": "1", **options}, players=players
    )
    return (each for each in Playback(replay(record)).moments(frozenset({1})) if each.viewer == 1)


def walk(moment: Viewpoint, world: Position) -> Walk:
    past = moment.past
    seats, codes = [each.seat for each in past], [each.code for each in past]
    return Walk(world, 1, [each.position for each in past], seats, codes)


def dealt(moment: Viewpoint, seed: str) -> Position:
    return redeal(moment.state, 1, moment.memory, QuickLots(seed))


def give(world: Position, cards: list[int], hand: set[int]) -> None:
    """Let seat 2 hold these cards."""
    for card in sorted(hand):
        if world.place_of(card) != 2:
            leaving = (each for each in cards if world.place_of(each) == 2 and each not in hand)
            world.exchange(card, next(leaving))


@pytest.mark.campaign
def test_worlds_come_as_often_as_they_are_likely() -> None:
    """With three cards left of each hand and no stock there are twenty worlds."""
    found = moments("likely", 3, deck="tactics")
    moment = next(each for each in found if len(each.options) == 3)
    walked = walk(moment, dealt(moment, "start"))
    cards = list(walked.cards)
    weights: dict[frozenset[int], float] = {}
    for trio in combinations([int(card) for card in cards], 3):
        world = dealt(moment, "start")
        give(world, cards, {*trio})
        slips = sum([int(slip) for slip in walk(moment, world).slips])
        weights[frozenset(trio)] = (int(SLIP) / int(ONE)) ** slips
    assert len(weights) == 20 and max(weights.values()) > 5 * min(weights.values())
    total = sum(weights.values())
    drawn = Counter[frozenset[int]]()
    lots = QuickLots("walk")
    for _ in range(600):
        walked.go(12, lots)
        drawn[frozenset(int(card) for card in cards if walked.world.place_of(card) == 2)] += 1
    for hand, weight in weights.items():
        chance = weight / total
        error = (chance * (1 - chance) / 600) ** 0.5
        assert abs(drawn[hand] / 600 - chance) < 6 * error, hand


@pytest.mark.parametrize("place", [1, 5, 8])
def test_what_the_seat_can_not_know_has_no_influence(place: int) -> None:
    """A walk on the match as it was, and on one in which the others held other cards."""
    moment = next(islice(moments("twins", 4), place, None))
    twin = dealt(moment, "twin")
    positions = []
    for each in moment.past:
        position = each.position.copy()
        position.recall(twin, 1)
        positions.append(position)
    past = moment.past
    seats, codes = [each.seat for each in past], [each.code for each in past]
    one = walk(moment, dealt(moment, "worlds"))
    other = Walk(dealt(moment, "worlds"), 1, positions, seats, codes)
    assert one.is_led
    for walked in (one, other):
        walked.go(500, QuickLots("steps"))
    assert one.world.digest() == other.world.digest()
    assert one.world.digest() != dealt(moment, "worlds").digest()


def test_the_seat_sees_the_same_in_every_world() -> None:
    moment = next(islice(moments("seen", 3), 6, None))
    found = walk(moment, dealt(moment, "worlds"))
    seen = found.world.view(1)
    for _ in range(20):
        found.go(30, QuickLots("steps"))
        assert found.world.view(1) == seen


def test_where_nothing_was_played_worlds_are_only_dealt() -> None:
    moment = next(iter(moments("first", 3)))
    assert not walk(moment, dealt(moment, "worlds")).is_led
