"""The table of codes: every code of the notation is one that some test brings about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kifu.notation.diagnostics import CODES

OWN = sorted(code for code in CODES if code < "KF4")


@pytest.mark.parametrize("code", OWN)
def test_a_test_names_the_code(code: str) -> None:
    tests = Path(__file__).parent
    named = {
        found
        for file in tests.glob("test_*.py")
        for found in re.findall(r"KF[0-9]{3}", file.read_text(encoding="utf-8"))
    }
    assert code in named


@pytest.mark.parametrize("code", OWN)
def test_the_reference_explains_the_grammar_that_the_code_is_about(code: str) -> None:
    reference = Path(__file__).parents[2] / "docs" / "notation.md"
    assert code in reference.read_text(encoding="utf-8")
