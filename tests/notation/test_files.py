"""Files: forms by name, packing, streams in constant memory, skimming, opening record k."""

from __future__ import annotations

import errno
import gzip
import io
import itertools
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import zstandard

from kifu.notation.disk import made_beside
from kifu.notation.errors import NotationError, UsageError
from kifu.notation.files import Unpacked, dumps, form_of, loads, read, read_at, read_stream, writer
from kifu.notation.log import encode_json, read_lines
from kifu.notation.record import BYTE_ORDER_MARK, LARGEST_RECORD, Note, Reading, Record
from kifu.notation.text import read_text, unread_records

NAMES = [form + packing for form in (".kifu", ".jsonl") for packing in ("", ".gz", ".zst")]
RECORDS = [
    Record(
        game="nimmt", rules=1, seats=["千恵", f"n{k}"], moves="#1 1. " + "59 " * k + "1", end="*"
    )
    for k in range(40)
]


@pytest.fixture(params=NAMES)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    file = tmp_path / f"games{request.param}"
    with writer(file) as out:
        for record in RECORDS:
            out.write(record)
    return file


def test_what_is_written_into_a_file_is_read_back(path: Path) -> None:
    found = list(read(path))
    assert [reading.record for reading in found] == RECORDS
    assert [reading.number for reading in found] == list(range(1, 41))
    assert not any(reading.diagnostics for reading in found)


def test_the_readings_together_are_the_stream(path: Path) -> None:
    data = b"".join(Unpacked([path.read_bytes()], form_of(path).compression))
    end = 0
    for reading in read(path):
        assert reading.offset == end
        end += reading.size
        assert data[reading.offset : end].endswith(reading.source)
    assert end == len(data)


def test_a_record_opens_at_its_offset(path: Path) -> None:
    found = list(read(path))
    for one in (found[0], found[7], found[39]):
        assert read_at(path, one.offset, number=one.number, line=one.line or 1) == one
    with pytest.raises(LookupError):
        read_at(path, found[-1].offset + found[-1].size)


@pytest.mark.parametrize("name", [name for name in NAMES if name[-3:] in (".gz", "zst")])
def test_where_packing_is_damaged_opening_says_what_reading_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{name}"
    with writer(path) as out:
        for record in RECORDS:
            out.write(record)
    packed = path.read_bytes()
    for size in (0, len(packed) // 2, len(packed) * 3 // 4):
        path.write_bytes(packed[:size] + b"no such stream" * 20)
        last = list(read(path))[-1]
        assert [finding.code for finding in last.diagnostics] == ["KF001"]
        assert read_at(path, last.offset, number=last.number, line=last.line or 1) == last


def test_the_same_records_make_the_same_bytes(path: Path) -> None:
    before = path.read_bytes()
    with writer(path, force=True) as out:
        for record in RECORDS:
            out.write(record)
    assert path.read_bytes() == before


def test_a_stream_without_a_name_is_recognised(path: Path) -> None:
    with path.open("rb") as stream:
        assert [reading.record for reading in read_stream(stream, "")] == RECORDS


def test_standard_input_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(path.read_bytes())))
    assert [reading.record for reading in read("-")] == RECORDS


@pytest.mark.parametrize("name", ["games", "games.txt", "games.gz", "games.kifu.bz2", "kifu"])
def test_a_name_that_says_no_form_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"use \.kifu or \.jsonl"):
        form_of(name)


def test_a_file_that_exists_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "a.kifu"
    file.write_text("mine")
    with pytest.raises(UsageError, match="--force"), writer(file):
        pass
    assert file.read_text() == "mine"


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(NotationError), writer(tmp_path / "a.kifu") as out:
        out.write(RECORDS[0])
        out.write(Record(game="nimmt", moves="5 9!"))
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_process_left_is_not_in_the_way_of_one_with_its_number(
    tmp_path: Path,
) -> None:
    left = tmp_path / f".a.kifu.{os.getpid()}"
    left.write_bytes(b"half a re")
    with writer(tmp_path / "a.kifu") as out:
        out.write(RECORDS[0])
    assert [reading.record for reading in read(tmp_path / "a.kifu")] == [RECORDS[0]]
    assert sorted(tmp_path.iterdir()) == [left, tmp_path / "a.kifu"]


def test_the_size_of_a_record_is_that_of_its_bytes() -> None:
    text = dumps(Record(game="g", notes=[Note(0, text="あ" * (LARGEST_RECORD // 3 - 1000))]))
    assert LARGEST_RECORD - 3000 < len(text.encode()) <= LARGEST_RECORD
    with pytest.raises(NotationError, match="KF010"):
        dumps(Record(game="g", notes=[Note(0, text="あ" * (LARGEST_RECORD // 3 + 1))]))


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_damaged_stream_keeps_what_came_before(packing: str) -> None:
    many = [Record(game="g", rules=1, seats=[str(k)], moves=dense(k), end="*") for k in range(2000)]
    data = b"".join(encode_json(record) + b"\n" for record in many)
    packed = gzip.compress(data, 6) if packing == "gz" else zstandard.compress(data)
    middle = len(packed) // 2
    packed = packed[:middle] + bytes(byte ^ 0xFF for byte in packed[middle:])
    found = list(read_stream(io.BytesIO(packed), "json", packing))
    *before, last = found
    assert last.record is None
    assert [finding.code for finding in last.diagnostics] == ["KF001"]
    good = [reading.record for reading in before if not reading.diagnostics]
    assert len(good) > 300
    assert good[:300] == many[:300]


def dense(k: int) -> str:
    return " ".join(str(pow(7, k * 50 + n, 1009)) for n in range(50))


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_a_cut_loses_the_last_part_only_and_other_programs_unpack_it(
    packing: str, tmp_path: Path
) -> None:
    path = tmp_path / f"a.jsonl.{packing}"
    with writer(path) as out:
        for k in range(5000):
            out.write(Record(game="g", rules=1, seats=[str(k)], moves=dense(k), end="*"))
    data = path.read_bytes()
    if packing == "gz":
        assert gzip.decompress(data).count(b"\n") == 5000
    path.write_bytes(data[: len(data) * 9 // 10])
    *before, last = read(path)
    assert [finding.code for finding in last.diagnostics] == ["KF001"]
    assert 3300 < sum(reading.record is not None for reading in before) < 4600


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_files_may_be_put_together(packing: str) -> None:
    pack = gzip.compress if packing == "gz" else zstandard.compress
    data = b"".join(pack(encode_json(record) + b"\n") for record in RECORDS[:3])
    data += bytes(7) if packing == "gz" else b""
    found = list(read_stream(io.BytesIO(data), "json", packing))
    assert [reading.record for reading in found] == RECORDS[:3]


def test_a_large_zstd_window_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=29)
    packed = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    data = packed.compress(bytes(1 << 16)) + packed.flush()
    (reading,) = read_stream(io.BytesIO(data), "text", "zst")
    assert [finding.code for finding in reading.diagnostics] == ["KF001"]


# Streams


def stream_of(form: str, count: int) -> Iterator[bytes]:
    """About `count` blocks of 64 KiB of records."""
    note = Note(1, text="x" * 2000)
    record = Record(game="g", rules=1, seats=["a"], moves="59", notes=[note] * 30, end="*")
    one = {
        "text": f"{dumps(record)}\n".encode(),
        "json": encode_json(record) + b"\n",
    }[form]
    return itertools.repeat(one, count)


READERS: dict[str, Callable[[Iterable[bytes]], Iterator[Reading]]] = {
    "text": read_text,
    "json": read_lines,
}


@pytest.mark.matrix
@pytest.mark.parametrize("form", READERS)
def test_a_long_stream_is_read_in_constant_memory(form: str) -> None:
    tracemalloc.start()
    count = sum(1 for _ in READERS[form](stream_of(form, 600)))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 600
    assert peak < 3 << 20


def oversized(form: str) -> Iterable[bytes]:
    record = Record(game="g", rules=1, seats=["a"], moves="59", end="*")
    block = b"59 " * (1 << 18)
    blocks = itertools.repeat(block, LARGEST_RECORD * 3 // len(block))
    if form == "text":
        good = dumps(record).encode()
        return itertools.chain([good, good[:-4]], blocks, [b"\n*\n", good])
    good = encode_json(record) + b"\n"
    return itertools.chain([good, b'{"moves":"'], blocks, [b'"}\n', good])


@pytest.mark.parametrize("form", READERS)
def test_a_record_that_is_too_large_is_passed_over_in_constant_memory(form: str) -> None:
    tracemalloc.start()
    first, large, last = READERS[form](oversized(form))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert first.record == last.record is not None
    assert large.record is None
    assert large.diagnostics[0].code == "KF010"
    assert large.size > LARGEST_RECORD * 2
    assert (last.offset, last.number) == (large.offset + large.size, 3)
    assert peak < 4 * LARGEST_RECORD


@pytest.mark.parametrize("size", range(36, 52))
def test_a_record_at_the_limit_never_swallows_the_next(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kifu.notation.text.LARGEST_RECORD", 40)
    data = b'[Game "a"]\n'.ljust(size - 1, b"x") + b'\n[Game "b"]\n*\n'
    first, second = data[:size] if size <= 40 else b"", data[size:]
    expected = [
        Reading(None, [], 0, 1, 0, size, "text", first),
        Reading(None, [], 0, 3, size, 13, "text", second),
    ]
    for width in range(1, 17):
        blocks = [data[at : at + width] for at in range(0, len(data), width)]
        assert list(unread_records(blocks)) == expected


def test_a_file_that_is_only_a_byte_order_mark_is_empty() -> None:
    assert not [*read_lines([BYTE_ORDER_MARK])] and not [*read_text([BYTE_ORDER_MARK])]


def test_a_live_log_that_is_too_large_is_said() -> None:
    head = b'{"game":"g","rules":1,"seats":["a"],"live":1}\n'
    event = b'{"text":"' + b"x" * 1_000_000 + b'"}\n'
    (reading,) = read_lines(itertools.chain([head], itertools.repeat(event, 18)))
    assert reading.record is None
    assert [finding.code for finding in reading.diagnostics] == ["KF010"]


# One record from a text, and back


def test_lines_of_a_log_are_loaded_too_after_a_byte_order_mark() -> None:
    lines = b"".join(encode_json(record) + b"\n" for record in RECORDS[:2])
    assert loads(lines.splitlines()[0]) == RECORDS[0]
    with pytest.raises(NotationError, match="more than one"):
        loads(lines)
    first, second = read_stream(io.BytesIO(b"\xef\xbb\xbf" + lines), "json")
    assert (first.offset, first.offset + first.size) == (3, second.offset)


@pytest.mark.parametrize("wrong", [5, Record(seats=cast(Any, 5)), Record(notes=cast(Any, [5]))])
def test_what_is_no_record_is_a_type_error_that_says_what_was_expected(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"^(a Record was expected|a field of the Record has)"):
        dumps(wrong)


def test_an_error_is_raised_with_its_place_and_a_warning_is_not() -> None:
    with pytest.raises(NotationError, match="line 5, column 4: KF108") as caught:
        loads('[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n59 5§9 *\n')
    assert [one.code for one in caught.value.diagnostics] == ["KF108", "KF111"]
    assert loads('[Game "g"]\n[Rules "1"]\n[Seat "A"]\n\n59 *\n').end == "*"
    with pytest.raises(NotationError, match="no record"):
        loads("\n")


def test_lone_surrogates_are_neither_read_nor_written() -> None:
    with pytest.raises(NotationError, match="KF305"):
        dumps(Record(game="g", seats=["\ud800"]))
    with pytest.raises(NotationError, match="KF101"):
        loads('[Game "g"]\n[Rules "1"]\n[Seat "\ud800"]\n\n*\n')


def test_what_a_killed_run_had_begun_to_write_is_removed_by_the_next_one(tmp_path: Path) -> None:
    """Of a process that lives nothing is removed, and nothing that has another name."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    begun = [tmp_path / f".out.kifu.{gone.pid}", tmp_path / f".out.kifu.{gone.pid}.1"]
    theirs = [
        tmp_path / f".out.kifu.{os.getpid()}", tmp_path / f".out.kif.{gone.pid}",
        tmp_path / f"out.kifu.{gone.pid}", tmp_path / ".out.kifu.old",
        tmp_path / f".out.kifu.{gone.pid}.x",
    ]  # fmt: skip
    for path in (begun[0], *theirs):
        path.write_text("half a record")
    (begun[1] / "a folder").mkdir(parents=True)
    with writer(tmp_path / "out.kifu"):
        assert [path for path in begun if path.exists()] == []
    assert all(path.exists() for path in theirs)


def test_a_folder_that_refuses_a_file_is_reported_with_the_name_that_was_asked_for(
    tmp_path: Path,
) -> None:
    def refused(path: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    with pytest.raises(PermissionError) as raised:
        made_beside(tmp_path / "match.html", refused)
    assert raised.value.filename == str(tmp_path / "match.html")
