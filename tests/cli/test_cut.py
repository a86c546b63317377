"""`kifu cut`: the plies worth showing become tags."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kifu.notation import loads

from .running import kifu

run = partial(kifu, "cut")

RECORD = """[Game "nimmt"]
[Rules "1"]
[Seat "Aki"]
[Seat "Ben"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]
[To "4"]
[Event "x"]

59 1 r4 {!} 71 10
*
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "a.kifu"
    path.write_text(f"{RECORD}\n{RECORD.replace('Aki', 'Cleo')}", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("args", "tags"),
    [
        (["--from", "2"], [("To", "4"), ("Event", "x"), ("From", "2")]),
        (["--from", "0", "--to", "5"], [("Event", "x"), ("From", "0"), ("To", "5")]),
        (["--to", "3"], [("Event", "x"), ("To", "3")]),
    ],
)
def test_the_ends_become_tags_and_nothing_else_changes(
    path: Path, tmp_path: Path, args: list[str], tags: list[tuple[str, str]]
) -> None:
    out = tmp_path / "b.kifu"
    result = run(path, out, *args)
    assert (result.exit_code, result.stderr) == (0, f"kifu: 1 record written to {out}\n")
    record = loads(out.read_text("utf-8"))
    assert record.tags == tags
    assert record.moves == "59 1 r4 71 10" and record.seats == ["Aki", "Ben"]


def test_any_record_of_a_file_can_be_cut(path: Path) -> None:
    assert '[Seat "Cleo"]' in run(path, "-", "--record", "2", "--to", "1").stdout
