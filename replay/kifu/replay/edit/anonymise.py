"""Anonymising: names and ids of a record exchanged for others, the same ones everywhere.

Names are those of the seats, of the `Annotator` tags and of `[%by ...]` in comments; they are
exchanged wherever people wrote them: there, in comments, in other tags and in unknown fields. Ids
are the tags `Table`, `Id` and `TraceSeed`. What the game or an engine wrote stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from kifu.notation import dates
from kifu.notation.comments import COMMAND, KNOWN, commands
from kifu.notation.record import Line, Note, Record
from kifu.replay.edit.names import Names
from kifu.replay.judgements.notes import COMMANDS as ENGINES
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.replay.judgements.notes import authors as engines_of

NAMES = ("Annotator",)
IDS = ("Table", "Id", "TraceSeed")


class Pseudonyms:
    """Other names for names, numbered as they come, for all records of a run. `persons` says who is
    the same person: another name of theirs -> their main name.

    >>> others = Pseudonyms({"Akki": "Aki"})
    >>> others.of("Player", "Aki"), others.of("Player", "Ben"), others.of("Player", "Akki")
    ('Player 1', 'Player 2', 'Player 1')
    """

    def __init__(self, persons: Mapping[str, str] | None = None) -> None:
        self._persons = persons or {}
        self._given: dict[str, dict[str, str]] = {}

    def of(self, kind: str, name: str) -> str:
        """The pseudonym of `name`: `kind` and a number, always the same for the same name; "" for
        "".
        """
        given = self._given.setdefault(kind, {})
        name = self._persons.get(name, name)
        return given.setdefault(name, f"{kind} {len(given) + 1}") if name else ""


#: What `Pseudonyms` writes.
PSEUDONYM = re.compile(rf"(?:Player|{'|'.join(IDS)}) [0-9]+")


def anonymised(record: Record, others: Pseudonyms, known: Names | None = None) -> Record:
    """A copy of `record` with pseudonyms in place of its names and ids, and of the names in
    `known`, which must include the record's own names (None: just these; see `names_of`). `others`
    gives the pseudonyms, the same ones in all records for which it is used.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "千恵"], tags=[("Table", "7")])
    >>> record.notes.append(Note(at=0, text="千恵はAkiに勝つ Akita"))
    >>> other = anonymised(record, Pseudonyms())
    >>> other.seats, other.tags, other.notes[0].text
    (['Player 1', 'Player 2'], [('Table', 'Table 1')], 'Player 2はPlayer 1に勝つ Akita')
    """
    own = list(names_of(record))
    by = {name: others.of("Player", name) for name in own}
    names = Names(own) if known is None else known

    def pseudonym(name: str) -> str:
        return by.get(name) or others.of("Player", name)

    tags = [(name, others.of(name, value) if name in IDS else value) for name, value in record.tags]
    seats = list(map(pseudonym, record.seats))
    return rewritten(
        replace(record, seats=seats, tags=tags), lambda text: names.exchange(text, pseudonym)
    )


def names_of(record: Record) -> Iterator[str]:
    """Yield the names in a record, perhaps several times: those of its seats, annotators and
    authors of comments, except engines.
    """
    yield from filter(None, record.seats)
    yield from (value for name, value in record.tags if name in NAMES and value)
    yield from _authors(record.notes, engines_of(record))


def rewritten(record: Record, change: Callable[[str], str]) -> Record:
    """A copy of `record` with `change` applied to every text that people wrote, except the names of
    the seats. Moves, ids, and what a game or engine wrote stay.

    >>> rewritten(Record(tags=[("Event", "cup"), ("Date", "2026")]), str.upper).tags
    [('Event', 'CUP'), ('Date', '2026')]
    """
    engines = engines_of(record)
    return replace(
        record,
        tags=[(name, tag_rewritten(name, value, change)) for name, value in record.tags],
        notes=_notes(record.notes, engines, change),
        tail=list(map(change, record.tail)),
        extra=_values(record.extra, change),
    )


def tag_rewritten(name: str, value: str, change: Callable[[str], str]) -> str:
    """The value of the tag `name` with `change` applied to it, unless the value is an id or has a
    form that kifu reads (a date, a number), with no words of people in it.
    """
    is_read = _READ.get(name)
    return value if name in IDS or (is_read and is_read(value)) else change(value)


def _full(pattern: str) -> Callable[[str], bool]:
    """A function that says whether a text as a whole matches `pattern`."""
    compiled = re.compile(pattern)
    return lambda value: bool(compiled.fullmatch(value))


#: Whether the value of a tag is of the form that kifu reads.
_READ: dict[str, Callable[[str], bool]] = {
    "Date": lambda value: dates.days(value) is not None,
    "Time": lambda value: dates.time_of_day(value) is not None,
    "Termination": _full("normal|abandoned|(?:concession|timeout|forfeit) [0-9]{1,9}"),
    "Source": _full("[a-z0-9]{1,20} [0-9]{1,9}, sha256:[0-9a-f]{64}"),
    "From": _full("[0-9]{1,18}"),
    "To": _full("[0-9]{1,18}"),
    ENGINE_TAG: lambda value: bool(engines_of(Record(tags=[(ENGINE_TAG, value)]))),
}


def _authors(notes: Iterable[Note], engines: frozenset[str]) -> Iterator[str]:
    """Yield the authors that comments name, in variations too, except `engines`."""
    for note in notes:
        if note.line is not None:
            yield from _authors(note.line.notes, engines)
        for name, value in commands(note.text or ""):
            if name == "by" and value and value not in engines:
                yield value


def _notes(
    notes: Iterable[Note], engines: frozenset[str], change: Callable[[str], str]
) -> list[Note]:
    """Copies of notes with `change` applied to comments and line comments, in variations too."""
    changed = []
    for note in notes:
        if note.text is not None:
            note = replace(note, text=_comment(note.text, engines, change))
        elif note.rem is not None:
            note = replace(note, rem=change(note.rem))
        elif note.line is not None:
            inner = _notes(note.line.notes, engines, change)
            note = replace(note, line=Line(note.line.moves, inner, note.line.on))
        changed.append(note)
    return changed


#: The commands that kifu reads: what they are called is no word of people.
_COMMANDS = frozenset((*KNOWN, *ENGINES))
#: Words that have a letter in the beginning: among numbers, these alone may be names.
_WORDS = re.compile(r"[^\W\d_]\S*+(?:\s++[^\W\d_]\S*+)*+")


def _comment(text: str, engines: frozenset[str], change: Callable[[str], str]) -> str:
    """A comment with `change` applied to its text. Commands that kifu reads keep their names, and
    of their arguments what `_arguments` keeps; unknown commands are text. `engines` are the
    engines' names.
    """
    parts, last = [], 0
    for found in COMMAND.finditer(text):
        name, arguments = found.groups()
        if arguments and name in _COMMANDS:
            parts += [change(text[last : found.start()]), text[found.start() : found.start(2)]]
            parts.append(_arguments(name, arguments, engines, change))
            last = found.end(2)
    return "".join([*parts, change(text[last:])])


def _arguments(
    name: str, arguments: str, engines: frozenset[str], change: Callable[[str], str]
) -> str:
    """The `arguments` of the command `name` with `change` applied to all but numbers and the
    names in `engines`.
    """
    if name == "mark" or (name == "by" and arguments.strip() not in engines):
        return change(arguments)
    if name == "by":
        return arguments
    return _WORDS.sub(lambda words: change(words[0]), arguments)


def _values(value: Any, change: Callable[[str], str]) -> Any:
    """A JSON value with `change` applied to all texts in it, keys too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_values(each, change) for each in value]
    if isinstance(value, dict):
        return {_values(key, change): _values(each, change) for key, each in value.items()}
    return value
