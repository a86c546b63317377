"""A log is recognised by what stands in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kifu.replay.importers.recognise import NotRecognised, recognise

from . import test_traces
from .bga_logs import archive, deep, frames, history, packets_of
from .nimmt_logs import match_of

DATA = Path(__file__).parents[3] / "shared" / "data"
PACKETS = packets_of(match_of(2, "known", rounds="1"), ["a", "b"])


@pytest.mark.parametrize(
    "data",
    [
        archive(PACKETS, ["a", "b"]),
        history(PACKETS),
        deep(PACKETS),
        frames(PACKETS),
        b'{"status": "0", "error": "limit"}',
    ],
)
def test_board_game_arena_in_every_container(data: bytes) -> None:
    assert recognise(data, "x")[0] == "bga"


def test_a_trace() -> None:
    source, why = recognise(json.dumps([test_traces.TRACE]).encode(), "x")
    assert (source, why) == ("traces", "its matches have rounds and a playerCount")


@pytest.mark.parametrize(
    "data", [b"", b"7", b"[]x", b"{}", b"null", b"[[[[]]]]", b"[" * 100_000, b"\xff", b'"text"']
)
def test_anything_else_is_not_recognised(data: bytes) -> None:
    with pytest.raises(NotRecognised, match="x is no"):
        recognise(data, "x")


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the repository")
@pytest.mark.parametrize(
    ("name", "source"),
    [("bga-crew.json", "bga"), ("bga-history.json", "bga"), ("nimmt-trace.json", "traces")],
)
def test_the_real_logs(name: str, source: str) -> None:
    assert recognise((DATA / name).read_bytes(), name)[0] == source
