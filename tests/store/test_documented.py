"""The pages of the archive explain every column of every table and view, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from kifu.store import Archive, database

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
