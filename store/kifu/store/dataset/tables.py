"""The tables of a data set: their columns, what these mean, and the SQL that answers them; and the
card that describes them, its README.md, as Hugging Face reads it.

`batch` has the records of one file, in their order, as they are without names. Nothing in the card
is text from a record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from msgspec import Struct

from kifu.notation.version import __version__


class Table(Struct, frozen=True):
    """A table of a data set, called `name`: one row for each `row` (in words); `columns` has the
    meaning of each column by its name. `query` is SQL for an archive with `batch`, which gives the
    rows.
    """

    name: str
    row: str
    columns: dict[str, str]
    query: str


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
    """
    SELECT of.* EXCLUDE (key, main) REPLACE (
        hex_id(match) AS match, hex_id(deal) AS deal, batch.players AS players, batch.date AS date,
        batch.event AS event, batch.site AS site, batch.termination AS termination,
        batch.record AS record
    )
    FROM batch JOIN described() AS of USING (key) ORDER BY batch.rowid
    """,
)
RECORDS = Table(
    "records",
    "match",
    {
        "match": _MATCH,
        "record": "id of the record",
        "log": "the record as a line of JSON, with its comments and variations",
    },
    """
    SELECT hex_id(record.play) AS match, batch.record, batch.log
    FROM batch JOIN record USING (key) ORDER BY batch.rowid
    """,
)
SEATS = Table(
    "seats",
    "seat of a match",
    {
        "match": _MATCH,
        "seat": _SEAT,
        "player": "who sits there",
        "side": "the first seat of its team; null where no seat has a partner",
        "score": "its score",
        "place": "its place; winners are 1",
        "won": "whether it won, alone or with others",
        "share": "its part of the win",
    },
    """
    SELECT hex_id(play) AS match, seat.* EXCLUDE (record)
        REPLACE (batch.players[seat.seat] AS player)
    FROM batch JOIN record USING (key) JOIN seat ON seat.record = batch.key
    ORDER BY batch.rowid, seat.seat
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
        "legal": "how many moves were legal",
        "seconds": "the seconds spent on it",
        "clock": "the seconds left on the clock",
        "utc": "when it was played",
        "move_cards": "the cards that it names",
    },
    """
    SELECT hex_id(play) AS match, move.* EXCLUDE (record), cards_in(move, card) AS move_cards
    FROM batch JOIN record USING (key) JOIN variant ON variant.id = record.variant
    JOIN move ON move.record = batch.key
    ORDER BY batch.rowid, move.ply
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
        "worlds": "how many worlds it took at most",
    },
    """
    SELECT hex_id(record.play) AS match, judgement.* EXCLUDE (record) RENAME (options AS valued),
        chosen.engine, chosen.worlds
    FROM batch JOIN record USING (key) JOIN chosen_analyses() AS chosen ON chosen.play = record.play
    JOIN judgement ON judgement.record = chosen.key
    ORDER BY batch.rowid, chosen.engine, judgement.ply, judgement.seat
    """,
)
TABLES = (MATCHES, SEATS, MOVES, DECISIONS, RECORDS)


def card(rows: Mapping[str, int], licence: str) -> str:
    """The text of a data set's card, which is its README.md: front matter in YAML, then Markdown.
    `rows` has the number of rows by table, and must have every table of `TABLES` (KeyError
    otherwise). `licence` is the licence's name or identifier; it is not checked. Writes nothing.
    """
    return "\n".join([*_front(rows, licence), "", *_text(rows, licence), ""])


def _front(rows: Mapping[str, int], licence: str) -> list[str]:
    """The lines of the data card's front matter (YAML, for Hugging Face), with the `---` before and
    after it. `rows` has the number of rows by table. Tables are listed in the order of `rows`,
    without those that have no rows. A licence of ASCII letters, digits, `.` and `-` that begins
    with a letter is written in lower case as an identifier; any other is `other`, with the text as
    its name.
    """
    lines = ["---", f'pretty_name: "{_TITLE}"']
    if re.fullmatch(r"[A-Za-z][A-Za-z0-9.-]*", licence):
        lines += [f"license: {licence.lower()}"]
    else:
        lines += ["license: other", f"license_name: {json.dumps(licence)}"]
    lines += ["tags:", "- card-games", "- game-records", "- kifu"]
    # `datasets` takes a table without rows for an error.
    filled = [name for name, count in rows.items() if count]
    lines += ["configs:"] if filled else []
    for name in filled:
        lines += [f"- config_name: {name}", f"  data_files: {name}/*.parquet"]
        lines += ["  default: true"] if name == MATCHES.name else []
    return [*lines, "---"]


def _text(rows: Mapping[str, int], licence: str) -> list[str]:
    """The lines of the data card after its front matter: what the data set is, its `licence` (the
    text as it is), how to read it, and the columns of each table, in the order of `TABLES`. `rows`
    is how many rows each table has, by its name; it must have every table (KeyError otherwise). A
    table without rows (0) is described, too.
    """
    lines = [
        f"# {_TITLE}",
        "",
        f"Matches: {rows[MATCHES.name]:,}, exported by kifu {__version__}. Licence: {licence}.",
        "",
        *_ANONYMOUS,
        "",
        "## Reading",
        "",
        *_READING,
        "",
        "## Tables",
        "",
        "Files with the same number are about the same matches. `match` joins all tables.",
    ]
    for table in TABLES:
        own = f"One row for each {table.row}: {rows[table.name]:,}."
        lines += ["", f"### {table.name}", "", own, "", "| column | meaning |", "|---|---|"]
        lines += [f"| `{name}` | {what} |" for name, what in table.columns.items()]
    return [*lines, "", *_CHECKING]


_TITLE = "Matches of card games"
_ANONYMOUS = [
    "## People",
    "",
    "Players (bots, too), annotators and authors of comments are called `Player 1`, `Player 2`,",
    "...: the same number is the same person in the whole data set. No name that the archive knew",
    "is left in any file, comments included. Dates, events, times and the moves themselves are",
    "unchanged: somebody who knows a match may recognise its players. Nicknames are not known as",
    "names.",
]
_READING = [
    "```python",
    "import datasets, pandas, polars",
    "",
    'polars.read_parquet("seats/*.parquet")',
    'pandas.read_parquet("seats")',
    'datasets.load_dataset("path/of/this/folder", "seats", split="train")',
    "```",
    "",
    "```sql",
    "SELECT player, avg(score) FROM 'seats/*.parquet' GROUP BY player;  -- DuckDB",
    "```",
]
_CHECKING = [
    "## Checking",
    "",
    "`sha256sum --check SHA256SUMS` compares every file. `log` in `records` is a line of a kifu",
    "log: saved as `match.jsonl`, `kifu check match.jsonl` replays it by the rules.",
]
