"""The tables of a data set: their columns, what these mean, and the SQL that answers them.

`batch` has the matches of one file: `key`, `turn` (their order) and `players`.
"""

from __future__ import annotations

from msgspec import Struct


class Table(Struct, frozen=True):
    """A table: one row for each `row`, and what each column means. `query` is SQL for an archive
    with `batch`; "" where the rows come from the records.
    """

    name: str
    row: str
    columns: dict[str, str]
    query: str = ""


_MATCH = "id of the match"
_SEAT = "the seat, from 1"
MATCHES = Table(
    "matches",
    "match",
    {
        "match": _MATCH,
        "game": "the game",
        "rules": "revision of its rules",
        "options": "options that differ from their default",
        "seats": "how many seats",
        "players": "the players in seat order",
        "scores": "their scores in seat order",
        "winners": "the winning seats; null while there are none",
        "drawn": "whether those have a draw",
        "date": "the date as written",
        "date_from": "its first day",
        "date_to": "its last day",
        "time": "the time of day",
        "event": "the event",
        "site": "where it was played",
        "termination": "how it ended",
        "finished": "whether it was played to its end",
        "rounds": "rounds played",
        "turns": "turns played",
        "plies": "moves played",
        "opening": "the first 24 moves",
        "deal": "id of the first deal: the same for the same cards",
        "position": "digest of the last position",
        "notes": "how many comments and glyphs the record has",
        "record": "id of the record",
    },
)
RECORDS = Table(
    "records",
    "match",
    {
        "match": _MATCH,
        "record": "id of the record",
        "log": "the record as a line of JSON, with its comments and variations",
    },
)
SEATS = Table(
    "seats",
    "seat of a match",
    {
        "match": _MATCH,
        "seat": _SEAT,
        "player": "who sits there",
        "score": "its score",
        "place": "its place; winners are 1",
        "won": "whether it won, alone or with others",
        "share": "its part of the win",
    },
    """
    SELECT hex_id(record.play) AS match, seat.seat, batch.players[seat.seat] AS player, seat.score,
        seat.place, seat.won, seat.share
    FROM batch JOIN record USING (key) JOIN seat ON seat.record = batch.key
    ORDER BY batch.turn, seat.seat
    """,
)
MOVES = Table(
    "moves",
    "move of a match that was indexed with --moves",
    {
        "match": _MATCH,
        "ply": "number of the move, from 1",
        "round": "the round",
        "turn": "the turn",
        "seat": "the seat that moved",
        "move": "the move, in the notation of its game",
        "kind": "the kind of move, in the game's words",
        "move_cards": "the cards that it names",
        "legal": "how many moves were legal",
        "seconds": "the seconds spent on it",
        "clock": "the seconds left on the clock",
        "utc": "when it was played",
    },
    """
    SELECT hex_id(record.play) AS match, move.ply, move.round, move.turn, move.seat, move.move,
        move.kind, cards_in(move.move, variant.card) AS move_cards, move.legal, move.seconds,
        move.clock, move.utc
    FROM batch JOIN record USING (key) JOIN variant ON variant.id = record.variant
    JOIN move ON move.record = batch.key
    ORDER BY batch.turn, move.ply
    """,
)
DECISIONS = Table(
    "decisions",
    "decision that an engine judged",
    {
        "match": _MATCH,
        "ply": "number of the move",
        "seat": "the seat that moved",
        "move": "its move",
        "loss": "the win share that it lost against the best option",
        "se": "standard error of that",
        "points": "the points that it lost",
        "mark": "??, ? or ?!; null where little or nothing was lost for sure",
        "valued": "how many options have values",
        "best": "the best option",
        "best_share": "its win share",
        "move_share": "the win share of the move",
        "ahead": "how many points each other option is above the move",
        "engine": "the engine and its version",
        "sight": "seat: it saw what the seat could know; all: every hand",
        "worlds": "how many worlds it took at most",
    },
    """
    SELECT hex_id(record.play) AS match, judgement.ply, judgement.seat, judgement.move,
        judgement.loss, judgement.se, judgement.points, judgement.mark, judgement.options AS valued,
        judgement.best, judgement.best_share, judgement.move_share, judgement.ahead, chosen.engine,
        chosen.sight, chosen.worlds
    FROM batch JOIN record USING (key) JOIN chosen_analyses() AS chosen ON chosen.play = record.play
    JOIN judgement ON judgement.record = chosen.key
    ORDER BY batch.turn, chosen.engine, chosen.sight, judgement.ply, judgement.seat
    """,
)
TABLES = (MATCHES, SEATS, MOVES, DECISIONS, RECORDS)
