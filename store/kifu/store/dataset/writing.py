"""A data set: its tables as Parquet files of 10,000 matches each, card and checksums."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kifu.notation.disk import destination, whole_folder
from kifu.notation.errors import UsageError
from kifu.notation.log import decode_json, encode_json
from kifu.store import opening, tables
from kifu.store.ask.export import Advance, Exported, Lost, Names, Row, scratch_beside, spool
from kifu.store.ask.filters import Filters
from kifu.store.dataset.anonymous import Anonymiser
from kifu.store.dataset.tables import MATCHES, RECORDS, TABLES, Table, card, digest, summary
from kifu.store.erasure import Erasure
from kifu.store.tables import Connection, quoted

#: Matches of one file of each table.
TOGETHER = 10_000
CARD, SUMS = "README.md", "SHA256SUMS"


def write(
    archive: str,
    wait: float,
    filters: Filters,
    out: str,
    licence: str,
    force: bool,
    advance: Advance,
    names: Names | None,
    erased: Erasure | None,
) -> Exported:
    """Write the matches that pass `filters` into the folder `out` as a data set, which appears
    whole. `names`, `erased` and `advance` are as in `export.export`; without `names` the players
    get pseudonyms. Raises UsageError for a `licence` that is no short text, and if `out` exists,
    unless `force` is set and it is a data set that nobody has changed.
    """
    if not licence.isprintable() or not 0 < len(licence) <= 100:
        raise UsageError(f"a licence is text of 1 to 100 characters, not {licence[:100]!r}")
    with (
        _new_folder(out, force) as folder,
        opening.copying(archive, os.path.abspath(folder), wait) as connection,
        scratch_beside(out) as scratch,  # a full disk is not the archive's
    ):
        folder = folder.absolute()
        anonymiser = Anonymiser(connection) if names is None else None
        meet = anonymiser.meet if anonymiser else lambda record: None
        for table in TABLES:
            (folder / table.name).mkdir()
        lost = spool(scratch, connection, archive, filters, names, erased, advance, meet)
        done = Exported(0, lost)
        ((last,),) = scratch.execute("SELECT coalesce(max(turn), 1) FROM kept").fetchall()
        for part in range(-(-last // TOGETHER)):
            batch = _batch(scratch, part, anonymiser, done)
            done.without_moves += _put(connection, scratch, folder, f"{part:05}.parquet", batch)
            done.written += len(batch)
        about = summary(scratch, folder, licence, is_anonymous=anonymiser is not None)
        (folder / CARD).write_text(card(about), "utf-8")
        if anonymiser:
            done.names = len(anonymiser.names)
        (folder / SUMS).write_bytes(_sums(folder))
        return done


@contextmanager
def _new_folder(path: str, force: bool) -> Iterator[Path]:
    """A context with a new folder, which becomes `path` when the context ends, and is removed if
    anything is raised. Raises UsageError as `write` does.
    """
    out = Path(destination(Path(path)))
    if out.exists() and not force:
        raise UsageError(f"{out} already exists; --force replaces a folder that kifu exported")
    if out.exists() and not _is_data_set(out):
        raise UsageError(
            f"{out} has something that kifu did not export, or that was changed since, so --force "
            "does not replace it; name another folder"
        )
    with whole_folder(out) as draft:
        yield draft
        if force and out.exists():
            shutil.rmtree(out)


def _is_data_set(folder: Path) -> bool:
    """Whether `folder` is a data set whose files are all unchanged since kifu wrote it."""
    sums = folder / SUMS
    if folder.is_symlink() or not sums.is_file() or sums.is_symlink():
        return False
    return sums.read_bytes() == _sums(folder)


def _batch(
    scratch: Connection, part: int, anonymiser: Anonymiser | None, done: Exported
) -> list[Row]:
    """The rows of the matches with the turns `part` * TOGETHER + 1 to (`part` + 1) * TOGETHER,
    sorted, without names if there is an anonymiser. Records in which a name can't be changed are
    added to `done.lost` instead.
    """
    found = scratch.execute(
        "FROM kept WHERE turn > ? AND turn <= ? ORDER BY turn",
        [part * TOGETHER, (part + 1) * TOGETHER],
    )
    batch = []
    for row in tables.fetched_by_name(found):
        changed = _anonymous(row, anonymiser) if anonymiser else row
        if isinstance(changed, Lost):
            done.lost.append(changed)
        else:
            batch.append(changed)
    return batch


def _anonymous(row: Row, anonymiser: Anonymiser) -> Row | Lost:
    changed = anonymiser.changed(row, decode_json(row["log"].encode()))
    if isinstance(changed, Lost):
        return changed
    row, record = changed
    return {**row, "log": encode_json(record).decode()}


def _put(
    connection: Connection,
    scratch: Connection,
    folder: Path,
    name: str,
    batch: list[Row],
) -> int:
    """Write the rows of `batch` as the file `name` of each table of the data set. Returns how many
    of these matches were indexed without moves.
    """
    scratch.execute("CREATE OR REPLACE TABLE batch AS FROM kept LIMIT 0")
    tables.insert(scratch, "batch", batch)
    for table in (MATCHES, RECORDS):
        columns = ", ".join(f'"{column}"' for column in table.columns)
        _copy(scratch, f"SELECT {columns} FROM batch ORDER BY turn", folder, table, name)
    connection.execute(
        "CREATE OR REPLACE TEMP TABLE batch (key BIGINT, turn BIGINT, players VARCHAR[])"
    )
    tables.insert(connection, "batch", [{name: row[name] for name in _JOINED} for row in batch])
    for table in TABLES:
        if table.query:
            _copy(connection, table.query, folder, table, name)
    ((without,),) = connection.execute(
        "SELECT count(*) FROM batch JOIN record USING (key) WHERE NOT record.moves"
    ).fetchall()
    return int(without)


#: The columns of a match that the archive's own rows are joined by.
_JOINED = ("key", "turn", "players")


def _copy(connection: Connection, query: str, folder: Path, table: Table, name: str) -> None:
    path = quoted(str(folder / table.name / name))
    connection.execute(f"COPY ({query}) TO {path} (FORMAT parquet, COMPRESSION zstd)")


def _sums(folder: Path) -> bytes:
    """The SHA-256 of every file below `folder` except `SUMS`, as `sha256sum --check` reads them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / SUMS)
    lines = [f"{digest(path)}  {path.relative_to(folder).as_posix()}\n" for path in files]
    return "".join(lines).encode("utf-8", "surrogateescape")
