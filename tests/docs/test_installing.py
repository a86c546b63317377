"""Every line of a page that installs an extra names one that exists, in the form for a clone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "optional-dependencies"
]
#: The help of commands, in docs/cli.md, names both forms.
PAGES = [
    page
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    if page.name not in ("cli.md", "CHANGELOG.md")
]
#: A requirement with extras: `.[cards]` of `pip install '.[cards]'`.
WANTED = re.compile(r"pip install (?:-\S+ )*'?([^'`\s\[]*)\[([\w,]+)\]")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_installs_extras_from_a_clone(page: Path) -> None:
    for of, extras in WANTED.findall(page.read_text("utf-8")):
        assert of in (".", "/tmp/kifu"), f"pip install '{of}[{extras}]' needs a release"
        assert set(extras.split(",")) <= set(EXTRAS)


def test_the_pages_name_extras() -> None:
    named = {found[1] for page in PAGES for found in WANTED.findall(page.read_text("utf-8"))}
    assert {"cards", "editor", "lake", "tables", "watch"} <= named
