"""`kifu player`: names that are one person's."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kifu.store import Archive

from .running import kifu


def test_an_alias_and_a_new_name_are_listed_and_counted(archive: Path) -> None:
    assert kifu("player", "list", archive).stdout == ""
    done = kifu("player", "alias", archive, "ben", "Aki")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert kifu("player", "rename", archive, "Aki", "秋").exit_code == 0
    rows = [json.loads(line) for line in kifu("player", "list", archive).stdout.splitlines()]
    assert rows == [{"name": "Aki", "person": "秋"}, {"name": "Ben", "person": "秋"}]
    assert Archive(archive).query("SELECT person FROM players") == [{"person": "秋"}]


def test_who_is_not_there_is_exit_1(archive: Path) -> None:
    done = kifu("player", "alias", archive, "nobody", "Aki")
    assert done.exit_code == 1
    assert done.stderr == "kifu: the archive has no player nobody\n"
    assert kifu("player", "rename", archive, "Aki", "Ben").exit_code == 1


def test_an_erased_player_leaves_the_archive_and_then_the_logs(archive: Path) -> None:
    log = archive.parent / "a.jsonl"
    done = kifu("player", "erase", archive, "aki")
    assert (done.exit_code, done.stdout) == (0, "")
    line, rest = done.stderr.splitlines()
    assert rest == "logs that have the name keep it: run this again with --logs to rewrite them"
    assert re.fullmatch(r"erased-[0-9a-f]{8} replaces the name in 3 records", line)
    assert b"Aki" in log.read_bytes()
    again = kifu("player", "erase", archive, "Aki", "--logs")
    assert again.exit_code == 0
    assert again.stderr.splitlines() == [line, "1 log rewritten"]
    assert b"Aki" not in log.read_bytes()
    assert kifu("find", archive, "--player", "Aki").stdout == ""
    assert len(kifu("find", archive, "--player", line.split()[0]).stdout.splitlines()) == 3
    assert kifu("player", "erase", archive, "nobody").exit_code == 1


def test_a_log_that_can_not_be_rewritten_is_exit_1(archive: Path) -> None:
    (archive.parent / "a.jsonl").unlink()
    done = kifu("player", "erase", archive, "Aki", "--logs")
    assert done.exit_code == 1
    assert done.stderr.endswith("a.jsonl: it is gone; it may still contain the name\n")
