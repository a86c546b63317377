"""The pictures of docs/gallery.md are what the pages look like."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from kifu.notation import loads
from kifu.replay.registry import BUILT_IN
from kifu.replay.replayer import replay
from kifu.replay.timeline import timeline
from kifu.site import render

ROOT = Path(__file__).parents[2]
PAGE = ROOT.joinpath("docs", "gallery.md").read_text("utf-8")
PICTURES = re.findall(
    r"\((images/gallery/(\w+)-(\d+)-(\w+)-(light|dark)-(en|ja)(?:-seat(\d))?\.webp)\)", PAGE
)
WINDOWS = {"desk": (1280, 860), "phone": (360, 740)}

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
def test_every_picture_shows_what_its_name_says(game: str, read_page: Any) -> None:
    record = loads(ROOT.joinpath("examples", f"{game}-annotated.kifu").read_text("utf-8"))
    html = render(timeline(replay(record)))
    taken: list[str] = []
    for path, name, ply, window, colours, language, seat in PICTURES:
        if name != game:
            continue
        width, height = WINDOWS[window]
        page = read_page(
            html, f"#ply={ply}&lang={language}&seat={seat or 'all'}", color_scheme=colours,
            viewport={"width": width, "height": height},
        )  # fmt: skip
        shot = base64.b64encode(page.screenshot()).decode()
        kept = base64.b64encode(ROOT.joinpath("docs", path).read_bytes()).decode()
        apart = page.evaluate(APART, [shot, kept])
        assert apart < SAME, f"{path} is {apart:.1f} away: python -m docs.gallery takes it again"
        if taken:
            assert page.evaluate(APART, [shot, taken[-1]]) > SAME
        taken.append(shot)
    assert len(taken) >= 3


def test_the_gallery_is_small_and_holds_no_other_picture() -> None:
    kept = {path.name: path.stat().st_size for path in ROOT.glob("docs/images/gallery/*")}
    assert {Path(path).name for path, *_ in PICTURES} == set(kept)
    assert sum(kept.values()) < 800_000
