"""The pages about importing: every importer is there, and the log becomes the record below it."""

from __future__ import annotations

import re
from pathlib import Path

from kifu.notation import dumps
from kifu.replay.importers import BUILT_IN
from kifu.replay.importers.bga import import_bga

DOCS = Path(__file__).parents[2] / "docs"


def test_every_importer_is_on_the_page() -> None:
    table = re.findall(r"^\| `(\w+)` \|", (DOCS / "importing.md").read_text("utf-8"), re.MULTILINE)
    assert set(table) == set(BUILT_IN)


def test_the_log_becomes_the_record_below_it() -> None:
    page = (DOCS / "importing-bga.md").read_text("utf-8").partition("## Any other game")[2]
    log, record = re.findall(r"```(?:json)?\n([{\[].*?)```", page, re.DOTALL)
    result = import_bga(log.encode(), "log.json")
    assert result.findings == []
    made = re.sub("sha256:[0-9a-f]{64}", "sha256:...", dumps(result.records[0]))
    assert made.split() == record.split()
