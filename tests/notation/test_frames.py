"""Compressed files in frames: a cut loses their end only."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
import zstandard

from kifu.notation.files import read, writer
from kifu.notation.reading import Reading
from kifu.notation.record import Record

NAMES = [f"games{form}{end}" for form in (".kifu", ".jsonl") for end in (".gz", ".zst")]


def records() -> list[Record]:
    random.seed(3)
    return [
        Record(
            game="nimmt",
            rules=1,
            seats=["Aki", f"player {n}"],
            moves=" ".join(str(random.randrange(104)) for _ in range(200)),
            end="*",
        )
        for n in range(1000)
    ]


@pytest.fixture(scope="module", params=NAMES)
def packed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("frames") / str(request.param)
    with writer(path) as out:
        for record in records():
            out.write(record)
    return path


@pytest.fixture(scope="module")
def every(packed: Path) -> list[Reading]:
    """What the file reads as from its beginning."""
    return list(read(packed))


def unpacked(path: Path) -> bytes:
    packed = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(packed)
    with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
        return stream.read()


@pytest.mark.campaign
def test_other_programs_unpack_it(packed: Path, every: list[Reading]) -> None:
    assert unpacked(packed).count(b"player 999") == 1
    assert len(every) == 1000


def test_a_cut_loses_the_last_records_only(packed: Path, tmp_path: Path) -> None:
    data = packed.read_bytes()
    cut = tmp_path / packed.name
    cut.write_bytes(data[: len(data) * 9 // 10])
    whole = [reading for reading in read(cut) if reading.record is not None]
    assert 650 < len(whole) < 925
