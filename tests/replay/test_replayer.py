"""The replayer: every rule that a record can break, with its code, its ply and what was right."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kifu.notation.lint import lint
from kifu.notation.record import Line, Note, Record
from kifu.replay.chance import Chance
from kifu.replay.match import NoPosition, check, replay
from kifu.replay.registry import game
from kifu.replay.timeline import timeline
from kifu.replay.verdict import is_sound, of_chance

SEED = "shake256-1:00112233445566778899aabbccddeeff"
#: The promise of no seed.
NOBODYS = "sha256:" + "0" * 64
#: The hands of seats 1 and 2 and the rows of deal/1 from SEED, for two seats.
DEAL = "59 71 77 81 88 92 67 84 83 66 1 47 54 10 87 2 27 53 38 35 11 63 89 13"


def record(moves: str, **fields: Any) -> Record:
    given: dict[str, Any] = {
        "game": "nimmt", "rules": 1, "seats": ["Aki", "Ben"], "options": {"rounds": "1"},
        "seed": SEED, "end": "*", "moves": moves,
    }  # fmt: skip
    return Record(**{**given, **fields})


def whole_game() -> Record:
    """A finished game in which everybody plays the lowest card and takes the first row."""
    nimmt = game("nimmt")
    state = nimmt.start(nimmt.read_options({"rounds": "1"}), 2, Chance(SEED))
    words: list[str] = []
    while not state.is_over:
        words += [*state.marks(), state.legal_moves(state.next_seat)[0]]
        state.play(words[-1])
    return record(" ".join(words), end="=", result=state.scores(), winner=state.winners())


def found(given: Record) -> list[tuple[str, int | None, str | None]]:
    return [(finding.code, finding.ply, finding.token) for finding in replay(given).findings]


#: Moves, other fields of the record, and what is found: code, ply and token.
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("", {"game": "nimt"}, "KF401 None nimt"),
    ("", {"game": ""}, "KF301 None Game"),
    ("", {"rules": 2}, "KF402 None 2"),
    ("", {"rules": None}, "KF301 None Rules"),
    ("", {"options": {"round": "1"}}, "KF403 None round"),
    ("", {"options": {"rounds": "x"}}, "KF403 None rounds=x"),
    ("", {"options": {"hands": "drafted"}}, "KF403 None "),
    ("", {"seats": ["Aki"]}, "KF404 None None"),
    ("", {"seats": ["x"] * 11}, "KF404 None None"),
    ("59 zz", {}, "KF405 2 zz"),
    ("59 059", {}, "KF405 2 059"),
    ("59 71", {}, "KF406 2 71"),
    ("1:59 1:1", {}, "KF407 2 1"),
    ("3:59", {}, "KF407 1 59"),
    ("59 1 1:r1", {}, "KF407 3 r1"),
    ("0:59", {}, "KF405 1 0:59"),
    ("#1 2. 59", {}, "KF410 0 2."),
    ("1. #1 59", {}, "KF410 0 #1"),
    ("59 2. 1", {}, "KF410 1 59"),
    ("1. 1. 59 1", {}, "KF410 0 1."),
    ("59", {"result": [66, 65]}, "KF411 None Result"),
    ("59", {"result": [66]}, "KF411 None Result"),
    ("59", {"winner": [1]}, "KF412 None Winner"),
    ("59", {"notes": [Note(at=1, check="00000000")]}, "KF413 1 %00000000"),
    ("59 1 r1", {"end": "="}, "KF414 None ="),
    ("2:1 1:59", {}, "KF416 2 59"),
    ("59", {"notes": [Note(at=0, line=Line(moves="71"))]}, "KF417 0 None"),
    ("59", {"seed": None}, "KF501 None deal/1"),
    ("", {"seed": None, "end": "="}, "KF501 None deal/1"),
    ("#1 1. 59", {"seed": None}, "KF501 None deal/1"),
    ("59", {"chance": [("deal/1", DEAL.replace("13", "14"))]}, "KF502 None deal/1"),
    ("59", {"chance": [("deal/1", DEAL)] * 2}, "KF503 None deal/1"),
    ("59", {"chance": [("deal/2", DEAL)]}, "KF504 None deal/2"),
    ("59", {"seed": None, "chance": [("deal/1", "1")]}, "KF505 None deal/1"),
    ("59", {"commit": NOBODYS}, f"KF506 None {NOBODYS}"),
    ("", {"seed": "x"}, "KF507 None x"),
    ("59", {"commit": "x"}, "KF508 None x"),
    ("#1 1. 59", {"seed": None, "commit": NOBODYS}, "KF509 None deal/1"),
]


@pytest.mark.parametrize(("moves", "fields", "expected"), WRONG)
def test_what_is_wrong_has_its_own_code_and_place(
    moves: str, fields: dict[str, Any], expected: str
) -> None:
    assert [f"{code} {ply} {token}" for code, ply, token in found(record(moves, **fields))] == [
        expected
    ]


def test_before_its_first_move_a_record_needs_no_deal() -> None:
    assert found(record("", seed=None)) == []


def test_what_is_no_record_is_a_type_error_that_says_what_was_expected() -> None:
    for wrong in (5, record("", seats=5), record("59", notes=[5])):
        with pytest.raises(TypeError, match=r"^(a Record was expected|a field of the Record has)"):
            replay(wrong)  # type: ignore[arg-type]  # what somebody might do who has no type checker
    anything: Any = record("59")
    with pytest.raises(TypeError, match="a Reading was expected, not Record"):
        check(anything)
    with pytest.raises(TypeError, match="a Match was expected, not Record"):
        timeline(anything)


def test_a_finished_game_that_says_otherwise() -> None:
    right = whole_game()
    changes: list[tuple[dict[str, Any], str]] = [
        ({"end": "*"}, "KF415"),
        ({"moves": right.moves + " 59"}, "KF409"),
        ({"winner": [2, 1]}, "KF412"),
        ({"result": [0, 0]}, "KF411"),
    ]
    for change, code in changes:
        given = replace(right, **change)
        assert [finding.code for finding in replay(given).findings] == [code]


def test_a_match_that_was_given_up_may_have_a_winner() -> None:
    assert found(record("59", winner=[2], tags=[("Termination", "concession 1")])) == []


def test_a_finding_lists_what_was_legal() -> None:
    [finding] = replay(record("59 71")).findings
    assert finding.message == "card 71 is not in the hand of seat 2"
    assert finding.expected == ["1", "2", "10", "27", "35", "38", "47", "53", "54", "87"]
    [finding] = replay(record("59 1 r9")).findings
    rows = ["r1", "r2", "r3", "r4"]
    assert finding.expected == rows
    [finding] = replay(record("59 1", end="=", result=[0, 0])).findings
    assert "a move of seat 2 is missing" in finding.message
    assert finding.expected == [*rows, "*"]


def test_the_good_prefix_is_kept() -> None:
    match = replay(record("59 1 r1 71 71"))
    assert match.plies == [(1, "59"), (2, "1"), (2, "r1"), (1, "71")]
    assert match.state is not None
    assert match.state.to_move() == [2]


def test_variations_are_replayed_from_their_places() -> None:
    notes = [
        Note(at=3, line=Line(moves="r2 2. 71")),
        Note(at=3, line=Line(moves="2. 77", on=True)),
        Note(at=3, line=Line(moves="r3 71 99", notes=[Note(at=1, line=Line(moves="r4 r4"))])),
    ]
    match = replay(record("59 1 r1", notes=notes))
    assert [(f.code, f.variation, f.ply, f.token) for f in match.findings] == [
        ("KF406", "3.3/1.1", 2, "r4"),
        ("KF406", "3.3", 3, "99"),
    ]
    assert match.plies == [(1, "59"), (2, "1"), (2, "r1")]


def test_a_line_that_breaks_is_not_gone_on_with() -> None:
    notes = [Note(at=6, line=Line(moves="r2")), Note(at=8, check="00000000"), Note(at=4, glyph="!")]
    assert found(record("59 1 r1 71 71 2 77 10", notes=notes)) == [("KF406", 5, "71")]


def test_a_note_may_name_a_ply_that_is_too_large_for_compiled_code() -> None:
    notes = [Note(at=(1 << 64) - 1, check="00000000")]
    assert found(record("59 1 r1", notes=notes, result=[0, 0])) == [("KF411", None, "Result")]


def test_a_variation_may_see_chance_that_the_main_line_does_not_reach() -> None:
    right = whole_game()
    short = right.moves.rsplit(" ", 2)[0].split(" ")
    assert found(record(" ".join(short), options={"rounds": "2"})) == []


def test_variations_nested_too_deep_are_not_followed_and_lint_says_so() -> None:
    line = Line(moves="nothing")
    for _ in range(100):
        line = Line(moves="59", notes=[Note(at=1, line=line)])
    given = record("59", notes=[Note(at=1, line=line)])
    assert replay(given).findings == []
    assert {f.code for f in lint(given)} == {"KF305"}
    less = replace(given, notes=line.notes)
    assert [f.code for f in replay(less).findings] == ["KF405"]


def test_a_checkpoint_holds_in_any_case_and_in_variations() -> None:
    digest = replay(record("59")).position(1).digest()[:8]
    other = replay(record("71")).position(1).digest()[:8]
    notes = [
        Note(at=1, check=digest.upper()),
        Note(at=1, line=Line(moves="71", notes=[Note(at=1, check=other)])),
    ]
    assert found(record("59", notes=notes)) == []


def test_position_reaches_every_ply_and_no_other() -> None:
    right = whole_game()
    plies = len(replay(right).plies)
    assert replay(right).position(0).to_move() == [1, 2]
    assert replay(right).position(plies).is_over
    for ply in (-1, plies + 1):
        with pytest.raises(NoPosition, match=f"there is no ply {ply}"):
            replay(right).position(ply)
    with pytest.raises(NoPosition, match="card 71 is not in the hand of seat 2"):
        replay(record("59 71")).position(2)


def test_a_chronicle_has_moves_and_no_rules() -> None:
    given = record("e 1:e 2:e", game="chronicle", rules=0, options={})
    match = replay(given)
    assert match.findings == []
    assert match.state is None
    assert match.plies == [(0, "e"), (1, "e"), (2, "e")]
    assert found(record("e 59", game="chronicle", rules=0)) == [("KF405", 2, "59")]
    assert found(record("3:e", game="chronicle", rules=0)) == [("KF405", 1, "3:e")]
    assert found(record("0:e", game="chronicle", rules=0)) == [("KF405", 1, "0:e")]
    assert found(record("e", game="chronicle", rules=1)) == [("KF402", None, None)]


WORDS = st.sampled_from(
    [
        "59",
        "1",
        "71",
        "r1",
        "r9",
        "2:1",
        "1:59",
        "0:59",
        "#1",
        "1.",
        "2.",
        "x.",
        "#",
        ":",
        "=",
        ">1",
    ]
)


@given(
    st.lists(st.one_of(WORDS, st.text(min_size=1, max_size=6)), max_size=12),
    st.lists(st.tuples(st.integers(-2, 15), st.lists(WORDS, max_size=3)), max_size=4),
    st.sampled_from(["=", "*", ""]),
)
def test_whatever_the_words_are_nothing_is_raised(
    words: list[str], lines: list[tuple[int, list[str]]], end: str
) -> None:
    notes = [Note(at=at, line=Line(moves=" ".join(moves))) for at, moves in lines]
    match = replay(record(" ".join(words), notes=notes, end=end))
    assert match.state is not None
    assert len(match.plies) <= len(words)


def test_an_unknown_card_that_only_a_variation_comes_to_ends_the_variation() -> None:
    mutsugo = game("mutsugo")
    deck = list(mutsugo.layout(mutsugo.read_options({}), 2).faces)
    unknown = [*deck[:10], "_", *deck[11:]]
    match = Record(
        game="mutsugo", rules=1, seats=["Aki", "Ben"], end="*", moves="d -c1",
        chance=[("deal", " ".join(unknown))],
        notes=[Note(at=2, line=Line(moves="-c2 / d -s1 /"))],
    )  # fmt: skip
    found = replay(match)
    assert is_sound(found.findings)
    (finding,) = found.findings
    assert (finding.code, finding.variation, finding.token) == ("KF505", "2.1", "deal")
    assert found.plies == [(1, "d"), (1, "-c1")]


def test_a_variation_that_goes_on_after_a_chance_event_without_outcome_says_so() -> None:
    match = Record(
        game="nimmt", rules=1, seats=["Aki", "Ben"], end="*", moves="",
        chance=[("deal/1", " ".join(str(card) for card in range(1, 25)))],
    )  # fmt: skip
    state = replay(match).position(0)
    moves = []
    while state.missing is None:
        moves.append(state.legal_moves(state.next_seat)[0])
        state.play(moves[-1])
    match.notes = [Note(at=0, line=Line(moves=" ".join(moves), on=True))]
    assert replay(match).findings == []
    match.notes = [Note(at=0, line=Line(moves=" ".join([*moves, "5"]), on=True))]
    (finding,) = replay(match).findings
    assert (finding.code, finding.variation, finding.token) == ("KF501", "0.1", "deal/2")


def test_the_lack_of_an_outcome_is_found_beside_what_else_is_wrong_with_it() -> None:
    match = record("", seed=None, end="=", chance=[("deal/1", "_")] * 2)
    waiting = replay(record("", seed=None)).played.state
    both = of_chance(match, Chance(None, match.chance), waiting, True, str)
    assert [finding.code for finding in both] == ["KF503", "KF501"]


def test_what_is_expected_is_written_as_the_game_form_writes_it() -> None:
    match = Record(game="magimiles", rules=1, seats=["A", "B", "C", "D"], seed=SEED, end="*")
    passes: list[str] = []
    while (state := replay(match).position(len(passes))).next_seat:
        passes.append(state.legal_moves(state.next_seat)[0])
        match.moves = " ".join(passes)
    assert state.to_move() == [1, 3]
    for wrong, code in (("1:=x1", "KF405"), ("1:=r_", "KF405"), ("1:r1", "KF406")):
        match.moves = " ".join([*passes, wrong])
        finding = replay(match).findings[-1]
        assert finding.code == code
        assert finding.expected == [f"1:{move}" for move in state.legal_moves(1)]
