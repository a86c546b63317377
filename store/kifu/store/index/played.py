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

#: Moves whose bits are in one number.
BITS = 60


class Played(Struct, array_like=True, gc=False):
    """The moves of a match and what belongs to each, separated by spaces: tokens, seats, how many
    moves were `legal`, and of its class the place in `classes` (from 1; 0: none), which are
    separated by LF. Both are "" where no move has a class.

    `rounds` and `turns` are numbers with a bit for each of `BITS` moves, the lowest for the first,
    set where it is the first one of another round or turn; "" where the game counts none.
    `rounds_before` and `turns_before` count the bits of the numbers before. `round_numbers` and
    `turn_numbers` are the numbers of these, "" where they are 1, 2, 3 and so on. `totals` are the
    scores where each round begins, and at the end of the match, in seat order. `seconds`, `clocks`
    and `times` are what commands in the comments say, `-` where a move has none, and "" where none
    has.
    """

    moves: str
    seats: str
    legal: str
    kinds: str
    classes: str
    rounds: str
    rounds_before: str
    round_numbers: str
    turns: str
    turns_before: str
    turn_numbers: str
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
    rounds, rounds_before, round_numbers = _begun([round_of(here) for here in met.moves])
    turns, turns_before, turn_numbers = _begun([turn_of(here) for here in met.moves])
    kinds = [class_of(here) for here in met.moves]
    spent, clocks, times = _clocks(match.record, match.line.ply)
    return Played(
        moves=match.line.tokens,
        seats=_text(match.line.seats),
        legal=_text([legal_of(here) for here in met.moves]),
        kinds=_text(kinds) if any(kinds) else "",
        classes="\n".join(match.game.classes) if match.game and any(kinds) else "",
        rounds=rounds,
        rounds_before=rounds_before,
        round_numbers=round_numbers,
        turns=turns,
        turns_before=turns_before,
        turn_numbers=turn_numbers,
        totals=_text([score for scores in totals for score in scores]),
        seconds=spent,
        clocks=clocks,
        times=times,
    )


def _text(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _begun(numbers: Sequence[int]) -> tuple[str, str, str]:
    """Where another number begins, how many did before, and the numbers, as `Played` has them.

    >>> _begun([0, 1, 1, 2]), _begun([4, 4, 6]), _begun([0, 0])
    (('10', '0', ''), ('5', '0', '4 6'), ('', '', ''))
    """
    if not any(numbers):
        return "", "", ""
    bits, before = [0] * ((len(numbers) + BITS - 1) // BITS), [0]
    met: list[int] = []
    last = 0
    for at, number in enumerate(numbers):
        if at and at % BITS == 0:
            before.append(len(met))
        if number != last:
            bits[at // BITS] |= 1 << at % BITS
            met.append(number)
            last = number
    is_counted = met == list(range(1, len(met) + 1))
    return _text(bits), _text(before), "" if is_counted else _text(met)


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
