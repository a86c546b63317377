"""The table of a Board Game Arena log: its players, its clocks, its result, and its lines.

A line is a template with `${name}` for its arguments, and an argument may itself be a template with
its own arguments. What an argument says is never filled in again, so a `$` in a player's name is
safe.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.comments import clock
from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.live import utc
from kifu.notation.record import Note
from kifu.replay.importers.bga_packets import TableEvent, TableLog, number

#: Events of the framework: they change states and clocks and tell nothing.
FRAMEWORK = frozenset(
    (
        "gameStateChange", "gameStateMultipleActiveUpdate", "gameStateChangePrivateArg",
        "updateReflexionTime", "wakeupPlayers", "simplePause",
    )
)  # fmt: skip
_SPECTATOR = "_spectator"
#: The state in which the framework names the final result.
GAME_END = 99
#: The latest time that can be written: the end of the year 9999.
_LATEST = 253402300799


class AddressedLine(Struct):
    """A line of the log, with its event, the seat it is about (0: nobody), what is doubtful about
    its text, and what others saw instead: who, and which line.
    """

    event: TableEvent
    text: str
    seat: int
    doubts: list[str] = []
    seen: list[tuple[str, str]] = []


class Standing(Struct):
    """A player's line in the final result."""

    seat: int
    score: int | None
    rank: int | None
    conceded: bool
    zombie: bool


class Players:
    """The players in seat order: that of the log's list, then as they appear.

    `found` says whether the list had all of them, `findings` what had to be inferred.
    """

    def __init__(self, log: TableLog) -> None:
        self.names: list[str] = []
        self.by_id: dict[str, int] = {}
        self.by_name: dict[str, int] = {}
        self._identified: set[int] = set()
        for player, name in log.players:
            self._add(player, name)
        listed = len(self.names)
        for event in log.events:
            self._add(str(number(event.args.get("player_id")) or ""), _player_name(event))
            for one in _result(event):
                self._add(str(number(one.get("id")) or ""), _result_name(one))
        self.found = listed == len(self.names)
        self.findings = list(self._name_viewers(log))

    def unlisted(self) -> list[Diagnostic]:
        """The finding (KF603) that the log lists no players, or not all; none where it does."""
        message = "the log lists no players; seats are in the order in which they appear"
        return [] if self.found else [diagnostic("KF603", message, token="$")]

    def seat(self, event: TableEvent) -> int:
        """The seat that an event is about, by its player's id or name, or else the one that it was
        sent to; 0 if there is none.
        """
        player = str(number(event.args.get("player_id")) or "")
        by_name = self.by_name.get(plain(_player_name(event)), 0)
        return self.by_id.get(player) or by_name or self.by_id.get(event.viewer, 0)

    def who(self, event: TableEvent) -> str:
        """The name of the only player who saw an event; "one player" if the name is not known,
        "spectators" if the event was not sent to a player.
        """
        if not event.viewer:
            return "spectators"
        seat = self.by_id.get(event.viewer, 0)
        return self.names[seat - 1] if seat else "one player"

    def _add(self, player: str, html: str) -> None:
        """Add the player with this id ("": not known) and name (as HTML), unless it is known.
        Players with one name and different ids are different people.
        """
        name = plain(html)
        if not name or player in self.by_id:
            return
        seat = self.by_name.get(name, 0)
        if not seat or (player and seat in self._identified):
            self.names.append(name)
            seat = len(self.names)
            self.by_name.setdefault(name, seat)
        if player:
            self.by_id[player] = seat
            self._identified.add(seat)

    def _name_viewers(self, log: TableLog) -> Iterator[Diagnostic]:
        """Name the players of whom the log has only an id: if the public twins (see `twins`) of all
        private events with an id name one player, it is that one. Yields a finding for each.
        """
        seen: dict[str, set[str]] = {}
        places: dict[str, str] = {}
        for private, public in twins(log.events).values():
            if private.viewer and private.viewer not in self.by_id and _player_name(public):
                seen.setdefault(private.viewer, set()).add(plain(_player_name(public)))
                places.setdefault(private.viewer, private.place)
        for viewer, names in seen.items():
            name = min(names)
            seat = self.by_name.get(name, 0)
            if len(names) == 1 and seat and seat not in self._identified:
                self.by_id[viewer] = seat
                self._identified.add(seat)
                message = f"player {viewer} has no name; all that was for this player alone was of "
                yield diagnostic("KF603", f"{message}{name}", token=places[viewer])


def _player_name(event: TableEvent) -> str:
    name = event.args.get("player_name")
    return name if isinstance(name, str) else ""


def addressed_lines(log: TableLog, players: Players) -> list[AddressedLine]:
    """The lines of the log, in order and each once: if a player saw another line than the table,
    both are in one AddressedLine. Events without a line are left out.
    """
    again = twins(log.events)
    lines: dict[str, AddressedLine] = {}
    found = []
    for event in log.events:
        if event.type in FRAMEWORK or not event.log:
            continue
        said, doubts = line(event.log, event.args)
        if event.place in again or not said:
            continue
        lines[event.place] = AddressedLine(event, said, players.seat(event), doubts)
        found.append(lines[event.place])
    for private, public in again.values():
        twin = lines.get(public.place)
        text, _doubts = line(private.log, private.args)
        if twin is not None and text and text != twin.text:
            twin.seen.append((players.who(private), text))
    return found


def clocks(event: TableEvent) -> dict[str, str]:
    """The time left of each player (by id) that an event gives, as a `clk` command writes it. Times
    below 0, and those that are no numbers, are left out.
    """
    given = event.args.get("reflexion")
    total = given.get("total") if isinstance(given, dict) else None
    if not isinstance(total, dict):
        return {}
    left = {str(player): number(seconds) for player, seconds in total.items()}
    return {
        player: clock(seconds)
        for player, seconds in left.items()
        if seconds is not None and 0 <= seconds < 10**8
    }


def moment(event: TableEvent) -> str:
    """A `utc` command with the time of an event; "" if the time is not known."""
    known = event.time is not None and 0 <= event.time <= _LATEST
    return f"[%utc {utc(event.time or 0)}]" if known else ""


def header(log: TableLog) -> list[tuple[str, str]]:
    """The tags (name, value) that say where a match was played and, if the log knows it, when."""
    first = next((event.time for event in log.events if event.time is not None), None)
    tags = [("Site", "Board Game Arena"), ("Table", log.table)]
    if first is not None and 0 <= first <= _LATEST:
        day, _, hour = utc(first).partition("T")
        tags += [("Date", day), ("Time", hour)]
    return tags


def standings(log: TableLog, players: Players) -> tuple[list[Standing], str]:
    """The final result, and its JSON path in the log; an empty list and "" if the log has none."""
    for event in reversed(log.events):
        listed = _result(event)
        if listed:
            found = [_standing(one, players) for one in listed]
            return [one for one in found if one.seat], f"{event.place}.args.args.result"
    return [], ""


def ending(result: list[Standing], names: list[str], at: int) -> list[Note]:
    """Comments at ply `at` (the last one), one for each player in `result` who conceded or left the
    table; `names` are those of the seats.
    """
    said = [
        (one.seat, word)
        for one in result
        for word, true in (("conceded", one.conceded), ("left the table", one.zombie))
        if true
    ]
    return [Note(at=at, text=f"{names[seat - 1]} {word}.") for seat, word in said]


def termination(result: list[Standing]) -> list[tuple[str, str]]:
    """The tag `Termination`, which says how the match ended, in a list; an empty list without a
    final result.
    """
    conceded = [str(one.seat) for one in result if one.conceded]
    if conceded:
        return [("Termination", f"concession {' '.join(conceded)}")]
    return [("Termination", "normal")] if result else []


def _standing(given: dict[str, Any], players: Players) -> Standing:
    by_name = players.by_name.get(plain(_result_name(given)), 0)
    seat = players.by_id.get(str(number(given.get("id"))), by_name)
    conceded, zombie = (number(given.get(what)) or given.get(what) is True for what in _GAVE_UP)
    score, rank = number(given.get("score")), number(given.get("rank"))
    return Standing(seat, score, rank, bool(conceded), bool(zombie))


_GAVE_UP = ("concede", "zombie")


def _result(event: TableEvent) -> list[dict[str, Any]]:
    if event.type != "gameStateChange" or number(event.args.get("id")) != GAME_END:
        return []
    inner = event.args.get("args")
    listed = inner.get("result") if isinstance(inner, dict) else None
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _result_name(one: dict[str, Any]) -> str:
    return str(one.get("name") or one.get("player") or "")


def twins(events: list[TableEvent]) -> dict[str, tuple[TableEvent, TableEvent]]:
    """The private events (those sent to one player, or to spectators) that have a public twin, one
    by which everyone got the same: JSON path of the private event -> it and its twin.

    Twins belong to the same move and have the same mark and type (but for the ending `_spectator`):
    the first private event of a player and the first public one, and so on. O(events).
    """
    together: dict[tuple[int, str, str], list[TableEvent]] = {}
    for event in events:
        if event.move is not None:
            key = event.move, event.mark, event.type.removesuffix(_SPECTATOR)
            together.setdefault(key, []).append(event)
    found: dict[str, tuple[TableEvent, TableEvent]] = {}
    for group in together.values():
        everyone = [one for one in group if not one.viewer]
        spectators = [one for one in everyone if one.type.endswith(_SPECTATOR)]
        public = [one for one in everyone if not one.type.endswith(_SPECTATOR)]
        found |= {one.place: (one, other) for one, other in zip(spectators, public, strict=False)}
        public += spectators[len(public) :]
        turn: Counter[str] = Counter()
        for one in group:
            if one.viewer and turn[one.viewer] < len(public):
                found[one.place] = one, public[turn[one.viewer]]
            turn[one.viewer] += 1
    return found


_HOLE = re.compile(r"\$\{([A-Za-z0-9_.-]{1,80})\}")
#: Templates in templates, and fillings of one line; real lines need less than a tenth of both.
DEEPEST = 20
MOST = 2000
#: Characters of a line that are kept.
LONGEST = 4000


#: What is put where a line was cut.
CUT = "..."


def line(log: object, args: object) -> tuple[str, list[str]]:
    """The template `log` filled in with its `args`, as text without HTML, on one line; and what is
    doubtful about it. A hole that nothing fills stays; a line that is longer than LONGEST ends in
    CUT, and of one that takes too many fillings CUT is all that is left.

    >>> line("${player_name} takes ${cards}", {"player_name": "A ${cards}",
    ...     "cards": {"log": "<b>${n}</b>&nbsp;cards", "args": {"n": 2}}})
    ('A ${cards} takes 2 cards', [])
    """
    filling = _Filling()
    try:
        text = plain(filling.filled(log, args, 0))
    except _TooLong:
        return CUT, [_WAS_CUT]
    holes = " ".join(sorted(filling.holes))
    doubts = [f"the log does not say what is written for {holes}"] if holes else []
    if len(text) > LONGEST:
        return text[:LONGEST] + CUT, [*doubts, _WAS_CUT]
    return text, doubts


_WAS_CUT = "the line is longer than is kept, and was cut"


class _TooLong(Exception):
    """A template is nested too deep, or needs too many fillings."""


class _Filling:
    """Fills one line in. `left` is how many fillings are left, `holes` the names that nothing
    fills. `depth` is how deep a template or list is nested; too deep raises _TooLong.
    """

    def __init__(self) -> None:
        self.left = MOST
        self.holes: set[str] = set()

    def filled(self, log: object, args: object, depth: int) -> str:
        """The template `log` filled in with its `args`."""
        given = args if isinstance(args, dict) else {}

        def value(hole: re.Match[str]) -> str:
            name = hole[1]
            if name in given:
                return self.text_of(given[name], depth + 1)
            self.holes.add(name)
            return hole[0]

        return _HOLE.sub(value, log if isinstance(log, str) else "")

    def text_of(self, value: Any, depth: int) -> str:
        """An argument of a template as text: a template is filled in itself, the items of a list
        are joined with commas.
        """
        self.left -= 1
        if self.left < 0 or depth > DEEPEST:
            raise _TooLong
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        if isinstance(value, dict) and "log" in value:
            return self.filled(value["log"], value.get("args"), depth)
        if isinstance(value, list):
            return ", ".join(self.text_of(one, depth + 1) for one in value)
        return msgspec.json.encode(value).decode()


def plain(html: str) -> str:
    """The text of a piece of HTML: pictures by their names, white space as single spaces.

    >>> plain('<img alt="7 bulls"/><br>Anna &amp; Bob')
    '7 bulls Anna & Bob'
    """
    text = html
    if "<" in html or "&" in html:
        reader = _Text()
        reader.feed(html)
        reader.close()
        text = "".join(reader.parts)
    return " ".join(text.split())


class _Text(HTMLParser):
    """Collects the text of HTML; scripts and styles are none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style"):
            self.silent += 1
        elif tag == "img":
            named = dict(attrs)
            self.parts.append(f" {named.get('alt') or named.get('title') or ''} ")
        elif tag in ("br", "p", "div", "li", "tr", "td"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style") and self.silent:
            self.silent -= 1

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.parts.append(data)
