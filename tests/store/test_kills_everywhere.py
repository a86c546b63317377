"""Any writer of an archive or a lake can be killed at any moment: `tests.campaigns.kills`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.campaign
@pytest.mark.parametrize("words", [["39"], ["9", "index"], ["6", "compact", "rebuild"]])
def test_nothing_is_lost_and_nothing_is_there_twice(words: list[str]) -> None:
    """Thirteen works take turns, three times, those on a lake, too; and more of the works that are
    most at risk, of which an index run is killed three times each.
    """
    command = [sys.executable, "-m", "tests.campaigns.kills", *words]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=1800
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("nothing lost, nothing twice") == (len(words) - 1 or 13)


@pytest.mark.campaign
def test_an_erasure_that_is_killed_is_ended_by_the_next() -> None:
    command = [sys.executable, "-m", "tests.store.killing_erasures"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert re.fullmatch("kills: [2-9][0-9]\n", done.stdout), done.stdout + done.stderr
