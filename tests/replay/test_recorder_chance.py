"""Outcomes of chance that become known bit by bit while a match is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from kifu.notation.errors import KifuError, NotationError, UsageError
from kifu.notation.log import read_lines
from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.recorder import Recorder

ROWS = "12 55 3 88"


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    header = Record(game="nimmt", rules=1, seats=["a", "b"], options={"rounds": "1"})
    recorder = Recorder.create(tmp_path / "match.jsonl", header)
    recorder.chance("_ " * 20 + ROWS)
    recorder.play("59", 1)
    return recorder


def written(recorder: Recorder) -> Record:
    (found,) = read_lines([recorder.path.read_bytes()])
    assert found.record is not None and found.diagnostics == []
    return found.record


def test_a_card_that_was_shown_replaces_an_unseen_one(recorder: Recorder) -> None:
    recorder.chance("59 60 " + "_ " * 18 + ROWS, "deal/1")
    assert recorder.record.chance == [("deal/1", "59 60 " + "_ " * 18 + ROWS)]
    assert written(recorder).chance == recorder.record.chance
    assert recorder.plies == [(1, "59")]
    assert replay(replace(written(recorder), end="*")).findings == []


def test_a_match_is_resumed_with_the_last_outcome(recorder: Recorder) -> None:
    recorder.chance("59 60 " + "_ " * 18 + ROWS, "deal/1")
    digest = recorder.state.digest()
    recorder.close()
    with Recorder.resume(recorder.path) as again:
        assert again.state.digest() == digest


@pytest.mark.parametrize(
    ("outcome", "why"),
    [
        ("21 22 23 24 25 26 27 28 29 30 " + "_ " * 10 + ROWS, "contradicts the moves made since"),
        ("_ " * 24, "must be known"),
        ("59 59 " + "_ " * 18 + ROWS, "is written twice"),
        ("", "24 to 104 cards"),
    ],
)
def test_what_can_not_have_been_is_refused_and_nothing_is_written(
    recorder: Recorder, outcome: str, why: str
) -> None:
    before, state = recorder.path.read_bytes(), recorder.state
    with pytest.raises(NotationError, match=why):
        recorder.chance(outcome, "deal/1")
    assert recorder.path.read_bytes() == before and recorder.state is state


def test_an_event_that_has_not_happened_has_no_outcome(recorder: Recorder) -> None:
    with pytest.raises(UsageError, match="has not happened"):
        recorder.chance("1 2 3", "deal/2")


@pytest.mark.parametrize("label", ["banana", "deal/2", "starter/2"])
def test_nor_has_it_one_while_the_match_waits_for_another(tmp_path: Path, label: str) -> None:
    header = Record(game="atarayo", rules=1, seats=["a", "b", "c"])
    with Recorder.create(tmp_path / "match.jsonl", header) as recorder:
        before = recorder.path.read_bytes()
        with pytest.raises(UsageError, match=f"{label} has not happened"):
            recorder.chance("1", label)
        assert recorder.path.read_bytes() == before
        recorder.chance("2", "starter/1")


def test_a_public_seed_is_not_contradicted(tmp_path: Path) -> None:
    header = Record(game="nimmt", rules=1, seats=["a", "b"], seed="shake256-1:" + "00" * 16)
    with Recorder.create(tmp_path / "match.jsonl", header) as recorder:
        with pytest.raises(NotationError, match="the seed gives"):
            recorder.chance("_ " * 20 + ROWS, "deal/1")
        recorder.chance("_*24", "deal/1")
    Recorder.resume(recorder.path).close()


def test_the_record_so_far_has_the_secret_seed_and_the_moves_that_count(tmp_path: Path) -> None:
    seed = "shake256-1:" + "00" * 16
    header = Record(game="nimmt", rules=1, seats=["a", "b"])
    with Recorder.create(tmp_path / "match.jsonl", header, seed) as recorder:
        moves = recorder.state.legal_moves(1)
        recorder.play(moves[0], 1)
        recorder.undo()
        recorder.play(moves[1], 1)
        so_far = recorder.so_far()
        assert so_far.seed == seed and so_far.moves == f"1:{moves[1]}" and so_far.end == "*"
        assert replay(so_far).findings == []
        assert recorder.match().position(0).legal_moves(1) == moves


def test_proved_cards_are_not_lost_where_the_disk_was_full(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = recorder.path.read_bytes()
    with monkeypatch.context() as full, pytest.raises(KifuError, match="are kept"):
        full.setattr("os.write", lambda file, data: 0)
        recorder.finish()
    assert recorder.path.read_bytes() == before
    assert "filled in 1 card of deal/1" in recorder.finish()
    assert written(recorder).chance == [("deal/1", f"59 _*19 {ROWS}")]
