"""Statements: SQL that makes the rows of each table of those that come in (see `rows.Row`)."""

from __future__ import annotations

from msgspec import Struct


class Statement(Struct, frozen=True):
    """The rows of a table: a `query` for them, in which `{rows}` are records with their keys, and
    the column of these that holds them.
    """

    holder: str
    query: str

    def insert(self, table: str, rows: str) -> str:
        """SQL that appends to `table` the rows that the records in `rows` have in it; `rows` is a
        table or a subquery with the columns of `rows.Row` and `key`.
        """
        return f"INSERT INTO {table} BY NAME {self.query.format(rows=rows)}"


#: The new rows of the table `record`.
RECORD = """
    INSERT INTO record BY NAME
    SELECT
        key, play, record, true AS main, variant, len(names) AS seats, names, scores, winners,
        drawn, date, date_from, date_to, "time", event, event_folded, site, termination, finished,
        rounds, turns, plies, opening, deal, "position", coalesce(len(notes), 0) AS notes, warnings,
        events, situations, moves
    FROM fresh
"""
#: As many rows as the longest list has items; a list that is not there gives NULL.
_MOVES = """
    SELECT
        record, ply, nullif(round, 0) AS round, nullif(turn, 0) AS turn, seat, move, kind,
        nullif(legal, 0) AS legal, seconds, clock,
        TRY_CAST(utc AS TIMESTAMPTZ) AT TIME ZONE 'UTC' AS utc
    FROM (
        SELECT
            key AS record, unnest(range(1, len(played.seat) + 1)) AS ply,
            unnest(played.round) AS round, unnest(played.turn) AS turn,
            unnest(played.seat) AS seat, unnest(string_split(played.tokens, ' ')) AS move,
            unnest(list_select(played.classes, played.kind)) AS kind,
            unnest(played.legal) AS legal, unnest(played.seconds) AS seconds,
            unnest(played.clock) AS clock, unnest(played.utc) AS utc
        FROM {rows} WHERE len(played.seat) > 0
    )
"""
_SITUATIONS = """
    SELECT * FROM (
        SELECT
            unnest(faced.key) AS key, record, unnest(range(1, len(faced.seat) + 1)) AS ply,
            unnest(faced.seat) AS seat, unnest(string_split(faced.tokens, ' ')) AS move,
            unnest(list_select(faced.classes, faced.kind)) AS kind,
            unnest(list_select(faced.shares, faced.seat)) AS share,
            unnest(list_select(faced.scores, faced.seat)) AS final_score
        FROM (SELECT key AS record, faced FROM {rows} WHERE len(faced.seat) > 0)
    )
    ORDER BY key, record, ply
"""
_SEATS = """
    SELECT record, seat, player.id AS player, score, place, won, share
    FROM (SELECT key AS record, unnest(seated, max_depth := 2) FROM {rows}) AS seated
    JOIN player USING (name) ORDER BY record, seat
"""
_JUDGED = """
    SELECT key AS record, judged.engine, judged.sight, judged.worlds, judged.through
    FROM {rows} WHERE judged IS NOT NULL
"""


def _unnested(items: str) -> str:
    return f"SELECT key AS record, unnest({items}, max_depth := 2) FROM {{rows}}"


#: By table.
OF_RECORDS = {
    "seat": Statement("seated", _SEATS),
    "tag": Statement("tags", _unnested("tags")),
    "note": Statement("notes", _unnested("notes")),
    "event": Statement("happened", _unnested("happened")),
    "situation": Statement("faced", _SITUATIONS),
    "move": Statement("played", _MOVES),
    "round_total": Statement("played", _unnested("played.rounds")),
    "judged": Statement("judged", _JUDGED),
    "judgement": Statement("judged", _unnested("judged.decisions")),
    "chance": Statement("judged", _unnested("judged.chances")),
    "judged_seat": Statement("judged", _unnested("judged.seats")),
}
#: The tables whose rows were noted only where somebody asked, by the flag of `record` that says so.
ONLY_ASKED = {"events": ("event",), "situations": ("situation",), "moves": ("move", "round_total")}
#: The tables that hold an analysis.
OF_ANALYSES = [table for table, statement in OF_RECORDS.items() if statement.holder == "judged"]
