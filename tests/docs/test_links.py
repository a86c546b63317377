"""The pages lead somewhere: every relative link of every page names a file that is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_to_a_file_and_a_heading(page: Path) -> None:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
    for link in LINK.findall(text):
        if "://" in link:
            continue
        name, _, heading = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if heading:
            assert heading in headings(target), link


def headings(page: Path) -> set[str]:
    """The anchors that a page's headings get: lower case, hyphens for spaces."""
    titles = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
