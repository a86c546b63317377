"""Where two records of a match part: the first ply at which they differ, and how."""

from __future__ import annotations

from itertools import zip_longest

from msgspec import Struct

from kifu.notation.errors import KifuError
from kifu.notation.record import Record, first_comments
from kifu.replay.form import seat_order
from kifu.replay.game import State
from kifu.replay.match import Match
from kifu.replay.track import Ply


class Parting(Struct):
    """`ply` is the first ply at which two records differ (0: before the first move), `first` and
    `second` say what each of them has there. `ended` is the record (1, 2) that only ends there,
    0 where both go on.
    """

    ply: int
    first: str
    second: str
    ended: int = 0


def parting(first: Match, second: Match) -> Parting | None:
    """Where the main lines of two replayed records part, None where they never do.

    Compares the game, its options and seats, the moves, and the positions, but not names, tags and
    notes. Moves that happen at once are compared in seat order. A record ends after a bad move.
    Raises KifuError if one can't be set up. O(moves).

    >>> from msgspec.structs import replace
    >>> from kifu.replay.replayer import replay
    >>> record = Record(game="nimmt", rules=1, options={"rounds": "1"}, seats=["Aki", "Ben"],
    ...     seed="shake256-1:00112233445566778899aabbccddeeff", moves="59 1 r4", end="*")
    >>> parting(replay(record), replay(replace(record, moves="59 1 r2")))
    Parting(ply=3, first='2:r4', second='2:r2', ended=0)
    """
    setups = _setup(first), _setup(second)
    if setups[0] != setups[1]:
        return Parting(0, *setups)
    if first.record.game == "chronicle":
        return _parting_of_chronicles(first.record, second.record, first.plies, second.plies)
    states = first.position(0), second.position(0)
    lines = _in_seat_order(first), _in_seat_order(second)
    for ply, moves in enumerate(zip_longest(*lines), 1):
        if part := _parting_of_positions(ply - 1, *states):
            return part
        if moves[0] != moves[1]:
            return Parting(ply, _said(moves[0]), _said(moves[1]), _ended(moves))
        for state, (seat, token) in zip(states, moves, strict=True):
            state.play(token, seat)
    return _parting_of_positions(len(lines[0]), *states)


def _parting_of_positions(ply: int, first: State, second: State) -> Parting | None:
    digests = first.digest(), second.digest()
    if digests[0] == digests[1]:
        return None
    return Parting(ply, f"position {digests[0]}", f"position {digests[1]}")


def _setup(match: Match) -> str:
    """Game, rules, options and seats of a match as a text to compare. Raises KifuError if the
    record can't be set up.
    """
    record = match.record
    seats = f"{len(record.seats)} seats"
    if record.game == "chronicle":
        return f"chronicle, {seats}"
    if match.game is None or match.state is None or match.state.missing == "deal/1":
        why = match.findings[0].message if match.findings else "it has no position"
        raise KifuError(f"the record can't be compared: {why}")
    written = match.game.write_options(match.options, len(record.seats))
    options = [f"{name}={value}" for name, value in written.items()]
    return ", ".join([f"{record.game} {record.rules}", seats, *options])


def _in_seat_order(match: Match) -> list[Ply]:
    order = seat_order(match.position(0), match.plies)
    return [match.plies[ply - 1] for ply in order]


def _said(move: Ply | None) -> str:
    return "nothing more" if move is None else f"{move[0]}:{move[1]}"


def _ended(moves: tuple[Ply | None, Ply | None]) -> int:
    return 1 if moves[0] is None else 2 if moves[1] is None else 0


def _parting_of_chronicles(
    first: Record, second: Record, seats: list[Ply], others: list[Ply]
) -> Parting | None:
    """Where two chronicles part, None if they don't. Chronicles have no positions, so the actors
    and the sentences are compared. `seats` are the plies of `first`, `others` those of `second`.
    """
    notes = first_comments(first.notes), first_comments(second.notes)
    for ply, moves in enumerate(zip_longest(seats, others), 1):
        first_line, second_line = (
            f"{_said(move)} {texts.get(ply, '')}".strip()
            for move, texts in zip(moves, notes, strict=True)
        )
        if first_line != second_line:
            return Parting(ply, first_line, second_line, _ended(moves))
    return None
