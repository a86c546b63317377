"""docs/dataset.md is true: its commands and its Python run."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli import main
from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

PAGE = (Path(__file__).parents[2] / "docs/dataset.md").read_text("utf-8")


def test_its_commands_and_its_python_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "logs").mkdir()
    with writer(tmp_path / "logs/a.kifu") as file:
        for record in simulate(game("nimmt"), 3, seed="data", options={"rounds": "1"}):
            record.tags.append(("Date", "2026-11-26"))
            file.write(record)
    monkeypatch.chdir(tmp_path)
    commands, code = re.findall(r"```\w*\n(.*?)```", PAGE, re.DOTALL)
    for line in commands.splitlines():
        if line.startswith("kifu "):
            done = CliRunner().invoke(main, shlex.split(line)[1:])
            assert done.exit_code == 0, done.output
        else:
            subprocess.run(line, shell=True, check=True, capture_output=True)
    exec(code, {})
