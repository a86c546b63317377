"""The game form: a record with the marks, actors, options and result of its game's page."""

from __future__ import annotations

import msgspec

from kifu.notation.errors import NotationError
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance
from kifu.replay.game import Game, State
from kifu.replay.options import write_options
from kifu.replay.replayer import NESTING, Ply, Replay, begin, explore
from kifu.replay.verdict import is_sound


def game_form(match: Replay) -> Record:
    """The record in game form. A fixed point: the game form of a game form is itself.

    Moves that happen at once are put in seat order, and their notes go with them. Variations
    are brought into the same form as far as they are legal; what is behind stays as written.
    Raises NotationError where the main line or the header has errors: nothing is repaired.
    A chronicle has no form but its own, and moves whose seed is not out yet stay as written.

    >>> from kifu.replay.replayer import replay
    >>> record = Record(game="nimmt", rules=1, options={"target": "66", "rounds": "1"},
    ...     seats=["Aki", "Ben"], moves="2:1 1:59", end="*",
    ...     seed="shake256-1:00112233445566778899aabbccddeeff")
    >>> form = game_form(replay(record))
    >>> form.moves, form.options
    ('#1 1. 59 1', {'rounds': '1'})
    """
    record = match.record
    for finding in match.findings:
        if not is_sound([finding]):
            raise NotationError(f"{finding.code} {finding.message}", match.findings)
    if match.game is None or match.state is None:
        return record
    options = write_options(match.options)
    if match.state.missing is not None:
        return msgspec.structs.replace(record, options=options)
    track = begin(Replay(record), Chance(record.seed, record.chance))
    assert track is not None
    words, notes = _line(match.game, track.state, match.plies, record.notes)
    over = match.state.is_over
    return msgspec.structs.replace(
        record,
        options=options,
        moves=" ".join(words),
        notes=notes,
        result=match.state.scores() if over else record.result,
        winner=match.state.winners() if over and match.game.needs_winner else record.winner,
    )


def _line(
    game: Game, state: State, plies: list[Ply], notes: list[Note], depth: int = 0
) -> tuple[list[str], list[Note]]:
    """The words and notes of good plies from `state`, which is left behind the last one."""
    order = seat_order(state.copy(), plies)
    new_place = {old: new for new, old in enumerate(order, 1)}
    noted: dict[int, list[Note]] = {}
    for note in notes:
        # A checkpoint speaks of the position, everything else of the move.
        at = note.at if note.check is not None else new_place.get(note.at, note.at)
        noted.setdefault(at, []).append(note)
    words: list[str] = []
    written = [_note(game, note, 0, None, state, depth) for note in noted.pop(0, ())]
    farthest = 0
    for ply, old in enumerate(order, 1):
        seat, token = plies[old - 1]
        words += state.marks()
        words.append(token if seat == state.next_seat else f"{seat}:{token}")
        here = noted.pop(ply, [])
        before = state.copy() if any(note.line for note in here) else None
        state.play(token, seat)
        farthest = max(farthest, old)
        for note in here:
            if note.check is not None and farthest != ply:
                # Other moves have been made here than before: it is another position.
                note = msgspec.structs.replace(note, check=state.digest()[:8])
            written.append(_note(game, note, ply, before, state, depth))
    return words, written + [note for at in sorted(noted) for note in noted[at]]


def seat_order(state: State, plies: list[Ply]) -> list[int]:
    """The plies (from 1) with those that happen at once in seat order. Plays `state` on.

    Where several seats are to move and `next_seat` is one of them, their order means nothing.
    """
    order = list(range(1, len(plies) + 1))
    at = 0
    while at < len(plies):
        waiting = set(state.to_move()) if state.next_seat else set()
        together = 0
        while at + together < len(plies) and plies[at + together][0] in waiting:
            waiting.discard(plies[at + together][0])
            together += 1
        together = together or 1
        order[at : at + together] = sorted(
            order[at : at + together], key=lambda ply: plies[ply - 1][0]
        )
        for seat, token in plies[at : at + together]:
            state.play(token, seat)
        at += together
    return order


def _note(game: Game, note: Note, ply: int, before: State | None, state: State, depth: int) -> Note:
    """`note` behind `ply`, its variation in game form."""
    origin = state if note.line is not None and note.line.on else before
    if note.line is None or origin is None or depth >= NESTING:
        return msgspec.structs.replace(note, at=ply)
    return msgspec.structs.replace(note, at=ply, line=_variation(game, note.line, origin, depth))


def _variation(game: Game, line: Line, origin: State, depth: int) -> Line:
    plies = explore(game, origin, line).plies
    words, notes = _line(game, origin.copy(), plies, line.notes, depth + 1)
    rest = _words_behind(line.moves, len(plies))
    return Line(moves=" ".join([*words, *rest]), notes=notes, on=line.on)


def _words_behind(moves: str, good: int) -> list[str]:
    """The words behind the `good`-th move, marks included; none where no move follows."""
    words = moves.split()
    places = [k for k, word in enumerate(words) if not (word[-1] == "." or word[0] == "#")]
    if len(places) <= good:
        return []
    return words[places[good - 1] + 1 if good else 0 :]
