"""bga: logs of Board Game Arena.

A match of 6 nimmt! becomes a record that the rules have checked; a match of any other game, and
one of 6 nimmt! that can't be played from its log, becomes a chronicle.
"""

from __future__ import annotations

from kifu.notation.diagnostics import Diagnostic, diagnostic
from kifu.notation.record import Record
from kifu.replay.importers import Imported
from kifu.replay.importers.bga_chronicle import chronicle
from kifu.replay.importers.bga_nimmt import is_nimmt, nimmt
from kifu.replay.importers.bga_packets import TableLog, read_logs
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
        imported.counts += log.counts
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
