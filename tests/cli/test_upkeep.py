"""What keeps an archive in order: doubles, bad records, logs, status, players, making it again."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import msgspec
import pytest

from kifu.notation.record import Record
from kifu.store import Archive

from .running import kifu, write


def test_compact_says_the_sizes_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("compact", archive)
    assert (done.exit_code, done.stdout) == (0, "")
    assert re.fullmatch(r"\d+ bytes before, \d+ now\n", done.stderr)
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_a_file_of_a_lake_that_can_not_be_deleted(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = archive.with_name("games.lake")
    assert kifu("index", lake, archive.parent / "a.jsonl").exit_code == 0
    monkeypatch.setattr("kifu.store.lake.table.Store.delete", lambda *_: Path("/").rmdir())
    done = kifu("compact", lake)
    assert done.exit_code == 1
    assert re.fullmatch(r"kifu: .*the lake can't be read or written: .*\n", done.stderr)


def test_rebuild_says_the_counts_and_the_rows_stay(archive: Path) -> None:
    before = Archive(archive).query("FROM games ORDER BY match")
    done = kifu("rebuild", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 3 new, 0 duplicate, 0 again, 1 quarantined; "
    )
    assert Archive(archive).query("FROM games ORDER BY match") == before


def test_an_archive_whose_log_is_gone_stays_unless_rebuild_is_to_go_without(archive: Path) -> None:
    (archive.parent / "a.jsonl").unlink()
    done = kifu("rebuild", archive, "--jobs", "1")
    assert done.exit_code == 1
    assert "--without-missing" in done.stderr
    assert len(Archive(archive).query("FROM games")) == 3
    assert kifu("rebuild", archive, "--without-missing").exit_code == 0
    assert Archive(archive).query("FROM games") == []


def test_verify_has_a_row_for_each_difference_from_the_logs(
    archive: Path, played: list[Record]
) -> None:
    done = kifu("verify", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr == "1 file, 4 records: 0 differences\n"
    write(archive.parent / "a.jsonl", played[1:])
    done = kifu("verify", archive, "--jobs", "1")
    assert done.exit_code == 1
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["number"], row["what"], row["found"]) == (None, "file", "changed")
    assert done.stderr == "0 files, 0 records: 1 difference\n"


def test_a_log_that_goes_while_it_is_verified(archive: Path, played: list[Record]) -> None:
    log = write(archive.parent / "b.jsonl", played[3:])
    kept = Archive(archive)
    kept.index(log)
    (gone,) = kept.verify(advance=lambda *_: log.unlink(missing_ok=True))
    assert (gone.path, gone.known, gone.found) == (str(log), "1 records", "missing")


def test_bad_records_are_rows_and_a_line_counts(archive: Path) -> None:
    done = kifu("quarantine", "list", archive)
    assert (done.exit_code, done.stderr) == (0, "1 record in quarantine\n")
    (row,) = map(json.loads, done.stdout.splitlines())
    assert (row["path"], row["number"]) == (str(archive.parent / "a.jsonl"), 4)
    assert kifu("quarantine", "list", archive, "--code", row["code"]).stdout == done.stdout
    assert kifu("quarantine", "list", archive, "--code", "KF999").stdout == ""


def test_a_retry_counts(archive: Path) -> None:
    done = kifu("quarantine", "retry", archive, "--jobs", "1")
    assert (done.exit_code, done.stdout) == (0, "")
    assert done.stderr.startswith(
        "1 source (0 unchanged), 4 records: 0 new, 0 duplicate, 3 again, 1 quarantined; "
    )
    (archive.parent / "a.jsonl").unlink()
    done = kifu("quarantine", "retry", archive)
    assert done.exit_code == 1
    assert f"left out: {archive.parent / 'a.jsonl'}: it is gone\n" in done.stderr
    assert len(Archive(archive).quarantine()) == 1


def test_it_counts_what_is_in_and_what_is_not(played: list[Record], tmp_path: Path) -> None:
    bad = msgspec.structs.replace(played[0], result=[9, 9, 9])
    log = write(tmp_path / "a.jsonl", [*played[:2], bad])
    gone = write(tmp_path / "b.jsonl", played[2:3])
    archive = tmp_path / "g.duckdb"
    kifu("index", archive, log, gone)
    (fine,) = [json.loads(line) for line in kifu("status", archive).stdout.splitlines()]
    assert (fine["matches"], fine["records"], fine["quarantined"], fine["logs"]) == (3, 3, 1, 2)
    assert (fine["behind"], fine["missing"], fine["lag_bytes"], fine["lag_seconds"]) == (0,) * 4
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", fine["committed"])
    gone.unlink()
    with log.open("ab") as file:
        file.write(b"\n" * 7)
    moment = os.stat(log).st_mtime - 60
    os.utime(log, (moment, moment))
    (late,) = [json.loads(line) for line in kifu("status", archive).stdout.splitlines()]
    assert (late["behind"], late["missing"], late["lag_bytes"]) == (1, 1, 7)
    assert 55 < late["lag_seconds"] < 600
    logs = [json.loads(line) for line in kifu("status", archive, "--logs").stdout.splitlines()]
    assert [(row["bytes"], row["records"]) for row in logs] == [(7, 3), (None, 1)]


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


def test_a_backup_gives_a_log_no_name_that_a_lost_one_has(
    tmp_path: Path, played: list[Record]
) -> None:
    folder, outside = tmp_path / "club", tmp_path / "out"
    for parent, record in ((folder / "elsewhere/1", played[0]), (outside, played[1])):
        parent.mkdir(parents=True)
        write(parent / "a.jsonl", [record])
    own = folder / "games.duckdb"
    assert kifu("index", own, folder / "elsewhere/1/a.jsonl", outside / "a.jsonl").exit_code == 0
    (folder / "elsewhere/1/a.jsonl").unlink()
    assert kifu("backup", own, tmp_path / "copy").exit_code == 1
    kept = Archive(tmp_path / "copy/archive.duckdb").query("FROM sources SELECT path ORDER BY path")
    assert [row["path"] for row in kept] == ["elsewhere/1/a.jsonl", "elsewhere/2/a.jsonl"]


def test_a_pseudonym_in_capitals_is_no_name_to_erase(tmp_path: Path, played: list[Record]) -> None:
    write(tmp_path / "a.jsonl", played[:2])
    own = Archive(tmp_path / "games.duckdb")
    own.index([tmp_path / "a.jsonl"])
    pseudonym = own.erase(played[0].seats[0]).pseudonym
    before = own.query("FROM seats ORDER BY ALL")
    assert kifu("player", "erase", own.path, pseudonym.upper()).exit_code == 0
    assert own.query("FROM seats ORDER BY ALL") == before
