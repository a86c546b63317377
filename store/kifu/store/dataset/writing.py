"""A data set: its tables as Parquet files of 10,000 matches each, card and checksums, without the
names that the archive knows.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

from kifu.notation.disk import destination, whole_folder
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.log import encode_json
from kifu.notation.record import Note, Record, tag
from kifu.notation.tags import FIELDS, REMARK
from kifu.replay.anonymise import IDS, PSEUDONYM, Names, Pseudonyms, anonymised, names_of
from kifu.replay.judgements import notes as engine_notes
from kifu.replay.judgements.notes import ENGINE_TAG
from kifu.store import opening, people, tables
from kifu.store.ask.export import Exported, Found, Lost, SelectedRecord, followed, found_records
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import select
from kifu.store.dataset.tables import TABLES, card
from kifu.store.errors import cleaned, is_damage
from kifu.store.identity import record_id
from kifu.store.index.ingest import Follow
from kifu.store.tables import Connection, quoted

#: Matches of one file of each table.
TOGETHER = 10_000
CARD, SUMS = "README.md", "SHA256SUMS"


def write(archive: str, filters: Filters, out: str, licence: str, advance: Follow) -> Exported:
    """Write the matches that pass `filters` into the new folder `out` as a data set, which appears
    whole and without players' names: for each table a folder with Parquet files (at least one, also
    if no match passes), `README.md` and `SHA256SUMS`. A match is written by one record: its main
    one if that passes, otherwise the one with the most notes. Returns how many matches were
    written, and those that were left out, each with the reason. The logs are read twice, since a
    record may mention a name of a later one. `advance` is called during the second reading only,
    with the number of the record, from 1, and how many there are, those that are left out among
    them. An archive is open meanwhile, so nothing can be indexed into it.

    Raises UsageError for a `licence` that is not a text of 1 to 100 printable characters, if `out`
    exists, and for filters that are refused (too many, or with a value such as a text that is no
    date: see `filters.conditions`); KifuError if the parent folder of `out` is missing, a table
    can't be written, or the archive's erasures can't be read; OSError if the folder or another file
    can't be written; ArchiveError if there is no archive, it can't be read, or `filters.same_deal`
    names nothing, or a match whose deal is not known; Busy if it stays locked; and LimitHit.
    Nothing of the new folder is left then.
    """
    if not licence.isprintable() or not 0 < len(licence) <= 100:
        raise UsageError(f"a licence is text of 1 to 100 characters, not {licence[:100]!r}")
    target = Path(destination(Path(out)))
    if target.exists():
        raise UsageError(f"{target} already exists; name a new folder")
    with (
        whole_folder(target) as draft,
        opening.reading(archive, os.path.abspath(draft)) as connection,
    ):
        folder = draft.absolute()
        total = select(connection, archive, filters)
        anonymiser = Anonymiser(connection)
        for _, record in found_records(connection, archive, filters):
            if isinstance(record, Record):
                anonymiser.meet(record)
        for table in TABLES:
            (folder / table.name).mkdir()
        done, counts = Exported(0, []), Counter[str]()
        found = found_records(connection, archive, filters)
        rows = _rows(followed(found, total, advance), anonymiser, done)
        writer = tables.beside(connection)
        for part in count():
            batch = list(islice(rows, TOGETHER))
            if part and not batch:
                break
            _put(writer, folder, f"{part:05}.parquet", batch, counts)
            done.written += len(batch)
        (folder / CARD).write_text(card(counts, licence), "utf-8")
        (folder / SUMS).write_bytes(_sums(folder))
        return done


def _rows(found: Found, anonymiser: Anonymiser, done: Exported) -> Iterator[dict[str, object]]:
    """A row of the table `batch` for each record in `found`, without names, as a dict by column:
    key, record (its id), players (the new names of the seats), date, event, site, termination
    (these four are the texts of the tags, None without the tag) and log, the record as a line of
    JSON. `found` has pairs of a place and the record there, or a `Lost` if it can't be read;
    `anonymiser` must have met all these records before. A `Lost`, and a record in which a name
    can't be changed, gives no row and is added to `done.lost` when it is met; `done.written` stays.
    The record's id is computed again: one that was computed with a name would confirm a guess at
    it. Raises what iterating over `found` raises.
    """
    for place, logged in found:
        record = logged if isinstance(logged, Lost) else anonymiser.changed(place, logged)
        if isinstance(record, Lost):
            done.lost.append(record)
            continue
        yield {
            "key": place.key,
            "record": record_id(record),
            "players": record.seats,
            **{column: tag(record, name) for column, name in _TAGS.items()},
            "log": encode_json(record).decode(),
        }


#: Columns of a match, and the tags that they are from.
_TAGS = {"date": "Date", "event": "Event", "site": "Site", "termination": "Termination"}
_BATCH = """
    CREATE OR REPLACE TEMP TABLE batch (
        key BIGINT, record VARCHAR, players VARCHAR[], date VARCHAR, event VARCHAR, site VARCHAR,
        termination VARCHAR, log VARCHAR
    )
"""


def _put(
    connection: Connection,
    folder: Path,
    name: str,
    batch: list[dict[str, object]],
    counts: Counter[str],
) -> None:
    """Write one Parquet file for each table of the data set, `folder/TABLE/NAME` with `name` as
    NAME, for the matches in `batch`, in its order. If `batch` is empty, the files have no rows.
    Adds the number of rows of each file to `counts`, by table. `batch` has the rows that `_rows`
    yields: the record's `key` in the archive, and what the files say instead of the archive,
    without names.

    `connection` must have the archive of these matches open, and be allowed to write in `folder`,
    an absolute path (see `opening.reading`). Its temporary table `batch` is made, or replaced, with
    these rows and stays. The folders of the tables must exist; a file that is there is replaced.

    Raises KifuError if a file can't be written, and DuckDB's own errors otherwise, such as for a
    damaged archive. The files of the tables before that one stay then, and are counted.
    """
    import duckdb

    connection.execute(_BATCH)
    tables.insert(connection, "batch", batch)
    for table in TABLES:
        path = quoted(str(folder / table.name / name))
        copy = f"COPY ({table.query}) TO {path} (FORMAT parquet, COMPRESSION zstd)"
        try:
            ((written,),) = connection.execute(copy).fetchall()
        except duckdb.IOException as error:
            if is_damage(error):
                raise
            why = cleaned(error)
            raise KifuError(f"the data set can't be written, so nothing was: {why}") from None
        counts[table.name] += written


def _sums(folder: Path) -> bytes:
    """A line with the SHA-256 and the relative path of every file below `folder` (at any depth),
    sorted by path, as `sha256sum --check` reads them, as bytes; b"" if there are none. Only the
    file `SUMS` directly in `folder` is left out. Links to files count as files. Writes nothing.
    Raises OSError if a file can't be read.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / SUMS)
    lines = []
    for path in files:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    return "".join(lines).encode("utf-8", "surrogateescape")


class Anonymiser:
    """Takes the names out of the records of an open archive. Every name of the archive is looked
    for in every record, since a comment may be about somebody who did not play; erased names are
    recognised by their digests. Call `meet` for all records before the first `changed`. One object
    gives the same person the same pseudonym in all records.
    """

    def __init__(self, connection: Connection) -> None:
        said = people.of(connection)
        erased = said.erasure
        known = [name for (name,) in connection.execute(_NAMES).fetchall()]
        self.names = Names(known, erased.of if erased.pseudonyms else None)
        self._others = Pseudonyms(dict(said.aliases))

    def meet(self, record: Record) -> None:
        """Learn the names in a record, some of which the archive may have no row for: those of its
        seats and annotators, and the authors of its comments unless they are engines. Call it for
        all records before the first `changed`, since a record may mention the names of a later one.
        A second call for the same record changes nothing. The record stays as it is.
        """
        for name in names_of(record):
            self.names.add(name)

    def changed(self, place: SelectedRecord, record: Record) -> Record | Lost:
        """A copy of the record at `place` with pseudonyms; `record` itself is not changed. Names
        become `Player 1` and so on, and the values of the tags in `IDS` become
        `Table 1`, `Id 1` and so on. All seats, annotators and authors get one; within comments,
        line comments, other tags' values and unknown fields, those names are found that the archive
        has, also erased ones (of up to 5 words), or that `meet` got before, in any case and width
        of letters. A value in a form that kifu reads, such as a date, stays. So does what
        an engine wrote of itself: its tag, and its name as an author. Pseudonyms are numbered as
        they come and remembered, so the order of calls decides them.

        If a name is in a part that can't be changed (see `_fixed`), a `Lost` comes instead, with
        the record's id as the archive has it and a reason without the name; the pseudonyms stay
        given. If the rules checked the record when it was indexed (`place.turns` is not None), its
        game, options, moves and the short words of its chance events are not searched: they can't
        hold one.
        """
        other = anonymised(record, self._others, self.names)
        for what, text in _fixed(other, place.turns is not None):
            if self._has_name(text):
                why = f"a player's name is in its {what}, which can't change"
                return Lost(place.record, why)
        return other

    def _has_name(self, text: str) -> bool:
        """Whether one of the known names (`self.names`, erased ones too) is in a text, in any case
        and width of letters. A name inside an ASCII word does not count (but it does if only an `s`
        follows, and the name has 3 characters or more), nor one inside a pseudonym such as `Player
        1`. Of erased names, only those of up to 5 words are found.
        """
        taken = [found.span() for found in PSEUDONYM.finditer(text)]
        return any(
            not any(first <= start and end <= last for first, last in taken)
            for start, end, _ in self.names.find(text)
        )


def _fixed(record: Record, is_by_rules: bool) -> Iterator[tuple[str, str]]:
    """Yield the parts of a record that can't be changed but may hold a name, as (what it is, text),
    such as ("moves", "59 4"). A text may be "", and what it is may come several times. The parts
    are the seed and the commitment, unless they are only digits and letters a to f
    (`shake256-1:` or `sha256:` may be before these); names of tags that are not kifu's own; what an
    engine's tag has after ` seed=`; what `_inner` finds in the notes; and the words of more than 4
    characters in chance events, where a slash parts words, too. Without `is_by_rules`, the game,
    the options, all words of the chance events and the moves come, too. With it, the rules have
    checked these, so they hold no name.
    """
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
    if is_by_rules:
        return
    yield "game", record.game
    yield "options", " ".join(f"{name} {value}" for name, value in record.options.items())
    yield "chance events", " ".join(f"{label} {outcome}" for label, outcome in record.chance)
    yield "moves", record.moves


def _inner(notes: Sequence[Note]) -> Iterator[tuple[str, str]]:
    """Yield the parts of notes that can't be changed but may hold a name, as (what it is, text):
    ("variations", text) for each variation, at any depth, with its words of more than 4 characters
    ("" if it has none); and ("languages", text) for each note whose language does not have the form
    of a code such as `ja`. Comments do not come: they can be changed. Nothing comes if the notes
    have neither variations nor odd languages.
    """
    for note in notes:
        if note.line is not None:
            yield "variations", _long(note.line.moves)
            yield from _inner(note.line.notes)
        if note.lang is not None and not _LANGUAGE.fullmatch(note.lang):
            yield "languages", note.lang


def _long(moves: str) -> str:
    """The words of more than 4 characters in `moves` (moves or cards), with a space between two; ""
    if there are none. The rules may not have checked these words. Shorter ones may be real cards: a
    player called `r4` must not exclude all matches.
    """
    return " ".join(word for word in moves.split() if len(word) > 4)


#: Tags whose names are no words of people.
_COMMON = frozenset(
    (
        *FIELDS, REMARK, *engine_notes.TAGS, *IDS, "Event", "Site", "Date", "Time", "Round",
        "Termination", "Annotator", "Source", "From", "To",
    )
)  # fmt: skip
_LANGUAGE = re.compile("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2}|-[0-9]{3})?")
_DIGITS = re.compile("(?:shake256-1:|sha256:)?[0-9a-f]*")
_NAMES = """
    SELECT name FROM player
    UNION SELECT value FROM tag WHERE name = 'Annotator'
    UNION SELECT author FROM note
    WHERE author IS NOT NULL AND author NOT IN (SELECT engine FROM judged)
    ORDER BY ALL
"""
