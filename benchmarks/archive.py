"""How long does a large archive take to answer?

A log of 10,000 matches is indexed, and the rows of its matches are copied under other ids, names
and situations until there are SIZE matches: what questions see, and not what it costs to index
them. Each copy is appended as a commit would be. What was common in the log is as common in the
whole: players with many matches have more of them, those with few keep few, and there are more of
those. Each copy of the log was played in a week of its own. Times are those of the processor, with
opening the archive, as it was appended and after `kifu compact`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import duckdb
from benchmarks.matches import write_many
from benchmarks.measure import figure, milliseconds, table
from duckdb import DuckDBPyConnection

from kifu.notation import read
from kifu.store import Archive, Filters

#: Copies of the log in a commit.
TOGETHER = 10
#: So many seats or moves in the log are few: the copies have a name or a situation of their own.
FEW = 5
#: A name of those who play little comes again in so many copies, far from each other.
AGAIN = 5
#: The day before the first week in which a copy was played.
START = "DATE '1990-01-01'"


def answers(folder: Path, size: int, each: int, *, situations: bool, moves: bool) -> list[str]:
    """The lines of a Markdown table with a row for each question, asked of an archive of `size`
    matches, grown from a log of `each`: its milliseconds of processor time, as the archive was
    appended and after `compact`. `situations` and `moves` say whether it has those of every match.
    `each` is at most EACH (10,000), and `size` should be a multiple of it. Log and archives are
    left in `folder`; an archive there of an earlier call is kept, and only grows.
    """
    (log,) = write_many(folder / "logs", each, seats=2)
    base, path = folder / "base.duckdb", folder / "grown.duckdb"
    for archive in (base, path):
        Archive(archive).index([log], situations=situations, moves=moves)
    grow(path, base, size)
    asked = questions(Archive(path), log, situations)
    appended = {name: milliseconds(ask) for name, ask in asked.items()}
    Archive(path).compact()
    rows = [
        [name, figure(appended[name]), figure(milliseconds(ask))] for name, ask in asked.items()
    ]
    return table(f"milliseconds, of so many matches|{size:,}|compacted", rows)


def questions(archive: Archive, log: Path, situations: bool) -> dict[str, Callable[[], object]]:
    """The questions by their names, each a function without arguments that asks `archive`, grown
    from `log`; with `situations` also those about situations, which the archive must then have. The
    archive is asked already here, for what to look for.
    """
    # The log has only the first of the copies.
    some = archive.query("SELECT match FROM records ORDER BY number LIMIT 100")
    ids = [row["match"] for row in some]
    first = next(read(log)).record
    assert first is not None
    found: dict[str, Callable[[], object]] = {
        "one record by its id": lambda: archive.record(ids[0])
    }
    filters = {
        "a player with few matches": Filters(players=[_player(archive, "games < 10, games")]),
        "a player with very many": Filters(players=[_player(archive, "games DESC")]),
        "a month": Filters(date="1991-03"),
        "an event's name": Filters(tags=[("Event", "cup 77")]),
        "words of a comment": Filters(text="match 4020"),
        "the same deal": Filters(same_deal=ids[0]),
        "the first two moves": Filters(moves=" ".join(first.moves.split()[2:4])),
    }
    for name, each in filters.items():
        found[f"find: {name}"] = partial(archive.find, each, limit=100)
    found["query: mean score by seat"] = partial(
        archive.query, "SELECT seat, avg(score) FROM seats GROUP BY seat"
    )
    for name, query in {"most": _MOST, "few": _RARE}.items() if situations else ():
        key = archive.query(query)[0]["situation"]
        found[f"explore: a situation of {name} matches"] = partial(
            archive.explore, Filters(situation=key)
        )
    return found


def _player(archive: Archive, order: str) -> str:
    (row,) = archive.query(f"SELECT person FROM players ORDER BY {order}, person LIMIT 1")
    return str(row["person"])


#: The situation that is met most at the 61st move, and one that few moves of a match met.
_MOST = """
    SELECT situation FROM situations WHERE ply = 61
    GROUP BY situation ORDER BY count(*) DESC, situation LIMIT 1
"""
_RARE = """
    WITH first AS MATERIALIZED (SELECT min(match) AS match FROM situations)
    SELECT situation FROM situations
    WHERE situation IN (
        SELECT situation FROM situations WHERE match = (SELECT match FROM first) AND ply > 20
    ) GROUP BY situation ORDER BY count(*), situation LIMIT 1
"""


def grow(path: Path, base: Path, size: int) -> None:
    """Append copies of the matches of the archive `base` to that at `path` until it has `size`
    matches, or as many whole copies as fit into that. It must have whole copies now, one at least;
    if they are enough, nothing is added. `base` is only read.
    """
    with duckdb.connect(str(path), config={"memory_limit": "2GB", "threads": "2"}) as connection:
        connection.execute(f"ATTACH '{base}' AS base (READ_ONLY)")
        ((each,),) = connection.execute("SELECT count(*) FROM base.record").fetchall()
        ((there,),) = connection.execute("SELECT count(*) FROM record").fetchall()
        first, last = there // each, size // each
        connection.execute(_NAMED.format(few=FEW, first=first // AGAIN, last=last // AGAIN))
        statements = list(_copying(connection))
        for copy in range(first, last, TOGETHER):
            for statement in statements:
                connection.execute(
                    statement.format(
                        first=copy, last=min(copy + TOGETHER, last), each=each,
                        name=first // AGAIN, names=last // AGAIN - first // AGAIN,
                    )
                )  # fmt: skip
        connection.execute("CHECKPOINT")


#: Who plays little in the log, which situations are met seldom, and the names that the former get
#: in each `AGAIN` copies, with their ids.
_NAMED = """
    CREATE OR REPLACE TEMP TABLE few AS
    SELECT player AS id, row_number() OVER (ORDER BY player) AS nth, count(*) OVER () AS size
    FROM base.seat GROUP BY player HAVING count(*) < {few};
    CREATE OR REPLACE TEMP TABLE rare AS
    SELECT key FROM base.situation GROUP BY key HAVING count(*) < {few};
    CREATE OR REPLACE TEMP TABLE named AS
    SELECT player.id AS old, nth_name, name || ' ' || nth_name AS name,
        folded || ' ' || nth_name AS folded,
        CAST(few.nth + few.size * nth_name + (SELECT max(id) FROM base.player) AS INTEGER) AS id
    FROM base.player JOIN few USING (id), range({first}, {last}) AS names(nth_name);
    INSERT INTO player SELECT id, name, folded, id FROM named ORDER BY id
"""
_DAY = f"{START} + CAST(7 * copies.copy + rows.key * 7 // {{each}} AS INTEGER)"
#: What a copy has in place of a column of the log's row, where that is not the same: by the table
#: and the column, or in every table that has the column.
_OTHER = {
    "record": "rows.record + copies.copy * {each}",
    "record.key": "rows.key + copies.copy * {each}",
    **{
        f"record.{column}": f"CAST(md5(CAST(rows.{column} AS VARCHAR) || copies.copy) AS UUID)"
        for column in ("play", "record", "deal")
    },
    "record.position": "hash(rows.position, copies.copy)",
    "record.date": f"CAST({_DAY} AS VARCHAR)",
    "record.date_from": _DAY,
    "record.date_to": _DAY,
    "place.number": "rows.number + copies.copy * {each}",  # as if all of them lay in one log
    "seat.player": (
        "coalesce((SELECT id FROM named WHERE old = rows.player"
        " AND nth_name = {name} + copies.copy % {names}), rows.player)"
    ),
    "situation.key": (
        "CASE WHEN rows.key IN (FROM rare) THEN hash(rows.key, copies.copy) ELSE rows.key END"
    ),
}


def _copying(connection: DuckDBPyConnection) -> Iterator[str]:
    """SQL statements that copy the rows of all tables of the attached `base` that are about a
    match, one for each table, to be filled by `str.format`: `first` and `last` (the copies, without
    the last), `each` (the matches of `base`), `name` and `names`.
    """
    query = """
        SELECT table_name, list(column_name) FROM duckdb_columns()
        WHERE database_name = 'base' AND table_name IN (SELECT table_name FROM duckdb_tables())
        GROUP BY table_name HAVING list_contains(list(column_name), 'record') ORDER BY table_name
    """
    for name, columns in connection.execute(query).fetchall():
        others = {each: _OTHER.get(f"{name}.{each}", _OTHER.get(each)) for each in columns}
        replaced = ", ".join(f"{new} AS {old}" for old, new in others.items() if new)
        order = "ALL" if name == "situation" else "copies.copy, rows.rowid"
        yield (
            f"INSERT INTO {name} SELECT rows.* REPLACE ({replaced}) "
            f"FROM base.{name} AS rows, range({{first}}, {{last}}) AS copies(copy) ORDER BY {order}"
        )
