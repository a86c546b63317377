"""`kifu simulate`: finished records, the same call giving the same bytes."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

import pytest

from kifu.notation import Record, loads, read
from kifu.notation.record import Reading
from kifu.replay.form import game_form
from kifu.replay.match import check, replay

from .running import Running, kifu

run = partial(kifu, "simulate")


def records(path: Path) -> list[Record]:
    found: list[Reading] = list(read(path))
    assert [reading.diagnostics for reading in found] == [[]] * len(found)
    return [reading.record for reading in found if reading.record is not None]


def test_matches_come_out_as_text_that_is_sound_and_in_game_form() -> None:
    result = run("nimmt", "--games", "3", "--seats", "4", "--seed", "spring")
    assert result.exit_code == 0 and result.stderr == ""
    texts = result.stdout.split("\n\n[Game")
    assert len(texts) == 3
    record = loads(texts[0] + "\n")
    assert len(record.seats) == 4 and record.end == "=" and record.result is not None
    assert replay(record).findings == [] and game_form(replay(record)) == record


@pytest.mark.parametrize("name", ["a.kifu", "a.jsonl.gz"])
def test_the_same_call_gives_the_same_bytes(tmp_path: Path, name: str) -> None:
    outs = [tmp_path / "one" / name, tmp_path / "other" / name]
    for out in outs:
        out.parent.mkdir()
        arguments = ("nimmt", "--games", "4", "--seats", "5", "--option", "rounds=1")
        result = run(*arguments, "-o", str(out))
        assert (result.exit_code, result.stdout) == (0, "")
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert len(records(outs[0])) == 4
    for reading in read(outs[0]):
        match = check(reading)
        assert match is not None and match.findings == []


def test_seeds_differ_by_game_and_by_seed_but_not_by_player() -> None:
    def seeds(*args: str) -> list[str]:
        text = run("nimmt", "--option", "rounds=1", "--games", "3", *args).stdout
        return [line for line in text.splitlines() if line.startswith("[Seed ")]

    assert len(set(seeds("--seed", "a"))) == 3
    assert not set(seeds("--seed", "a")) & set(seeds("--seed", "b"))
    assert seeds("--player", "greedy") == seeds("--player", "random")


def test_players_are_named_for_all_seats_or_for_each(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    each = ("--player", "greedy", "--player", "random", "--player", "greedy")
    assert run("nimmt", "--seats", "3", *each, "-o", str(out)).exit_code == 0
    assert records(out)[0].seats == ["greedy 1", "random 2", "greedy 3"]


@pytest.mark.parametrize("name", ["a.kifu", "a.jsonl.gz"])
def test_a_run_that_is_terminated_is_resumed_by_any_number_of_processes(
    tmp_path: Path, name: str
) -> None:
    out, whole = tmp_path / name, tmp_path / "whole" / name
    whole.parent.mkdir()
    played = ("simulate", "nimmt", "--games", "100000", "--player", "greedy", "-o", out)
    with Running(*played) as running:
        running.until(lambda: any(path.stat().st_size for path in tmp_path.glob(f"*{name}?*")))
        assert running.interrupt(signal.SIGTERM) == 143
        said, end = running.said[-2:]
    done = len(records(out))
    assert said.startswith(f"kifu: {done} records written") and "--resume" in said
    assert end == "kifu: terminated\n" and done < 100000
    asked = ("nimmt", "--games", str(done + 30), "--player", "greedy", "-o")
    assert run(*asked, out, "--resume", "--jobs", "2").exit_code == 0
    assert run(*asked, whole).exit_code == 0
    assert out.read_bytes() == whole.read_bytes()


def test_what_is_cut_off_is_played_again_and_what_is_of_another_run_stays(tmp_path: Path) -> None:
    out = tmp_path / "a.kifu"
    asked = ("nimmt", "--games", "5", "--seats", "3", "-o", out)
    run(*asked)
    whole = out.read_bytes()
    out.write_bytes(whole[: len(whole) * 2 // 3])
    assert run(*asked, "--resume").exit_code == 0 and out.read_bytes() == whole
    for other in (("--seed", "b"), ("--games", "4"), ("--player", "greedy")):
        result = run(*asked, *other, "--resume")
        assert result.exit_code == 2 and "is not of this simulation" in result.stderr
    assert out.read_bytes() == whole and run("nimmt", "--resume").exit_code == 2


def test_a_long_run_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clock = iter(range(0, 600, 5))
    monkeypatch.setattr("kifu.store.commands.simulate.monotonic", lambda: next(clock))
    result = run("nimmt", "--games", "60", "-o", tmp_path / "a.kifu")
    assert result.stderr.startswith("kifu: about 5 minutes for 60 matches\n")
