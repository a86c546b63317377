"""Played: the moves of a match as an archive keeps them, one row a match.

Tokens and times are lists, in the form of texts that DuckDB reads lists from; seats, classes,
rounds, turns and counts of legal moves are two texts with letters for numbers. So the process that
commits has next to nothing to do for each move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from kifu.notation.comments import commands, seconds
from kifu.notation.record import Record
from kifu.replay.elements.circumstances import class_of, legal_of, place_of, round_of, turn_of
from kifu.replay.match import Match
from kifu.replay.replaying.observer import Observer


class Played(Struct, array_like=True, gc=False):
    """The moves of a match and what belongs to each: tokens, separated by spaces.

    `course` has a letter for each move, that of seat + seats * (kind + (number of classes + 1) *
    count): `kind` is the place of its class in `classes`, which are separated by LF (from 1; 0:
    none), and `count` is 0 where as many moves were legal as for the first move of its span, else
    one more than the number of legal moves. A span is a run of moves of one round and turn; a space
    separates spans. `starts` has the letters of the round and the turn of each span, 0 where none
    has begun, and then those of the number of legal moves of the first move of each. `classes` is
    "" where no move has a class.

    `totals` are the scores where each round begins, in seat order. `seconds`, `clocks` and `times`
    are what commands in the comments say, `-` where a move has none, and "" where none has.
    """

    moves: str
    course: str
    starts: str
    classes: str
    totals: str
    seconds: str
    clocks: str
    times: str


def played(match: Match, noted: Observer) -> Played:
    """The good moves of the main line of `match`, of which an observer has `noted` all."""
    if match.line is None or match.state is None:
        return Played(*[""] * len(Played.__struct_fields__))
    game = match.game
    classes = list(game.archive.classes) if game and any(map(class_of, noted.moves)) else []
    course, starts = spans(match.line.seats, noted.moves, len(match.record.seats), len(classes))
    spent, clocks, times = _clocks(match.record, match.line.ply)
    return Played(
        moves=match.line.tokens,
        course=course,
        starts=starts,
        classes="\n".join(classes),
        totals=" ".join([str(score) for scores in noted.totals for score in scores]),
        seconds=spent,
        clocks=clocks,
        times=times,
    )


def spans(moved: Sequence[int], met: Sequence[int], seats: int, classes: int) -> tuple[str, str]:
    """The texts `course` and `starts` (see `Played`) of moves by the seats `moved`, at which
    `met` was met, in a match of `seats` whose game has so many `classes`.

    >>> from kifu.replay.elements.circumstances import circumstances
    >>> met = [circumstances(1, turn, kind, legal) for turn, kind, legal in [(1, 2, 10), (1, 0, 4)]]
    >>> [[ord(letter) - 32 for letter in text] for text in spans([1, 2], met, 4, 2)]
    [[9, 62], [1, 1, 10]]
    """
    counted = seats * (classes + 1)
    found: list[list[int]] = []
    places: list[int] = []
    firsts: list[int] = []
    place = first = -1
    for seat, here in zip(moved, met, strict=True):
        number, legal = seat + seats * class_of(here), legal_of(here)
        if legal != first:
            number += counted * (1 + legal)
        # A number that no letter has begins a span, too.
        if place_of(here) != place or number > LARGEST:
            place, first = place_of(here), legal
            number = seat + seats * class_of(here)
            found.append([])
            places += [round_of(here), turn_of(here)]
            firsts.append(legal)
        found[-1].append(number)
    return " ".join(map(lettered, found)), lettered(places + firsts)


def lettered(numbers: Sequence[int]) -> str:
    """Numbers as a text with a letter for each, which the macro `number_of` of an archive reads.

    >>> lettered([1, 2, 66]), [ord(letter) for letter in lettered([55_263, 55_264])]
    ('!"b', [55295, 57344])
    """
    return "".join([chr(number + (_FIRST if number < _GAP else _AFTER)) for number in numbers])


#: The character of 0; the number whose character would be the first surrogate, which is none; what
#: makes characters of the numbers from there on; and the largest number that has one.
_FIRST = 0x20
_GAP = 0xD800 - _FIRST
_AFTER = _FIRST + 0x800
LARGEST = 0x10FFFF - _AFTER


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
