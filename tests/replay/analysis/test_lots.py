"""Who draws lots has an accuracy of 0, in whichever worlds: they lose what is at stake."""

from __future__ import annotations

from collections import Counter
from math import fsum, sqrt

import pytest
from msgspec.structs import replace

from kifu.replay import registry
from kifu.replay.analysis import valuing
from kifu.replay.analysis.decisions import Playback, Viewpoint
from kifu.replay.analysis.valuing import Plan, Valuer
from kifu.replay.match import replay
from kifu.replay.players.new_match import random_player
from kifu.replay.players.simulate import simulate
from kifu.replay.table import PUBLIC

#: So many lots for each move, and by how many standard deviations a move may have other than that.
LOTS, FAR = 40, 4.5


def is_choice(moment: Viewpoint) -> bool:
    return moment.viewer != PUBLIC and len([*filter(None, moment.options)]) > 2


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_lots_are_judged_in_the_same_worlds_and_each_move_has_its_share(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valuing, "FIRST", 4)
    game = registry.game(name)
    (record,) = simulate(game, 1, seed="lots", seats=4, players=["random"])
    course = Playback(replay(record))
    moments = filter(is_choice, course.moments(frozenset(range(1, 5))))
    *_, moment = (each for _, each in zip(range(9), moments, strict=False))
    valuer = Valuer(game, course.options, 4, course.state, Plan(9))
    moves = {at: move for at, move in enumerate(moment.options) if move}
    judged = [valuer.judged(replace(moment, played=at)) for at in moves]
    assert all(each.options == judged[0].options for each in judged)
    lost, stake = fsum(each.points for each in judged), fsum(each.stake or 0 for each in judged)
    assert stake == pytest.approx(lost) and stake > 0
    drawn = Counter(
        game.offers.wished(random_player(game, f"lot {lot}")(moment.state, moment.viewer))
        for lot in range(LOTS * len(moment.options))
    )
    del drawn[""]
    mean = drawn.total() / len(moves)
    assert {*drawn} == {*moves.values()}
    assert all(abs(count - mean) < FAR * sqrt(mean) for count in drawn.values()), drawn
