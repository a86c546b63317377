"""A log is recognised by what is in it, and every importer answers whatever a log holds."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.notation import dumps, is_error, loads
from kifu.replay.importers import importer
from kifu.replay.importers.recognise import NotRecognised, recognise
from kifu.replay.replayer import replay

from . import test_bga, test_traces
from .bga_logs import archive, deep, frames, history, packets_of
from .damaged_json import damaged
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


@pytest.mark.parametrize("source", ["bga", "traces"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"7",
        b"{}",
        b'"text"',
        b"\xff",
        b"[" * 100_000,
        b"[[[[]]]]",
        b"null",
        b'["\\ud800"]',
    ],
)
def test_what_is_no_log_is_said_and_nothing_is_raised(source: str, data: bytes) -> None:
    (part,) = importer(source)(BytesIO(data), "log.json")
    assert part.records == [] and {finding.code for finding in part.findings} == {"KF602"}


LOGS = {
    "traces": [test_traces.TRACE],
    "bga": json.loads(archive([*test_bga.table(), test_bga.RESULT], test_bga.NAMES)),
    "bga nimmt": json.loads(archive(PACKETS, ["a", "b"])),
}


@pytest.mark.parametrize("name", LOGS)
@given(data=st.data())
def test_an_importer_answers_whatever_a_log_holds(name: str, data: st.DataObject) -> None:
    log = json.dumps(data.draw(damaged(LOGS[name]))).encode()
    (part,) = importer(name.split()[0])(BytesIO(log), "log.json")
    assert {finding.code for finding in part.findings} <= {"KF601", "KF602", "KF603"}
    assert part.records or part.findings
    for record in part.records:
        assert not any(map(is_error, replay(record).findings)) and loads(dumps(record)) == record


@pytest.mark.skipif(not DATA.exists(), reason="shared/data is not beside the repository")
@pytest.mark.parametrize(
    ("name", "source"),
    [("bga-crew.json", "bga"), ("bga-history.json", "bga"), ("nimmt-trace.json", "traces")],
)
def test_the_real_logs(name: str, source: str) -> None:
    assert recognise((DATA / name).read_bytes(), name)[0] == source
