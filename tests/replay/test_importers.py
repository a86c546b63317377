"""Every importer answers whatever a log holds."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.notation import dumps, is_error, loads
from kifu.replay.importers import importer
from kifu.replay.match import replay

from . import test_bga, test_traces
from .bga_logs import archive, packets_of
from .damaged_json import damaged
from .nimmt_logs import match_of

PACKETS = packets_of(match_of(2, "known", rounds="1"), ["a", "b"])


@pytest.mark.parametrize("source", ["bga", "traces"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"\xff",
        b"[" * 100_000,
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
