"""Save picture: the page writes the story and any moment as PNG, as `kifu picture` draws it."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page, expect
from tests.payloads import PAYLOADS
from tests.replay.fake_engine import judged

from kifu.notation.words import LANGUAGES
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.look.colours import THEMES
from kifu.site.picture.moment import story

from .conftest import Open, go, resize
from .matches import LOOK_NAMES, LOOKS, played

Pick = Callable[[Image.Image, Image.Image], Image.Image]

#: A box may be off by so many pixels.
OFF = 2


def saved(page: Page, action: str) -> Image.Image:
    """What a button of the page saves."""
    with page.expect_download() as download:
        page.locator(f'[data-do="{action}"]').click()
    return Image.open(download.value.path()).convert("RGB")


def screenshot(page: Page, size: tuple[int, int]) -> Image.Image:
    resize(page, size)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The part of `one` whose colours `other` does not have within `OFF` pixels."""
    low, high = (around(other, pick) for pick in (ImageChops.darker, ImageChops.lighter))
    beyond = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    strange = beyond.convert("L").point(lambda value: 255 if value > 24 else 0)
    return strange.histogram()[255] / (one.width * one.height)


def around(image: Image.Image, pick: Pick) -> Image.Image:
    """Of each place, the colour that `pick` prefers within `OFF` pixels: first of those beside it,
    then of those above and below these, which takes a tenth of a filter's time.
    """
    for right, down in ((1, 0), (0, 1)):
        whole = image
        for far in range(-OFF, OFF + 1):
            moved = whole.copy()
            moved.paste(whole, (far * right, far * down))
            image = pick(image, moved)
    return image


def at_the_end(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picture .picture")).to_be_visible()


#: Lets text be there, but not to be seen.
NO_TEXT = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".picture tspan, text, tspan { fill: transparent !important }"
        + ".picture :is(b, .badge) { color: transparent !important }");
    document.adoptedStyleSheets = [style];
}"""

#: Keeps the picture that is being saved.
KEEP = """() => new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node.matches?.(".unseen")) window.saved = node;
}).observe(document.body, { childList: true })"""

TEXTS = """(root) =>
    [...(window.saved ?? document).querySelectorAll(`${root} > text`)].map((text) =>
    [...text.querySelectorAll("tspan")].map((run) => run.textContent).join("")).filter(Boolean)"""


@pytest.mark.campaign
@pytest.mark.parametrize("nth", range(len(LOOKS)), ids=LOOK_NAMES)
def test_the_story_is_that_of_the_command_box_by_box(nth: int, open_page: Open) -> None:
    language, theme = LANGUAGES[nth % 2], THEMES[nth // 2 % 2]
    square, analysed = nth % 3 == 1, nth % 4 < 2
    record = played(LOOKS[nth], "pictures", ["greedy"])
    line = timeline(replay(write(replay(record), judged(record)) if analysed else record))
    page = open_page(line, f"#ply=9999&lang={language}", color_scheme=theme)
    at_the_end(page)
    page.evaluate(NO_TEXT)
    if square:
        resize(page, (390, 844))
    page.evaluate(KEEP)
    image = saved(page, "save_square" if square else "save_story")
    assert image.size == ((1080, 1080) if square else (1200, 630))
    texts = page.evaluate(TEXTS, ".picture > svg")
    drawn = story(line, language=language, theme=theme, square=square)
    page = open_page(f"<!doctype html><style>*{{margin:0}}</style><body data-ready>{drawn}")
    assert [text for text in page.evaluate(TEXTS, "svg") if len(text) > 2 or text in "棋譜"] == [
        text for text in texts if len(text) > 2 or text in "棋譜"
    ]
    page.evaluate(NO_TEXT)
    expected = screenshot(page, image.size)
    assert apart(image, expected) < 0.0001 and apart(expected, image) < 0.0001
    assert apart(ImageChops.offset(image, OFF + 1, 0), expected) > 0.001


@pytest.mark.campaign
def test_any_moment_is_saved_as_the_reader_sees_it(open_page: Open, match: Timeline) -> None:
    page = open_page(render(match, what_if="all"), "#ply=8&seat=2", viewport=(390, 844))
    before = page.screenshot()
    sizes, seen = set(), []
    for fragment in ("ply=8&seat=2", "ply=8&seat=all", "ply=2&seat=all&line=5!1"):
        go(page, fragment)
        page.keyboard.press("s")
        image = saved(page, "save_moment")
        page.keyboard.press("Escape")
        sizes.add(image.size)
        seen.append(image)
    assert sizes == {(1200, 630)}
    assert apart(seen[0], seen[1]) > 0.005, "another seat's cards are hidden"
    edges = [image.crop((28, 200, 34, 480)).getcolors() or [] for image in seen]
    assert [len(colours) > 1 for colours in edges] == [False, False, True], "a what-if has dashes"
    go(page, "ply=8&seat=2&line=")
    assert apart(Image.open(io.BytesIO(before)).convert("RGB"), screenshot(page, (390, 844))) == 0


@pytest.mark.campaign
def test_hostile_names_are_nothing_but_text_in_a_picture(open_page: Open) -> None:
    """That nothing is requested and nothing said on the console, the fixture asserts."""
    line = timeline(replay(played(("nimmt", {}, 10), "pictures")))
    line.record.seats = [f"{name}\x01\x0c\uffff" for name in PAYLOADS[3::4][:10]]
    page = open_page(line, "#ply=9999")
    at_the_end(page)
    assert page.locator("#picture :is(script, img, a[href^=java])").count() == 0
    assert saved(page, "save_story").size == (1200, 630)
    page.keyboard.press("s")
    assert saved(page, "save_moment").size == (1200, 630)
