"""The table of a Board Game Arena log: its players, its clocks, how it ended, and its lines.

A line is a template with `${name}` for its arguments, and an argument may itself be a template with
its own arguments. What an argument says is never filled in again, so a `$` in a player's name is
safe.
"""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import msgspec
from msgspec import Struct

from kifu.notation.comments import clock
from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.log import utc
from kifu.notation.record import Note
from kifu.replay.importers import Doubt, converted
from kifu.replay.importers.bga_packets import TableEvent, TableLog, Whole, fitting

#: Events of the framework: they change states and clocks and tell nothing.
FRAMEWORK = frozenset(
    (
        "gameStateChange", "gameStateMultipleActiveUpdate", "gameStateChangePrivateArg",
        "updateReflexionTime", "wakeupPlayers", "simplePause",
    )
)  # fmt: skip
_SPECTATOR = "_spectator"
#: No table of Board Game Arena has more seats.
MOST_PLAYERS = 100


class AddressedLine(Struct):
    """A line of the log as text, with its event, the seat it is about (0: nobody), and what is
    doubtful about it. `seen` are pairs (who, text) of players who saw another line instead.
    """

    event: TableEvent
    text: str
    seat: int
    doubts: list[str] = []
    seen: list[tuple[str, str]] = []


class _Named(Struct):
    """The arguments of an event that name its player."""

    player_id: Whole | None = None
    player_name: str = ""


class Players:
    """The players of a table in seat order: that of the log's list, then as they appear. `by_id`
    and `by_name` give seats. `result` is the final result by seat, `scores` its scores in seat
    order (None unless every seat has one), `findings` say what had to be inferred.

    Raises Doubt (KF602) if the log names no player, or too many.
    """

    def __init__(self, log: TableLog) -> None:
        self.names: list[str] = []
        self.by_id: dict[int, int] = {}
        self.by_name: dict[str, int] = {}
        self.findings: list[Diagnostic] = []
        for player in log.players:
            self._add(player.id, player.name)
        listed = len(self.names)
        for event in log.events:
            named = _named(event)
            self._add(named.player_id, named.player_name)
        for one in log.result:
            self._add(one.id, one.name)
        if not self.names:
            raise Doubt("KF602", "$", "the log names no player")
        self.result = {self.by_id[one.id]: one for one in log.result if one.id in self.by_id}
        scores = [(seat, one.score) for seat, one in self.result.items() if one.score is not None]
        whole = len(scores) == len(self.names)
        self.scores = [score for _seat, score in sorted(scores)] if whole else None
        self._name_viewers(log)
        if listed < len(self.names):
            message = "the log lists no players; seats are in the order in which they appear"
            self.findings.append(diagnostic("KF603", message, token="$"))

    def seat(self, event: TableEvent) -> int:
        """The seat that an event is about, by its player's id or name, or else the one that it was
        sent to; 0 if there is none.
        """
        named = _named(event)
        by_name = self.by_name.get(plain(named.player_name), 0)
        return self.by_id.get(named.player_id or 0) or by_name or self.by_id.get(event.viewer, 0)

    def who(self, event: TableEvent) -> str:
        """The name of the only player who saw an event; "one player" if the name is not known,
        "spectators" if the event was not sent to a player.
        """
        if not event.viewer:
            return "spectators"
        seat = self.by_id.get(event.viewer, 0)
        return self.names[seat - 1] if seat else "one player"

    def _add(self, player: int | None, html: str) -> None:
        """Add the player with this id (None: not known) and name (as HTML), unless it is known.
        Players with one name and different ids are different people. Raises Doubt for too many.
        """
        name = plain(html)
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
        """Find out who the players are of whom the log has only an id: if the public twins (see
        `twins`) of all private events with this id name one player, it is that one. Adds them to
        `by_id`, and a finding for each.
        """
        named: dict[int, set[str]] = {}
        for private, public in twins(log.events).values():
            unnamed = private.viewer and private.viewer not in self.by_id
            if unnamed and (name := _named(public).player_name):
                named.setdefault(private.viewer, set()).add(plain(name))
        for viewer, (name, *others) in named.items():
            seat = self.by_name.get(name, 0)
            if seat and not others and seat not in self.by_id.values():
                self.by_id[viewer] = seat
                message = f"player {viewer} has no name; all that was for this player alone was of "
                self.findings.append(diagnostic("KF603", message + name, token="$"))


def _named(event: TableEvent) -> _Named:
    """The player whom an event's arguments name; id None and name "" if they name none."""
    return fitting(event.args, _Named, event.place, [])


def addressed_lines(log: TableLog, players: Players) -> list[AddressedLine]:
    """The lines of the log, in order and each once: if a player saw another line than the table,
    both are in one AddressedLine. Events without a line and those of FRAMEWORK are left out.
    """
    again = twins(log.events)
    lines: dict[str, AddressedLine] = {}
    for event in log.events:
        if event.type in FRAMEWORK or event.place in again:
            continue
        said, doubts = line(event.log, event.args)
        if said:
            lines[event.place] = AddressedLine(event, said, players.seat(event), doubts)
    for private, public in again.values():
        twin = lines.get(public.place)
        text, _doubts = line(private.log, private.args)
        if twin is not None and text and text != twin.text:
            twin.seen.append((players.who(private), text))
    return list(lines.values())


def clocks(event: TableEvent) -> dict[int, str]:
    """Player id -> time left, as a `clk` command writes it, from an event; times below 0 and of
    10**8 seconds or more are left out. {} if it has none, or one that is no number.
    """
    given = event.args.get("reflexion")
    total = given.get("total") if isinstance(given, dict) else None
    try:
        left = converted(total or {}, dict[int, int], event.place)
    except Doubt:
        return {}
    return {who: clock(seconds) for who, seconds in left.items() if 0 <= seconds < 10**8}


def moment(event: TableEvent) -> str:
    """A `utc` command with the time of an event; "" if the time is not known."""
    return "" if event.time is None else f"[%utc {utc(event.time)}]"


def header(log: TableLog, players: Players) -> list[tuple[str, str]]:
    """The tags (name, value) that say where a match was played: Site and Table; if the log has a
    time, Date and Time of the first event that has one (UTC); with a final result, Termination:
    "normal", or "concession" and the seats.
    """
    tags = [("Site", "Board Game Arena"), ("Table", log.table)]
    first = next((event.time for event in log.events if event.time is not None), None)
    if first is not None:
        day, _, hour = utc(first).partition("T")
        tags += [("Date", day), ("Time", hour)]
    conceded = [str(seat) for seat, one in players.result.items() if one.concede]
    if players.result:
        how = f"concession {' '.join(conceded)}" if conceded else "normal"
        tags.append(("Termination", how))
    return tags


def ending(players: Players, at: int) -> list[Note]:
    """Comments at ply `at` (the last one), one for each player in the final result who conceded or
    left the table.
    """
    return [
        Note(at=at, text=f"{players.names[seat - 1]} {word}.")
        for seat, one in players.result.items()
        for word, is_so in (("conceded", one.concede), ("left the table", one.zombie))
        if is_so
    ]


def twins(events: list[TableEvent]) -> dict[str, tuple[TableEvent, TableEvent]]:
    """The private events (sent to one player, or to spectators) that everybody got, too, as a
    public twin: JSON path of the private event -> (private event, public event).

    Twins are in the same move and have the same mark and type (apart from the ending `_spectator`):
    the first private event of a player and the first public one, and so on. If there are too few
    public ones, those for spectators are used. Events of no move have no twin. O(events).
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
        turn: Counter[int] = Counter()
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
    """The template `log` filled in with its `args`, as text without HTML, on one line; and a list
    of what is doubtful about it. A name that `args` lacks stays as it is. A line longer than
    LONGEST is cut and ends in CUT; one that takes too many fillings is only CUT.

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
        """The template `log` with its `${name}` replaced from `args`, HTML included; "" if it is no
        text. A name that `args` lacks stays as it is, and is added to `holes`. Raises _TooLong if
        it is nested too deep (`depth`: how deep it already is) or takes too many fillings.
        """
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
        are joined with ", ", null is "", a number or another object is its JSON. Each call takes
        one filling from `left`. Raises _TooLong if none is left, or it is nested too deep.
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
    """The text of a piece of HTML on one line: pictures by their names (`alt` or `title`), without
    scripts and styles, white space as single spaces, none around it.

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
        """Stop at scripts and styles; take pictures by their names, and line breaks as spaces."""
        if tag in ("script", "style"):
            self.silent += 1
        elif tag == "img":
            named = dict(attrs)
            self.parts.append(f" {named.get('alt') or named.get('title') or ''} ")
        elif tag in ("br", "p", "div", "li", "tr", "td"):
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """Go on after a script or style."""
        if tag in ("script", "style") and self.silent:
            self.silent -= 1

    def handle_data(self, data: str) -> None:
        """Add the text to `parts`, unless it is in a script or style."""
        if not self.silent:
            self.parts.append(data)
