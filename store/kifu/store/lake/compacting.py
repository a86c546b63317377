"""Compacting: what counts is written down, sorted, in fewer files; and files that no reader needs
go.

Everything that batches have left to settle (see `settling`) is settled for good. Records are sorted
by their match, seats by the names of their players and situations by their keys, so that the ranges
in the files find the few rows of one.
"""

from __future__ import annotations

import time

from kifu.notation.disk import scratch_folder
from kifu.store.lake.asking import opened
from kifu.store.lake.files import SETTLED, erased_of, name_start, put
from kifu.store.lake.layout import KINDS, PEOPLE, encoded
from kifu.store.lake.table import ERASED, Change, LakeTable, ParquetFile, Snapshot, total

#: Seconds for which a file that is no part of the lake is kept: questions may be reading it, or a
#: task that is not committed yet may have written it.
KEPT = 24 * 3600.0
#: A file has about so many bytes.
_SIZE = 128 << 20

#: The rows that are kept, where these are not all.
_ROWS = {
    "player": "(FROM player WHERE id IN (SELECT player FROM seat))",
    "variant": "(FROM variant WHERE id IN (SELECT variant FROM record))",
    "setting": "(FROM setting WHERE variant IN (SELECT variant FROM record))",
    "source": "(SELECT * REPLACE (1 AS first) FROM source)",
}
#: By what the rows of a kind are sorted.
_ORDER = {
    "record": "rows.play, rows.key",
    "place": "rows.record, rows.source, rows.number",
    "player": "rows.folded, rows.name",
    "quarantine": "rows.source, rows.number",
    "seat": "seated.folded, seated.name, rows.record, rows.seat",
    "tag": "rows.record, rows.name, rows.value",
    "note": "rows.record, rows.ply, rows.variation, rows.kind, rows.text",
    "event": "rows.record, rows.ply, rows.seat",
    "move": "rows.record, rows.ply",
    "round_total": "rows.record, rows.round, rows.seat",
    "situation": "rows.key, rows.record, rows.ply",
    "judged": "rows.record",
    "judgement": "rows.record, rows.ply",
    "chance": "rows.record, rows.ply, rows.seat",
    "judged_seat": "rows.record, rows.seat",
    "source": "rows.id",
    "variant": "rows.id",
    "setting": "rows.variant, rows.name",
}
_JOINED = {"seat": "JOIN player AS seated ON seated.id = rows.player"}


def compact(url: str, kept: float = KEPT) -> tuple[int, int]:
    """Rewrite the lake as the rows that count (see `settling`), sorted; delete files that are not
    part of it and were written more than `kept` seconds ago. Returns the bytes of its files before
    and after. Raises ArchiveError if there is none, UsageError without the packages for lakes.
    """
    table = LakeTable(url)
    # What is settled, and the snapshot of which. What others bring in meanwhile stays, to be
    # settled next time.
    settled: tuple[Snapshot, Change] | None = None

    def wanted(now: Snapshot) -> Change:
        nonlocal settled
        if settled is None or _is_overtaken(table, *settled, now):
            old = [file for file in now.files if file.kind not in PEOPLE]
            settled = now, Change(add=_written(table, now), remove=old)
        return settled[1]

    table.change(wanted)
    sweep(table, time.time() - kept)
    assert settled is not None
    before = total(settled[0].files)
    return before, before - total(settled[1].remove) + total(settled[1].add)


def _is_overtaken(table: LakeTable, before: Snapshot, change: Change, now: Snapshot) -> bool:
    """Whether the commits between the snapshots `before` and `now` erased a player, or removed a
    file that `change` is to remove: then the compaction has to begin again.
    """
    since = table.since(before, now)
    is_erased = any(name == ERASED for name, _ in since.marks)
    return is_erased or not since.removed.isdisjoint(file.path for file in change.remove)


def sweep(table: LakeTable, before: float, erased: int = 0) -> None:
    """Delete the Parquet files that kifu wrote for this lake and that are not part of it, if they
    were written before the time `before` (seconds since 1970), or by a process that knew of fewer
    than `erased` erased names: such files can't be committed any more. Other files stay.
    """
    there = list(table.store.held())
    # Read after the list: what was committed meanwhile is no part of an older snapshot.
    active = {file.path for file in table.snapshot().files}
    for file in there:
        known = erased_of(file.path)
        if file.path in active or known is None:
            continue
        if file.written <= before or known < erased:
            table.store.delete([file.path])


def _written(table: LakeTable, snapshot: Snapshot) -> list[ParquetFile]:
    """Write the rows that count, settled and sorted, as new files. Returns the files; commits
    nothing.
    """
    files = []
    with (
        scratch_folder("-") as folder,
        opened(table, snapshot, str(folder)) as connection,
    ):
        ((erased,),) = connection.execute("SELECT count(*) FROM erased").fetchall()
        name = name_start(SETTLED, erased, "all")
        for kind in KINDS:
            if kind in PEOPLE:
                continue
            query = (
                f"SELECT {encoded(kind)} FROM {_ROWS.get(kind, kind)} AS rows "
                f"{_JOINED.get(kind, '')} ORDER BY {_ORDER[kind]}"
            )
            options = [f"FILE_SIZE_BYTES {_SIZE}"]
            files += put(connection, table.store, name, kind, query, folder, options)
    return files
