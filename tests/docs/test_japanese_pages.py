"""The Japanese pages stand beside the English ones, call keys, links and options as kifu does, and
what is typed in them can be typed.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import kifu

from kifu.replay.options import allowed, japanese
from kifu.replay.registry import BUILT_IN, game
from kifu.site.texts import PAGE

from .pages import DOCS, ROOT, blocks, text_of

#: The row of an option in the rules of a game, and the values that it names.
ROW = re.compile(r"^\| `(\w+)`\((.+?)\) \| (.+?) \|", re.MULTILINE)
VALUE = re.compile(r"`(\w+)`\((.+?)\)")
TWINS = [path.relative_to(DOCS / "ja") for path in sorted(DOCS.glob("ja/**/*.md"))]


@pytest.mark.parametrize("name", TWINS, ids=str)
def test_each_page_leads_to_the_other_language_at_its_top(name: Path) -> None:
    up = "../" * len(name.parts)
    for page, link in (
        (DOCS / "ja" / name, f"[English]({up}{name.as_posix()})"),
        (DOCS / name, f"[日本語]({up[3:]}ja/{name.as_posix()})"),
    ):
        assert link in "".join(page.read_text("utf-8").splitlines(keepends=True)[:4])


def test_the_pages_use_the_terms_of_players() -> None:
    gone = re.compile("誰|命令|ブラウザ(?!ー)|対局|要約値|勝ちを分|分かる|最も|一番")
    pages = [ROOT / "README.ja.md", *(DOCS / "ja" / name for name in TWINS)]
    found = {page.name: gone.findall(page.read_text("utf-8")) for page in pages}
    assert {name: words for name, words in found.items() if words} == {}


def table(page: str, heading: str) -> list[str]:
    """The first cells of the first table below a heading, as code."""
    text = page.partition(f"\n## {heading}\n")[2].partition("\n|---")[2].partition("\n\n")[0]
    return [" ".join(re.findall(r"`(.+?)`", row.split(" | ")[0])) for row in text.splitlines()[1:]]


@pytest.mark.parametrize(
    ("en", "ja"), [("Reading a page", "ページの見方"), ("A link to a moment", "場面へのリンク")]
)
def test_both_pages_of_the_viewer_name_the_same_keys_and_parts(en: str, ja: str) -> None:
    pages = (DOCS / "viewer.md", DOCS / "ja" / "viewer.md")
    english, japanese = (
        table(page.read_text("utf-8"), heading)
        for page, heading in zip(pages, (en, ja), strict=True)
    )
    assert len(english) > 4
    assert english == [key.replace("スペース", "Space") for key in japanese]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_page_and_the_game_have_the_same_words_for_options(name: str) -> None:
    text = text_of(f"docs/ja/rules/{name}.md")
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


@pytest.mark.parametrize("page", ["README.ja.md", "docs/ja/rules/magimiles.md"])
def test_players_are_told_that_the_cards_of_magimiles_are_invented(page: str) -> None:
    assert re.search(r"MAGiMiLES[^\n]*仮のもの|仮のデータ", text_of(page))


def test_the_glyphs_have_one_name_on_every_page_and_in_the_editor() -> None:
    text = text_of("docs/ja/notation.md")
    for glyph, name in {"?": "悪手", "??": "大悪手", "?!": "疑問手"}.items():
        assert PAGE[f"glyph_{glyph}"].ja == name
        assert f"`{glyph}` {name}" in text


@pytest.mark.parametrize(("folder", "chosen"), [("", "choose"), ("ja", "を選ぶ")], ids=["en", "ja"])
def test_first_steps_lead_to_a_page(
    folder: str, chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record from the sheet of paper, and a match that is played, become pages."""
    monkeypatch.chdir(tmp_path)
    page = (DOCS / folder / "first-steps.md").read_text("utf-8")
    (record,) = blocks(page, "kifu")
    view_table, play, view = re.findall(r"```sh\nkifu ((?:play|view) .*)\n```", page)
    assert kifu("check", "-", text=record).exit_code == 0
    (tmp_path / shlex.split(view_table)[1]).write_text(record, "utf-8")
    typed = ":moves\n:help\n:say いい手だった\n:quit\n"
    played = kifu(*shlex.split(play), text=typed)
    assert played.exit_code == 0, played.stderr
    assert chosen in played.stdout
    for command, made in ((view_table, "table.html"), (view, "first.html")):
        seen = kifu(*shlex.split(command))
        assert seen.exit_code == 0, seen.stderr
        assert (tmp_path / made).stat().st_size > 10_000
