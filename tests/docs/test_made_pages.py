"""The pages that are made from the code are up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OUTDATED = """\
from docs.make import outdated
from docs.tour import is_japanese, tours

print(*outdated(filter(is_japanese, tours())), sep="\\n")
"""


def test_the_made_pages_and_the_commands_of_japanese_pages_are_what_the_code_says() -> None:
    """`make docs` writes them again. The commands of English pages are run where kifu is
    installed (`tests/installed`).
    """
    done = subprocess.run(
        [sys.executable, "-c", OUTDATED],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("", "")
