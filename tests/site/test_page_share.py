"""What is shared of a moment: one menu, whose link works."""

from __future__ import annotations

from playwright.sync_api import expect

from kifu.replay.timeline import Timeline

from .conftest import CLIPBOARD, Open


def test_keys_alone_open_the_menu_copy_and_close_it(open_page: Open, match: Timeline) -> None:
    page = open_page(match, "#ply=5", **CLIPBOARD)
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


def test_a_moment_is_two_taps_from_other_apps(open_page: Open, match: Timeline) -> None:
    """By the system's own sheet; where that is refused, the link is copied."""
    page = open_page(match, "#ply=5", **CLIPBOARD)
    page.evaluate("() => { navigator.share = async (what) => { window.sent = what; }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#sharing")).to_be_hidden()
    assert page.evaluate("window.sent.url").endswith("#ply=5")
    page.evaluate("() => { navigator.share = async () => { throw new Error('refused'); }; }")
    page.click("#share")
    page.click("#send")
    expect(page.locator("#toast")).to_have_text("Copied")
