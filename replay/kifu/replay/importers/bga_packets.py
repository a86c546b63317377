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

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.replay.importers.doubt import Doubt, converted

_TABLE, _PLAYER = "/table/t", "/player/p"
#: The type of the event, and the id of the state, with which the framework names the final result.
_STATE, _GAME_END = "gameStateChange", 99


class Player(Struct):
    """A player in the log's list."""

    id: int
    name: str = ""


class Standing(Player):
    """A player's line in the final result."""

    score: int | None = None
    rank: int | None = None
    concede: bool = False
    zombie: bool = False


class Settings(Struct):
    """The settings of a table of 6 nimmt!, None where the log does not have them."""

    card_variant: int | None = None
    professional: int | None = None
    game_length_type: int | None = None
    maximum_round: int | None = None


class TableEvent(Struct):
    """What happened. `viewer` is the id of the only player who saw it, 0 where everyone did; `move`
    counts the moves of the table, `time` is in seconds since 1970; `place` is its JSON path.
    """

    type: str
    log: str
    args: dict[str, Any]
    viewer: int
    move: int | None
    time: int | None
    mark: str
    place: str


class TableLog(Struct):
    """The events of one table in the order of the log, and what comes with them: the players and
    settings, the final result with its JSON path (an empty list and "" where there is none).
    """

    table: str
    players: list[Player]
    settings: Settings
    events: list[TableEvent] = []
    result: list[Standing] = []
    result_place: str = ""
    findings: list[Diagnostic] = []


class _Content(Struct):
    logs: list[Any] = []
    data: list[Any] = []
    players: list[Player] = []
    gamedatas: Settings | None = None
    options: Settings | None = None


class _Answer(Struct):
    data: _Content | None = None
    error: str = ""


class _Event(Struct):
    type: str = ""
    log: str = ""
    args: Any = None
    uid: str | int = ""
    h: str | int = ""


class _Packet(Struct):
    channel: str
    data: list[_Event]
    table_id: int | None = None
    move_id: int | None = None
    time: int | None = None


def read_logs(data: bytes) -> tuple[list[TableLog], list[Diagnostic]]:
    """The tables in the log `data` (its bytes), and findings (KF602, KF603) about the packets that
    were left out.

    Raises Doubt (KF602) where there is no packet at all.

    >>> packet = b'{"channel": "/table/t7", "move_id": "1", "data": [{"type": "x", "args": []}]}'
    >>> read_logs(b'{"data": {"logs": [' + packet + b"]}}")[0][0].events[0].place
    '$.data.logs[0].data[0]'
    """
    try:
        answer = converted(msgspec.json.decode(data), _Answer, "$")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Doubt("KF602", "$", f"the log is not JSON: {error}") from None
    if answer.error:
        raise Doubt("KF602", "$", f"Board Game Arena answered: {answer.error[:200]}")
    content = answer.data or _Content()
    tables = _Tables(content)
    name = "logs" if content.logs else "data"
    for at, packet in enumerate(content.logs or content.data):
        path = f"$.data.{name}[{at}]"
        try:
            tables.read(converted(packet, _Packet, path), path)
        except Doubt as doubt:
            tables.findings.append(doubt.finding)
    if not tables.logs:
        raise Doubt("KF602", "$", "the log holds no packet of Board Game Arena")
    for log in tables.logs.values():
        log.findings += _gaps(log)
    return list(tables.logs.values()), tables.findings


class _Tables:
    """Sorts packets by table, and leaves out what was delivered twice."""

    def __init__(self, content: _Content) -> None:
        self.players = [player for player in content.players if player.name]
        self.settings = content.options or content.gamedatas or Settings()
        self.logs: dict[str, TableLog] = {}
        self.findings: list[Diagnostic] = []
        self.seen: set[tuple[str, str | int]] = set()
        self.has_others = False
        self.table = ""

    def read(self, packet: _Packet, path: str) -> None:
        """Add the events of a packet, whose place is `path`, to its table. Raises Doubt (KF602)
        where a final result can't be read; the event is there, then.
        """
        channel, viewer = packet.channel, 0
        if channel.startswith(_PLAYER) and channel.removeprefix(_PLAYER).isdecimal():
            viewer = int(channel.removeprefix(_PLAYER)[:18])
        elif channel.startswith(_TABLE):
            self.table = channel.removeprefix(_TABLE)
        else:
            if not self.has_others:
                message = f"channel {channel[:80]} is none of a table or a player; it and others "
                message += "like it are left out"
                self.findings.append(diagnostic("KF603", message, token=path))
            self.has_others = True
            return
        # A player's packet may not say which table it is of; then it is the last one's.
        table = self.table = str(packet.table_id or self.table)
        log = self.logs.setdefault(table, TableLog(table, self.players, self.settings))
        for at, given in enumerate(packet.data):
            if (channel, given.uid) in self.seen:  # a log may have an event several times
                continue
            if given.uid:
                self.seen.add((channel, given.uid))
            args: dict[str, Any] = given.args if isinstance(given.args, dict) else {}
            move, time, place = packet.move_id, packet.time, f"{path}.data[{at}]"
            log.events.append(
                TableEvent(given.type, given.log, args, viewer, move, time, str(given.h), place)
            )
            if given.type == _STATE and str(args.get("id")) == str(_GAME_END):
                place += ".args.args.result"
                inner = args.get("args")
                found = inner.get("result") if isinstance(inner, dict) else None
                log.result, log.result_place = converted(found or [], list[Standing], place), place


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
