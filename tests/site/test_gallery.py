"""The pictures of docs/gallery.md are what the pages look like."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest
from docs.gallery import HERE, PICTURE, WINDOWS, page_of, place_of, screenshot

from kifu.replay.registry import BUILT_IN

PICTURES = [*PICTURE.finditer(HERE.joinpath("gallery.md").read_text("utf-8"))]

#: How far two pictures are apart on the average of 32 x 24 places, of 255: letters look different
#: on every machine, so what is compared is where there are lights and darks and colours.
APART = """async (pictures) => {
    const coarse = await Promise.all(pictures.map(async (picture) => {
        const bytes = Uint8Array.from(atob(picture), (sign) => sign.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes]), {
            resizeWidth: 32, resizeHeight: 24, resizeQuality: "high",
        });
        const brush = new OffscreenCanvas(32, 24).getContext("2d");
        brush.drawImage(image, 0, 0);
        return brush.getImageData(0, 0, 32, 24).data;
    }));
    const [one, other] = coarse;
    return one.reduce((sum, part, place) => sum + Math.abs(part - other[place]), 0) / one.length;
}"""
SAME = 5


@pytest.mark.campaign
@pytest.mark.parametrize("game", [*BUILT_IN])
def test_every_picture_shows_what_its_name_says(game: str, open_page: Any) -> None:
    taken: list[str] = []
    for shown in PICTURES:
        if shown["game"] != game:
            continue
        page = open_page(
            page_of(game, shown["use"] is not None), place_of(shown),
            color_scheme=shown["colours"], viewport=WINDOWS[shown["window"]],
        )  # fmt: skip
        shot = base64.b64encode(screenshot(page, shown)).decode()
        kept = base64.b64encode(HERE.joinpath(shown[0]).read_bytes()).decode()
        apart = page.evaluate(APART, [shot, kept])
        again = "python -m docs.gallery takes it again"
        assert apart < SAME, f"{shown[0]} is {apart:.1f} away: {again}"
        if taken:
            assert page.evaluate(APART, [shot, taken[-1]]) > SAME
        taken.append(shot)
    assert len(taken) >= 3


def test_the_gallery_is_small_and_holds_no_other_picture() -> None:
    kept = {path.name: path.stat().st_size for path in HERE.glob("images/gallery/*")}
    assert {Path(shown[0]).name for shown in PICTURES} == set(kept)
    assert sum(kept.values()) < 800_000
