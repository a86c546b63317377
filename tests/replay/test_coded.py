"""States whose moves are numbers: what codes do is what tokens do, in every game and variant."""

from __future__ import annotations

import os

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.replay.codes import coded
from kifu.replay.codes.arrays import INTERPRETED, bit, zeros
from kifu.replay.codes.coded import play_line
from kifu.replay.codes.lexicon import ODD, SEAT, TURN, Lexicon
from kifu.replay.codes.playout import GreedyPolicy, RandomPolicy, playout
from kifu.replay.lots import Lots, QuickLots
from kifu.replay.options import allowed
from kifu.replay.players.asking import next_move
from kifu.replay.players.new_match import random_player
from kifu.replay.registry import game

from .cases import Case, every_case, quick_cases

#: What is set while a move is played or a line is followed, and no part of a position.
KEPT_OUT = {"word", "watch", "ply"}
#: Arrays that stay as they are once they are made: copies share them.
NEVER_WRITTEN = {
    "owners",
    "by_name",
    "heads_on",
    "split",
    "points",
    "market",
    "below",
    "rising",
}


def test_what_is_tested_is_what_was_asked_for() -> None:
    """`make test-all` runs these tests once more, on an installed compiled wheel."""
    compiled = os.environ.get("KIFU_COMPILE") == "1"
    assert compiled != INTERPRETED
    assert compiled != (coded.__file__ or "").endswith(".py")


def test_a_long_word_takes_no_place_of_another() -> None:
    lexicon = Lexicon({"59": 59})
    assert list(lexicon.read_line("\0" * 6 + "\x0159")) == [ODD]
    assert list(lexicon.read_line("59")) == [59]


@every_case
def test_the_codes_of_moves_are_theirs_and_play_the_same(case: Case) -> None:
    state = case.start()
    play = random_player(case.game, "codes")
    for _ in range(60):
        if state.is_over:
            break
        acting = state.to_move()
        bits = [seat for seat in range(1, case.seats + 1) if state.acting() >> seat & 1]
        assert bits[: 1 if state.at_once else None] == acting[: 1 if state.at_once else None]
        for seat in acting:
            tokens, codes = state.legal_moves(seat), list(state.legal_codes(seat))
            assert [state.lexicon.token(code) for code in codes] == tokens
            assert [state.lexicon.code(token) for token in tokens] == codes
        seat, token = next_move(state, [play] * case.seats)
        coded_way = state.copy()
        if INTERPRETED:
            own = {name: value for name, value in vars(state).items() if name not in KEPT_OUT}
            assert own == {name: vars(coded_way)[name] for name in own}
            arrays = {
                name for name, value in own.items()
                if isinstance(value, list) and value and isinstance(value[0], int)
            }  # fmt: skip
            shared = {name for name in arrays if vars(coded_way)[name] is own[name]}
            assert shared <= NEVER_WRITTEN
        coded_way.play_code(state.lexicon.code(token), seat)
        state.play(token, seat)
        assert coded_way.digest() == state.digest()
    assert state.acting() == sum(bit(seat) for seat in state.to_move()) or state.at_once


@every_case
def test_a_playout_ends_and_leaves_what_it_began_from_alone(case: Case) -> None:
    for policy in (RandomPolicy(QuickLots("end")), GreedyPolicy()):
        state = case.start("playout")
        before = state.digest()
        other = state.copy()
        played = playout(other, policy)
        assert other.is_over
        assert played > 0
        assert state.digest() == before
        assert playout(other, policy) == 0


def test_a_playout_stops_after_as_many_moves_as_are_wanted() -> None:
    state = next(quick_cases()).start()
    assert playout(state, RandomPolicy(QuickLots("few")), 7) == 7
    assert playout(state, RandomPolicy(QuickLots("few")), 0) == 0


@every_case
def test_a_line_played_in_one_go_is_played_as_its_tokens_are(case: Case) -> None:
    state, whole, stepwise = case.start("line"), case.start("line"), case.start("line")
    play = random_player(case.game, "line")
    words: list[str] = []
    plies: list[tuple[int, str]] = []
    while not state.is_over and len(plies) < 150:
        seat, token = next_move(state, [play] * case.seats)
        if not case.game.turns.late(state, token):
            words += state.marks()
        words.append(f"{seat}:{token}")
        plies.append((seat, token))
        state.play(token, seat)
    line = whole.lexicon.read_line(" ".join(words))
    assert len(line) == len(words)
    seats = zeros(len(line))
    at, ply = 0, 0
    while at < len(line):
        # In pieces, of which the first ends in the midst of the line.
        before = at
        at, ply = play_line(whole, line, at, seats, ply, ply + 13)
        if at == before:
            break
    assert ply == len(plies)
    for seat, token in plies:
        stepwise.play(token, seat)
    assert whole.digest() == stepwise.digest() == state.digest()
    assert list(seats[:ply]) == [seat for seat, _ in plies]


@pytest.mark.parametrize("name", ["nimmt", "mutsugo", "yuhodo"])
def test_the_smallest_and_largest_numbers_of_options_are_played_with(name: str) -> None:
    """Where the rules are compiled, a number has 64 bits."""
    found = game(name)
    fields = msgspec.structs.fields(found.options)
    ranges = [
        (f.encode_name, *text.split("..")) for f in fields for text in allowed(f) if ".." in text
    ]
    assert ranges
    for option, *ends in ranges:
        for end in ends:
            seats = found.seats(found.read_options({option: end}))[0]
            state = Case(found, {option: end}, seats).start("ends")
            playout(state, RandomPolicy(QuickLots(end)), 60)
            other = Case(found, {option: end}, seats).start("ends")
            assert state.digest() != other.digest()
            assert all(abs(score) <= 2 * int(end) + 10**6 for score in state.scores())
            assert state.copy().digest() == state.digest()
            assert state.is_over or all(state.situation(seat) for seat in state.to_move())


WORDS = st.one_of(
    st.sampled_from(
        ["59", "2:59", "#1", "1.", "0.", "#", ".", ":", "1:", ":59", "01.", "#01", "r1", "1:r1"]
    ),
    st.from_regex(r"\A[0-9]{1,20}\.?\Z"),
    st.from_regex(r"\A#[0-9]{1,20}\Z"),
    st.from_regex(r"\A[0-9]{1,6}:[0-9r]{1,12}\Z"),
    st.text("0123456789:#.r+<~-abc", min_size=1, max_size=14),
    st.text(min_size=1, max_size=6).filter(lambda text: " " not in text),
)


@given(st.lists(st.one_of(WORDS, st.text(" 59", max_size=9)), max_size=30))
def test_a_line_is_read_from_its_bytes_as_word_by_word(words: list[str]) -> None:
    line, lexicon = " ".join(words), Lexicon({"59": 59, "5": 5, "r1": 105, "a-long-token": 7})
    expected = [lexicon.read_word(word) for word in line.split(" ") if word]
    assert list(lexicon.read_line(line)) == expected


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("59", 59), ("2:59", 2 * SEAT + 59), ("12.", -TURN - 12), ("#3", -3), ("0.", ODD),
        ("01.", ODD), ("#0", ODD), ("0:59", ODD), ("1:x", ODD), ("9" * 10 + ".", ODD), (":", ODD),
    ],
)  # fmt: skip
def test_a_word_is_a_number(word: str, number: int) -> None:
    assert Lexicon({"59": 59}).read_word(word) == number


@pytest.mark.parametrize("kind", [Lots, QuickLots])
def test_lots_are_within_their_bounds_and_about_equally_likely(kind: type[Lots]) -> None:
    lots = kind("bounds")
    counts = [0] * 7
    for _ in range(7000):
        counts[lots.below(7)] += 1
    assert all(850 <= count <= 1150 for count in counts), counts
    assert lots.below(1) == 0
    assert max(lots.below(2**31 - 1) for _ in range(50)) > 2**28
