"""What makes archives cheap in tests that are about something else than their file.

A DuckDB takes 30 ms to begin, and an empty archive 70. So archives begin as copies of one, and
short questions are answered by one DuckDB that the run keeps. Where the making is tested, a module
says `made_once = by_itself`; where it is tested how an archive is opened, `kept_open = by_itself`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.store import database


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


@pytest.fixture(scope="module", autouse=True)
def kept_open(spilled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One DuckDB answers short questions about any archive of the tests; the product keeps one for
    each file.
    """
    folders = {tmp_path_factory.getbasetemp(), Path(tempfile.gettempdir())}
    reached = f"allowed_directories = {sorted(map(os.path.realpath, folders))}"

    def reach_of(*_of: str | None) -> tuple[str, str]:
        return reached, str(spilled)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "reach_of", reach_of)
        yield


@pytest.fixture(scope="module")
def by_itself() -> None:
    """Every archive of the module is made, or opened, by itself."""
