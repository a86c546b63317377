"""A live log whose recorder died behind the last move: what is accepted is written as a record
that is accepted.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kifu.notation.record import Record
from kifu.replay.recorder import Recorder
from kifu.store import Archive

from .running import kifu

HEADERS = {
    "nimmt": Record(game="nimmt", rules=1, seats=["秋", "b"], options={"rounds": "1"}),
    "mutsugo": Record(game="mutsugo", rules=1, seats=["秋", "b", "c"]),
}


def lost_ends(path: Path, header: Record) -> list[bytes]:
    """The live log of a whole match without its last line, its last two, and so on, up to its
    last move.
    """
    with Recorder.create(path, header, seed="shake256-1:" + "5a" * 16) as recorder:
        while not recorder.state.is_over:
            seat = recorder.state.to_move()[0]
            recorder.play(recorder.state.legal_moves(seat)[0], seat)
        recorder.finish()
    lines = path.read_bytes().splitlines(keepends=True)
    moves = [at for at, line in enumerate(lines) if line.startswith(b'{"m"')]
    return [b"".join(lines[:end]) for end in range(len(lines) - 1, moves[-1], -1)]


@pytest.mark.matrix
@pytest.mark.parametrize("name", HEADERS)
def test_a_live_log_without_its_end_is_accepted_in_every_form(name: str, tmp_path: Path) -> None:
    live = tmp_path / "live.jsonl"
    for log in lost_ends(live, HEADERS[name]):
        live.write_bytes(log)
        checked = kifu("check", live)
        assert checked.exit_code == 0
        assert ("KF415" if b'{"seed"' in log else "KF509") in checked.stdout
        Archive(tmp_path / "a.duckdb").index([live])
        written = [tmp_path / f"out{suffix}" for suffix in (".kifu", ".jsonl", ".jsonl.gz")]
        assert kifu("convert", live, written[0], "--force").exit_code == 0
        assert kifu("export", tmp_path / "a.duckdb", "-o", written[1], "--force").exit_code == 0
        assert kifu("convert", written[1], written[2], "--force").exit_code == 0
        assert kifu("check", *written).exit_code == 0
        assert kifu("fmt", written[0]).exit_code == 0
        assert kifu("check", written[0]).exit_code == 0
