"""Which cards a move names: every game says it by a pattern."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from kifu.replay.decision import decisions
from kifu.replay.game import Archiving
from kifu.replay.match import replay
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import UnfitGame, game, game_names, vet
from kifu.replay.table import Step

#: What is left of a token without its cards.
REST = {
    "nimmt": r"\+?|[r<>][1-4]",
    "atarayo": r"f?\+*(=[a-z])?|[dx-]|A[0-9LRC]+",
    "mutsugo": r"-?[+<]*|d|/|~[0-9]+",
    "magimiles": r"[=^]?(>[1-4])?|p[1-4](\+p[1-4])?|t[123]{2}",
    "yuhodo": r"-?R?|[mGNo]",
}


@pytest.mark.parametrize("name", game_names())
def test_every_card_that_a_move_names_is_one_and_none_is_left_out(name: str) -> None:
    own = game(name)
    for options in own.option_sets:
        for record in simulate(own, 1, options=options, players=["random"], seed="named"):
            seats = len(record.seats)
            chosen = own.settle(own.read_options(record.options), seats)
            faces = own.layout(chosen, seats).faces
            for made in decisions(replay(record)):
                assert set(made.cards) <= set(faces), made
                rest = made.move
                for card in made.cards:
                    rest = rest.replace(card, "", 1)
                assert re.fullmatch(REST[name], rest), made


@pytest.mark.parametrize("name", game_names())
def test_the_cards_that_a_move_names_move(name: str) -> None:
    own = game(name)
    (record,) = simulate(own, 1, players=["random"], seed="moved")
    for made in decisions(replay(record))[:60]:
        steps: list[Step] = made.steps
        moved = {motion.card for step in steps for motion in step.motions}
        assert set(made.cards) <= moved, (made, moved)


@pytest.mark.parametrize(
    "pattern",
    ["[0-9]+", "([0-9])([0-9])", "(?=.)([0-9]+)", "(?<!r)([0-9]+)", r"([0-9])\1"],
)
def test_a_pattern_of_cards_is_one_that_databases_read(pattern: str) -> None:
    with pytest.raises(UnfitGame, match=r"card has one group, .*neither ahead nor back"):
        vet(replace(game("nimmt"), archive=Archiving(card=re.compile(pattern))))
