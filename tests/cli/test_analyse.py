"""`kifu analyse`: the same bytes however it is done, nothing lost by a kill, what it refuses."""

from __future__ import annotations

import json
import signal
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from kifu.notation import Record, loads
from kifu.replay import judge, registry
from kifu.replay.analysis.judge import Question
from kifu.replay.analysis.part_file import PartFile
from kifu.replay.analysis.valuing import Plan
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.judgements.written import read
from kifu.replay.judgements.written import write as written
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate

from .running import Running, children, has_threads, kifu, write

#: Judged quickly, and by this process.
QUICK = ("--budget", "4", "--jobs", "1")


def match(seed: str = "analysed") -> Record:
    players = ("greedy", "random")
    game = registry.game("nimmt")
    (record,) = simulate(game, 1, seats=2, seed=seed, options={"rounds": "1"}, players=players)
    return record


@pytest.fixture(name="evening")
def _evening(tmp_path: Path) -> Path:
    return write(tmp_path / "evening.kifu", [match()])


def rows_of(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_the_output_holds_what_judge_says(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "judged.kifu"
    result = kifu("analyse", evening, "-o", out, *QUICK)
    assert (result.exit_code, result.stdout) == (0, "")
    record, *lines = result.stderr.splitlines()
    assert record == f"{evening}: record 1"
    for line, seat in zip(lines, judge(match(), budget=4).seats, strict=True):
        assert f"{seat.points / seat.choices:.2f} ± " in line and "points lost a choice" in line
        assert f"{seat.blunders} ??, {seat.mistakes} ?, {seat.doubtful} ?!" in line
    expected = written(replay(match()), judge(match(), budget=4))
    assert loads(out.read_text()) == expected
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["evening.kifu", "judged.kifu"]


def test_two_processes_write_the_same_bytes(evening: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.kifu", tmp_path / "two.kifu"
    assert kifu("analyse", evening, "-o", one, *QUICK).exit_code == 0
    assert kifu("analyse", evening, "-o", two, "--budget", 4, "--jobs", 2).exit_code == 0
    assert one.read_bytes() == two.read_bytes()


def test_rows_are_all_decisions_and_a_table_is_the_mistakes(evening: Path) -> None:
    asked = (*QUICK, "--seat", "2")
    result = kifu("analyse", evening, *asked, "--format", "ndjson")
    found = rows_of(result.stdout)
    judged = judge(match(), budget=4, seats=[2]).judgements
    assert [row["ply"] for row in found] == [judgement.ply for judgement in judged]
    assert found[0]["player"] == "random 2"
    mistakes = [row for row in found if row["glyph"]]
    assert 0 < len(mistakes) < len(found)
    table = kifu("analyse", evening, *asked, "--format", "table").stdout
    assert len(table.splitlines()) == 2 + len(mistakes)


def test_files_without_a_record_are_said(tmp_path: Path) -> None:
    empty, bad = write(tmp_path / "empty.kifu", []), tmp_path / "bad.kifu"
    bad.write_text("[")
    for more in ((), ("--player", "Aki"), ("-o", tmp_path / "out.kifu")):
        done = kifu("analyse", empty, *more)
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", "no records\n")
    assert "no records" not in kifu("analyse", empty, bad).stderr


def test_a_table_without_a_mistake_says_so(tmp_path: Path) -> None:
    begun = msgspec.structs.replace(match(), moves="#1 1. 8 103", result=None, end="*")
    path = write(tmp_path / "begun.kifu", [begun])
    asked = (*QUICK, "--seat", "1", "--format")
    (row,) = rows_of(kifu("analyse", path, *asked, "ndjson").stdout)
    assert row["glyph"] == ""
    said = "no mistake in 1 decision; --format ndjson, json or csv shows all of them\n"
    assert kifu("analyse", path, *asked, "table").stderr.endswith(f"\n{said}")
    assert kifu("analyse", path, *asked, "csv").stderr == ""


def test_one_seat_or_one_player(evening: Path) -> None:
    by_seat = kifu("analyse", evening, *QUICK, "--seat", 2).stdout
    assert {row["seat"] for row in rows_of(by_seat)} == {2}
    assert kifu("analyse", evening, *QUICK, "--player", "random 2").stdout == by_seat


def test_a_player_who_is_in_no_record_is_said(evening: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.kifu"
    for more in ((), ("-o", out)):
        done = kifu("analyse", evening, *QUICK, "--player", "\x1b[2J", *more)
        assert (done.exit_code, done.stdout) == (0, "")
        assert done.stderr == "no record has a player \\x1b[2J\n"
    assert out.read_bytes() == evening.read_bytes()
    assert kifu("analyse", evening, *QUICK, "--player", "RANDOM 2").stderr == ""


def test_clear_gives_back_the_record(evening: Path, tmp_path: Path) -> None:
    out, bare = tmp_path / "judged.kifu", tmp_path / "bare.kifu"
    kifu("analyse", evening, "-o", out, *QUICK)
    assert out.read_bytes() != evening.read_bytes()
    assert kifu("analyse", out, "-o", bare, "--clear").exit_code == 0
    assert bare.read_bytes() == evening.read_bytes()


@pytest.mark.campaign
def test_killed_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """With every match that was judged; only the one under way is judged again."""
    evening = write(tmp_path / "evening.kifu", [match(f"killed {number}") for number in range(4)])
    whole, out = tmp_path / "whole.kifu", tmp_path / "out.kifu"
    part = tmp_path / "out.kifu.part"
    again = ("--budget", "30", "--jobs", "1")
    assert kifu("analyse", evening, "-o", whole, *again).exit_code == 0
    with Running("analyse", evening, "-o", out, *again) as running:
        running.until(lambda: part.exists() and part.read_bytes().count(b"\n") > 2)
        running.process.kill()
        running.process.wait()
    assert not out.exists()
    left = part.read_bytes()
    assert left.count(b"\n") < 5
    refused = kifu("analyse", evening, "-o", out, *again)
    assert refused.exit_code == 2 and "continue it with --resume" in refused.stderr
    assert part.read_bytes() == left
    assert kifu("analyse", evening, "-o", out, *again, "--resume").exit_code == 0
    assert out.read_bytes() == whole.read_bytes()
    assert not part.exists()


def test_ctrl_c_says_how_to_continue(tmp_path: Path) -> None:
    evening = write(tmp_path / "evening.kifu", [match(f"break {number}") for number in range(9)])
    out, part = tmp_path / "out.kifu", tmp_path / "out.kifu.part"
    with Running("analyse", evening, "-o", out, "--budget", "90", "--jobs", "1") as running:
        running.until(lambda: part.exists() and part.read_bytes().count(b"\n") > 1)
        assert running.interrupt() == 130
    assert running.said_of(f"judged so far is in {part}; continue with --resume") == 1
    assert part.exists() and not out.exists()


def test_terminated_it_waits_for_no_worker(tmp_path: Path) -> None:
    evening = write(tmp_path / "evening.kifu", [match()])
    with Running("analyse", evening, "--budget", "1000000", "--jobs", "2") as running:
        # The workers are in moments that last for minutes.
        running.until(lambda: sum(map(has_threads, children(running.process.pid))) >= 2)
        assert running.interrupt(signal.SIGTERM) == 143
    assert running.said == ["kifu: terminated\n"]


#: The question that `QUICK` asks of `match`, and what comes of it, but for another loss.
ASKED = Question(match(), Plan(4), [1, 2])


@cache
def first_analysis(loss: float) -> Analysis:
    found = judge(match(), budget=4)
    first, *rest = found.judgements
    return replace(found, judgements=[replace(first, loss=loss), *rest])


def test_what_a_part_file_has_is_not_worked_out_again(evening: Path, tmp_path: Path) -> None:
    """An analysis that was altered there is what comes out, unless something else is asked."""
    for plan, loss in ((Plan(4), 0.125), (Plan(4, seed="2"), None)):
        out = tmp_path / f"out{plan.seed}.kifu"
        with PartFile(str(out), resume=False) as part:
            part.keep(replace(ASKED, plan=plan), first_analysis(0.125))
        assert kifu("analyse", evening, "-o", out, *QUICK, "--resume").exit_code == 0
        analysis = read(loads(out.read_text()))
        assert analysis is not None
        assert (analysis.judgements[0].loss == 0.125) == (loss is not None)


@pytest.mark.parametrize(
    "damage", [b"", b"0000", b"{}\n", b"\xff" * 100 + b"\n", b"[" * 100_000 + b"\n"]
)
def test_a_cut_or_bent_line_ends_a_part_file(tmp_path: Path, damage: bytes) -> None:
    out, analysis = str(tmp_path / "out.kifu"), first_analysis(0.5)
    with PartFile(out, resume=False) as part:
        part.keep(ASKED, analysis)
    path = tmp_path / "out.kifu.part"
    good = path.read_bytes()
    path.write_bytes(good + damage)
    other = replace(ASKED, seats=[1])
    with PartFile(out, resume=True) as part:
        assert part.known(ASKED) == analysis and part.known(other) is None
        part.keep(other, analysis)
    with PartFile(out, resume=True) as part:
        assert part.known(other) == analysis


def test_one_decision_is_shown_with_its_options(evening: Path) -> None:
    analysis = judge(match(), budget=4)
    judgement = next(each for each in analysis.judgements if each.seat == 2)
    done = kifu("analyse", evening, *QUICK, "--at", judgement.ply)
    assert done.exit_code == 0
    rows = [line for line in done.stdout.splitlines() if "points  loses" in line]
    assert len(rows) == len(judgement.options)
    (row,) = rows_of(
        kifu("analyse", evening, *QUICK, "--at", judgement.ply, "--format", "ndjson").stdout
    )
    assert row["ply"] == judgement.ply and row["points"] == round(judgement.points, 4)
    for ply in (1_000, 10_000_000):
        refused = kifu("analyse", evening, *QUICK, "--at", ply)
        assert refused.exit_code == 1 and f"ply {ply} is no choice" in refused.stderr
    assert kifu("analyse", evening, "--at", 1, "-o", "x.kifu").exit_code == 2


def test_a_file_in_the_way_is_left_alone(evening: Path, tmp_path: Path) -> None:
    other = tmp_path / "out.kifu.part"
    for notes in (b"my notes", b"[]\n"):
        other.write_bytes(notes)
        result = kifu("analyse", evening, "-o", tmp_path / "out.kifu", *QUICK, "--resume")
        assert result.exit_code == 2 and "was not made by kifu analyse" in result.stderr
        assert other.read_bytes() == notes


def test_what_can_not_be_judged_is_said_and_kept(tmp_path: Path) -> None:
    chronicle = Record(game="chronicle", rules=0, seats=["A", "B"], moves="e e", end="*")
    path = write(tmp_path / "both.kifu", [chronicle, match()])
    out = tmp_path / "judged.kifu"
    result = kifu("analyse", path, "-o", out, *QUICK)
    assert result.exit_code == 1
    assert result.stderr.startswith(
        f"kifu: {path}: record 1: a chronicle has no rules, so it can't be analysed\n"
    )
    text = out.read_text()
    assert text.count("[Analysis ") == 1 and text.startswith('[Game "chronicle"]')


def test_a_broken_record_is_judged_to_there_and_says_so(tmp_path: Path) -> None:
    record = match()
    words = record.moves.split(" ")
    record.moves = " ".join([*words[:6], "r9"])
    result = kifu("analyse", write(tmp_path / "broken.kifu", [record]), *QUICK)
    assert result.exit_code == 0 and len(rows_of(result.stdout)) == 3
    assert "record 1: judged up to ply 3: r9 is not a move of nimmt" in result.stderr


BY_HAND = """\
[Game "nimmt"]
[Rules "1"]
[Options "rounds=1"]
[Seat "Aki"]
[Seat "Ben"]
[Chance "deal/1: _*20 12 55 3 88"]

#1 1. 59 10
*
"""


def test_cards_that_are_not_known_are_named_once_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "table.kifu"
    path.write_text("\n".join([BY_HAND, BY_HAND, BY_HAND.replace("59", "60")]), encoding="utf-8")
    result = kifu("analyse", path)
    assert result.exit_code == 1
    assert result.stderr == (
        f"kifu: {path}: record 1: the record can't be analysed, because the Chance tag of deal/1 "
        "leaves 20 of its cards unknown, first card 1: kifu fmt fills in what the moves prove, you "
        "write the others there in place of _\n"
        "kifu: 2 more records can't be analysed: cards of their deals are not known (_)\n"
    )


def test_matches_of_an_archive_are_exported_to_be_analysed(evening: Path, tmp_path: Path) -> None:
    archive, out = tmp_path / "a.duckdb", tmp_path / "out.kifu"
    kifu("index", archive, evening)
    refused = kifu("analyse", archive)
    assert refused.exit_code == 2 and "is the name of an archive" in refused.stderr
    chosen = kifu("export", archive, "--player", "random 2", "-o", "-").stdout
    assert kifu("analyse", "-", "-o", out, *QUICK, text=chosen).exit_code == 0
    assert loads(out.read_text()) == written(replay(match()), judge(match(), budget=4))
