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
        for n in range(2000)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frames")
    every = records()
    for name in NAMES:
        with writer(folder / name) as out:
            for record in every:
                out.write(record)
    return folder


@pytest.fixture(scope="module")
def every(folder: Path) -> dict[str, list[Reading]]:
    """What each file reads as from its beginning."""
    return {name: list(read(folder / name)) for name in NAMES}


def unpacked(path: Path) -> bytes:
    packed = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(packed)
    with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
        return stream.read()


@pytest.mark.campaign
@pytest.mark.parametrize("name", NAMES)
def test_other_programs_unpack_it(folder: Path, every: dict[str, list[Reading]], name: str) -> None:
    data = unpacked(folder / name)
    assert data.count(b"player 1999") == 1
    assert len(every[name]) == 2000


@pytest.mark.parametrize("name", NAMES)
def test_a_cut_loses_the_last_records_only(folder: Path, name: str, tmp_path: Path) -> None:
    packed = (folder / name).read_bytes()
    cut = tmp_path / name
    cut.write_bytes(packed[: len(packed) * 9 // 10])
    whole = [reading for reading in read(cut) if reading.record is not None]
    assert 1500 < len(whole) < 1850


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_read_from_its_frame(
    folder: Path, every: dict[str, list[Reading]], name: str
) -> None:
    for number in (0, 1, 700, 701, 1998, 1999):
        reading = read_at(folder / name, every[name][number].offset)
        assert reading.record == every[name][number].record
    with open(folder / name, "rb") as file:
        start, before = frames.nearest(file, name.rpartition(".")[2], every[name][1999].offset)
        assert start > 0 and 0 < every[name][1999].offset - before < 3 * frames.SIZE
        assert frames.nearest(file, name.rpartition(".")[2], 0) == (0, 0)


@pytest.mark.parametrize("name", NAMES)
def test_files_of_other_programs_are_read_through(
    folder: Path, every: dict[str, list[Reading]], name: str, tmp_path: Path
) -> None:
    data = unpacked(folder / name)
    foreign = tmp_path / name
    if name.endswith(".gz"):
        foreign.write_bytes(gzip.compress(data))
    else:
        out = io.BytesIO()
        with zstandard.ZstdCompressor().stream_writer(out, closefd=False) as stream:
            stream.write(data)
        foreign.write_bytes(out.getvalue())
    found = [reading.offset for reading in read(foreign)]
    assert read_at(foreign, found[-1]).record == every[name][-1].record


@pytest.mark.parametrize("end", ["gz", "zst"])
def test_hostile_sizes_do_no_harm(folder: Path, end: str) -> None:
    packed = (folder / f"games.jsonl.{end}").read_bytes()
    moments = random.Random(9)
    for _ in range(300):
        broken = bytearray(packed[: moments.randrange(1, 3000)])
        for _ in range(3):
            broken[moments.randrange(min(40, len(broken)))] = moments.randrange(256)
        path = folder / f"broken.jsonl.{end}"
        path.write_bytes(broken)
        with path.open("rb") as file:
            start, before = frames.nearest(file, end, 1 << 40)
            assert 0 <= start <= len(broken) and before >= 0


@pytest.mark.parametrize("end", ["gz", "zst"])
def test_a_million_tiny_frames_are_not_remembered(folder: Path, end: str) -> None:
    tiny = gzip.compress(b"") if end == "gz" else zstandard.ZstdCompressor().compress(b"")
    path = folder / f"tiny.jsonl.{end}"
    path.write_bytes(tiny * 10_000)
    with path.open("rb") as file:
        assert frames.nearest(file, end, 0) == (0, 0)
