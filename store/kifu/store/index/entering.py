"""Entering: the rows of a batch, into the tables that speak of records.

Identity is kept here, inside the transaction: what the archive has already is found by one
join for the whole batch, and only what is new gets a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from kifu.store import columns
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Detail
from kifu.store.index.entering_course import complete, enter_courses
from kifu.store.index.entry import Bad
from kifu.store.index.judged import enter_analyses
from kifu.store.index.pseudonymise import pseudonymise, pseudonymise_messages
from kifu.store.index.rows import PLACE, Columns, Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The options of a variant with their values, all of them.
Settings = Sequence[tuple[str, str]]


class Tally(Struct):
    """Records by what became of them: `new` matches; `duplicate` ones, whose match the archive
    has from another place; those read `again`, whose match it had from an earlier state of the
    same source; and records in quarantine.
    """

    new: int = 0
    duplicate: int = 0
    again: int = 0
    quarantined: int = 0


def enter_rows(connection: DuckDBPyConnection, rows: Rows, sources: Sequence[int]) -> Tally:
    """Enter the rows of sound records, each with the id of its source, and count the records.

    The matches that already had a record and get another one go into the table `touched`.
    """
    if not len(rows):
        return Tally()
    pseudonymise(connection, rows)
    known = _known(connection, rows, sources)
    following = columns.following(connection, "record", "key")
    found = _sorted_out(rows, known, following)
    _enter_places(connection, rows, sources, found.keys)
    if found.touched:
        columns.insert(connection, "touched", {"play": found.touched})
    if found.fresh:
        keys = range(following, following + len(found.fresh))
        new = _New(rows, keys, found.fresh)
        _enter_seats(connection, new)
        _enter_records(connection, new, _variants(connection, dict(rows.variants)))
        _enter_tags(connection, new)
        _enter_notes(connection, new)
        courses = map(rows.courses.__getitem__, found.fresh)
        enter_courses(connection, list(zip(keys, courses, strict=True)))
        analyses = map(rows.analyses.__getitem__, found.fresh)
        enter_analyses(connection, list(zip(keys, analyses, strict=True)))
    if found.fuller:
        complete(connection, [(key, rows.courses[n]) for key, n in found.fuller.items()])
    if found.replaced:
        _move_places(connection, found.replaced)
    return found.tally


class _SortedOut(Struct):
    """A batch compared with the archive: the key of each record; the numbers in the batch of the
    `fresh` ones, whose keys are consecutive; by key, those of which more is known now, and those
    that a replayed one replaces, with its key; the matches that get another record.
    """

    keys: Sequence[int] = []
    fresh: Sequence[int] = []
    fuller: dict[int, int] = {}
    replaced: dict[int, int] = {}
    touched: list[str] = []
    tally: Tally = msgspec.field(default_factory=Tally)


def _sorted_out(rows: Rows, known: Mapping[int, _Stored], following: int) -> _SortedOut:
    """`known` is what there is of the records, by their number; new keys are from `following`."""
    found = _SortedOut()
    records = rows.records
    if not known and len(set(records["play"])) == len(rows):
        found.keys, found.fresh = range(following, following + len(rows)), range(len(rows))
        found.tally.new = len(rows)
        return found
    keys: list[int] = []
    fresh: dict[tuple[str, str], int] = {}
    numbers: list[int] = []
    met: set[str] = set()
    identities = zip(records["play"], records["record"], strict=True)
    for n, (identity, replayed) in enumerate(zip(identities, records["replayed"], strict=True)):
        play = identity[0]
        stored = known.get(n, _NOWHERE)
        key = stored.key
        if key is None or replayed > stored.detail.replayed:
            if identity not in fresh:
                fresh[identity] = following + len(fresh)
                numbers.append(n)
                if n in known or play in met:
                    found.touched.append(play)
            if key is not None:
                found.replaced[key] = fresh[identity]
            key = fresh[identity]
        elif not stored.detail.covers(rows.detail(n)):
            found.fuller[key] = n
        keys.append(key)
        if stored.elsewhere or play in met:
            found.tally.duplicate += 1
        elif n in known:
            found.tally.again += 1
        else:
            found.tally.new += 1
        met.add(play)
    found.keys, found.fresh = keys, numbers
    return found


class _New:
    """What is new of a batch: the rows of its records numbered `at`, which get `keys`."""

    def __init__(self, rows: Rows, keys: Sequence[int], at: Sequence[int]) -> None:
        self.rows = rows
        self.keys = keys
        self._chosen = None if len(at) == len(rows) else set(at)

    def of_records(self, given: Columns) -> Columns:
        """Columns with one row for each record, of the new ones, with their keys."""
        return {"key": list(self.keys), **self._kept(given, [1] * len(self.rows))}

    def of(self, given: Columns, counts: Sequence[int]) -> Columns:
        """Columns with `counts[n]` rows for record n, of the new ones, each with its key."""
        kept = self._kept({"counts": list(counts)}, [1] * len(counts))["counts"]
        owners = [key for key, count in zip(self.keys, kept, strict=True) for _ in range(count)]
        return {"record": owners, **self._kept(given, counts)}

    def _kept(self, given: Columns, counts: Sequence[int]) -> Columns:
        if self._chosen is None:
            return given
        kept = [n in self._chosen for n, count in enumerate(counts) for _ in range(count)]
        return {name: list(compress(values, kept)) for name, values in given.items()}


def enter_quarantine(connection: DuckDBPyConnection, rows: Sequence[tuple[int, Bad]]) -> int:
    """Enter bad records with the ids of their sources; how many they are."""
    if rows:
        pseudonymise_messages(connection, [bad for _, bad in rows])
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


def _known(
    connection: DuckDBPyConnection, rows: Rows, sources: Sequence[int]
) -> dict[int, _Stored]:
    """What there is of each record (by its number in the batch) whose match is in the archive."""
    given: dict[str, Sequence[Any]] = {
        "n": list(range(len(rows))),
        "source": sources,
        "play": rows.records["play"],
        "record": rows.records["record"],
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
            record.moves, record.record = CAST(incoming.record AS UUID) AS same
        FROM incoming JOIN record ON record.play = CAST(incoming.play AS UUID)
    )
    SELECT
        n, max(key) FILTER (same), bool_or(source.path <> own.path),
        bool_or(met.replayed) FILTER (same), bool_or(met.events) FILTER (same),
        bool_or(met.situations) FILTER (same), bool_or(met.moves) FILTER (same)
    FROM met
    JOIN source AS own ON own.id = met.source
    LEFT JOIN place ON place.record = met.key
    LEFT JOIN source ON source.id = place.source
    GROUP BY n
"""


def _enter_places(
    connection: DuckDBPyConnection, rows: Rows, sources: Sequence[int], keys: Sequence[int]
) -> None:
    given = {name: rows.records[name] for name in PLACE}
    columns.insert(connection, "place", {"record": keys, "source": sources, **given})


def _move_places(connection: DuckDBPyConnection, replaced: dict[int, int]) -> None:
    """Let every place of the older records be one of those that replace them."""
    columns.register(connection, {"old": list(replaced), "key": list(replaced.values())})
    connection.execute(
        "UPDATE place SET record = incoming.key FROM incoming WHERE place.record = incoming.old"
    )
    connection.execute("INSERT INTO dropped SELECT old FROM incoming")


def _enter_seats(connection: DuckDBPyConnection, new: _New) -> None:
    chairs = {**new.rows.chairs}
    counts = new.rows.records["seats"]
    chairs["seat"] = [seat for count in counts for seat in range(1, count + 1)]
    given = new.of(chairs, counts)
    names = given.pop("name")
    players = _players(connection, names)
    given["player"] = [players[name] for name in names]
    columns.insert(connection, "seat", given)


def _enter_records(connection: DuckDBPyConnection, new: _New, ids: dict[Variant, int]) -> None:
    rows = new.rows
    given = {name: values for name, values in rows.records.items() if name not in (*PLACE, "tags")}
    events = {event: event and folded(event) for event in set(given["event"])}
    variants = [ids[variant] for variant, _ in rows.variants]
    given["event_folded"] = [events[event] for event in given["event"]]
    given["variant"] = [variants[at] for at in given["variant"]]
    given["events"] = [course.events is not None for course in rows.courses]
    given["situations"] = [course.faced is not None for course in rows.courses]
    given["moves"] = [course.played is not None for course in rows.courses]
    given["main"] = [True] * len(rows)
    names = columns.register(connection, new.of_records(given))
    connection.execute(
        f"INSERT INTO record ({names}) "
        "SELECT * REPLACE (string_split(names, chr(0)) AS names) FROM incoming"
    )


def _enter_tags(connection: DuckDBPyConnection, new: _New) -> None:
    tags = new.rows.tags
    texts = {value: folded(value) for value in set(tags["value"])}
    given = {**tags, "folded": [texts[value] for value in tags["value"]]}
    columns.insert(connection, "tag", new.of(given, new.rows.records["tags"]))


def _enter_notes(connection: DuckDBPyConnection, new: _New) -> None:
    columns.insert(connection, "note", new.of(new.rows.remarks, new.rows.records["notes"]))


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
