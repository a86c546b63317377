"""Every code of the notation is one that some test causes; editors' grammar agrees with it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kifu.notation.errors import CODES

OWN = {code for code in CODES if code < "KF4"}


def test_a_test_names_each_code() -> None:
    tests = Path(__file__).parent.glob("test_*.py")
    assert named_in(*tests) >= OWN


def test_the_reference_explains_the_grammar_that_each_code_is_about() -> None:
    assert named_in(Path(__file__).parents[2] / "docs/notation.md") >= OWN


def named_in(*files: Path) -> set[str]:
    return {code for file in files for code in re.findall(r"KF[0-9]{3}", file.read_text("utf-8"))}


ROOT = Path(__file__).parents[2]
GRAMMAR = json.loads((ROOT / "editors/vscode/syntaxes/kifu.tmLanguage.json").read_text("utf-8"))


def scopes(line: str) -> list[tuple[str, str]]:
    """The words of a line of movetext by the TextMate grammar, each with its kind."""
    found = []
    at = 0
    rules: list[dict[str, Any]] = GRAMMAR["repository"]["word"]["patterns"]
    while at < len(line):
        matches = [(re.compile(rule["match"]).search(line, at), rule) for rule in rules]
        first = [(match.start(), n) for n, (match, _) in enumerate(matches) if match]
        if not first:
            break
        match, rule = matches[min(first)[1]]
        assert match is not None
        for group, named in rule.get("captures", {"0": rule}).items():
            if match[int(group)]:
                found.append((named["name"].split(".")[-2], match[int(group)]))
        at = match.end()
    return found


def test_the_textmate_grammar_knows_the_words() -> None:
    assert scopes("#1 1.71 3:r2?! $14 %00c0ffee 5%9 71!") == [
        ("mark", "#1"), ("mark", "1."), ("move", "71"), ("actor", "3:"), ("move", "r2"),
        ("glyph", "?!"), ("glyph", "$14"), ("checkpoint", "%00c0ffee"), ("word", "5%9"),
        ("move", "71"), ("glyph", "!"),
    ]  # fmt: skip
    assert scopes("*") == [("end", "*")]


def test_every_pattern_of_the_textmate_grammar_is_included_and_compiles() -> None:
    text = json.dumps(GRAMMAR)
    for name in GRAMMAR["repository"]:
        assert f'"#{name}"' in text
    for pattern in re.findall(r'"(?:match|begin|end)": ("(?:[^"\\]|\\.)*")', text):
        re.compile(json.loads(pattern).replace(r"\G", ""))
