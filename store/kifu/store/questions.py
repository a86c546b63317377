"""Questions: what can be asked of an archive or a lake, as methods of one object."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any
from uuid import UUID

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import opening, people
from kifu.store.ask.explore import By, Explored, FrequentSituation, explore, frequent
from kifu.store.ask.export import (
    Exported,
    Lost,
    export,
    found_records,
    places_of,
    retrieve,
)
from kifu.store.ask.filters import Filters
from kifu.store.ask.search import Found, find, identified, select
from kifu.store.ask.sql import Parameters, ResultRows, Rows, ask
from kifu.store.ask.stats import count
from kifu.store.erasure import Erasure, concealed
from kifu.store.errors import ArchiveError
from kifu.store.index.course import Detail
from kifu.store.index.ingest import Follow, unsaid
from kifu.store.interrupting import interrupted_after
from kifu.store.opening import is_lake, place_of
from kifu.store.paths import located
from kifu.store.people import Alias
from kifu.store.tables import Connection, has_rows
from kifu.store.upkeep.manifest import Lag, StatusRow, lags, status
from kifu.store.upkeep.verify import Difference, Verified, verify


class Questions:
    """What can be asked of the archive or the lake at `path` (see `Archive`). Each question opens
    it and closes it again; making the object opens nothing.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._given = os.fspath(path)

    @property
    def path(self) -> str:
        """A property: the path of the archive's file as it was given or, if that is a link, the
        absolute path of the file that it leads to; sources in its folder are named relative to the
        folder. For a lake, its folder in the same way, or its URL, without `/` at the end. It need
        not exist. Raises OSError if links lead in a circle.
        """
        return place_of(self._given)

    @property
    def is_lake(self) -> bool:
        """A property: whether `path`, in which a link was followed, is that of a lake: a URL
        `s3://`, a name that ends in `.lake` (neither need exist yet), or a folder with a Delta
        table in it. Raises OSError as `path` does.
        """
        return is_lake(self.path)

    @property
    def _file(self) -> str:
        """A property: the path of the archive's file as it was given or, if that is a link, the
        absolute path of the file that it leads to (as `path`). The file need not exist. Raises
        UsageError for a lake, which has no such file, and OSError if links lead in a circle.
        """
        path = self.path
        if is_lake(path):
            raise UsageError(f"{path} is a lake, and this is for an archive (see docs/lake.md)")
        return path

    def _opened(self) -> AbstractContextManager[Connection]:
        """A context with a connection to the archive or lake, open for one question: its rows can't
        be changed, but temporary tables can be made. A writer that waits goes first, for up to five
        seconds; then a locked archive is waited for, up to ten. Until the context ends, nothing can
        write to an archive. Rows must be taken before it ends.

        At the call, raises OSError if links lead in a circle. When the context begins, raises
        ArchiveError if there is no archive or it can't be read, Busy, LimitHit, UsageError for an
        archive's path that is not UTF-8, for a lake's with [, ] or %, or for a lake without the
        packages for it, KifuError if an interrupted checkpoint can't be repaired or what a lake
        says of people is damaged, and OSError if a file beside the archive can't be looked at.
        Errors of the caller's own SQL are DuckDB's within the context; if they leave it, lack of
        memory becomes LimitHit, and most others become ArchiveError.
        """
        return opening.reading(self.path)

    def find(self, filters: Filters | None = None, limit: int | None = None) -> Found:
        """The first of the matches that pass `filters` (None: all matches), at most `limit` of them
        (None: all; 0: none, only counted), as `hits`, and in `total` how many pass in all. If
        several records of a match pass, it is one hit: the main one or, if that does not pass, the
        one with the most notes. Sorted by date and time (those without one last), then by the
        archive's name of the source, and record number. If none pass, `hits` is [] and `total` 0.

        Raises UsageError for a filter that nothing can match, more than 100 conditions, a
        `same_deal` that is no id, and a `limit` that is below 0 or no int; ArchiveError if there is
        no archive, or `same_deal` names nothing that it has, or a match whose deal is not known;
        Busy if it stays locked; and LimitHit for lack of memory.
        """
        with self._opened() as connection:
            return find(connection, self.path, filters or Filters(), limit)

    def query(self, sql: str, parameters: Parameters = (), timeout: float | None = None) -> Rows:
        """The rows of one SELECT (or EXPLAIN) over the views of docs/sql.md, each a dict by column,
        all of them in memory; `columns` of the result has the names, also without rows. Of equal
        names, later ones get a number (`name_2`). `parameters` are a list for `?`, or a dict for
        `$name`.

        Raises QueryError for what is not one such statement, what DuckDB refuses (also parameters
        that do not fit the statement), and a column of times with a time zone. Raises LimitHit if
        the query needs more memory than it may have, or takes longer than `timeout` seconds (None:
        any number). The time spent waiting for a locked archive does not count, and a single
        function that takes long for one row is not interrupted. Also raises ArchiveError if there
        is no archive, and Busy if it stays locked.
        """
        with self.ask(sql, parameters, timeout) as answer:
            return Rows(answer.columns, answer)

    @contextmanager
    def ask(
        self, sql: str, parameters: Parameters = (), timeout: float | None = None
    ) -> Iterator[ResultRows]:
        """A context with the rows of one SELECT (see `query`), each a tuple, which are read one by
        one, and only once; `columns` has the names. They can't be read after the context, and
        nothing can be indexed into an archive until it ends.

        The `timeout` (seconds; None: any number) begins when the archive is open, and the time in
        which the caller handles the rows counts, too. When it is over, every query is interrupted.
        A KifuError or Ctrl-C that ends the context after that, also one of the caller's own,
        becomes LimitHit. If the context ends without an error, nothing is raised, however late.

        Raises QueryError, LimitHit, ArchiveError and Busy, as `query` does, when the context
        begins; QueryError and LimitHit may also come while the rows are read, and DuckDB's own
        error for a damaged file, which becomes ArchiveError when it leaves the context.
        """
        with (
            self._opened() as connection,
            nullcontext() if timeout is None else interrupted_after(connection, timeout),
        ):
            yield ask(connection, sql, parameters)

    def stats(
        self,
        topic: str = "games",
        filters: Filters | None = None,
        players: str | Sequence[str] = (),
        by: str | Sequence[str] = (),
    ) -> Rows:
        """The rows of a topic of `stats.TOPICS`, each a dict by column, over the matches that pass
        `filters` (None: all); `columns` of the result has the names. Of a match, one record counts:
        the main one if it passes, otherwise the one with the most notes. If no match passes, there
        are no rows. With `players` (names, compared folded; an alias names its person), only the
        rows about these persons are given; the matches are the same. Each set of options of a game
        has its own rows. `by` changes that: "game" counts all options of a game together ("option"
        beside it separates them again), "month" and "event" separate the matches by these (None:
        those without one). `players` and `by` may be one text or several; () is none.

        The rows of "ratings", "strength" and "history" are sorted by game (with its options and
        what `by` adds), then by engine in "strength" and month in "history", then by rank, which
        goes by the lower end of an interval; all others by player, if they name one, and game.

        Raises UsageError for an unknown topic or `by`, for "month" with the topic "history", for
        `players` where the topic has no rows about players, for a name that is not UTF-8, and for
        `filters` as `find` does; ArchiveError for a player whom the archive does not have, if
        `same_deal` names nothing that it has, or a match whose deal is not known, and if there is
        no archive; Busy if it stays locked; and LimitHit for lack of memory.
        """
        with self.counting(topic, filters, players, by) as answer:
            return Rows(answer.columns, answer)

    @contextmanager
    def counting(
        self,
        topic: str,
        filters: Filters | None = None,
        players: str | Sequence[str] = (),
        by: str | Sequence[str] = (),
    ) -> Iterator[ResultRows]:
        """A context with the rows of a topic (see `stats`), in the same order, each a tuple. They
        are read one by one, and only once; `columns` has the names. They can't be read after the
        context, and nothing can be indexed into an archive until it ends.

        When the context begins, raises UsageError, ArchiveError, Busy and LimitHit, as `stats`
        does. While the rows are read, memory may be short, too: that is LimitHit or, with the
        topics "ratings", "history" and "strength", DuckDB's own error, which becomes LimitHit when
        it leaves the context.
        """
        with self._opened() as connection:
            names = [players] if isinstance(players, str) else players
            parts = [by] if isinstance(by, str) else by
            yield count(connection, self.path, topic, filters or Filters(), names, parts)

    def explore(self, filters: Filters, by: By = "kind") -> Explored:
        """The moves that were played in the situation `filters.situation` (a key, which
        `explore.situation_named` gives for a position), in the matches whose main record passes the
        other filters: for each, how often it was played, and the wins and scores of the seats that
        played it (see `Explored`); the most frequent first. Unfinished matches count, too. `by`
        says whether to count kinds of moves ("kind") or single moves ("move"). If the situation
        never came up, all counts are 0, and there are no choices.

        Matches that were indexed without situations are not counted (see `lacks`). Raises
        UsageError where the filters have no situation, or one that is no key, for a filter that
        nothing can match, more than 100 conditions, a `same_deal` that is no id, and another `by`;
        ArchiveError if there is no archive, or `same_deal` names nothing that it has, or a match
        whose deal is not known; Busy if it stays locked; and LimitHit for lack of memory.
        """
        if filters.situation is None:
            raise UsageError("name the situation to explore: Filters(situation=KEY)")
        with self._opened() as connection:
            return explore(connection, self.path, filters.situation, filters, by)

    def frequent(
        self, filters: Filters | None = None, least: int = 20, most: int = 100_000
    ) -> Iterator[FrequentSituation]:
        """The situations that came up at least `least` times in the finished matches that pass
        `filters` (None: all), sorted by game and key; nothing if there are none. Each comes with
        how often it came up and with the kinds of moves that were played there, the most frequent
        first. Of each game, only the `most` most frequent situations are given (of equally frequent
        ones that don't all fit, none). Matches that were indexed without situations are not
        counted.

        A kind has a share of the win only if at least `least` seats chose it in matches with a
        winner or a draw; otherwise it is None. A seat that chose it several times in a match is one
        seat; where some did so more often than others, the seats count for fewer (Kish's effective
        number).

        Nothing is opened before the first one is asked for. Until all are read or the iterator is
        closed, nothing can be indexed. Raises, when the first one is asked for: UsageError for a
        `least` or `most` below 1, and for `filters` as `find` does; ArchiveError if there is no
        archive, or `same_deal` names nothing that it has, or a match whose deal is not known; Busy
        if it stays locked; and LimitHit for lack of memory, also later.
        """
        with self._opened() as connection:
            yield from frequent(connection, self.path, filters or Filters(), least, most)

    def lacks(self, what: str) -> bool:
        """Whether at least one source was indexed without `what`: "events", "situations" or
        "moves"; False if there are no sources. Raises UsageError for another `what`, ArchiveError
        if there is no archive, and Busy if it stays locked.
        """
        if what not in Detail.__struct_fields__:
            raise UsageError(f"it may lack {', '.join(Detail.__struct_fields__)}, not {what!r}")
        with self._opened() as connection:
            return has_rows(connection, f"source WHERE NOT {what}")

    def record(self, wanted: str | UUID) -> Record:
        """The record with the id `wanted` (32 hex digits, with or without hyphens), or the main
        record of the match with that id, read from its log: with the log's names, but pseudonyms
        for the erased ones that the archive notes (the people file is not read). If a log does not
        hold it any more, it is read from another that does. The archive is closed before a log is
        read.

        Raises UsageError for text that is no id; ArchiveError if no record has it, if no log holds
        the record any more, or if there is no archive; KifuError if what the archive notes of
        erasures is damaged; Busy if the archive stays locked; and LimitHit for lack of memory. A
        log that can't be read raises no OSError: it counts as one that does not hold the record.
        """
        with self._opened() as connection:
            places = places_of(connection, identified(connection, str(wanted))[1])
            erased = people.erasure(connection)
        found = retrieve(self.path, places)
        if isinstance(found, Lost):
            raise ArchiveError(f"record {found.record} can't be read: {found.why}")
        return concealed(found, erased)

    def records(
        self, filters: Filters | None = None, lost: Callable[[Lost], None] | None = None
    ) -> Iterator[Record]:
        """The records of `matches`, without the ids: one of each match that passes `filters` (None:
        all), the main one if it passes, otherwise the one with the most notes. They are sorted by
        the archive's name of their source and by number, with the logs' names, but pseudonyms for
        erased ones. If no match passes, the iterator is empty.

        A record that no source holds any more is left out, and `lost` is called with a `Lost` (its
        id and the reason); without `lost`, ArchiveError is raised, which ends the iterator. Nothing
        is opened before the first record is asked for. Until all are read or the iterator is
        closed, nothing can be indexed. Raises, when the first one is asked for: UsageError for
        `filters` as `find` does; ArchiveError if there is no archive, or `same_deal` names nothing
        that it has, or a match whose deal is not known; KifuError if what the archive notes of
        erasures is damaged; Busy if it stays locked; and LimitHit for lack of memory.
        """
        return (record for _, record in self.matches(filters, lost))

    def matches(
        self, filters: Filters | None = None, lost: Callable[[Lost], None] | None = None
    ) -> Iterator[tuple[str, Record]]:
        """The id (32 hex digits) of each match that passes `filters` (None: all), with one record
        of it (the main one if it passes, otherwise the one with the most notes), sorted by the
        archive's name of its source and by number: with the logs' names, but pseudonyms for erased
        ones. If no match passes, the iterator is empty. Every source is gone through only once, so
        packed ones are about as fast as others.

        A record that can't be read from its source any more is read from another source that holds
        it. If none does, it is left out, and `lost` is called with a `Lost` (the record's id and
        the reason); without `lost`, ArchiveError is raised, which ends the iterator. Nothing is
        opened before the first match is asked for; until all are read or the iterator is closed,
        nothing can be indexed. Raises, when the first match is asked for: UsageError for `filters`
        as `find` does; ArchiveError if there is no archive, or `same_deal` names nothing that it
        has, or a match whose deal is not known; KifuError if what the archive notes of erasures is
        damaged; Busy if it stays locked; and LimitHit for lack of memory.
        """
        with self._opened() as connection:
            asked = filters or Filters()
            select(connection, self.path, asked)
            for place, record in found_records(connection, self.path, asked):
                if isinstance(record, Record):
                    yield place.match, record
                elif lost is None:
                    raise ArchiveError(f"record {record.record} can't be read: {record.why}")
                else:
                    lost(record)

    def export(
        self,
        out: str | os.PathLike[str],
        filters: Filters | None = None,
        force: bool = False,
        advance: Follow = unsaid,
        *,
        licence: str | None = None,
    ) -> Exported:
        """Write one record of each match that passes `filters` (None: all) to the file `out`, in
        the form that its name says (`-`: standard output, as text). Which record, in which order
        and with which names: see `matches`. Returns how many were written, and those that were left
        out, each with the reason: it can't be read, or the form can't hold it. If no match passes,
        the file has no records. Before each record, also one that is left out, `advance` gets its
        number, from 1, and how many there are. Nothing can be indexed meanwhile.

        The file must not exist unless `force` is set. It appears whole, or not at all; after an
        error, an old file is as it was. Standard output keeps what was written to it.

        With a `licence`, such as "CC0-1.0", `out` is the new folder of a data set without players'
        names, and must not exist, whatever `force` is. A record in which a name can't be changed is
        left out, too. All logs are read twice, and `advance` is called only the second time. If no
        match passes, the folder has tables without rows. After an error, there is no folder.

        Raises UsageError if `out` may not be written (it exists or, even with `force`, is a folder,
        a device, the archive or one of its logs, or its name says no form), for `filters` as `find`
        does, and for a licence that is not 1 to 100 printable characters; KifuError if the folder
        of `out` is missing, the disk is full, a table of the data set can't be written, or what the
        archive notes of erasures is damaged; OSError if `out` can't be written for another reason;
        ArchiveError if there is no archive, or `same_deal` names nothing that it has, or a match
        whose deal is not known; Busy if the archive stays locked; and LimitHit for lack of memory.
        """
        asked, target = filters or Filters(), os.fspath(out)
        if licence is not None:
            from kifu.store.dataset import writing

            return writing.write(self.path, asked, target, licence, advance)
        with self._opened() as connection:
            return export(connection, self.path, asked, target, force, advance)

    def erased(self) -> Erasure:
        """The erased names (as digests, with their pseudonyms), including those that the people
        file has and the archive has not been brought up to yet (a lake has no such file); an empty
        `Erasure` if nobody is erased. If both have a digest, the pseudonym of the people file
        counts. Raises ArchiveError if there is no archive, Busy if it stays locked, and KifuError
        if the people file, or what the archive notes of it, is damaged or can't be read.
        """
        with self._opened() as connection:
            known = people.of(connection)
        said = people.load(people.people_of(self.path))
        return known.with_erased(said or known).erasure

    def aliases(self) -> list[Alias]:
        """Every alias that the archive was last brought up to, sorted: a name and the name of the
        person it belongs to. [] if there are none. The people file is not read. Raises ArchiveError
        if there is no archive, Busy if it stays locked, and KifuError if what the archive notes of
        aliases is damaged.
        """
        with self._opened() as connection:
            return people.of(connection).aliases

    def absent(self, filters: Filters) -> list[str]:
        """A line for the user about each name in `filters.players`, `present` and `winner` that no
        player of the archive has, with up to three similar names that it does have. Names are
        compared folded. Each is looked up once, as it is spelled, in this order. [] if the archive
        has all of them, or if the filters name nobody (then nothing is opened). Raises UsageError
        for a name that is not UTF-8, ArchiveError if there is no archive, and Busy if it stays
        locked.
        """
        names = dict.fromkeys([*filters.players, *filters.present, *filter(None, [filters.winner])])
        if not names:
            return []
        with self._opened() as connection:
            return list(people.strangers(connection, list(names)))

    def quarantine(self, code: str | None = None) -> list[dict[str, Any]]:
        """The records in quarantine, each a dict with `path` (which can be opened from here),
        `number` (of the record, from 1), `offset` and `size` (its first byte, from 0, and how many
        bytes it has, both in the unpacked file), `errors` (how many it has), and of its first error
        `code`, `message`, `line`, `column` (in characters; both from 1) and `ply`. `line`, `column`
        and `ply` are None where they are not known. Sorted by the archive's name of the file and by
        number. With a `code`, only records whose first error has it. [] if there are none. Raises
        ArchiveError if there is no archive, Busy if it stays locked, and LimitHit.
        """
        query = (
            "SELECT * RENAME (bad_ply AS ply) FROM bad_records WHERE code = coalesce(?, code) "
            "ORDER BY path, number"
        )
        rows = self.query(query, [code])
        return [{**row, "path": located(row["path"], self.path)} for row in rows]

    def verify(
        self,
        jobs: int = 1,
        counted: Verified | None = None,
        advance: Follow = unsaid,
    ) -> Iterator[Difference]:
        """Replay the logs in up to `jobs` processes (1: this one), and yield every difference from
        the archive: first about the people file (a lake has none) and whole logs, then about
        records, by path and number; nothing if all is equal. Of a record, its id, the id of its
        match, the last position, the scores and the winners are compared; of events, situations and
        moves, nothing is. A log that grew is compared up to where it was indexed. Of a log that is
        gone, changed, known by two names of one path (links are not followed) or can't be read,
        only that is said, and nothing of its records.

        Neither archive nor logs are changed. What is replayed is kept in memory and, where that is
        too small, in a temporary folder until the end. `counted` is filled with the numbers of
        files and records replayed, before the first difference about records; `advance` gets the
        bytes done and in all.

        Nothing is read, and nothing raised, before the first difference is asked for (except
        OSError, if links lead in a circle). Raises ArchiveError if there is no archive or an
        erasure in logs is unfinished, Busy if it stays locked, LimitHit for lack of memory,
        UsageError for a lake without the packages for it, KifuError for a damaged people file or if
        a process dies, and OSError if the temporary folder can't be made.
        """
        return verify(self.path, jobs, counted or Verified(), advance)

    def status(self, now: float) -> StatusRow:
        """How many matches, records (one for each place where it is) and records in quarantine
        there are, the size of the archive's file and when it was last written, and by how much the
        sizes of the logs differ from what is indexed (see `StatusRow`); `now` (seconds since 1970)
        is the time to which lags are counted. No log is read. Raises UsageError for a lake,
        ArchiveError if there is no archive, and Busy if it stays locked.
        """
        with opening.reading(self._file) as connection:
            return status(connection, self.path, now)

    def lags(self, now: float) -> list[Lag]:
        """Each log as a `Lag`: its `path`, which can be opened from here; how many bytes are
        `indexed` and how many `records`; by how many `bytes` its size differs from that (never
        below 0); and `seconds`, how long before `now` it was last written, or 0 if the size is the
        same and it was read to its end. `bytes` and `seconds` are None if the file can't be looked
        at. `now` is in seconds since 1970.

        Sorted by the archive's names for the logs; [] for an archive without logs. Only the files'
        sizes and times are looked at. Raises UsageError for a lake, ArchiveError if there is no
        archive, and Busy if it stays locked.
        """
        with opening.reading(self._file) as connection:
            return lags(connection, self.path, now)
