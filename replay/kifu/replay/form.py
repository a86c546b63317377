"""The game form: a record with the marks, actors, options and result of its game's page.

`rewrite` brings a file of records into it, in the file's own place, or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from filecmp import cmp

from msgspec import Struct
from msgspec.structs import replace

from kifu.notation.disk import destination, whole_file
from kifu.notation.errors import Diagnostic, NotationError
from kifu.notation.files import Packed, Writer, form_of, read
from kifu.notation.record import Note, Record
from kifu.replay.chance import rolled
from kifu.replay.game import Game, State
from kifu.replay.hidden_cards.trial import filled
from kifu.replay.match import Match, check
from kifu.replay.track import Ply, made_at_once
from kifu.replay.verdict import main_errors


def game_form(match: Match) -> Record:
    """The record of a match in game form: with the marks that its game's rules page asks for,
    actors only where needed, only options that differ from their defaults, and, if the game is
    over, the result (and the winner where needed) of the replay. Its end (`=`, `*`) stays as it
    was. It is a new record, and the match's own is not changed; of a chronicle it is that record
    itself. The game form of a game form is itself.

    Unknown cards of a deal are written as runs, `_*9`. Moves made at once are put in seat order,
    with their notes, unless a checkpoint or the start of a variation is between them. Variations
    stay as they are written. If moves are left that can't be played yet, because a chance event has
    no outcome (its seed is not published, say), all moves stay as they are written. Nothing is
    repaired: NotationError, with the findings, if the main line or the header has errors.

    >>> from kifu.replay.match import replay
    >>> record = Record(game="nimmt", rules=1, options={"target": "66", "rounds": "1"},
    ...     seats=["Aki", "Ben"], moves="2:1 1:59", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff")
    >>> form = game_form(replay(record))
    >>> form.moves, form.options
    ('#1 1. 59 1', {'rounds': '1'})
    """
    record = match.record
    for error in main_errors(match.findings):
        raise NotationError(f"{error.code} {error.message}", match.findings)
    if match.game is None or match.line is None:
        return record
    options = match.game.write_options(match.options, len(record.seats))
    record = replace(record, chance=[(label, rolled(cards)) for label, cards in record.chance])
    state = match.line.state
    if not match.line.advance():  # it waits for a chance event, and moves are left
        return replace(record, options=options)
    moves, notes = _line(match.game, match.position(0), match.plies, record.notes)
    record = replace(record, options=options, moves=moves, notes=notes)
    if state.is_over:
        record.result = state.scores()
        if match.game.ranking.needs_winner(state):
            record.winner = state.winners()
    return record


def _line(game: Game, state: State, plies: list[Ply], notes: list[Note]) -> tuple[str, list[Note]]:
    """The moves, as one text, and the notes of a main line in game form. Its `plies`, all of them
    legal, are played on `state`, the position at ply 0, itself. A note about a move gets the ply
    that its move has now, and the notes are in the order of plies; at one ply, their order stays.
    Variations are not changed.
    """
    #: The positions that notes are about, each as the number of the ply before it: where a
    #: checkpoint is, and where a variation begins. What was made at once is put in seat order if
    #: none of these is between it.
    kept = {
        note.at - (note.line is not None and not note.line.on)
        for note in notes
        if _is_of_position(note)
    }
    words: list[str] = []
    order: list[int] = []
    while len(order) < len(plies):
        group = [*range(len(order) + 1, made_at_once(state, plies, len(order)) + 1)]
        if kept.isdisjoint(group[:-1]):
            group.sort(key=lambda ply: plies[ply - 1][0])
        for old in group:
            seat, token = plies[old - 1]
            words += [*game.marks(state, token), game.word(state, seat, token)]
            state.play(token, seat)
            order.append(old)
    ply_of = {old: ply for ply, old in enumerate(order, 1)}
    moved = [
        note if _is_of_position(note) else replace(note, at=ply_of.get(note.at, note.at))
        for note in notes
    ]
    return " ".join(words), sorted(moved, key=lambda note: note.at)


def _is_of_position(note: Note) -> bool:
    """Whether a note is about a position, not about a move: a checkpoint or a variation."""
    return note.check is not None or note.line is not None


class Rewritten(Struct):
    """What `rewrite` found: whether the game form differs from the file (`changes`), and for each
    record with proved cards a sentence about what was filled in, or why not (`filled`).
    """

    changes: bool
    filled: list[str]


def rewrite(path: str, *, keep: bool) -> Rewritten:
    """Bring the records of the file `path` into game form, and fill in the cards that their moves
    prove. With `keep`, nothing is changed: only find out what would be.

    In the Rewritten returned, `changes` says whether the new file differs from the old one in any
    byte; so a file that another program has compressed may count as changed although its text is
    the same. `filled` has a sentence for each record with proved cards: what was filled in, or why
    not.

    The new file is written beside the old one (also with `keep`; it is removed then) and replaces
    it in one step, with the same form, compression and permissions; a file that would not change is
    not touched. If `path` is a link, the file that it leads to is replaced. Raises NotationError
    with the findings if a record has errors, and without findings for a live log; UsageError if the
    name says no form, or `path` is a folder, a device or a pipe; KifuError if the disk is full;
    OSError if there is no such file, or if its folder can't be written. After an error the old file
    is as it was.
    """
    old = destination(path)
    os.stat(old)
    kind, compression = form_of(old)
    said: list[str] = []
    changes = False
    with suppress(_Kept), whole_file(old, force=True) as file:
        with Packed(file, compression) as stream:
            new = Writer(stream, kind)
            for record in _each_formed(old, said):
                new.write(record)
        file.flush()
        changes = not cmp(old, file.name, shallow=False)
        if keep or not changes:
            raise _Kept
    return Rewritten(changes, said)


class _Kept(Exception):
    """Raised while the new file is written: the old one stays as it is."""


def _each_formed(path: str, said: list[str]) -> Iterator[Record]:
    """Yield the records of the file in game form, with the cards filled in that their moves prove;
    for each with such cards a sentence (what was filled in, or why not) is added to `said`.

    After the first record with errors (of header or main line) none are yielded, but all are read;
    then NotationError is raised with all errors. A reading without a record is left out, but its
    errors count. NotationError is also raised when a live log is reached; OSError or UsageError as
    `read` does.
    """
    errors: list[Diagnostic] = []
    for reading in read(path):
        if reading.form == "live":
            message = f"{path} is a live log; make a record of it with kifu convert"
            raise NotationError(message)
        match = check(reading)
        findings = reading.diagnostics if match is None else match.findings
        errors += main_errors(findings)
        if match is not None and not errors:
            proved, sentence = filled(match)
            if sentence:
                said.append(f"record {reading.number}: {sentence}")
            yield game_form(proved)
    if errors:
        raise NotationError(f"{path} has errors and was left unchanged", errors)
