"""`kifu new`: the skeleton of a record that somebody completes by hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kifu.notation import read
from kifu.replay.check import check
from kifu.replay.registry import BUILT_IN, game

from .running import kifu

run = partial(kifu, "new")


def test_a_skeleton_has_the_tags_unknown_cards_and_what_to_write(tmp_path: Path) -> None:
    path = tmp_path / "table.kifu"
    names = ("--seat", "Aki", "--seat", "Ben", "--date", "2026-11-24")
    made = run("nimmt", *names, "--option", "rounds=1", "-o", str(path))
    assert (made.exit_code, made.output) == (0, "")
    assert path.read_text(encoding="utf-8").startswith(
        '[Game "nimmt"]\n[Rules "1"]\n[Options "rounds=1"]\n[Seat "Aki"]\n[Seat "Ben"]\n'
        '[Chance "deal/1: _*24"]\n[Date "2026-11-24"]\n\n'
        "; deal/1: Which four cards begin rows 1 to 4?\n"
    )
    assert "; Write moves below" in path.read_text(encoding="utf-8")
    again = run("nimmt", *names, "-o", str(path))
    assert again.exit_code == 2 and "exists" in again.stderr


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_check_accepts_the_skeleton_of_every_variant(
    tmp_path: Path, name: str, language: str
) -> None:
    rules = game(name)
    for given in rules.option_sets:
        seats = rules.seats(rules.read_options(given))[-1]
        options = [f"--option={key}={value}" for key, value in given.items()]
        path = tmp_path / "table.kifu"
        made = run(
            name, f"--seats={seats}", *options, "--lang", language, "--force", "-o", str(path)
        )
        assert made.exit_code == 0, made.output
        (reading,) = read(path)
        match = check(reading)
        assert match is not None and match.findings == []


def test_moves_without_the_cards_that_they_need_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "table.kifu"
    run("nimmt", "--seats", "2", "-o", str(path))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n*\n", "\n59 10\n*\n"), encoding="utf-8")
    checked = kifu("check", path)
    assert checked.exit_code == 1 and "KF505" in checked.stdout
    assert 'write [Chance "deal/1: _*20 CARD CARD CARD CARD"]' in checked.stdout.replace("\\", "")
