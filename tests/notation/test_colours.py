"""The grammars of editors: the Pygments lexer and the TextMate grammar agree with the notation."""

from __future__ import annotations

import json
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.lexer import RegexLexer
from pygments.token import Comment, Error, Name, Number, Operator

from kifu.notation.highlight import KifuLexer

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(ROOT.glob("examples/*.kifu"))
GRAMMAR = json.loads((ROOT / "editors/vscode/syntaxes/kifu.tmLanguage.json").read_text("utf-8"))
TEXT = st.text(st.sampled_from('aA1.:(){}[]";*=#!?%$@\\ \t\r\n葵\0'))


def test_pygments_finds_the_lexer_by_its_entry_point() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["kifu"].partition(":")
    assert getattr(import_module(module), name) is KifuLexer
    assert issubclass(KifuLexer, RegexLexer)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_has_colours_and_no_error(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = list(KifuLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert not [value for kind, value in tokens if kind is Error]
    assert {Name.Tag, Name.Function, Number} <= {kind for kind, _ in tokens}


def test_words_have_their_colours() -> None:
    moves = "#1 1.71 3:r2?! $14 %00c0ffee {a} (... 5) 5%9 71x! {b"
    kinds = [(kind, text) for kind, text in KifuLexer().get_tokens(moves) if text.strip(" \n()")]
    assert kinds[:8] == [
        (Number, "#1"), (Number, "1."), (Name.Function, "71"), (Name.Variable, "3:"),
        (Name.Function, "r2"), (Operator, "?!"), (Operator, "$14"), (Number.Hex, "%00c0ffee"),
    ]  # fmt: skip
    assert (Error, "5%9") in kinds
    assert (Comment, "b") in kinds


@given(TEXT)
def test_any_text_becomes_tokens(text: str) -> None:
    lexer = KifuLexer(stripnl=False, ensurenl=False)
    text = text.replace("\r\n", "\n").replace("\r", "\n")  # as Pygments itself does
    assert "".join(value for _, value in lexer.get_tokens(text)) == text


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
