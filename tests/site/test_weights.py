"""What the pages of matches weigh, at most."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.replay.fake_engine import judged

from kifu.notation.log import encode_json
from kifu.notation.record import Record
from kifu.replay.judgements.judgement import Analysis
from kifu.replay.judgements.written import write
from kifu.replay.match import replay
from kifu.replay.timeline import timeline
from kifu.site import render
from kifu.site.website.build import build
from kifu.site.website.settings import Settings

from .matches import middling, some_rows

RULE = "what meets a limit takes out as much as it brings: docs/inside/page.md"
OPTIONS = {"nimmt": {}, "yuhodo": {"rules": "advanced"}}
#: Of the page of a match of four, what it may weigh and weigh when it is packed: so much, and so
#: much more for each ply. Each build of zlib packs a little otherwise, for which a hundredth is
#: left.
WEIGHTS = [
    ("alone", "nimmt", (145_400, 84), (60_300, 38)),
    ("alone", "yuhodo", (146_100, 86), (59_300, 28)),
    ("analysed", "nimmt", (223_000, 0), (109_800, 0)),
    ("analysed", "yuhodo", (269_400, 0), (128_800, 0)),
    ("on a site", "nimmt", (15_000, 84), (7_200, 36)),
    ("on a site", "yuhodo", (15_400, 86), (6_800, 28)),
]


def page(kind: str, record: Record, folder: Path) -> bytes:
    if kind == "alone":
        return render(timeline(replay(record))).encode()
    if kind == "analysed":
        noted = write(replay(record), fair(judged(record)))
        return render(timeline(replay(noted)), what_if="analysed").encode()
    (folder / "game.jsonl").write_bytes(encode_json(record) + b"\n")
    build([str(folder)], str(folder / "site"), Settings(title="棋 <club>"))
    [path] = (folder / "site").glob("matches/*/*.html")
    return path.read_bytes()


def fair(analysis: Analysis) -> Analysis:
    """An analysis in which every tenth move may be a mistake, as in matches of good players."""
    judgements = [
        judgement if place % 10 == 0 else replace(judgement, loss=0.0, glyph="")
        for place, judgement in enumerate(analysis.judgements)
    ]
    return replace(analysis, judgements=judgements)


@pytest.mark.parametrize(
    ("kind", "name", "most", "packed"),
    some_rows(WEIGHTS, [f"{kind} {name}" for kind, name, *_ in WEIGHTS], "alone nimmt"),
)
def test_the_page_of_a_match_keeps_its_weight(
    kind: str, name: str, most: tuple[int, int], packed: tuple[int, int], tmp_path: Path
) -> None:
    record = middling(name, OPTIONS[name])
    plies = len(replay(record).plies)
    made = page(kind, record, tmp_path)
    assert len(made) < most[0] + most[1] * plies, RULE
    assert len(gzip.compress(made, 9)) < packed[0] + packed[1] * plies, RULE


def test_what_a_page_holds_before_any_match_keeps_its_weight(record: Record) -> None:
    match_free, found = re.subn(r'(?<= id="kifu">)[^<]+', "", render(timeline(replay(record))))
    assert found == 1
    match_free = re.sub(r'<dl class="story.*</ol>', "", match_free, flags=re.S)
    match_free = re.sub(r'<section id="table".*?<section id="story"', "", match_free, flags=re.S)
    assert len(match_free.encode()) < 144_300, RULE
    assert len(gzip.compress(match_free.encode(), 9)) < 53_700, RULE
