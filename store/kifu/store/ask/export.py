"""Export: matches of an archive written back as records, or as a folder of Parquet files.

They are in the order of their days and times. The archive itself holds no records: they come from
their sources, each of which is read once, and those that come early wait in a temporary file.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

from kifu.notation.disk import destination, whole_folder
from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.files import Writer, writer
from kifu.notation.log import encode_json
from kifu.notation.record import Record
from kifu.store import people, people_file, tables
from kifu.store.ask.filters import Filters, at_source
from kifu.store.ask.retrieve import Lost, RecordAddress, retrieve, retrieve_each
from kifu.store.ask.search import select
from kifu.store.database import BOUNDS
from kifu.store.erasure import NOBODY, Erasure, concealed
from kifu.store.errors import cleaned
from kifu.store.identity import record_id
from kifu.store.interrupting import as_ctrl_c
from kifu.store.paths import located

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The metadata of kifu's Parquet files, by which kifu recognises its own folders. A separate marker
#: file would be in the way of programs that read all files of the folder.
_MADE_BY = ("kifu", "export")
_SUFFIX = ".parquet"


class Exported(Struct):
    """How many records were written, and those that could not be read or written, with the
    reason.
    """

    written: int
    lost: list[Lost]


#: Which names the players have.
Names = Literal["logged", "now"]
#: Called before each record with how many there are.
Advance = Callable[[int], None]


def export(
    connection: DuckDBPyConnection,
    archive: str,
    filters: Filters,
    out: str,
    force: bool,
    advance: Advance,
    names: Names,
    erased: Erasure | None,
) -> Exported:
    """Write one record of each match that passes `filters` to `out`. `names` says how players are
    called: as their logs have it, or as the archive calls them `now`. Players who are in `erased`
    (of another archive) get pseudonyms, too. `advance` is called before each record with the number
    of all records.

    The name of `out` decides the form: a file of records (see `form_of`; `-` is text on standard
    output), or a folder that ends in `.parquet`. It appears whole, when everything is written.
    Raises UsageError if it exists, unless `force` is set and it is a file or a folder that an
    export made; if it is the archive or one of its logs; and for a name of another form. Raises
    KifuError if it can't be written. A record that can't be read, or that the form can't hold, is
    in the result's `lost`.
    """
    spare_the_logs(connection, archive, out)
    total = select(connection, archive, filters)
    found = written_records(connection, archive, filters, names, erased, lambda: advance(total))
    if out.rstrip("/").endswith(_SUFFIX):
        with new_folder(out, force, _is_ours) as folder:
            return _to_parquet(found, folder)
    with writer(out, force) as file, _beside(out) as early:
        return _to_file(_in_order(found, early), file)


def each(
    connection: DuckDBPyConnection, archive: str, filters: Filters
) -> Iterator[tuple[str, Record | Lost]]:
    """For each match that passes `filters`: its id and one of its records, in the order of the
    sources.
    """
    select(connection, archive, filters)
    return ((row["match"], record) for row, record in found_records(connection, archive, filters))


def spare_the_logs(connection: DuckDBPyConnection, archive: str, out: str) -> None:
    """Raise UsageError if the path `out`, which is about to be overwritten, is the archive itself
    or one of its logs.
    """
    if out == "-" or not os.path.exists(out):
        return
    names = connection.execute("SELECT path FROM source").fetchall()
    for path in (archive, *(located(name, archive) for (name,) in names)):
        if os.path.exists(path) and os.path.samefile(path, out):
            raise UsageError(f"{out} is the archive itself or one of its logs; name another file")


Row = dict[str, Any]
Found = Iterator[tuple[Row, Record | Lost]]

#: What a Parquet file says of a match, as the view `games` does; `game` and `year`, of the
#: first day (0: none is known), are in the names of the folders.
COLUMNS = {
    "game": "VARCHAR", "year": "INTEGER", "match": "VARCHAR", "rules": "INTEGER",
    "options": "VARCHAR", "seats": "INTEGER", "players": "VARCHAR[]", "scores": "INTEGER[]",
    "winners": "INTEGER[]", "drawn": "BOOLEAN", "date": "VARCHAR", "date_from": "DATE",
    "date_to": "DATE", "time": "TIME",
    "event": "VARCHAR", "site": "VARCHAR", "termination": "VARCHAR", "finished": "BOOLEAN",
    "rounds": "INTEGER", "turns": "INTEGER", "plies": "INTEGER", "opening": "VARCHAR",
    "deal": "VARCHAR", "position": "VARCHAR", "notes": "INTEGER", "record": "VARCHAR",
    "log": "VARCHAR",
}  # fmt: skip
#: The selected records in the order of their sources, each with one place.
_SELECTED = """
    WITH placed AS (
        SELECT place.record AS key, min(struct_pack(
            path := source.path, number := place.number, "offset" := place."offset")) AS at
        FROM place JOIN source ON source.id = place.source
        WHERE place.record IN (SELECT key FROM selected) AND {here} GROUP BY place.record
    )
    SELECT
        record.key, variant.game, coalesce(year(date_from), 0) AS year, hex_id(play) AS match,
        variant.rules, variant.options, seats, names AS players, scores, winners, drawn, date,
        date_from, date_to, record.time, event, site, termination, finished, rounds, turns, plies,
        opening,
        hex_id(deal) AS deal,
        lpad(lower(to_hex(position)), 16, '0') AS position, notes, hex_id(record.record) AS record,
        row_number() OVER (
            ORDER BY selected.first, selected.last, selected.time, placed.at
        ) AS turn, placed.at.path, placed.at.number, placed.at."offset"
    FROM placed JOIN record USING (key) JOIN selected USING (key)
    JOIN variant ON variant.id = record.variant
    ORDER BY placed.at
"""
_EVERYWHERE = """
    SELECT source.path, place.number, place."offset"
    FROM record JOIN place ON place.record = record.key JOIN source ON source.id = place.source
    WHERE record.record = CAST(? AS UUID) ORDER BY ALL
"""


def found_records(connection: DuckDBPyConnection, archive: str, filters: Filters) -> Found:
    """Each record in the table `selected` (see `search.select`) with its row, in the order of the
    sources. A record that has changed or is gone at its first place is looked for at its other
    places; if it is at none, there is a `Lost` instead. Names that are erased in the archive are
    replaced.
    """
    here, at = at_source(filters, archive)
    # While the rows come out of one cursor, other places are asked for by another.
    other = tables.beside(connection)
    known = people_file.erasure(connection)
    cursor = connection.execute(_SELECTED.format(here=here), at)
    rows: dict[str, Row] = {}

    def places() -> Iterator[RecordAddress]:
        for row in tables.fetched_by_name(cursor):
            rows[row["record"]] = row
            yield RecordAddress(row["record"], row["path"], row["number"], row["offset"])

    for place, record in retrieve_each(archive, places()):
        if isinstance(record, Lost):
            elsewhere = other.execute(_EVERYWHERE, [place.record]).fetchall()
            record = retrieve(archive, [RecordAddress(place.record, *known) for known in elsewhere])
        if isinstance(record, Record):
            record = concealed(record, known)
        yield rows.pop(place.record), record


def written_records(
    connection: DuckDBPyConnection,
    archive: str,
    filters: Filters,
    names: Names | None,
    erased: Erasure | None,
    advance: Callable[[], None],
) -> Found:
    """The records of `found_records` as they are to be written: with pseudonyms for players who are
    in `erased`, too, and if `names` is "now", with the names that the archive has for the players.
    `advance` is called before each record.
    """
    called = dict(people_file.of(connection).aliases) if names == "now" else {}
    known = erased or NOBODY
    for row, record in found_records(connection, archive, filters):
        advance()
        if isinstance(record, Record) and (called or known.pseudonyms):
            record = people.renamed(concealed(record, known), called)
            row = {**row, "players": record.seats, "record": record_id(record)}
        yield row, record


def _beside(out: str) -> IO[bytes]:
    """A temporary file, open and without a name, on the disk of the file `out`."""
    return TemporaryFile(dir=None if out == "-" else os.path.dirname(os.path.abspath(out)))


def _in_order(records: Found, early: IO[bytes]) -> Found:
    """The records sorted by `turn`, a number from 1 in their rows. Records whose turn has not come
    yet wait in the file `early`.
    """
    turn = 1
    waiting: dict[int, tuple[Row, Lost | tuple[int, int]]] = {}
    for row, record in records:
        if row["turn"] != turn:
            waiting[row["turn"]] = row, record if isinstance(record, Lost) else _put(early, record)
            continue
        yield row, record
        turn += 1
        while turn in waiting:
            row, kept = waiting.pop(turn)
            yield row, kept if isinstance(kept, Lost) else _got(early, *kept)
            turn += 1


def _put(early: IO[bytes], record: Record) -> tuple[int, int]:
    """Append a record to the file `early`. Returns its offset there and its size in bytes."""
    start = early.seek(0, os.SEEK_END)
    return start, early.write(msgspec.msgpack.encode(record))


def _got(early: IO[bytes], start: int, size: int) -> Record:
    early.seek(start)
    return msgspec.msgpack.decode(early.read(size), type=Record)


def _to_file(found: Found, file: Writer) -> Exported:
    done = Exported(0, [])
    for row, record in found:
        if isinstance(record, Lost):
            done.lost.append(record)
            continue
        try:
            file.write(record)
        except NotationError as error:
            done.lost.append(Lost(row["record"], str(error)))
            continue
        done.written += 1
    return done


def _to_parquet(records: Found, folder: Path) -> Exported:
    """Write the records into `folder` as Parquet, in subfolders by game and year; without any, one
    file without rows. `Lost` ones are listed in the result. Raises KifuError if the files can't be
    written.
    """
    import duckdb

    done = Exported(0, [])
    config = {**BOUNDS, "temp_directory": str(folder / ".temp")}
    with as_ctrl_c(), duckdb.connect(config=config) as scratch:
        fields = ", ".join(f'"{name}" {kind}' for name, kind in COLUMNS.items())
        scratch.execute(f"CREATE TABLE match ({fields})")

        def rows() -> Iterator[Row]:
            for row, record in records:
                if isinstance(record, Lost):
                    done.lost.append(record)
                else:
                    done.written += 1
                    yield {**row, "log": encode_json(record).decode()}

        tables.insert_mappings(scratch, "match", rows(), COLUMNS)
        # One thread writes one file for each partition, with its rows in their order.
        scratch.execute("SET threads = 1")
        name, value = _MADE_BY
        parts, out = "PARTITION_BY (game, year), OVERWRITE_OR_IGNORE, ", folder
        if not done.written:  # no part, but readers want a file with the columns
            parts, out = "", folder / f"empty{_SUFFIX}"
        copy = (
            "COPY (FROM match ORDER BY date_from NULLS LAST, date_to, time NULLS LAST, rowid) "
            f"TO ? (FORMAT parquet, {parts}KV_METADATA {{{name}: '{value}'}})"
        )
        try:
            scratch.execute(copy, [str(out)])
        except duckdb.IOException as error:
            raise KifuError(
                f"{folder}: the Parquet files can't be written, so nothing was: {cleaned(error)}"
            ) from None
    return done


@contextmanager
def new_folder(path: str, force: bool, is_ours: Callable[[Path], bool]) -> Iterator[Path]:
    """A context with a new folder, which becomes `path` when the context ends, and is removed if
    anything is raised. Raises UsageError if `path` exists, unless `force` is set and `is_ours` is
    true of it: then it is replaced.
    """
    out = Path(destination(Path(path)))
    if out.exists() and not force:
        raise UsageError(f"{out} already exists; --force replaces a folder that kifu exported")
    if out.exists() and not is_ours(out):
        raise UsageError(
            f"{out} has something that kifu did not export, or that was changed since, so --force "
            "does not replace it; name another folder"
        )
    with whole_folder(out) as scratch:
        yield scratch
        if force and out.exists():
            shutil.rmtree(out)


def _is_ours(out: Path) -> bool:
    """Whether `out` is a folder (not a link to one) with nothing in it but Parquet files that an
    export wrote; true for an empty one.
    """
    if out.is_symlink() or not out.is_dir():
        return False
    within = [Path(folder, name) for folder, _, names in os.walk(out) for name in names]
    return all(path.suffix == _SUFFIX and not path.is_symlink() for path in within) and all(
        map(_is_made_by_us, within)
    )


def _is_made_by_us(path: Path) -> bool:
    import duckdb

    with duckdb.connect() as scratch:
        query = "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)"
        try:
            return _MADE_BY in scratch.execute(query, [str(path)]).fetchall()
        except duckdb.Error:
            return False
