"""Entering: the rows of entries, into the tables that speak of records.

Identity is kept here, inside the transaction: what the archive has already is found by one
join for the whole batch, and only what is new gets a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from kifu.store import columns
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Detail
from kifu.store.index.entering_course import complete, enter_courses
from kifu.store.index.entry import Bad, Entry
from kifu.store.index.remarks import Remark
from kifu.store.upkeep.erasing import hide, hide_in_messages

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The options of a variant with their values, all of them.
Settings = Sequence[tuple[str, str]]
#: Entries with the ids of their sources, and new ones with the keys of their records.
Sourced = Sequence[tuple[int, Entry]]
Keyed = Sequence[tuple[int, Entry]]


class Tally(Struct):
    """Records by what became of them: `new` matches; `duplicate` ones, whose match the archive
    has from another place; those read `again`, whose match it had from an earlier state of the
    same source; and records in quarantine.
    """

    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0


def enter_entries(connection: DuckDBPyConnection, rows: Sourced) -> Tally:
    """Enter sound records, in the order of `rows`, and count them.

    The matches that already had a record and get another one go into the table `touched`.
    """
    if not rows:
        return Tally()
    hide(connection, [entry for _, entry in rows])
    known = _known(connection, rows)
    found = _sorted_out(rows, known, columns.following(connection, "record", "key"))
    _enter_places(connection, rows, found.keys)
    if found.touched:
        columns.insert(connection, "touched", {"play": found.touched})
    if found.fresh:
        new = list(found.fresh.values())
        settings = {
            entry.variant: entry.settings for _, entry in rows if entry.settings is not None
        }
        _enter_seats(connection, new)
        _enter_records(connection, new, _variants(connection, settings))
        _enter_tags(connection, new)
        _enter_notes(connection, new)
        enter_courses(connection, new)
    if found.fuller:
        complete(connection, list(found.fuller.items()))
    if found.replaced:
        _move_places(connection, found.replaced)
    return found.tally


class _SortedOut(Struct):
    """A batch beside what the archive has: the key of each entry's record; the `fresh` records
    by their two ids; by key those of which more is known now, and those that a replayed one
    replaces, with its key; the matches that get another record.
    """

    keys: list[int] = []
    fresh: dict[tuple[str, str], tuple[int, Entry]] = {}
    fuller: dict[int, Entry] = {}
    replaced: dict[int, int] = {}
    touched: list[str] = []
    tally: Tally = msgspec.field(default_factory=Tally)


def _sorted_out(rows: Sourced, known: Mapping[int, _Stored], following: int) -> _SortedOut:
    """`known` is what there is of the entries, by their number; new keys are from `following`."""
    found = _SortedOut()
    met: set[str] = set()
    for n, (_, entry) in enumerate(rows):
        stored = known.get(n, _NOWHERE)
        key = stored.key
        if key is None or entry.replayed > stored.detail.replayed:
            identity = (entry.play, entry.record)
            if identity not in found.fresh:
                found.fresh[identity] = (following + len(found.fresh), entry)
                if n in known or entry.play in met:
                    found.touched.append(entry.play)
            if key is not None:
                found.replaced[key] = found.fresh[identity][0]
            key = found.fresh[identity][0]
        elif not stored.detail.covers(entry.detail):
            found.fuller[key] = entry
        found.keys.append(key)
        if stored.elsewhere or entry.play in met:
            found.tally.duplicate += 1
        elif n in known:
            found.tally.again += 1
        else:
            found.tally.new += 1
        met.add(entry.play)
    return found


def enter_quarantine(connection: DuckDBPyConnection, rows: Sequence[tuple[int, Bad]]) -> int:
    """Enter bad records with the ids of their sources; how many they are."""
    if rows:
        hide_in_messages(connection, [bad for _, bad in rows])
        given: dict[str, Sequence[Any]] = {"source": [source for source, _ in rows]}
        for name in Bad.__struct_fields__:
            given[name] = [getattr(bad, name) for _, bad in rows]
        columns.insert(connection, "quarantine", given)
    return len(rows)


class _Stored(Struct, frozen=True):
    """What the archive has of a match already: the key of the very record, if that is there,
    and what was found out about it; and whether the match is known from another path.
    """

    key: int | None
    elsewhere: bool
    detail: Detail


_NOWHERE = _Stored(None, False, Detail())


def _known(connection: DuckDBPyConnection, rows: Sourced) -> dict[int, _Stored]:
    """What there is of each entry (by its number in the batch) whose match is in the archive."""
    given: dict[str, Sequence[Any]] = {
        "n": list(range(len(rows))),
        "source": [source for source, _ in rows],
        "play": [entry.play for _, entry in rows],
        "record": [entry.record for _, entry in rows],
    }
    columns.register(connection, given)
    rows_found = connection.execute(_FIND_KNOWN).fetchall()
    return {
        n: _Stored(key, bool(elsewhere), Detail(*detail) if key is not None else Detail())
        for n, key, elsewhere, *detail in rows_found
    }


_FIND_KNOWN = """
    WITH met AS (
        SELECT
            n, incoming.source, key, record.replayed, record.events, record.situations,
            record.record = CAST(incoming.record AS UUID) AS same
        FROM incoming JOIN record ON record.play = CAST(incoming.play AS UUID)
    )
    SELECT
        n, max(key) FILTER (same), bool_or(source.path <> own.path),
        bool_or(met.replayed) FILTER (same), bool_or(met.events) FILTER (same),
        bool_or(met.situations) FILTER (same)
    FROM met
    JOIN source AS own ON own.id = met.source
    LEFT JOIN place ON place.record = met.key
    LEFT JOIN source ON source.id = place.source
    GROUP BY n
"""


def _enter_places(connection: DuckDBPyConnection, rows: Sourced, keys: Sequence[int]) -> None:
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


def _move_places(connection: DuckDBPyConnection, replaced: dict[int, int]) -> None:
    """Let every place of the older records be one of those that replace them."""
    columns.register(connection, {"old": list(replaced), "key": list(replaced.values())})
    connection.execute(
        "UPDATE place SET record = incoming.key FROM incoming WHERE place.record = incoming.old"
    )
    connection.execute("INSERT INTO dropped SELECT old FROM incoming")


def _enter_seats(connection: DuckDBPyConnection, fresh: Keyed) -> None:
    chairs = [chair for _, entry in fresh for chair in entry.chairs]
    players = _players(connection, [chair.name for chair in chairs])
    given: dict[str, Sequence[Any]] = {
        "record": [key for key, entry in fresh for _ in entry.chairs],
        "seat": [seat for _, entry in fresh for seat in range(1, len(entry.chairs) + 1)],
        "player": [players[chair.name] for chair in chairs],
        "score": [chair.score for chair in chairs],
        "place": [chair.place for chair in chairs],
        "won": [chair.won for chair in chairs],
    }
    columns.insert(connection, "seat", given)


def _enter_records(
    connection: DuckDBPyConnection, fresh: Keyed, variants: dict[Variant, int]
) -> None:
    entries = [entry for _, entry in fresh]
    events = {event: event and folded(event) for event in {entry.event for entry in entries}}
    given: dict[str, Sequence[Any]] = {
        "key": [key for key, _ in fresh],
        "play": [entry.play for entry in entries],
        "record": [entry.record for entry in entries],
        "main": [True] * len(entries),
        "variant": [variants[entry.variant] for entry in entries],
        "seats": [len(entry.chairs) for entry in entries],
        # No name has NUL in it.
        "names": ["\0".join([chair.name for chair in entry.chairs]) for entry in entries],
        "scores": [
            _listed([chair.score for chair in entry.chairs if chair.score is not None])
            for entry in entries
        ],
        "winners": [
            _listed([seat for seat, chair in enumerate(entry.chairs, 1) if chair.won])
            for entry in entries
        ],
        "date": [entry.date for entry in entries],
        "date_from": [entry.first_day for entry in entries],
        "date_to": [entry.last_day for entry in entries],
        "event": [entry.event for entry in entries],
        "event_folded": [events[entry.event] for entry in entries],
        "site": [entry.site for entry in entries],
        "termination": [entry.termination for entry in entries],
        "finished": [entry.finished for entry in entries],
        "rounds": [entry.rounds for entry in entries],
        "turns": [entry.turns for entry in entries],
        "plies": [entry.plies for entry in entries],
        "opening": [entry.opening for entry in entries],
        "deal": [entry.deal for entry in entries],
        "position": [_decimal(entry.position) for entry in entries],
        "notes": [len(entry.remarks) for entry in entries],
        "warnings": [entry.warnings for entry in entries],
        "replayed": [entry.replayed for entry in entries],
        "events": [entry.events is not None for entry in entries],
        "situations": [entry.faced is not None for entry in entries],
    }
    names = columns.register(connection, given)
    connection.execute(
        f"INSERT INTO record ({names}) "
        "SELECT * REPLACE (string_split(names, chr(0)) AS names) FROM incoming"
    )


def _listed(numbers: list[int]) -> str | None:
    """Numbers as DuckDB reads a list from a text; None for none."""
    return str(numbers) if numbers else None


def _enter_tags(connection: DuckDBPyConnection, fresh: Keyed) -> None:
    tags = [tag for _, entry in fresh for tag in entry.tags]
    if tags:
        names, values = zip(*tags, strict=True)
        texts = {value: folded(value) for value in set(values)}
        given: dict[str, Sequence[Any]] = {
            "record": [key for key, entry in fresh for _ in entry.tags],
            "name": names,
            "value": values,
            "folded": [texts[value] for value in values],
        }
        columns.insert(connection, "tag", given)


def _enter_notes(connection: DuckDBPyConnection, fresh: Keyed) -> None:
    rows = [(key, remark) for key, entry in fresh for remark in entry.remarks]
    if not rows:
        return
    given: dict[str, Sequence[Any]] = {"record": [key for key, _ in rows]}
    for name in Remark.__struct_fields__:
        given[name] = [getattr(remark, name) for _, remark in rows]
    columns.insert(connection, "note", given)


def _players(connection: DuckDBPyConnection, names: Iterable[str]) -> dict[str, int]:
    """The id of each player's name; a name met for the first time gets one."""
    wanted = list(dict.fromkeys(names))
    columns.register(connection, {"name": wanted})
    query = "SELECT name, id FROM player JOIN incoming USING (name)"
    ids: dict[str, int] = dict(connection.execute(query).fetchall())
    fresh = [name for name in wanted if name not in ids]
    if fresh:
        following = columns.following(connection, "player", "id")
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


def _variants(
    connection: DuckDBPyConnection, settings: Mapping[Variant, Settings]
) -> dict[Variant, int]:
    """The id of each variant; one of `settings` that is new gets one, and its settings."""
    query = "SELECT game, rules, options, seated, id FROM variant"
    rows = connection.execute(query).fetchall()
    ids: dict[Variant, int] = {
        (game, rules, options, seated): number for game, rules, options, seated, number in rows
    }
    fresh = [variant for variant in settings if variant not in ids]
    if not fresh:
        return ids
    following = columns.following(connection, "variant", "id")
    ids.update(zip(fresh, range(following, following + len(fresh)), strict=True))
    names = ("game", "rules", "options", "seated")
    given: dict[str, Sequence[Any]] = dict(zip(names, zip(*fresh, strict=True), strict=True))
    columns.insert(connection, "variant", {"id": [ids[variant] for variant in fresh], **given})
    every = [(ids[variant], *pair) for variant in fresh for pair in settings[variant]]
    if every:
        owners, options, values = zip(*every, strict=True)
        columns.insert(connection, "setting", {"variant": owners, "name": options, "value": values})
    return ids


def _decimal(number: int | None) -> str | None:
    """As text: DuckDB reads a column of Python ints as signed."""
    return None if number is None else str(number)
