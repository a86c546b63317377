"""The pages that are made from the code are up to date."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from docs.consoles import consoles, is_japanese

ROOT = Path(__file__).parents[2]
OUTDATED = """\
import sys
from pathlib import Path
from docs.make import outdated

print(*outdated(map(Path, sys.argv[1:])), sep="\\n")
"""


def test_the_made_pages_are_what_the_code_says() -> None:
    """`make docs` writes them again."""
    assert outdated([]) == ""


@pytest.mark.campaign
def test_the_commands_of_japanese_pages_print_what_the_pages_say() -> None:
    """Those of English pages are run where kifu is installed (`tests/installed`)."""
    assert outdated(filter(is_japanese, consoles())) == ""


def outdated(pages: Iterable[Path]) -> str:
    """The pages that are outdated, of those that are made and of `pages`, whose commands are run;
    in a process of its own, which has the environment of a user.
    """
    done = subprocess.run(
        [sys.executable, "-c", OUTDATED, *map(str, pages)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.strip()
