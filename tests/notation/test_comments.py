"""Commands in comments, and times."""

from __future__ import annotations

import pytest

from kifu.notation.comments import clock, commands, seconds, without_commands


def test_commands_come_in_order_and_unknown_ones_too() -> None:
    text = "a [%clk 0:00:41] b [%x_1] [%eval 0.41\n0.36] [% no] [%mark big  row ]"
    assert commands(text) == [
        ("clk", "0:00:41"),
        ("x_1", ""),
        ("eval", "0.41\n0.36"),
        ("mark", "big  row"),
    ]
    assert without_commands(text) == "a b [% no]"


@pytest.mark.parametrize("time", ["0:00:41", "1:02:05.5", "100:00:00"])
def test_times_are_written_as_they_are_read(time: str) -> None:
    found = seconds(time)
    assert found is not None and clock(found) == time
