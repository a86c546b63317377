"""`kifu export`: the file named, a line that counts, and exit codes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kifu.notation.files import read
from kifu.store import Archive

from .running import kifu


@pytest.mark.parametrize("name", ["out.kifu", "out.jsonl.zst"])
def test_the_name_says_the_form_and_a_line_counts(archive: Path, name: str) -> None:
    out = archive.parent / name
    done = kifu("export", archive, "-o", out)
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == f"3 records written to {out}\n"
    assert out.exists()


def test_filters_and_standard_output(archive: Path) -> None:
    winner = Archive(archive).find().hits[0]
    result = " ".join(map(str, winner.scores or []))
    out = archive.parent / "some.kifu"
    kifu("export", archive, "-o", out, "--result", result)
    assert [reading.record.result for reading in read(out) if reading.record] == [winner.scores]
    printed = kifu("export", archive, "-o", "-", "--result", result)
    assert printed.stdout == out.read_text("utf-8")


@pytest.mark.parametrize("name", ["none.kifu", "none.jsonl.zst", "-", "set"])
def test_without_a_match_it_says_so_whatever_it_writes(archive: Path, name: str) -> None:
    out = name if name == "-" else str(archive.parent / name)
    to = ("--dataset", out, "--license", "CC0-1.0") if name == "set" else ("-o", out)
    done = kifu("export", archive, "--player", "Akki", *to)
    assert (done.exit_code, done.stdout) == (0, "")
    first, second, *_, last = done.stderr.splitlines()
    assert (first, second) == ("no matches", f"0 records written to {out}")
    assert last.startswith("the archive has no player Akki")


def test_what_is_gone_is_named_and_exit_1(archive: Path) -> None:
    os.unlink(archive.parent / "a.jsonl")
    done = kifu("export", archive, "-o", archive.parent / "out.jsonl")
    assert done.exit_code == 1
    lines = done.stderr.splitlines()
    assert sum("was left out" in line and "No such file" in line for line in lines) == 3
    assert lines[-1].endswith(
        "0 records written to " + str(archive.parent / "out.jsonl") + ", 3 left out"
    )
