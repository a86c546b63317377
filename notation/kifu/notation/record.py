"""The record: one match as it was written down, knowing no game.

A record in memory has the shape of its log line (docs/notation.md, "A record as a log"): the
main line is one string of words, and everything attached to it is a list of notes that say
after which ply they come. So a log decodes straight into records, and the text form is
another way of writing the same object.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

#: White space of the notation; no other character separates words or may be trimmed.
SPACE = " \t\r\n"


class Note(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One attachment: exactly one of `glyph`, `text` (a comment), `check` (8 hex digits), `line` (a
    variation) and `rem` (a line comment) is given.

    `at` is the ply that it follows, counted within its own line (0: the line's start). `lang` is
    the BCP 47 tag of `text`. In `text` and `rem`, white space at both ends is removed and line
    breaks become LF when a Note is made, so that equal notes are equal in every form.

    >>> Note(at=3, text=" Ben takes row one. ").text
    'Ben takes row one.'
    """

    at: Annotated[int, Meta(extra_json_schema={"minimum": 0})]
    glyph: str | None = None
    text: str | None = None
    lang: str | None = None
    check: str | None = None
    line: Line | None = None
    rem: str | None = None

    def __post_init__(self) -> None:
        if self.text is not None:
            self.text = _trimmed(self.text)
        elif self.rem is not None:
            self.rem = _trimmed(self.rem)


class Line(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A variation: its words and notes.

    It is played instead of the move that it follows or, where `on` is set (`(... r4)`),
    from the position after that move.
    """

    moves: str = ""
    notes: list[Note] = field(default_factory=list)
    on: bool = False


class Record(Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False, kw_only=True):
    """One match.

    `moves` holds the words of the main line (moves with their actors, turn and round marks) as
    written, with single spaces between. `seats` are the players' names; `result` the scores in seat
    order, `winner` the winning seats; `chance` pairs of label and outcome. `tags` are the tags
    without a field of their own, in order; a line comment between the tags is listed among them
    under the name `";"`. A tag whose value could not be read is kept there as written. `end` is
    `"="` (finished), `"*"` (not finished) or `""` (cut off). `tail` are line comments below the
    terminator. `live` is 1 only in the first line of a live log. `extra` are fields of a log line
    that this version does not know; they are written back at the top level of the line.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], moves="#1 1. 59 10")
    >>> record.notes.append(Note(at=1, glyph="?!"))
    """

    kifu: int = field(default_factory=lambda: 1)
    game: str = ""
    rules: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    tags: list[tuple[str, str]] = field(default_factory=list)
    result: list[int] | None = None
    winner: list[int] | None = None
    seed: str | None = None
    commit: str | None = None
    chance: list[tuple[str, str]] = field(default_factory=list)
    moves: str = ""
    notes: list[Note] = field(default_factory=list)
    end: str = ""
    tail: list[str] = field(default_factory=list)
    live: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


def demand_record(record: object) -> None:
    """Raise TypeError, which says what was expected, unless `record` is a Record whose fields have
    their types.

    >>> demand_record(Record(moves=5))
    Traceback (most recent call last):
    TypeError: a field of the Record has another type: Expected `str`, got `int` - at `$.moves`
    """
    if not isinstance(record, Record):
        raise TypeError(f"a Record was expected, not {type(record).__name__}")
    try:
        for part in (replace(record, notes=[]), record):
            msgspec.convert(msgspec.to_builtins(part, builtin_types=[bytes]), Record)
    except RecursionError:
        return  # variations so deep are for `lint` to report
    except (msgspec.MsgspecError, TypeError) as error:
        raise TypeError(f"a field of the Record has another type: {error}") from None


def tag(record: Record, name: str) -> str | None:
    """The value of the first tag called `name` among the tags without a field of their own; None if
    there is none.

    >>> tag(Record(game="nimmt", tags=[("Date", "2026-11-20")]), "Date")
    '2026-11-20'
    """
    return next((value for key, value in record.tags if key == name), None)


def by_ply(notes: Iterable[Note]) -> dict[int, list[Note]]:
    """The notes of a line as a dict: the ply that they follow -> the notes there, in their order.

    >>> [*by_ply([Note(at=2, glyph="!"), Note(at=0, rem="Late."), Note(at=2, text="Well.")])]
    [2, 0]
    """
    noted: dict[int, list[Note]] = {}
    for note in notes:
        noted.setdefault(note.at, []).append(note)
    return noted


def path_within(path: str, ply: int, number: int) -> str:
    """The path (see `Diagnostic.variation`) of variation `number` (from 1) after `ply` of the line
    with this `path`.

    >>> path_within("", 4, 1), path_within("4.1", 2, 1)
    ('4.1', '4.1/2.1')
    """
    return f"{path}/{ply}.{number}" if path else f"{ply}.{number}"


def with_paths(notes: Iterable[Note], path: str) -> Iterator[tuple[Note, str]]:
    """Yield each note of the line with this `path`, with the path of the variation that it holds,
    or "" if it is no variation.

    >>> [found for _, found in with_paths([Note(at=4, glyph="!"), Note(at=4, line=Line())], "")]
    ['', '4.1']
    """
    numbers: dict[int, int] = {}
    for note in notes:
        if note.line is None:
            yield note, ""
        else:
            numbers[note.at] = numbers.get(note.at, 0) + 1
            yield note, path_within(path, note.at, numbers[note.at])


def _trimmed(text: str) -> str:
    """`text` without white space at both ends, and with LF for CR LF."""
    text = text.strip(SPACE)
    return _LINE_END.sub("\n", text) if "\r" in text else text


_LINE_END = re.compile(r"\r+\n")
