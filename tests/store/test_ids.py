"""What an id names: a match by its main record, or a record by itself."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from uuid import UUID

import duckdb
import pytest

from kifu.notation.errors import UsageError
from kifu.store.ask.search import identified
from kifu.store.errors import ArchiveError

#: Records by key: how the ids of their match and their own begin, and whether they are main.
RECORDS = [
    (1, "aaaa1", "bbbb1", True),
    (2, "aaaa1", "bbbb2", False),
    (3, "cccc1", "aaaa2", True),
    (4, "dddd1", "dddd2", True),
]


def whole(digits: str) -> str:
    return digits.ljust(32, "7")


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(":memory:") as connection:
        connection.execute(files("kifu.store").joinpath("schema.sql").read_text("utf-8"))
        for key, play, own, main in RECORDS:
            connection.execute(
                "INSERT INTO record (key, play, record, main, variant, seats, names, finished, "
                "plies, notes, warnings) VALUES "
                "($1, $2, $3, $4, 1, 2, [], true, 0, 0, 0)",
                [key, whole(play), whole(own), main],
            )
        yield connection


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        (whole("aaaa1"), 1),  # the main record of the match, not the other one
        (whole("bbbb2"), 2),
        (whole("aaaa2").upper(), 3),
        (str(UUID(whole("dddd1"))), 4),
    ],
)
def test_an_id_names_one_record(
    connection: duckdb.DuckDBPyConnection, wanted: str, key: int
) -> None:
    own = {each: whole(own) for each, _, own, _ in RECORDS}
    assert identified(connection, wanted) == (key, own[key])


def test_what_is_not_there_is_refused(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(ArchiveError, match="no record or match"):
        identified(connection, whole("eeee"))
    own = UUID(whole("aaaa1"))
    for other in ("eeee", own.urn, f"{{{own}}}", f"-{own.hex}", own.hex.replace("7", "٧")):
        with pytest.raises(UsageError, match=f"an id is 32 hex digits, not '{other}'"):
            identified(connection, other)
