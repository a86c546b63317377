"""Yuhodo dealt again: cards that were taken openly, and hands that are Ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.replay.cases import Case
from tests.replay.yuhodo_positions import position

from kifu.replay.analysis.decisions import first_memories
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.yuhodo.players import redeal
from kifu.replay.games.yuhodo.position import ACT
from kifu.replay.games.yuhodo.rules import Yuhodo
from kifu.replay.games.yuhodo.shapes import UNIT, distance
from kifu.replay.lots import QuickLots
from kifu.replay.memory import Memory, SeenCard
from kifu.replay.players.asking import next_move
from kifu.replay.registry import game
from kifu.replay.table import ALL

from .deal_laws import breaches, moments, play_on_seen

GAME = game("yuhodo")


def ready_moments(count: int) -> Iterator[tuple[Yuhodo, list[Memory]]]:
    """Positions of matches of simple players in which somebody is Ready."""
    options = GAME.read_options({})
    for number in range(count):
        state = GAME.start(options, 3, Chance(derived_seed(f"ready {number}")))
        memories = first_memories(GAME, state, options, 3)
        while not state.is_over:
            assert isinstance(state, Yuhodo)
            seat, move = next_move(state, [GAME.greedy] * 3)
            play_on_seen(GAME, state, move, seat, memories)
            if state.ready and not state.is_over:
                yield state, memories


def test_a_hand_that_is_ready_waits_in_every_world() -> None:
    assert GAME.analysis.redeal is not None
    hands, looked = set[str](), 0
    for number, (state, memories) in enumerate(ready_moments(3)):
        if number % 5:
            continue
        for viewer in range(4):
            world = GAME.analysis.redeal(state, viewer, memories[viewer], QuickLots(f"{number}"))
            for seat in range(1, 4):
                if state.ready >> seat & 1 and seat != viewer:
                    shape = world.shapes[seat]
                    if state.stage == ACT and seat == state.next_seat:
                        shape -= UNIT[state.taken]
                    assert distance(shape) == 1
                    hands.add(" ".join(world.view(ALL).zones[f"hand/{seat}"]))
                    looked += 1
    assert looked > 30
    assert len(hands) > looked // 2


def test_hands_that_wait_are_dealt_about_evenly() -> None:
    """Two cards of the same kind and colour are as likely to be in one as any other two are, as far
    as shapes allow it: no attribute with numbers is favoured.
    """
    assert GAME.analysis.redeal is not None
    state, _memories = next(ready_moments(1))
    seat = next(seat for seat in range(1, 4) if state.ready >> seat & 1)
    viewer = seat % 3 + 1
    blind = Memory(viewer, state.view(viewer))
    found = Counter[str]()
    lots = QuickLots("even")
    for _ in range(400):
        world = GAME.analysis.redeal(state, viewer, blind, lots)
        found.update(token.lower()[0] for token in world.view(ALL).zones[f"hand/{seat}"])
    assert found.total() == 400 * 7
    assert all(found[letter] > 350 for letter in "had")


def test_a_card_that_was_taken_stays_in_the_hand_until_it_is_seen_to_leave() -> None:
    assert GAME.analysis.redeal is not None
    remembered = 0
    for number, (state, memories) in enumerate(ready_moments(2)):
        if number % 7 == 0:
            world = GAME.analysis.redeal(state, 0, memories[0], QuickLots(f"{number}"))
            zones = world.view(ALL).zones
            for seat in range(1, 4):
                known = Counter(memories[0].known_in(f"hand/{seat}"))
                assert known <= Counter(zones[f"hand/{seat}"])
                remembered += known.total()
    assert remembered > 20


def test_two_hands_that_wait_for_the_same_cards_are_both_found() -> None:
    """One of them must not take all cards that the other one, most of which is known, needs."""
    case = Case(GAME, {"games": "2", "target": "1", "ready": "opened"}, 4)
    tried = 0
    for moment in moments(case, "laws 11"):
        if 249 <= moment.ply <= 258:
            for viewer in (0, 2, 4):
                for number in range(4):
                    assert not breaches(case, moment, viewer, f"{number}", to_the_end=False)
                    tried += 1
    assert tried == 120


def test_two_hands_that_wait_are_found_among_few_cards() -> None:
    """Late in a short game most hands of the one that wait leave none to the other; these lots deal
    more than a hundred such hands first.
    """
    state = position("""
        hand 1    h6 h6 a5 A6 A7 d2 d3
        opened 1  D5 d6 D7|H3 h4 h5|i4 i4 I4
        river 1   i1 i3 i2 h1 d4 h7 d4 a2 i1 h7 i2 i3 h6 d6 a2 a1 a4 I3
        hand 2    h2 h3 d5 D6 d7 d7 d7
        opened 2  h1 H2 h3|A1 A2 a3
        river 2   d1 h2 h4 d4 d3 I1 d6 i3 d3 h3 D1 D4 a3 d2 H7 D2 d5 a3
        hand 3    h1 H1 h4 H5 A4 a5 a6
        opened 3  a5 a6 a7
        river 3   a1 h7 i4 d1 I2 h2 a7 A3 H4 a7 i2 i1 a2 d5 d2 h5 A5 h5
        ready     2 3
        market    a1 a4 H6 D3
        pile      a4 a6 d1
    """)
    memory = Memory(1, state.view(1))
    for zone, taken in (("hand/2", "h2 h3 d7 d7"), ("hand/3", "h1 H1 H5 a6")):
        memory.seen_cards += [
            SeenCard(card, "_", zone, frozenset([zone])) for card in taken.split()
        ]
    for lots in ("850", "1392", "2058"):
        world = redeal(state, 1, memory, QuickLots(lots))
        assert [distance(world.shapes[seat]) for seat in (2, 3)] == [1, 1]
