"""Compacting: what counts is written down, sorted, in fewer files; and files that no reader needs
go.

Everything that batches have left to settle (see `settling`) is settled for good. Records are sorted
by their match, seats by the names of their players and situations by their keys, so that the ranges
in the files find the few rows of one.
"""

from __future__ import annotations

import tempfile
import time

from kifu.store.lake.asking import opened
from kifu.store.lake.draft import put
from kifu.store.lake.layout import KINDS, PEOPLE, encoded
from kifu.store.lake.marks import ERASED
from kifu.store.lake.naming import SETTLED, epoch_of, named
from kifu.store.lake.table import Conflict, LakeTable, ParquetFile, Snapshot, needed, total

#: Seconds for which a file that is no part of the lake is kept: questions may be reading it, or a
#: task that is not committed yet may have written it.
KEPT = 24 * 3600.0
#: A file has about so many bytes.
_SIZE = 128 << 20

_SEATED = "(SELECT folded FROM player WHERE player.id = rows.player LIMIT 1)"
#: The rows that are kept, and their order, where that is not by their record.
_ROWS = {
    "player": "(FROM player WHERE id IN (SELECT player FROM seat))",
    "variant": "(FROM variant WHERE id IN (SELECT variant FROM record))",
    "setting": "(FROM setting WHERE variant IN (SELECT variant FROM record))",
    "source": "(SELECT *, 1 AS first FROM source)",
}
_ORDER = {
    "record": "rows.play, rows.key",
    "place": "rows.record, rows.source, rows.number",
    "player": "rows.folded, rows.name",
    "seat": "seated.folded, seated.name, rows.record, rows.seat",
    "situation": "rows.key, rows.record, rows.ply",
    "variant": "rows.id",
    "setting": "rows.variant, rows.name",
    "source": "rows.id",
    "quarantine": "rows.source, rows.number",
}
_JOINED = {"seat": "JOIN player AS seated ON seated.id = rows.player"}


def compact(url: str, kept: float = KEPT) -> tuple[int, int]:
    """Write the lake as one that is settled, and delete files that are no part of it and older than
    `kept` seconds; the bytes of its files before and after. Raises as `asking` does.
    """
    needed()
    table = LakeTable(url)
    while True:
        snapshot = table.snapshot()
        old = [file for file in snapshot.files if file.kind not in PEOPLE]
        files = _written(table, snapshot)
        if _committed(table, snapshot, old, files):
            break
        table.store.delete([file.path for file in files])
    before = total(snapshot.files)
    sweep(table, time.time() - kept)
    return before, before - total(old) + total(files)


def sweep(table: LakeTable, before: float, epoch: int = 0) -> None:
    """Delete the files that are no part of the lake and were written before a moment (seconds since
    1970), or by somebody who did not know of `epoch` erasures: their rows can't be committed.
    """
    there = list(table.store.held())
    # Read after the list: what was committed meanwhile is no part of an older snapshot.
    active = {file.path for file in table.snapshot().files}
    for file in there:
        known = epoch_of(file.path)
        if file.path in active or known is None:
            continue
        if file.written <= before or known < epoch:
            table.store.delete([file.path])


def _written(table: LakeTable, snapshot: Snapshot) -> list[ParquetFile]:
    """The rows that count, as files."""
    files = []
    with (
        tempfile.TemporaryDirectory(prefix="kifu-compact-") as folder,
        opened(table, snapshot, folder) as connection,
    ):
        ((epoch,),) = connection.execute("SELECT count(*) FROM erased").fetchall()
        name = named(SETTLED, epoch, "all")
        for kind in KINDS:
            if kind in PEOPLE:
                continue
            order = _ORDER.get(kind, "rows.record" + _PLY.get(kind, ""))
            query = (
                f"SELECT {encoded(kind)} FROM {_ROWS.get(kind, kind)} AS rows "
                f"{_JOINED.get(kind, '')} ORDER BY {order}"
            )
            options = [f"FILE_SIZE_BYTES {_SIZE}"]
            files += put(connection, table.store, name, kind, query, folder=folder, options=options)
    return files


#: What the rows of one record are sorted by.
_PLY = {
    "tag": ", rows.name, rows.value",
    "note": ", rows.ply, rows.variation, rows.kind, rows.text",
    "event": ", rows.ply, rows.seat",
    "move": ", rows.ply",
    "round_total": ", rows.round, rows.seat",
    "judgement": ", rows.ply",
    "chance": ", rows.ply, rows.seat",
    "judged_seat": ", rows.seat",
}


def _committed(
    table: LakeTable, snapshot: Snapshot, old: list[ParquetFile], files: list[ParquetFile]
) -> bool:
    """Put `files` in the place of `old` ones; False where somebody has taken one of those out. What
    others have brought in meanwhile stays, to be settled next time.
    """
    now = snapshot
    while True:
        try:
            table.commit(now, add=files, remove=old)
            return True
        except Conflict:
            now = table.snapshot()
            since = table.since(snapshot, now)
            is_erased = any(name == ERASED for name, _ in since.marks)
            if is_erased or not since.removed.isdisjoint(file.path for file in old):
                return False
