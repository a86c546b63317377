"""A Board Game Arena log: its packets, and the events, players and lines of a table.

A log is the answer of the archive (`{"data": {"logs": [...]}}`) or of the notification history
(`{"data": {"data": [...]}}`). A packet holds events for everyone at the table or for one player.
Numbers are written as numbers and as strings, in one file; what is missing as null, and an empty
object as an empty array.

A line is a template with `${name}` for its arguments, and an argument may itself be a template with
its own arguments. What an argument says is never filled in again, so a `$` in a player's name is
safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from kifu.notation.errors import Diagnostic, diagnostic, is_error
from kifu.replay.importers import Doubt, converted

_CHANNEL = re.compile(r"/table/t(?P<table>.*)|/player/p(?P<viewer>[0-9]{1,18})", re.DOTALL)
#: The type of the event, and the id of the state, with which the framework names the final result.
_STATE, _GAME_END = "gameStateChange", "99"

T = TypeVar("T")
Whole = Annotated[int, Meta(gt=-(10**15), lt=10**15)]
#: The latest time that can be written: the end of the year 9999.
LATEST = 253402300799


class Player(Struct):
    """A player in the log's list, which is in seat order. An id or name that is not known is ""."""

    id: Whole | str = ""
    name: str = ""


class Standing(Player):
    """A player's line in the final result."""

    score: Whole | None = None
    rank: Whole | None = None
    concede: bool = False
    zombie: bool = False


class TableEvent(Struct):
    """What happened. `log` is the template of its line ("": none), `args` what fills it. `uid` is
    the same where it is delivered again, `h` for events that belong together.

    The packet decides the rest: `viewer` is the id of the only player who saw it, "" if everyone
    did; `move` counts the moves of the table; `time` is in seconds since 1970 (None: not known, or
    none that can be written); `place` is its JSON path in the log.
    """

    type: str = ""
    log: str = ""
    args: Any = None
    uid: str | int = ""
    h: str | int = ""
    viewer: str = ""
    move: int | None = None
    time: int | None = None
    place: str = ""


class TableLog(Struct):
    """The events of one table in the order of the log, with its players, and the final result with
    its JSON path; `result` is [] and `result_place` "" if there is none.
    """

    table: str
    players: list[Player]
    events: list[TableEvent] = []
    result: list[Standing] = []
    result_place: str = ""
    findings: list[Diagnostic] = []


class _Packet(Struct):
    """A packet: events (`data`) for the table or player of its `channel`."""

    channel: str
    data: Any = None
    table_id: Whole | None = None
    move_id: Whole | None = None
    time: Whole | None = None


def read_logs(data: bytes) -> tuple[list[TableLog], list[Diagnostic]]:
    """The tables in the log `data` (its bytes), in the order in which they appear, each with its
    events, players, final result and findings; and further findings (KF602, KF603) about what is
    left out.

    Raises Doubt (KF602) if the data are no JSON or an error message. It also does so if no packet
    belongs to a table or player, unless something in the log could not be read: then there are no
    tables, but findings (KF602).

    >>> packet = b'{"channel": "/table/t7", "move_id": "1", "data": [{"type": "x", "args": []}]}'
    >>> read_logs(b'{"data": {"logs": [' + packet + b"]}}")[0][0].events[0].place
    '$.data.logs[0].data[0]'
    """
    try:
        answer = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Doubt("KF602", "$", f"the log is not JSON: {error}") from None
    if refused := at(answer, "error"):
        raise Doubt("KF602", "$", f"Board Game Arena answered: {str(refused)[:200]}")
    content = at(answer, "data")
    findings: list[Diagnostic] = []
    players = all_fitting(at(content, "players"), Player, "$.data.players", findings)
    name = "logs" if at(content, "logs") else "data"
    packets = all_fitting(at(content, name), _Packet, f"$.data.{name}", findings)
    logs = _tables(packets, [one for _place, one in players], findings)
    if not logs and not any(map(is_error, findings)):
        raise Doubt("KF602", "$", "the log holds no packet of Board Game Arena")
    for log in logs:
        _find_result(log)
        log.findings += _gaps(log)
    return logs, findings


def _tables(
    packets: Iterable[tuple[str, _Packet]], players: list[Player], findings: list[Diagnostic]
) -> list[TableLog]:
    """The events of packets (each with its JSON path) by table, in the order in which the tables
    appear. A table of which all packets are empty has no events. All tables share the list
    `players` (in seat order). Events that were delivered twice come once.

    A packet that names no table belongs to the table before it; the first ones, to a table "". A
    packet whose channel is none of a table or player is left out, with one finding (KF603) for each
    such channel. An event that does not fit adds one (KF602). Both go to `findings`. [] if there is
    no packet.
    """
    logs: dict[str, TableLog] = {}
    seen: set[tuple[str, str | int]] = set()
    table = ""
    for path, packet in packets:
        channel = _CHANNEL.fullmatch(packet.channel)
        if channel is None:
            if (packet.channel, "") not in seen:
                message = f"channel {packet.channel[:80]} is none of a table or a player; "
                message += "it is left out"
                findings.append(diagnostic("KF603", message, token=path))
            seen.add((packet.channel, ""))
            continue
        table = str(packet.table_id or channel["table"] or table)
        log = logs.setdefault(table, TableLog(table, players))
        time = packet.time if 0 <= (packet.time or -1) <= LATEST else None
        for place, event in all_fitting(packet.data, TableEvent, f"{path}.data", findings):
            key = packet.channel, event.uid or place
            if key in seen:  # a log may have an event several times
                continue
            seen.add(key)
            event.viewer = channel["viewer"] or ""
            event.move, event.time, event.place = packet.move_id, time, place
            log.events.append(event)
    return [*logs.values()]


def _find_result(log: TableLog) -> None:
    """Set `result` and `result_place` of `log` from the last event that ends the game and has a
    result. Without one, nothing changes. A line of the result that can't be read is left out, with
    a finding (KF602) in `log.findings`. Earlier results are replaced, but their lines that can't be
    read add findings as well.
    """
    for event in log.events:
        if event.type == _STATE and str(at(event.args, "id")) == _GAME_END:
            result = at(event.args, "args", "result")
            place = f"{event.place}.args.args.result"
            if result:
                listed = all_fitting(result, Standing, place, log.findings)
                log.result, log.result_place = [one for _place, one in listed], place


def at(given: Any, *names: str) -> Any:
    """What is at the end of these names in objects within objects; None if there is nothing.

    >>> at({"a": {"b": 7}}, "a", "b"), at({"a": []}, "a", "b")
    (7, None)
    """
    for name in names:
        given = given.get(name) if isinstance(given, dict) else None
    return given


def fitting(given: Any, kind: type[T], path: str, findings: list[Diagnostic]) -> T | None:
    """`given`, decoded JSON, as an object of the type `kind`; a number may be written as a text. If
    `given` is an object, each of its values that is null or an empty array counts as missing (not
    those further inside). If it does not fit, also because something is missing that `kind` needs:
    None, and a finding (KF602) with its JSON path is added to `findings`. `path` is where `given`
    is.

    >>> fitting({"id": "7", "name": None, "args": []}, Player, "$", [])
    Player(id='7', name='')
    """
    if isinstance(given, dict):
        given = {name: value for name, value in given.items() if value not in (None, [])}
    try:
        return converted(given, kind, path)
    except Doubt as doubt:
        findings.append(doubt.finding)
        return None


def all_fitting(
    given: Any, kind: type[T], path: str, findings: list[Diagnostic]
) -> Iterator[tuple[str, T]]:
    """Yield pairs of JSON path and object (see `fitting`) for the items of an array, or the values
    of an object, that fit. `path` is where `given` is; an item has `path[0]`, `path[1]` and so on,
    in an object, too. Nothing for null, 0, false and what is empty; any other single value counts
    as the only item. What does not fit is left out, and adds its finding to `findings` when the
    items come to it.
    """
    items = list(given.values()) if isinstance(given, dict) else given or []
    for number, one in enumerate(items if isinstance(items, list) else [items]):
        place = f"{path}[{number}]"
        if (found := fitting(one, kind, place, findings)) is not None:
            yield place, found


def _gaps(log: TableLog) -> list[Diagnostic]:
    """A list of one finding (KF603) if moves are missing in the log; [] if none is. Moves count
    from 1 (0: before the first) to the highest number in the log, and those without any event are
    missing. Moves that only other players could see may look missing.
    """
    moves = {event.move for event in log.events if event.move}
    lacking = max(moves, default=0) - len(moves)
    if lacking < 1:
        return []
    message = f"the log has nothing of {lacking} of the moves 1 to {max(moves)}"
    return [diagnostic("KF603", message, token=log.events[0].place)]


#: No table of Board Game Arena has more seats.
MOST_PLAYERS = 100


class Players:
    """The players of a table in seat order: that of the log's list, then as they appear. `by_id`
    and `by_name` give seats. `result` is the final result by seat, `scores` its scores in seat
    order (None unless every seat has one), `findings` say what had to be inferred.

    Raises Doubt (KF602) if the log names no player, or too many.
    """

    def __init__(self, log: TableLog) -> None:
        self.names: list[str] = []
        self.by_id: dict[str, int] = {}
        self.by_name: dict[str, int] = {}
        self.findings: list[Diagnostic] = []
        for player in log.players:
            self._add(str(player.id), without_html(player.name))
        listed = len(self.names)
        for event in log.events:
            self._add(*_named(event))
        for one in log.result:
            self._add(str(one.id), without_html(one.name))
        if not self.names:
            raise Doubt("KF602", "$", "the log names no player")
        known = [one for one in log.result if str(one.id) in self.by_id]
        self.result = {self.by_id[str(one.id)]: one for one in known}
        scored = [self.result[seat].score for seat in sorted(self.result)]
        scores = [score for score in scored if score is not None]
        self.scores = scores if len(scores) == len(self.names) else None
        self._name_viewers(log)
        if listed < len(self.names):
            message = "the log lists no players; seats are in the order in which they appear"
            self.findings.append(diagnostic("KF603", message, token="$"))

    def seat(self, event: TableEvent) -> int:
        """The seat (from 1) that an event is about: that of the player whom it names by id or by
        name, or else of the one that it was sent to; 0 if neither is known.
        """
        player, name = _named(event)
        by_id = self.by_id.get
        return by_id(player) or self.by_name.get(name) or by_id(event.viewer, 0)

    def who(self, event: TableEvent) -> str:
        """The name of the only player who saw a private event; "one player" if it is not known."""
        seat = self.by_id.get(event.viewer)
        return self.names[seat - 1] if seat else "one player"

    def _add(self, player: str, name: str) -> None:
        """Add the player with this id ("": not known) and plain name to `names`, `by_id` and
        `by_name`. Nothing happens without a name, or if the id is known already. If only the name
        is known, that player gets the id; but if it has another id already, this is another player
        of the same name, whom `by_name` does not find. Raises Doubt if there are more than
        MOST_PLAYERS.
        """
        if not name or player in self.by_id:
            return
        seat = self.by_name.get(name, 0)
        if not seat or (player and seat in self.by_id.values()):
            if len(self.names) == MOST_PLAYERS:
                message = f"the log names more than {MOST_PLAYERS} players, which is not a table"
                raise Doubt("KF602", "$", message)
            self.names.append(name)
            seat = len(self.names)
            self.by_name.setdefault(name, seat)
        if player:
            self.by_id[player] = seat

    def _name_viewers(self, log: TableLog) -> None:
        """Find out who the players are of whom the log has only an id. For each such id, look at
        the public twins (see `twins`) of its private events. If those that name a player all give
        the same name, and the player of that name has no id yet, `by_id` gets this id for that
        seat, and `findings` of this object a finding (KF603). Otherwise the id stays unknown.
        """
        named: dict[str, set[str]] = {}
        for private, public in twins(log.events).values():
            if private.viewer not in self.by_id and (name := _named(public)[1]):
                named.setdefault(private.viewer, set()).add(name)
        for viewer, (name, *others) in named.items():
            seat = self.by_name.get(name, 0)
            if not others and seat not in (0, *self.by_id.values()):
                self.by_id[viewer] = seat
                message = f"player {viewer} has no name; all that was for this player alone was of "
                self.findings.append(diagnostic("KF603", message + name, token="$"))


def _named(event: TableEvent) -> tuple[str, str]:
    """Id and name of the player whom an event's arguments name, by `player_id` and `player_name`;
    "" for one that they don't have. The name is plain text, without HTML.
    """
    player, name = at(event.args, "player_id"), at(event.args, "player_name")
    return (
        str(player) if isinstance(player, (int, str)) else "",
        without_html(name) if isinstance(name, str) else "",
    )


def twins(events: list[TableEvent]) -> dict[str, tuple[TableEvent, TableEvent]]:
    """The private events (sent to one player) that everybody got, too, as a public twin: JSON path
    of the private event -> (private event, public event).

    Twins are in the same move and have the same mark (`h`) and type: the first private event of a
    viewer and the first public one, and so on. Events of no move have no twin. O(events).
    """
    together: dict[tuple[int, str, str], dict[str, list[TableEvent]]] = {}
    for event in events:
        if event.move is not None:
            group = together.setdefault((event.move, str(event.h), event.type), {})
            group.setdefault(event.viewer, []).append(event)
    found: dict[str, tuple[TableEvent, TableEvent]] = {}
    for group in together.values():
        everyone = group.pop("", [])
        for private in group.values():
            found |= {one.place: (one, twin) for one, twin in zip(private, everyone, strict=False)}
    return found


_HOLE = re.compile(r"\$\{([A-Za-z0-9_.-]{1,80})\}")
#: How deep templates and lists are filled in, and the most parts of a line; real lines need less
#: than a tenth of both.
DEEPEST = 20
MOST = 2000
#: Characters of a line that are kept.
LONGEST = 4000
#: What is put where a line was cut.
CUT = "..."


def line(event: TableEvent) -> tuple[str, list[str]]:
    """The line of an event, filled in, as text without HTML; and a list of English sentences about
    what is doubtful in it ([] if nothing is). A name that its arguments lack stays as it is, and is
    doubtful. A line of more than LONGEST characters, or of more than MOST parts, is cut, ends in
    CUT and is doubtful, too.

    >>> cards = {"log": "<b>${n}</b>&nbsp;cards", "args": {"n": 2}}
    >>> args = {"player_name": "A ${n}", "cards": cards}
    >>> line(TableEvent(log="${player_name} takes ${cards}", args=args))
    ('A ${n} takes 2 cards', [])
    """
    holes: set[str] = set()
    parts = _parts({"log": event.log, "args": event.args}, holes, 0)
    text = without_html("".join(islice(parts, MOST)))
    names = " ".join(sorted(holes))
    doubts = [f"the log does not say what is written for {names}"] if holes else []
    if len(text) > LONGEST or next(parts, None) is not None:
        text = text[:LONGEST] + CUT
        doubts.append("the line is longer than is kept, and was cut")
    return text, doubts


def _parts(value: Any, holes: set[str], depth: int) -> Iterator[str]:
    """Yield the parts of an argument as text, HTML included. A text is itself. A template (an
    object with a text `log` and its `args`) is filled in, the items of a list are joined with ", ",
    null is nothing. Anything else is its JSON, and so are templates and lists at the depth DEEPEST.
    `depth` is how deep `value` itself is nested, 0 for a whole line. Names that nothing fills stay
    as `${NAME}`, and are added to `holes` when the parts come to them.
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < DEEPEST:
        for number, one in enumerate(value):
            yield ", " if number else ""
            yield from _parts(one, holes, depth + 1)
    elif isinstance(at(value, "log"), str) and depth < DEEPEST:
        args = value.get("args")
        for number, piece in enumerate(_HOLE.split(value["log"])):
            if number % 2 == 0:  # between two names
                yield piece
            elif isinstance(args, dict) and piece in args:
                yield from _parts(args[piece], holes, depth + 1)
            else:
                holes.add(piece)
                yield f"${{{piece}}}"
    elif value is not None:
        yield msgspec.json.encode(value).decode()


_TAG = re.compile(r"</?([a-z][a-z0-9]*+)[^<>]*+>", re.IGNORECASE)
#: HTML that does not go on in the same line.
_BREAKS = ("br", "p", "div", "li", "tr", "td", "img")


def without_html(html: str) -> str:
    """The text of a piece of HTML on one line: without its tags, with single spaces for white space
    and for tags that break a line, none around it.

    >>> without_html('7&nbsp;<b>bulls</b><br>Anna &amp; Bob')
    '7 bulls Anna & Bob'
    """
    parted = _TAG.sub(lambda tag: " " if tag[1].lower() in _BREAKS else "", html)
    return " ".join(unescape(parted).split())
