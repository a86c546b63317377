"""What pages show is true: their Python and their commands run, and logs become the records."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.cli.running import kifu, write

from kifu.notation import dumps
from kifu.notation.record import Note
from kifu.replay.importers import BUILT_IN
from kifu.replay.importers.bga import import_bga
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

from .pages import blocks, run_python, text_of


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_python_of_a_readme_runs(name: str, tmp_path: Path) -> None:
    (code,) = blocks(text_of(name), "python")
    write(tmp_path / "evening.kifu", simulate(game("nimmt"), 2, seats=2, seed="readme"))
    shown = run_python(code, tmp_path)
    assert shown.count("['random 1', 'random 2']") == 2
    assert shown.count("Table(zones=") == 2


def test_the_matches_of_training_are_played(tmp_path: Path) -> None:
    for code in blocks(text_of("docs/training.md"), "python"):
        assert "Record(" in run_python(f"{code}\nprint(record)", tmp_path)


def test_the_bot_that_learns_beats_luck_after_sixty_rounds(tmp_path: Path) -> None:
    (code,) = blocks(text_of("docs/learning.md"), "python")
    (tmp_path / "learner.py").write_text(code, "utf-8")
    seated = 'new_match("nimmt", seats=4, options={"rounds": "9"})'
    ask = "from learner import choose, learn, new_match, np\nnp.save('learner.npy', learn(60))\n"
    ask += f"match = {seated}\nmatch.play_out([choose, 'random', 'random', 'random'])\n"
    first, *others = json.loads(run_python(f"{ask}print(match.state.scores())", tmp_path))
    assert first > max(others)


@pytest.mark.campaign
def test_the_ten_questions_of_python_are_answered(tmp_path: Path) -> None:
    sections = text_of("docs/python.md").split("\n## ")
    code = []
    for number, section in enumerate(sections):
        (block,) = blocks(section, "python")
        code.append(f"print('## {number}')\n{block}")
    assert len(sections) == 11
    records = list(simulate(game("nimmt"), 20, seats=3, seed="python", options={"rounds": "2"}))
    for record in records:
        record.seats = ["Aki", "Ben", "千恵"]
        record.notes = [Note(at=ply, text=f"[%emt {ply}.5]") for ply in range(1, 9)]
    (tmp_path / "logs").mkdir()
    write(tmp_path / "logs" / "a.jsonl.zst", records)
    shown = run_python("\n".join(code), tmp_path)
    answers = re.split(r"^## \d+\n", shown, flags=re.M)[2:]
    assert len(answers) == 10 and all(re.search(r"\d", answer) for answer in answers)
    rows_by_cards = re.search(r"shape: \((\d+), 3\)", answers[5])
    assert rows_by_cards and int(rows_by_cards[1]) <= 5
    for empty in ("shape: (0,", "Empty DataFrame", "NaN", "of 0\n"):
        assert empty not in shown


def test_the_commands_and_the_python_on_data_sets_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = list(simulate(game("nimmt"), 3, seed="data", options={"rounds": "1"}))
    for record in records:
        record.tags.append(("Date", "2026-11-26"))
    (tmp_path / "logs").mkdir()
    write(tmp_path / "logs/a.kifu", records)
    monkeypatch.chdir(tmp_path)
    commands, code = blocks(text_of("docs/dataset.md"), r"\w*")
    for line in commands.splitlines():
        if line.startswith("kifu "):
            done = kifu(*shlex.split(line)[1:])
            assert done.exit_code == 0, done.output
        else:
            subprocess.run(line, shell=True, check=True, capture_output=True)
    exec(code, {})


def test_every_importer_is_on_the_page() -> None:
    table = re.findall(r"^\| `(\w+)` \|", text_of("docs/importing.md"), re.MULTILINE)
    assert set(table) == set(BUILT_IN)


def test_the_log_of_board_game_arena_becomes_the_record_below_it() -> None:
    page = text_of("docs/importing-bga.md").partition("## Any other game")[2]
    log, record = re.findall(r"```(?:json)?\n([{\[].*?)```", page, re.DOTALL)
    result = import_bga(log.encode())
    assert result.findings == []
    made = re.sub("sha256:[0-9a-f]{64}", "sha256:...", dumps(result.records[0]))
    assert made.split() == record.split()


def test_the_sql_that_is_shown_counts_matches(tmp_path: Path) -> None:
    log = write(tmp_path / "a.kifu", simulate(game("nimmt"), 3, seats=2, seed="sql"))
    archive = tmp_path / "games.duckdb"
    assert kifu("index", archive, log).exit_code == 0
    (pivot,) = re.findall(r"`(PIVOT [^`]*)`", text_of("docs/sql.md"))
    done = kifu("query", archive, pivot)
    assert json.loads(done.stdout) == {"seats": 2, "nimmt": 3, "yuhodo": 0}
