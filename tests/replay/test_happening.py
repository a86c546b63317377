"""Steps that are taken down while lines are played in one go are those that a witness sees."""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.elements.circumstances import COUNTS, KINDS, PLACES, class_of, round_of, turn_of
from kifu.replay.game import Game, State
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay
from kifu.replay.replaying.track import Met
from kifu.replay.table import Step, Watch

Seen = tuple[int, Step, int]


def witnessed(found: Game, record: Record) -> list[Seen]:
    """Every step that is an event, with its ply and how much it changed its seat's score."""
    seen: list[Seen] = []
    scores: list[int] = []
    plies = 0

    def witness(state: State, seat: int) -> Watch:
        nonlocal plies
        plies += 1
        scores[:] = scores or state.scores()

        def watch(step: Step) -> None:
            before, scores[:] = scores.copy(), state.scores()
            if step.kind in found.events:
                at = step.seat - 1
                seen.append((plies, step, scores[at] - before[at] if step.seat else 0))

        return watch

    replay(record, witness)
    return seen


def records(found: Game) -> list[Record]:
    """A match of each option set, with the most seats."""
    made: list[Record] = []
    for options in found.option_sets:
        seats = found.seats(found.read_options(options))[-1]
        made += simulate(found, 1, seed="happening", seats=seats, options=options)
    return made


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_happens_is_what_a_witness_sees(name: str) -> None:
    found = game(name)
    some = 0
    for record in records(found):
        taken: list[Seen] = []
        met = Met(PLACES, lambda *seen, to=taken: to.append(seen))
        replay(record, met=met)
        assert taken == witnessed(found, record)
        some += len(taken)
    assert some


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_wanted_is_what_is_met_when_all_is(name: str) -> None:
    for record in records(game(name)):
        every, places, kinds = Met(PLACES | KINDS | COUNTS), Met(PLACES), Met(KINDS)
        for met in (every, places, kinds):
            replay(record, met=met)
        moves = every.moves
        assert [(round_of(one), turn_of(one)) for one in places.moves] == [
            (round_of(one), turn_of(one)) for one in moves
        ]
        assert [class_of(one) for one in kinds.moves] == [class_of(one) for one in moves]
