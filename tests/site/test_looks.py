"""The campaign that looks at the pages finds what is wrong on one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext
from tests.campaigns.looks import Look, Scheme, found, listening

from kifu.notation.record import Record
from kifu.replay.judgements.written import read

from .matches import viewed

WRONG = """<!doctype html><html lang="en"><head><title>Wrong</title>
<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'; style-src 'none'">
</head><body data-ready><main><h1>Wrong</h1><img src="other.png"><p style="color: red">red</p>
<script>console.log("said");</script></main></body></html>"""
DARK = """<!doctype html><html lang="en"><head><title>Dark</title><style>
@media (prefers-color-scheme: dark) { body { background: #222; color: #333; } }
</style></head><body data-ready><main><h1>Unreadable where it is dark</h1></main></body></html>"""


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = listening(browser.new_context(reduced_motion="reduce"))
    yield context
    context.close()


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (360, "light")])
@pytest.mark.parametrize("quiz", ["", "&quiz=all&learn"], ids=["read", "learn"])
def test_an_analysis_and_a_lesson_have_no_fault(
    quiz: str, width: int, scheme: Scheme, context: BrowserContext, analysed: Record, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_text(viewed(analysed), "utf-8")
    analysis = read(analysed)
    assert analysis is not None
    marked = next(judgement.ply for judgement in analysis.judgements if judgement.glyph)
    place = f"ply={marked - bool(quiz)}{quiz}"
    assert not any(found(context, Look(file, None, (width, 740), (scheme,), place)))


@pytest.mark.campaign
def test_each_kind_of_fault_is_counted(context: BrowserContext, tmp_path: Path) -> None:
    file = tmp_path / "wrong.html"
    file.write_text(WRONG, "utf-8")
    wrong = found(context, Look(file, None, (1280, 800), ("light",)))
    assert any("image-alt" in message for message in wrong.axe)
    assert "said" in wrong.console
    assert [Path(url).name for url in wrong.requests] == ["other.png"]
    assert any("style-src" in message for message in wrong.policy)
    file.with_name("other.png").touch()
    for site, asked in ((tmp_path, 0), (None, 1)):
        assert len(found(context, Look(file, site, (1280, 800), ("light",))).requests) == asked
    file.write_text(DARK, "utf-8")
    assert found(context, Look(file, None, (390, 844), ("light",))).axe == []
    [message] = found(context, Look(file, None, (390, 844), ("light", "dark"))).axe
    assert "color-contrast" in message
