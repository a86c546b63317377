"""The Python of docs/python.md runs, and each of its questions has an answer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.notation.files import writer
from kifu.notation.record import Note
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


@pytest.mark.campaign
def test_the_ten_questions_are_answered(tmp_path: Path) -> None:
    sections = PAGE.read_text("utf-8").split("\n## ")
    code = []
    for number, section in enumerate(sections):
        (block,) = re.findall(r"^```python\n(.*?)^```", section, re.M | re.S)
        code.append(f"print('## {number}')\n{block}")
    assert len(sections) == 11
    (tmp_path / "logs").mkdir()
    options = {"rounds": "2"}
    with writer(tmp_path / "logs" / "a.jsonl.zst") as out:
        for record in simulate(game("nimmt"), 20, seats=3, seed="python", options=options):
            record.seats = ["Aki", "Ben", "千恵"]
            record.notes = [Note(at=ply, text=f"[%emt {ply}.5]") for ply in range(1, 9)]
            out.write(record)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", "\n".join(code)],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    answers = re.split(r"^## \d+\n", done.stdout, flags=re.M)[2:]
    assert len(answers) == 10 and all(re.search(r"\d", answer) for answer in answers)
    for empty in ("shape: (0,", "Empty DataFrame", "NaN", "of 0\n"):
        assert empty not in done.stdout
