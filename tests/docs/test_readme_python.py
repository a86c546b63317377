"""The Python of the READMEs runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.notation.files import writer
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_python_of_a_readme_runs(name: str, tmp_path: Path) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / name).read_text("utf-8"), re.M | re.S)
    with writer(str(tmp_path / "evening.kifu"), force=False) as out:
        for record in simulate(game("nimmt"), 2, seats=2, seed="readme"):
            out.write(record)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", block],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("['random 1', 'random 2']") == 2
    assert done.stdout.count("Table(zones=") == 2
