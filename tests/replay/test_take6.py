"""Importing logs of take6-engine: our own matches written in that format come back equal, hidden
cards stay unknown, and every contradiction ends the record with a reason."""

from __future__ import annotations

import copy
import json
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from kifu.notation.diagnostics import is_error
from kifu.notation.record import Record, tag
from kifu.replay.chance import unrolled
from kifu.replay.games.nimmt.cards import HEADS
from kifu.replay.importers import Imported, importer
from kifu.replay.importers.take6 import import_take6
from kifu.replay.replayer import replay

from .damaged_json import damaged
from .nimmt_logs import Match, Put, known, match_of


def card(number: int) -> dict[str, int]:
    return {"number": number, "points": HEADS[number] if number else 0}


def item(player: int, name: str, data: object) -> dict[str, Any]:
    return {"type": "move", "player": player, "move": {"name": name, "data": data}}


def event(name: str, **more: object) -> dict[str, Any]:
    return {"type": "event", "event": {"name": name, **more}}


def placed(put: Put) -> dict[str, Any]:
    return item(put.seat - 1, "placeCard", {"row": put.row - 1, "replace": put.heads > 0})


def log_of(match: Match) -> list[dict[str, Any]]:
    """The engine's log of a match; the choices of a turn come in the order of their cards."""
    log = [event("start")]
    for number, played in enumerate(match.rounds, 1):
        cards = {
            "board": [[card(first)] for first in played.rows],
            "players": [[card(one) for one in hand] for hand in played.hands],
        }
        log.append(event("round", cards=cards, round=number))
        for turn in played.turns:
            by_card = sorted(enumerate(turn.choices), key=lambda chosen: chosen[1])
            log += [item(player, "chooseCard", card(chosen)) for player, chosen in by_card]
            log.append(event("reveal", cards=[card(chosen) for chosen in turn.choices]))
            log += [placed(put) for put in turn.puts]
    return [*log, event("end")]


def state_of(match: Match) -> dict[str, Any]:
    """The engine's whole state at the end of a match."""
    target = int(match.record.options.get("target", "66"))
    taken = [target - points for points in match.points]
    return {
        "log": log_of(match),
        "options": {"points": target, "handSize": 10},
        "players": [
            {"name": f"Player {k}", "hand": [], "points": heads, "discard": of_heads(heads)}
            for k, heads in enumerate(taken)
        ],
        "round": len(match.rounds),
        "seed": "secret",
    }


def of_heads(heads: int) -> list[dict[str, int]]:
    """Any cards with so many heads."""
    return [card(1)] * heads


def imported(log: object) -> Imported:
    return import_take6(json.dumps(log).encode())


def bare(record: Record) -> Record:
    return replace(record, tags=[])


MATCH = match_of(3, "take6")
STATE = state_of(MATCH)


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_match_played_here_comes_back_from_its_log(seats: int) -> None:
    match = match_of(seats, f"take6, {seats} seats")
    result = imported(state_of(match))
    assert result.findings == []
    assert [bare(record) for record in result.records] == [known(match.record)]


@pytest.mark.parametrize("options", [{"target": "30"}, {"placement": "professional"}])
def test_the_options_of_the_state_are_those_of_the_record(options: dict[str, str]) -> None:
    match = match_of(4, "options", **options)
    state = state_of(match)
    state["options"]["pro"] = "placement" in options
    if "placement" in options:
        for step in state["log"]:
            step.get("move", {}).get("data", {}).pop("replace", None)
    result = imported(state)
    assert result.findings == []
    assert [bare(record) for record in result.records] == [known(match.record)]


def test_a_bare_log_is_a_match_whose_players_have_numbers() -> None:
    (record,) = imported(STATE["log"]).records
    assert record.seats == ["player 0", "player 1", "player 2"]
    assert record.moves == MATCH.record.moves


def test_several_states_in_a_file_become_several_records() -> None:
    assert len(imported([STATE, STATE]).records) == 2


def test_plain_numbers_for_rows_and_plain_cards_on_the_board_are_read_too() -> None:
    state = copy.deepcopy(STATE)
    for step in state["log"]:
        if "cards" in step.get("event", {}) and step["event"]["name"] == "round":
            cards = step["event"]["cards"]
            cards["board"] = [row[0] for row in cards["board"]]
        elif step.get("move", {}).get("name") == "placeCard":
            step["move"]["data"] = step["move"]["data"]["row"]
    assert imported(state).records == imported(state).records
    assert imported(state).records[0].moves == MATCH.record.moves


def test_a_record_says_where_it_comes_from() -> None:
    (record,) = imported(STATE).records
    source = tag(record, "Source") or ""
    assert source.startswith("take6 1, sha256:") and len(source) == len("take6 1, sha256:") + 64


def test_a_state_made_for_one_player_leaves_the_others_cards_unknown() -> None:
    state = copy.deepcopy(STATE)
    second = next(
        at for at, step in enumerate(state["log"]) if step.get("event", {}).get("round") == 2
    )
    state["log"] = state["log"][: second + 1 + 3 * 3]
    del state["players"]
    for step in state["log"]:
        if step["type"] == "event" and step["event"]["name"] == "round":
            hands = step["event"]["cards"]["players"]
            hands[1:] = [[card(0)] * 10 for _ in hands[1:]]
        elif step["type"] == "move" and step["move"]["name"] == "chooseCard" and step["player"]:
            step["move"]["data"] = card(0)
    result = imported(state)
    assert [is_error(finding) for finding in result.findings] == []
    (record,) = result.records
    assert record.end == "*"
    first, second_deal = (deal for _label, deal in record.chance)
    assert first.count("_") == 0, "a whole round shows every card"
    cards = unrolled(second_deal)
    assert cards.count("_") > 10 and cards[:10].count("_") == 0
    assert replay(record).findings == []


def test_a_hidden_choice_that_is_not_revealed_yet_is_no_move() -> None:
    log = log_of(MATCH)[:2]
    log += [
        item(0, "chooseCard", card(0)),
        item(2, "chooseCard", card(MATCH.rounds[0].hands[2][0])),
    ]
    (record,) = imported(log).records
    assert record.moves == f"#1 1. 3:{MATCH.rounds[0].hands[2][0]}"


def test_the_last_move_before_a_deal_that_is_not_in_the_log_is_left_out_aloud() -> None:
    log = log_of(MATCH)
    second = next(at for at, step in enumerate(log) if step.get("event", {}).get("round") == 2)
    result = imported(log[:second])
    assert [finding.code for finding in result.findings] == ["KF603"]
    assert "deal/2" in result.findings[0].message
    assert replay(result.records[0]).findings == []


def test_a_deal_that_is_none_ends_the_record_before_it() -> None:
    log = log_of(MATCH)
    second = next(step["event"] for step in log if step.get("event", {}).get("round") == 2)
    second["cards"]["board"][0] = [second["cards"]["players"][0][0]]
    result = imported(log)
    assert [finding.code for finding in result.findings] == ["KF601"]
    assert "is written twice, so the last move before it" in result.findings[0].message
    (record,) = result.records
    assert len(record.chance) == 1 and replay(record).findings == []


def test_what_means_nothing_here_is_passed_over_aloud_once() -> None:
    log = log_of(MATCH)
    log[5:5] = [event("weather"), event("weather")]
    result = imported(log)
    assert [(finding.code, finding.token) for finding in result.findings] == [("KF603", "$[5]")]
    assert result.records[0].moves == MATCH.record.moves


def changed(kind: str, at: int, **change: object) -> list[dict[str, Any]]:
    """The log with another value in the `at`-th item of a kind."""
    log = log_of(MATCH)
    places = [
        step for step in log if kind in (step.get("event", step.get("move", {})).get("name"),)
    ]
    inner = places[at].get("event") or places[at]["move"]
    inner.update(change)
    return log


@pytest.mark.parametrize(
    ("log", "code", "said"),
    [
        (changed("placeCard", 4, data={"row": 9, "replace": False}), "KF601", "by the rules"),
        (changed("placeCard", 0, data={"row": "x"}), "KF602", "Expected"),
        (changed("chooseCard", 3, data=card(104)), "KF601", "is revealed"),
        (changed("round", 1, round=3), "KF602", "the deal of round 2 is not in the log"),
        (changed("reveal", 2, cards=7), "KF602", "Expected"),
    ],
)
def test_a_contradiction_ends_the_record_and_is_placed(
    log: list[dict[str, Any]], code: str, said: str
) -> None:
    result = imported(log)
    errors = [finding for finding in result.findings if is_error(finding)]
    assert [finding.code for finding in errors] == [code]
    assert said in errors[0].message and (errors[0].token or "").startswith("$[")
    for record in result.records:
        assert record.end == "*" and not [f for f in replay(record).findings if is_error(f)]


def test_a_wrong_row_is_said_with_what_is_right() -> None:
    put = MATCH.rounds[0].turns[0].puts[0]
    wrong = put.row % 4
    result = imported(changed("placeCard", 0, data={"row": wrong, "replace": put.heads > 0}))
    if not put.heads:
        assert result.findings[0].message == (
            f"card {put.card}, row: the log says {wrong + 1}, by the rules it is {put.row}"
        )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"options": {"handSize": 4}}, "hands of 4 cards were dealt; kifu plays with 10"),
        ({"options": {"points": 0}}, "the match ends at 0 heads"),
        ({"players": [{"name": "a"}]}, "1 players, but 3 hands are dealt"),
        ({"log": [item(0, "chooseCard", card(1))]}, "begins without the deal of round 1"),
        ({"log": []}, "begins without the deal of round 1"),
    ],
)
def test_a_match_that_can_not_be_played_here_gives_no_record(
    change: dict[str, Any], said: str
) -> None:
    result = imported({**STATE, **change})
    assert result.records == [] and said in result.findings[0].message


def test_heads_taken_that_differ_are_said() -> None:
    state = copy.deepcopy(STATE)
    state["players"][1]["discard"].append(card(55))
    result = imported(state)
    assert [finding.token for finding in result.findings] == ["$.players[1].discard"]
    assert result.records[0].end == "="


@pytest.mark.parametrize(
    "data", [b"", b"{", b"7", b"{}", b"\xff", b"[" * 100_000, b'{"log": 3}', b'[{"type": 1}]']
)
def test_what_is_no_log_is_said_and_nothing_is_raised(data: bytes) -> None:
    result = import_take6(data)
    assert result.records == [] and {finding.code for finding in result.findings} == {"KF602"}


SHORT = {**state_of(match_of(2, "short", target="5")), "seed": 1}


@given(state=damaged(SHORT))
def test_the_importer_answers_whatever_a_log_holds(state: Any) -> None:
    result = imported(state)
    assert all(finding.code in ("KF601", "KF602", "KF603") for finding in result.findings)
    assert result.records or result.findings
    for record in result.records:
        assert [found for found in replay(record).findings if is_error(found)] == []


def test_the_importer_is_registered() -> None:
    (part,) = importer("take6")(BytesIO(b"[]"), "log.json")
    assert part == import_take6(b"[]")
