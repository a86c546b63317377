"""The scale of kifu's own players, a seat's place on it, and the file of equity models."""

from __future__ import annotations

from importlib.resources import files

import pytest
from tests.replay.fake_engine import FAKE, judged

from kifu.notation.errors import KifuError
from kifu.replay import analysis
from kifu.replay.analysis.equity import FILE, equity_file, equity_of
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.judgements import scale
from kifu.replay.judgements.judgement import Engine
from kifu.replay.judgements.scale import Level, level
from kifu.replay.judgements.words import headlines
from kifu.replay.match import replay
from kifu.replay.players.new_match import maker_of
from kifu.replay.players.simulate import simulate
from kifu.replay.registry import BUILT_IN, game

ENGINE = f"{NAME} {VERSION}"


def test_each_game_has_a_table_and_each_player_loses_less_than_the_one_before() -> None:
    tables = scale.known(ENGINE)
    assert {table.split()[0] for table in tables} == {*BUILT_IN}
    for lost in tables.values():
        assert [*lost.values()] == sorted({*lost.values()}, reverse=True)
        assert all(map(maker_of, lost))


def test_an_interval_is_between_those_who_surely_lose_more_and_less() -> None:
    (worst, most), *_, (best, least) = scale.known(ENGINE)["nimmt 4"].items()
    assert level("nimmt 4", ENGINE, least + 0.01, most - 0.01) == Level(worst, best)
    assert level("nimmt 4", ENGINE, most + 0.01, most + 0.02).words == f"{worst} or worse"
    assert level("nimmt 4", ENGINE, -0.1, least - 0.01).words == f"{best} or better"
    assert level("nimmt 4", ENGINE, least - 0.01, most + 0.01) == Level()


def test_nothing_is_said_of_another_engine_or_other_options() -> None:
    for options, engine, is_said in (
        ({}, Engine(NAME, VERSION, 40, "made up"), True),
        ({}, FAKE, False),
        ({"rounds": "1"}, Engine(NAME, VERSION, 40, "made up"), False),
    ):
        (record,) = simulate(game("nimmt"), 1, seed="scale", seats=4, options=options)
        lines = headlines(replay(record), judged(record, engine=engine))
        assert len(lines) == 4 and all(("random or worse" in line) == is_said for line in lines)


def test_the_file_of_this_version_is_read() -> None:
    models = equity_file(files(analysis).joinpath(FILE).read_bytes())
    assert models.models["nimmt 4"] == equity_of("nimmt", {}, 4)
    assert equity_of("nimmt", {}, 99) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b'{"version":1,"models":{}}', "of version 1, and this kifu reads version 2"),
        (b'{"version":2,"models":{"nimmt 4":', "is broken"),
        (b"\xff\x00", "is broken"),
        (b'{"nimmt 4":{"matches":1,"weights":[]}}', "is broken"),
        (b'{"version":2,"models":{"nimmt 4":{"matches":1,"weights":[1,2]}}}', "6 weights"),
        (b'{"version":2,"models":{"nimmt 4":{"matches":1,"weights":[1e9,0,0,0,0,0]}}}', "1000"),
    ],
)
def test_a_broken_file_or_one_of_another_version_is_refused(text: bytes, why: str) -> None:
    with pytest.raises(KifuError, match=f"{FILE}.*{why}.*install kifu again"):
        equity_file(text)
