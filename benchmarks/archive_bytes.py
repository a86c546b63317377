"""Bytes of each column of an archive's table: `python -m benchmarks.archive_bytes ARCHIVE TABLE`.

Prints for each column, a list's items by themselves (`[1, 1]`), how DuckDB compresses it, its
values, its bytes, and for the table `move` bytes for each move.
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import duckdb

#: Bytes of a block of DuckDB's file.
BLOCK = 1 << 18


class Part(NamedTuple):
    """Segments of a column that are alike."""

    column: str
    path: str
    compression: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("table", nargs="?", default="move")
    given = parser.parse_args()
    with duckdb.connect(str(given.archive), read_only=True) as connection:
        values, taken = measured(connection, given.table)
        moves = 0
        if given.table == "move":
            ((moves,),) = connection.execute("SELECT count(*) FROM move").fetchall()
    for part, size in sorted(taken.items()):
        each = f"  {size / moves:.3f}" if moves else ""
        print(f"{' '.join(part):40} {values[part]:>12,} values {size:>12,} bytes{each}")
    whole = sum(taken.values())
    print(f"{whole:,} bytes" + (f", {whole / moves:.3f} a move" if moves else ""))


def measured(
    connection: duckdb.DuckDBPyConnection, table: str
) -> tuple[Counter[Part], Counter[Part]]:
    """The values, and the bytes, of each part of a table."""
    ends = _ends(connection)
    values: Counter[Part] = Counter()
    taken: Counter[Part] = Counter()
    query = (
        "SELECT column_name, column_path, compression, count, block_id, block_offset, "
        "len(additional_block_ids) FROM pragma_storage_info(?) WHERE persistent AND block_id >= 0"
    )
    for *names, count, block, offset, more in connection.execute(query, [table]).fetchall():
        part = Part(*names)
        values[part] += count
        taken[part] += ends[block, offset] - offset + BLOCK * (more or 0)
    return values, taken


def _ends(connection: duckdb.DuckDBPyConnection) -> dict[tuple[int, int], int]:
    """Where each segment of the file ends in its block, by block and where it begins there: at the
    next one's beginning.
    """
    begins: dict[int, set[int]] = {}
    tables = connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()
    query = "SELECT block_id, block_offset FROM pragma_storage_info(?) WHERE persistent"
    for (table,) in tables:
        for block, offset in connection.execute(query, [table]).fetchall():
            begins.setdefault(block, set()).add(offset)
    return {
        (block, begin): end
        for block, offsets in begins.items()
        for begin, end in pairwise([*sorted(offsets), BLOCK])
    }


if __name__ == "__main__":
    main()
