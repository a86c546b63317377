"""The strong player: at a table of others, from what its seat saw alone."""

from __future__ import annotations

import pytest
from tests.replay.cases import SHORT, some_of

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.replay import judge, registry
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.games.nimmt.rules import Nimmt
from kifu.replay.match import replay
from kifu.replay.players.new_match import Attentive, maker_of, show_match
from kifu.replay.players.simulate import simulate


def played(name: str) -> Record:
    """A short match of a strong player against simple ones."""
    game, options = registry.game(name), SHORT[name]
    seats = game.seats(game.read_options(options))[0]
    players = ["strong:1", *["greedy"] * (seats - 1)]
    (record,) = simulate(game, 1, seed="strong", seats=seats, players=players, options=options)
    return record


@pytest.mark.matrix
@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_it_plays_every_game_to_its_end(name: str) -> None:
    record = played(name)
    match = replay(record)
    assert match.findings == [] and record.end == "="


@pytest.mark.parametrize("name", some_of(registry.BUILT_IN, ["nimmt"]))
def test_it_plays_the_same_match_again(name: str) -> None:
    assert played(name) == played(name)


@pytest.mark.campaign
def test_with_many_worlds_it_takes_what_is_best_in_them() -> None:
    """Judged by as many worlds it loses less than a random player in the same seat."""
    game = registry.game("nimmt")
    lost = {}
    for player in ("strong:24", "random"):
        (record,) = simulate(
            game, 1, seed="one round", seats=2, players=[player, "greedy"], options={"rounds": "1"}
        )
        lost[player] = judge(record, budget=24, seats=[1]).seats[0].loss
    assert lost["strong:24"] < lost["random"] / 2


def test_it_is_shown_a_match_that_has_begun() -> None:
    """And then chooses as if it had been there from its start."""
    game = registry.game("nimmt")
    players = ["strong:3", "greedy"]
    (record,) = simulate(game, 1, seed="resumed", seats=2, players=players, options={"rounds": "1"})
    (first, move), *_ = replay(record).plies[2:]
    assert first == 1
    words = record.moves.split(" ")
    record.moves, record.end, record.result = " ".join(words[:4]), "*", None
    begun = replay(record)
    assert len(begun.plies) == 2 and begun.state is not None
    player = maker_of("strong:3")(game, f"{record.seed}:1")
    assert isinstance(player, Attentive)
    show_match(player, replay(record), 1)
    assert player(begun.state, 1) == move


def test_what_it_can_not_see_has_no_influence() -> None:
    """The others' hands and choices are others; what it saw is the same."""
    game = registry.game("nimmt")
    options = game.settle(game.read_options({}), 4)
    chosen = []
    for other in ("one", "other"):
        state = game.start(options, 4, Chance(derived_seed("seen")))
        player = maker_of("strong:6")(game, "text")
        assert isinstance(player, Attentive)
        player.sit_down(state, options, 4, 1)
        hidden = game.start(options, 4, Chance(derived_seed(other)))
        assert isinstance(state, Nimmt) and isinstance(hidden, Nimmt)
        free = [card for card in range(1, 105) if state.held[card] in (0, 2, 3, 4)]
        free.sort(key=lambda card: (hidden.held[card], card))
        for place, card in enumerate(free):
            state.held[card] = 2 + place % 3 if place < 30 else 0
        chosen.append(player(state, 1))
    assert chosen[0] == chosen[1]


@pytest.mark.parametrize(
    "name", ["strong:0", "strong:", "strong:x", "strong:000000001999999999", "stronger"]
)
def test_nonsense_is_no_player(name: str) -> None:
    with pytest.raises(UsageError):
        maker_of(name)
    with pytest.raises(UsageError):
        simulate(registry.game("nimmt"), 1, seed="1", players=[name])
