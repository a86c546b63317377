"""The pages that are made from the code are up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_made_pages_and_the_commands_of_pages_are_what_the_code_says() -> None:
    """`make docs` writes them again."""
    done = subprocess.run(
        [sys.executable, "-c", "from docs.make import outdated; print(*outdated(), sep='\\n')"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("", "")
