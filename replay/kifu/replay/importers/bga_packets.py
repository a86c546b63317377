"""The packets of a Board Game Arena log.

A log is the answer of the archive (`{"data": {"logs": [...]}}`) or of the notification history
(`{"data": {"data": [...]}}`). A packet holds events for everyone at the table or for one player.
Numbers are written as numbers and as strings, in one file.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.diagnostics import Diagnostic, diagnostic, is_error
from kifu.replay.importers.doubt import Doubt

_TABLE, _PLAYER = "/table/t", "/player/p"
#: The names under which a log has the settings of its table.
_SETTINGS = ("gamedatas", "options", "game_options")


class TableEvent(Struct):
    """What happened. `viewer` is the id of the only player who saw it, "" where everyone did;
    `move` counts the moves of the table, `time` is in seconds since 1970; `place` is its JSON path.
    """

    type: str
    log: str
    args: dict[str, Any]
    viewer: str
    move: int | None
    time: int | None
    mark: str
    place: str


class TableLog(Struct):
    """The events of one table in the order of the log, and what comes with them."""

    table: str
    events: list[TableEvent] = []
    players: list[tuple[str, str]] = []
    settings: dict[str, Any] = {}
    findings: list[Diagnostic] = []


def read_logs(data: bytes) -> tuple[list[TableLog], list[Diagnostic]]:
    """The tables in the log `data` (its bytes), and findings about what could not be read.

    Raises Doubt (KF602) where there is no packet at all.

    >>> packet = b'{"channel": "/table/t7", "move_id": "1", "data": [{"type": "x", "args": []}]}'
    >>> read_logs(b'{"data": {"logs": [' + packet + b"]}}")[0][0].events[0].place
    '$.data.logs[0].data[0]'
    """
    try:
        answer = msgspec.json.decode(data, type=dict[str, Any])
    except msgspec.ValidationError as error:
        wrong = f"the log is not an answer of Board Game Arena, an object of JSON: {error}"
        raise Doubt("KF602", "$", wrong) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Doubt("KF602", "$", f"the log is not JSON: {error}") from None
    if "error" in answer and str(answer.get("status")) == "0":
        said = str(answer["error"])[:200]
        raise Doubt("KF602", "$", f"Board Game Arena answered: {said}")
    content = answer.get("data")
    reader = _Reader()
    if isinstance(content, dict):
        reader.open(content)
    if not reader.logs:
        for finding in filter(is_error, reader.findings):
            raise Doubt(finding.code, finding.token or "$", finding.message)
        raise Doubt("KF602", "$", "the log holds no packet of Board Game Arena")
    for log in reader.logs.values():
        log.players = reader.players
        log.settings = reader.settings
        log.findings += _gaps(log)
    return list(reader.logs.values()), reader.findings


def number(given: object) -> int | None:
    """The whole number that `given` is or, as a string, shows; None for anything else.

    >>> number("12"), number(12), number("-3"), number(True), number("twelve")
    (12, 12, -3, None, None)
    """
    if isinstance(given, int) and not isinstance(given, bool):
        return given if abs(given) < 10**15 else None
    if isinstance(given, str) and len(given) <= 15 and given.isascii():
        return int(given) if given.removeprefix("-").isdigit() else None
    return None


class _Reader:
    """Sorts packets by table, and leaves out what was delivered twice."""

    def __init__(self) -> None:
        self.logs: dict[str, TableLog] = {}
        self.players: list[tuple[str, str]] = []
        self.settings: dict[str, Any] = {}
        self.findings: list[Diagnostic] = []
        self.seen: set[tuple[str, str]] = set()
        self.has_others = False
        self.table = ""

    def open(self, content: dict[str, Any]) -> None:
        self.read_players(content.get("players"))
        for name in _SETTINGS:
            if isinstance(content.get(name), dict):
                self.settings |= content[name]
                self.read_players(content[name].get("players"))
        name = "logs" if "logs" in content else "data"
        packets = content.get(name)
        for at, packet in enumerate(packets if isinstance(packets, list) else []):
            path = f"$.data.{name}[{at}]"
            if isinstance(packet, dict) and isinstance(packet.get("channel"), str):
                self.read_packet(packet, path)
            else:
                self.refuse("a packet is an object with a channel", path)

    def refuse(self, message: str, path: str) -> None:
        self.findings.append(diagnostic("KF602", message, token=path))

    def read_players(self, given: object) -> None:
        """Add the players in `given`, an array, or an object by id, in the order of their `no`
        (their places at the table) if all have one. Anything else is ignored.
        """
        listed = list(given.values()) if isinstance(given, dict) else given
        if not isinstance(listed, list):
            return
        found = [one for one in listed if isinstance(one, dict) and number(one.get("id"))]
        if all(number(one.get("no")) is not None for one in found):
            found.sort(key=lambda one: number(one["no"]) or 0)
        for one in found:
            player = (str(number(one["id"])), str(one.get("name") or one.get("player") or ""))
            if player[1] and player not in self.players:
                self.players.append(player)

    def read_packet(self, given: dict[str, Any], path: str) -> None:
        channel = given["channel"]
        if not channel.startswith((_TABLE, _PLAYER)):
            if not self.has_others:
                message = f"channel {channel[:80]} is none of a table or a player; it and others "
                message += "like it are left out"
                self.findings.append(diagnostic("KF603", message, token=path))
            self.has_others = True
            return
        # A player's packet may not say which table it is of; then it is the last one's.
        named = channel.removeprefix(_TABLE) if channel.startswith(_TABLE) else self.table
        table = self.table = str(number(given.get("table_id")) or named)
        log = self.logs.setdefault(table, TableLog(table))
        viewer = channel.removeprefix(_PLAYER) if channel.startswith(_PLAYER) else ""
        events = given.get("data")
        for at, event in enumerate(events if isinstance(events, list) else [events]):
            place = f"{path}.data[{at}]"
            if not isinstance(event, dict):
                self.refuse("an event is an object", place)
                continue
            if not self.is_again(channel, event):
                log.events.append(_event(given, event, viewer, place))

    def is_again(self, channel: str, event: dict[str, Any]) -> bool:
        """Whether an event with this `uid` was seen in the channel before; if not, it counts as
        seen from now on. A log may have an event several times.
        """
        key = channel, str(event.get("uid") or "")
        if key in self.seen:
            return True
        if key[1]:
            self.seen.add(key)
        return False


def _event(packet: dict[str, Any], event: dict[str, Any], viewer: str, place: str) -> TableEvent:
    args = event.get("args")
    return TableEvent(
        type=str(event.get("type", "")),
        log=event["log"] if isinstance(event.get("log"), str) else "",
        args=args if isinstance(args, dict) else {},
        viewer=viewer,
        move=number(packet.get("move_id")),
        time=number(packet.get("time")),
        mark=str(event.get("h", "")),
        place=place,
    )


def _gaps(log: TableLog) -> list[Diagnostic]:
    """Findings (KF603) that the log begins late, and that it skips moves. Private moves of others
    may look so.
    """
    moves = sorted({event.move for event in log.events if event.move is not None})
    if not moves:
        return []
    place = next(event.place for event in log.events if event.move is not None)
    found = [f"the log begins with move {moves[0]}"] if moves[0] > 1 else []
    lacking = moves[-1] - moves[0] + 1 - len(moves)
    if lacking:
        first = next(before + 1 for before, after in pairwise(moves) if after > before + 1)
        more = f" and of {lacking - 1} more" if lacking > 1 else ""
        found.append(f"there is nothing of move {first}{more} in the log")
    return [diagnostic("KF603", message, token=place) for message in found]
