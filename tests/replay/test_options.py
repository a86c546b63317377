"""Options whose default depends on the seats or on each other."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from kifu.replay.options import OptionError, allowed, meaning, read_options, write_options


class Options(Struct, frozen=True):
    """`goal` follows from `mode`, `target` from the number of seats."""

    mode: Literal["table", "duel"] = "table"
    goal: Annotated[Literal["points", "markers"] | None, Meta(description="what wins")] = None
    target: Annotated[int, Meta(ge=3, le=42, description="cards that win")] | None = None


def settle(options: Options, seats: int) -> Options:
    goal = options.goal or ("markers" if options.mode == "duel" else "points")
    if (options.mode, goal) == ("table", "markers"):
        raise ValueError("goal=markers needs mode=duel")
    return replace(options, goal=goal, target=options.target or (12 if seats == 4 else 15))


def written(given: dict[str, str], seats: int) -> dict[str, str]:
    options = settle(read_options(Options, given), seats)
    assert settle(options, seats) == options

    def for_seats(chosen: Struct) -> Struct:
        assert isinstance(chosen, Options)
        return settle(chosen, seats)

    return write_options(options, for_seats)


@pytest.mark.parametrize(
    ("given", "seats", "left"),
    [
        ({}, 2, {}),
        ({"target": "15"}, 2, {}),
        ({"target": "12"}, 4, {}),
        ({"target": "15"}, 4, {"target": "15"}),
        ({"mode": "duel", "goal": "markers"}, 2, {"mode": "duel"}),
        ({"mode": "duel", "goal": "points"}, 2, {"mode": "duel", "goal": "points"}),
        ({"mode": "table", "goal": "points"}, 3, {}),
    ],
)
def test_what_is_the_default_here_is_left_out(
    given: dict[str, str], seats: int, left: dict[str, str]
) -> None:
    assert written(given, seats) == left


@pytest.mark.parametrize("value", ["None", "null", "", "2", "43", "015", "3.0", "true"])
def test_an_impossible_value_says_what_is_possible(value: str) -> None:
    with pytest.raises(OptionError, match=r"expected 3\.\.42"):
        read_options(Options, {"target": value})


def test_what_a_field_allows_and_means_is_found_beside_none() -> None:
    by_name = {field.name: field for field in fields(Options)}
    assert allowed(by_name["goal"]) == ["points", "markers"]
    assert allowed(by_name["target"]) == ["3..42"]
    assert (meaning(by_name["goal"]), meaning(by_name["target"])) == ("what wins", "cards that win")
