"""Steps that are noted while lines are played in one go are those of each move played alone."""

from __future__ import annotations

import pytest

from kifu.notation.record import Record
from kifu.replay.codes.coded import as_coded
from kifu.replay.decision import observe
from kifu.replay.game import Game
from kifu.replay.match import replay
from kifu.replay.players.asking import next_move
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game
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
        observe(replay(record), lambda *seen, to=taken: to.append(seen))
        assert taken == one_by_one(found, record)
        kinds |= {step.kind for _ply, step, _gain in taken}
    assert kinds >= {*found.archive.events}


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_noted_is_what_each_position_says(name: str) -> None:
    found = game(name)
    for record in records(found):
        match = replay(record)
        noted = observe(match, legal=True, situations=True)
        assert len(noted.legal) == len(match.plies) and min(noted.legal) > 0
        state = match.position(0)
        for at, (seat, move) in enumerate(match.plies):
            assert noted.legal[at] == len(state.legal_moves(seat))
            coded = as_coded(state)
            assert coded is not None
            assert coded.answers.keys.situation_text(
                coded, int(noted.situations[at])
            ) == state.situation(seat)
            for mark in found.marks(state, move):
                mine = noted.rounds if mark[0] == "#" else noted.turns
                assert mine[at] == int(mark.strip("#."))
                if mark[0] == "#":
                    assert noted.totals[mine[at] - 1] == state.scores()
            state.play(move, seat)
