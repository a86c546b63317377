"""The table of a Board Game Arena log: its players, its clocks, how it ended, and its lines.

A line is a template with `${name}` for its arguments, and an argument may itself be a template with
its own arguments. What an argument says is never filled in again, so a `$` in a player's name is
safe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

import msgspec

from kifu.notation.comments import clock
from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.log import utc
from kifu.notation.record import Note
from kifu.replay.importers import Doubt
from kifu.replay.importers.bga_packets import SPECTATORS, TableEvent, TableLog, at, fitting

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
            self._add(str(player.id), plain(player.name))
        listed = len(self.names)
        for event in log.events:
            self._add(*_named(event))
        for one in log.result:
            self._add(str(one.id), plain(one.name))
        if not self.names:
            raise Doubt("KF602", "$", "the log names no player")
        seats = [(self.by_id.get(str(one.id), 0), one) for one in log.result]
        self.result = {seat: one for seat, one in seats if seat}
        scores = {seat: one.score for seat, one in sorted(self.result.items())}
        known = [score for score in scores.values() if score is not None]
        self.scores = known if len(known) == len(self.names) else None
        self._name_viewers(log)
        if listed < len(self.names):
            message = "the log lists no players; seats are in the order in which they appear"
            self.findings.append(diagnostic("KF603", message, token="$"))

    def seat(self, event: TableEvent) -> int:
        """The seat that an event is about, by its player's id or name, or else the one that it was
        sent to; 0 if there is none.
        """
        player, name = _named(event)
        by_id = self.by_id.get
        return by_id(player) or self.by_name.get(name) or by_id(event.viewer, 0)

    def who(self, event: TableEvent) -> str:
        """The name of the only player who saw an event; "one player" if the name is not known,
        "spectators" if the event was not sent to a player.
        """
        seat = self.by_id.get(event.viewer)
        others = "one player" if event.viewer not in ("", SPECTATORS) else SPECTATORS
        return self.names[seat - 1] if seat else others

    def _add(self, player: str, name: str) -> None:
        """Add the player with this id ("": not known) and name, unless it is known. Players with
        one name and different ids are different people. Raises Doubt for too many.
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
        """Find out who the players are of whom the log has only an id: if the public twins (see
        `twins`) of all private events with this id name one player, it is that one. Adds them to
        `by_id`, and a finding for each.
        """
        named: dict[str, set[str]] = {}
        for private, public in twins(log.events).values():
            if private.viewer not in (*self.by_id, SPECTATORS) and (name := _named(public)[1]):
                named.setdefault(private.viewer, set()).add(name)
        for viewer, (name, *others) in named.items():
            seat = self.by_name.get(name, 0)
            if not others and seat not in self.by_id.values():
                self.by_id[viewer] = seat
                message = f"player {viewer} has no name; all that was for this player alone was of "
                self.findings.append(diagnostic("KF603", message + name, token="$"))


def _named(event: TableEvent) -> tuple[str, str]:
    """Id and name of the player whom an event's arguments name; "" for one that they don't have."""
    player, name = at(event.args, "player_id"), at(event.args, "player_name")
    return (
        str(player) if isinstance(player, (int, str)) else "",
        plain(name) if isinstance(name, str) else "",
    )


def clocks(event: TableEvent) -> dict[str, str]:
    """Player id -> time left, as a `clk` command writes it, from an event; times below 0 and of
    10**8 seconds or more are left out. {} if it has none, or one that is no number.
    """
    total = at(event.args, "reflexion", "total")
    left = fitting(total, dict[str, int], event.place, []) or {}
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


def ending(players: Players, ply: int) -> list[Note]:
    """Comments at `ply` (the last one), one for each player in the final result who conceded or
    left the table.
    """
    return [
        Note(at=ply, text=f"{players.names[seat - 1]} {word}.")
        for seat, one in players.result.items()
        for word, is_so in (("conceded", one.concede), ("left the table", one.zombie))
        if is_so
    ]


def twins(events: list[TableEvent]) -> dict[str, tuple[TableEvent, TableEvent]]:
    """The private events (sent to one player, or to spectators) that everybody got, too, as a
    public twin: JSON path of the private event -> (private event, public event).

    Twins are in the same move and have the same mark and type: the first private event of a viewer
    and the first public one, and so on. If there is no public one, those for spectators are used.
    Events of no move have no twin. O(events).
    """
    together: dict[tuple[int, str, str], dict[str, list[TableEvent]]] = {}
    for event in events:
        if event.move is not None:
            group = together.setdefault((event.move, str(event.h), event.type), {})
            group.setdefault(event.viewer, []).append(event)
    found: dict[str, tuple[TableEvent, TableEvent]] = {}
    for group in together.values():
        everyone = group.pop("", None) or group.pop(SPECTATORS, [])
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
    """The line of an event, filled in, as text without HTML; and a list of what is doubtful about
    it. A name that its arguments lack stays as it is. A line longer than LONGEST, or of more than
    MOST parts, is cut and ends in CUT.

    >>> cards = {"log": "<b>${n}</b>&nbsp;cards", "args": {"n": 2}}
    >>> args = {"player_name": "A ${n}", "cards": cards}
    >>> line(TableEvent(log="${player_name} takes ${cards}", args=args))
    ('A ${n} takes 2 cards', [])
    """
    holes: set[str] = set()
    parts = _parts({"log": event.log, "args": event.args}, holes, 0)
    text = plain("".join(islice(parts, MOST)))
    names = " ".join(sorted(holes))
    doubts = [f"the log does not say what is written for {names}"] if holes else []
    if len(text) > LONGEST or next(parts, None) is not None:
        text = text[:LONGEST] + CUT
        doubts.append("the line is longer than is kept, and was cut")
    return text, doubts


def _parts(value: Any, holes: set[str], depth: int) -> Iterator[str]:
    """Yield the parts of an argument as text, HTML included: a template is filled in, the items of
    a list are joined with ", ", null is nothing; a number or another object, and what is nested
    deeper than DEEPEST, is its JSON. Names that nothing fills are added to `holes`.
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


_TAG = re.compile(r"</?([a-z][a-z0-9]*)[^<>]*>", re.IGNORECASE)
_CALLED = re.compile(r"""\b(?:alt|title)\s*=\s*["']([^"']*)""")
#: HTML that does not go on in the same line.
_BREAKS = ("br", "p", "div", "li", "tr", "td", "img")


def plain(html: str) -> str:
    """The text of a piece of HTML on one line: pictures by their names (`alt` or `title`), white
    space as single spaces, none around it.

    >>> plain('<img alt="7 bulls"/><br>Anna &amp; Bob')
    '7 bulls Anna & Bob'
    """

    def text(tag: re.Match[str]) -> str:
        kind, name = tag[1].lower(), _CALLED.search(tag[0])
        called = name[1] if name and kind == "img" else ""
        return f" {called} " if kind in _BREAKS else ""

    return " ".join(unescape(_TAG.sub(text, html)).split())
