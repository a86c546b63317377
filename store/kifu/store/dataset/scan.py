"""The scan: every file of an anonymised data set read back, and names looked for in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError
from kifu.notation.log import decode_json
from kifu.store.dataset.anonymous import Anonymiser
from kifu.store.dataset.summary import files_of
from kifu.store.dataset.tables import MATCHES, RECORDS, SEATS

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: Columns that have words of people, and the tag that each is from ("": a player).
_PEOPLE = {
    (MATCHES.name, "players"): "",
    (MATCHES.name, "date"): "Date",
    (MATCHES.name, "event"): "Event",
    (MATCHES.name, "site"): "Site",
    (MATCHES.name, "termination"): "Termination",
    (SEATS.name, "player"): "",
}


def scan(scratch: DuckDBPyConnection, folder: Path, anonymiser: Anonymiser) -> int:
    """Look for every name in the values of all columns that have words of people, in the ranges of
    values that the Parquet files keep of them, and in all records. Returns how many names there
    are. Raises KifuError where one is left.

    The other columns have ids, numbers, and moves and words of the games; card and metadata have
    no text from a record.
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
    """Each place that was looked at, and the names in it."""
    for (table, column), tag in _PEOPLE.items():
        for text in _texts(scratch, folder, table, column):
            left = anonymiser.left_in_tag(tag, text) if tag else anonymiser.left_in(text)
            yield f"{table}/{column}", left
    of = files_of(folder, RECORDS.name)
    cursor = scratch.execute(f"SELECT match, log FROM {of}")
    while rows := cursor.fetchmany(1_000):
        for match, log in rows:
            yield f"the record of {match}", anonymiser.left_in_record(decode_json(log.encode()))


def _texts(scratch: DuckDBPyConnection, folder: Path, table: str, column: str) -> Iterator[str]:
    """All values of a column, and the least and greatest ones that the files name."""
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
    while rows := cursor.fetchmany(1_000):
        yield from (text for (text,) in rows if text)
