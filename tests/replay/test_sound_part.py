"""`sound_part`: an imported record, cut at the first thing that the rules contradict."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kifu.notation import Note, Record, is_error
from kifu.replay import replay, simulate, sound_part
from kifu.replay.registry import game

DEAL = [("deal/1", " ".join(map(str, [*range(1, 21), 31, 41, 51, 61])))]
TURNS = " ".join(f"{10 - n} {20 - n} r1" for n in range(10))


def record(moves: str, **more: object) -> Record:
    made = Record(game="nimmt", rules=1, seats=["Aki", "Ben"], chance=DEAL, moves=moves)
    return replace(made, options={"rounds": "2"}, **more)


def test_a_sound_record_comes_out_in_game_form_without_findings() -> None:
    part, findings = sound_part(record("2:11 1:1 r1"))
    assert findings == []
    assert part is not None and (part.moves, part.end) == ("#1 1. 1 11 r1", "*")
    (whole,) = simulate(game("nimmt"), 1, seats=3, seed="sound")
    assert sound_part(whole) == (whole, [])


def test_it_ends_before_the_first_wrong_move_and_keeps_the_notes_up_to_there() -> None:
    notes = [Note(at=0, text="first"), Note(at=2, text="kept"), Note(at=5, text="gone")]
    part, (found,) = sound_part(record("1 11 r1 2 99 5", notes=notes, result=[66, 60]), "$[3]")
    assert part is not None
    assert (part.moves, part.end, part.result) == ("#1 1. 1 11 r1 2. 2", "*", None)
    assert [note.text for note in part.notes] == ["first", "kept"]
    assert (found.code, found.ply, found.token) == ("KF601", 5, "$[3]")
    assert found.expected == [str(card) for card in range(12, 21)]
    assert not any(map(is_error, replay(part).findings))


def test_a_checkpoint_that_differs_is_the_first_wrong_thing() -> None:
    part, (found,) = sound_part(record("1 11 r1", notes=[Note(at=2, check="00000000")]))
    assert part is not None and part.moves == "#1 1. 1" and found.ply == 2


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"result": [1, 2]}, "the result is"), ({"end": "="}, "the game is not over")],
)
def test_a_wrong_claim_is_left_out_and_the_moves_stay(wrong: dict[str, object], said: str) -> None:
    part, (found,) = sound_part(record("1 11 r1", **wrong))
    assert part is not None and (part.moves, part.end) == ("#1 1. 1 11 r1", "*")
    assert part.result is None and said in found.message and found.ply is None


def test_a_round_whose_deal_is_missing_ends_the_record_before_its_first_move() -> None:
    whole, findings = sound_part(record(TURNS))
    assert whole is not None and findings == []
    part, (found,) = sound_part(record(f"{TURNS} 1 2"))
    assert part == whole and len(replay(part).plies) == len(TURNS.split())
    assert "deal/2 has no outcome" in found.message
    assert sound_part(record(TURNS, chance=[*DEAL, ("deal/2", "999")]))[0] == whole


def test_a_match_that_ends_with_a_round_is_told_so_before_it_is_asked_for_a_deal() -> None:
    ended = record(TURNS, end="=")
    (found,) = replay(ended).findings
    assert found.code == "KF501" and found.message.partition("write ")[2].startswith(
        '[Options "rounds=1"] if that was all, * in place of = if the match was not finished, or '
        '[Chance "deal/2: '
    )
    for right in (replace(ended, options={"rounds": "1"}), replace(ended, end="*")):
        assert replay(right).findings == []


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"game": "bridge"}, "KF601", "bridge"),
        ({"chance": []}, "KF601", "deal/1 has no outcome"),
        ({"options": {"rounds": "many"}}, "KF601", "rounds"),
        ({"seats": ["Aki\x00", "Ben"]}, "KF602", "no record can hold a name or text"),
    ],
)
def test_of_some_matches_nothing_can_be_played(
    given: dict[str, object], code: str, said: str
) -> None:
    part, (found,) = sound_part(replace(record("1"), **given), "$[1]")
    assert part is None
    assert (found.code, found.token) == (code, "$[1]") and said in found.message


@pytest.mark.parametrize(("name", "wrong"), [("mutsugo", "zz"), ("mutsugo", "#9"), ("nimmt", "#9")])
def test_every_cut_of_a_match_is_found_by_nobody_else(name: str, wrong: str) -> None:
    """Each move replaced by one that is never legal, or by a wrong mark: what is before stays."""
    (whole,) = simulate(game(name), 1, seats=2, seed="cut")
    words = [word for _seat, word in replay(whole).plies]
    for at in range(0, len(words), 7):
        moves = " ".join([*words[:at], wrong, *words[at + 1 :]])
        part, (found,) = sound_part(replace(whole, moves=moves))
        assert found.ply == at + (wrong == "zz")
        assert part is not None and len(replay(part).plies) == at
