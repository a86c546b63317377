"""The files of a lake: Parquet, each with rows of one kind, written out of a draft.

A draft is an archive in memory, filled by the archive's own code, so that its rows are those that
an archive would have. Nobody has to coordinate its ids: those of records, sources and batches come
after the number of its task, and players and variants are known by digests.
"""

from __future__ import annotations

import re
import secrets
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.notation.disk import scratch_folder
from kifu.store import erasure
from kifu.store.database import BOUNDS, Config
from kifu.store.lake.layout import KIND, KINDS, encoded, schema_without_views, stored_rows
from kifu.store.lake.store import Store
from kifu.store.lake.table import ParquetFile
from kifu.store.parameters import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from kifu.store.erasure import Erasure

#: What a draft may use.
_BOUNDS: Config = {**BOUNDS, "threads": "1", "memory_limit": "512MB"}
#: How files are written.
_WRITTEN = "FORMAT parquet, COMPRESSION zstd"

#: A number that a text always has, of 63 bits.
_DIGEST = "CAST(md5_number_lower({}) >> 1 AS BIGINT)"
PLAYER = _DIGEST.format("{}.name")
_VARIANT = _DIGEST.format(
    "concat_ws(chr(10), variant.game, variant.rules, variant.options, variant.seated)"
)
_BY_DIGESTS = (
    f"UPDATE seat SET player = {PLAYER.format('player')} FROM player WHERE id = seat.player",
    f"UPDATE player SET id = {PLAYER.format('player')}",
    f"UPDATE record SET variant = {_VARIANT} FROM variant WHERE id = record.variant",
    f"UPDATE setting SET variant = {_VARIANT} FROM variant WHERE id = setting.variant",
    f"UPDATE variant SET id = {_VARIANT}",
)

#: What the names of files begin with: those with the rows that a batch has brought, and those with
#: settled ones (see `settling`).
LOOSE, SETTLED = "b", "s"
_NAME = re.compile(r"t=\w+/([bs])-e(\d+)-[\w-]+\.parquet")


def name_start(state: str, erased: int, batch: str) -> str:
    """How the name of a file begins: `state` is `LOOSE` or `SETTLED`, `erased` how many erased
    names the writer knows of, and `batch` any text.

    >>> name_start(LOOSE, 2, "17")
    'b-e2-17'
    """
    return f"{state}-e{erased}-{batch}"


def is_loose(path: str) -> bool:
    """Whether the rows of the file are not settled yet, by its name. A file of another program
    counts as not settled.

    >>> is_loose("t=record/b-e2-17-0f.parquet"), is_loose("t=record/s-e2-all-0f.parquet")
    (True, False)
    """
    return _state_of(path) == LOOSE


def _state_of(path: str) -> str:
    found = _NAME.fullmatch(path)
    return found[1] if found else LOOSE


def erased_of(path: str) -> int | None:
    """How many erased names the writer of a file knew of, by its name; None for a file whose name
    kifu did not give.

    >>> erased_of("t=record/b-e2-17-0f.parquet"), erased_of("notes.txt")
    (2, None)
    """
    found = _NAME.fullmatch(path)
    return int(found[2]) if found else None


@contextmanager
def draft(erased: Erasure | None = None) -> Iterator[DuckDBPyConnection]:
    """A context with an empty draft, which replaces the names that are `erased` when rows
    come in.
    """
    import duckdb

    with duckdb.connect(":memory:", config=dict(_BOUNDS)) as connection:
        keep_quiet(connection)
        connection.execute(schema_without_views())
        if erased is not None:
            erasure.add(connection, erased)
        yield connection


def keep_quiet(connection: DuckDBPyConnection) -> None:
    """Turn off DuckDB's progress bar. In a worker process DuckDB believes that it is used by a
    person, and would print into the output of the run.
    """
    connection.execute("SET enable_progress_bar = false")


def number_by_digests(connection: DuckDBPyConnection) -> None:
    """Replace the ids of players and variants in a draft, which count from 1, by digests of names
    and variants: so they have the same ids in every batch.
    """
    for statement in _BY_DIGESTS:
        connection.execute(statement)


def write(
    connection: DuckDBPyConnection, store: Store, name: str, kinds: Sequence[str] = KINDS
) -> list[ParquetFile]:
    """Write the draft's rows of these kinds as files whose names begin with `name`. Returns the
    files.

    The files are first made in this machine's temporary folder, where its next run removes what a
    killed one left: beside the lake, a process number would say nothing, since other machines write
    there, too.
    """
    there = ", ".join(f"EXISTS (FROM {kind})" for kind in kinds)
    found = connection.execute(f"SELECT {there}").fetchall()[0]
    files = []
    with scratch_folder("-") as folder:
        for kind, is_there in zip(kinds, found, strict=True):
            if is_there:
                query = f"SELECT {encoded(kind)} FROM {kind} AS rows ORDER BY rows.rowid"
                files += put(connection, store, name, kind, query, folder)
    return files


def put(
    connection: DuckDBPyConnection,
    store: Store,
    name: str,
    kind: str,
    query: str,
    folder: Path,
    options: Sequence[str] = (),
) -> list[ParquetFile]:
    """Write the rows that the SQL `query` gives, encoded as a lake stores them, as files of `kind`
    whose names begin with `name`: one file, or several if `options` (of DuckDB's COPY) ask for
    that, or none for no rows. They are first made in `folder`, where nothing of them is left.
    """
    with tempfile.TemporaryDirectory(dir=folder) as inner:
        target = Path(inner) / "rows.parquet"
        said = ", ".join([_WRITTEN, *options])
        copy = f"COPY ({query}) TO {quoted(target.as_posix())} ({said})"
        ((copied,),) = connection.execute(copy).fetchall()
        written = sorted(target.glob("*.parquet")) if target.is_dir() else [target]
        found = []
        for file in written:
            rows = int(copied) if file == target else _rows(connection, file)
            if rows:
                path = f"{KIND}={kind}/{name}-{secrets.token_hex(8)}.parquet"
                store.put(path, file)
                found.append(ParquetFile(path, file.stat().st_size, kind, rows))
    return found


def _rows(connection: DuckDBPyConnection, file: Path) -> int:
    query = f"SELECT num_rows FROM parquet_file_metadata({quoted(file.as_posix())})"
    ((rows,),) = connection.execute(query).fetchall()
    return int(rows)


#: Brings rows of a kind (SQL for them as they are stored) into an empty draft and changes them;
#: whether the file has to be made again.
RowChange = Callable[["DuckDBPyConnection", str, str], bool]


def rewritten(
    store: Store, files: Collection[ParquetFile], erased: int, batch: str, change: RowChange
) -> tuple[list[ParquetFile], list[ParquetFile]]:
    """Let `change` copy the rows of each of `files` into an empty draft and change them there; if
    it returns True, write them as new files. Returns the new files and the files that they replace.
    `erased` and `batch` go into the new names, see `name_start`.
    """
    add: list[ParquetFile] = []
    remove: list[ParquetFile] = []
    with draft() as connection:
        address = store.addresses(connection)
        for file in files:
            # Each file finds the draft empty, because nothing in it is ever committed.
            connection.begin()
            rows = stored_rows(address, [file.path])
            if rows is not None and change(connection, file.kind, rows):
                name = name_start(_state_of(file.path), erased, batch)
                add += write(connection, store, name, [file.kind])
                remove.append(file)
            connection.rollback()
    return add, remove
