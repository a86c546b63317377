"""`kifu games`: what there is to play, and how."""

from __future__ import annotations

import json

from click.testing import CliRunner, Result

from kifu.cli import main
from kifu.replay import registry


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["games", *args])


def test_every_game_is_listed_once() -> None:
    listed = [json.loads(line) for line in run().stdout.splitlines()]
    assert [game["game"] for game in listed] == registry.games()
    nimmt = {"game": "nimmt", "title": "6 nimmt!", "title_ja": "ニムト", "rules": 1}
    assert listed[0] == {**nimmt, "seats": "2-10"}


def test_a_game_is_explained_with_every_option_in_the_order_of_its_page() -> None:
    explained = json.loads(run("nimmt").stdout)
    names = [option["option"] for option in explained["options"]]
    assert names == ["deck", "hands", "placement", "target", "rounds"]
    assert explained["options"][1]["values"] == "dealt | drafted"
    assert explained["options"][3]["default"] == "66"
    assert all(option["meaning"] for option in explained["options"])
    assert explained["events"] == [{"event": "take", "what": "a row is taken"}]
    assert {"kind": "only card", "what": "the only card in the hand"} in explained["kinds"]


def test_for_people_a_game_is_explained_as_text() -> None:
    told = run("nimmt", "--format", "table").stdout
    assert "ニムト" in told and "2-10" in told and "standard | professional" in told
    assert "event     take: a row is taken" in told


def test_a_game_that_is_not_there_is_named_with_its_nearest() -> None:
    result = run("nimt")
    assert result.exit_code == 1 and result.stdout == ""
    assert "there is no game 'nimt'; did you mean nimmt?" in result.stderr
