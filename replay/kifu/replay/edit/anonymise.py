"""Anonymising: names and ids of a record exchanged for others, the same ones everywhere.

Names are those of the seats, of the `Annotator` tags and of `[%by ...]` in comments; they are
exchanged there and wherever they occur in a comment. Ids are the tags `Table`, `Id` and
`TraceSeed`. All else, other tags, unknown fields and what an engine wrote, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kifu.notation.comments import commands
from kifu.notation.record import Line, Note, Record
from kifu.replay.analysis.engine_notes import is_own, words_of_people
from kifu.replay.analysis.engine_tags import authors as engines_of

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
        """The pseudonym of `name`, `kind` and a number: the same for the same name; "" for ""."""
        given = self._given.setdefault(kind, {})
        return given.setdefault(name, f"{kind} {len(given) + 1}") if name else ""


def is_pseudonym(name: str) -> bool:
    """Whether a name is one that `anonymised` gives to a player.

    >>> is_pseudonym("Player 12"), is_pseudonym("Player One")
    (True, False)
    """
    return re.fullmatch("Player [1-9][0-9]*", name) is not None


def anonymised(record: Record, others: Pseudonyms) -> Record:
    """`record` with pseudonyms for its names and ids.

    >>> record = Record(game="nimmt", rules=1, seats=["Aki", "千恵"], tags=[("Table", "7")])
    >>> record.notes.append(Note(at=0, text="千恵はAkiに勝つ Akita"))
    >>> other = anonymised(record, Pseudonyms())
    >>> other.seats, other.tags, other.notes[0].text
    (['Player 1', 'Player 2'], [('Table', 'Table 1')], 'Player 2はPlayer 1に勝つ Akita')
    """
    seats = [others.of("Player", name) for name in record.seats]
    engines = engines_of(record)
    exchange = _exchange([*record.seats, *_authors(record, engines)], others)
    tags = [
        (name, _tag(name, value, others, exchange) if name != ";" else exchange(value))
        for name, value in record.tags
    ]
    return replace(
        record,
        seats=seats,
        tags=tags,
        notes=_notes(record.notes, engines, exchange),
        tail=[exchange(text) for text in record.tail],
    )


def _tag(name: str, value: str, others: Pseudonyms, exchange: Callable[[str], str]) -> str:
    if name in IDS:
        return others.of(name, value)
    return exchange(value) if name in NAMES else value


def _authors(record: Record, engines: frozenset[str]) -> Iterator[str]:
    yield from (value for name, value in record.tags if name in NAMES)
    yield from _authors_of(record.notes, engines)


def _authors_of(notes: list[Note], engines: frozenset[str]) -> Iterator[str]:
    for note in notes:
        if note.line is not None:
            yield from _authors_of(note.line.notes, engines)
        if not _is_engines(note, engines):
            yield from (args for name, args in commands(note.text or "") if name == "by")


def _is_engines(note: Note, engines: frozenset[str]) -> bool:
    """Whether a comment is all an engine's, one of `engines`, with no words of a person."""
    return note.text is not None and is_own(note, engines) and words_of_people(note) is None


def _exchange(names: list[str], others: Pseudonyms) -> Callable[[str], str]:
    """A function that replaces all `names` in a text by their pseudonyms at once, longer names
    before shorter ones.
    """
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


def _notes(
    notes: list[Note], engines: frozenset[str], exchange: Callable[[str], str]
) -> list[Note]:
    exchanged = []
    for note in notes:
        if _is_engines(note, engines):
            pass
        elif note.text is not None:
            note = replace(note, text=exchange(note.text))
        elif note.rem is not None:
            note = replace(note, rem=exchange(note.rem))
        elif note.line is not None:
            inner = _notes(note.line.notes, engines, exchange)
            line = Line(note.line.moves, inner, note.line.on)
            note = replace(note, line=line)
        exchanged.append(note)
    return exchanged
