"""Anonymising: names and ids of a record exchanged for others, the same ones everywhere.

Names are those of the seats, of the `Annotator` tags and of `[%by ...]` in comments; they are
exchanged there and wherever they occur in a comment. Ids are the tags `Table`, `Id` and
`TraceSeed`. All else, other tags and unknown fields too, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kifu.notation.comments import commands
from kifu.notation.record import Line, Note, Record

NAMES = ("Annotator",)
IDS = ("Table", "Id", "TraceSeed")
#: No name begins or ends inside an ASCII word; other scripts write names without a gap.
_WORD = "[A-Za-z0-9_]"


class Pseudonyms:
    """Other names for names, counted as they come: one for all records of a run.

    >>> others = Pseudonyms()
    >>> others.of("Player", "Aki"), others.of("Player", "Ben"), others.of("Player", "Aki")
    ('Player 1', 'Player 2', 'Player 1')
    """

    def __init__(self) -> None:
        self._given: dict[str, dict[str, str]] = {}

    def of(self, kind: str, name: str) -> str:
        """The pseudonym of `name` among those of this kind; nothing is nobody's name."""
        given = self._given.setdefault(kind, {})
        return given.setdefault(name, f"{kind} {len(given) + 1}") if name else ""


def anonymised(record: Record, others: Pseudonyms) -> Record:
    """`record` with pseudonyms for its names and ids.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "千恵"], tags=[("Table", "7")])
    >>> record.notes.append(Note(at=0, text="千恵はAkiに勝つ Akita"))
    >>> other = anonymised(record, Pseudonyms())
    >>> other.seats, other.tags, other.notes[0].text
    (['Player 1', 'Player 2'], [('Table', 'Table 1')], 'Player 2はPlayer 1に勝つ Akita')
    """
    seats = [others.of("Player", name) for name in record.seats]
    exchange = _exchange([*record.seats, *_authors(record)], others)
    tags = [
        (name, _tag(name, value, others, exchange) if name != ";" else exchange(value))
        for name, value in record.tags
    ]
    return replace(
        record,
        seats=seats,
        tags=tags,
        notes=_notes(record.notes, exchange),
        tail=[exchange(text) for text in record.tail],
    )


def _tag(name: str, value: str, others: Pseudonyms, exchange: Callable[[str], str]) -> str:
    if name in IDS:
        return others.of(name, value)
    return exchange(value) if name in NAMES else value


def _authors(record: Record) -> Iterator[str]:
    yield from (value for name, value in record.tags if name in NAMES)
    yield from _authors_of(record.notes)


def _authors_of(notes: list[Note]) -> Iterator[str]:
    for note in notes:
        if note.line is not None:
            yield from _authors_of(note.line.notes)
        yield from (args for name, args in commands(note.text or "") if name == "by")


def _exchange(names: list[str], others: Pseudonyms) -> Callable[[str], str]:
    """A function that exchanges all `names` in a text at once, longer ones before shorter."""
    known = {name: others.of("Player", name) for name in names if name}
    if not known:
        return lambda text: text
    parts = [
        f"{f'(?<!{_WORD})' if re.match(_WORD, name) else ''}{re.escape(name)}"
        f"{f'(?!{_WORD})' if re.match(_WORD, name[-1]) else ''}"
        for name in sorted(known, key=len, reverse=True)
    ]
    pattern = re.compile("|".join(parts))
    return lambda text: pattern.sub(lambda found: known[found[0]], text)


def _notes(notes: list[Note], exchange: Callable[[str], str]) -> list[Note]:
    exchanged = []
    for note in notes:
        if note.text is not None:
            note = replace(note, text=exchange(note.text))
        elif note.rem is not None:
            note = replace(note, rem=exchange(note.rem))
        elif note.line is not None:
            line = Line(note.line.moves, _notes(note.line.notes, exchange), note.line.on)
            note = replace(note, line=line)
        exchanged.append(note)
    return exchanged
