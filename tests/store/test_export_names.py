"""Exports with the names that players have now, and without those that another archive erased."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from msgspec.structs import replace

from kifu.notation.files import read
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError
from kifu.store.identity import record_id

from .conftest import Write


def seats(path: Path) -> set[str]:
    found = [reading.record for reading in read(path)]
    return {name for record in found if record for name in record.seats}


@pytest.fixture
def filled(archive: Archive, write: Write, played: list[Record]) -> Archive:
    archive.index([write("logs/a.jsonl", played[:4])])
    return archive


def test_names_are_those_of_the_logs_or_those_of_now(filled: Archive, tmp_path: Path) -> None:
    filled.rename("千恵", "Chie")
    filled.alias("Ben", "Aki")
    out, now = tmp_path / "out.jsonl", tmp_path / "now.jsonl"
    filled.export(out)
    filled.export(now, names="now")
    assert seats(out) == {"Aki", "Ben", "千恵"}
    assert seats(now) == {"Aki", "Chie"}


def test_what_another_archive_has_erased_is_erased(filled: Archive, tmp_path: Path) -> None:
    other = Archive(tmp_path / "other.duckdb")
    other.index([tmp_path / "logs"])
    pseudonym = other.erase("Ben").pseudonym
    out = tmp_path / "out.jsonl"
    filled.export(out, erased_in=other.path)
    assert seats(out) == {"Aki", pseudonym, "千恵"}
    assert b"Ben" not in out.read_bytes()
    with pytest.raises(ArchiveError, match="there is no archive"):
        filled.export(out, force=True, erased_in=tmp_path / "none.duckdb")
    assert b"Ben" not in out.read_bytes()


@pytest.mark.parametrize("own", [True, False])
def test_no_column_of_a_table_has_an_erased_name_or_the_id_of_its_record(
    archive: Archive, write: Write, played: list[Record], tmp_path: Path, own: bool
) -> None:
    names = ["Date", "Event", "Site", "Termination"]
    named = replace(played[0], tags=[(name, "Ben") for name in names])
    archive.index([write("a.jsonl", [named])])
    other = archive if own else Archive(tmp_path / "other.duckdb")
    other.index([tmp_path / "a.jsonl"])
    pseudonym = other.erase("Ben").pseudonym
    of = None if own else other.path
    archive.export(tmp_path / "set", names="logged", erased_in=of, licence="MIT")
    columns = "record, date, event, site, termination"
    query = f"SELECT {columns} FROM '{tmp_path}/set/matches/*.parquet'"
    (row,) = duckdb.connect().execute(query).fetchall()
    assert row[0] != record_id(named)
    assert row[1:] == (pseudonym,) * 4
