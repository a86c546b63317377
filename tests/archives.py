"""What makes archives cheap in tests that are about something else."""

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
def made_once(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Archives that tests make begin as a copy of one that was made, and one DuckDB is kept for
    short questions about any of them: that saves a third of a short test. Where the making or the
    opening itself is tested, a module has its own `made_once`.
    """
    base = os.path.realpath(tmp_path_factory.getbasetemp())
    reached = [base, os.path.realpath(tempfile.gettempdir())]

    def copied(path: str) -> None:
        shutil.copyfile(empty, path)

    def reach(file: str) -> tuple[str, str]:
        return f"allowed_directories = {reached}", f"{base}/spilled"

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "make_empty", copied)
        patch.setattr(database, "reach_of", reach)
        yield
