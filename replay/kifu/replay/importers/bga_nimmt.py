"""6 nimmt! on Board Game Arena: its log read into rounds and turns, and played by the rules.

Moves are read from their lines in English, deals from the types and arguments of their events. No
real log of the game is public: this reads what programs that follow the game in a browser look for.
"""

from __future__ import annotations

import re
from typing import Any

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.move_words import count_plies
from kifu.notation.record import Record
from kifu.replay.games.nimmt.cards import HAND, ROWS
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.importers.bga_packets import TableEvent, TableLog, number
from kifu.replay.importers.bga_table import (
    Players,
    Standing,
    clocks,
    ending,
    header,
    line,
    moment,
    standings,
    termination,
    twins,
)
from kifu.replay.importers.doubt import Doubt
from kifu.replay.importers.nimmt_log import Round, Turn, follow

_PLACES = re.compile(r"(.+) places? ([0-9]{1,3}) on the (back|front) of row ([1-4])\b.*")
_STARTS = re.compile(r"(.+) places? ([0-9]{1,3}) and starts? row ([1-4])\b.*")
_NEW_ROUND = re.compile(r"A new round starts.*")

#: Event types that only this game is known to have together.
_TYPES = frozenset(("cardPlaced", "playerTakesRow", "shiftCards", "newTable"))
_ROUND_TYPES = ("newTable", "newHand", "availableCards")
#: The names under which an event may have a card's number (never its id) and its row.
_CARD = ("type_arg", "card_number", "number", "value")
_ROW = ("row", "row_id", "row_number", "location_arg")


def is_nimmt(log: TableLog) -> bool:
    """Whether a log is of 6 nimmt!, judged by the types of its events or by its lines."""
    if len(_TYPES & {event.type for event in log.events}) > 1:
        return True
    lines = (line(event.log, event.args)[0] for event in log.events if "row" in event.log)
    return any(_PLACES.fullmatch(text) or _STARTS.fullmatch(text) for text in lines)


def nimmt(log: TableLog) -> tuple[Record, list[Diagnostic]]:
    """The record of a match of 6 nimmt!, and the findings about it.

    Raises Doubt if the log does not have what its first turn needs.
    """
    players = Players(log)
    seats = len(players.names)
    if seats not in GAME.seats(None):
        raise Doubt("KF602", "$", f"the log names {seats} players; 2 to 10 play 6 nimmt!")
    reader = _Reader(log, players)
    reader.read_all()
    if not any(one.turns for one in reader.rounds):
        message = "no line in English says that a card was laid; save the log with the website in "
        raise Doubt("KF602", "$", f"{message}English")
    result, place = standings(log, players)
    record, findings = _play(log, reader, result, place)
    record.notes += ending(result, players.names, count_plies(record.moves))
    said = [*log.findings, *players.findings, *reader.findings, *findings]
    return record, [*said, *players.unlisted()]


class _Reader:
    """Reads the events of a log into rounds and turns."""

    def __init__(self, log: TableLog, players: Players) -> None:
        self.log = log
        self.players = players
        self.seats = len(players.names)
        self.rounds: list[Round] = []
        self.findings: list[Diagnostic] = []
        self.left: dict[str, str] = {}
        self.board: list[list[int]] = [[] for _row in range(ROWS)]
        self.front = False
        viewers = {event.viewer for event in log.events if event.viewer}
        self.me = players.by_id.get(viewers.pop(), 0) if len(viewers) == 1 else 0

    def read_all(self) -> None:
        """Read every event. At the first one that can't be understood, stop, and add a finding.
        Raises Doubt where that is before the first turn.
        """
        again = twins(self.log.events)
        try:
            for event in self.log.events:
                if event.place not in again or event.type == "newHand":
                    self.read(event)
        except Doubt as doubt:
            if not any(one.turns for one in self.rounds):
                raise
            self.findings.append(doubt.finding)
        if self.rounds and self.rounds[-1] == Round(self.rounds[-1].place):
            self.rounds.pop()

    def read(self, event: TableEvent) -> None:
        self.left |= clocks(event)
        text = line(event.log, event.args)[0] if event.log else ""
        if found := _PLACES.fullmatch(text):
            self.front = self.front or found[3] == "front"
            self.lay(event, self.seat(event, found[1]), int(found[2]), int(found[4]), found[3])
        elif found := _STARTS.fullmatch(text):
            self.lay(event, self.seat(event, found[1]), int(found[2]), int(found[3]), "")
        elif _NEW_ROUND.fullmatch(text) or event.type in _ROUND_TYPES:
            self.begin(event)

    def seat(self, event: TableEvent, name: str) -> int:
        """The seat that an event is about: that of the player with the event's id, otherwise that
        of the player called `name`; `You` is the only player whose private events the log has.
        Raises Doubt if no player fits.
        """
        seat = self.players.seat(event) or self.players.by_name.get(name, 0)
        if not seat and name == "You":
            seat = self.me
        if not seat:
            raise Doubt("KF602", event.place, f"whose this is can't be told: {name[:80]!r}")
        return seat

    def begin(self, event: TableEvent) -> None:
        """Read an event of a deal: the first cards of the rows, or a hand. The first such event
        after a turn begins a new round.
        """
        if not self.rounds or self.rounds[-1].turns:
            self.rounds.append(Round(event.place))
        if event.type == "newTable":
            self.rounds[-1].rows = self.read_rows(event)
            self.board = [[card] for card in self.rounds[-1].rows]
        elif event.type == "newHand" and event.viewer in self.players.by_id:
            seat = self.players.by_id[event.viewer]
            hand = [card for _row, card in _cards(event.args)]
            if len(hand) == HAND:
                self.rounds[-1].hands[seat] = hand

    def read_rows(self, event: TableEvent) -> list[int]:
        """The first cards of rows 1 to 4. If the event has no row numbers, the cards are taken in
        its order, with a finding. Raises Doubt unless there are four cards.
        """
        cards = _cards(event.args)
        if len(cards) != ROWS:
            message = f"{ROWS} cards begin the rows; {len(cards)} can be read here"
            raise Doubt("KF602", event.place, message)
        numbers = sorted(row for row, _card in cards if row is not None)
        if numbers in ([1, 2, 3, 4], [0, 1, 2, 3]):
            return [card for _row, card in sorted(cards, key=lambda one: one[0] or 0)]
        message = "the rows of the first cards have no numbers; they are taken in the order given"
        self.findings.append(diagnostic("KF603", message, token=event.place))
        return [card for _row, card in cards]

    def lay(self, event: TableEvent, seat: int, card: int, row: int, end: str) -> None:
        """Read that the `card` of a seat is laid to the front or the back of row `row` (from 1), or
        begins it (`end` is ""). Nothing is done for a card that was laid earlier in the round.
        """
        turn = self.turn(event, seat, card)
        if turn is None:
            return
        turn.chosen[seat], turn.rows[seat], turn.answered[seat] = card, row, moment(event)
        cards = self.board[row - 1] if end else []
        self.board[row - 1] = [card, *cards] if end == "front" else [*cards, card]
        if len(turn.chosen) == self.seats:
            turn.board = self.board.copy()
            shown = next(iter(turn.answered.values()))
            turn.notes[self.seats] = f"{turn.notes.get(self.seats, '')} {shown}".strip()

    def turn(self, event: TableEvent, seat: int, card: int) -> Turn | None:
        """The turn to which the card of a seat belongs: the present one, or a new one if the seat
        has chosen in that, or it is complete. None if the card was laid earlier in the round.
        Raises Doubt if no round has begun.
        """
        if not self.rounds:
            message = "a card is laid before the log says with which cards the rows begin"
            raise Doubt("KF602", event.place, message)
        turns = self.rounds[-1].turns
        if len(turns) == HAND and len(turns[-1].chosen) == self.seats:
            self.begin(event)
            turns = self.rounds[-1].turns
        if any(turn.chosen.get(seat) == card for turn in turns):
            return None
        if not turns or seat in turns[-1].chosen or len(turns[-1].chosen) == self.seats:
            seats, left = self.players.by_id, self.left
            clks = {seats[who]: f"[%clk {left[who]}]" for who in left if who in seats}
            turns.append(Turn(event.place, notes=clks))
        return turns[-1]


def _play(
    log: TableLog, reader: _Reader, result: list[Standing], place: str
) -> tuple[Record, list[Diagnostic]]:
    """Play the match with the options that the log names or its moves show. `result` is the final
    result, `place` its place in the log. Returns what could be followed, with the result as the log
    says it, and findings.
    """
    players, seats = reader.players, reader.seats
    options, findings = _options(log, reader)
    scores = [one.score for one in sorted(result, key=lambda one: one.seat)]
    is_whole = len(scores) == seats and None not in scores
    is_whole = is_whole and not any(one.conceded or one.zombie for one in result)
    options |= _fixed_rounds(log, len(reader.rounds) * is_whole)
    followed = follow(options, seats, reader.rounds)
    if is_whole and "rounds" not in options:
        fixed = {**options, "rounds": str(len(reader.rounds))}
        whole = follow(fixed, seats, reader.rounds)
        if followed.words != whole.words or not (whole.findings or followed.state.is_over):
            options, followed = fixed, whole
            message = "the match did not end when the first points were gone, so it is taken to "
            message += f"have had a fixed number of rounds: rounds={fixed['rounds']}"
            findings.append(diagnostic("KF603", message, token=place))
    record = followed.record(players.names, options, [*header(log), *termination(result)])
    if is_whole and not followed.findings:
        record.result = [score for score in scores if score is not None]
    return record, [*findings, *followed.findings]


def _options(log: TableLog, reader: _Reader) -> tuple[dict[str, str], list[Diagnostic]]:
    """The options of the variant as the table's settings say, otherwise as the moves show, and a
    finding for each option that the settings leave out. Raises Doubt for drafted hands.
    """
    options: dict[str, str] = {}
    unsaid = []
    cards = number(log.settings.get("card_variant"))
    if cards == 3:
        raise Doubt("KF602", "$", "hands were drafted")
    if cards == 2:
        options["deck"] = "tactics"
    if cards is None:
        unsaid.append("the log does not say which cards were used; all 104 cards are assumed")
    professional = number(log.settings.get("professional"))
    if professional or (professional is None and reader.front):
        options["placement"] = "professional"
    if professional is None:
        shown = "a card was laid to the front of a row, so placement=professional"
        if not reader.front:
            shown = "placement=standard is assumed"
        unsaid.append(f"the log does not say whether the professional rules were used; {shown}")
    return options, [diagnostic("KF603", message, token="$") for message in unsaid]


def _fixed_rounds(log: TableLog, played: int) -> dict[str, str]:
    """The option `rounds` as a table's settings fix it, or, if they leave the number out, as
    `played`, the rounds in the log. Empty if the table did not play a fixed number.
    """
    if number(log.settings.get("game_length_type")) != 1:
        return {}
    rounds = number(log.settings.get("maximum_round")) or played
    return {"rounds": str(rounds)} if 1 <= rounds <= 9999 else {}


def _named(args: dict[str, Any], names: tuple[str, ...]) -> int | None:
    """The first number under one of `names`, in an event's arguments or in their `card`; None if
    there is none.
    """
    card = args.get("card")
    for given in (args, card if isinstance(card, dict) else {}):
        for name in names:
            if (found := number(given.get(name))) is not None:
                return found
    return None


def _cards(args: dict[str, Any]) -> list[tuple[int | None, int]]:
    """The cards in an event's `cards`, `hand` or `table`, as (row, card). The row is the card's
    own, or the key that the card is under; None without either.
    """
    given = args.get("cards", args.get("hand", args.get("table")))
    listed: list[tuple[object, object]] = []
    if isinstance(given, dict):
        listed = list(given.items())
    elif isinstance(given, list):
        listed = [(None, one) for one in given]
    found = []
    for key, one in listed:
        card = _named(one, _CARD) if isinstance(one, dict) else number(one)
        row = _named(one, _ROW) if isinstance(one, dict) else None
        if card is not None:
            found.append((number(key) if row is None else row, card))
    return found
