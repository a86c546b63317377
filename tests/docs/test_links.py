"""Pages: those made from the code are up to date, and all links lead to what is there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from docs.consoles import consoles, is_japanese

from .pages import PAGES, PROJECT, ROOT, run_python

LINK = re.compile(r"\]\(([^)\s]+)\)")
#: A requirement with extras: `.[cards]` of `pip install '.[cards]'`.
WANTED = re.compile(r"pip install (?:-\S+ )*'?([^'`\s\[]*)\[([\w,]+)\]")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name_of)
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


def test_pages_install_extras_that_exist_from_a_clone() -> None:
    """The help of commands, in docs/cli.md, names both forms."""
    named = set()
    for page in PAGES:
        if page.name in ("cli.md", "CHANGELOG.md"):
            continue
        for of, extras in WANTED.findall(page.read_text("utf-8")):
            needs = f"{name_of(page)}: pip install '{of}[{extras}]' needs a release"
            assert of in (".", "/tmp/kifu"), needs
            named |= {*extras.split(",")}
    assert {"cards", "editor", "lake", "tables"} <= named <= {*PROJECT["optional-dependencies"]}


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
    named = f"map(Path, {[str(page) for page in pages]})"
    look = f"from pathlib import Path; from docs.make import outdated; print(*outdated({named}))"
    return run_python(look, ROOT).strip()
