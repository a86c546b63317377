"""Drafts: an archive in memory for the records of one batch, and its rows as files of a lake.

A draft is filled by the archive's own code, so that its rows are those that an archive would have.
Its ids count from 1; on the way out they become ids of the lake, which nobody has to coordinate:
keys of records and ids of sources are their batch's number and their own, players and variants are
known by digests.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.store import erasure
from kifu.store.database import BOUNDS, Config
from kifu.store.lake.layout import DETAILS, KIND, columns, tables
from kifu.store.lake.store import Store
from kifu.store.lake.table import ParquetFile
from kifu.store.parameters import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from kifu.store.erasure import Erasure

#: A record's key is its batch's number, shifted so far, and its own in the batch.
SHIFT = 24
#: So many records a batch may have.
MOST = (1 << SHIFT) - 1
#: What a draft may use.
_BOUNDS: Config = {**BOUNDS, "threads": "1", "memory_limit": "512MB"}
#: How the rows of a draft are written.
WRITTEN = "FORMAT parquet, COMPRESSION zstd"

#: A number that a text always has, of 63 bits.
_DIGEST = "CAST(md5_number_lower({}) >> 1 AS BIGINT)"
PLAYER = _DIGEST.format("{}.name")
_VARIANT = _DIGEST.format("concat_ws(chr(10), {0}.game, {0}.rules, {0}.options, {0}.seated)")

_OF_VARIANT = "JOIN variant AS of_variant ON of_variant.id = rows.variant"
#: What each kind is joined with, and which of its columns are other ids in a lake. `{key}` and
#: `{source}` are added to a draft's own numbers.
_RECORD = {"record": "rows.record + {key}"}
_GLOBAL: dict[str, tuple[str, dict[str, str]]] = {
    "record": (
        _OF_VARIANT,
        {"key": "rows.key + {key}", "variant": _VARIANT.format("of_variant")},
    ),
    "place": ("", {**_RECORD, "source": "rows.source + {source}"}),
    "player": ("", {"id": PLAYER.format("rows")}),
    "variant": ("", {"id": _VARIANT.format("rows")}),
    "setting": (_OF_VARIANT, {"variant": _VARIANT.format("of_variant")}),
    "source": (
        "JOIN batch ON batch.source = rows.id",
        {"id": "rows.id + {source}", "first": "batch.first"},
    ),
    "quarantine": ("", {"source": "rows.source + {source}"}),
    **{kind: ("", _RECORD) for kind in DETAILS},
    "seat": (
        "JOIN player AS of_player ON of_player.id = rows.player",
        {**_RECORD, "player": PLAYER.format("of_player")},
    ),
}
#: Of each kind, whether a draft has rows.
_THERE = f"SELECT {', '.join(f'EXISTS (FROM {kind})' for kind in _GLOBAL)}"


@contextmanager
def draft(erased: Erasure | None = None) -> Iterator[DuckDBPyConnection]:
    """An empty draft, which hides the names that are `erased`."""
    import duckdb

    with duckdb.connect(":memory:", config=dict(_BOUNDS)) as connection:
        keep_quiet(connection)
        tables(connection)
        if erased is not None:
            erasure.add(connection, erased)
        yield connection


def keep_quiet(connection: DuckDBPyConnection) -> None:
    """Print no progress. DuckDB takes a worker, whose main module is no file, for somebody at a
    prompt, and would print it into what the run itself prints.
    """
    connection.execute("SET enable_progress_bar = false")


def write(
    connection: DuckDBPyConnection, store: Store, name: str, key: int, source: int
) -> list[ParquetFile]:
    """Write the rows of a draft as files whose names begin with `name`; `key` and `source` are
    added to its own numbers of records and sources.
    """
    found = []
    there = connection.execute(_THERE).fetchall()[0]
    for (kind, (join, ids)), is_there in zip(_GLOBAL.items(), there, strict=True):
        if not is_there:
            continue
        chosen = ", ".join(
            column.encode(
                ids[column.name].format(key=key, source=source)
                if column.name in ids
                else f'rows."{column.name}"'
            )
            for column in columns()[kind]
        )
        query = f"SELECT {chosen} FROM {kind} AS rows {join} ORDER BY rows.rowid"
        found += put(connection, store, name, kind, query)
    return found


def put(
    connection: DuckDBPyConnection,
    store: Store,
    name: str,
    kind: str,
    query: str,
    *,
    folder: str | None = None,
    options: Sequence[str] = (),
) -> list[ParquetFile]:
    """Write what a query gives, encoded rows of one kind, as files whose names begin with `name`:
    one file, or more where `options` of DuckDB's COPY say so; none where it gives no row. They are
    made in `folder`, if the connection may write only there.
    """
    with tempfile.TemporaryDirectory(prefix="kifu-lake-", dir=folder) as inner:
        target = Path(inner) / "rows.parquet"
        said = ", ".join([WRITTEN, *options])
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
