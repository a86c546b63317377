"""The laws of the game form, over random records with everything that can stand in one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.lint import lint
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.form import game_form
from kifu.replay.game import Game, State
from kifu.replay.match import replay
from kifu.replay.registry import game, game_names

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
