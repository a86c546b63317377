"""`kifu clip`: a passage of a match as an animated image."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image
from tests.payloads import BEYOND, MARKUP

from kifu.notation.errors import LimitHit
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.timeline import timeline
from kifu.site.picture.clip import FRAMES, clip, frame_time, passage
from kifu.site.picture.scene import scene

from .running import kifu, write

CLIPS = import_module("kifu.site.picture.clip")


@pytest.fixture(scope="module")
def played() -> Record:
    [record] = simulate(game("nimmt"), 1, seats=2, seed="clip", options={"rounds": "1"})
    record.seats = ["Aki", "千恵"]
    return record


@pytest.fixture
def file(tmp_path: Path, played: Record) -> Path:
    return write(tmp_path / "one.kifu", [played])


@pytest.mark.matrix
@pytest.mark.parametrize(("end", "form"), [("webp", "WEBP"), ("png", "PNG"), ("gif", "GIF")])
def test_a_passage_has_a_frame_for_each_ply(
    end: str, form: str, file: Path, tmp_path: Path, played: Record
) -> None:
    out = tmp_path / f"passage.{end}"
    result = kifu("clip", file, "--from", 3, "--to", 7, "--lang", "ja", "-o", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    match = timeline(replay(played))
    with Image.open(out) as image:
        assert (image.format, image.size[0], image.n_frames) == (form, 600, 5)  # type: ignore[attr-defined]
        shown, frames = [], []
        for place in range(5):
            image.seek(place)
            image.load()
            shown.append(image.info["duration"])
            frames.append(image.convert("RGB").tobytes())
    read = [frame_time(scene(match, ply, language="ja")) for ply in range(3, 8)]
    assert shown[:-1] == read[:-1] and shown[-1] > read[-1]
    assert len(set(frames)) == 5
    again = clip(match, 3, 7, end, language="ja")
    assert out.read_bytes() == again and len(again) < 500_000


def test_events_and_long_sentences_are_shown_longer(played: Record) -> None:
    match = timeline(replay(played))
    times = {bool(moment.headline): set[int]() for moment in match.moments}
    for moment in match.moments:
        times[bool(moment.headline)].add(frame_time(scene(match, moment.ply)))
    assert min(times[True]) > min(times[False]) >= 1000
    assert all(time % 10 == 0 and time <= 6500 for found in times.values() for time in found)


def test_names_can_be_anything(played: Record) -> None:
    assert clip(timeline(replay(replace(played, seats=[MARKUP[3], BEYOND]))), 0, 1)[:4] == b"RIFF"


def test_the_record_may_name_the_passage(tmp_path: Path, played: Record) -> None:
    passed = replace(played, tags=[*played.tags, ("From", "4"), ("To", "6")])
    cut = write(tmp_path / "cut.kifu", [passed])
    assert kifu("clip", cut, "--width", 240, "-o", tmp_path / "cut.gif").exit_code == 0
    with Image.open(tmp_path / "cut.gif") as image:
        assert (image.size[0], image.n_frames) == (240, 3)  # type: ignore[attr-defined]
    assert passage(timeline(replay(played)), None, None) == range(
        len(timeline(replay(played)).moments) + 1
    )


def test_a_passage_has_its_limits(played: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    match = timeline(replay(played))
    monkeypatch.setattr(CLIPS, "PIXELS", 100_000)
    with pytest.raises(LimitHit, match="smaller --width"):
        clip(match, 1, 2)
    match.moments = match.moments * FRAMES
    with pytest.raises(LimitHit, match="a clip has at most 200"):
        passage(match, None, None)


def test_without_the_extra_it_is_said_what_to_install(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for missing, package in (("PIL", "pillow"), ("resvg_py", "resvg-py")):
        monkeypatch.setattr(
            CLIPS,
            "find_spec",
            lambda name, missing=missing: None if name == missing else find_spec(name),
        )
        result = kifu("clip", file, "-o", tmp_path / "no.gif")
        said = f"kifu: a clip needs the package {package}: pip install 'kifu[cards]'"
        assert result.exit_code == 2 and result.stderr.startswith(said)
