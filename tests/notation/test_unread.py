"""Commands in comments that can't be read."""

from __future__ import annotations

from kifu.notation.comments import unread
from kifu.notation.record import Line, Note, Record


def test_every_command_of_kifus_own_is_looked_at_in_all_lines() -> None:
    inner = Line("7", [Note(1, text="[%utc noon]")])
    notes = [Note(0, text="[%eval 1 x] [%eval 1 0]"), Note(1, line=Line("3")), Note(1, line=inner)]
    found = unread(Record(seats=["a", "b"], moves="5", notes=notes))
    assert [(one.code, one.ply, one.variation, one.token) for one in found] == [
        ("KF116", 0, "", "[%eval 1 x]"),
        ("KF116", 1, "1.2", "[%utc noon]"),
    ]


def test_without_seats_any_number_of_chances_will_do() -> None:
    assert not list(unread(Record(notes=[Note(0, text="[%eval 0.5 0.5 0]")])))
    [found] = unread(Record(notes=[Note(0, text="[%eval 2]")]))
    assert found.expected == ["a number for each seat"]


def test_a_long_message_is_cut_short() -> None:
    [found] = unread(Record(notes=[Note(0, text="[%by\n" + "x" * 10_000)]))
    assert found.token == "[%by"
    [found] = unread(Record(notes=[Note(0, text="[%clk " + "9" * 10_000 + "]")]))
    assert found.token is not None and len(found.token) == 200
