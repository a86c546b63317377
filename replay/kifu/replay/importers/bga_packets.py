"""The packets of a Board Game Arena log.

A log is the answer of the archive (`{"data": {"logs": [...]}}`) or of the notification history
(`{"data": {"data": [...]}}`). A packet holds events for everyone at the table or for one player.
Numbers are written as numbers and as strings, in one file.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import astuple, fields

from kifu.notation.errors import Diagnostic, diagnostic, is_error
from kifu.replay.importers import Doubt, converted

_TABLE, _PLAYER = "/table/t", "/player/p"
#: The type of the event, and the id of the state, with which the framework names the final result.
_STATE, _GAME_END = "gameStateChange", 99

S = TypeVar("S", bound=Struct)
Whole = Annotated[int, Meta(gt=-(10**15), lt=10**15)]
#: The latest time that can be written: the end of the year 9999.
LATEST = 253402300799
#: The most rounds of 6 nimmt! that can be fixed.
MOST_ROUNDS = 9999


class Player(Struct):
    """A player in the log's list; `no` is the place at the table, 0 where it is not known."""

    id: Whole = 0
    name: str = ""
    no: Whole = 0


class Standing(Player):
    """A player's line in the final result."""

    score: Whole | None = None
    rank: Whole | None = None
    concede: bool = False
    zombie: bool = False


class Settings(Struct):
    """The settings of a table of 6 nimmt!, None where the log does not have them."""

    card_variant: Whole | None = None
    professional: Whole | None = None
    game_length_type: Whole | None = None
    maximum_round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None


class TableEvent(Struct):
    """What happened. `viewer` is the id of the only player who saw it, 0 if everyone did. `log` is
    the template of its line ("": none), `args` what fills it. `move` counts the moves of the table,
    `time` is in seconds since 1970 (None: not known, or none that can be written). `mark` is the
    same for events that belong together. `place` is its JSON path in the log.
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
    """The events of one table in the order of the log, with its players and settings, and the final
    result with its JSON path; `result` is [] and `result_place` "" if there is none.
    """

    table: str
    players: list[Player]
    settings: Settings
    events: list[TableEvent] = []
    result: list[Standing] = []
    result_place: str = ""
    findings: list[Diagnostic] = []


class _Content(Struct):
    """The content of a log: `logs` or `data` has its packets; the rest may describe players and
    options.
    """

    logs: Any = None
    data: Any = None
    players: Any = None
    gamedatas: dict[str, Any] = {}
    options: dict[str, Any] = {}


class _Answer(Struct):
    """A whole log: what the website answered, with its content or an error."""

    data: Any = {}
    error: Any = None


class _Event(Struct):
    """An event as a packet has it. `uid` is the same where it is delivered again; `h` is
    its mark.
    """

    type: str = ""
    log: str = ""
    args: Any = None
    uid: str | int = ""
    h: str | int = ""


class _Packet(Struct):
    """A packet: events (`data`) for the table or player of its `channel`."""

    channel: str
    data: Any = None
    table_id: Whole | None = None
    move_id: Whole | None = None
    time: Whole | None = None


def read_logs(data: bytes) -> tuple[list[TableLog], list[Diagnostic]]:
    """The tables in the log `data` (its bytes), in the order in which they appear, and findings
    (KF602, KF603) about what is left out.

    Raises Doubt (KF602) if the data are no JSON, an error message, or hold no packet.

    >>> packet = b'{"channel": "/table/t7", "move_id": "1", "data": [{"type": "x", "args": []}]}'
    >>> read_logs(b'{"data": {"logs": [' + packet + b"]}}")[0][0].events[0].place
    '$.data.logs[0].data[0]'
    """
    try:
        answer = converted(msgspec.json.decode(data), _Answer, "$")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Doubt("KF602", "$", f"the log is not JSON: {error}") from None
    if answer.error:
        raise Doubt("KF602", "$", f"Board Game Arena answered: {str(answer.error)[:200]}")
    findings: list[Diagnostic] = []
    content = fitting(answer.data, _Content, "$.data", findings)
    tables = _Tables(content, findings)
    name, packets = ("logs", content.logs) if content.logs else ("data", content.data)
    for place, packet in all_fitting(packets, _Packet, f"$.data.{name}", findings):
        tables.read(packet, place)
    if not tables.logs and not any(map(is_error, findings)):
        raise Doubt("KF602", "$", "the log holds no packet of Board Game Arena")
    for log in tables.logs.values():
        log.findings += _gaps(log)
    return list(tables.logs.values()), findings


class _Tables:
    """Sorts packets by table, in `logs`, and leaves out events that were delivered twice. `content`
    is the log's content; what is wrong is added to `findings`.
    """

    def __init__(self, content: _Content, findings: list[Diagnostic]) -> None:
        game, place = content.gamedatas, "$.data.gamedatas"
        listed = [
            *all_fitting(content.players, Player, "$.data.players", findings),
            *all_fitting(game.get("players"), Player, f"{place}.players", findings),
        ]
        self.players = sorted((one for _place, one in listed), key=lambda one: one.no)
        options = fitting(content.options, Settings, "$.data.options", findings)
        others = astuple(fitting(game, Settings, place, findings))
        said = zip(astuple(options), others, strict=True)
        self.settings = Settings(*(other if one is None else one for one, other in said))
        self.logs: dict[str, TableLog] = {}
        self.findings = findings
        self.seen: set[tuple[str, str | int]] = set()
        self.has_others = False
        self.table = ""

    def read(self, packet: _Packet, path: str) -> None:
        """Add the events of a packet to its table, a new one if need be, and the final result if it
        has one. `path` is its JSON path. A packet that names no table is of the last one. A packet
        of a channel that is none of a table or player is left out; the first such has a finding.
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
        for place, given in all_fitting(packet.data, _Event, f"{path}.data", self.findings):
            if (channel, given.uid) in self.seen:  # a log may have an event several times
                continue
            if given.uid:
                self.seen.add((channel, given.uid))
            args: dict[str, Any] = given.args if isinstance(given.args, dict) else {}
            move, time = packet.move_id, packet.time
            time = None if time is None or not 0 <= time <= LATEST else time
            log.events.append(
                TableEvent(given.type, given.log, args, viewer, move, time, str(given.h), place)
            )
            if given.type == _STATE and str(args.get("id")) == str(_GAME_END):
                inner = args.get("args")
                if isinstance(inner, dict) and (result := inner.get("result")):
                    place += ".args.args.result"
                    listed = all_fitting(result, Standing, place, self.findings)
                    log.result, log.result_place = [one for _place, one in listed], place


def fitting(given: object, kind: type[S], path: str, findings: list[Diagnostic]) -> S:
    """`given`, decoded JSON, as a struct of the type `kind`. A field that is null, an empty array
    or of another type counts as missing; one of another type also adds a finding (KF603) to
    `findings`. Fields that `kind` does not have are ignored.

    Raises Doubt (KF602) where it is no object, or a field without a default is missing.

    >>> found = []
    >>> fitting({"id": "7", "name": None, "score": 5.5}, Standing, "$", found).id, found[0].token
    (7, '$.score')
    """
    if not isinstance(given, dict):
        return converted(given, kind, path)
    types = {field.name: field.type for field in _fields(kind)}
    found = {}
    for name, value in given.items():
        if name in types and value not in (None, []):
            try:
                found[name] = converted(value, types[name], f"{path}.{name}")
            except Doubt as doubt:
                findings.append(diagnostic("KF603", str(doubt), token=doubt.finding.token))
    return converted(found, kind, path)


#: To find the fields of a type is slow.
_fields = cache(fields)


def all_fitting(
    given: Any, kind: type[S], path: str, findings: list[Diagnostic]
) -> Iterator[tuple[str, S]]:
    """Yield pairs of JSON path and struct (see `fitting`) for the items of an array, or the values
    of an object. Paths count from 0 in both. One that does not fit is left out, with a finding
    (KF602) in `findings`. Nothing for null and for what is empty; a text or number counts as the
    only item.
    """
    items = list(given.values()) if isinstance(given, dict) else given or []
    for at, one in enumerate(items if isinstance(items, list) else [items]):
        place = f"{path}[{at}]"
        try:
            yield place, fitting(one, kind, place, findings)
        except Doubt as doubt:
            findings.append(doubt.finding)


def _gaps(log: TableLog) -> list[Diagnostic]:
    """Findings (KF603) that the log begins late, and that moves are missing in it; [] if neither.
    Private moves of others may look like gaps.
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
