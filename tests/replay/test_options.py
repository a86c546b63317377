"""Options whose default depends on the seats or on each other."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from kifu.replay.options import OptionError, allowed, meaning, read_options, write_options
from kifu.replay.registry import game


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


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("nimmt", "hands=drafted", "hands=drafted needs deck=tactics"),
        ("nimmt", "deck=logic", "option deck=logic: expected standard or tactics"),
        ("nimmt", "target=0", "option target=0: expected 1..9999"),
        ("nimmt", "target=10000", "option target=10000: expected 1..9999"),
        ("nimmt", "rounds=-1", "option rounds=-1: expected 0..9999"),
        ("nimmt", "jokers=1", "there is no option 'jokers'"),
        ("atarayo", "goal=first3", "goal=first3 needs mode=duel"),
        ("atarayo", "mode=solo", "option mode=solo: expected table or duel"),
        ("atarayo", "spent6=q3", "option spent6=q3: expected any or faq"),
        ("atarayo", "draw2=yes", "option draw2=yes: expected continue or ends_turn"),
        ("atarayo", "goal=first5", "option goal=first5: expected standby or first3"),
        ("mutsugo", "target=2", "option target=2: expected 3..42"),
        ("mutsugo", "target=43", "option target=43: expected 3..42"),
        ("magimiles", "cards=house2", "option cards=house2: expected house1 or NAME@HEX8"),
        ("magimiles", "cycle=house1", "option cycle=house1: expected rgb or rbg or NAME@HEX8"),
        (
            "magimiles",
            "support=x@12345678\n",
            "option support=x@12345678\n: expected house1 or NAME",
        ),
        ("magimiles", "rounds=2", "option rounds=2: expected 1 or 3"),
        ("magimiles", "all_lead=all", "option all_lead=all: expected all_only or free"),
        ("yuhodo", "games=100", "option games=100: expected 1..99"),
        ("yuhodo", "target=0", "option target=0: expected 1..999"),
        ("yuhodo", "target=1000", "option target=1000: expected 1..999"),
        ("yuhodo", "rules=expert", "option rules=expert: expected basic or advanced"),
        ("yuhodo", "ready=closed", "option ready=closed: expected free or opened"),
        ("yuhodo", "item_reds=none", "option item_reds=none: expected i4 or all"),
    ],
)
def test_options_that_a_page_does_not_have_are_refused(name: str, given: str, message: str) -> None:
    option, _, value = given.partition("=")
    with pytest.raises(OptionError) as error:
        game(name).read_options({option: value})
    assert str(error.value).startswith(message) and error.value.code == "KF403"
