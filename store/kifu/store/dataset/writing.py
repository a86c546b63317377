"""A data set: its tables as Parquet files of 10,000 matches each, card and checksums."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from kifu.notation.disk import destination, whole_folder
from kifu.notation.errors import KifuError, UsageError
from kifu.notation.log import encode_json
from kifu.notation.record import Record, tag
from kifu.store import opening, tables
from kifu.store.ask.export import Exported, Found, Lost, followed, found_records
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import select
from kifu.store.dataset.anonymous import Anonymiser
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
    if no match passes), `README.md` and `SHA256SUMS`. Returns how many matches were written, and
    those that were left out, each with the reason. The logs are read twice, since a record may
    mention a name of a later one. `advance` is called during the second reading only, with the
    number of the record, from 1, and how many there are, those that are left out among them. The
    archive is open meanwhile, so nothing can be indexed.

    Raises UsageError for a `licence` that is not a text of 1 to 100 printable characters, if `out`
    exists, and for a filter that nothing can match; KifuError if the parent folder of `out` is
    missing or a table can't be written; OSError if the folder or another file can't be;
    ArchiveError if there is no archive or it can't be read; Busy if it stays locked; and LimitHit.
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
    """A row of the table `batch` for each of the records `found`, without names, as a dict by
    column: key, record, players, date, event, site, termination (None without the tag) and log, the
    record as a line of JSON. Records that can't be read, or in which a name can't be changed, give
    no row and are added to `done.lost` when they are met. The record's id is computed again: one
    that was computed with a name would confirm a guess at it.
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
    """Write the file `name` of each table of the data set below `folder`, for the matches in
    `batch` (files without rows if it is empty), and add to `counts`, by table, how many rows it
    has. The temporary table `batch` is replaced by these rows and stays. The folders of the tables
    must exist. Raises KifuError if a file can't be written, and DuckDB's error if the archive is
    damaged.
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
    """A line with the SHA-256 and the relative path of every file below `folder` (at any depth)
    except `SUMS`, sorted by path, as `sha256sum --check` reads them, as bytes; b"" if there are
    none. Writes nothing. Raises OSError if a file can't be read.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / SUMS)
    lines = []
    for path in files:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    return "".join(lines).encode("utf-8", "surrogateescape")
