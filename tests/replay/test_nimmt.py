"""The rules of 6 nimmt!, section by section of docs/rules/nimmt.md.

The worked examples of the page are in test_nimmt_page.py.
"""

from __future__ import annotations

import pytest

from kifu.replay.chance import Chance
from kifu.replay.game import IllegalMove, WrongActor
from kifu.replay.games.nimmt.cards import HEADS
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.options import Options
from kifu.replay.games.nimmt.position import MARKET
from kifu.replay.games.nimmt.rules import start
from kifu.replay.table import PUBLIC

from .nimmt_positions import SEED, in_the_middle, rows_of


def test_o2_offered_the_row_that_takes_nothing_too() -> None:
    state = in_the_middle("20 | 30 40 | 50 51 52 53 54 | 100", ["45", "25"], "professional")
    for token in ("45", "25", ">1"):
        state.play(token)
    assert state.legal_moves(1) == [">2", "<3"]
    state.play(">2")
    assert rows_of(state) == "20 25 | 30 40 45 | 50 51 52 53 54 | 100"
    assert list(state.heads) == [0, 0, 0]


def test_the_draft_of_the_page() -> None:
    options = Options(deck="tactics", hands="drafted", rounds=2)
    state = start(options, 2, Chance())
    assert state.marks() == ("#1",)
    assert [state.next_seat, state.cards_at(MARKET)] == [1, list(range(1, 25))]
    picks = [card for card in range(1, 25) if card not in (3, 9, 17, 24)]
    picks.remove(12)
    for card in [12, *picks]:
        state.play(f"+{card}")
    assert rows_of(state) == "3 | 9 | 17 | 24"
    assert state.marks() == ("1.",)
    while state.round == 1:
        state.play(state.legal_moves(state.next_seat)[0])
    assert (state.round, state.turn, state.phase, state.next_seat) == (2, 11, "draft", 2)
    assert state.marks() == ("#2",)
    state.play("+5", 2)
    assert (state.next_seat, state.marks()) == (1, ())


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


def test_a_seat_that_reaches_the_target_early_plays_the_round_to_its_end() -> None:
    state = in_the_middle("1 | 2 | 3 | 90", ["91", "92", "93"], left=7, turn=24, round=3)
    for seat, count in enumerate((66, 12, 12), 1):
        state.heads[seat] = count
    for token in ("91", "92", "93"):
        state.play(token)
    assert not state.is_over
    assert state.turn == 25


def test_a_fixed_number_of_rounds_ends_the_game_and_only_that() -> None:
    state = start(Options(rounds=2, target=1), 2, Chance(SEED))
    while state.round == 1:
        state.play(state.legal_moves(state.next_seat)[0])
    assert min(state.scores()) < 0
    while not state.is_over:
        assert state.round == 2
        state.play(state.legal_moves(state.next_seat)[0])
    assert state.turn == 20


def test_heads_of_all_cards_together() -> None:
    assert sum(HEADS) == 171
    assert [HEADS[card] for card in (55, 11, 99, 10, 100, 5, 95, 1, 104)] == [
        7, 5, 5, 3, 3, 2, 2, 1, 1,
    ]  # fmt: skip


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
    with pytest.raises(IllegalMove, match="choose a card of the hand; r1 is not a card"):
        state.play("r1")
    state.play("62")
    state.play("29")
    with pytest.raises(IllegalMove, match="card 29 fits no row, so take a row"):
        state.play(">1")
    with pytest.raises(IllegalMove, match="take a row; got r5"):
        state.play("r5")
    with pytest.raises(WrongActor, match="seat 2 is to move, not seat 1"):
        state.play("r1", 1)
    state.play("r1", 2)
    assert state.phase == "choose"


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
    with pytest.raises(IllegalMove, match="card 59 is not in the hand of seat 2"):
        state.play("59", 2)
    with pytest.raises(IllegalMove, match="card 91 is not in the hand of seat 2"):
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


def test_every_count_of_seats_from_two_to_ten_can_be_dealt() -> None:
    assert list(GAME.seats(Options())) == list(range(2, 11))
    for seats in GAME.seats(Options()):
        for deck in ("standard", "tactics"):
            state = start(GAME.read_options({"deck": deck}), seats, Chance(SEED))
            dealt = [card for seat in range(1, seats + 1) for card in state.hand(seat)]
            dealt += [state.row(k)[0] for k in range(1, 5)]
            size = 104 if deck == "standard" else 10 * seats + 4
            assert len(set(dealt)) == 10 * seats + 4
            assert max(dealt) <= size
            assert state.stock == size - 10 * seats - 4
