"""A writer and readers on one archive at once, for a few seconds; a benchmark does it longer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seconds", ["0.2", pytest.param("3", marks=pytest.mark.campaign)])
def test_questions_are_answered_while_another_process_indexes(seconds: str) -> None:
    """Each process does its work at least once."""
    command = [sys.executable, "-m", "benchmarks.side_by_side", "--seconds", seconds]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    counts = [int(number) for number in re.findall(r": (\d+) (?:runs|questions)", done.stdout)]
    assert len(counts) == 3
    assert min(counts) >= 1
