"""Commits: what was read goes into the archive, whole batches through columns.

One call is one transaction: the rows, the ledger's row for them, and, with the last part of a
source that had changed, the end of its old rows. So the archive is at every moment what some
undisturbed run could have left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.store import columns
from kifu.store.entry import Bad, Entry
from kifu.store.fold import folded
from kifu.store.remarks import Remark

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


#: A game, its rules revision and the options that differ from their default.
Variant = tuple[str, int, str]


class Portion(Struct, kw_only=True):
    """Some records of a source in their order: those numbered `first` to `last` (`last` is
    below `first` where there are none); the last one begins at `last_line` and `last_offset`.
    `anew` says that the source's earlier rows are of other
    bytes: they go when `whole`, the end of the source, is in. Earlier rows of the same bytes
    stay, but for those from `first` on. `weight` are the bytes of its records, `consumed` those
    of the file that were read up to here.
    """

    source: str
    size: int
    digest: str
    anew: bool
    first: int
    last: int
    last_line: int
    last_offset: int
    whole: bool
    entries: list[Entry]
    bad: list[Bad]
    weight: int
    consumed: int


class Tally(Struct):
    """Records by what became of them: `new` matches; `duplicate` ones, whose match the archive
    has from another place; those read `again`, whose match it had from an earlier state of the
    same source; and records in quarantine.
    """

    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0


#: Portions with the ids of their sources.
Placed = list[tuple[int, Portion]]


def commit(connection: DuckDBPyConnection, portions: Sequence[Portion]) -> Tally:
    """Write `portions`, no two of one source, within the transaction that is open."""
    connection.execute("CREATE TEMP TABLE dropped (record BIGINT)")
    connection.execute("CREATE TEMP TABLE touched (play UUID)")
    tally = Tally()
    placed: Placed = []
    for portion in portions:
        source = _enter_source(connection, portion)
        gone = _drop(connection, source, portion.first)
        _enter_batch(connection, source, portion, gone)
        placed.append((source, portion))
    _enter_entries(connection, placed, tally)
    _enter_quarantine(connection, placed, tally)
    for source, portion in placed:
        if portion.whole:
            _drop_others(connection, source, portion.source)
    _sweep(connection)
    _elect(connection)
    connection.execute("DROP TABLE dropped")
    connection.execute("DROP TABLE touched")
    return tally


def _enter_source(connection: DuckDBPyConnection, portion: Portion) -> int:
    """The id of the portion's source, whose row says what is read of it with this portion."""
    query = "SELECT max(id) FROM source WHERE path = ?"
    newest: int | None = _value(connection, query, [portion.source])
    state = [
        portion.size,
        portion.digest,
        portion.last,
        portion.last_line,
        portion.last_offset,
        portion.whole,
    ]
    if newest is None or (portion.anew and portion.first == 1):
        source = _next(connection, "source", "id")
        row = [source, portion.source, *state]
        connection.execute("INSERT INTO source VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return source
    connection.execute(
        "UPDATE source SET size = ?, digest = ?, records = ?, last_line = ?, last_offset = ?, "
        "whole = ? WHERE id = ?",
        [*state, newest],
    )
    return newest


def _enter_batch(connection: DuckDBPyConnection, source: int, portion: Portion, gone: int) -> None:
    row = [
        _next(connection, "batch", "id"),
        source,
        portion.first,
        portion.last,
        len(portion.entries),
        len(portion.bad),
        gone,
    ]
    connection.execute("INSERT INTO batch VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def _enter_entries(connection: DuckDBPyConnection, placed: Placed, tally: Tally) -> None:
    rows = [(source, entry) for source, portion in placed for entry in portion.entries]
    if not rows:
        return
    known = _known(connection, placed)
    following = _next(connection, "record", "key")
    keys: list[int] = []
    fresh: dict[tuple[str, str], tuple[int, Entry]] = {}
    met: set[str] = set()
    touched: list[str] = []
    for n, (_, entry) in enumerate(rows):
        key, elsewhere = known.get(n, (None, False))
        identity = (entry.play, entry.record)
        if key is None and identity not in fresh:
            fresh[identity] = (following + len(fresh), entry)
            if n in known or entry.play in met:
                touched.append(entry.play)
        keys.append(fresh[identity][0] if key is None else key)
        if elsewhere or entry.play in met:
            tally.duplicate += 1
        elif n in known:
            tally.again += 1
        else:
            tally.new += 1
        met.add(entry.play)
    _enter_places(connection, rows, keys)
    if touched:
        columns.insert(connection, "touched", {"play": touched})
    if fresh:
        _enter_seats(connection, list(fresh.values()))
        _enter_records(connection, list(fresh.values()))
        _enter_notes(connection, list(fresh.values()))


def _known(
    connection: DuckDBPyConnection, placed: Placed
) -> dict[int, tuple[int | None, bool | None]]:
    """For each entry (by its number in the batch) whose match is in the archive: the key of
    its record, if that is there too, and whether the match is known from another path.
    """
    entries = [(portion.source, entry) for _, portion in placed for entry in portion.entries]
    given: dict[str, Sequence[Any]] = {
        "n": list(range(len(entries))),
        "path": [path for path, _ in entries],
        "play": [entry.play for _, entry in entries],
        "record": [entry.record for _, entry in entries],
    }
    columns.register(connection, given)
    query = (
        "SELECT n, max(key) FILTER (record.record = CAST(incoming.record AS UUID)), "
        "bool_or(source.path <> incoming.path) "
        "FROM incoming JOIN record ON record.play = CAST(incoming.play AS UUID) "
        "LEFT JOIN place ON place.record = record.key "
        "LEFT JOIN source ON source.id = place.source GROUP BY n"
    )
    return {n: (key, elsewhere) for n, key, elsewhere in connection.execute(query).fetchall()}


def _enter_places(
    connection: DuckDBPyConnection, rows: list[tuple[int, Entry]], keys: list[int]
) -> None:
    given: dict[str, Sequence[Any]] = {
        "record": keys,
        "source": [source for source, _ in rows],
        "number": [entry.number for _, entry in rows],
        "line": [entry.line for _, entry in rows],
        "offset": [entry.offset for _, entry in rows],
        "size": [entry.size for _, entry in rows],
        "form": [entry.form for _, entry in rows],
    }
    columns.insert(connection, "place", given)


def _enter_seats(connection: DuckDBPyConnection, fresh: list[tuple[int, Entry]]) -> None:
    rows = [
        (key, seat, chair) for key, entry in fresh for seat, chair in enumerate(entry.chairs, 1)
    ]
    players = _players(connection, [chair.name for _, _, chair in rows])
    given: dict[str, Sequence[Any]] = {
        "record": [key for key, _, _ in rows],
        "seat": [seat for _, seat, _ in rows],
        "player": [players[chair.name] for _, _, chair in rows],
        "score": [chair.score for _, _, chair in rows],
        "place": [chair.place for _, _, chair in rows],
        "won": [chair.won for _, _, chair in rows],
    }
    columns.insert(connection, "seat", given)


def _enter_records(connection: DuckDBPyConnection, fresh: list[tuple[int, Entry]]) -> None:
    entries = [entry for _, entry in fresh]
    variants = _variants(connection, entries)
    given: dict[str, Sequence[Any]] = {
        "key": [key for key, _ in fresh],
        "play": [entry.play for entry in entries],
        "record": [entry.record for entry in entries],
        "main": [True] * len(entries),
        "variant": [variants[entry.game, entry.rules, entry.options] for entry in entries],
        "seats": [len(entry.chairs) for entry in entries],
        "date": [entry.date for entry in entries],
        "date_from": [entry.first_day for entry in entries],
        "date_to": [entry.last_day for entry in entries],
        "event": [entry.event for entry in entries],
        "event_folded": [folded(entry.event) if entry.event else None for entry in entries],
        "site": [entry.site for entry in entries],
        "termination": [entry.termination for entry in entries],
        "finished": [entry.finished for entry in entries],
        "rounds": [entry.rounds for entry in entries],
        "turns": [entry.turns for entry in entries],
        "plies": [entry.plies for entry in entries],
        "deal": [entry.deal for entry in entries],
        "position": [_decimal(entry.position) for entry in entries],
        "notes": [len(entry.remarks) for entry in entries],
        "warnings": [entry.warnings for entry in entries],
    }
    names = columns.register(connection, given)
    connection.execute(
        f"INSERT INTO record ({names}, names, scores, winners) "
        f"SELECT {names}, names, scores, winners FROM incoming LEFT JOIN ({_GATHERED}) "
        "AS gathered USING (key) ORDER BY key"
    )


#: What the seats of the new records say, one row for each record.
_GATHERED = """
    SELECT
        seat.record AS key,
        list(player.name ORDER BY seat.seat) AS names,
        list(seat.score ORDER BY seat.seat) FILTER (seat.score IS NOT NULL) AS scores,
        list(seat.seat ORDER BY seat.seat) FILTER (seat.won) AS winners
    FROM seat JOIN player ON player.id = seat.player
    WHERE seat.record >= (SELECT min(key) FROM incoming)
    GROUP BY seat.record
"""


def _enter_notes(connection: DuckDBPyConnection, fresh: list[tuple[int, Entry]]) -> None:
    rows = [(key, remark) for key, entry in fresh for remark in entry.remarks]
    if not rows:
        return
    given: dict[str, Sequence[Any]] = {"record": [key for key, _ in rows]}
    for name in Remark.__struct_fields__:
        given[name] = [getattr(remark, name) for _, remark in rows]
    columns.insert(connection, "note", given)


def _enter_quarantine(connection: DuckDBPyConnection, placed: Placed, tally: Tally) -> None:
    rows = [(source, bad) for source, portion in placed for bad in portion.bad]
    if not rows:
        return
    given: dict[str, Sequence[Any]] = {"source": [source for source, _ in rows]}
    for name in Bad.__struct_fields__:
        given[name] = [getattr(bad, name) for _, bad in rows]
    columns.insert(connection, "quarantine", given)
    tally.quarantined += len(rows)


def _players(connection: DuckDBPyConnection, names: Iterable[str]) -> dict[str, int]:
    """The id of each player's name; a name met for the first time gets one."""
    wanted = list(dict.fromkeys(names))
    columns.register(connection, {"name": wanted})
    query = "SELECT name, id FROM player JOIN incoming USING (name)"
    ids: dict[str, int] = dict(connection.execute(query).fetchall())
    fresh = [name for name in wanted if name not in ids]
    if fresh:
        following = _next(connection, "player", "id")
        numbers = list(range(following, following + len(fresh)))
        texts = [folded(name) for name in fresh]
        given: dict[str, Sequence[Any]] = {
            "id": numbers,
            "name": fresh,
            "folded": texts,
            "person": numbers,
        }
        columns.insert(connection, "player", given)
        ids.update(zip(fresh, numbers, strict=True))
    return ids


def _variants(connection: DuckDBPyConnection, entries: list[Entry]) -> dict[Variant, int]:
    """The id of each game with its rules and options; a new one gets one, and its settings."""
    query = "SELECT game, rules, options, id FROM variant"
    rows = connection.execute(query).fetchall()
    ids: dict[Variant, int] = {(game, rules, options): at for game, rules, options, at in rows}
    following = _next(connection, "variant", "id")
    fresh: dict[Variant, Entry] = {}
    for entry in entries:
        variant = (entry.game, entry.rules, entry.options)
        if variant not in ids:
            ids[variant] = following + len(fresh)
            fresh[variant] = entry
    if not fresh:
        return ids
    games, rules, options = zip(*fresh, strict=True)
    numbers = [ids[variant] for variant in fresh]
    given: dict[str, Sequence[Any]] = {
        "id": numbers,
        "game": games,
        "rules": rules,
        "options": options,
    }
    columns.insert(connection, "variant", given)
    settings = [
        (ids[variant], *pair) for variant, entry in fresh.items() for pair in entry.settings
    ]
    if settings:
        owners, names, values = zip(*settings, strict=True)
        columns.insert(connection, "setting", {"variant": owners, "name": names, "value": values})
    return ids


def _drop(connection: DuckDBPyConnection, source: int, first: int) -> int:
    """Take out a source's rows from record number `first` on; how many there were."""
    gone = 0
    where = "WHERE source = ? AND number >= ?"
    connection.execute(f"INSERT INTO dropped SELECT record FROM place {where}", [source, first])
    for table in ("place", "quarantine"):
        gone += _value(connection, f"DELETE FROM {table} {where}", [source, first]) or 0
    return gone


def _drop_others(connection: DuckDBPyConnection, source: int, path: str) -> None:
    """Take out every other source of the same path: its bytes are no more."""
    query = "SELECT id FROM source WHERE path = ? AND id <> ?"
    for (other,) in connection.execute(query, [path, source]).fetchall():
        _drop(connection, other, 0)
        connection.execute("DELETE FROM batch WHERE source = ?", [other])
        connection.execute("DELETE FROM source WHERE id = ?", [other])


def _sweep(connection: DuckDBPyConnection) -> None:
    """Take out the records that have no place any more, and the players who sit nowhere."""
    connection.execute("DELETE FROM dropped WHERE record IN (SELECT record FROM place)")
    if not _value(connection, "SELECT count(*) FROM dropped"):
        return
    orphans = "IN (SELECT record FROM dropped)"
    connection.execute(f"INSERT INTO touched SELECT play FROM record WHERE key {orphans}")
    connection.execute(f"DELETE FROM record WHERE key {orphans}")
    connection.execute(f"DELETE FROM note WHERE record {orphans}")
    connection.execute(f"DELETE FROM seat WHERE record {orphans}")
    # A name that stands for another one, or for which another stands, was said by the user.
    connection.execute(
        "DELETE FROM player WHERE id = person AND id NOT IN (SELECT player FROM seat) "
        "AND id NOT IN (SELECT person FROM player WHERE id <> person)"
    )


def _elect(connection: DuckDBPyConnection) -> None:
    """Choose the main record of each match whose records changed: the one with the most notes,
    of equal ones that with the lowest id, so that the order of indexing does not matter.
    """
    connection.execute(
        "UPDATE record SET main = (record.key = chosen.key) FROM ("
        "    SELECT play, first(key ORDER BY notes DESC, record.record) AS key FROM record"
        "    WHERE play IN (SELECT play FROM touched) GROUP BY play"
        ") AS chosen WHERE record.play = chosen.play"
    )


def _next(connection: DuckDBPyConnection, table: str, column: str) -> int:
    """The number behind the highest in use, from 1."""
    return (_value(connection, f"SELECT max({column}) FROM {table}") or 0) + 1


def _value(connection: DuckDBPyConnection, query: str, parameters: list[Any] | None = None) -> Any:
    rows = connection.execute(query, parameters or []).fetchall()
    return rows[0][0] if rows else None


def _decimal(number: int | None) -> str | None:
    """As text: DuckDB reads a column of Python ints as signed."""
    return None if number is None else str(number)
