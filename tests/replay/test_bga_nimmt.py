"""6 nimmt! from Board Game Arena: our own matches written as its logs come back equal, from every
container, with every option that the moves show; what a log leaves out is said, and every trap is
met.

No real log of the game is public, so only constructed ones can be tried.
"""

from __future__ import annotations

import copy
import json
from itertools import chain
from typing import Any

import pytest
from msgspec.structs import replace

from kifu.notation.comments import commands
from kifu.notation.errors import Diagnostic, is_error
from kifu.notation.record import Record, tag
from kifu.replay.chance import unrolled
from kifu.replay.importers import Imported
from kifu.replay.importers.bga import import_bga
from kifu.replay.match import replay

from .bga_logs import archive, history, packets_of
from .nimmt_logs import known, match_of

NAMES = ["Anna $", "B ${x} places 3", "千恵"]
MATCH = match_of(3, "bga")
PACKETS = packets_of(MATCH, NAMES)

Packets = list[dict[str, Any]]


def imported(packets: Packets) -> Imported:
    return import_bga(archive(packets, NAMES))


def findings(result: Imported) -> list[Diagnostic]:
    """The findings about an import, without the one about the options, which no log says."""
    (assumed,) = (each for each in result.findings if "does not say the options" in each.message)
    assert assumed.code == "KF603"
    return [each for each in result.findings if each is not assumed]


def bare(record: Record) -> Record:
    return replace(record, tags=[], notes=[])


def sorted_hands(record: Record) -> Record:
    """`record` with the hands of each deal ascending: their order means nothing."""
    chance = []
    for label, deal in record.chance:
        cards = deal.split()
        size = 10 * len(record.seats)
        hands = [sorted(cards[k : k + 10], key=int) for k in range(0, size, 10)]
        chance.append((label, " ".join([*chain(*hands), *cards[size:]])))
    return replace(record, chance=chance)


@pytest.mark.matrix(2)
@pytest.mark.parametrize("seats", range(2, 11))
def test_a_match_played_here_comes_back_from_its_log(seats: int) -> None:
    match = match_of(seats, f"bga, {seats} seats")
    names = [f"Player {k}" for k in range(seats)]
    result = import_bga(archive(packets_of(match, names, viewer=seats), names))
    assert findings(result) == []
    (record,) = result.records
    assert sorted_hands(bare(record)) == sorted_hands(replace(known(match.record), seats=names))
    assert record.end == "=" and not replay(record).findings


@pytest.mark.parametrize(
    "options", [{}, {"placement": "professional"}, {"rounds": "2", "placement": "professional"}]
)
def test_options_that_the_moves_show_are_those_of_the_record(options: dict[str, str]) -> None:
    match = match_of(3, "options", **options)
    (record,) = imported(packets_of(match, NAMES)).records
    assert sorted_hands(bare(record)) == sorted_hands(replace(known(match.record), seats=NAMES))


def test_a_match_with_drafted_hands_becomes_a_chronicle() -> None:
    match = match_of(3, "draft", deck="tactics", hands="drafted", rounds="1")
    result = imported(packets_of(match, NAMES))
    assert "so it became a chronicle" in result.findings[0].message
    assert result.records[0].game == "chronicle"


def test_options_are_assumed_or_inferred_aloud() -> None:
    match = match_of(3, "silent", placement="professional", rounds="1")
    packets = packets_of(match, NAMES)
    result = imported(packets)
    assert [finding.code for finding in result.findings] == ["KF603"] * 2
    said = " ".join(finding.message for finding in result.findings)
    assert "all 104 cards are assumed, and by the moves placement=professional" in said
    assert "fixed number of rounds: rounds=1" in said
    assert result.records[0].options == {"placement": "professional", "rounds": "1"}
    (without_last_turns,) = imported([*packets[:-8], packets[-1]]).records
    assert without_last_turns.options == {"placement": "professional"}


def test_seats_follow_the_list_of_players_and_else_their_appearance() -> None:
    (listed,) = imported(PACKETS).records
    assert listed.seats == NAMES
    result = import_bga(history(PACKETS))
    said = " ".join(finding.message for finding in result.findings)
    assert "seats are in the order in which they appear" in said
    assert sorted(result.records[0].seats) == sorted(NAMES)


def test_times_are_kept_as_clocks_and_moments() -> None:
    (record,) = imported(PACKETS).records
    first = [note for note in record.notes if note.at in (1, 2, 3)]
    names = [[name for name, _args in commands(note.text or "")] for note in first]
    assert names == [["clk"], ["clk"], ["clk", "utc"]]
    assert tag(record, "Date") == "2025-11-20" and tag(record, "Site") == "Board Game Arena"
    assert tag(record, "Table") == "700000001" and tag(record, "Termination") == "normal"


def test_the_viewers_own_lines_say_you() -> None:
    """Only the private packet of the viewer's own card is there, as in a capture of the page."""
    private = {
        (str(packet["move_id"]), event["h"])
        for packet in PACKETS
        if packet["channel"].startswith("/player")
        for event in packet["data"]
        if "h" in event
    }
    packets = [
        packet
        for packet in PACKETS
        if packet["channel"].startswith("/player")
        or (str(packet["move_id"]), packet["data"][0].get("h")) not in private
    ]
    assert len(packets) < len(PACKETS)
    (record,) = imported(packets).records
    assert record.moves == MATCH.record.moves


def test_html_in_lines_and_empty_arrays_for_arguments_do_no_harm() -> None:
    packets = copy.deepcopy(PACKETS)
    for packet in packets:
        for event in packet["data"]:
            event["log"] = event["log"].replace(" on the ", "&nbsp;<b>on</b> the<br/>")
    (record,) = imported(packets).records
    assert record.moves == MATCH.record.moves


def test_a_log_that_ends_in_a_round_leaves_the_cards_unknown() -> None:
    second = _second_round(PACKETS)
    upto = next(at for at in range(second + 3, len(PACKETS)) if "cardPlaced" in _types(PACKETS[at]))
    result = imported(PACKETS[: upto + 1])
    (part,) = findings(result)
    assert part.code == "KF603" and "is not whole in the log" in part.message
    (record,) = result.records
    assert record.end == "*" and "_" not in record.chance[0][1]
    deal = unrolled(record.chance[1][1])
    assert deal[:10].count("_") == 0 and deal[10:30].count("_") >= 18
    assert replay(record).findings == []


def test_a_gap_in_the_log_ends_the_record_aloud() -> None:
    moves = [str(packet["move_id"]) for packet in PACKETS if "cardPlaced" in _types(packet)]
    packets = [packet for packet in PACKETS if str(packet["move_id"]) != moves[30]]
    result = imported(packets)
    codes = [finding.code for finding in result.findings]
    assert (
        codes[0] == "KF603"
        and "the log has nothing of 1 of the moves" in result.findings[0].message
    )
    assert any(map(is_error, result.findings))
    (record,) = result.records
    assert record.end == "*" and not [f for f in replay(record).findings if is_error(f)]
    assert MATCH.record.moves.startswith(record.moves)


def test_a_log_that_begins_in_the_middle_becomes_a_chronicle() -> None:
    result = imported(PACKETS[40 : _second_round(PACKETS)])
    assert "so it became a chronicle" in result.findings[0].message
    assert result.records[0].game == "chronicle"
    assert "the log has nothing of " in " ".join(found.message for found in result.findings)


def test_a_log_in_another_language_becomes_a_chronicle_with_every_line() -> None:
    german = json.loads(json.dumps(PACKETS).replace(" place", " legt").replace(" takes", " nimmt"))
    for packets in (german, german[:200]):
        result = imported(packets)
        assert "no line in English says that a card was laid" in result.findings[0].message
        assert result.records[0].game == "chronicle"


def test_a_contradiction_ends_the_record_before_its_turn() -> None:
    packets = copy.deepcopy(PACKETS)
    places = [k for k, packet in enumerate(packets) if "cardPlaced" in _types(packet)]
    at = next(k for k in places[25:] if packets[k]["data"][0]["args"].get("player_id") == 9000002)
    for event in packets[at]["data"]:
        event["args"]["row"] = str(int(event["args"]["row"]) % 4 + 1)
    result = imported(packets)
    (error,) = [finding for finding in result.findings if is_error(finding)]
    assert error.code == "KF601" and "rows after the turn: the log says" in error.message
    turn = next(k for k in places if int(PACKETS[k]["move_id"]) == int(PACKETS[at]["move_id"]))
    assert (error.token or "").startswith(f"$.data.logs[{turn}]")
    assert MATCH.record.moves.startswith(result.records[0].moves)


def test_a_result_that_differs_is_said() -> None:
    packets = copy.deepcopy(PACKETS)
    packets[-1]["data"][0]["args"]["args"]["result"][0]["score"] = "65"
    result = imported(packets)
    (wrong,) = findings(result)
    assert wrong.code == "KF601" and "the result is" in wrong.message
    assert result.records[0].end == "="


def test_a_result_that_names_a_player_twice_counts_once() -> None:
    packets = copy.deepcopy(PACKETS)
    listed = packets[-1]["data"][0]["args"]["args"]["result"]
    (record,) = imported(packets).records
    listed.append(dict(listed[0], rank=3))
    assert bare(imported(packets).records[0]) == bare(record)
    listed[1:3] = []
    assert findings(imported(packets)) == []


def test_a_hand_that_cannot_be_read_is_left_out_aloud() -> None:
    packets = copy.deepcopy(PACKETS)
    at = next(at for at, packet in enumerate(packets) if "newHand" in _types(packet))
    packets[at]["data"][0]["args"]["cards"] = ["x"]
    result = imported(packets)
    assert [finding.token for finding in findings(result)] == [
        f"$.data.logs[{at}].data[0].args.cards[0]"
    ]
    assert result.records[0].moves == MATCH.record.moves


def test_first_cards_without_rows_make_a_chronicle() -> None:
    packets = copy.deepcopy(PACKETS)
    for packet in packets:
        for event in packet["data"]:
            if event["type"] == "newTable":
                event["args"]["cards"][0]["location_arg"] = "7"
    result = imported(packets)
    assert "4 cards begin rows 1 to 4; here it is rows [1, 2, 3, 7]" in result.findings[0].message
    assert result.records[0].game == "chronicle"


@pytest.mark.parametrize(
    ("conceded", "left", "how"),
    [("9000002", "9000003", "concession 2"), ("", "9000003", "abandoned")],
)
def test_a_match_that_somebody_concedes_or_leaves_is_not_finished(
    conceded: str, left: str, how: str
) -> None:
    packets = copy.deepcopy([*PACKETS[:200], PACKETS[-1]])
    for one in packets[-1]["data"][0]["args"]["args"]["result"]:
        one["concede"] = one["id"] == conceded
        one["zombie"] = "1" if one["id"] == left else "0"
    (record,) = imported(packets).records
    assert record.end == "*" and tag(record, "Termination") == how


def _types(packet: dict[str, Any]) -> list[str]:
    return [event["type"] for event in packet["data"]]


def _second_round(packets: Packets) -> int:
    starts = [at for at, packet in enumerate(packets) if "newRound" in _types(packet)]
    return starts[1]
