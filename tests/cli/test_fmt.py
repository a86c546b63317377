"""`kifu fmt`: the game form in place, or nothing at all."""

from __future__ import annotations

import os
import stat
from functools import partial
from pathlib import Path

import pytest

from kifu.notation import read, writer

from .running import kifu

run = partial(kifu, "fmt")

BARE = """\
[Game "nimmt"]
[Rules "1"]
[Options "target=66 rounds=1"]
[Seat "Aki"]
[Seat "Ben"]
[Seat "千恵"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

2:10 59 3:11! {the lot} 66 2 5 r1
*
"""
ILLEGAL = BARE.replace("} 66", "} 65")


def file(folder: Path, text: str | bytes, name: str = "a.kifu") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def words(path: Path) -> list[str]:
    return [reading.record.moves for reading in read(path) if reading.record is not None]


def test_marks_actors_options_and_order_become_those_of_the_page(tmp_path: Path) -> None:
    path = file(tmp_path, BARE)
    result = run(str(path))
    assert (result.exit_code, result.stdout, result.stderr) == (0, f"{path}\n", "")
    assert words(path) == ["#1 1. 59 10 11 2. 66 2 5 r1"]
    assert '[Options "rounds=1"]' in path.read_text(encoding="utf-8")
    assert "11! {the lot}" in path.read_text(encoding="utf-8")


def test_a_file_in_game_form_is_not_touched(tmp_path: Path) -> None:
    path = file(tmp_path, BARE)
    run(str(path))
    os.utime(path, (1, 1))
    before = path.stat()
    result = run(str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    after = path.stat()
    assert (after.st_mtime, after.st_ino) == (before.st_mtime, before.st_ino)


def test_check_changes_nothing_and_lists_what_would_change(tmp_path: Path) -> None:
    bare = file(tmp_path, BARE)
    formed = file(tmp_path, bare.read_bytes(), "b.kifu")
    run(str(formed))
    before = bare.read_bytes()
    result = run("--check", str(bare), str(formed))
    assert (result.exit_code, result.stdout) == (1, f"{bare}\n")
    assert bare.read_bytes() == before
    assert run("--check", str(formed)).exit_code == 0


def test_a_file_with_an_error_stays_as_it_is_and_the_others_are_done(tmp_path: Path) -> None:
    good = file(tmp_path, BARE)
    mixed = good.read_text(encoding="utf-8") + "\n" + ILLEGAL
    bad = file(tmp_path, mixed, "b.kifu")
    result = run(str(bad), str(good))
    assert result.exit_code == 1 and result.stdout == f"{good}\n"
    assert bad.read_text(encoding="utf-8") == mixed
    assert f"{bad}:20:25: error KF406" in result.stderr
    assert f"{bad} has errors and was left unchanged" in result.stderr


@pytest.mark.parametrize("name", ["a.kifu.gz", "a.kifu.zst", "a.jsonl", "a.jsonl.gz"])
def test_form_and_compression_stay(tmp_path: Path, name: str) -> None:
    source = file(tmp_path, BARE)
    path = tmp_path / name
    with writer(path) as out:
        for reading in read(source):
            assert reading.record is not None
            out.write(reading.record)
    assert run(str(path)).stdout == f"{path}\n"
    assert words(path) == ["#1 1. 59 10 11 2. 66 2 5 r1"]
    assert run("--check", str(path)).exit_code == 0


def test_permissions_stay_and_a_link_stays_a_link(tmp_path: Path) -> None:
    path = file(tmp_path, BARE)
    path.chmod(0o640)
    link = tmp_path / "link.kifu"
    link.symlink_to(path)
    assert run(str(link)).exit_code == 0
    assert link.is_symlink() and words(path) == ["#1 1. 59 10 11 2. 66 2 5 r1"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a.kifu", "link.kifu"]


def test_the_examples_are_in_game_form() -> None:
    result = run("--check", str(Path(__file__).parents[2] / "examples"))
    assert (result.exit_code, result.stdout) == (0, "")


def test_a_file_that_can_not_be_rewritten_keeps_no_other_from_it(tmp_path: Path) -> None:
    live = file(tmp_path, '{"live":1,"game":"nimmt","rules":1,"seats":["a","b"]}\n', "a.jsonl")
    (tmp_path / "b.kifu").symlink_to("nowhere.kifu")
    good = file(tmp_path, BARE, "c.kifu")
    result = run(str(tmp_path))
    assert (result.exit_code, result.stdout) == (1, f"{good}\n")
    assert f"{live} is a live log" in result.stderr and "b.kifu: No such file" in result.stderr


def test_the_longest_name_that_a_file_can_have_is_no_hindrance(tmp_path: Path) -> None:
    path = file(tmp_path, BARE, "x" * 250 + ".kifu")
    assert run(str(path)).stdout == f"{path}\n"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


UNKNOWN = """\
[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Aki"]
[Seat "Ben"]
[Chance "deal/1: _ _ _*17 _ 12 55 3 88"]

#1 1. 59 10 2. 98 60
*
"""


def test_cards_that_the_moves_prove_are_filled_in_and_it_is_said(tmp_path: Path) -> None:
    path = file(tmp_path, UNKNOWN + "\n" + BARE)
    checked = run("--check", str(path))
    assert checked.exit_code == 1 and path.read_text(encoding="utf-8") == UNKNOWN + "\n" + BARE
    result = run(str(path))
    said = "record 1: filled in 4 cards of deal/1, which the moves prove"
    assert (result.exit_code, result.stderr) == (0, f"kifu: {path}: {said}\n")
    assert '[Chance "deal/1: 59 98 _*8 10 60 _*8 12 55 3 88"]' in path.read_text(encoding="utf-8")
    again = run(str(path))
    assert (again.exit_code, again.output) == (0, "")


def test_unknown_cards_are_written_as_runs(tmp_path: Path) -> None:
    path = file(tmp_path, UNKNOWN.replace("#1 1. 59 10 2. 98 60", "").replace("\n\n*", "\n*"))
    assert run(str(path)).exit_code == 0
    assert '[Chance "deal/1: _*20 12 55 3 88"]' in path.read_text(encoding="utf-8")
