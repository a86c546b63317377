"""`kifu picture`: one moment as an image."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.site.look import raster

from .running import kifu, write

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def played() -> list[Record]:
    """Two short matches."""
    records = list(simulate(game("nimmt"), 2, seats=2, seed="cli", options={"rounds": "1"}))
    for number, record in enumerate(records, 1):
        record.seats = ["Aki", "千恵"]
        record.tags = [("Event", f"Cup number {number}")]
    return records


@pytest.fixture
def file(tmp_path: Path, played: list[Record]) -> Path:
    return write(tmp_path / "two.kifu", played)


def test_a_moment_becomes_an_image(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "moment.svg"
    result = kifu("picture", file, "--at", 4, "-o", out)
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    image = out.read_text("utf-8")
    assert image.startswith("<svg ") and "Cup number 1" in image and "4 / " in image
    assert kifu("picture", file, "--at", 4, "-o", "-").stdout == image
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_png_is_as_wide_as_was_asked_and_the_same_twice(file: Path, tmp_path: Path) -> None:
    images = []
    for name in ("a.png", "b.PNG"):
        made = kifu("picture", file, "--lang", "ja", "--width", 600, "-o", tmp_path / name)
        assert made.exit_code == 0
        images.append((tmp_path / name).read_bytes())
    assert images[0] == images[1] and images[0].startswith(PNG)
    width, height = struct.unpack(">II", images[0][16:24])
    assert width == 600 and 200 < height < 600


def test_japanese_has_glyphs_in_a_png(file: Path, tmp_path: Path, played: list[Record]) -> None:
    """Other names are another image: without glyphs all of them would be the same boxes."""
    pictures = set()
    for name in ("千恵", "春奈", "一郎"):
        played[0].seats = ["Aki", name]
        path = write(tmp_path / "one.kifu", played[:1])
        kifu("picture", path, "--at", 0, "--lang", "ja", "--force", "-o", tmp_path / "one.png")
        pictures.add((tmp_path / "one.png").read_bytes())
    assert len(pictures) == 3


def test_options_choose_the_record_the_eyes_and_the_looks(file: Path) -> None:
    assert "Cup number 2" in kifu("picture", file, "--record", 2, "-o", "-").stdout
    seat = kifu("picture", file, "--at", 1, "--as", 2, "-o", "-").stdout
    assert "Seen by: 千恵" in seat and "plays a card face down" in seat
    assert "Seen by: Spectators" in kifu("picture", file, "--as", "public", "-o", "-").stdout
    assert "視点" not in kifu("picture", file, "--lang", "ja", "-o", "-").stdout
    light, dark = (kifu("picture", file, "--theme", theme, "-o", "-").stdout
                   for theme in ("light", "dark"))  # fmt: skip
    assert "#f5f0e6" in light and "#15171a" in dark and light != dark


def test_without_the_extra_png_says_what_to_install(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(raster, "find_spec", lambda name: None)
    result = kifu("picture", file, "-o", tmp_path / "moment.png")
    assert result.exit_code == 2 and "pip install 'kifu[cards]'" in result.stderr
    assert not (tmp_path / "moment.png").exists()
    assert kifu("picture", file, "-o", tmp_path / "moment.svg").exit_code == 0


def test_a_record_with_an_error_is_drawn_as_far_as_it_is_good(file: Path, tmp_path: Path) -> None:
    text = file.read_text("utf-8")
    file.write_text(text.replace("2. ", "2. zz ", 1), "utf-8")
    result = kifu("picture", file, "-o", tmp_path / "moment.svg")
    assert result.exit_code == 1 and "KF405" in result.stderr
    assert "2 / 2" in (tmp_path / "moment.svg").read_text("utf-8")


def test_a_story_is_the_turning_point_in_two_shapes(tmp_path: Path) -> None:
    record = next(iter(simulate(game("nimmt"), 1, seats=3, seed="story")))
    path = write(tmp_path / "one.kifu", [record])
    for more, size in ([], (1200, 630)), (["--square", "--lang", "ja"], (1080, 1080)):
        out = tmp_path / "story.png"
        made = kifu("picture", path, "--story", "--force", "-o", out, *more)
        assert (made.exit_code, made.stdout, made.stderr) == (0, "", "")
        assert struct.unpack(">II", out.read_bytes()[16:24]) == size
    for wrong in (["--square"], ["--story", "--at", 3], ["--story", "--width", 600]):
        refused = kifu("picture", path, *wrong, "-o", "-")
        assert refused.exit_code == 2 and refused.stderr.count("\n") == 1
    record.moves, record.result, record.winner, record.end = "", None, None, "*"
    none = kifu(
        "picture", write(tmp_path / "none.kifu", [record]), "--story", "-o", tmp_path / "x.png"
    )
    assert none.exit_code == 1 and "no turning point that can be drawn" in none.stderr
    assert not (tmp_path / "x.png").exists()
