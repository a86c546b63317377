"""The table of codes: every code of the notation is one that some test brings about."""

from __future__ import annotations

import re
from pathlib import Path

from kifu.notation.errors import CODES

OWN = {code for code in CODES if code < "KF4"}


def test_a_test_names_each_code() -> None:
    tests = Path(__file__).parent.glob("test_*.py")
    assert named_in(*tests) >= OWN


def test_the_reference_explains_the_grammar_that_each_code_is_about() -> None:
    assert named_in(Path(__file__).parents[2] / "docs/notation.md") >= OWN


def named_in(*files: Path) -> set[str]:
    return {code for file in files for code in re.findall(r"KF[0-9]{3}", file.read_text("utf-8"))}
