"""Sources in pieces: wherever they are cut, the records are those of the whole."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.files import read
from kifu.notation.log import encode_json
from kifu.notation.reading import Reading
from kifu.notation.record import Record
from kifu.store.index import pieces
from kifu.store.index.pieces import boundary, cut, read_piece

from .conftest import Write

Place = tuple[int, int | None, int, int, bytes, int]


def places(readings: Sequence[Reading]) -> list[Place]:
    """What tells readings apart: number, line, offset, size, bytes, and how much was found."""
    return [(r.number, r.line, r.offset, r.size, r.source, len(r.diagnostics)) for r in readings]


def whole(path: Path) -> list[Place]:
    return places(list(read(path)))


def in_pieces(path: Path) -> tuple[list[Place], int]:
    """The same through pieces, with the numbers and lines of the source, and how many pieces."""
    found: list[Place] = []
    count = done = 0
    for piece in cut(str(path), path.stat().st_size):
        count += 1
        before = len(found) + 1 - piece.first
        for number, line, *rest in places(list(read_piece(piece))):
            there = None if line is None else line + piece.line - 1
            found.append((number + before, there, *rest))  # type: ignore[arg-type]
        done += piece.consumed
    assert piece.last
    assert done == path.stat().st_size
    return found, count


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces of a few records."""
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", 700)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", ["kifu", "jsonl"])
@pytest.mark.parametrize("packing", ["", ".gz", ".zst"])
def test_a_file_in_pieces_has_the_records_of_the_whole(
    write: Write, played: list[Record], form: str, packing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(f"a.{form}{packing}", played)
    monkeypatch.setattr("kifu.notation.packed.BLOCK", 1)
    found, count = in_pieces(path)
    assert found == whole(path)
    assert count > 1


#: What a text file can be made of.
TEXT = st.sampled_from(
    [
        '[Game "nimmt"]\n', '[Rules "1"]\n', '[Seat "A"]\n', "[Game\n", '[Gamer "x"]\n', "[\n",
        "\n", " \t\r\n", "59 10\n", "*\n", "=\n", "{a\n", "}\n", "; said\n", " ; said\n", " [x\n",
        "(... 5)\n", "junk", "\ufeff", '[Game "nimmt"]', "\r\n",
    ]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXT, max_size=40), st.integers(1, 60))
@example(["\ufeff", '[Game "nimmt"]\n', '[Game "nimmt"]\n'], 1)
@example(["junk\n", "\n", '[Game "nimmt"]\n', "*\n"], 6)
@example(['[Game "nimmt"]\n', "; said\n", "\n", '[Game "nimmt"]\n'], 20)
def test_any_text_in_pieces_has_the_records_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: list[str], block: int
) -> None:
    path = tmp_path / "a.kifu"
    path.write_bytes("".join(parts).encode())
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", block)
    assert in_pieces(path)[0] == whole(path)


#: What a log can be made of.
LINES = st.sampled_from(
    [
        b'{"kifu":1,"game":"nimmt","rules":1,"seats":["A"],"end":"*"}\n',
        b'{"kifu":1,"game":"nimmt","rules":1,"seats":["A"],"live":1}\n',
        b'{"m":"59"}\n', b'{"end":"*"}\n', b'{"game":"x"}\n', b"{}\n", b"rubbish\n",
        b"\n", b" \r\n", b'{"m":"5', b'"}\n',
    ]
)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(LINES, max_size=30), st.integers(1, 90))
def test_any_log_in_pieces_has_the_records_of_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parts: list[bytes], block: int
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(parts))
    monkeypatch.setattr(pieces, "SIZE", 1)
    monkeypatch.setattr(pieces, "BLOCK", block)
    assert in_pieces(path)[0] == whole(path)


@pytest.mark.usefixtures("small")
def test_bytes_without_a_place_to_cut_are_read_as_they_come(
    played: list[Record], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = replace(played[0], live=1, moves="", end="", result=None)
    path = tmp_path / "a.jsonl"
    path.write_bytes(encode_json(head) + b"\n" + b'{"text":"well"}\n' * 200)
    monkeypatch.setattr(pieces, "LONGEST", 1500)
    made = list(cut(str(path), path.stat().st_size))
    assert [piece.readings is None for piece in made] == [False]
    assert in_pieces(path)[0] == whole(path)


def test_only_so_many_bytes_as_are_known_are_read(
    write: Write, played: list[Record], tmp_path: Path
) -> None:
    path = write("a.jsonl", played)
    size = path.read_bytes().index(b"\n") + 1
    (piece,) = cut(str(path), size)
    assert [reading.record for reading in read_piece(piece)] == played[:1]


def test_a_packed_stream_that_ends_in_damage_says_so_in_its_last_piece(
    played: list[Record], tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl.gz"
    data = b"".join(encode_json(record) + b"\n" for record in played)
    path.write_bytes(gzip.compress(data)[:-30])
    found, _ = in_pieces(path)
    assert found == whole(path)
    assert found[-1][5] == 1


def test_nothing_begins_in_front_of_the_first_tag_or_in_a_live_log() -> None:
    assert boundary(b'junk\n\n[Game "a"]\n\n*\n', "text") == 0
    assert boundary(b'{"kifu":1}\n{"m":"59"}\n', "json") == 0
