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


def test_variations_get_the_same_form_as_far_as_they_are_legal() -> None:
    given = record(
        "59 1 63",
        notes=[
            Note(at=3, line=Line(moves="3:11", notes=[Note(at=1, text="lower")])),
            Note(at=3, line=Line(moves="11 zz 2. 5")),
            Note(at=3, line=Line(moves="zz")),
        ],
    )
    lines = [note.line for note in formed(given).notes]
    assert [line.moves for line in lines if line] == ["11", "11 zz 2. 5", "zz"]
    assert lines[0] is not None
    assert lines[0].notes == [Note(at=1, text="lower")]


def test_notes_after_the_break_of_a_variation_are_kept() -> None:
    behind = [Note(at=1, glyph="!"), Note(at=3, text="far behind"), Note(at=2, text="behind")]
    line = Line(moves="11 zz 5", notes=behind)
    [note] = formed(record("59 1 63", notes=[Note(at=3, line=line)])).notes
    assert note.line is not None
    assert note.line.notes == [behind[0], behind[2], behind[1]]


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


def test_what_is_wrong_in_a_variation_is_neither_mended_nor_lost() -> None:
    lines = [
        Line(moves="11 foo."),
        Line(moves="11 #x"),
        Line(moves="7. 3:11"),
        Line(moves="11 03:5"),
        Line(moves="11 #9"),
        Line(moves="11", notes=[Note(at=1, check="00000000")]),
    ]
    given = record("59 1 63", notes=[Note(at=3, line=line) for line in lines])
    assert formed(given).notes == given.notes
    apart = Line(moves="2:1 1:59", notes=[Note(at=1, check="00000000")])
    [note] = formed(record("59 1", notes=[Note(at=1, line=apart)])).notes
    assert note.line == Line(moves="#1 1. 2:1 59", notes=apart.notes)


def test_lines_nested_without_end_stay_as_they_are_where_they_are_too_deep() -> None:
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
