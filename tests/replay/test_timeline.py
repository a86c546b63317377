"""The timeline: every ply with its steps, sentence and notes, from which a page is made."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kifu.notation.record import Line, Note, Record
from kifu.replay.match import NotBegun, replay
from kifu.replay.timeline import timeline

RECORD = Record(
    game="nimmt", rules=1, options={"rounds": "1"}, seats=["Aki", "Ben"], end="*",
    seed="shake256-1:00112233445566778899aabbccddeeff", moves="#1 1. 59 1 r1 2. 71 2",
    notes=[
        Note(at=0, text="A friendly table."),
        Note(at=3, glyph="?"),
        Note(at=3, line=Line(moves="r4 zz", notes=[Note(at=0, text="or"), Note(at=1, glyph="!")])),
        Note(at=5, line=Line(moves="3. 77 54", on=True)),
    ],
)  # fmt: skip


def test_a_moment_a_ply_with_marks_sentence_scores_and_notes() -> None:
    line = timeline(replay(RECORD))
    assert [(m.ply, m.seat, m.move, m.marks) for m in line.moments[:4]] == [
        (1, 1, "59", ("#1", "1.")),
        (2, 2, "1", ()),
        (3, 2, "r1", ()),
        (4, 1, "71", ("2.",)),
    ]
    assert line.moments[2].words.en == "{2} takes row 1 (11: 5 heads); 1 is its new first card."
    assert line.moments[2].words.ja == "{2}は1列目(11、牛5頭)を引き取り、1を置きました。"
    assert line.moments[2].scores == [66, 61]
    assert line.moments[2].notes == [Note(at=3, glyph="?")]
    assert line.notes == [Note(at=0, text="A friendly table.")]
    assert (line.over, line.winners, line.scores) == (
        False,
        [],
        replay(RECORD).position(5).scores(),
    )


def test_variations_hang_on_their_ply_and_say_where_they_break() -> None:
    line = timeline(replay(RECORD))
    [branch] = line.moments[2].lines
    assert (branch.on, [m.move for m in branch.moments]) == (False, ["r4"])
    assert branch.notes == [Note(at=0, text="or")]
    assert branch.moments[0].notes == [Note(at=1, glyph="!")]
    assert [finding.code for finding in branch.findings] == ["KF405"]
    [after] = line.moments[4].lines
    assert (after.on, [(m.move, m.marks) for m in after.moments]) == (
        True,
        [("77", ("3.",)), ("54", ())],
    )


def test_a_variation_from_the_start_of_another_is_not_lost() -> None:
    inner = Line(moves="r3", notes=[Note(at=0, line=Line(moves="r4", on=True))])
    line = timeline(replay(replace(RECORD, notes=[Note(at=3, line=inner)])))
    assert [(b.on, b.moments[0].move) for b in line.moments[2].lines] == [
        (False, "r3"),
        (False, "r4"),
    ]


def test_a_record_that_breaks_off_is_shown_up_to_there() -> None:
    line = timeline(replay(replace(RECORD, moves="59 59", notes=[])))
    assert [moment.move for moment in line.moments] == ["59"]
    assert [finding.code for finding in line.match.findings] == ["KF406"]


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (Record(game="whist", rules=1, seats=["a", "b"]), "there is no game 'whist'"),
        (Record(game="nimmt", rules=1, seats=["a"]), "2 to 10 seats, the record has 1"),
        (Record(game="chronicle", rules=0, seats=["a"], moves="e"), "a chronicle has no rules"),
    ],
)
def test_a_record_that_can_t_be_set_up_is_refused_with_the_reason(record: Record, why: str) -> None:
    with pytest.raises(NotBegun, match=why):
        timeline(replay(record))
