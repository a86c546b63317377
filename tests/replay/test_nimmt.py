"""The rules of 6 nimmt!, section by section of docs/rules/nimmt.md.

The worked examples of the page are in test_nimmt_page.py.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.rules import start
from kifu.replay.table import ALL, PUBLIC

from .nimmt_positions import SEED, in_the_middle


@pytest.mark.parametrize(
    ("heads", "over", "scores", "winners"),
    [
        ([66, 12, 12], True, [0, 54, 54], [2, 3]),
        ([65, 12, 12], False, [1, 54, 54], []),
    ],
)
def test_the_end_of_the_page(
    heads: list[int], over: bool, scores: list[int], winners: list[int]
) -> None:
    state = in_the_middle("1 | 2 | 3 | 90", ["91", "92", "93"], left=1, turn=30, round=3)
    for seat, count in enumerate(heads, 1):
        state.heads[seat] = count
    for token in ("91", "92", "93"):
        state.play(token)
    assert state.is_over is over
    assert state.scores() == scores
    assert state.winners() == winners
    assert (state.round, state.turn) == ((3, 30) if over else (4, 31))


@pytest.mark.parametrize(
    ("moves", "seat", "error", "message"),
    [
        ([], 0, IllegalMove, "card 1 is not in the hand of seat 1"),
        (["59"], 1, WrongActor, "seat 1 has already chosen; still to choose: 2"),
        ([], 3, WrongActor, "there is no seat 3"),
    ],
)
def test_a_choice_that_is_refused_says_why_and_changes_nothing(
    moves: list[str], seat: int, error: type[IllegalMove], message: str
) -> None:
    state = start(Options(), 2, Chance(SEED))
    for move in moves:
        state.play(move)
    before = state.digest()
    with pytest.raises(error) as raised:
        state.play("1", seat)
    assert str(raised.value) == message
    assert state.digest() == before


def test_tokens_of_another_phase_are_refused() -> None:
    state = in_the_middle("10 21 44 61 | 32 | 15 23 30 41 53 | 80", ["62", "29"])
    with pytest.raises(IllegalMove, match="seat 1 has not chosen a card yet; r1 is not a card"):
        state.play("r1")
    state.play("62")
    state.play("29")
    with pytest.raises(IllegalMove, match="card 29 fits no row, so take a row"):
        state.play(">1")
    with pytest.raises(IllegalMove, match="take a row; got r5"):
        state.play("r5")
    with pytest.raises(WrongActor, match="seat 2 is to move, not seat 1"):
        state.play("r1", 1)


def test_a_tie_is_no_place_for_a_row_token() -> None:
    state = in_the_middle("20 | 30 40 | 50 | 100", ["45", "1"], "professional")
    state.play("45")
    state.play("1")
    assert state.legal_moves(1) == [">2", "<3"]
    with pytest.raises(IllegalMove, match="card 45 has two nearest places, so choose one; got r2"):
        state.play("r2")
    with pytest.raises(IllegalMove, match="choose one; got >3"):
        state.play(">3")


def test_an_unknown_card_becomes_known_when_it_is_chosen() -> None:
    known = "59 71 77 81 88 92 67 84 83 66"
    deal = f"{known} {' '.join('_' * 10)} 91 101 3 62"
    state = start(Options(), 2, Chance(None, [("deal/1", deal)]))
    assert state.view(2).zones["hand/2"] == ["_"] * 10
    with pytest.raises(IllegalMove, match="hand of seat 2: it was played already"):
        state.play("59", 2)
    with pytest.raises(IllegalMove, match="card 91 can't be in the hand"):
        state.play("91", 2)
    assert "1" in state.legal_moves(2)
    assert "59" not in state.legal_moves(2)
    state.play("1", 2)
    assert state.unknown[2] == 9
    assert state.view(PUBLIC).zones["hand/2"] == ["_"] * 9


def test_rows_that_are_not_known_end_the_replay() -> None:
    deal = " ".join("_" * 24)
    chance = Chance(None, [("deal/1", deal)])
    state = start(Options(), 2, chance)
    assert (state.missing, state.to_move(), state.legal_moves(1)) == ("deal/1", [], [])
    assert [finding.code for finding in chance.findings] == ["KF505"]
    with pytest.raises(IllegalMove, match="the outcome of deal/1 is not known"):
        state.play("59")
    assert state.marks() == ()


def test_a_hand_that_nobody_asked_for_in_the_first_turn_of_its_round() -> None:
    chance = Chance(SEED)
    state = start(Options(rounds=2), 3, chance)
    while state.turn < 12:
        seat, token = state.next_seat, "r1"
        if state.phase == "choose" and state.round == 1:
            token = state.legal_moves(seat)[0]
        elif state.phase == "choose":
            token = str(chance.events["deal/2"][1][10 * seat - 10])
        state.play(token, seat)
    for seat in (1, 2, 3):
        assert state.legal_moves(seat) == state.view(ALL).zones[f"hand/{seat}"]
