"""Players: reproducible, legal, and different from each other."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kifu.replay import registry
from kifu.replay.chance import Chance, derived_seed
from kifu.replay.codes.coded import Coded
from kifu.replay.codes.playout import GreedyPolicy, Policy, RandomPolicy, playout
from kifu.replay.game import State
from kifu.replay.lots import QuickLots
from kifu.replay.players.new_match import PLAYERS, NewMatch, play_by, random_player
from kifu.replay.players.simulate import simulate

NIMMT = registry.game("nimmt")


def start(seats: int = 2, **options: str) -> State:
    return NIMMT.start(NIMMT.read_options(options), seats, Chance(derived_seed("players")))


def moves_of(text: str, count: int) -> list[str]:
    player, state = random_player(NIMMT, text), start()
    return [player(state, 1) for _ in range(count)]


def test_the_same_text_gives_the_same_moves_and_another_text_others() -> None:
    assert moves_of("a", 200) == moves_of("a", 200)
    assert moves_of("a", 200) != moves_of("b", 200)


def test_the_stream_of_the_random_player_is_frozen() -> None:
    expected = "85 76 23 63 11 85 91 64 63 91 23 64"
    assert moves_of("frozen", 12) == expected.split()


class GreedyAmongRandom(Policy):
    """Greedy players in some seats, random ones in all others."""

    def __init__(self, own: set[int], text: str) -> None:
        self.own = own
        self.greedy, self.random = GreedyPolicy(), RandomPolicy(QuickLots(text))

    def choose(self, state: Coded, seat: int, may_pass: bool) -> int:
        policy = self.greedy if seat in self.own else self.random
        return policy.choose(state, seat, may_pass)


@pytest.mark.parametrize(
    ("name", "seats", "matches", "least"),
    [
        ("nimmt", 4, 40, 0.8),
        ("atarayo", 3, 20, 0.8),
        ("mutsugo", 2, 40, 0.9),
        ("mutsugo", 3, 40, 0.9),
        ("mutsugo", 4, 40, 0.9),
        ("magimiles", 2, 60, 0.6),
        ("magimiles", 3, 60, 0.6),
        ("magimiles", 4, 60, 0.6),
        ("yuhodo", 2, 4, 0.9),
        ("yuhodo", 3, 4, 0.9),
        ("yuhodo", 4, 4, 0.9),
    ],
)
def test_the_greedy_player_beats_random_ones(
    name: str, seats: int, matches: int, least: float
) -> None:
    """It wins more than this share of its matches, and every match comes to its end."""
    rules, won = registry.game(name), 0.0
    for number in range(matches):
        text = f"beats {name} {number}"
        state = rules.start(rules.read_options({}), seats, Chance(derived_seed(text)))
        assert isinstance(state, Coded)
        own = {1, 3} if (name, seats) == ("magimiles", 4) else {number % seats + 1}
        playout(state, GreedyAmongRandom(own, text))
        winners = set(state.winners())
        won += len(own & winners) / len(winners)
    assert won / matches > least


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_a_simulated_match_is_what_the_players_play_token_by_token(name: str) -> None:
    game = registry.game(name)
    names = ["random", "greedy"]
    for given in game.option_sets:
        seats = game.seats(game.read_options(given))[0]
        chosen = [names[seat % 2] for seat in range(seats)]
        (record,) = simulate(game, 1, seed="tokens", seats=seats, options=given, players=chosen)
        played = replace(record, moves="", end="", result=None, winner=None)
        players = [
            PLAYERS[who](game, f"{record.seed}:{seat}") for seat, who in enumerate(chosen, 1)
        ]
        match = NewMatch(game, played)
        play_by(match, players)
        assert record == match.record()
