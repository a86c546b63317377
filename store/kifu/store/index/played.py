"""Played: the moves of a match as an archive keeps them, one row a match.

Seats, rounds, turns and the like are lists beside the moves, in the form of texts that DuckDB
reads lists from, so that the process that commits has next to nothing to do for each move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from kifu.notation.comments import commands, seconds
from kifu.notation.record import Record
from kifu.replay.elements.circumstances import class_of, legal_of, round_of, turn_of
from kifu.replay.replayer import Replay
from kifu.replay.replaying.track import Met


class Played(Struct, array_like=True, gc=False):
    """The moves of a match and what belongs to each, separated by spaces: tokens, seats, and of its
    class the place in `classes` (from 1; 0: none), which are separated by LF. Both are "" where no
    move has a class.

    `legal`, `rounds` and `turns` are `lettered`: how many moves were legal, and the numbers of
    round and turn, 0 where none has begun; "" where the game counts none. `totals` are the scores
    where each round begins, and at the end of the match, in seat order. `seconds`, `clocks` and
    `times` are what commands in the comments say, `-` where a move has none, and "" where none has.
    """

    moves: str
    seats: str
    legal: str
    kinds: str
    classes: str
    rounds: str
    turns: str
    totals: str
    seconds: str
    clocks: str
    times: str


def played(match: Replay, met: Met) -> Played:
    """The good moves of the main line of `match`, at which `met` was met."""
    if match.line is None or match.state is None:
        return Played(*[""] * len(Played.__struct_fields__))
    totals = list(met.totals)
    if match.state.is_over and met.moves and round_of(met.moves[-1]):
        totals.append(match.state.scores())
    rounds = [round_of(here) for here in met.moves]
    turns = [turn_of(here) for here in met.moves]
    kinds = [class_of(here) for here in met.moves]
    spent, clocks, times = _clocks(match.record, match.line.ply)
    return Played(
        moves=match.line.tokens,
        seats=_text(match.line.seats),
        legal=lettered([legal_of(here) for here in met.moves]),
        kinds=_text(kinds) if any(kinds) else "",
        classes="\n".join(match.game.classes) if match.game and any(kinds) else "",
        rounds=lettered(rounds) if any(rounds) else "",
        turns=lettered(turns) if any(turns) else "",
        totals=_text([score for scores in totals for score in scores]),
        seconds=spent,
        clocks=clocks,
        times=times,
    )


def lettered(numbers: Sequence[int]) -> str:
    """Numbers as a text with a character for each, which the macro `numbers_in` of an archive
    reads.

    >>> lettered([1, 2, 66]), [ord(letter) for letter in lettered([55_263, 55_264])]
    ('!"b', [55295, 57344])
    """
    return "".join([chr(number + (_FIRST if number < _GAP else _AFTER)) for number in numbers])


#: The character of 0; the number whose character would be the first surrogate, which is none; and
#: what makes characters of the numbers from there on.
_FIRST = 0x20
_GAP = 0xD800 - _FIRST
_AFTER = _FIRST + 0x800


def _text(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


#: Seconds since 1970 are for programs; the archive keeps a time of day as a time.
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?")


def _clocks(record: Record, plies: int) -> tuple[str, str, str]:
    """What `emt`, `clk` and `utc` say of each move; of several the first."""
    found: dict[str, dict[int, str]] = {"emt": {}, "clk": {}, "utc": {}}
    for note in record.notes:
        if note.text is None or "[%" not in note.text or not 1 <= note.at <= plies:
            continue
        for name, value in commands(note.text):
            if name in found:
                read = _READ[name](value)
                if read is not None:
                    found[name].setdefault(note.at, read)
    return _each(found["emt"], plies), _each(found["clk"], plies), _each(found["utc"], plies)


def _seconds(text: str) -> str | None:
    read = seconds(text)
    return None if read is None else repr(read)


def _time(text: str) -> str | None:
    return text.replace(" ", "T") if _TIME.fullmatch(text) else None


_READ: dict[str, Callable[[str], str | None]] = {"emt": _seconds, "clk": _seconds, "utc": _time}


def _each(values: dict[int, str], plies: int) -> str:
    return " ".join([values.get(ply, "-") for ply in range(1, plies + 1)]) if values else ""
