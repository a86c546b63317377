"""Questions to an archive of many matches: `python -m benchmarks.archive_grown LOG FOLDER SIZE...`.

The log is indexed (with situations, if --situations is given), and the rows of its matches are
copied under other ids, names and situations until there are SIZE matches: what questions see, and
not what it costs to index them. Each copy is appended as a commit would be. What was common in the
log is as common in the whole: players with many matches have more of them, those with few keep few,
and there are more of those. Each copy of the log was played in a week of its own, one after the
other. The same questions are asked again when the archive is compacted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import duckdb
from benchmarks.archive_questions import WARM, Ask

from kifu.store import Archive, Filters
from kifu.store.journal import wal_of

#: Copies of the log in a commit.
TOGETHER = 10
#: So many seats or moves in the log are few: the copies have a name or a situation of their own.
FEW = 5
#: A name of those who play little comes again in so many copies, far from each other.
AGAIN = 5
#: The day before the first week in which a copy was played.
START = "DATE '1990-01-01'"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("log", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sizes", type=int, nargs="+", metavar="SIZE")
    parser.add_argument("--situations", action="store_true")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    base, path = given.folder / "base.duckdb", given.folder / "grown.duckdb"
    for old in (base, path):
        old.unlink(missing_ok=True)
        Archive(old).index([given.log], situations=given.situations)
    for size in sorted(given.sizes):
        begun = time.process_time()
        grow(path, base, size)
        taken = time.process_time() - begun
        print(f"{size:,} matches, {path.stat().st_size / size:.0f} bytes each, {taken:.0f} s")
        answer(path, given.situations)
        print("compacted")
        Archive(path).compact()
        answer(path, given.situations)


def answer(path: Path, situations: bool) -> None:
    """Ask the archive each question, and print what that took."""
    for name, ask in questions(Archive(path), situations).items():
        spent, best, middle = measured(ask)
        print(
            f"  {name}: {spent:.1f} ms of processor; by the clock {best:.1f} ms at best, "
            f"{middle:.1f} ms as a rule",
            flush=True,
        )


def measured(ask: Ask) -> tuple[float, float, float]:
    """Milliseconds of the processor (the median), and by the clock at best and as a rule, once it
    has been asked.
    """
    ask()
    spent, taken = [], []
    for _ in range(WARM):
        before, begun = time.process_time(), time.perf_counter()
        ask()
        taken.append(1000 * (time.perf_counter() - begun))
        spent.append(1000 * (time.process_time() - before))
    return median(spent), min(taken), median(taken)


def grow(path: Path, base: Path, size: int) -> None:
    """Append copies of the matches of `base` until the archive at `path` has `size`."""
    with duckdb.connect(str(path), config={"memory_limit": "2GB", "threads": "2"}) as connection:
        connection.execute(f"ATTACH '{base}' AS base (READ_ONLY)")
        connection.execute(_NAMED.format(few=FEW))
        ((each,),) = connection.execute("SELECT count(*) FROM base.record").fetchall()
        ((there,),) = connection.execute("SELECT count(*) FROM record").fetchall()
        first = there // each
        names = range(first // AGAIN, size // each // AGAIN)
        connection.execute(_NAMES.format(first=names.start, last=names.stop))
        for copy in range(first, size // each, TOGETHER):
            last = min(copy + TOGETHER, size // each)
            for statement in _COPIED:
                connection.execute(
                    statement.format(
                        first=copy, last=last, each=each, name=names.start, names=len(names)
                    )
                )
        connection.execute("CHECKPOINT")
    assert not Path(wal_of(str(path))).exists()


#: Who plays little in the log, numbered, and which situations are met seldom.
_NAMED = """
    CREATE OR REPLACE TEMP TABLE few AS
    SELECT player AS id, row_number() OVER (ORDER BY player) AS nth, count(*) OVER () AS size
    FROM base.seat GROUP BY player HAVING count(*) < {few};
    CREATE OR REPLACE TEMP TABLE rare AS
    SELECT key FROM base.situation GROUP BY key HAVING count(*) < {few}
"""
#: The names of those who play little, with the ids that they get, for each `AGAIN` copies.
_NAMES = """
    CREATE OR REPLACE TEMP TABLE named AS
    SELECT player.id AS old, nth_name, name || ' ' || nth_name AS name,
        folded || ' ' || nth_name AS folded,
        CAST(few.nth + few.size * nth_name + (SELECT max(id) FROM base.player) AS INTEGER) AS id
    FROM base.player JOIN few USING (id), range({first}, {last}) AS names(nth_name);
    INSERT INTO player SELECT id, name, folded, id FROM named ORDER BY id
"""
_EVERY = "base.{table} AS rows, range({first}, {last}) AS copies(copy)"
_KEY = "rows.{column} + copies.copy * {each}"
_OTHER = "CAST(md5(CAST(rows.{column} AS VARCHAR) || copies.copy) AS UUID)"
_DAY = f"{START} + CAST(7 * copies.copy + rows.key * 7 // {{each}} AS INTEGER)"
_COPIED = (
    f"""INSERT INTO record SELECT rows.* REPLACE (
        {_KEY.replace("{column}", "key")} AS key, {_OTHER.replace("{column}", "play")} AS play,
        {_OTHER.replace("{column}", "record")} AS record,
        {_OTHER.replace("{column}", "deal")} AS deal, hash(position, copies.copy) AS position,
        CAST({_DAY} AS VARCHAR) AS date, {_DAY} AS date_from, {_DAY} AS date_to
    ) FROM {_EVERY.replace("{table}", "record")} ORDER BY copies.copy, rows.key""",
    "INSERT INTO id_prefix FROM prefixes() WHERE record > {first} * {each} ORDER BY ALL",
    # As if all of them lay in one log.
    f"""INSERT INTO place SELECT rows.* REPLACE (
        {_KEY.replace("{column}", "record")} AS record,
        {_KEY.replace("{column}", "number")} AS number
    ) FROM {_EVERY.replace("{table}", "place")} ORDER BY copies.copy, rows.record""",
    *(
        f"""INSERT INTO {table} SELECT rows.* REPLACE (
            {_KEY.replace("{column}", "record")} AS record
        ) FROM {_EVERY.replace("{table}", table)} ORDER BY copies.copy, rows.record"""
        for table in ("tag", "note")
    ),
    f"""INSERT INTO seat SELECT rows.* REPLACE (
        {_KEY.replace("{column}", "record")} AS record, coalesce(named.id, rows.player) AS player
    ) FROM {_EVERY.replace("{table}", "seat")}
    LEFT JOIN named ON named.old = rows.player
        AND named.nth_name = {{name}} + copies.copy % {{names}}
    ORDER BY copies.copy, rows.record, rows.seat""",
    f"""INSERT INTO situation SELECT rows.* REPLACE (
        CASE WHEN rows.key IN (FROM rare) THEN hash(rows.key, copies.copy) ELSE rows.key END AS key,
        {_KEY.replace("{column}", "record")} AS record
    ) FROM {_EVERY.replace("{table}", "situation")} ORDER BY ALL""",
)


def questions(archive: Archive, situations: bool) -> dict[str, Ask]:
    """What is asked, by its name."""
    # The log has only the first of the copies.
    some = archive.query("SELECT match FROM records ORDER BY number LIMIT 100")
    ids = [row["match"] for row in some]
    found: dict[str, Ask] = {
        "one record by its id, in a process that asks for one": lambda: fresh(archive, ids),
        "one record by its id, in a process that asks for many": lambda: archive.record(ids[0]),
        "find: a player with few matches": player(archive, "few"),
        "find: a player with very many": player(archive, "many"),
        "find: a month": lambda: archive.find(Filters(date="1991-03"), limit=100),
    }
    if situations:
        many, few = (archive.query(query)[0]["situation"] for query in (_MANY, _FEW))
        found |= {
            f"explore: a situation of {archive.explore(Filters(situation=key)).times:,} moves": (
                partial(archive.explore, Filters(situation=key))
            )
            for key in (many, few)
        }
    return found


def fresh(archive: Archive, ids: list[str]) -> object:
    """A record, by somebody who has asked for none before."""
    ids.append(ids.pop(0))
    return Archive(archive.path).record(ids[0])


def player(archive: Archive, which: str) -> Callable[[], object]:
    """Find the matches of one who plays little or most of all."""
    order = "games DESC" if which == "many" else "games < 10, games"
    ((name,),) = [
        tuple(row.values())
        for row in archive.query(f"SELECT person FROM players ORDER BY {order}, person LIMIT 1")
    ]
    return lambda: archive.find(Filters(players=[name]), limit=100)


#: The situation that is met most at the 61st move, and one that few moves of a match met.
_MANY = """
    SELECT situation FROM situations WHERE ply = 61
    GROUP BY situation ORDER BY count(*) DESC, situation LIMIT 1
"""
_FEW = """
    WITH first AS MATERIALIZED (SELECT min(match) AS match FROM situations)
    SELECT situation FROM situations
    WHERE situation IN (
        SELECT situation FROM situations WHERE match = (SELECT match FROM first) AND ply > 20
    ) GROUP BY situation ORDER BY count(*), situation LIMIT 1
"""


if __name__ == "__main__":
    main()
