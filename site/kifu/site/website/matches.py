"""Matches: what a site tells of an archive, as plain data.

One query each for the matches, their seats and their notes; the statistics and ratings are those of
`kifu.store`. Of a match that is still being played only the players are shown, since its scores,
notes and seed may give away cards in a hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from kifu.notation.record import Record
from kifu.store import Archive, Filters, opening, people
from kifu.store.ask.export import Lost, RecordAddress, retrieve, retrieve_each
from kifu.store.erasure import concealed
from kifu.store.identity import unfinished_id
from kifu.store.tables import fetched, fetched_by_name

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_MATCHES = """
    SELECT
        hex_id(match) AS id, hex_id(record) AS record, game, rules, options, date,
        CAST(date_from AS VARCHAR) AS day, event, site, termination, finished, drawn, rounds,
        turns, plies
    FROM games ORDER BY date_from DESC NULLS LAST, time DESC NULLS LAST, date DESC NULLS LAST, match
"""
#: The texts of it that many matches have.
_REPEATED = ("game", "options", "date", "day", "event", "site", "termination")
_SEATS = """
    SELECT hex_id(match), person, score, place, won, share
    FROM seats ORDER BY match, seat
"""
_ROUNDS = """
    SELECT hex_id(tags.match), first(tags.content ORDER BY tags.content)
    FROM tags JOIN games ON games.record = tags.record
    WHERE tags.name = 'Round' AND games.match = tags.match GROUP BY ALL
"""
#: What people wrote, not engines. Notes have no order of their own: a comment in another language
#: than the site's comes last, otherwise that of the earliest ply of the main line first.
_REMARKS = """
    SELECT
        hex_id(record.play), count(*),
        list_sort(list(DISTINCT note.author) FILTER (note.author IS NOT NULL)),
        first(note.text ORDER BY
            coalesce(split_part(lower(note.lang), '-', 1) <> $language, false),
            note.variation <> '', note.ply, note.lang IS NULL, note.text
        ) FILTER (note.text IS NOT NULL)
    FROM note JOIN record ON record.key = note.record
    ANTI JOIN judged ON judged.record = note.record AND judged.engine = note.author
    WHERE record.main AND note.kind = 'comment' GROUP BY ALL
"""
_LIVE = """
    SELECT hex_id(records.match), records.path, records.number
    FROM records JOIN games ON games.match = records.match
    WHERE records.form = 'live' AND games.finished ORDER BY ALL
"""
T = TypeVar("T")
#: Each record that speaks for a match, and all its places.
_PLACES = """
    SELECT hex_id(record.record), list((source.path, place.number, place."offset")
        ORDER BY source.path, place.number) AS places
    FROM record JOIN place ON place.record = record.key JOIN source ON source.id = place.source
    WHERE record.main GROUP BY ALL ORDER BY places
"""


class Chair(Struct, frozen=True, gc=False):
    """A seat of a match: the name that is shown and the person's name (`matches` sets both to the
    person's present name), and the result, None where it is not known. `share` is the seat's part
    of the win, from 0 to 1.
    """

    name: str
    person: str
    score: int | None
    place: int | None
    won: bool | None
    share: float | None = None


class ListedMatch(Struct, frozen=True, kw_only=True, gc=False):
    """One match as the site lists it. `id` is the archive's, `record` the id of the record that is
    used for it. `event`, `site` (the place), `round`, `date` and `termination` are the record's
    tags, None for none. `day` is the first day of its date (`2026-11-20`). `playing` says that it
    may still be going on, `drawn` that its winners share a draw.

    `remarks` is how many comments by people it has, `annotators` who signed them, `excerpt` the
    first one. `earlier` are the ids that a finished match had while it was played, as far as live
    logs have them; pages had these names then. `previous` and `next` are the page names of the
    matches before and after it in the same event; `matches` leaves both None.
    """

    id: str
    record: str
    game: str
    rules: int
    options: str
    chairs: list[Chair]
    date: str | None
    day: str | None
    event: str | None
    site: str | None
    round: str | None
    termination: str | None
    finished: bool
    drawn: bool | None = None
    playing: bool
    rounds: int | None
    turns: int | None
    plies: int
    remarks: int
    annotators: tuple[str, ...]
    excerpt: str | None
    earlier: tuple[str, ...] = ()
    previous: str | None = None
    next: str | None = None


#: The name of a match's page, and the match.
NamedMatch = tuple[str, ListedMatch]


def matches(archive: str, language: str, filters: Filters | None = None) -> list[ListedMatch]:
    """The matches of the archive that pass `filters` (None: all), the newest first, those without a
    date last; [] if there are none. Players have their present names. A match's excerpt is a
    comment in `language`, or one that states no language; if it has neither, a comment in another
    language. It is None if people wrote no comment, and while the match is being played. `earlier`
    has ids, `previous` and `next` are None. A locked archive is waited for.

    Raises ArchiveError (also if there is no archive), Busy if it stays locked, LimitHit if memory
    is short, UsageError for a filter that nothing can match, for an archive's path that is not
    UTF-8, and for a lake without the packages for it, and KifuError if an interrupted checkpoint
    can't be repaired.
    """
    chosen = None
    if filters is not None:
        chosen = {hit.id for hit in Archive(archive).find(filters).hits}
    with opening.reading(archive) as connection:
        seats: dict[str, list[Chair]] = defaultdict(list)
        # A name is in memory once, however many matches have it.
        names: dict[str, str] = {}
        for id_, person, score, place, won, share in fetched(connection.execute(_SEATS)):
            held = names.setdefault(person, person)
            seats[id_].append(Chair(held, held, score, place, won, share))
        rounds = dict(connection.execute(_ROUNDS).fetchall())
        remarks = {
            id_: rest
            for id_, *rest in connection.execute(_REMARKS, {"language": language}).fetchall()
        }
        earlier: dict[str, list[str]] = defaultdict(list)
        for id_, path, number in connection.execute(_LIVE).fetchall():
            earlier[id_].append(unfinished_id(path, number))
        return [
            _match(row, seats.pop(id_, []), rounds.get(id_), remarks.get(id_), earlier.get(id_, []))
            for id_, row in _rows(connection)
            if chosen is None or id_ in chosen
        ]


def records(archive: str, wanted: AbstractSet[str]) -> Iterator[tuple[str, Record | Lost]]:
    """The records with the ids `wanted`, each with its id, in the order of their sources; each
    source is read once. A record that has changed or is gone at its first place is looked for at
    its other places, for which their sources are read again. If it is at none, there is a `Lost`
    instead, and no OSError. An id is left out if the archive doesn't have it, or if its record is
    not the main one of its match. Erased players have pseudonyms, all others their present names.

    Nothing happens before the first record is asked for: then the archive is read, waited for if it
    is locked, and closed again, so that it can be indexed while the records come. `wanted` may
    change from then on. Raises then ArchiveError, Busy if it stays locked, LimitHit, UsageError for
    an archive's path that is not UTF-8 and for a lake without the packages for it, and KifuError if
    an interrupted checkpoint can't be repaired, or aliases and erasures can't be read.
    """
    with opening.reading(archive) as connection:
        known = people.erasure(connection)
        called = dict(people.of(connection).aliases)
        found = fetched(connection.execute(_PLACES))
        places = {
            id_: [RecordAddress(id_, *place) for place in held]
            for id_, held in found
            if id_ in wanted
        }
    for first, record in retrieve_each(archive, [held[0] for held in places.values()]):
        if isinstance(record, Lost):
            record = retrieve(archive, places[first.record])
        if isinstance(record, Record):
            record = people.renamed(concealed(record, known), called)
        yield first.record, record


def used_up(items: list[T]) -> Iterator[T]:
    """The items in their order; each is removed from the list when it is yielded, to save memory.
    The list is empty at the end; until then it has the remaining items in reverse order.

    >>> items = [1, 2, 3]
    >>> for item in used_up(items):
    ...     print(item, len(items))
    1 2
    2 1
    3 0
    """
    items.reverse()
    while items:
        yield items.pop()


def pseudonyms(archive: str) -> list[str]:
    """The pseudonyms of all erased players in the archive, sorted; [] if nobody was erased. A
    pseudonym is there once for each digest of an erased name, so it can be there several times. A
    locked archive is waited for. Raises ArchiveError, Busy or LimitHit, UsageError for an archive's
    path that is not UTF-8 and for a lake without the packages for it, and KifuError if an
    interrupted checkpoint can't be repaired, or the erasures can't be read.
    """
    with opening.reading(archive) as connection:
        return sorted(people.erasure(connection).pseudonyms.values())


def _rows(connection: DuckDBPyConnection) -> Iterator[tuple[str, dict[str, Any]]]:
    """The id and the row (by the columns of _MATCHES) of each match in the view `games`, the newest
    first. Equal texts are one object, to save memory. The query runs when the first is asked for.
    Until all are taken, the connection must not execute anything else.
    """
    texts: dict[Any, Any] = {None: None}
    for row in fetched_by_name(connection.execute(_MATCHES)):
        for name in _REPEATED:
            row[name] = texts.setdefault(row[name], row[name])
        yield row["id"], row


def _match(
    row: dict[str, Any],
    chairs: list[Chair],
    round_: str | None,
    remarks: list[Any] | None,
    earlier: list[str],
) -> ListedMatch:
    """The listed match of `row`, which has the columns of _MATCHES. The rest is what other queries
    found: `chairs` in the order of the seats, `round_` (None: none), `remarks` as [how many,
    authors or None, excerpt or None] (None: no remarks), and `earlier`, the ids that the match had
    while it was played ([]: none).

    A match still counts as being played if it is not finished and its termination is None, "" or
    "normal". Then it has no remarks, and its chairs no results; and `drawn` is set to None, in
    `row` itself, too. Otherwise `row` is not changed. `chairs` is never changed.
    """
    playing = not row["finished"] and (row["termination"] or "normal") == "normal"
    if playing:
        row["drawn"] = None
        chairs = [Chair(chair.name, chair.person, None, None, None) for chair in chairs]
    count, authors, excerpt = (None if playing else remarks) or (0, None, None)
    return ListedMatch(
        **row,
        chairs=chairs,
        round=round_,
        playing=playing,
        remarks=count,
        annotators=tuple(authors or ()),
        excerpt=excerpt,
        earlier=tuple(earlier),
    )
