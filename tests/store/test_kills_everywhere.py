"""Whatever writes an archive can be killed at any moment; `benchmarks/kills.py` does so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kills", [6, pytest.param(30, marks=pytest.mark.campaign)])
def test_nothing_is_lost_and_nothing_is_there_twice(kills: int) -> None:
    """Six works take turns."""
    command = [sys.executable, "-m", "benchmarks.kills", str(kills)]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing lost, nothing twice") == 6
