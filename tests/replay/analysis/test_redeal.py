"""Re-deals: what a seat knows stays, all else comes from the lots alone."""

from __future__ import annotations

import pytest
from tests.replay.cases import Case, every_case, some_of

from kifu.replay.registry import game

from .deal_laws import (
    analysed,
    breaches,
    cases,
    deal_again,
    expected,
    moments,
    spreads,
    untrue,
)

CASES = list(cases(analysed()))
#: Every so many plies of a match are looked at: a prime, so that all phases come up.
EVERY = 7


@pytest.mark.matrix(5)
@every_case
def test_a_world_keeps_what_the_seat_knows_and_can_be_played_to_its_end(case: Case) -> None:
    for moment in moments(case, "law"):
        if moment.ply % EVERY == 0 or moment.state.is_over:
            assert not untrue(moment), moment.ply
            for viewer in (0, 1 + moment.ply % case.seats):
                wrong = breaches(case, moment, viewer, f"{moment.ply} {viewer}", moment.ply < 40)
                assert not wrong, (moment.ply, viewer)
                # What the seat can't know has no influence: a world is a twin of the match.
                twin = moment._replace(state=deal_again(case, moment, viewer, "twin"))
                worlds = [deal_again(case, each, viewer, "both") for each in (moment, twin)]
                assert worlds[0].digest() == worlds[1].digest(), (moment.ply, viewer)


@every_case
def test_other_lots_give_other_worlds(case: Case) -> None:
    """Unless nothing is hidden: then all worlds are the match, but for later chance."""
    dealt = set()
    moment = next(moments(case, "others"))
    for number in range(20):
        dealt.add(deal_again(case, moment, 0, f"{number}").digest())
    assert len(dealt) == (1 if case.given.get("hands") == "drafted" else 20)


@every_case
def test_later_chance_is_that_of_the_lots(case: Case) -> None:
    moment = next(moments(case, "later"))
    world = deal_again(case, moment, 1, "later")
    names = [str(number) for number in range(1, 105)]
    dealt = world.chance.shuffle("deal/99", names, 20)
    assert dealt == deal_again(case, moment, 1, "later").chance.shuffle("deal/99", names, 20)
    assert dealt != deal_again(case, moment, 1, "else").chance.shuffle("deal/99", names, 20)
    assert dealt != world.chance.shuffle("deal/98", names, 20)
    assert world.copy().chance is world.chance


@pytest.mark.parametrize("name", some_of(analysed(), ["mutsugo"]))
def test_free_cards_are_dealt_evenly(name: str) -> None:
    """By chi-square; a score of 4 or more comes up once in 30,000 times by itself."""
    given = game(name).option_sets[0]
    case = [case for case in CASES if case.game.name == name and case.given == given][-1]
    for viewer in (0, case.seats):
        moment = next(moments(case, "even"))
        found = spreads(case, moment, viewer, 200)
        assert found
        assert not [spread for spread in found if abs(spread.score) > 4]


def test_choices_of_others_are_taken_back() -> None:
    case = next(case for case in CASES if case.game.name == "nimmt" and case.seats == 10)
    chosen = next(moment for moment in moments(case, "back") if len(moment.chosen) == 5)
    done = {seat for seat, _move in chosen.chosen}
    for viewer in range(11):
        world = deal_again(case, chosen, viewer, "back")
        assert world.to_move() == [seat for seat in range(1, 11) if seat not in done & {viewer}]
        assert world.next_seat == world.to_move()[0]
        assert world.view(viewer) == expected(chosen, viewer).view(viewer)
