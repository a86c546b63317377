"""What makes archives cheap in tests that are about something else than their file.

A DuckDB takes 30 ms to begin, and an empty archive 70. So archives begin as copies of one, and are
opened by two DuckDBs that the run keeps: one for short questions, one to write. Where the making is
tested, a module has a `made_once` of its own that does nothing; where it is tested how an archive
is opened and what is left of that (locks, the journal, every byte of a file), a `kept_open`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import duckdb
import pytest
from duckdb import DuckDBPyConnection

from kifu.store import database
from kifu.store.lock import waiting_to_write
from kifu.store.parameters import quoted


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive as it is when it is made."""
    path = tmp_path_factory.mktemp("empty") / "empty.duckdb"
    database.make_empty(str(path))
    return path


@pytest.fixture(scope="module", autouse=True)
def made_once(empty: Path) -> Iterator[None]:
    """Archives that tests make begin as a copy of one that was made."""

    def copied(path: str) -> None:
        shutil.copyfile(empty, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "make_empty", copied)
        yield


@pytest.fixture(scope="session")
def spilled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what the memory of a DuckDB has no room for."""
    return tmp_path_factory.mktemp("spilled")


@pytest.fixture(scope="session")
def written_by(spilled: Path) -> Iterator[DuckDBPyConnection]:
    """A DuckDB that writes to archives, as `database` begins one for each commit."""
    config = {**database.BOUNDS, "temp_directory": str(spilled / "written")}
    with duckdb.connect(":memory:", config=config) as connection:
        yield connection


_NUMBERS = count(1)
_OTHERS = "SELECT database_name FROM duckdb_databases() WHERE path IS NOT NULL"


@pytest.fixture(scope="module", autouse=True)
def kept_open(
    written_by: DuckDBPyConnection, spilled: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Archives are attached to a DuckDB that is open already, and written without a journal."""
    folders = {tmp_path_factory.getbasetemp(), Path(tempfile.gettempdir())}
    reached = f"allowed_directories = {sorted(map(os.path.realpath, folders))}"

    def reach_of(_file: str) -> tuple[str, str]:
        return reached, str(spilled / "asked")

    @contextmanager
    def opened_to_write(
        path: str, wait: float
    ) -> Iterator[tuple[DuckDBPyConnection, dict[str, str]]]:
        name = f"archive_{next(_NUMBERS)}"

        def attach() -> DuckDBPyConnection:
            connection = written_by.cursor()
            file = quoted(os.path.realpath(path))
            connection.execute(f"ATTACH {file} AS {name} (TYPE duckdb); USE {name}")
            return connection

        with database.explained(path):
            with waiting_to_write(path):
                connection = database._patiently(path, attach, wait)
            try:
                yield connection, database._meta(path, connection)
            finally:
                connection.close()
                with written_by.cursor() as last:
                    for (other,) in last.execute(_OTHERS).fetchall():
                        last.execute(f"DETACH {other}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "reach_of", reach_of)
        patch.setattr(database, "_opened_to_write", opened_to_write)
        yield
