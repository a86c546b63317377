"""Plackett-Luce: the maximum of the likelihood, finite ratings, and intervals that hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kifu.store.ask.plackett_luce import Order, fit, matches, played


@st.composite
def results(draw: st.DrawFn) -> list[Order]:
    """Matches of up to six players, some of them level, some as partners."""
    found = []
    for _ in range(draw(st.integers(1, 12))):
        players = draw(st.permutations(range(6)))[: draw(st.integers(2, 6))]
        if len(players) % 2 == 0 and len(players) > 2 and draw(st.booleans()):
            seated = [tuple(sorted(players[at : at + 2])) for at in range(0, len(players), 2)]
        else:
            seated = [(player,) for player in players]
        is_level = draw(st.lists(st.booleans(), min_size=len(seated), max_size=len(seated)))
        places = [1]
        for at in range(1, len(seated)):
            places.append(places[-1] if is_level[at] else at + 1)
        found.append(Order(tuple(seated), tuple(places), draw(st.integers(1, 3))))
    return found


def likelihood(orders: list[Order], values: Any) -> float:
    """The logarithm of the likelihood and of the prior, as their definitions have them."""
    total = -sum(value * value for value in values) / (2 * math.log(10) ** 2)
    for sides, places, times in orders:
        own = [sum(values[player] for player in side) / len(side) for side in sides]
        for at, place in enumerate(places):
            first, level = places.index(place), places.count(place)
            left = sum(
                math.exp(own[other])
                * (1 - (at - first) / level if places[other] == place else places[other] > place)
                for other in range(len(sides))
            )
            total += times * (own[at] - math.log(left))
    return float(total)


@given(orders=results(), chance=st.randoms(use_true_random=False))
def test_nothing_is_likelier_than_what_is_found(orders: list[Order], chance: Any) -> None:
    found = matches(orders)
    values, errors = fit(found)
    assert abs(values.mean()) < 1e-9
    assert np.isfinite(values).all() and np.isfinite(errors).all() and (errors >= 0).all()
    best = likelihood(orders, values)
    for size in (1e-3, 0.1, 1):
        other = [value + size * chance.uniform(-1, 1) for value in values]
        assert likelihood(orders, other) <= best + 1e-9


@pytest.mark.campaign
@settings(max_examples=30)
@given(orders=results())
def test_errors_are_those_of_the_curvature(orders: list[Order]) -> None:
    """The inverse of the Hessian by differences, about the mean of those who played."""
    found = matches(orders)
    values, errors = fit(found)
    step, size = 1e-3, len(values)
    every = np.eye(size) * step
    bent = [
        [
            sum(
                sign * likelihood(orders, values + own * every[i] + other * every[j])
                for sign, own, other in ((1, 1, 1), (-1, 1, -1), (-1, -1, 1), (1, -1, -1))
            )
            / (4 * step * step)
            for j in range(size)
        ]
        for i in range(size)
    ]
    there = [number for number in range(size) if played(found)[number]]
    about = np.eye(len(there)) - 1 / len(there)
    variances = about @ np.linalg.inv(-np.array(bent)[np.ix_(there, there)]) @ about
    assert errors[there] == pytest.approx(np.sqrt(np.diagonal(variances)), rel=1e-2)


def test_who_never_lost_or_never_met_the_others_has_a_finite_rating() -> None:
    unbeaten = [Order(((0,), (1,)), (1, 2), 500), Order(((2,), (3,)), (1, 2))]
    values, errors = fit(matches(unbeaten))
    assert values[0] > values[2] > values[3] > values[1]
    assert np.isfinite(values).all() and errors[0] > 0.5
