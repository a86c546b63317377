"""The game form: what the page wants written, a fixed point, and the same match, also of random
records with everything that can stand in one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.errors import NotationError
from kifu.notation.lint import lint
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.form import game_form
from kifu.replay.game import Game, State
from kifu.replay.match import replay
from kifu.replay.registry import game, game_names

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


#: Every game with each of its option sets and each number of seats up to four.
TABLES = [
    (name, options, seats)
    for name in game_names()
    for options in game(name).option_sets
    for seats in game(name).seats(game(name).read_options(options))
    if seats <= 4
]
LUCK = st.randoms(use_true_random=False)


@given(st.sampled_from(TABLES), LUCK)
def test_the_game_form_says_the_same_and_is_a_fixed_point(
    table: tuple[str, dict[str, str], int], luck: Random
) -> None:
    record = annotated(*table, luck)
    match = replay(record)
    assert {finding.code for finding in match.findings} <= {"KF416"}
    form = game_form(match)
    again = replay(form)
    # Only where a position between choices is noted, these stay as they are.
    assert {finding.code for finding in again.findings} <= {"KF416"}
    plain = replace(record, notes=[note for note in record.notes if note.text or note.glyph])
    assert replay(game_form(replay(plain))).findings == []
    assert lint(form) == []
    assert again.state is not None
    assert match.state is not None
    assert again.state.digest() == match.state.digest()
    assert game_form(again) == form
    for kind in ("text", "glyph"):
        assert sorted(said(form.notes, kind)) == sorted(said(record.notes, kind))
    # The checkpoint behind the last ply of each line: it ends where it ended before.
    assert sorted(ends(form.moves, form.notes)) == sorted(ends(record.moves, record.notes))


def annotated(name: str, options: dict[str, str], seats: int, luck: Random) -> Record:
    """A match that breaks off, with notes and variations, and what happens at once in any order."""
    seed = derived_seed(f"annotated {luck.randrange(50)}")
    rules = game(name)
    state = rules.start(rules.read_options(options), seats, Chance(seed))
    moves, notes = line(rules, state, luck.randrange(4 * seats), luck, 0)
    winner = state.winners() if state.is_over and rules.ranking.needs_winner(state) else None
    names = [f"seat {seat}" for seat in range(seats)]
    return Record(game=name, rules=1, options=options, seats=names, seed=seed, winner=winner,
                  moves=moves, notes=notes, end="=" if state.is_over else "*")  # fmt: skip


def line(
    rules: Game, state: State, length: int, luck: Random, depth: int
) -> tuple[str, list[Note]]:
    """A line of play from `state`, which is left behind its last move."""
    words: list[str] = []
    notes = [Note(at=0, text=f"start {luck.random()}")] if luck.random() < 0.3 else []
    ply = 0
    while ply < length and not state.is_over:
        ply += 1
        before = state.copy()
        seat = luck.choice(state.to_move())
        move = luck.choice(state.legal_moves(seat))
        words += [mark for mark in rules.marks(state, move) if luck.random() < 0.5]
        named = seat != rules.seat_of(state, move) or luck.random() < 0.5
        words.append(f"{seat}:{move}" if named else move)
        state.play(move, seat)
        notes += attachments(rules, ply, before, state, luck, depth)
    notes.append(Note(at=ply, check=state.digest()[:8]))
    return " ".join(words), notes


def attachments(
    rules: Game, ply: int, before: State, state: State, luck: Random, depth: int
) -> Iterator[Note]:
    if luck.random() < 0.2:
        yield Note(at=ply, text=f"comment {luck.random()}")
    if luck.random() < 0.2:
        yield Note(at=ply, glyph=luck.choice(["!", "?!", "$10"]))
    if luck.random() < 0.2:
        yield Note(at=ply, check=state.digest()[:8])
    if depth < 3 and luck.random() < 0.3:
        on = luck.random() < 0.3
        origin = state.copy() if on else before.copy()
        moves, notes = line(rules, origin, luck.randrange(6), luck, depth + 1)
        yield Note(at=ply, line=Line(moves=moves, notes=notes, on=on))


def said(notes: list[Note], kind: str) -> Iterator[str]:
    for note in notes:
        if getattr(note, kind) is not None:
            yield getattr(note, kind)
        if note.line is not None:
            yield from said(note.line.notes, kind)


def ends(moves: str, notes: list[Note]) -> Iterator[str]:
    last = sum(word[-1] != "." and word[0] != "#" for word in moves.split())
    yield [note.check for note in notes if note.check and note.at == last][-1]
    for note in notes:
        if note.line is not None:
            yield from ends(note.line.moves, note.line.notes)
