"""Importing traces: our own matches written in that format come back equal, the real one agrees
with the rules turn by turn, and nothing hostile gets through or brings the importer down."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.errors import is_error
from kifu.notation.record import Record, tag
from kifu.replay import registry
from kifu.replay.importers import Imported
from kifu.replay.importers.traces import import_traces
from kifu.replay.match import replay

from .nimmt_logs import match_of

NIMMT = registry.game("nimmt")


def trace_of(seats: int, seed: str, *, rounds: int = 99) -> tuple[dict[str, Any], Record]:
    """A match of random players, as a trace of so many of its rounds, and the record that must come
    out of the whole.
    """
    match, ids = match_of(seats, seed), [f"p{k}" for k in range(seats)]
    total = [0] * seats
    played: list[dict[str, Any]] = []
    decks: list[list[int]] = []
    for number, each in enumerate(match.rounds[:rounds], 1):
        rows = [[card] for card in each.rows]
        dealt = [card for hand in each.hands for card in hand] + each.rows
        decks.append([*dealt, *sorted({*range(1, 105)} - {*dealt})])
        turns = []
        for at, turn in enumerate(each.turns, 1):
            plays = [{"playerId": ids[k], "card": card} for k, card in enumerate(turn.choices)]
            picks = []
            for put in turn.puts:
                if all(put.card < row[-1] for row in rows):
                    picks.append({"playerId": ids[put.seat - 1], "pickedRowIndex": put.row - 1})
                row = [] if put.heads else rows[put.row - 1]
                rows[put.row - 1] = [*row, put.card]
                total[put.seat - 1] += put.heads
            plays.sort(key=lambda play: int(str(play["card"])))
            board = [list(row) for row in rows]
            turns.append({"turn": at, "plays": plays, "rowPicks": picks, "boardAfter": board})
        hands = {pid: sorted(hand) for pid, hand in zip(ids, each.hands, strict=True)}
        played.append(
            {
                "round": number, "deckOrder": decks[-1], "dealtHands": hands,
                "initialBoard": [[card] for card in each.rows], "turns": turns,
            }
        )  # fmt: skip
    trace: dict[str, Any] = {
        "id": f"match {seed}", "seed": seed, "playerCount": seats, "rounds": played,
    }  # fmt: skip
    if rounds >= len(match.rounds):
        trace["finalResults"] = [
            {"id": pid, "finalScore": score} for pid, score in zip(ids, total, strict=True)
        ]
    chance = [(f"deal/{k}", " ".join(map(str, deck))) for k, deck in enumerate(decks, 1)]
    return trace, replace(match.record, seats=ids, chance=chance)


def imported(trace: object) -> Imported:
    return import_traces(json.dumps(trace).encode())


def bare(record: Record) -> Record:
    return replace(record, tags=[])


TRACE, RECORD = trace_of(3, "three")


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_match_played_here_comes_back_from_its_trace(seats: int) -> None:
    trace, record = trace_of(seats, f"{seats} seats")
    result = imported([trace])
    assert result.findings == []
    assert [bare(found) for found in result.records] == [record]
    assert record.end == "=" and record.result is not None
    assert not [found for found in replay(record).findings if is_error(found)]


def test_a_record_says_where_it_comes_from() -> None:
    (record,) = imported([TRACE]).records
    source = tag(record, "Source") or ""
    assert source.startswith("traces 1, sha256:") and len(source) == len("traces 1, sha256:") + 64
    assert tag(record, "Id") == "match three"
    assert tag(record, "TraceSeed") == "three"


def test_several_matches_in_a_file_become_several_records() -> None:
    trace, record = trace_of(2, "two")
    result = imported([trace, TRACE, trace])
    assert [bare(found) for found in result.records] == [record, RECORD, record]


def test_without_the_deck_the_deal_is_written_from_hands_and_board() -> None:
    trace = copy.deepcopy(TRACE)
    for played in trace["rounds"]:
        del played["deckOrder"]
    result = imported([trace])
    assert result.findings == []
    (record,) = result.records
    assert record.moves == RECORD.moves
    assert all(len(outcome.split()) == 34 for _label, outcome in record.chance)


def test_a_match_that_goes_on_is_a_record_that_is_not_finished() -> None:
    trace, _record = trace_of(2, "goes on")
    trace["rounds"][1]["turns"] = trace["rounds"][1]["turns"][:4]
    del trace["rounds"][2:], trace["finalResults"]
    result = imported([trace])
    assert result.findings == []
    (record,) = result.records
    assert record.end == "*" and len(record.chance) == 2
    assert replay(record).findings == []
    state = replay(record).state
    assert state is not None and state.facts() == {"rounds": 1, "turns": 14}


def test_a_match_that_ends_before_a_deal_has_all_moves_until_then() -> None:
    trace, whole = trace_of(2, "cut", rounds=1)
    result = imported([trace])
    assert result.findings == []
    (record,) = result.records
    assert whole.moves.startswith(f"{record.moves} #2 ") and record.chance == whole.chance[:1]
    assert replay(record).findings == []
    trace["rounds"][0]["turns"] *= 2
    (finding,) = imported([trace]).findings
    assert finding.message.endswith("in turn 11 of round 2 no seat may play")


def test_an_impossible_deal_is_left_out_with_all_that_follows() -> None:
    result = imported([damage("rounds[1].deckOrder[50]", 104)])
    (finding,) = result.findings
    assert finding.code == "KF601" and "deal/2: card" in finding.message
    assert [label for label, _ in result.records[0].chance] == ["deal/1"]
    assert RECORD.moves.startswith(f"{result.records[0].moves} #2 ")


def damage(path: str, value: Any) -> dict[str, Any]:
    """TRACE with another value at `path`, such as `rounds[1].turns`."""
    trace = copy.deepcopy(TRACE)
    place: Any = trace
    *keys, last = (int(key) if key.isdigit() else key for key in re.findall(r"\w+", path))
    for key in keys:
        place = place[key]
    place[last] = value
    return trace


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rounds[1].turns[3].boardAfter", [[1], [2], [3], [4]]),
        ("rounds[0].turns[9].boardAfter", [[1], [2], [3], [4]]),
        ("rounds[1].turns[3].plays[0].card", 200),
        ("rounds[1].turns[3].plays[0].playerId", "p9"),
        ("rounds[1].turns[3].plays[0]", TRACE["rounds"][1]["turns"][3]["plays"][1]),
        ("rounds[1].turns[3].plays", []),
        ("rounds[1].turns[3].plays", [*TRACE["rounds"][1]["turns"][3]["plays"]] * 2),
        ("rounds[1].initialBoard", [[1], [2], [3], [4]]),
        ("rounds[1].deckOrder[5]", 104),
        ("rounds[1].deckOrder[5]", 0),
        ("rounds[1].deckOrder", [1, 2, 3]),
        ("rounds[1].dealtHands.p1", [1, 2, 3]),
        ("rounds[1].dealtHands.p1", list(range(1, 11))),
        ("finalResults[0].finalScore", 5),
        ("finalResults[0].id", "p7"),
        ("rounds[3]", TRACE["rounds"][0]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_trace_that_contradicts_the_rules_is_kept_up_to_there(path: str, value: Any) -> None:
    result = imported([damage(path, value)])
    codes = {found.code for found in result.findings}
    assert "KF601" in codes and codes <= {"KF601", "KF603"}
    finding = next(found for found in result.findings if found.code == "KF601")
    assert finding.record == 1
    written = f"$[0].{path}"
    assert finding.token is not None
    assert written.startswith(finding.token) or finding.token.startswith(written), finding
    assert not [each for record in result.records for each in replay(record).findings]
    if path.startswith("rounds[1]"):
        (record,) = result.records
        assert RECORD.moves.startswith(record.moves)
        assert len(record.moves) >= RECORD.moves.index("11.") - 10
        assert [found for found in replay(record).findings if is_error(found)] == []


def test_rounds_after_the_end_of_the_game_contradict_the_rules() -> None:
    trace = copy.deepcopy(TRACE)
    trace["rounds"].append(TRACE["rounds"][0])
    result = imported([trace])
    assert [found.code for found in result.findings] == ["KF601"]
    assert "the game is over" in result.findings[0].message
    assert bare(result.records[0]) == RECORD


def test_a_row_picked_by_nobody_or_that_is_none_contradicts_the_rules() -> None:
    trace, record = copy.deepcopy(TRACE), RECORD
    at = next(
        (r, t)
        for r, played in enumerate(trace["rounds"])
        for t, turn in enumerate(played["turns"])
        if turn["rowPicks"]
    )
    turn = trace["rounds"][at[0]]["turns"][at[1]]
    turn["rowPicks"] = [turn["rowPicks"][0] | {"pickedRowIndex": 9}]
    nowhere = imported([trace])
    turn["rowPicks"] = []
    never = imported([trace])
    for result, said in ((nowhere, "r10"), (never, "the turn ends, but in turn")):
        assert said in result.findings[0].message
        assert record.moves.startswith(result.records[0].moves)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rounds", {}),
        ("rounds", []),
        ("rounds[0]", None),
        ("rounds[0].turns", "none"),
        ("rounds[0].dealtHands", []),
        ("rounds[0].dealtHands.p1", "cards"),
        ("rounds[0].deckOrder[3]", 7.5),
        ("rounds[0].turns[0]", []),
        ("rounds[0].turns[2].plays[1].card", True),
        ("rounds[0].turns[2].plays[1].card", None),
        ("rounds[0].turns[2].plays[1]", {"card": 7}),
        ("rounds[0].turns[2].boardAfter[1]", "row"),
        ("id", 7),
        ("seed", ["a"]),
        ("finalResults[1]", {}),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_can_not_be_read_is_named_by_its_json_path(path: str, value: Any) -> None:
    result = imported([damage(path, value)])
    finding = result.findings[0]
    assert finding.code == "KF602"
    assert finding.token == f"$[0].{path}".replace(".p1", "[...]")


@pytest.mark.parametrize("name", ["a\0b", 'q"[x]\n', "{1}\x1b[2J", "千恵", ""])
def test_a_hostile_name_is_kept_or_refused_but_never_changed(name: str) -> None:
    text = json.dumps([TRACE]).replace('"p1"', json.dumps(name))
    result = import_traces(text.encode())
    if "\0" in name:
        assert result.records == []
        assert [found.code for found in result.findings] == ["KF602"]
    else:
        assert result.findings == []
        assert result.records[0].seats == ["p0", name, "p2"]
