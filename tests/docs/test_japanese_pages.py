"""The Japanese pages stand beside the English ones, say the same of keys and links, and what is
typed in them can be typed.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.cli import main

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
TWINS = [path.relative_to(DOCS / "ja") for path in sorted(DOCS.glob("ja/**/*.md"))]


@pytest.mark.parametrize("name", TWINS, ids=str)
def test_each_page_leads_to_the_other_language_at_its_top(name: Path) -> None:
    up = "../" * len(name.parts)
    for page, link in (
        (DOCS / "ja" / name, f"[English]({up}{name.as_posix()})"),
        (DOCS / name, f"[日本語]({up[3:]}ja/{name.as_posix()})"),
    ):
        assert link in "".join(page.read_text("utf-8").splitlines(keepends=True)[:4])


@pytest.mark.parametrize(("readme", "folder"), [("README.md", ""), ("README.ja.md", "ja/")])
def test_the_readme_leads_to_the_first_steps_and_the_tour(readme: str, folder: str) -> None:
    page = (ROOT / readme).read_text("utf-8")
    assert f"(docs/{folder}first-steps.md)" in page and f"(docs/{folder}tour.md)" in page
    assert page.count("\n") <= 120


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


@pytest.mark.parametrize("page", ["README.ja.md", "docs/ja/rules/magimiles.md"])
def test_players_are_told_that_the_cards_of_magimiles_are_invented(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert re.search(r"MAGiMiLES[^\n]*仮のもの|仮のデータ", text)


@pytest.mark.parametrize(("folder", "chosen"), [("", "choose"), ("ja", "を選ぶ")], ids=["en", "ja"])
def test_first_steps_lead_to_a_page(
    folder: str, chosen: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record from the sheet of paper, and a match that is played, become pages."""
    monkeypatch.chdir(tmp_path)
    page = (DOCS / folder / "first-steps.md").read_text("utf-8")
    (record,) = re.findall(r"^```kifu\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "table.kifu").write_text(record, "utf-8")
    view_table, play, view = re.findall(r"```sh\nkifu ((?:play|view) .*)\n```", page)
    typed = ":moves\n:help\n:say いい手だった\n:quit\n"
    played = CliRunner().invoke(main, shlex.split(play), input=typed)
    assert played.exit_code == 0, played.stderr
    assert chosen in played.stdout
    for command, made in ((view_table, "table.html"), (view, "first.html")):
        seen = CliRunner().invoke(main, shlex.split(command))
        assert seen.exit_code == 0, seen.stderr
        assert (tmp_path / made).stat().st_size > 10_000


def test_the_pages_of_the_viewer_show_a_command_that_makes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for page in (DOCS / "viewer.md", DOCS / "ja" / "viewer.md"):
        command = re.findall(r"^kifu (view examples/.*)$", page.read_text("utf-8"), re.MULTILINE)[0]
        result = CliRunner().invoke(main, [*shlex.split(command), "--force"])
        assert result.exit_code == 0, result.stderr
    assert '<html lang="ja"' in (tmp_path / "match.html").read_text("utf-8")
