"""bga: logs of Board Game Arena.

A match of 6 nimmt! becomes a record that the rules have checked. A match of any other game, and
one of 6 nimmt! that can't be played from its log, becomes a chronicle: its sentences, with seat and
time, of which nothing is checked.
"""

from __future__ import annotations

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Note, Record
from kifu.replay.importers import Imported
from kifu.replay.importers.bga_nimmt import is_nimmt, nimmt
from kifu.replay.importers.bga_packets import TableEvent, TableLog, read_logs
from kifu.replay.importers.bga_table import (
    AddressedLine,
    Players,
    Standing,
    addressed_lines,
    clocks,
    ending,
    header,
    moment,
    standings,
    termination,
)
from kifu.replay.importers.doubt import Doubt
from kifu.replay.importers.finish import sound_part, source_tag

VERSION = "1"


def import_bga(data: bytes) -> Imported:
    """The matches of the log `data`, one for each table that can be read; findings about the
    others, and about what is doubtful.

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
    """The record of a table and the findings about it: a record that the rules have checked if
    possible, else a chronicle, else None.
    """
    why = []
    if is_nimmt(log):
        try:
            return nimmt(log)
        except Doubt as doubt:
            place = doubt.finding.token or "$"
            message = f"6 nimmt! can't be played from this log, so it became a chronicle: {doubt}"
            why.append(diagnostic("KF603", message, token=place))
    try:
        record, findings = chronicle(log)
    except Doubt as doubt:
        return None, [*why, *log.findings, doubt.finding]
    return record, [*why, *findings]


#: No table of Board Game Arena has more seats.
MOST_PLAYERS = 100


def chronicle(log: TableLog) -> tuple[Record, list[Diagnostic]]:
    """The chronicle of a table, and the findings about it. Raises Doubt (KF602) if the log names no
    player, or more than MOST_PLAYERS.
    """
    players = Players(log)
    if not players.names:
        raise Doubt("KF602", "$", f"table {log.table}: the log names no player")
    if len(players.names) > MOST_PLAYERS:
        message = (
            f"table {log.table}: the log names {len(players.names)} players, which is not a table"
        )
        raise Doubt("KF602", "$", message)
    lines = addressed_lines(log, players)
    result, place = standings(log, players)
    record = Record(
        game="chronicle",
        rules=0,
        seats=players.names,
        tags=[*header(log), *termination(result)],
        moves=" ".join(f"{one.seat}:e" if one.seat else "e" for one in lines),
        notes=[*_notes(lines, log, players), *ending(result, players.names, len(lines))],
        end="=" if result else "*",
    )
    findings = [*log.findings, *players.findings, *_doubts(lines, players)]
    findings += _enter_result(record, result, place)
    return record, findings


def _notes(lines: list[AddressedLine], log: TableLog, players: Players) -> list[Note]:
    """A comment for each line: what the whole table saw, with clock and time, or, for a line that
    only one player saw, that player's name and the line. After it, comments with what single
    players saw instead.
    """
    notes = []
    left = _clocks_at(log)
    seats = {seat: player for player, seat in players.by_id.items()}
    for ply, one in enumerate(lines, 1):
        clk = left.get(one.event.place, {}).get(seats.get(one.seat, ""))
        commands = [f"[%clk {clk}]"] if clk else []
        when = moment(one.event)
        only = f"Seen by {players.who(one.event)}: " if one.event.viewer else ""
        text = " ".join([f"{only}{one.text}", *commands, *([when] if when else [])])
        notes.append(Note(at=ply, text=text))
        notes += [Note(at=ply, text=f"Seen by {who}: {seen}") for who, seen in one.seen]
    return notes


def _clocks_at(log: TableLog) -> dict[str, dict[str, str]]:
    """The clocks (player's id -> time left) at each event, by the event's place in the log: those
    of all events of the same move.
    """
    by_move: dict[int | None, dict[str, str]] = {}
    for event in log.events:
        by_move.setdefault(event.move, {}).update(clocks(event))
    by_move.pop(None, None)
    return {event.place: by_move.get(event.move, {}) for event in log.events}


def _doubts(lines: list[AddressedLine], players: Players) -> list[Diagnostic]:
    """Findings (KF603): one for each line that was cut off or has placeholders that nothing fills,
    and one if the log lists no players.
    """
    findings = [_said(one.event, doubt) for one in lines for doubt in one.doubts]
    return [*findings, *players.unlisted()]


def _said(event: TableEvent, message: str) -> Diagnostic:
    """A finding (KF603) with this message at the event's place in the log."""
    return diagnostic("KF603", message, token=event.place)


def _enter_result(record: Record, result: list[Standing], place: str) -> list[Diagnostic]:
    """Enter the winners (the seats with rank 1) into the record, and the scores if there is one for
    every seat; if not, returns a finding (KF603) at `place`, where the log has the result.
    """
    scores = {one.seat: one.score for one in result if one.score is not None}
    if len(scores) == len(record.seats):
        record.result = [scores[seat] for seat in sorted(scores)]
    record.winner = sorted({one.seat for one in result if one.rank == 1}) or None
    if result and record.result is None:
        return [diagnostic("KF603", "the result has no score for every seat", token=place)]
    return []
