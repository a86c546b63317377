"""What is shared of a moment: one menu, whose link, code and command work."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from kifu.notation import dumps
from kifu.replay.timeline import Timeline
from kifu.site import render
from kifu.site.commands.clip import clip

from .conftest import CLIPBOARD, Open


def value(page: Page, name: str) -> str:
    return page.locator(f"#share-{name}").input_value()


def test_keys_alone_open_the_menu_copy_and_close_it(open_page: Open, match: Timeline) -> None:
    page = open_page(render(match), "#ply=5", **CLIPBOARD)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    expect(page.locator("#toast")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()").endswith(".html#ply=6")
    page.keyboard.press("ArrowRight")
    sharing = page.locator("#sharing")
    page.locator("#share").press("Enter")
    expect(sharing).to_be_visible()
    page.keyboard.press("Escape")
    expect(sharing).to_be_hidden()
    assert page.evaluate("document.activeElement.id") == "share"
    page.keyboard.press("s")
    page.locator("#sharing button").first.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "share-link"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(sharing).to_be_hidden()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(".html#ply=7")
    expect(page).to_have_url(copied)
    assert page.evaluate("document.activeElement.id") == "share"


@pytest.mark.campaign
@pytest.mark.parametrize(("language", "title"), [("en", "Share"), ("ja", "共有")])
def test_it_speaks_both_languages(
    language: str, title: str, read_page: Open, match: Timeline
) -> None:
    page = read_page(render(match), f"#lang={language}")
    page.keyboard.press("s")
    expect(page.locator("#sharing-title")).to_contain_text(title)
    for element in page.locator("#sharing :is(button, label, p)").all():
        assert element.inner_text().strip()


def test_the_command_says_what_the_reader_sees_and_work(
    open_page: Open, match: Timeline, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nimmt.kifu").write_text(dumps(match.record), "utf-8")
    page = open_page(render(match), "#ply=12&seat=2&lang=ja", color_scheme="dark")
    page.keyboard.press("s")
    look = "--as 2 --lang ja --theme dark"
    page.fill("#clip-from", "14")
    assert (
        value(page, "clip") == f"kifu clip nimmt.kifu --from 12 --to 14 {look} -o nimmt-12-14.webp"
    )
    words = shlex.split(value(page, "clip"))
    done = CliRunner().invoke(clip, words[2:], catch_exceptions=False)
    assert done.exit_code == 0 and Path(words[-1]).stat().st_size > 1000


def test_a_clip_is_cut_to_what_there_is(read_page: Open, match: Timeline) -> None:
    last = len(match.moments)
    page = read_page(render(match), "#ply=3")
    page.keyboard.press("s")
    assert "--from 0 --to 3 " in value(page, "clip")
    page.locator("#clip-from").select_text()
    page.keyboard.type("2")  # which is no key there
    assert "--from 2 --to 3 " in value(page, "clip")
    for start, end in (("", "99999"), ("-4", "99999"), ("0", str(last))):
        page.fill("#clip-from", start)
        page.fill("#clip-to", end)
        assert f"--from 0 --to {last} " in value(page, "clip")
