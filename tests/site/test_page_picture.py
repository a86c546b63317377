"""Save picture: the page writes the story and any moment as PNG, as `kifu picture` draws it."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, expect
from tests.replay.fake_engine import judged

from kifu.replay.analysis.written import write
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.replayer import replay
from kifu.replay.timeline import Timeline, timeline
from kifu.site import render
from kifu.site.picture.moment import story

from .conftest import Open
from .matches import some

#: A box may be off by so many pixels.
OFF = 2


@dataclass(frozen=True)
class Look:
    """A match and how its picture is asked for."""

    game: str
    seats: int
    language: str = "en"
    theme: str = "light"
    square: bool = False
    analysed: bool = False


LOOKS = {
    "analysed": Look("nimmt", 3, analysed=True),
    "square": Look("nimmt", 3, "ja", "dark", square=True, analysed=True),
    "nimmt-10": Look("nimmt", 10),
    "atarayo": Look("atarayo", 4, "ja"),
    "mutsugo": Look("mutsugo", 3, square=True),
    "magimiles": Look("magimiles", 4, "ja", "dark"),
    "yuhodo": Look("yuhodo", 4),
}


def played(look: Look) -> Timeline:
    options = {"rounds": "1"} if look.game == "nimmt" else {}
    names = ["Aki", "Ben", "千恵", "Dora", "Émile", "Fumi", "Gen", "Hana", "Ivo", "Jun"]
    [record] = simulate(
        game(look.game), 1, seats=look.seats, seed="m0", options=options, players=["greedy"]
    )
    record = replace(record, seats=names[: look.seats], tags=[("Event", "Friday table")])
    return timeline(replay(write(replay(record), judged(record)) if look.analysed else record))


def saved(page: Page, action: str) -> Image.Image:
    """What a button of the page saves."""
    with page.expect_download() as download:
        page.locator(f'[data-do="{action}"]').click()
    return Image.open(download.value.path()).convert("RGB")


def screenshot(page: Page, size: tuple[int, int]) -> Image.Image:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def apart(one: Image.Image, other: Image.Image) -> float:
    """The part of `one` whose colours `other` does not have within `OFF` pixels."""
    near = 2 * OFF + 1
    low, high = (other.filter(f(near)) for f in (ImageFilter.MinFilter, ImageFilter.MaxFilter))
    beyond = ImageChops.lighter(ImageChops.subtract(low, one), ImageChops.subtract(one, high))
    strange = beyond.convert("L").point(lambda value: 255 if value > 24 else 0)
    return strange.histogram()[255] / (one.width * one.height)


def at_the_end(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    expect(page.locator("#picture .picture")).to_be_visible()


@pytest.mark.parametrize("look", some([*LOOKS.values()], [*LOOKS], "analysed", "square"))
def test_the_story_is_that_of_the_command_box_by_box(look: Look, open_page: Open) -> None:
    line = played(look)
    page = open_page(render(line), f"#ply=9999&lang={look.language}", color_scheme=look.theme)
    at_the_end(page)
    image = saved(page, "save_square" if look.square else "save_story")
    assert image.size == ((1080, 1080) if look.square else (1200, 630))
    drawn = story(line, language=look.language, theme=look.theme, square=look.square)
    page = open_page(f"<!doctype html><style>*{{margin:0}}</style><body data-ready>{drawn}")
    expected = screenshot(page, image.size)
    assert apart(image, expected) < 0.0005
    assert apart(expected, image) < 0.0005
