"""What a seat can't know is not in what it gets to see: hidden cards are exchanged, and its tables,
steps, situations and sentences stay the same, byte for byte.
"""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.yuhodo.game import GAME
from kifu.replay.games.yuhodo.rules import Yuhodo, start
from kifu.replay.players.asking import next_move
from kifu.replay.players.players import random_player
from kifu.replay.table import ALL, PUBLIC, Step, as_seen

from .cases import some_of
from .yuhodo_positions import play, position, set_hand, set_pile


def exchanged(state: Yuhodo, viewer: int, turn: int) -> Yuhodo:
    """Another world that looks the same to `viewer`: every card that it can't know is turned
    `turn` places on among the places it can't see into, which are other hands and the pile.

    The cards of Ready seats stay, for what they wait for is their owners' word.
    """
    other = state.copy()
    hidden = [seat for seat in range(1, state.n + 1) if seat not in (viewer, state.out)]
    hidden = [seat for seat in hidden if not state.ready >> seat & 1]
    cards = [card for seat in hidden for card in state.hand(seat)] + state.pile()[::-1]
    turned = iter(cards[turn:] + cards[:turn])
    for seat in hidden:
        set_hand(other, seat, [next(turned) for _ in state.hand(seat)])
    set_pile(other, list(turned)[::-1])
    return other


@pytest.mark.parametrize(
    ("seats", "rules", "player"),
    some_of(
        product([2, 3, 4], ["basic", "advanced"], ["random", "greedy"]),
        [(2, "basic", "random"), (3, "advanced", "greedy"), (4, "advanced", "random")],
    ),
)
def test_exchanging_hidden_cards_changes_no_table(seats: int, rules: str, player: str) -> None:
    options = GAME.read_options({"rules": rules, "games": "1"})
    name = f"secrets {seats} {rules} {player}"
    state = start(options, seats, Chance(derived_seed(name)))
    chooser = random_player(GAME, name) if player == "random" else GAME.greedy
    worlds = 0
    while not state.is_over:
        for viewer in (PUBLIC, *range(1, seats + 1)):
            for turn in (1, 5):
                world = exchanged(state, viewer, turn)
                worlds += world.digest() != state.digest()
                assert world.view(viewer) == state.view(viewer)
                assert world.marks() == state.marks()
                if viewer:
                    assert world.situation(viewer) == state.situation(viewer)
                    assert (world.legal_moves(viewer) == state.legal_moves(viewer)
                            or viewer not in state.to_move())  # fmt: skip
        seat, move = next_move(state, [chooser] * seats)
        state.play(move, seat)
    assert worlds > 50


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_steps_and_sentences_of_the_others_moves_tell_no_hidden_card(seats: int) -> None:
    options = GAME.read_options({"rules": "advanced", "games": "1"})
    state = start(options, seats, Chance(derived_seed(f"steps {seats}")))
    compared = 0
    while not state.is_over:
        seat, move = next_move(state, [GAME.greedy] * seats)
        for viewer in (PUBLIC, *range(1, seats + 1)):
            world = exchanged(state, viewer, 1)
            keep_top(world, state)
            if viewer != seat and move not in world.legal_moves(seat):
                continue
            one, two = shown(state.copy(), seat, move, viewer), shown(world, seat, move, viewer)
            assert one == two
            compared += 1
        state.play(move, seat)
    assert compared > 50


def keep_top(world: Yuhodo, state: Yuhodo) -> None:
    """Put the cards of the pile that may be turned up by the next move where they were."""
    set_pile(world, state.pile()[:8] + world.pile()[8:])


def shown(state: Yuhodo, seat: int, move: str, viewer: int) -> list[bytes]:
    """Everything that `viewer` sees of a move."""
    steps: list[Step] = []
    words = [state.describe(GAME.words.veil(state, move, seat), seat)]
    state.play(move, seat, steps.append)
    seen = [as_seen(step, viewer) for step in steps if step.kind not in ("deal", "goal")]
    return [
        msgspec.json.encode(part) for part in (words, seen, GAME.words.consequences(move, steps))
    ]


CLAIMS = """
    hand 1  d4 a1 a3 a5 a7 i1 i3 i4
    hand 2  h1 h1 h1 h3 a2 i1 i2
    hand 3  d5 D6 a4 a6 i2 i3 i4
    hand 4  d2 d3 a2 a2 a2 h6 H6
    opened 4  i1 i1 I1
    ready   4
    took    d4
    market  d7
    pile    a5 a6 h7 d1"""


def test_a_claim_that_is_possible_is_known_to_its_seat_only() -> None:
    state = position(CLAIMS)
    steps: list[Step] = []
    state.play("-d4", 1, steps.append)
    expected = {PUBLIC: "2", 1: "2", 2: "2", 3: "2 3", 4: "2 4", ALL: "2 3 4"}
    for viewer, seats in expected.items():
        assert state.view(viewer).facts["to_move"] == seats
        assert as_seen(steps[0], viewer).facts["to_move"] == seats


def test_m_is_the_next_move_whether_or_not_somebody_could_claim() -> None:
    text = CLAIMS.replace("market  d7", "market")
    with_claims, without = play(position(text), "-d4"), play(position(text), "-a1")
    assert with_claims.legal_moves(2) == without.legal_moves(2) == ["m"]
    assert (with_claims.to_move(), without.to_move()) == ([2, 3, 4], [2])


def test_only_the_winner_shows_a_hand() -> None:
    state = play(position(CLAIMS + "\n options  games=1"), "-d4 4:G")
    for viewer in (PUBLIC, 1, 2, 3, 4):
        zones = state.view(viewer).zones
        assert zones["goal/4"] == ["h6", "H6", "a2", "a2", "a2", "d2", "d3", "d4"]
        for seat in (1, 2, 3):
            assert (zones[f"hand/{seat}"] == ["_"] * 7) == (seat != viewer)
