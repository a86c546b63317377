"""`check` leaves out what need not be asked, and finds what every question together finds."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation import read_stream
from kifu.notation.comments import unread
from kifu.notation.lint import lint
from kifu.notation.log import encode_json
from kifu.notation.record import Note, Record
from kifu.replay.match import check, replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game

KINDS = [("nimmt", 2), ("atarayo", 3), ("mutsugo", 2), ("magimiles", 4), ("yuhodo", 3)]
ODD = ["", " ", "59!", "=", "1:", "#1", "1.", "01.", "0:1", "x", "棋", "a\u3000b", "%00000000", "d"]


@cache
def played(name: str, seats: int) -> Record:
    [record] = simulate(game(name), 1, seed="check laws", seats=seats, players=["random"])
    return record


@pytest.mark.parametrize("name, seats", KINDS)
@given(data=st.data())
def test_a_log_is_asked_everything_that_could_be_found(
    name: str, seats: int, data: st.DataObject
) -> None:
    record = replace(played(name, seats), seats=[f"seat {seat}" for seat in range(seats)])
    words = record.moves.split(" ")
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at] = data.draw(st.sampled_from(ODD) | st.sampled_from(words))
    record.moves = " ".join(words)
    record.seats[0] = data.draw(st.sampled_from(["a", "千恵", "\ud800", "\0", "\u3000"]))
    if data.draw(st.booleans()):
        record.notes = [Note(data.draw(st.integers(0, 3)), text="[%clk x]")]
    try:
        source = encode_json(record) + b"\n"
    except ValueError:
        return
    [reading] = read_stream(BytesIO(source), "json")
    assert reading.record is not None
    wanted = [*lint(reading.record), *unread(reading.record), *replay(reading.record).findings]
    known = {(finding.code, finding.token) for finding in reading.diagnostics}
    match = check(reading)
    assert match is not None
    found = [(f.code, f.message, f.ply, f.token) for f in match.findings]
    assert sorted(found, key=str) == sorted(
        [(f.code, f.message, f.ply, f.token) for f in reading.diagnostics]
        + [(f.code, f.message, f.ply, f.token) for f in wanted if (f.code, f.token) not in known],
        key=str,
    )
