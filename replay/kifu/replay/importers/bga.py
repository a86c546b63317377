"""bga: logs of Board Game Arena.

A match of 6 nimmt! becomes a record that the rules have checked. A match of any other game, and
one of 6 nimmt! that can't be played from its log, becomes a chronicle: its sentences, with seat and
time, of which nothing is checked.

Moves of 6 nimmt! are read from their lines in English, deals from the types and arguments of their
events. No real log of the game is public: this reads what programs that follow the game in a
browser look for.
"""

from __future__ import annotations

import re

from msgspec import Struct

from kifu.notation.comments import clock
from kifu.notation.errors import Diagnostic, diagnostic
from kifu.notation.log import utc
from kifu.notation.record import Note, Record
from kifu.replay.games.nimmt.game import GAME
from kifu.replay.games.nimmt.position import HAND, ROWS
from kifu.replay.importers import Doubt, Imported, sound_part, source_tag
from kifu.replay.importers.bga_log import (
    Players,
    TableEvent,
    TableLog,
    all_fitting,
    at,
    fitting,
    line,
    read_logs,
    twins,
)
from kifu.replay.importers.nimmt_log import Round, Turn, follow

#: A card that is laid: to an end of a row, or as the first one of it.
_LAYS = re.compile(
    r"(?P<who>.+) places? (?P<card>[0-9]{1,3}) "
    r"(?:on the (?P<end>back|front) of|and starts?) row (?P<row>[1-4])\b.*"
)
#: Event types that only this game is known to have together.
_TYPES = frozenset(("cardPlaced", "playerTakesRow", "shiftCards", "newTable"))
#: The most rounds that a match can be fixed to.
_MOST_ROUNDS = 9999


class _Card(Struct):
    """A card by its number, and the row that it begins (0: none). Its id says nothing."""

    type_arg: int
    location_arg: int = 0


def is_nimmt(log: TableLog) -> bool:
    """Whether a log is of 6 nimmt!: its events have at least two of the four types in `_TYPES`.
    False for a log without events.
    """
    return len(_TYPES & {event.type for event in log.events}) > 1


def nimmt(log: TableLog, players: Players) -> tuple[Record, list[Diagnostic]]:
    """The record of a match of 6 nimmt!, as far as it could be followed, and the findings about it.
    The tags are those of `header`.

    The log does not say the options (a finding KF603). `placement` is professional if a card was
    laid to the front of a row, else it is left out. A match is taken as whole if the log has a
    score for every seat and nobody conceded or left. Then a fixed number of `rounds` is set, with a
    finding (KF603), if more moves can be played with it, or if only with it the game is over. A
    whole match has the log's result if playing it gave no finding; whether the game is over by the
    moves is not checked.

    Raises Doubt for a wrong number of players, a log without a card laid in English, one that lacks
    what its first turn needs, and one whose first deal is impossible.
    """
    names = players.names
    if len(names) not in GAME.seats(None):
        raise Doubt("KF602", "$", f"the log names {len(names)} players; 2 to 10 play 6 nimmt!")
    reader = _Reader(log, players)
    reader.read_all()
    if not any(one.turns for one in reader.rounds):
        message = "no line in English says that a card was laid; save the log with the website in "
        raise Doubt("KF602", "$", f"{message}English")
    placement = "professional" if reader.front else "standard"
    options = {"placement": placement} if reader.front else {}
    message = "the log does not say the options: all 104 cards are assumed, and by the moves "
    findings = [diagnostic("KF603", f"{message}placement={placement}", token="$")]
    rounds = str(len(reader.rounds))
    gave_up = any(one.concede or one.zombie for one in players.result.values())
    is_whole = not (players.scores is None or gave_up or len(reader.rounds) > _MOST_ROUNDS)
    followed = follow(options, len(names), reader.rounds)
    if is_whole:
        fixed = {**options, "rounds": rounds}
        whole = follow(fixed, len(names), reader.rounds)
        if followed.words < whole.words or (whole.state.is_over and not followed.state.is_over):
            options, followed = fixed, whole
            message = "the match did not end when the first points were gone, so it is taken to "
            message += f"have had a fixed number of rounds: rounds={rounds}"
            findings.append(diagnostic("KF603", message, token=log.result_place))
    record = followed.record(names, options, header(log, players))
    if is_whole and not followed.findings:
        record.result = players.scores
    return record, [*reader.findings, *findings, *followed.findings]


class _Reader:
    """Reads the events of a log into rounds and turns.

    `rounds` are those read so far, `findings` what could not be read. `board` has the rows' cards
    now, `left` the time left by seat, as clocks are written; `front` says whether a card was laid
    to the front of a row.
    """

    def __init__(self, log: TableLog, players: Players) -> None:
        self.log = log
        self.players = players
        self.seats = len(players.names)
        self.rounds: list[Round] = []
        self.findings: list[Diagnostic] = []
        self.left: dict[int, str] = {}
        self.board: list[list[int]] = [[] for _row in range(ROWS)]
        self.front = False

    def read_all(self) -> None:
        """Read every event of the log into `rounds` (see `read`). At the first one that can't be
        understood, stop, and add a finding to `findings`. Raises Doubt where that is before the
        first turn.
        """
        try:
            for event in self.log.events:
                self.read(event)
        except Doubt as doubt:
            if not any(one.turns for one in self.rounds):
                raise
            self.findings.append(doubt.finding)

    def read(self, event: TableEvent) -> None:
        """Read one event: a card laid (see `lay`), a deal (see `begin`), and the clocks in it,
        which go to the attribute `left`. Others are ignored. Raises Doubt if no player fits, a card
        is laid before any round, or a deal lacks the rows' cards.
        """
        self.left |= clocks(event, self.players)
        if found := _LAYS.fullmatch(line(event)[0] if event.log else ""):
            self.lay(event, found)
        elif event.type in ("newTable", "newHand"):
            self.begin(event)

    def begin(self, event: TableEvent) -> None:
        """Read an event of a deal into the last round: the first cards of the rows (`newTable`),
        which `board` then has, too, or the hand of the player who alone saw the event. If no round
        has begun, or the last one has turns already, a new round is added first.

        A card that can't be read is left out, and adds a finding (KF602) to `findings`. A hand of
        an unknown player, or not of ten cards, is left out without one. Raises Doubt unless
        `newTable` has one card for each of the rows 1 to 4; a round that was added stays.
        """
        if not self.rounds or self.rounds[-1].turns:
            self.rounds.append(Round(event.place))
        path, given = f"{event.place}.args.cards", at(event.args, "cards")
        cards = [card for _place, card in all_fitting(given, _Card, path, self.findings)]
        if event.type == "newTable":
            rows = {card.location_arg: card.type_arg for card in cards}
            if sorted(rows) != [1, 2, 3, 4] or len(cards) != ROWS:
                message = f"{ROWS} cards begin rows 1 to {ROWS}; here it is rows {sorted(rows)}"
                raise Doubt("KF602", event.place, message)
            self.rounds[-1].rows = [rows[row] for row in sorted(rows)]
            self.board = [[card] for card in self.rounds[-1].rows]
        elif (seat := self.players.by_id.get(event.viewer)) and len(cards) == HAND:
            self.rounds[-1].hands[seat] = [card.type_arg for card in cards]

    def lay(self, event: TableEvent, said: re.Match[str]) -> None:
        """Read that a card is laid to the front or the back of a row, or begins it. `said` is what
        `_LAYS` matched in the event's line. The turn gets card and row; once all seats have laid
        theirs, also the rows as they are then. `board` gets the card, and `front` becomes True if
        it is laid to a front. Nothing is done for a card that was laid earlier in the round. Raises
        Doubt if no round has begun, or no player fits.
        """
        seat, card, row = self.players.seat(event), int(said["card"]), int(said["row"])
        if not seat:
            raise Doubt("KF602", event.place, f"whose this is can't be told: {said['who'][:80]!r}")
        turn = self.turn(event, seat, card)
        if turn is None:
            return
        turn.chosen[seat], turn.rows[seat] = card, row
        end = said["end"]
        self.front = self.front or end == "front"
        cards = self.board[row - 1] if end else []
        self.board[row - 1] = [card, *cards] if end == "front" else [*cards, card]
        if len(turn.chosen) == self.seats:
            turn.board = self.board.copy()

    def turn(self, event: TableEvent, seat: int, card: int) -> Turn | None:
        """The turn to which `card` of `seat` belongs. It is the last one of the round, unless
        `seat` has a card in it or it is complete: then a new turn is added, and before it a new
        round if all ten turns of the last one are complete. A new turn has each seat's clock as
        that seat's note; the last seat's note has the time of `event`, too. The card itself is not
        added.

        None, with nothing added, if the seat laid this card earlier in the round. Raises Doubt if
        no round has begun.
        """
        if not self.rounds:
            message = "a card is laid before the log says with which cards the rows begin"
            raise Doubt("KF602", event.place, message)
        turns = self.rounds[-1].turns
        if any(turn.chosen.get(seat) == card for turn in turns):
            return None
        is_over = not turns or len(turns[-1].chosen) == self.seats
        if is_over and len(turns) == HAND:
            self.rounds.append(Round(event.place))
            turns = self.rounds[-1].turns
        if is_over or seat in turns[-1].chosen:
            notes = {who: f"[%clk {clk}]" for who, clk in self.left.items()}
            notes[self.seats] = f"{notes.get(self.seats, '')} {moment(event)}".strip()
            turns.append(Turn(event.place, notes=notes))
        return turns[-1]


VERSION = "1"


def import_bga(data: bytes) -> Imported:
    """The records of the Board Game Arena log `data`, one for each table that can be read, with
    findings about the others and about what is doubtful. Each has a tag `Source`, and ends where
    the rules contradict it. A bad log raises nothing: it has only findings.

    >>> error = b'{"status": "0", "error": "limit reached"}'
    >>> import_bga(error).findings[0].message
    'Board Game Arena answered: limit reached'
    """
    try:
        logs, findings = read_logs(data)
    except Doubt as doubt:
        return Imported([], [doubt.finding])
    imported = Imported([], findings)
    for number, log in enumerate(logs, 1):
        record, found = _import_table(log)
        if record is not None:
            record.tags.append(source_tag("bga", VERSION, data))
            record, unfit = sound_part(record, f"table {log.table}")
            found += unfit
        imported.take(number, record, found)
    return imported


def _import_table(log: TableLog) -> tuple[Record | None, list[Diagnostic]]:
    """The record of a table, and the findings about it: a record that the rules have checked if
    possible, else a chronicle. The record is None if the log names no player, or too many.
    """
    try:
        players = Players(log)
    except Doubt as doubt:
        message = f"table {log.table}: {doubt}"
        return None, [*log.findings, diagnostic("KF602", message, token="$")]
    found = [*log.findings, *players.findings]
    if is_nimmt(log):
        try:
            record, more = nimmt(log, players)
            return record, [*found, *more]
        except Doubt as doubt:
            message = f"6 nimmt! can't be played from this log, so it became a chronicle: {doubt}"
            found.insert(0, diagnostic("KF603", message, token=doubt.finding.token or "$"))
    record, more = chronicle(log, players)
    return record, [*found, *more]


def clocks(event: TableEvent, players: Players) -> dict[int, str]:
    """Seat -> time left, as a `clk` command writes it, from an event. Players who are not known,
    and times below 0 or of 10**8 seconds or more, are left out. {} if the event has no times, or if
    one of them is no whole number.
    """
    total = at(event.args, "reflexion", "total")
    left = fitting(total, dict[str, int], event.place, []) or {}
    return {
        players.by_id[who]: clock(seconds)
        for who, seconds in left.items()
        if who in players.by_id and 0 <= seconds < 10**8
    }


def moment(event: TableEvent) -> str:
    """A `utc` command with the time of an event; "" if the time is not known."""
    return "" if event.time is None else f"[%utc {utc(event.time)}]"


def header(log: TableLog, players: Players) -> list[tuple[str, str]]:
    """The tags (name, value) that say where a match was played: Site and Table; if the log has a
    time, Date and Time of the first event that has one (UTC); with a final result, Termination:
    "concession" and the seats that conceded, else "abandoned" if a player left, else "normal".
    """
    tags = [("Site", "Board Game Arena"), ("Table", log.table)]
    first = next((event.time for event in log.events if event.time is not None), None)
    if first is not None:
        day, _, hour = utc(first).partition("T")
        tags += [("Date", day), ("Time", hour)]
    conceded = [str(seat) for seat, one in players.result.items() if one.concede]
    if players.result:
        how = "abandoned" if any(one.zombie for one in players.result.values()) else "normal"
        tags.append(("Termination", f"concession {' '.join(conceded)}" if conceded else how))
    return tags


def chronicle(log: TableLog, players: Players) -> tuple[Record, list[Diagnostic]]:
    """The log of a table as a record of the game "chronicle", and findings about it.

    Each line of the log is a ply `e`, with its seat if it is about one. The comment there has the
    line, then the seat's clock in the same move and the time, if they are known. A line that only
    one player saw begins with "Seen by NAME: ". Events without a line are left out. A private event
    with a public twin (see `twins`) has no ply of its own: if its line says something else, that is
    one more comment on the twin's ply.

    The findings (KF603) name each line that was cut off, each with placeholders that nothing
    fills (but no line of a private event with a twin), and a final result without a score for every
    seat. With a final result the end is `=`; the record then has the seats of rank 1 as winners, if
    there are any, and the scores, if every seat has one. Without it the end is `*`. `seats` is the
    list `players.names` itself.
    """
    words: list[str] = []
    notes: list[Note] = []
    doubts: list[tuple[str, str]] = []
    again = twins(log.events)
    left: dict[tuple[int | None, int], str] = {
        (event.move, seat): clk
        for event in log.events
        if event.move is not None
        for seat, clk in clocks(event, players).items()
    }
    seen: dict[str, list[TableEvent]] = {}
    for private, public in again.values():
        seen.setdefault(public.place, []).append(private)
    for event in log.events:
        text, doubtful = line(event)
        if not text or event.place in again:
            continue
        seat = players.seat(event)
        words.append(f"{seat}:e" if seat else "e")
        doubts += [(doubt, event.place) for doubt in doubtful]
        only = f"Seen by {players.who(event)}: " if event.viewer else ""
        clk = left.get((event.move, seat))
        said = (only + text, f"[%clk {clk}]" if clk else "", moment(event))
        notes.append(Note(at=len(words), text=" ".join(filter(None, said))))
        for private in seen.get(event.place, []):
            other = line(private)[0]
            if other not in ("", text):
                notes.append(Note(at=len(words), text=f"Seen by {players.who(private)}: {other}"))
    record = Record(
        game="chronicle",
        rules=0,
        seats=players.names,
        tags=header(log, players),
        moves=" ".join(words),
        notes=notes,
        end="=" if players.result else "*",
        result=players.scores,
        winner=sorted(seat for seat, one in players.result.items() if one.rank == 1) or None,
    )
    if players.result and players.scores is None:
        doubts.append(("the result has no score for every seat", log.result_place))
    return record, [diagnostic("KF603", message, token=place) for message, place in doubts]
