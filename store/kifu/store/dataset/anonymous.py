"""Anonymous: every name that an archive knows, its records without them, and the scan of a data set
for names that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError
from kifu.notation.log import decode_json
from kifu.notation.record import Note, Record
from kifu.notation.tags import REMARK
from kifu.replay.edit.anonymise import (
    IDS,
    PSEUDONYM,
    Pseudonyms,
    anonymised,
    names_of,
    rewritten,
    tag_rewritten,
)
from kifu.replay.edit.names import Names
from kifu.replay.editor.tag_words import TAGS
from kifu.replay.judgements import notes as engine_notes
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.replay.registry import game
from kifu.store import people_file
from kifu.store.ask.export import COLUMN_TAGS, Row, as_written
from kifu.store.ask.retrieve import Lost
from kifu.store.dataset.summary import files_of
from kifu.store.dataset.tables import MATCHES, RECORDS, SEATS
from kifu.store.tables import fetched

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Anonymiser:
    """Takes the names out of the records of an open archive. Every name of the archive is looked
    for in every record, since a comment may be about somebody who did not play; of an erased one
    the archive has the digest. Let it `meet` all records before the first one is changed.
    """

    def __init__(self, connection: DuckDBPyConnection) -> None:
        said = people_file.of(connection)
        erased = said.erasure
        known = [name for (name,) in connection.execute(_NAMES).fetchall()]
        self.names = Names(known, erased.of if erased.pseudonyms else None)
        self._others = Pseudonyms(dict(said.aliases))

    def meet(self, record: Record) -> None:
        """Learn the names in a record, some of which the archive may have no row for. Call it for
        all records before `changed`: a record may mention the names of a later one.
        """
        for name in names_of(record):
            self.names.add(name)

    def changed(self, row: Row, record: Record) -> tuple[Row, Record] | Lost:
        """A record and its row, with pseudonyms for all names; a `Lost` instead if a part of the
        record that can't be changed contains a name.
        """
        other = anonymised(record, self._others, self.names)
        for what, text in _fixed(row, other):
            if self.left_in(text):
                return Lost(row["record"], f"a player's name is in its {what}, which can't change")
        return as_written(row, other), other

    def left_in(self, text: str) -> list[str]:
        """The names in a text, except those within a pseudonym."""
        taken = [found.span() for found in PSEUDONYM.finditer(text)]
        return [
            name
            for start, end, name in self.names.find(text)
            if not any(first <= start and end <= last for first, last in taken)
        ]

    def left_in_tag(self, name: str, value: str) -> list[str]:
        """The names in those parts of a tag's value that people write; `name` is the tag's."""
        return _names_in(self.left_in, lambda change: tag_rewritten(name, value, change))

    def left_in_record(self, record: Record) -> list[str]:
        """The names in all texts of a record that people write."""
        left = _names_in(self.left_in, lambda change: rewritten(record, change))
        ids = [value for name, value in record.tags if name in IDS]
        return [*left, *(name for text in (*record.seats, *ids) for name in self.left_in(text))]


def is_by_rules(row: Row) -> bool:
    """Whether the rules of the game checked the moves, options and chance events of a match when it
    was indexed; then these can't hold a name.
    """
    try:
        game(row["game"])
    except KifuError:
        return False
    return row["turns"] is not None


def _names_in(
    left_in: Callable[[str], list[str]], visit: Callable[[Callable[[str], str]], object]
) -> list[str]:
    """What `left_in` finds in all texts that `visit` passes to the function it is given."""
    found: list[str] = []

    def look(text: str) -> str:
        found.extend(left_in(text))
        return text

    visit(look)
    return found


def _fixed(row: Row, record: Record) -> Iterator[tuple[str, str]]:
    """The parts of a record that can't be changed but may hold a name, as (what it is, text)."""
    for text in (record.seed or "", record.commit or ""):
        if not _DIGITS.fullmatch(text):
            yield "seed or commitment", text
    for name, value in record.tags:
        if name == ENGINE_TAG:
            yield "analysis", value.partition(" seed=")[2]
        elif name not in _COMMON:
            yield "tags' names", name
    for what, text in _inner(record.notes):
        yield what, text
    for label, outcome in record.chance:
        yield "chance events", _long(f"{label} {outcome}".replace("/", " "))
    if is_by_rules(row):
        return
    yield "game", record.game
    yield "options", " ".join(f"{name} {value}" for name, value in record.options.items())
    yield "chance events", " ".join(f"{label} {outcome}" for label, outcome in record.chance)
    yield "moves", record.moves


def _inner(notes: Sequence[Note]) -> Iterator[tuple[str, str]]:
    """The parts of notes that can't be changed but may hold a name, as (what it is, text): moves of
    variations, at any depth, and languages.
    """
    for note in notes:
        if note.line is not None:
            yield "variations", _long(note.line.moves)
            yield from _inner(note.line.notes)
        if note.lang is not None and not _LANGUAGE.fullmatch(note.lang):
            yield "languages", note.lang


def _long(moves: str) -> str:
    """The words of more than 4 characters in `moves` (moves or cards), which the rules need not
    have checked. Shorter ones may be real cards: a player called `r4` must not exclude all matches.
    """
    return " ".join(word for word in moves.split() if len(word) > 4)


#: Tags whose names are no words of people.
_COMMON = frozenset((*TAGS, *engine_notes.TAGS, *IDS, REMARK))
_LANGUAGE = re.compile("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2}|-[0-9]{3})?")
_DIGITS = re.compile("(?:shake256-1:|sha256:)?[0-9a-f]*")
_NAMES = """
    SELECT name FROM player
    UNION SELECT value FROM tag WHERE name = 'Annotator'
    UNION SELECT author FROM note
    WHERE author IS NOT NULL AND author NOT IN (SELECT engine FROM judged)
    ORDER BY ALL
"""


#: Columns that have words of people, and the tag that each is from ("": a player).
_PEOPLE = {
    (MATCHES.name, "players"): "",
    **{(MATCHES.name, column): name for column, name in COLUMN_TAGS.items()},
    (SEATS.name, "player"): "",
}


def scan(scratch: DuckDBPyConnection, folder: Path, anonymiser: Anonymiser) -> int:
    """Look for names in a finished data set: in every column with text of people, in the least and
    greatest values that Parquet files keep of it, and in all records. Returns how many names were
    looked for. Raises KifuError for one that is left.

    The other columns have ids, numbers, and moves and words of the games; card and metadata have no
    text from a record.
    """
    for place, left in _left(scratch, folder, anonymiser):
        if left:
            raise KifuError(
                f"a name is left in {place}: {left[0]!r}. Nothing was written; please report this"
            )
    return len(anonymiser.names)


def _left(
    scratch: DuckDBPyConnection, folder: Path, anonymiser: Anonymiser
) -> Iterator[tuple[str, list[str]]]:
    """Each text of the data set that `scan` looks at: where it is, and the names in it."""
    for (table, column), name in _PEOPLE.items():
        for text in _texts(scratch, folder, table, column):
            left = anonymiser.left_in_tag(name, text) if name else anonymiser.left_in(text)
            yield f"{table}/{column}", left
    of = files_of(folder, RECORDS.name)
    cursor = scratch.execute(f"SELECT match, log FROM {of}")
    for match, log in fetched(cursor, 1_000):
        yield f"the record of {match}", anonymiser.left_in_record(decode_json(log.encode()))


def _texts(scratch: DuckDBPyConnection, folder: Path, table: str, column: str) -> Iterator[str]:
    """All values of a text column, and its least and greatest values as the Parquet files state
    them.
    """
    values = f"unnest({column})" if column == "players" else column
    files = files_of(folder, table)
    cursor = scratch.execute(
        f"""
        SELECT DISTINCT {values} FROM {files}
        UNION SELECT unnest([stats_min_value, stats_max_value])
        FROM {files.replace("read_parquet", "parquet_metadata", 1)}
        WHERE split_part(path_in_schema, ',', 1) = ?
        """,
        [column],
    )
    return (text for (text,) in fetched(cursor) if text)
