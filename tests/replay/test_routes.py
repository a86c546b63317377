"""Every way to a position leads to the same one: text, logs, seeds and outcomes written out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from kifu.notation import dumps, loads
from kifu.notation.log import decode_json, decode_msgpack, encode_json, encode_msgpack
from kifu.notation.record import Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.game import Game
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game, games
from kifu.replay.replayer import replay

from .remembering import Remembering

Case = tuple[Game, dict[str, str], int]


def cases() -> Iterator[Case]:
    """Every option set of every game, with the fewest and with the most seats."""
    for name in games():
        for options in game(name).option_sets:
            allowed = game(name).seats(game(name).read_options(options))
            for seats in sorted({allowed[0], allowed[-1]}):
                yield game(name), options, seats


CASES = list(cases())
every_case = pytest.mark.parametrize("case", CASES, ids=[f"{c[0].name} {c[1:]}" for c in CASES])


def simulated(case: Case) -> Record:
    played, options, seats = case
    players = ["random", *["greedy"] * (seats - 1)]
    (record,) = simulate(played, 1, seats=seats, options=options, players=players, seed="routes")
    return record


def digests(record: Record, chance: Chance) -> list[str]:
    """The digest behind each ply of a record that is as it should be."""
    match = replay(record)
    assert match.findings == []
    assert match.game is not None
    state = match.game.start(match.options, len(record.seats), chance)
    found = [state.digest()]
    for seat, token in match.plies:
        state.play(token, seat)
        found.append(state.digest())
    assert state.is_over
    return found


@every_case
def test_text_logs_seed_and_written_outcomes_lead_to_the_same_positions(case: Case) -> None:
    record = simulated(case)
    given = Remembering(str(record.seed))
    expected = digests(record, given)
    routes = [
        loads(dumps(record)),
        decode_json(encode_json(record)),
        decode_msgpack(encode_msgpack(record)),
        loads(dumps(decode_json(encode_json(record)))),
    ]
    assert routes == [record] * len(routes)
    outcomes = [(label, " ".join(cards)) for label, cards in given.outcomes.items()]
    both = replace(record, chance=outcomes)
    for route in (*routes, both, replace(both, seed=None)):
        assert digests(route, Chance(route.seed, route.chance)) == expected


@every_case
def test_the_game_form_of_a_match_is_found_again_without_marks_and_with_every_actor(
    case: Case,
) -> None:
    record = simulated(case)
    plies = replay(record).plies
    bare = replace(record, moves=" ".join(f"{seat}:{token}" for seat, token in plies))
    assert game_form(replay(record)) == record
    assert game_form(replay(bare)) == record


@every_case
def test_wherever_a_match_stops_it_is_a_record_that_is_not_over(case: Case) -> None:
    record = simulated(case)
    words = record.moves.split()
    for length in range(0, len(words), max(1, len(words) // 12)):
        stopped = replace(record, moves=" ".join(words[:length]), end="*", result=None, winner=None)
        match = replay(stopped)
        assert match.findings == []
        assert match.state is not None
        assert not match.state.is_over
        assert not match.state.winners()
