"""Every law of `kifu games NAME --prove` can fail: samples that break one each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from tests.docs.packages import ROOT, module_of

from kifu.notation.words import Words
from kifu.replay import proof
from kifu.replay.authoring import digest_of
from kifu.replay.game import (
    Analysing,
    Archiving,
    Combination,
    Face,
    Game,
    IllegalMove,
    Offers,
    Wording,
    Zone,
)
from kifu.replay.proof import prove
from kifu.replay.proved_match import LAWS
from kifu.replay.registry import game
from kifu.replay.table import ALL, OPEN, Motion, Step

duel = module_of(ROOT / "examples/duel/duel.py")
Duel: Any = duel.Duel
SOUND: Game = duel.FIRST


def with_state(**methods: Any) -> Game:
    """Duel with other methods of its state."""
    kind = type("Broken", (Duel,), {"__slots__": (), **methods})

    def copied(state: Any) -> Any:
        other = Duel.copy(state)
        other.__class__ = kind
        return other

    if "copy" not in methods:
        kind.copy = copied  # type: ignore[attr-defined]
    return replace(SOUND, start=kind)


def with_layout(change: Callable[[Any], Any]) -> Game:
    """Duel with another layout."""
    return replace(SOUND, layout=lambda options, seats: change(duel.layout(options, seats)))


def watched(change: Callable[[Step], Step]) -> Game:
    """Duel that tells its steps otherwise."""

    def play(state: Any, move: str, seat: int = 0, watch: Any = None) -> None:
        Duel.play(state, move, seat, watch and (lambda step: watch(change(step))))

    return with_state(play=play)


def moved(**changes: Any) -> Callable[[Step], Step]:
    def change(step: Step) -> Step:
        motions = [replace(motion, **changes) for motion in step.motions]
        return replace(step, motions=motions)

    return change


def shared_copy(state: Any) -> Any:
    other = Duel.copy(state)
    other.__class__ = type(state)
    other.hands = state.hands
    return other


def refuses_and_forgets(state: Any, move: str, seat: int = 0, watch: Any = None) -> None:
    try:
        Duel.play(state, move, seat, watch)
    except IllegalMove:
        state.won[1].append(99)
        raise


def takes_anything(state: Any, move: str, seat: int = 0, watch: Any = None) -> None:
    if move != "zz99":
        Duel.play(state, move, seat, watch)


def watched_differently(state: Any, move: str, seat: int = 0, watch: Any = None) -> None:
    Duel.play(state, move, seat, watch)
    if watch is None and not state.trick:
        state.won[1].reverse()
        state.next_seat = 3 - state.next_seat if state.next_seat else 0


def fails(*_: Any) -> Any:
    raise KeyError("hand")


def without(name: str) -> Callable[[Any], Any]:
    """The layout with one part of it emptied."""
    return lambda layout: replace(layout, **{name: type(getattr(layout, name))()})


BROKEN: list[tuple[str, str, Game]] = [
    ("words", "start", replace(SOUND, start=fails)),
    ("start", "to_move", with_state(to_move=lambda state: [1])),
    ("words", "options", replace(SOUND, settle=lambda options, seats: fails())),
    ("options", "options", replace(
        SOUND, settle=lambda options, seats: replace(options, cards=max(1, options.cards - 1)))),
    ("legal", "legal_moves", with_state(legal_moves=lambda s, seat: ["1"] * 2)),
    ("words", "play", with_state(legal_moves=lambda s, seat: [str(c) for c in range(1, 7)]
                                 if seat in s.to_move() else [])),
    ("legal", "combination", replace(SOUND, offers=Offers(
        combination=lambda state, seat: Combination(["1"], 1)))),
    ("refusal", "play", with_state(play=refuses_and_forgets)),
    ("refusal", "play", with_state(play=takes_anything)),
    ("watching", "play", with_state(play=watched_differently)),
    ("folding", "play", watched(moved(dst=""))),
    ("words", "view", with_state(view=fails)),
    ("hiding", "view", with_state(view=lambda state, viewer: Duel.view(state, ALL))),
    ("copy", "copy", with_state(copy=shared_copy)),
    ("digest", "digest", with_state(digest=lambda state: "00" * 8)),
    ("digest", "digest", with_state(digest=lambda state: "short")),
    ("digest", "digest", with_state(digest=lambda state: digest_of(  # without points
        state.options.cards, state.hands, state.trick, state.next_seat))),
    ("situation", "situation", with_state(situation=lambda state, seat: "two\nlines")),
    ("marks", "marks", with_state(marks=lambda state: ("1.",))),
    ("marks", "marks", with_state(marks=lambda state: ("turn 1",))),
    ("marks", "marks", with_state(marks=lambda state: Duel.marks(state) or ("",))),
    ("marks", "marks", with_state(marks=lambda state: tuple(
        f"#{mark[:-1]} 1." for mark in Duel.marks(state)))),
    ("marks", "marks", with_state(marks=lambda state: tuple(
        mark.replace("1", "１") for mark in Duel.marks(state)))),
    ("layout", "layout", with_layout(without("phases"))),
    ("layout", "layout", with_layout(without("faces"))),
    ("layout", "layout", with_layout(lambda layout: replace(layout, zones=layout.zones[1:]))),
    ("layout", "view", with_layout(lambda layout: replace(
        layout, zones=[*layout.zones, Zone("pile", "pile", 0, Words("Pile", "山札"))]))),
    ("layout", "view", with_layout(lambda layout: replace(
        layout, table_facts={"luck": Words("Luck", "運")}))),
    ("folding", "play", watched(moved(dst="nowhere"))),
    ("folding", "play", watched(lambda step: replace(step, facts={**step.facts, "luck": 1}))),
    ("layout", "highlights", replace(SOUND, archive=Archiving(highlights=("big",)))),
    ("layout", "move_class", replace(SOUND, archive=Archiving(
        move_class=lambda state, move, seat: "odd"))),
    ("layout", "layout", with_layout(lambda layout: replace(
        layout, faces={**layout.faces, "1": Face("1", Words("1", "1"), colour=7)}))),
    ("words", "describe", with_state(describe=fails)),
    ("words", "describe", with_state(describe=lambda s, move, seat: Words(f"plays {move}", ""))),
    ("words", "describe", with_state(describe=lambda s, move, seat: Words("{3} plays", "{3}"))),
    ("words", "layout", with_layout(lambda layout: replace(
        layout, faces={token: Face(token, Words(token, "")) for token in layout.faces}))),
    ("words", "consequences", replace(SOUND, words=Wording(
        consequences=lambda state, move, steps: [Words("A trick ends.", "")]))),
    ("words", "headline", replace(SOUND, words=Wording(
        headline=lambda state, move, steps: Words("A trick ends.", "")))),
    ("result", "headline", replace(SOUND, words=Wording(
        headline=lambda state, move, steps: Words("{1} gains 99 points.", "{1}は99点")))),
    ("result", "scores", with_state(scores=lambda state: [1])),
    ("result", "facts", with_state(facts=lambda state: {**Duel.facts(state), "rounds": 1})),
    ("result", "facts", with_state(facts=lambda state: {**Duel.facts(state), "rounds": 0})),
    ("result", "winners", with_state(winners=lambda state: [2, 1])),
    ("player", "greedy", replace(SOUND, greedy=lambda state, seat: "99")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("law", "function", "broken"), BROKEN, ids=[f"{law}-{n}" for n, (law, *_) in enumerate(BROKEN)]
)
def test_a_broken_law_is_named_with_the_function_that_breaks_it(
    law: str, function: str, broken: Game
) -> None:
    found = prove(broken, matches=2).faults
    assert (law, function) in {(fault.law, fault.function) for fault in found}, found


def test_a_step_that_shows_a_card_to_nobody_s_table_is_named() -> None:
    def peek(step: Step) -> Step:
        motions = [Motion("6", "hand/1", "hand/1", was=OPEN)] if step.kind == "play" else []
        return replace(step, motions=[*step.motions, *motions])

    found = prove(watched(peek)).faults
    assert {"hiding", "folding"} & {fault.law for fault in found}


def test_a_game_whose_redeal_shows_another_hand_is_named() -> None:
    rules = game("mutsugo")

    def other(state: Any, seat: int, memory: Any, lots: Any) -> Any:
        world = state.copy()
        world.play(world.legal_moves(world.next_seat)[0])
        return world

    broken = replace(rules, analysis=Analysing(redeal=other), option_sets=[{}])
    found = prove(broken, matches=1).faults
    assert "redeal" in {fault.law for fault in found}


def test_matches_that_do_not_end_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "MOST_PLIES", 3)
    found = prove(replace(game("mutsugo"), option_sets=[{}]), matches=1).faults
    assert [fault.law for fault in found] == ["ending"]


def test_every_law_is_broken_by_a_sample() -> None:
    """The law `again` by one that is installed: see tests/docs/test_adding_a_game.py."""
    assert {law for law, *_ in BROKEN} | {"redeal", "ending", "again"} == set(LAWS)


def test_a_headline_may_count_what_is_no_score() -> None:
    words = Wording(headline=lambda state, move, steps: Words("{2} takes 2 cards.", "{2}は2枚"))
    assert prove(replace(SOUND, words=words)).faults == []
    bare = with_layout(without("seat_facts"))
    assert all(fault.function != "headline" for fault in prove(replace(bare, words=words)).faults)


def test_the_duel_and_a_game_of_kifu_break_none() -> None:
    found = prove(duel.GAME)
    assert (found.faults, found.broken) == ([], [])
    assert found.matches == 8
    assert prove(replace(game("mutsugo"), option_sets=[{}]), matches=1).faults == []


def test_an_error_names_the_line_of_the_author() -> None:
    (fault, *_) = prove(with_state(describe=fails), matches=1).faults
    assert fault.what.startswith("describe raises KeyError: 'hand' (test_proof.py:")
    assert fault.what.endswith(" in fails)")
    assert fault.where.startswith("no options, 2 seats, match 1, ply 0, move 1:")
