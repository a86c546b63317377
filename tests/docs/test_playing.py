"""docs/playing.md: what is typed there can be typed, and its program runs."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli import main
from kifu.notation.lines import read_lines
from kifu.replay.play.wording import PLAY_HELP as PLAY
from kifu.replay.play.wording import RECORD_HELP as RECORD

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text("utf-8")


def test_the_commands_at_the_prompts_are_those_that_there_are() -> None:
    named = set(re.findall(r"`:(\w+)", PAGE))
    listed = set(re.findall(r"^:(\w+)", f"{PLAY.en}\n{RECORD.en}", re.MULTILINE))
    assert named == listed | {"help"}


def test_the_match_at_a_table_can_be_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"```\n\$ kifu (.*?)```", PAGE, re.DOTALL)
    command, hint, *lines = shown.splitlines()
    prompts, typed = zip(*(line.split("> ", 1) for line in lines), strict=True)
    result = CliRunner().invoke(main, shlex.split(command), input="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.stderr
    assert hint in result.stdout
    for prompt in prompts:
        assert f"{prompt}> " in result.stdout
    (found,) = read_lines([(tmp_path / "table.jsonl").read_bytes()])
    assert found.record is not None and found.diagnostics == []
    assert found.record.moves == "1:59 2:10 1:98 2:60"


def test_the_program_runs(tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=True, timeout=300)
    (found,) = read_lines([(tmp_path / "match.jsonl").read_bytes()])
    assert found.record is not None and found.record.end == "*"


def test_the_help_in_japanese_has_the_same_commands() -> None:
    for help_text in (PLAY, RECORD):
        english, japanese = (
            re.findall("^:[a-z]+", words, re.MULTILINE) for words in (help_text.en, help_text.ja)
        )
        assert english == japanese
