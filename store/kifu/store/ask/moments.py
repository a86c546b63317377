"""Moments: positions of records in files, named `FILE@PLY`, and the keys they are found by.

`FILE#N@PLY` is in the N-th record of the file. The position is the one after that ply.
"""

from __future__ import annotations

import re

from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError
from kifu.notation.files import read_numbered
from kifu.replay.game import Game, State
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.store.index.course import situation_key

_MOMENT = re.compile(
    r"(?P<path>.+?)(?:#(?P<number>[1-9][0-9]{0,8}))?@(?P<ply>[0-9]{1,9})", re.DOTALL
)
KEY = re.compile(r"[0-9a-f]{16}")


class FoundPosition(Struct, frozen=True):
    """A position of a record."""

    game: Game
    state: State
    seats: int


def moment(text: str) -> FoundPosition:
    """The position that `FILE@PLY` or `FILE#N@PLY` names (N from 1; ply 0 is before the first
    move), from a replay of that record.

    Raises UsageError for text of another form, OSError, and KifuError if the file has no such
    record or ply.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} names no position; write FILE@PLY, or FILE#RECORD@PLY")
    path, number = found["path"], int(found["number"] or 1)
    record = read_numbered(path, number).record
    if record is None:
        raise KifuError(f"{path}: record {number} can't be read; kifu check says why")
    state = replay(record).position(int(found["ply"]))
    rules = game(record.game).revision(record.rules)
    assert rules is not None, "the record has a position, so its rules are known"
    return FoundPosition(rules, state, len(record.seats))


def position_digest(text: str) -> str:
    """The digest of the position that `text` names: as `FILE@PLY` (see `moment`), or by this
    digest. Raises as `moment` does.
    """
    return text if KEY.fullmatch(text) else moment(text).state.digest()


def situation_named(text: str, seat: int | None = None) -> str:
    """The key (16 hex digits) of the situation that `seat` faces in the position that `text` names
    as `FILE@PLY` (see `moment`); `text` itself if it is such a key. None is the seat to move; of
    several that may move, the one that moves next, or else the first. Raises UsageError for other
    text, OSError, and KifuError if there is no such record, ply or seat, or, without a `seat`,
    nobody is to move.
    """
    if KEY.fullmatch(text):
        return text
    here = moment(text)
    open_seats = here.state.to_move()
    if seat is None:
        if not open_seats:
            why = here.state.missing and f"the outcome of {here.state.missing} is not known"
            raise KifuError(f"{text}: no seat is to move here: {why or 'the match is over'}")
        seat = here.state.next_seat or open_seats[0]
    if not 1 <= seat <= here.seats:
        raise KifuError(f"{text}: there is no seat {seat}; the record has {here.seats}")
    return f"{situation_key(here.game, here.state.situation(seat)):016x}"
