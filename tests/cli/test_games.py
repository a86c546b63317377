"""`kifu games`: what there is to play, and how."""

from __future__ import annotations

import json
from functools import partial

import pytest
from msgspec.structs import replace

from kifu.replay import registry

from .running import kifu

run = partial(kifu, "games")


def test_every_game_is_listed_once() -> None:
    listed = [json.loads(line) for line in run().stdout.splitlines()]
    assert [game["game"] for game in listed] == registry.game_names()
    nimmt = {"game": "nimmt", "title": "6 nimmt!", "title_ja": "ニムト", "rules": 1}
    assert listed[0] == {**nimmt, "seats": "2-10"}


def test_a_game_of_a_package_that_fails_is_named_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = replace(registry.game("nimmt"), name="odd", seats=lambda options: [1 // 0])
    monkeypatch.setattr(registry, "added", lambda _group: {"odd": None})
    monkeypatch.setattr(registry, "_stranger", lambda name: odd)
    listed = run()
    assert len(listed.stdout.splitlines()) == len(registry.BUILT_IN)
    assert listed.stderr.startswith("kifu: game odd can't be listed: ZeroDivisionError")


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
    text = run("nimmt", "--format", "table").stdout
    assert "ニムト" in text and "2-10" in text and "standard | professional" in text
    assert "events    take: a row is taken" in text


def test_for_japanese_players_a_game_is_explained_by_the_words_of_its_rules() -> None:
    text = run("nimmt", "--format", "table", "--lang", "ja").stdout
    assert "名前       ニムト" in text and "deck(カードセット)" in text
    assert "standard(通常) | tactics(戦術)" in text
    assert "できごと   take: 列を引き取る" in text
    assert "手の種類   only card: 最後の1枚" in text
    assert "手の書き方 \\+?(?:[1-9]" in text
    assert run("--format", "table", "--lang", "ja").stdout.startswith("ゲーム")


def test_programs_find_the_same_keys_in_both_languages() -> None:
    en, ja = (json.loads(run("yuhodo", "--lang", lang).stdout) for lang in ("en", "ja"))
    assert list(en) == list(ja)
    assert [list(option) for option in en["options"]] == [list(option) for option in ja["options"]]
    assert ja["options"][1]["default"] == "6(2人), 6(3人), 8(4人)"
