"""Logs of Board Game Arena of any game as chronicles: every trap of the format, each thing said
once, nothing invented, and nothing hostile gets through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kifu.notation import dumps, loads
from kifu.notation.record import Record, tag
from kifu.replay.importers import Imported
from kifu.replay.importers.bga import import_bga
from kifu.replay.importers.bga_log import CUT, LONGEST, MOST, TableEvent, line, read_logs
from kifu.replay.match import replay

from .bga_logs import Writer, archive, history

DATA = Path(__file__).parents[3] / "shared" / "data"
NAMES = ["Anna Bell", "千恵 $1"]

Packets = list[dict[str, Any]]


def table() -> Packets:
    """A short match of a game with hidden cards, as Anna has it."""
    writer = Writer(NAMES)
    writer.next()
    hand = {"cards": {"log": "${a} ${b}", "args": {"a": 3, "b": {"log": "${n}", "args": {"n": 7}}}}}
    writer.packet(writer.event("newHand", "-- Your cards are:&nbsp;<br />${cards}", hand), viewer=1)
    writer.packet(
        writer.event("deal", "Round ${n} begins", {"n": "1"}),
        writer.event("gameStateChange", "", {"id": 5}),
    )
    writer.next()
    args = {"colors": [5, 2]}
    writer.packet(writer.event("taken", "You take cards ${colors}", args, h="ab"), viewer=1)
    clocks = {"reflexion": {"total": {"9000001": "125", "9000002": 3725}}}
    writer.packet(
        writer.event(
            "taken", "${player_name} takes ${count} card(s)", {**writer.who(1), "count": 2}, h="ab"
        ),
        writer.event("updateReflexionTime", "", clocks),
    )
    writer.next()
    writer.packet(writer.event("pass", "${player_name} passes", writer.who(2)))
    return writer.packets


def end(*standings: dict[str, Any]) -> dict[str, Any]:
    writer = Writer(NAMES)
    writer.move, writer.uid = 4, 100
    args = {"id": "99", "args": {"result": list(standings)}}
    writer.packet(writer.event("gameStateChange", "", args))
    return writer.packets[0]


def standing(seat: int, score: object, rank: object, **more: object) -> dict[str, Any]:
    return {"id": str(9000000 + seat), "name": NAMES[seat - 1], "score": score, "rank": rank} | more


RESULT = end(standing(2, "12", "1"), standing(1, 7, 2))


def imported(packets: Packets) -> Imported:
    return import_bga(archive(packets, NAMES))


def one(packets: Packets) -> Record:
    (record,) = imported(packets).records
    return record


def texts(record: Record) -> list[tuple[int, str]]:
    return [(note.at, note.text or "") for note in record.notes]


def test_a_chronicle_has_players_lines_times_clocks_and_the_result() -> None:
    result = imported([*table(), RESULT])
    assert result.findings == []
    (record,) = result.records
    assert (record.game, record.rules, record.end) == ("chronicle", 0, "=")
    assert record.seats == NAMES and record.moves == "1:e e 1:e 2:e"
    assert (record.result, record.winner) == ([7, 12], [2])
    assert texts(record) == [
        (1, "Seen by Anna Bell: -- Your cards are: 3 7 [%utc 2025-11-20T08:00:30Z]"),
        (2, "Round 1 begins [%utc 2025-11-20T08:00:30Z]"),
        (3, "Anna Bell takes 2 card(s) [%clk 0:02:05] [%utc 2025-11-20T08:01:00Z]"),
        (3, "Seen by Anna Bell: You take cards 5, 2"),
        (4, "千恵 $1 passes [%utc 2025-11-20T08:01:30Z]"),
    ]
    assert [name for name, _value in record.tags] == [
        "Site", "Table", "Date", "Time", "Termination", "Source",
    ]  # fmt: skip
    assert (tag(record, "Source") or "").startswith("bga 1, sha256:")


def test_a_match_that_goes_on_is_not_finished() -> None:
    record = one(table())
    assert (record.end, record.result, record.winner) == ("*", None, None)
    assert tag(record, "Termination") is None


def test_the_history_gives_the_same_lines() -> None:
    (record,) = import_bga(history(table())).records
    assert texts(record)[2:] == texts(one(table()))[2:]


def test_what_the_answer_of_a_server_says_is_passed_on() -> None:
    error = {"status": "0", "error": "You have reached a limit (replay)"}
    result = import_bga(json.dumps(error).encode())
    assert result.records == []
    assert [(finding.code, finding.message) for finding in result.findings] == [
        ("KF602", "Board Game Arena answered: You have reached a limit (replay)")
    ]


def test_a_packet_delivered_twice_is_kept_once() -> None:
    packets = [packet for packet in table() for _again in (1, 2)]
    result = imported(packets)
    assert texts(result.records[0]) == texts(one(table()))


def test_gaps_between_moves_and_a_late_beginning_are_said() -> None:
    packets = [packet for packet in [*table(), RESULT] if str(packet["move_id"]) != "3"]
    packets[0]["move_id"] = packets[1]["move_id"] = 0
    for given, lacking, last in ((packets, 2, 4), (table()[2:], 1, 3), (table()[4:], 2, 3)):
        (finding,) = imported(given).findings
        message = f"the log has nothing of {lacking} of the moves 1 to {last}"
        assert (finding.code, finding.message) == ("KF603", message)


def test_several_tables_in_one_capture_are_several_records() -> None:
    other = [{**packet, "channel": "/table/t5", "table_id": "5"} for packet in table()]
    for packet in other:
        packet["data"] = [{**event, "uid": event["uid"] + "b"} for event in packet["data"]]
    result = imported([*table(), *other])
    assert [tag(record, "Table") for record in result.records] == ["700000001", "5"]


def test_a_players_packet_without_a_table_is_of_the_table_before_it() -> None:
    packets = table()[1:]
    for packet in packets:
        del packet["table_id"]
    result = import_bga(history(packets))
    assert [tag(record, "Table") for record in result.records] == ["700000001"]


def test_channels_of_neither_a_table_nor_a_player_are_left_out_aloud() -> None:
    chat = [
        {"channel": "/chat/t7", "data": [{"uid": "c", "type": "chat", "log": "hi", "args": []}]}
    ]
    result = imported([*chat, *table(), *chat])
    assert texts(result.records[0]) == texts(one(table()))
    (finding,) = result.findings
    assert finding.code == "KF603" and "channel /chat/t7 is none of" in finding.message
    only = import_bga(history(chat)).findings
    assert [found.message for found in only] == ["the log holds no packet of Board Game Arena"]


@pytest.mark.parametrize("packets", [[{"data": []}], ["x", {"channel": "/chat/t7"}]])
def test_why_no_packet_can_be_read_is_said(packets: Packets) -> None:
    finding = import_bga(history(packets)).findings[0]
    assert (finding.code, finding.token) == ("KF602", "$.data.data[0]")


LISTED = [
    {"id": 9000001, "name": NAMES[0], "no": 1},
    {"id": "9000002", "name": NAMES[1], "no": "2"},
]
NOBODY = [{"id": 5, "name": None}, {"name": None}]


@pytest.mark.parametrize(
    ("said", "tokens"),
    [
        ({"players": [*LISTED, *NOBODY], "options": None}, []),
        ({"players": dict(enumerate(LISTED))}, []),
        ({"players": dict(enumerate(LISTED)), "logs": dict(enumerate(table()))}, []),
        ({"players": [*LISTED, "x"], "options": 7}, ["$.data.players[2]"]),
    ],
)
def test_an_odd_part_of_an_answer_is_left_out_alone(
    said: dict[str, object], tokens: list[str]
) -> None:
    result = import_bga(json.dumps({"error": None, "data": {"logs": table()} | said}).encode())
    assert [finding.token for finding in result.findings] == tokens
    assert texts(result.records[0]) == texts(one(table())) and result.records[0].seats == NAMES


@pytest.mark.parametrize(
    ("odd", "tokens"), [({"log": None, "args": []}, []), ({"uid": 5.5, "log": 7}, ["uid"])]
)
def test_an_odd_event_is_left_out_alone(odd: dict[str, Any], tokens: list[str]) -> None:
    packets = [*table(), {**RESULT, "data": ["x", odd, *RESULT["data"]]}]
    result = imported(packets)
    path = "$.data.logs[5].data"
    found = [f"{path}[0]", *(f"{path}[1].{token}" for token in tokens)]
    assert [finding.token for finding in result.findings] == found
    assert result.records[0].result == [7, 12]


def test_arguments_that_are_an_empty_array_and_moves_that_are_null() -> None:
    packets = table()
    packets[1]["data"][0] |= {"log": "The match begins", "args": []}
    packets[1]["move_id"] = None
    assert "The match begins [%utc 2025-11-20T08:00:30Z]" in [
        text for _at, text in texts(one(packets))
    ]


def test_a_hole_that_nothing_fills_stays_and_is_said() -> None:
    packets = table()
    packets[1]["data"][0]["args"] = {}
    result = imported(packets)
    assert texts(result.records[0])[1][1].startswith("Round ${n} begins")
    (finding,) = result.findings
    assert finding.message == "the log does not say what is written for n"
    assert finding.token == "$.data.logs[1].data[0]"


@pytest.mark.parametrize("odd", ["player_id", "player_name"])
def test_a_player_is_known_by_name_or_id(odd: str) -> None:
    packets = table()
    packets[3]["data"][0]["args"][odd] = None if odd == "player_name" else {}
    assert one(packets).moves == one(table()).moves


def test_two_players_of_one_name_are_two() -> None:
    players = [{"id": 9000001, "name": "Twin"}, {"id": 9000002, "name": "Twin"}]
    data = json.dumps({"data": {"logs": table(), "players": players}}).encode()
    (record,) = import_bga(data).records
    assert (record.seats, record.moves) == (["Twin", "Twin"], "1:e e 1:e 2:e")


def without_ids(packets: Packets) -> Packets:
    for packet in packets:
        for event in packet["data"]:
            event["args"].pop("player_id", None)
    return packets


def test_whose_the_private_lines_are_is_inferred_aloud_where_all_twins_agree() -> None:
    packets = without_ids(table())
    result = import_bga(history(packets))
    (record,) = result.records
    assert "Seen by Anna Bell: You take cards 5, 2" in [text for _at, text in texts(record)]
    assert [finding.message for finding in result.findings] == [
        "player 9000001 has no name; all that was for this player alone was of Anna Bell",
        "the log lists no players; seats are in the order in which they appear",
    ]


def test_where_twins_name_several_players_nobody_is_guessed() -> None:
    writer = Writer(NAMES)
    for giver in (1, 2):
        writer.next()
        args = {"player_name": NAMES[giver - 1]}
        writer.packet(writer.event("gift", "You get ${c}", {"c": giver}, h="x"), viewer=1)
        writer.packet(writer.event("gift", "${player_name} gives a card", args, h="x"))
    result = import_bga(history(writer.packets))
    (record,) = result.records
    assert [text for _at, text in texts(record)][1] == "Seen by one player: You get 1"
    assert "has no name" not in " ".join(finding.message for finding in result.findings)


def test_a_log_without_a_player_is_refused() -> None:
    packets = [{"channel": "/table/t1", "data": [{"type": "x", "log": "it rains", "args": []}]}]
    result = import_bga(history(packets))
    assert result.records == []
    assert result.findings[-1].message == "table 1: the log names no player"


def test_a_crowd_is_no_table() -> None:
    players = [{"id": at + 1, "name": f"p{at}"} for at in range(101)]
    data = json.dumps({"data": {"logs": table(), "players": players}}).encode()
    assert "names more than 100 players" in import_bga(data).findings[-1].message


@pytest.mark.parametrize("gave_up", [True, 1, "1"])
def test_a_concession_or_else_a_player_who_left_is_the_termination(gave_up: object) -> None:
    left = standing(1, "1", 1, concede=0, zombie=gave_up)
    conceded = standing(2, "0", 2, concede=gave_up)
    for last, how in ((end(left, conceded), "concession 2"), (end(left), "abandoned")):
        assert tag(one([*table(), last]), "Termination") == how


def test_a_result_without_scores_has_none_and_that_is_said() -> None:
    result = imported([*table(), end(standing(1, None, 1), standing(2, None, 2))])
    assert [finding.code for finding in result.findings] == ["KF603"]
    assert (result.records[0].result, result.records[0].winner) == (None, [1])


@pytest.mark.parametrize("score", ["", 5.5, 10**15, "9" * 5000, {}])
def test_an_odd_standing_is_lost_alone(score: object) -> None:
    last = end(standing(1, score, 1), standing(2, 7, 2), standing(2, 8, 2))
    last["data"].append({"type": "x", "log": "The end"})
    result = imported([*table(), last])
    path = "$.data.logs[5].data[0].args.args.result"
    assert [finding.token for finding in result.findings] == [f"{path}[0].score", path]
    assert result.records[0].winner is None and texts(result.records[0])[-1][1][:7] == "The end"


@pytest.mark.parametrize(
    ("log", "args", "text"),
    [
        ("${a} and ${b}", {"a": 1, "b": "x"}, "1 and x"),
        ("${a}", {"a": "${b}", "b": "never"}, "${b}"),
        ("${a}", {"a": {"log": "${b}", "args": {"b": {"log": "deep", "args": []}}}}, "deep"),
        ("${a}", {"a": [1, "two", None]}, "1, two,"),
        ("${a}", {"a": None}, ""),
        ("${a}", {"a": {"id": 4}}, '{"id":4}'),
        ("<b>bold</b><br/>&amp;&nbsp;plain", {}, "bold & plain"),
        ("""1<img alt="Bull's head"/><i title='x'>7</i>""", {}, "1 7"),
        ("<" + "a" * LONGEST * 100, {}, "<" + "a" * (LONGEST - 1) + CUT),
        ("5 < 7 & 8 > 2", {}, "5 < 7 & 8 > 2"),
        ("${a}", {"a": {"log": "${b}", "args": []}}, "${b}"),
    ],
)
def test_templates_are_filled_in_as_people_read_them(
    log: str, args: dict[str, Any], text: str
) -> None:
    assert line(TableEvent(log=log, args=args))[0] == text


def test_no_template_is_endless() -> None:
    args: dict[str, Any] = {"a": "x"}
    for _depth in range(16):
        args = {"a": {"log": "${a}${a}${a}", "args": args}}
    doubts = ["the line is longer than is kept, and was cut"]
    for log, given in (("${a}", args), ("${a}" * (MOST + 5), {"a": None})):
        text, said = line(TableEvent(log=log, args=given))
        assert (text.strip("x"), said) == (CUT, doubts) and len(text) < MOST
    assert line(TableEvent(log="x" * LONGEST + "y")) == ("x" * LONGEST + CUT, doubts)
    nested: Any = "x"
    for _depth in range(60):
        nested = [nested]
    assert line(TableEvent(log="${a}", args={"a": nested}))[0] == "[" * 41 + '"x"' + "]" * 41


@pytest.mark.parametrize("text", ["Anna ${x}", CUT])
def test_an_argument_that_looks_like_a_hole_or_a_cut_is_neither(text: str) -> None:
    packets = table()
    packets[1]["data"][0] |= {"log": "${n}", "args": {"n": text}}
    result = imported(packets)
    assert result.findings == [] and texts(result.records[0])[1][1].startswith(text)


@pytest.mark.parametrize("text", ['[Game "nimmt"]', "} {", "; x", "\x1b[2J", "{@ja a}", "\\}"])
def test_a_line_may_say_anything(text: str) -> None:
    packets = table()
    packets[1]["data"][0]["args"]["n"] = text
    record = one(packets)
    assert loads(dumps(record)) == record
    assert any(text.replace("\n", " ") in said for _at, said in texts(record))


def test_a_text_that_no_record_can_hold_is_refused_aloud() -> None:
    packets = table()
    packets[1]["data"][0]["args"]["n"] = "\0"
    result = imported(packets)
    assert result.records == []
    assert "no record can hold" in result.findings[-1].message


needs_data = pytest.mark.skipif(
    not DATA.exists(), reason="shared/data is not beside the repository"
)


@needs_data
@pytest.mark.parametrize(
    ("name", "seats", "lines"), [("bga-crew.json", 4, 71), ("bga-history.json", 2, 74)]
)
def test_the_real_logs_become_sound_chronicles(name: str, seats: int, lines: int) -> None:
    data = (DATA / name).read_bytes()
    result = import_bga(data)
    (record,) = result.records
    assert (record.game, len(record.seats)) == ("chronicle", seats)
    assert len(replay(record).plies) == lines
    assert replay(record).findings == [] and loads(dumps(record)) == record
    assert {finding.code for finding in result.findings} == {"KF603"}


@needs_data
def test_each_twin_of_the_real_history_is_read_once() -> None:
    data = (DATA / "bga-history.json").read_bytes()
    (log,), _findings = read_logs(data)
    private = [event for event in log.events if event.viewer]
    (record,) = import_bga(data).records
    seen = [text for _at, text in texts(record) if text.startswith("Seen by Player A: You take")]
    assert len(seen) == len(private) == 28
    assert sum("hidden train car" in text for _at, text in texts(record)) == 45 + 28
