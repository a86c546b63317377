"""What no rules page allows as an option is refused with what was expected."""

from __future__ import annotations

import pytest

from kifu.replay.options import OptionError
from kifu.replay.registry import game


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
        *(
            ("mutsugo", f"target={value}", f"option target={value}: expected 3..42")
            for value in ("None", "null", "", "015", "3.0", "true")
        ),
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
