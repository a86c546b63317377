"""`kifu anonymise`: records with other names."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from .running import kifu

run = partial(kifu, "anonymise")


RECORD = """[Game "chronicle"]
[Rules "0"]
[Seat "Aki"]
[Seat "Ben"]
[Table "4711"]
[Bots "command:/home/aki/bot.py"]
[Players "person command:/home/aki/bot.py"]

e {Aki begins}
*
"""


def test_names_are_exchanged_in_all_records(tmp_path: Path) -> None:
    path = tmp_path / "a.kifu"
    second = RECORD.replace("Ben", "Cleo").replace("4711", "4712")
    path.write_text(f"{RECORD}\n{second}", encoding="utf-8")
    result = run(path, "-")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    shown = ("[Seat", "[Table", "[Bots", "[Players", "e")
    assert [line for line in lines if line.startswith(shown)] == [
        '[Seat "Player 1"]', '[Seat "Player 2"]', '[Table "Table 1"]', '[Bots "Bots 1"]',
        '[Players "Players 1"]', "e {Player 1 begins}",
        '[Seat "Player 1"]', '[Seat "Player 3"]', '[Table "Table 2"]', '[Bots "Bots 1"]',
        '[Players "Players 1"]', "e {Player 1 begins}",
    ]  # fmt: skip
    assert result.stderr == "kifu: 2 records written to -\n"


def test_a_record_with_errors_is_left_out_and_the_rest_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.kifu"
    path.write_text(RECORD.replace("e {Aki begins}", "e ) x") + "\n" + RECORD, encoding="utf-8")
    result = run(path, "-")
    assert result.exit_code == 1 and result.stdout.count("[Game") == 1
    assert "KF107" in result.stderr and "1 record written to -, 1 refused" in result.stderr


def test_a_record_that_was_cut_off_is_written_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.kifu"
    path.write_text(RECORD.removesuffix("*\n"), encoding="utf-8")
    result = run(path, "-")
    assert result.exit_code == 1 and "e {Player 1 begins}" in result.stdout
    assert "KF112" in result.stderr and "kifu: 1 record written to -\n" in result.stderr
