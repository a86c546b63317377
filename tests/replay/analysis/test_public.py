"""Public chances: what curves do to them, and how many worlds they are from."""

from __future__ import annotations

import pytest

from kifu.replay import registry
from kifu.replay.analysis.decisions import Playback
from kifu.replay.analysis.public import CURVES, PLAIN, Curve, decided, tempered
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.elements.lots import QuickLots
from kifu.replay.players.simulate import simulate
from kifu.replay.replayer import replay


def drawn(lots: QuickLots, seats: int) -> list[float]:
    parts = [int(lots.below(1000)) for _ in range(seats - 1)] + [1]
    return [part / sum(parts) for part in parts]


@pytest.mark.parametrize("curve", [*CURVES.values(), Curve(40, 3, 7)])
def test_chances_stay_in_order_and_are_shares_of_one_match(curve: Curve) -> None:
    lots = QuickLots("public")
    for seats in (2, 3, 4, 6):
        for _ in range(100):
            before = drawn(lots, seats)
            after = tempered(before, curve)
            assert sum(after) == pytest.approx(1)
            order = sorted(range(seats), key=lambda seat: before[seat])
            assert [after[seat] for seat in order] == pytest.approx(sorted(after))


@pytest.mark.parametrize("eighths", [5, 8, 13])
def test_two_equal_powers_are_one(eighths: int) -> None:
    before = [0.6, 0.3, 0.1]
    raised = [chance ** (eighths / 8) for chance in before]
    expected = [each / sum(raised) for each in raised]
    assert tempered(before, Curve(eighths, eighths, 0)) == pytest.approx(expected)


def test_the_first_power_is_for_even_chances_and_the_second_for_a_match_that_is_decided() -> None:
    """In between, the nearer one has more to say."""
    near, far = [0.26, 0.25, 0.25, 0.24], [0.97, 0.01, 0.01, 0.01]
    for before, nearer, other in ((near, 24, 8), (far, 8, 24)):
        mixed = tempered(before, Curve(24, 8, 0))[0]
        this = tempered(before, Curve(nearer, nearer, 0))[0]
        that = tempered(before, Curve(other, other, 0))[0]
        assert abs(mixed - this) < abs(mixed - that)
    assert tempered([0.25] * 4, Curve(24, 8, 0)) == [0.25] * 4
    assert tempered([0.0, 1.0], Curve(24, 8, 0)) == [0.0, 1.0]


def test_a_brake_takes_from_those_who_lead_and_not_from_who_has_won() -> None:
    before = [0.8, 0.15, 0.05]
    after = tempered(before, Curve(8, 8, 6))
    assert after[0] < before[0] and after[1] > before[1] and after[2] > before[2]
    assert tempered([0.0, 1.0, 0.0], Curve(8, 8, 6)) == [0.0, 1.0, 0.0]


def test_how_far_a_match_is_decided_is_from_0_to_1() -> None:
    lots = QuickLots("decided")
    found = [decided(drawn(lots, seats)) for seats in (2, 3, 4) for _ in range(200)]
    assert min(found) >= 0 and max(found) <= 1 and max(found) - min(found) > 0.5


def test_a_game_without_a_curve_keeps_its_chances() -> None:
    assert tempered([0.5, 0.3, 0.2], PLAIN) == pytest.approx([0.5, 0.3, 0.2])


@pytest.mark.parametrize(("name", "seats", "worlds"), [("nimmt", 3, 50), ("mutsugo", 3, 200)])
def test_matches_that_are_played_to_their_end_take_four_times_the_worlds(
    name: str, seats: int, worlds: int
) -> None:
    """There is a model of the scores at a round's end of 6 nimmt! only."""
    (record,) = simulate(registry.game(name), 1, seats=seats, seed="public", players=["random"])
    course = Playback(replay(record))
    valuer = Valuer(course.game, course.options, course.seats, course.state, Plan(50))
    assert valuer.public_worlds == worlds
