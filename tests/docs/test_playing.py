"""docs/playing.md: what is typed there can be typed, and its program runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import kifu, record_of

from kifu.replay.play.session import HELP

from .pages import blocks, run_python, text_of

PAGE = text_of("docs/playing.md")


def test_the_commands_at_the_prompts_are_those_that_there_are() -> None:
    named = set(re.findall(r"`:(\w+)", PAGE))
    for typed in ([line.en for line in HELP], [line.ja for line in HELP]):
        assert named == {*re.findall(r"^:(\w+)", "\n".join(typed), re.MULTILINE), "help"}


def test_the_match_at_a_table_can_be_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (shown,) = re.findall(r"```\n\$ kifu (.*?)```", PAGE, re.DOTALL)
    command, hint, *lines = shown.splitlines()
    prompts, typed = zip(*(line.split("> ", 1) for line in lines), strict=True)
    result = kifu(*shlex.split(command), text="\n".join(typed) + "\n")
    assert result.exit_code == 0, result.stderr
    assert hint in result.stdout
    for prompt in prompts:
        assert f"{prompt}> " in result.stdout
    assert record_of(tmp_path / "table.jsonl").moves == "1:59 2:10 1:98 2:2 2:r4"


def test_the_program_runs(tmp_path: Path) -> None:
    (program,) = blocks(PAGE, "python")
    run_python(program, tmp_path)
    assert record_of(tmp_path / "match.jsonl").end == "*"
