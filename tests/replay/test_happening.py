"""Steps that are noted while lines are played in one go are those of each move played alone."""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.elements.circumstances import COUNTS, KINDS, PLACES, class_of, round_of, turn_of
from kifu.replay.game import Game
from kifu.replay.observer import Observer
from kifu.replay.players.asking import next_move
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
from kifu.replay.replayer import replay
from kifu.replay.table import Step

from .cases import Case

Seen = tuple[int, Step, int]


def one_by_one(found: Game, record: Record) -> list[Seen]:
    """Every step that is an event, with its ply and how much it changed its seat's score."""
    seen: list[Seen] = []
    match = replay(record)
    state = match.position(0)
    scores = state.scores()
    for ply, (seat, move) in enumerate(match.plies, 1):

        def watch(step: Step, ply: int = ply) -> None:
            before, scores[:] = scores.copy(), state.scores()
            if step.kind in found.archive.events:
                at = step.seat - 1
                seen.append((ply, step, scores[at] - before[at] if step.seat else 0))

        state.play(move, seat, watch)
    return seen


def records(found: Game) -> list[Record]:
    """A match of each option set, with the most seats."""
    made: list[Record] = []
    for options in found.option_sets:
        seats = found.seats(found.read_options(options))[-1]
        made += simulate(found, 1, seed="happening", seats=seats, options=options)
    return made


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_noted_is_what_each_move_does(name: str) -> None:
    found = game(name)
    kinds = {"instant"}  # too rare to wait for
    for number in range(12):
        case = Case(found, found.option_sets[number % len(found.option_sets)], 0)
        seats = found.seats(found.read_options(case.given))[-1]
        state = case._replace(seats=seats).start(str(number))
        while not state.is_over:
            seat, move = next_move(state, [found.greedy] * seats)
            state.play(move, seat, lambda step: kinds.add(step.kind))
    for record in records(found):
        taken: list[Seen] = []
        replay(record, Observer(PLACES, lambda *seen, to=taken: to.append(seen)))
        assert taken == one_by_one(found, record)
        kinds |= {step.kind for _ply, step, _gain in taken}
    assert kinds >= {*found.archive.events}


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_wanted_is_the_same_when_all_is(name: str) -> None:
    for record in records(game(name)):
        every, places, kinds = map(Observer, (PLACES | KINDS | COUNTS, PLACES, KINDS))
        for observer in (every, places, kinds):
            replay(record, observer)
        moves = every.moves
        assert [(round_of(one), turn_of(one)) for one in places.moves] == [
            (round_of(one), turn_of(one)) for one in moves
        ]
        assert [class_of(one) for one in kinds.moves] == [class_of(one) for one in moves]
