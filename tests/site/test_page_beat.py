"""Playing: a turn that several seats play at once is one beat; steps are shown card by card."""

from __future__ import annotations

from typing import Any

import pytest

from kifu.notation.record import Record
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import game
from kifu.replay.table import ALL

from .conftest import cards_shown, go, pass_showing, pass_time, pass_time_to, ply, stop_clock
from .matches import Case, played, some_games, some_looks, tables


def beats(record: Record) -> list[int]:
    """The plies at which somebody sees a still of a match that plays by itself."""
    match = replay(record)
    stops: list[int] = []
    for at in range(len(match.plies)):
        before, after = (set(match.position(ply).to_move()) for ply in (at, at + 1))
        if not before > after or not after:  # nobody who could act together is left
            stops.append(at + 1)
    return stops


@pytest.mark.parametrize("case", some_games("nimmt"))
def test_with_reduced_motion_every_beat_is_a_still(case: Case, open_page: Any) -> None:
    record = played(case, "beat")
    page = open_page(record)
    stop_clock(page)
    page.keyboard.press("Space")
    seen = []
    for _ in range(7):
        pass_time_to(page, ply(page) + 1)
        assert page.locator("#table[data-showing]").count() == 0
        seen.append(ply(page))
    assert seen == beats(record)[:7]


def test_all_cards_of_a_turn_come_at_once(open_page: Any) -> None:
    [record] = simulate(game("nimmt"), 1, seats=4, seed="beat", players=["greedy"])
    page = open_page(record, reduced_motion="no-preference")
    stop_clock(page)
    page.keyboard.press("Space")
    pass_time(page, 900)
    assert ply(page) == 4
    assert page.locator("#table[data-showing]").count() == 1
    shown = cards_shown(page)
    for seat, move in replay(record).plies[:4]:
        assert shown[f"choice/{seat}"] == move
    pass_showing(page)
    zones, shown = replay(record).position(4).view(ALL).zones, cards_shown(page)
    for row in ("row/1", "row/2", "row/3", "row/4"):
        assert shown[row] == " ".join(zones[row])
    # One step by hand is one move, as ever.
    page.keyboard.press("Space")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert ply(page) == 1


@pytest.mark.parametrize("look", some_looks("magimiles-4"))
def test_steps_of_every_game_are_shown_card_by_card(look: Case, open_page: Any) -> None:
    record = played(look, "motion")
    seen = tables(record)
    last = len(seen) - 1
    page = open_page(record, reduced_motion="no-preference")
    stop_clock(page)
    for at in (1, 2, 3, last // 2, last - 1, last):
        go(page, f"ply={at - 1}")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("ArrowRight")
        assert page.get_attribute("#table", "data-ply") == str(at)
        pass_showing(page)
        shown = cards_shown(page)
        assert shown == {name: " ".join(seen[at][ALL].zones[name]) for name in shown}
