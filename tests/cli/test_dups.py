"""`kifu dups`: places of matches that have several."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from kifu.notation.record import Note, Record
from kifu.store import Archive

from .running import kifu, write


def test_places_are_rows_and_a_line_counts(archive: Path, played: list[Record]) -> None:
    none = kifu("dups", archive)
    assert (none.exit_code, none.stdout, none.stderr) == (0, "", "0 places of 0 matches\n")
    noted = msgspec.structs.replace(played[1], notes=[Note(at=1, text="why?")])
    Archive(archive).index([write(archive.parent / "b.kifu", [played[0], noted])])
    done = kifu("dups", archive)
    assert (done.exit_code, done.stderr) == (0, "4 places of 2 matches\n")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {Path(row["path"]).name for row in rows} == {"a.jsonl", "b.kifu"}
    differing = kifu("dups", archive, "--noted")
    assert differing.stderr == "2 places of 1 match\n"
    assert kifu("dups", archive, "--winner", "nobody").stdout == ""
