"""The pages of the documentation, and running what they show."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: What pyproject.toml says of the project.
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md")])


def text_of(name: str) -> str:
    """A page by its path in the repository."""
    return (ROOT / name).read_text("utf-8")


def blocks(text: str, kind: str) -> list[str]:
    """The blocks of code of one kind, such as `python`."""
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def run_python(code: str, folder: Path) -> str:
    """What the code prints, in a process of its own in the folder; it says nothing on stderr."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
