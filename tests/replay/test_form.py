"""The game form: what the page wants written, a fixed point, and the same match."""

from __future__ import annotations

from typing import Any

import pytest

from kifu.notation.errors import NotationError
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance
from kifu.replay.form import game_form
from kifu.replay.match import replay
from kifu.replay.registry import game

SEED = "shake256-1:00112233445566778899aabbccddeeff"


def record(moves: str, **fields: Any) -> Record:
    given: dict[str, Any] = {
        "game": "nimmt", "rules": 1, "seats": ["a", "b", "c"], "options": {"rounds": "1"},
        "seed": SEED, "end": "*", "moves": moves,
    }  # fmt: skip
    return Record(**{**given, **fields})


def formed(given: Record) -> Record:
    return game_form(replay(given))


def test_choices_are_put_in_seat_order_and_a_gap_keeps_its_actor() -> None:
    assert formed(record("3:63 1:59")).moves == "#1 1. 59 3:63"
    assert formed(record("3:63 1:59 2:1")).moves == "#1 1. 59 1 63"
    assert formed(record("2:1")).moves == "#1 1. 2:1"


def test_notes_go_with_their_moves() -> None:
    given = record("3:63 1:59 2:1")
    whole = replay(given).position(3).digest()[:8]
    given.notes = [
        Note(at=0, text="start"),
        Note(at=1, text="third"),
        Note(at=2, glyph="!"),
        Note(at=3, text="second"),
        Note(at=3, check=whole),
    ]
    assert replay(given).findings[0].code == "KF416"
    form = formed(given)
    assert form.notes == [
        Note(at=0, text="start"),
        Note(at=1, glyph="!"),
        Note(at=2, text="second"),
        Note(at=3, text="third"),
        Note(at=3, check=whole),
    ]
    assert replay(form).findings == []


def test_variations_stay_as_they_are_written_and_their_notes_too() -> None:
    lines = [
        Line(moves="3:11", notes=[Note(at=1, text="lower"), Note(at=2, text="far behind")]),
        Line(moves="11 zz 2. 5"),
        Line(moves="7. 3:11 #9"),
        Line(moves="11 03:5"),
        Line(moves="11", notes=[Note(at=1, check="00000000")]),
        Line(moves="2. 2:1 1:59", on=True),
    ]
    given = record("59 1 63", notes=[Note(at=3, line=line) for line in lines])
    assert formed(given).notes == given.notes


def test_choices_stay_as_they_are_written_where_a_position_between_them_is_noted() -> None:
    words = "#1 1. 2:1 3:63 59"
    check = replay(record(words)).position(2).digest()[:8]
    other = Line(moves="3:11", notes=[Note(at=1, text="lower")])
    for note in (Note(at=2, check=check), Note(at=2, line=other)):
        form = formed(record("2:1 3:63 1:59", notes=[note]))
        assert (form.moves, form.notes) == (words, [note])
        assert {finding.code for finding in replay(form).findings} == {"KF416"}
    ends = [Note(at=1, line=other), Note(at=3, line=Line("2. 11", on=True))]
    assert formed(record("2:1 3:63 1:59", notes=ends)).moves == "#1 1. 59 1 63"


def test_lines_nested_without_end_stay_as_they_are() -> None:
    line = Line(moves="11")
    for _ in range(900):
        line = Line(moves="11", notes=[Note(at=1, line=line)])
    given = record("59 1 63", notes=[Note(at=3, line=line)])
    assert formed(given).notes == given.notes


def test_a_finished_record_gets_its_result() -> None:
    nimmt = game("nimmt")
    state = nimmt.start(nimmt.read_options({"rounds": "1"}), 3, Chance(SEED))
    moves = []
    while not state.is_over:
        moves.append(state.legal_moves(state.next_seat)[0])
        state.play(moves[-1])
    form = formed(record(" ".join(moves), end="="))
    assert form.result == state.scores()
    assert form.moves.startswith("#1 1. ")
    assert form.moves.count(".") == 10
    assert formed(form) == form


def test_a_record_with_errors_is_not_touched() -> None:
    with pytest.raises(NotationError, match="KF406 card 59 is not in the hand of seat 2"):
        formed(record("59 59"))


def test_moves_whose_seed_is_not_out_stay_as_they_are() -> None:
    given = record("3:63 1:59", seed=None, commit="sha256:" + "0" * 64)
    assert formed(given).moves == "3:63 1:59"
