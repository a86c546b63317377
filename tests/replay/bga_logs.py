"""Board Game Arena logs made here: matches of 6 nimmt! as its packets, in every container."""

from __future__ import annotations

import json
from typing import Any

from .nimmt_logs import Match, Put, Turn

FIRST_ID = 9000001
START = 1763625600


class Writer:
    """Writes packets as the platform does: numbers as strings or numbers, in turn."""

    def __init__(self, names: list[str], table: str = "700000001") -> None:
        self.names = names
        self.table = table
        self.packets: list[dict[str, Any]] = []
        self.move = 0
        self.uid = 0

    def id(self, seat: int) -> int:
        return FIRST_ID + seat - 1

    def packet(self, *events: dict[str, Any], viewer: int = 0) -> None:
        channel = f"/player/p{self.id(viewer)}" if viewer else f"/table/t{self.table}"
        odd = len(self.packets) % 2
        self.packets.append(
            {
                "channel": channel,
                "table_id": int(self.table) if odd else self.table,
                "packet_id": str(len(self.packets) + 1),
                "packet_type": "history",
                "move_id": str(self.move) if odd else self.move,
                "time": str(START + 30 * self.move) if odd else START + 30 * self.move,
                "data": list(events),
            }
        )

    def event(self, kind: str, log: str, args: object, **more: object) -> dict[str, Any]:
        self.uid += 1
        return {"uid": f"u{self.uid}", "type": kind, "log": log, "args": args, **more}

    def next(self) -> None:
        self.move += 1

    def card(self, number: int, **more: object) -> dict[str, Any]:
        """A card as the platform has it: its id says nothing, its number is `type_arg`."""
        return {"id": str((number * 37) % 104 + 1), "type": "1", "type_arg": str(number), **more}

    def who(self, seat: int) -> dict[str, Any]:
        return {"player_id": self.id(seat), "player_name": self.names[seat - 1]}


def packets_of(match: Match, names: list[str], viewer: int = 1) -> list[dict[str, Any]]:
    """The packets of a whole match, as the player at seat `viewer` has them."""
    writer = Writer(names)
    drafted = match.record.options.get("hands") == "drafted"
    for played in match.rounds:
        writer.next()
        writer.packet(writer.event("clearTable", "", []))
        writer.packet(writer.event("newRound", "A new round starts", []))
        if drafted:
            _picks(writer, played.picks)
        else:
            hand = {str(card): writer.card(card) for card in played.hands[viewer - 1]}
            writer.packet(writer.event("newHand", "", {"cards": hand}), viewer=viewer)
            rows = [writer.card(card, location_arg=str(k)) for k, card in enumerate(played.rows, 1)]
            writer.packet(writer.event("newTable", "", {"cards": rows[::-1]}))
        for turn in played.turns:
            _turn(writer, turn, viewer)
    writer.next()
    writer.packet(_result(writer, match))
    return writer.packets


def _picks(writer: Writer, picks: list[tuple[int, int]]) -> None:
    for seat, card in picks:
        writer.next()
        args = {**writer.who(seat), "value": card}
        writer.packet(writer.event("cardPicked", "${player_name} picks ${value}", args))


def _turn(writer: Writer, turn: Turn, viewer: int) -> None:
    for seat, _card in enumerate(turn.choices, 1):
        writer.next()
        left = {str(writer.id(k)): str(600 - writer.move) for k in range(1, len(turn.choices) + 1)}
        update = writer.event("updateReflexionTime", "", {"reflexion": {"total": left}})
        state = writer.event("gameStateMultipleActiveUpdate", "", [str(writer.id(seat))])
        writer.packet(update, state)
    writer.next()
    for put in turn.puts:
        if put.heads:
            _told(writer, put, viewer, _TAKES, "playerTakesRow", {"heads": put.heads, "n": "cards"})
        start, end = _STARTS, "back"
        if put.end:
            start, end = _PLACES, "back" if put.end == ">" else "front"
        card = writer.card(put.card)
        args = {"card": card, "value": {"log": "<b>${n}</b>", "args": {"n": put.card}}, "end": end}
        _told(writer, put, viewer, start, "cardPlaced", args)


_PLACES = "${player_name} places ${value} on the ${end} of row ${row}"
_STARTS = "${player_name} places ${value} and starts row ${row}"
_TAKES = "${player_name} takes ${n} in row ${row} and receives ${heads} bull head(s)"


def _told(writer: Writer, put: Put, viewer: int, log: str, kind: str, args: dict[str, Any]) -> None:
    """An event for everyone, and what the viewer alone reads of its own card."""
    given = {**writer.who(put.seat), "row": str(put.row), **args}
    mark = f"{put.card:02x}{put.row}"
    if put.seat == viewer:
        mine = {key: value for key, value in given.items() if key[:6] != "player"}
        text = log.replace("${player_name}", "You").replace("places", "place")
        writer.packet(writer.event(kind, text, mine, h=mark, synchro=1), viewer=viewer)
    writer.packet(writer.event(kind, log, given, h=mark))


def _result(writer: Writer, match: Match) -> dict[str, Any]:
    order = sorted(range(len(match.points)), key=lambda seat: -match.points[seat])
    result = [
        {
            "id": str(writer.id(seat + 1)), "player": str(writer.id(seat + 1)),
            "name": writer.names[seat], "score": str(match.points[seat]), "score_aux": "0",
            "rank": 1 + sum(points > match.points[seat] for points in match.points),
            "tie": False, "zombie": 0, "concede": 0,
        }
        for seat in order
    ]  # fmt: skip
    args = {"id": "99", "args": {"result": result}}
    return writer.event("gameStateChange", "", args)


def players_of(names: list[str]) -> list[dict[str, str]]:
    return [{"id": str(FIRST_ID + at), "name": name} for at, name in enumerate(names)]


def archive(packets: list[dict[str, Any]], names: list[str], **more: object) -> bytes:
    """The answer of the archive."""
    data = {"logs": packets, "players": players_of(names), **more}
    return json.dumps({"status": 1, "data": data}, ensure_ascii=False).encode()


def history(packets: list[dict[str, Any]]) -> bytes:
    """The answer of the notification history."""
    return json.dumps({"status": 1, "data": {"valid": 1, "data": packets}}).encode()
