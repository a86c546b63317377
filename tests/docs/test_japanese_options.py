"""The Japanese rules pages call options and their values as `kifu games --lang ja` does."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from kifu.replay.options import allowed, japanese
from kifu.replay.registry import BUILT_IN, game

PAGES = Path(__file__).parents[2] / "docs/ja/rules"
ROW = re.compile(r"^\| `(\w+)`\((.+?)\) \| (.+?) \|", re.MULTILINE)
VALUE = re.compile(r"`(\w+)`\((.+?)\)")


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_page_and_the_game_have_the_same_words_for_options(name: str) -> None:
    text = PAGES.joinpath(f"{name}.md").read_text("utf-8")
    fields = {field.encode_name: field for field in msgspec.structs.fields(game(name).options)}
    rows = {option: (title, values) for option, title, values in ROW.findall(text)}
    assert list(rows) == list(fields)
    for option, (title, values) in rows.items():
        said = japanese(fields[option])
        assert said is not None and said.meaning
        assert said.title == title
        assert {**said.values, **dict(VALUE.findall(values))} == dict(said.values)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_value_that_is_a_word_has_a_japanese_one(name: str) -> None:
    for field in msgspec.structs.fields(game(name).options):
        said = japanese(field)
        assert said is not None
        words = {value for value in allowed(field) if value.replace("_", "").isalnum()}
        # Data have no meaning but their name, and numbers are numbers.
        words -= {"house1", *(value for value in words if value.isdigit())}
        assert set(said.values) == words
