"""Why a changed record may be accepted: only words differ, or a proof that it is legal, by ways of
its own: every move is in the list of legal moves, and not just not refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any

from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record, is_mark, split_actor
from kifu.replay.chance import COMMIT, Chance, commit_of
from kifu.replay.game import Game, State
from kifu.replay.registry import game
from kifu.replay.table import PUBLIC


class NotLegal(Exception):
    """What in the record has no proof."""


class Remembered(Chance):
    """A record's chance that holds each written outcome to the deck that it was dealt from."""

    def deal(self, label: str, names: Sequence[str], need: int) -> Any:
        cards = super().deal(label, names, need)
        known = [card for card in cards or [] if card]
        if len(known) != len(set(known)) or not all(0 < card <= len(names) for card in known):
            raise NotLegal(f"{label} deals a card twice, or one that the deck does not have")
        return cards


def explained(before: Record, after: Record, warnings: Set[str] = frozenset()) -> str:
    """Why a change of a sound record was accepted, with `warnings` (codes). Raises NotLegal where
    more than words differ, and there is no proof that the record is sound again.
    Where the seed is only promised nothing can be replayed, and a warning must say so.

    >>> before = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="1. 59", end="*")
    >>> explained(before, replace(before, seats=["Aki", "Zoe"]))
    'names and words only'
    """
    if before == after:
        return "the same record"
    if _bare(before) == _bare(after):
        return "names and words only"
    if after.commit and after.seed is None and after.end == "*" and "KF509" in warnings:
        return "the seed is only promised, so the moves are unchecked (KF509)"
    prove(after)
    return "legal again"


def _bare(record: Record) -> Record:
    """The record without what means nothing to the rules; names become their number."""
    return replace(
        record, seats=["" for _ in record.seats], tags=[], tail=[], extra={},
        notes=list(_bare_notes(record.notes)),
    )  # fmt: skip


def _bare_notes(notes: list[Note]) -> Iterator[Note]:
    for note in notes:
        if note.check is not None:
            yield note
        elif note.line is not None:
            line = Line(note.line.moves, list(_bare_notes(note.line.notes)), note.line.on)
            yield Note(note.at, line=line)


def prove(record: Record) -> None:
    """Replay the record by its lists of legal moves and hold all its claims against the end.
    Raises NotLegal where something does not hold.
    """
    rules = game(record.game)
    _demand(record.rules == rules.rules, "the rules revision is not known")
    options = rules.read_options(record.options)
    _demand(len(record.seats) in rules.seats(options), "so many seats can't play")
    options = rules.settle(options, len(record.seats))
    chance = Remembered(record.seed, record.chance)
    state = _played(
        rules, rules.start(options, len(record.seats), chance), record.moves, record.notes
    )
    _demand(not chance.findings, "a chance outcome is wrong")
    _demand(state.missing is None, "a chance outcome is missing")
    if record.commit is not None and record.seed is not None:
        _demand(bool(COMMIT.fullmatch(record.commit)), "the commit is malformed")
        _demand(commit_of(record.seed) == record.commit, "the commit is not the seed's")
    if record.result is not None:
        _demand(record.result == state.scores(), "the scores differ")
    if record.winner is not None:
        _demand(record.winner == state.winners(), "the winners differ")
    elif state.is_over and record.end == "=":
        _demand(not rules.ranking.needs_winner(state), "the winners are missing")
    _demand(record.end == "*" or (record.end == "=" and state.is_over), "the end is none")


def _played(rules: Game, state: State, moves: str, notes: list[Note]) -> State:
    """`state` after a line, each move of which is in the list of what is legal."""
    history = [state.copy()]
    marks: list[str] = []
    for word in moves.split():
        if is_mark(word):
            marks.append(word)
            continue
        actor, token = split_actor(word)
        seat = actor or rules.seat_of(state, token)
        due = () if rules.turns.late(state, token) else state.marks()
        if "0." in marks and state.view(PUBLIC).facts.get("turn") == 0:
            marks.remove("0.")  # before the first turn it may be written
        _demand(_is_part(marks, due), f"the marks before {word} are not due")
        _demand(seat in state.to_move(), f"seat {seat} can't act")
        _demand(token in state.legal_moves(seat), f"{word} is not in the list of legal moves")
        state.play(token, seat)
        history.append(state.copy())
        marks = []
    _demand(_is_part(marks, state.marks()), "the last marks are not due")
    for note in notes:
        _demand(0 <= note.at < len(history), "a note is on no ply")
        if note.check is not None:
            _demand(history[note.at].digest()[:8] == note.check.lower(), "a checkpoint differs")
        elif note.line is not None:
            _demand(note.line.on or note.at > 0, "a variation replaces nothing")
            origin = history[note.at if note.line.on else note.at - 1].copy()
            _played(rules, origin, note.line.moves, note.line.notes)
    return state


def _is_part(marks: list[str], due: Sequence[str]) -> bool:
    """Whether the marks that are written are among those that are due, in their order."""
    left = iter(due)
    return all(mark in left for mark in marks)


def _demand(holds: bool, message: str) -> None:
    if not holds:
        raise NotLegal(message)
