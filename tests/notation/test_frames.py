"""Compressed files in frames: a cut loses their end only, and one record is read by itself."""

from __future__ import annotations

import gzip
import io
import random
from pathlib import Path

import pytest
import zstandard

from kifu.notation import frames
from kifu.notation.files import read, read_at, writer
from kifu.notation.reading import Reading
from kifu.notation.record import Record

NAMES = [f"games{form}{end}" for form in (".kifu", ".jsonl", ".msgpack") for end in (".gz", ".zst")]


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


def test_a_record_is_read_from_its_frame(packed: Path, every: list[Reading]) -> None:
    for number in (0, 1, 350, 351, 998, 999):
        reading = read_at(packed, every[number].offset)
        assert reading.record == every[number].record
    end, last = packed.name.rpartition(".")[2], every[-1].offset
    with open(packed, "rb") as file:
        start, before = frames.nearest(file, end, last)
        assert start > 0 and 0 < last - before < 3 * frames.SIZE
        assert frames.nearest(file, end, 0) == (0, 0)


def test_files_of_other_programs_are_read_through(
    packed: Path, every: list[Reading], tmp_path: Path
) -> None:
    data = unpacked(packed)
    foreign = tmp_path / packed.name
    if packed.suffix == ".gz":
        foreign.write_bytes(gzip.compress(data))
    else:
        out = io.BytesIO()
        with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as stream:
            stream.write(data)
        foreign.write_bytes(out.getvalue())
    found = [reading.offset for reading in read(foreign)]
    assert read_at(foreign, found[-1]).record == every[-1].record


def test_hostile_sizes_do_no_harm(packed: Path, tmp_path: Path) -> None:
    data, end = packed.read_bytes(), packed.name.rpartition(".")[2]
    moments = random.Random(9)
    for _ in range(100):
        broken = bytearray(data[: moments.randrange(1, 3000)])
        for _ in range(3):
            broken[moments.randrange(min(40, len(broken)))] = moments.randrange(256)
        path = tmp_path / packed.name
        path.write_bytes(broken)
        with path.open("rb") as file:
            start, before = frames.nearest(file, end, 1 << 40)
            assert 0 <= start <= len(broken) and before >= 0


@pytest.mark.parametrize("end", ["gz", "zst"])
def test_a_million_tiny_frames_are_not_remembered(tmp_path: Path, end: str) -> None:
    tiny = gzip.compress(b"") if end == "gz" else zstandard.ZstdCompressor().compress(b"")
    path = tmp_path / f"tiny.jsonl.{end}"
    path.write_bytes(tiny * 10_000)
    with path.open("rb") as file:
        assert frames.nearest(file, end, 0) == (0, 0)
