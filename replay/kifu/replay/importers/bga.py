"""bga: logs of Board Game Arena.

A match of 6 nimmt! becomes a record that the rules have checked. A match of any other game, and
one of 6 nimmt! that can't be played from its log, becomes a chronicle: its sentences, with seat and
time, of which nothing is checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Note, Record
from kifu.replay.importers import Imported
from kifu.replay.importers.bga_nimmt import is_nimmt, nimmt
from kifu.replay.importers.bga_packets import TableLog, read_logs
from kifu.replay.importers.bga_table import (
    AddressedLine,
    Players,
    addressed_lines,
    clocks,
    ending,
    header,
    moment,
)
from kifu.replay.importers.doubt import Doubt
from kifu.replay.importers.finish import sound_part, source_tag

VERSION = "1"


def import_bga(data: bytes) -> Imported:
    """The records of the Board Game Arena log `data`, one for each table that can be read, with
    findings about the others and about what is doubtful. A bad log raises nothing.

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


def chronicle(log: TableLog, players: Players) -> tuple[Record, list[Diagnostic]]:
    """The chronicle of a table, and findings (KF603) about each line that was cut off or has
    placeholders that nothing fills, and about a final result that lacks a score.
    """
    lines = addressed_lines(log, players)
    record = Record(
        game="chronicle",
        rules=0,
        seats=players.names,
        tags=header(log, players),
        moves=" ".join(f"{one.seat}:e" if one.seat else "e" for one in lines),
        notes=[*_notes(lines, log, players), *ending(players, len(lines))],
        end="=" if players.result else "*",
        result=players.scores,
        winner=sorted(seat for seat, one in players.result.items() if one.rank == 1) or None,
    )
    doubts = [(doubt, one.event.place) for one in lines for doubt in one.doubts]
    if players.result and players.scores is None:
        doubts.append(("the result has no score for every seat", log.result_place))
    return record, [diagnostic("KF603", message, token=place) for message, place in doubts]


def _notes(lines: list[AddressedLine], log: TableLog, players: Players) -> Iterator[Note]:
    """Yield a comment for each line: its text, the clock of its seat and the time; if only one
    player saw it, with that player's name. After it, comments with what single players saw instead.
    """
    left: dict[int | None, dict[int, str]] = {}
    for event in log.events:
        if event.move is not None:
            left.setdefault(event.move, {}).update(clocks(event))
    ids = {seat: player for player, seat in players.by_id.items()}
    for ply, one in enumerate(lines, 1):
        clk = left.get(one.event.move, {}).get(ids.get(one.seat, 0))
        only = f"Seen by {players.who(one.event)}: " if one.event.viewer else ""
        text = f"{only}{one.text} {f'[%clk {clk}]' if clk else ''}".strip()
        yield Note(at=ply, text=f"{text} {moment(one.event)}".strip())
        for who, seen in one.seen:
            yield Note(at=ply, text=f"Seen by {who}: {seen}")
