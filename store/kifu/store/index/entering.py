"""Entering: the rows of a batch, into the tables that speak of records.

Identity is kept here, inside the transaction: what the archive has already is found by one
join for the whole batch, and only what is new gets a key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain, compress, islice
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from kifu.store import columns
from kifu.store.fold import folded
from kifu.store.identity import Variant
from kifu.store.index.course import Detail
from kifu.store.index.entering_course import complete, enter_courses
from kifu.store.index.entry import Bad
from kifu.store.index.judged import enter_analyses
from kifu.store.index.named import pattern, show_cards
from kifu.store.index.packed import GAPS, NUL, Packed, cut, insert, pack, packed, relation
from kifu.store.index.pseudonymise import pseudonymise, pseudonymise_messages
from kifu.store.index.rows import PLACE, RECORD_MEANING, SEAT_GAPS, Rows, named

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

#: The options of a variant with their values, all of them.
Settings = Sequence[tuple[str, str]]
T = TypeVar("T")


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
        _enter_new(connection, rows, keys, found.fresh)
    if found.fuller:
        complete(connection, [(key, rows.course(n)) for key, n in found.fuller.items()])
    if found.replaced:
        _move_places(connection, found.replaced)
    return found.tally


def _enter_new(
    connection: DuckDBPyConnection, rows: Rows, keys: range, fresh: Sequence[int]
) -> None:
    """Enter what is new: the records numbered `fresh`, which get these keys."""
    _name_variants(connection, rows)
    new = _New(rows, keys, fresh)
    _enter_seats(connection, new)
    _enter_records(connection, new)
    connection.execute(_PREFIXES, [keys.start])
    _enter_tags(connection, new)
    _enter_notes(connection, new)
    own = list(zip(keys, fresh, strict=True))
    if rows.courses:
        enter_courses(connection, [(key, rows.courses[n]) for key, n in own if n in rows.courses])
    if rows.analyses:
        analyses = [(key, rows.analyses[n]) for key, n in own if n in rows.analyses]
        enter_analyses(connection, analyses)


_PREFIXES = """
    INSERT INTO id_prefix FROM prefixes() WHERE record >= ? ORDER BY prefix, record
"""


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
    plays = rows.records.values("play")
    if not known and len(set(plays)) == len(rows):
        found.keys, found.fresh = range(following, following + len(rows)), range(len(rows))
        found.tally.new = len(rows)
        return found
    keys: list[int] = []
    fresh: dict[tuple[str, str], int] = {}
    numbers: list[int] = []
    met: set[str] = set()
    identities = zip(plays, rows.records.values("record"), strict=True)
    details = rows.details()
    for n, identity in enumerate(identities):
        play = identity[0]
        stored = known.get(n, _NOWHERE)
        key = stored.key
        if key is None or details[n].replayed > stored.detail.replayed:
            if identity not in fresh:
                fresh[identity] = following + len(fresh)
                numbers.append(n)
                if n in known or play in met:
                    found.touched.append(play)
            if key is not None:
                found.replaced[key] = fresh[identity]
            key = fresh[identity]
        elif not stored.detail.covers(details[n]):
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
        self.records, self.chairs, self.tags = rows.records, rows.chairs, rows.tags
        self.remarks = rows.remarks
        self.keys = list(map(str, keys))
        if len(at) < len(rows):
            self._choose(set(at))

    def _choose(self, at: set[int]) -> None:
        records = self.records
        kept = [n in at for n in range(len(records))]
        notes = self._each(kept, "notes")
        self.remarks = {
            name: list(compress(values, notes)) for name, values in self.remarks.items()
        }
        self.chairs = self.chairs.chosen(self._each(kept, "seats"))
        self.tags = self.tags.chosen(self._each(kept, "tags"))
        self.records = records.chosen(kept)

    def owners(self, name: str) -> list[str]:
        """The key of each row of which the record has as many as its column `name` says."""
        return self._each(self.keys, name)

    def _each(self, values: Sequence[T], name: str) -> list[T]:
        """Values of the records, each as often as the record's column says."""
        times = map(int, self.records.values(name))
        return [value for value, count in zip(values, times, strict=True) for _ in range(count)]


def _texts(values: Sequence[str], counts: Iterable[int]) -> list[str]:
    """A packed column: the values, so many a piece."""
    return [packed(some) for some in cut(values, counts)]


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
    records = rows.records
    starts = accumulate(records.counts, initial=0)
    more = {
        "start": list(map(str, islice(starts, len(records.counts)))),
        "source": _texts(list(map(str, sources)), records.counts),
    }
    query, parameters = relation(records.of(("play", "record"), more))
    rows_found = connection.execute(_FIND_KNOWN.format(query), parameters).fetchall()
    return {
        n: _Stored(key, bool(elsewhere), Detail(*detail) if key is not None else Detail())
        for n, key, elsewhere, *detail in rows_found
    }


_FIND_KNOWN = """
    WITH incoming AS ({}), met AS (
        SELECT
            CAST(start AS BIGINT) + nth AS n, CAST(incoming.source AS INTEGER) AS source, key,
            record.replayed, record.events, record.situations, record.moves,
            record.record = CAST(incoming.record AS UUID) AS same
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
    records = rows.records
    more = {
        "record": _texts(list(map(str, keys)), records.counts),
        "source": _texts(list(map(str, sources)), records.counts),
        "before": list(map(str, rows.before)),
        "above": list(map(str, rows.above)),
    }
    insert(connection, "place", records.of(PLACE, more), _PLACED, beside=("before", "above"))


#: Where a record is in its source, from where it is in its piece.
_PLACED = {
    "number": "CAST({0} AS BIGINT) + CAST(before AS BIGINT)",
    "line": "CAST(nullif({0}, '') AS BIGINT) + CAST(above AS BIGINT)",
}


def _move_places(connection: DuckDBPyConnection, replaced: dict[int, int]) -> None:
    """Let every place of the older records be one of those that replace them."""
    columns.register(connection, {"old": list(replaced), "key": list(replaced.values())})
    connection.execute(
        "UPDATE place SET record = incoming.key FROM incoming WHERE place.record = incoming.old"
    )
    connection.execute("INSERT INTO dropped SELECT old FROM incoming")


def _enter_seats(connection: DuckDBPyConnection, new: _New) -> None:
    pieces = list(named(new.records))
    players = _players(connection, chain(*[chain(*names.values()) for _, names in pieces]))
    texts = []
    for tables, names in pieces:
        ids = {each: NUL.join([players[name] for name in some]) for each, some in names.items()}
        texts.append(NUL.join([ids[table] for table in tables]))
    more = {"record": _texts(new.owners("seats"), new.chairs.counts), "player": texts}
    insert(connection, "seat", new.chairs.of(new.chairs.columns, more), SEAT_GAPS)


def _enter_records(connection: DuckDBPyConnection, new: _New) -> None:
    own = [name for name in new.records.columns if name not in (*PLACE, "tags")]
    counts = new.records.counts
    more = {"key": _texts(new.keys, counts), "main": ["true"] * len(counts)}
    rows = new.records.of(own, more)
    insert(connection, "record", rows, RECORD_MEANING, beside=["between"])


def _enter_tags(connection: DuckDBPyConnection, new: _New) -> None:
    owners = {"record": _texts(new.owners("tags"), new.tags.counts)}
    insert(connection, "tag", new.tags.of(new.tags.columns, owners), {})


def _enter_notes(connection: DuckDBPyConnection, new: _New) -> None:
    columns.insert(connection, "note", {"record": new.owners("notes"), **new.remarks})


def _players(connection: DuckDBPyConnection, names: Iterable[str]) -> dict[str, str]:
    """The id of each player's name, as a text; a name met for the first time gets one."""
    wanted = list(dict.fromkeys(names))
    query, given = relation(pack({"name": wanted}))
    query = f"SELECT name, id FROM player JOIN ({query}) USING (name)"
    ids: dict[str, int] = dict(connection.execute(query, given).fetchall())
    fresh = [name for name in wanted if name not in ids]
    if fresh:
        following = columns.following(connection, "player", "id")
        numbers = list(range(following, following + len(fresh)))
        ids.update(zip(fresh, numbers, strict=True))
        own = list(map(str, numbers))
        rows = {"id": own, "name": fresh, "folded": list(map(folded, fresh)), "person": own}
        insert(connection, "player", pack(rows), {})
    return {name: str(number) for name, number in ids.items()}


def _name_variants(connection: DuckDBPyConnection, rows: Rows) -> None:
    """Let the column `variant` have the ids of the variants instead of their places in a piece."""
    ids = _variants(connection, dict(chain(*rows.variants)))
    own = [[str(ids[variant]) for variant, _ in some] for some in rows.variants]
    rows.records.columns["variant"] = [
        packed([some[int(at)] for at in places])
        for some, places in zip(own, rows.records.each("variant"), strict=True)
    ]


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
    names = ("id", "game", "rules", "options", "seated", "card")
    own = [(ids[each], *each, pattern(each) or "") for each in fresh]
    insert(connection, "variant", _table(names, own), {"card": GAPS})
    show_cards(connection)
    every = [(ids[variant], *pair) for variant in fresh for pair in settings[variant]]
    insert(connection, "setting", _table(("variant", "name", "value"), every), {})
    return ids


def _table(names: Sequence[str], rows: Sequence[tuple[object, ...]]) -> Packed:
    """Some rows, each of them whole."""
    return pack({name: [str(row[at]) for row in rows] for at, name in enumerate(names)})
