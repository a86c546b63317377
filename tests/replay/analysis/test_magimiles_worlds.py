"""MAGiMiLES dealt again: piles that were seen, backs, and who did not follow."""

from __future__ import annotations

from tests.replay.cases import Case

from kifu.replay import registry
from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance
from kifu.replay.game import State
from kifu.replay.lots import QuickLots
from kifu.replay.memory import Memory
from kifu.replay.table import ALL

from .deal_laws import breaches, moments, play_on_seen

GAME = registry.game("magimiles")
DEAL = (
    "b3 b7 b9 a2 a4 a5 r2 a3 r8 r7 b6 r1 b5 r3 r6 r4 b1 g1 g4 g8 a1 g7 a7 g3 g2 a6 g9 a8 b8 b4 "
    "g5 a9 r5 r9 b2 g6"
)


def followed(seats: int, words: str) -> tuple[State, list[Memory]]:
    """The position behind some moves of the page's deal, and what each viewer remembers."""
    options = GAME.read_options({})
    state = GAME.start(options, seats, Chance(outcomes=[("deal/1", DEAL)]))
    memories = first_memories(GAME, state, options, seats)
    for word in words.split():
        seat, _colon, token = word.rpartition(":")
        play_on_seen(GAME, state, token, int(seat or state.next_seat), memories)
    return state, memories


def worlds(
    state: State, memories: list[Memory], viewer: int, count: int
) -> list[dict[str, list[str]]]:
    """All zones of some worlds, as somebody sees them who sees everything."""
    assert GAME.analysis.redeal is not None
    return [
        GAME.analysis.redeal(state, viewer, memories[viewer], QuickLots(f"{number}"))
        .view(ALL)
        .zones
        for number in range(count)
    ]


def test_of_piles_that_were_picked_only_the_declared_card_is_not_known() -> None:
    state, memories = followed(2, "p1 p2+p3 =b3 =a5")
    # Seat 2 took a4 a5 r2 a3 r8 r7 b6 r1, drew g1, and has laid down a card with a green back.
    found = worlds(state, memories, 1, 300)
    assert {zones["declared/2"][0] for zones in found} == {
        "a5", "g1", "g8", "g7", "g3", "g2", "g9", "g5", "a8", "g6",
    }  # fmt: skip
    for zones in found:
        kept = {*zones["hand/2"], *zones["declared/2"]}
        assert {"a4", "a5", "r2", "a3", "r8", "r7", "b6", "r1"} <= kept


def test_who_does_not_follow_has_nothing_to_follow_with() -> None:
    state, memories = followed(3, "=b3 =g1 =r5 r2 r1")
    assert not memories[1].barred
    # Seat 3 holds a7 g3 g2 a6 g9 a8 b8 b4 g5 a9; an all card may be played in any case.
    _state, others = followed(3, "=b3 =g1 =r5 r2 r1 a8")
    assert not others[1].barred
    state, memories = followed(3, "=b3 =g1 =r5 r2 r1 g3")
    assert memories[1].barred == {"hand/3": {f"r{number}" for number in range(1, 10)}}
    declared = set()
    for zones in worlds(state, memories, 1, 200):
        assert {"a1", "a7"} & {*zones["hand/3"]}  # its only card with a red back
        assert not [card for card in zones["hand/3"] if card[0] == "r"]
        declared |= {*zones["declared/3"]}
    assert len(declared) > 4, "what was declared before may be red"


def test_a_card_passed_to_the_partner_is_remembered_by_who_passed_it() -> None:
    state, memories = followed(4, "^b3 ^g1")
    for zones in worlds(state, memories, 1, 100):
        assert "b3" in zones["hand/3"]
    assert sum("b3" in zones["hand/3"] for zones in worlds(state, memories, 2, 200)) < 100
    state, memories = followed(4, "^b3 ^g1 3:=b1")
    # Seat 3 has declared a card with a blue back: it may be that one.
    found = worlds(state, memories, 1, 400)
    declared = sum(zones["declared/3"] == ["b3"] for zones in found)
    assert all("b3" in zones["hand/3"] + zones["declared/3"] for zones in found)
    assert 20 < declared < 380


def test_a_remembered_card_that_would_have_followed_is_the_declared_one() -> None:
    case, barred = Case(GAME, {}, 2), 0
    for moment in moments(case, "laws 6"):
        for viewer in range(3):
            barred += len(moment.memories[viewer].barred)
            for number in range(2):
                assert not breaches(case, moment, viewer, f"{number}", to_the_end=False)
    assert barred
