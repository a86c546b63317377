"""Every way to a position leads to the same one: text, logs, seeds and outcomes written out."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from kifu.notation import dumps, loads
from kifu.notation.log import encode_json
from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.match import replay, start_of
from kifu.replay.players.simulate import simulate

from .cases import Case, all_cases, every_case
from .remembering import Remembering


@cache
def simulated(name: str) -> Record:
    """The match of the case of this name; nobody changes it."""
    case = CASES[name]
    players = ["random", *["greedy"] * (case.seats - 1)]
    (record,) = simulate(
        case.game, 1, seats=case.seats, options=case.given, players=players, seed="routes"
    )
    return record


CASES = {case.name: case for case in all_cases()}


def digests(record: Record, chance: Chance) -> list[str]:
    """The digest behind each ply of a record that is as it should be."""
    match = replay(record)
    assert match.findings == []
    state = start_of(match, chance)
    found = [state.digest()]
    for seat, token in match.plies:
        state.play(token, seat)
        found.append(state.digest())
    assert state.is_over
    return found


@every_case
def test_text_logs_seed_and_written_outcomes_lead_to_the_same_positions(case: Case) -> None:
    record = simulated(case.name)
    given = Remembering(str(record.seed))
    expected = digests(record, given)
    routes = [
        loads(dumps(record)),
        loads(encode_json(record)),
        loads(dumps(loads(encode_json(record)))),
    ]
    assert routes == [record] * len(routes)
    outcomes = [(label, " ".join(cards)) for label, cards in given.outcomes.items()]
    both = replace(record, chance=outcomes)
    for route in (routes[0], both, replace(both, seed=None)):
        assert digests(route, Chance(route.seed, route.chance)) == expected


@every_case
def test_the_game_form_of_a_match_is_found_again_without_marks_and_with_every_actor(
    case: Case,
) -> None:
    record = simulated(case.name)
    plies = replay(record).plies
    bare = replace(record, moves=" ".join(f"{seat}:{token}" for seat, token in plies))
    assert game_form(replay(record)) == record
    assert game_form(replay(bare)) == record


@every_case
def test_wherever_a_match_stops_it_is_a_record_that_is_not_over(case: Case) -> None:
    record = simulated(case.name)
    words = record.moves.split()
    for length in range(0, len(words), max(1, len(words) // 12)):
        stopped = replace(record, moves=" ".join(words[:length]), end="*", result=None, winner=None)
        match = replay(stopped)
        assert match.findings == []
        assert match.state is not None
        assert not match.state.is_over
        assert not match.state.winners()
