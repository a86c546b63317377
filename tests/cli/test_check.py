"""`kifu check`: every fault with its code, its place and what was expected."""

from __future__ import annotations

import errno
import gzip
import json
import os
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import Result

from .running import kifu

run = partial(kifu, "check")


GOOD = """\
[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Aki"]
[Seat "Ben"]
[Seat "千恵"]
[Seed "shake256-1:00112233445566778899aabbccddeeff"]

#1 1. 59 10 11
2. 66 2 5 r1 3. 67 47 13
*
"""


def findings(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def file(folder: Path, text: str | bytes, name: str = "a.kifu") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_good_records_have_no_findings(tmp_path: Path) -> None:
    result = run(file(tmp_path, GOOD + "\n" + GOOD))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "2 records in 1 file: 0 errors, 0 warnings\n"


def test_a_choice_that_is_missing_and_commas_are_explained(tmp_path: Path) -> None:
    for right, wrong, said in (
        ("10 11", "", "2. can't follow here: a move of seat 2 or 3, or one before, is missing"),
        ("r1 3.", "3.", "3. can't follow here: a move of seat 2, or one before, is missing"),
        ("5 r1", "r1", "seat 3 has not chosen a card yet"),
        ("59 10", "59, 10", "and no commas"),
    ):
        first, *more = findings(run(file(tmp_path, GOOD.replace(right, wrong))))
        assert said in first["message"] and (not more or "," in wrong)


#: What is broken in GOOD: old text, new text, code, line, the text that the column points at.
BROKEN = [
    ("2. 66", "2. 65", "KF406", 10, "65"),
    ("2. 66", "2. x9", "KF405", 10, "x9"),
    ("2. 66", "2. 2:66", "KF407|KF406", 10, "2:66"),
    ("11\n2.", "11 }\n2.", "KF107", 9, "}"),
    ("11\n2.", "11 (99)\n2.", "KF406", 9, "99"),
    ("10 11\n2.", "10\n2.", "KF410", 9, "10"),
    ('[Rules "1"]', '[Rules "9"]', "KF402", 2, ""),
    ("[Seed", '[Result "1 2 3"]\n[Seed', "KF411", 7, ""),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "at"), BROKEN, ids=lambda v: str(v)[:20])
def test_a_fault_is_found_with_its_code_at_its_place_and_the_next_record_is_read(
    tmp_path: Path, old: str, new: str, code: str, line: int | None, at: str
) -> None:
    text = GOOD.replace(old, new, 1)
    result = run(file(tmp_path, text + "\n" + GOOD))
    found = findings(result)
    assert {finding["record"] for finding in found} == {1}
    assert "2 records in 1 file" in result.stderr
    finding = next((finding for finding in found if finding["code"] in code.split("|")), None)
    assert finding is not None, found
    assert result.exit_code == (1 if finding["severity"] == "error" else 0)
    if line is not None:
        assert finding["line"] == line
        source = text.split("\n")[line - 1]
        assert source[finding["column"] - 1 :].startswith(at), source[finding["column"] - 1 :]
        before = "\n".join(text.split("\n")[: line - 1]) + "\n" * (line > 1)
        here = before + source[: finding["column"] - 1]
        assert finding["offset"] == len(here.encode())


def test_an_illegal_move_comes_with_the_legal_ones() -> None:
    result = run("-", text=GOOD.replace("2. 66", "2. 65"))
    (finding,) = findings(result)
    assert finding["ply"] == 4 and finding["token"] == "65" and finding["severity"] == "error"
    assert finding["expected"] == ["66", "67", "71", "77", "81", "83", "84", "88", "92"]
    assert finding["excerpt"].startswith("2. 65") and finding["caret"] == 3
    assert finding["file"] == "-"


def test_for_people_a_finding_points_at_the_place(tmp_path: Path) -> None:
    path = file(tmp_path, GOOD.replace("2. 66", "2. 65"))
    lines = run(path, "--format", "table").stdout.splitlines()
    message = "error KF406 card 65 is not in the hand of seat 1 (ply 4)"
    assert lines[0] == f"{path}:10:4: {message}"
    assert lines[1] == "    2. 65 2 5 r1 3. 67 47 13"
    assert lines[2] == "       ^"
    assert lines[3] == "    expected: 66 67 71 77 81 83 84 88 92"


def test_the_caret_is_below_its_word_after_wide_characters(tmp_path: Path) -> None:
    text = GOOD.replace("2. 66", "{千恵\tは} 2. 65")
    lines = run(file(tmp_path, text), "--format", "table").stdout.splitlines()
    # Four brackets and blanks, three characters of two columns each, the tab as one column.
    assert lines[2] == "    " + " " * (2 + 6 + 1 + 1 + 3) + "^"


def test_what_steers_a_terminal_is_shown_escaped(tmp_path: Path) -> None:
    text = GOOD.replace("2. 66", "2. 65 {\x1b]0;owned\x07\x9b2J\u202e}")
    text += GOOD.replace("nimmt", "\x1b[31m")
    shown = run(file(tmp_path, text), "--format", "table").stdout
    assert "]0;owned" in shown and "[31m" in shown
    assert not any(character in shown for character in "\x1b\x07\x9b\u202e")


def test_a_warning_alone_is_no_error(tmp_path: Path) -> None:
    result = run(file(tmp_path, GOOD.replace("2. 66", "2. 66 {a \\q}")))
    assert result.exit_code == 0
    assert [finding["severity"] for finding in findings(result)] == ["warning"]
    assert result.stderr == "1 record in 1 file: 0 errors, 1 warning\n"


def test_several_files_and_compressed_ones(tmp_path: Path) -> None:
    one = file(tmp_path, GOOD)
    other = file(
        tmp_path, gzip.compress((GOOD + GOOD.replace("2. 66", "2. 65")).encode()), "b.kifu.gz"
    )
    result = run(one, other)
    assert [(f["file"], f["record"], f["line"]) for f in findings(result)] == [(other, 2, 21)]
    assert result.stderr == "3 records in 2 files: 1 error, 0 warnings\n"


def test_a_folder_is_searched_to_the_bottom_in_order(tmp_path: Path) -> None:
    bad = GOOD.replace("2. 66", "2. 65")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / ".hidden").mkdir()
    for name in ("b.kifu", "a.kifu", "deep/er/c.kifu", "notes.txt", ".hidden/d.kifu", ".e.kifu"):
        file(tmp_path, bad, name)
    names = [finding["file"] for finding in findings(run(str(tmp_path)))]
    assert names == [str(tmp_path / name) for name in ("a.kifu", "b.kifu", "deep/er/c.kifu")]


def test_what_in_a_folder_can_not_be_read_is_named_and_the_rest_is_checked(tmp_path: Path) -> None:
    (tmp_path / "a.kifu").symlink_to("nowhere.kifu")
    os.mkfifo(tmp_path / "b.kifu")
    file(tmp_path, GOOD, "c.kifu")
    (tmp_path / "d.kifu").symlink_to("/dev/zero")
    (tmp_path / "e.kifu").symlink_to("/proc/self/maps")
    result = run(str(tmp_path))
    assert result.exit_code == 1 and result.stdout == ""
    assert result.stderr == (
        f"kifu: {tmp_path}/a.kifu: No such file or directory\n"
        f"kifu: {tmp_path}/b.kifu: it is not a file\n"
        f"kifu: {tmp_path}/d.kifu: it is not a file\n"
        f"kifu: {tmp_path}/e.kifu: it is not a file\n"
        "1 record in 3 files (4 unreadable): 0 errors, 0 warnings\n"
    )
    for name in ("b.kifu", "d.kifu", "e.kifu"):
        assert "it is not a file" in run(str(tmp_path / name)).stderr


def test_a_folder_that_can_not_be_read_is_not_called_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: str) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr("os.scandir", closed)
    result = run(str(tmp_path))
    assert result.exit_code == 1
    assert result.stderr == (
        f"kifu: {tmp_path}: Permission denied\n"
        "0 records in 0 files (1 unreadable): 0 errors, 0 warnings\n"
    )


def test_bytes_that_are_no_record_are_found_and_the_next_record_is_read() -> None:
    result = run("-", text=b"\xff\xfe\0garbage\n" + GOOD.encode())
    assert result.exit_code == 1
    assert findings(result)[0]["line"] == 1
    assert "KF406" not in result.stdout
