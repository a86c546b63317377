"""The pages of the archive explain every column of every table and view, and no other."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from kifu.store import Archive, database
from kifu.store.dataset.tables import MATCHES

DOCS = Path(__file__).parents[2] / "docs"


def test_every_column_of_the_schema_is_explained_in_its_order(archive: Archive) -> None:
    database.create(archive.path)
    tables = archive.query(
        "SELECT table_name AS name, list(column_name ORDER BY column_index) AS columns "
        "FROM duckdb_columns() WHERE schema_name = 'main' AND NOT internal GROUP BY 1"
    )
    schema = {row["name"]: row["columns"] for row in tables}
    explained: dict[str, list[str]] = {}
    pages = [(DOCS / name).read_text("utf-8") for name in ("sql.md", "inside/archive.md")]
    for section in re.split(r"^## ", "\n".join(pages), flags=re.M)[1:]:
        name = re.match(r"`(\w+)`\n", section)
        if name:
            rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| \S.* \|$", section, re.M)
            explained[name[1]] = re.findall(r"\w+", " ".join(rows))
    assert explained == schema


def test_a_new_column_of_a_record_is_nowhere_forgotten(archive: Archive) -> None:
    """Not in a view, the data set or the number of the schema; lakes take it from the schema."""
    database.create(archive.path)
    record, games, records = (
        {row["column_name"] for row in archive.query(f"DESCRIBE {name}")}
        for name in ("record", "games", "records")
    )
    hidden = {"key", "play", "variant", "names"}
    assert record - games - records == hidden
    assert {*MATCHES.columns} == games
    tables = re.findall(r"^CREATE TABLE [^;]*;", database.schema(), re.M)
    digest = hashlib.blake2b("".join(tables).encode(), digest_size=4).hexdigest()
    assert (database.SCHEMA, digest) == (17, "d7b14d65"), "with its tables the number rises"
