"""The archive: matches in a DuckDB file that can be rebuilt from their logs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import database, erasure, opening, people, people_file, unfinished
from kifu.store.ask.addresses import AddressBook, Addresses, addresses, state_of
from kifu.store.ask.answers import Rows
from kifu.store.ask.copies import Copy, copies
from kifu.store.ask.explore import By, Explored, explore
from kifu.store.ask.export import Advance, Exported, Names, each, export, new_folder
from kifu.store.ask.filters import Filters
from kifu.store.ask.frequent import FrequentSituation, frequent
from kifu.store.ask.retrieve import Lost, RecordAddress, retrieve
from kifu.store.ask.search import Found, find
from kifu.store.ask.sql import Library, Parameters, ResultRows, ask, table
from kifu.store.ask.stats import count
from kifu.store.database import WAIT, ArchiveError
from kifu.store.erasure import Erasure
from kifu.store.ids import identified
from kifu.store.index import ingest
from kifu.store.index.course import Detail
from kifu.store.index.ingest import IndexSettings, Progress, Report
from kifu.store.index.reindex import reindex, ways
from kifu.store.lakes import is_lake, place_of
from kifu.store.lock import indexing
from kifu.store.paths import located, sources
from kifu.store.people import Alias
from kifu.store.upkeep import backup, erasing, erasing_logs, manifest
from kifu.store.upkeep.absorbing import Absorbed, absorb
from kifu.store.upkeep.backup import BackedUp
from kifu.store.upkeep.erasing import Erased
from kifu.store.upkeep.manifest import LogEntry
from kifu.store.upkeep.rewriting import Sizes, compact, finish, rebuild, source_paths, write_again
from kifu.store.upkeep.status import Status, status
from kifu.store.upkeep.verify import Difference, Verified, verify

if TYPE_CHECKING:
    from kifu.store.dataset.writing import DataSet


class Archive:
    """The archive at `path`; nothing is opened before something is asked.

    Each question and each commit opens the file and closes it again, so that programs can
    share it. Who meets a lock waits up to `wait` seconds and then gets `Busy`. Every call
    raises ArchiveError where the file is not there or is no archive.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     log = os.path.join(folder, "games.kifu")
    ...     with open(log, "w", encoding="utf-8") as file:
    ...         _ = file.write('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n[Seat "Ben"]\\n'
    ...             '[Seed "shake256-1:00112233445566778899aabbccddeeff"]\\n\\n1. 59\\n*\\n')
    ...     archive = Archive(os.path.join(folder, "games.duckdb"))
    ...     report = archive.index([log])
    ...     found = archive.find(Filters(players=["AKI"]))
    ...     (hit,) = found.hits
    ...     moves = archive.record(hit.id).moves
    >>> report.new, found.total, hit.players, moves
    (1, 1, ['Aki', 'Ben'], '1. 59')
    """

    def __init__(self, path: str | os.PathLike[str], wait: float = WAIT) -> None:
        self._given = os.fspath(path)
        self.wait = wait
        self._book = AddressBook()

    @property
    def path(self) -> str:
        """The path of the archive's file, with links followed; sources are named relative to it.
        Raises OSError if links lead in a circle.
        """
        return place_of(self._given)

    def index(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        say: Callable[[str], None] = lambda line: None,
        advance: Callable[[Progress], None] = lambda progress: None,
        settings: IndexSettings | None = None,
        *,
        events: bool = False,
        situations: bool = False,
        moves: bool = False,
        cluster: str | None = None,
    ) -> Report:
        """Add to the archive what is new in the files and folders `paths`; what it has already
        stays, also of files that are gone. See `ingest.index`. The events, situations and moves of
        each match are indexed if that is asked for, here or in `settings`, or if the archive has
        them already. Raises FileNotFoundError and UsageError as `paths.sources` does.

        With a `cluster` (`local`, or the address of a Dask scheduler), its workers read the logs;
        that is for lakes. With more than one job, or a cluster, the module that calls this must be
        safe to import (`if __name__ == "__main__"`), since every process begins by importing it.
        """
        if isinstance(paths, str | os.PathLike):
            paths = [paths]
        listed = sources(paths)
        settings = settings or IndexSettings()
        more = Detail(settings.detail.replayed, events, situations, moves)
        settings = replace(settings, detail=settings.detail.with_all(more))
        if is_lake(self.path):
            from kifu.store.lake.cluster import workers
            from kifu.store.lake.indexing import index as index_lake
            from kifu.store.lake.table import needed

            needed()
            with workers(cluster, settings.jobs) as done:
                return index_lake(self.path, listed, settings, say, advance, done)
        if cluster is not None:
            raise UsageError(f"a cluster is for a lake: call it {self.path}.lake, say")
        with self._run(say) as path:
            return ingest.index(path, listed, settings, say, advance, self.wait)

    @property
    def _file(self) -> str:
        """The path of the archive's file. Raises UsageError for a lake, which has none."""
        path = self.path
        if is_lake(path):
            raise UsageError(f"{path} is a lake, and this is for an archive (see docs/lake.md)")
        return path

    @property
    def is_lake(self) -> bool:
        """Whether it is a lake: a table in a folder or in object storage."""
        return is_lake(self.path)

    @contextmanager
    def _run(self, say: Callable[[str], None] = unfinished.say) -> Iterator[str]:
        """Hold the archive's lock while the context lasts; gives the path. First completes an
        erasure that was cut short, about which `say` gets a line.
        """
        path = self._file
        with indexing(path):
            if os.path.exists(path):
                finish(path, people_file.settle(path, self.wait), self.wait, say)
            yield path

    def find(
        self, filters: Filters | None = None, limit: int | None = None, offset: int = 0
    ) -> Found:
        """A page of the matches that `filters` ask for: `limit` of them (None: all) from `offset`
        (0 is the first) on; see `search`.
        """
        with opening.looking(self.path, self.wait) as connection:
            return find(connection, self.path, filters or Filters(), limit, offset)

    def query(self, sql: str, parameters: Parameters = (), timeout: float | None = None) -> Rows:
        """The rows of one SELECT over the views of docs/sql.md. Raises QueryError. With a
        `timeout` another process asks, which is ended after so many seconds or where it takes more
        than 2 GiB of memory: then LimitHit is raised.
        """
        with self.ask(sql, parameters, timeout) as answer:
            return Rows(answer.columns, answer)

    def arrow(self, sql: str, parameters: Parameters = ()) -> Any:
        """The rows of one SELECT over the views of docs/sql.md as a table of pyarrow. Raises
        QueryError, and KifuError where pyarrow is not installed.
        """
        return self._table(sql, parameters, "arrow")

    def pandas(self, sql: str, parameters: Parameters = ()) -> Any:
        """The rows of one SELECT over the views of docs/sql.md as a data frame of pandas. Raises
        QueryError, and KifuError where pandas is not installed.
        """
        return self._table(sql, parameters, "pandas")

    def polars(self, sql: str, parameters: Parameters = ()) -> Any:
        """The rows of one SELECT over the views of docs/sql.md as a data frame of polars. Raises
        QueryError, and KifuError where polars is not installed.
        """
        return self._table(sql, parameters, "polars")

    def _table(self, sql: str, parameters: Parameters, library: Library) -> Any:
        with opening.looking(self.path, self.wait) as connection:
            return table(connection, sql, parameters, library)

    @contextmanager
    def ask(
        self, sql: str, parameters: Parameters = (), timeout: float | None = None
    ) -> Iterator[ResultRows]:
        """The rows of one SELECT (see `query`), read one by one within this context; nothing can be
        indexed meanwhile.
        """
        if timeout is not None:
            from kifu.store.ask.apart import ask_apart

            with ask_apart(self.path, self.wait, sql, parameters, timeout) as answer:
                yield answer
            return
        with opening.looking(self.path, self.wait) as connection:
            yield ask(connection, sql, parameters)

    def stats(
        self,
        topic: str = "games",
        filters: Filters | None = None,
        players: str | Sequence[str] = (),
        by: str | Sequence[str] = (),
    ) -> Rows:
        """The rows of a topic of `stats.TOPICS` over the matches that `filters` ask for; with
        `players`, only the rows about these. Each variant of a game has its own rows. `by` changes
        that: "game" puts the variants of a game together, "month" and "event" separate the matches
        by these. Raises UsageError.
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
        """The rows of a topic (see `stats`), read one by one within this context; nothing can be
        indexed meanwhile.
        """
        with opening.looking(self.path, self.wait) as connection:
            names = [players] if isinstance(players, str) else players
            parts = [by] if isinstance(by, str) else by
            yield count(connection, self.path, topic, filters or Filters(), names, parts)

    def explore(self, filters: Filters, by: By = "kind") -> Explored:
        """The moves that were played in the situation `filters.situation`, in the matches that the
        filters ask for, with how often and how it went; `by` says whether to count kinds of moves
        or single moves.

        Raises UsageError where the filters have no situation, and ArchiveError where the archive
        was indexed without situations.
        """
        if filters.situation is None:
            raise UsageError('name the situation to explore: Filters(situation="FILE@PLY")')
        with opening.looking(self.path, self.wait) as connection:
            return explore(connection, self.path, filters.situation, filters, by)

    def frequent(
        self, filters: Filters | None = None, least: int = 20, most: int = 100_000
    ) -> Iterator[FrequentSituation]:
        """The situations that came up at least `least` times in the finished matches that the
        filters ask for, each with the kinds of moves that were played there: at most `most` of a
        game, those that came up most. Meanwhile nothing can be indexed.
        """
        with opening.looking(self.path, self.wait) as connection:
            yield from frequent(connection, self.path, filters or Filters(), least, most)

    def unnoted(self, what: str, game: str | None = None) -> int:
        """How many matches (of `game`, if given) were indexed without `what`: "events",
        "situations" or "moves".
        """
        column = {name: name for name in ("events", "situations", "moves")}[what]
        query = (
            f"SELECT count(*) FROM record JOIN variant ON variant.id = record.variant "
            f"WHERE main AND NOT {column} AND coalesce(game = ?, true)"
        )
        with opening.looking(self.path, self.wait) as connection:
            ((number,),) = connection.execute(query, [game]).fetchall()
        return int(number)

    def games(self) -> list[str]:
        """The names of the games of which the archive has matches."""
        query = (
            "SELECT DISTINCT game FROM record JOIN variant ON variant.id = record.variant "
            "ORDER BY game"
        )
        with opening.looking(self.path, self.wait) as connection:
            return [game for (game,) in connection.execute(query).fetchall()]

    def record(self, wanted: str) -> Record:
        """The record with the id `wanted`, or the main record of the match with that id, read from
        its log. The first digits of an id are enough if they name only one. Raises ArchiveError if
        the archive has no such record, or if no log holds it any more.
        """
        path = self.path
        places, erased = self._address(path, wanted)
        found = retrieve(path, places)
        if isinstance(found, Lost):
            raise ArchiveError(f"record {found.record} can't be read: {found.why}")
        return erasure.concealed(found, erased)

    def _address(self, path: str, wanted: str) -> tuple[list[RecordAddress], Erasure]:
        """The places of the record that `wanted` (an id or its first digits) names, and the names
        that are erased in the archive.
        """

        def load() -> Addresses | None:
            with opening.looking(path, self.wait) as connection:
                return addresses(connection)

        held = None if is_lake(path) else self._book.at(state_of(path), load)
        places = held.places(wanted) if held else None
        if held and places:
            return places, held.erased
        with opening.looking(path, self.wait) as connection:
            key, identity = identified(connection, wanted)
            rows = connection.execute(_PLACES, [key]).fetchall()
            return [RecordAddress(identity, *row) for row in rows], erasure.erasure(connection)

    def records(
        self,
        filters: Filters | None = None,
        lost: Callable[[Lost], None] | None = None,
    ) -> Iterator[Record]:
        """The records that `filters` ask for, one of each match, in the order of their sources;
        see `matches`.
        """
        return (record for _, record in self.matches(filters, lost))

    def matches(
        self,
        filters: Filters | None = None,
        lost: Callable[[Lost], None] | None = None,
    ) -> Iterator[tuple[str, Record]]:
        """The records that `filters` ask for, one of each match, each with the match's id, in the
        order of their sources. Every source is read once, in one direction, so that packed ones are
        as fast as others; meanwhile nothing can be indexed.

        A record that no source holds any more goes to `lost`; without that, ArchiveError is raised.
        """
        with opening.reading(self.path, self.wait) as connection:
            for match, record in each(connection, self.path, filters or Filters()):
                if isinstance(record, Record):
                    yield match, record
                elif lost is None:
                    raise ArchiveError(f"record {record.record} can't be read: {record.why}")
                else:
                    lost(record)

    def export(
        self,
        out: str | os.PathLike[str],
        filters: Filters | None = None,
        force: bool = False,
        advance: Advance = lambda total: None,
        *,
        names: Names = "logged",
        erased_in: str | os.PathLike[str] | None = None,
    ) -> Exported:
        """Write the records that `filters` ask for to `out`, a file of records or a folder of
        Parquet files, which must not exist unless `force` is set. `names` ("logged" or "now") says
        how players are called; players erased in the archive `erased_in` get pseudonyms, too. See
        `export.export`. Nothing can be indexed meanwhile.
        """
        erased = None if erased_in is None else Archive(erased_in, self.wait).erased()
        with opening.reading(self.path, self.wait) as connection:
            asked = filters or Filters()
            return export(
                connection,
                self.path,
                asked,
                os.fspath(out),
                force,
                advance,
                names=names,
                erased=erased,
            )

    def data_set(
        self,
        folder: str | os.PathLike[str],
        licence: str,
        filters: Filters | None = None,
        force: bool = False,
        advance: Advance = lambda total: None,
        *,
        names: Names | None = None,
        erased_in: str | os.PathLike[str] | None = None,
    ) -> DataSet:
        """Write the matches that `filters` ask for into `folder` as a data set, under a `licence`
        of SPDX (an id such as "CC0-1.0"). `folder` must not exist unless `force` is set. Without
        `names` ("logged" or "now", as in `export`) the players get pseudonyms. See
        `dataset.writing.write`. Nothing can be indexed meanwhile.
        """
        from kifu.store.dataset import licences, writing

        licence = licences.licence(licence)
        erased = None if erased_in is None else Archive(erased_in, self.wait).erased()
        with (
            new_folder(os.fspath(folder), force, writing.is_data_set) as draft,
            opening.copying(self.path, os.path.abspath(draft), self.wait) as connection,
        ):
            asked = filters or Filters()
            draft = draft.absolute()
            return writing.write(
                connection, self.path, asked, draft, licence, names, erased, advance
            )

    def erased(self) -> Erasure:
        """The names that are erased (as digests, with their pseudonyms), including those in the
        people file.
        """
        with opening.looking(self.path, self.wait) as connection:
            known = erasure.erasure(connection)
        said = people_file.load(people_file.people_of(self.path)) or people_file.People()
        secrets = dict.fromkeys([*known.secrets, *said.secrets])
        return Erasure(list(secrets), {**known.pseudonyms, **dict(said.erased)})

    def copies(self, filters: Filters | None = None, least_records: int = 1) -> list[Copy]:
        """Every place of the matches that are in several places, and have `least_records` different
        records or more; see `copies.copies`.
        """
        with opening.looking(self.path, self.wait) as connection:
            return copies(connection, self.path, filters or Filters(), least_records)

    def quarantine(self, code: str | None = None) -> list[dict[str, Any]]:
        """The rows of the view `bad_records`, ordered by file and number, with paths that can be
        opened from here; with `code`, only those whose first error has it.
        """
        query = (
            "SELECT * RENAME (bad_ply AS ply) FROM bad_records WHERE code = coalesce(?, code) "
            "ORDER BY path, number"
        )
        rows = self.query(query, [code])
        return [{**row, "path": located(row["path"], self.path)} for row in rows]

    def retry(
        self,
        jobs: int = 1,
        say: Callable[[str], None] = lambda line: None,
        advance: Callable[[Progress], None] = lambda progress: None,
    ) -> Report:
        """Read the sources again that have records in quarantine, each in the way it was read
        before. Raises as `index` does.
        """
        with opening.looking(self.path, self.wait) as connection:
            names = connection.execute(_SOURCES_WITH_BAD).fetchall()
            before = ways(connection, self.path)
        paths = [located(name, self.path) for (name,) in names]
        for path in paths:
            if not os.path.exists(path):
                say(f"left out: {path} is gone")
        there = [path for path in paths if os.path.exists(path)]
        asked = IndexSettings(jobs=jobs, again=True)
        with self._run(say) as path:
            return reindex(path, there, before, asked, say, advance, self.wait)

    def aliases(self) -> list[Alias]:
        """Every alias: a name and the name of the person it belongs to."""
        with opening.looking(self.path, self.wait) as connection:
            return people.aliases(connection)

    def unknown_players(self, filters: Filters) -> list[str]:
        """A line for the user about each of the first ten names of players in `filters` that the
        archive does not have, with the most similar names that it has.
        """
        asked = [*filters.players, *filters.present]
        if filters.winner is not None:
            asked.append(filters.winner)
        if not asked:
            return []
        with opening.looking(self.path, self.wait) as connection:
            return people.strangers(connection, list(dict.fromkeys(asked))[:10])

    def alias(self, name: str, of: str) -> None:
        """Make `name` another name of the player `of`; see `people.alias`."""
        if self.is_lake:
            from kifu.store.lake import people as lake_people

            return lake_people.alias(self.path, name, of)
        with self._run() as path, database.writing(path, self.wait) as connection:
            people.alias(connection, name, of)
            people_file.put(path, connection)

    def rename(self, name: str, to: str) -> None:
        """Call the player `name` by the new name `to`; see `people.rename`."""
        if self.is_lake:
            from kifu.store.lake import people as lake_people

            return lake_people.rename(self.path, name, to)
        with self._run() as path, database.writing(path, self.wait) as connection:
            people.rename(connection, name, to)
            people_file.put(path, connection)

    def erase(self, name: str) -> Erased:
        """Erase the player `name` from the archive, and rewrite its file so that no trace is left
        in it; the logs, which are other files, keep the name. `name` may also be a pseudonym of an
        earlier erasure, which is then completed. Raises ArchiveError for a name that the archive
        does not have.
        """
        if self.is_lake:
            from kifu.store.lake import people as lake_people

            return lake_people.erase(self.path, name)
        with indexing(self.path):
            return self._erase(name)

    def erase_everywhere(
        self, name: str, say: Callable[[str], None] = lambda line: None
    ) -> tuple[Erased, list[str]]:
        """Erase the player `name` from the archive and then from its logs. Returns what `erase` and
        `erase_logs` do. If this was interrupted, call it again; the pseudonym works as the name,
        too.
        """
        path = self._file
        with indexing(path):
            erased = self._erase(name, unfinished.LOGS)
            return erased, erasing_logs.erase(path, erased.pseudonym, self.wait, say)

    def _erase(self, name: str, *marks: str) -> Erased:
        """Erase the player from the rows, and then rewrite the file. The commit leaves `marks` for
        what is still to do after that. The caller holds the archive's lock.
        """
        path = self.path
        people_file.settle(path, self.wait)
        with database.writing(path, self.wait) as connection:
            erased = erasing.erase(connection, name)
            people_file.put(path, connection)
            for mark in marks:
                unfinished.mark(connection, mark, erased.pseudonym)
        write_again(path, self.wait)
        return erased

    def erase_logs(
        self, pseudonym: str, say: Callable[[str], None] = lambda line: None
    ) -> list[str]:
        """Erase the player who became `pseudonym` from the logs, and index those again.

        Returns the paths of the files that were rewritten. `say` gets a line for each that could
        not be, or not completely.
        """
        with self._run() as path:
            with database.writing(path, self.wait) as connection:
                unfinished.mark(connection, unfinished.LOGS, pseudonym)
            return erasing_logs.erase(path, pseudonym, self.wait, say)

    def absorb(self, other: str | os.PathLike[str]) -> Absorbed:
        """Add what the archive `other` has: matches, aliases and erasures; see `absorbing.absorb`.
        `other` stays as it is. Raises UsageError where it is this very archive.
        """
        path, given = self._file, Archive(other)._file
        if os.path.exists(path) and os.path.exists(given) and os.path.samefile(path, given):
            raise UsageError(f"{path} can't be merged into itself")
        with opening.looking(given, self.wait):
            pass  # it is there, and of this schema
        with self._run() as path, indexing(given):
            if not os.path.exists(path):
                database.create(path)
                people_file.settle(path, self.wait)
            said = people_file.load(people_file.people_of(given))
            with database.writing(path, self.wait) as connection:
                absorbed = absorb(connection, path, given, said)
                people_file.put(path, connection)
                pseudonyms = unfinished.marked(connection, unfinished.FILE)
            finish(path, pseudonyms, self.wait, lambda line: None)
        return absorbed

    def back_up(self, folder: str | os.PathLike[str]) -> BackedUp:
        """Copy the archive, its logs and its people file into the new folder `folder`; see
        `backup.back_up`.
        """
        with self._run() as path:
            return backup.back_up(path, os.fspath(folder), self.wait)

    def restore(self, folder: str | os.PathLike[str]) -> int:
        """Put the backup in `folder` at this archive's path, with its logs beside it. Returns the
        number of logs; see `backup.restore`.
        """
        path = self._file
        with indexing(path):
            return backup.restore(os.fspath(folder), path)

    def status(self, now: float) -> Status:
        """How many matches and records there are, and how far each log is ahead of what is indexed;
        `now` (seconds since 1970) is what lags are counted to. See `status.Status`.
        """
        with opening.looking(self._file, self.wait) as connection:
            return status(connection, self.path, now)

    def manifest(self, check: bool = False) -> list[LogEntry]:
        """Every log with its checksum; with `check`, each is read and gets the state of its file
        (`LogEntry.state`).
        """
        with opening.looking(self.path, self.wait) as connection:
            known = manifest.logs(connection, self.path)
        return list(manifest.compared(known)) if check else known

    def verify(
        self,
        jobs: int = 1,
        counted: Verified | None = None,
        advance: Callable[[int], None] = lambda size: None,
    ) -> Iterator[Difference]:
        """Replay the logs in `jobs` processes, and yield everything in which they differ from the
        archive. `counted` is filled with what was compared; `advance` gets bytes that are done; see
        `verify`.
        """
        return verify(self.path, self.wait, jobs, counted or Verified(), advance)

    def compact(self, kept: float | None = None) -> Sizes:
        """Rewrite the archive's file without unused space; returns its size before and after. For a
        lake, settle and sort the rows, and delete files that have not been part of it for `kept`
        seconds (default: 24 hours).
        """
        if self.is_lake:
            from kifu.store.lake import compacting

            return Sizes(*compacting.compact(self.path, compacting.KEPT if kept is None else kept))
        return compact(self._file, self.wait)

    def logs(self) -> list[str]:
        """The paths of all logs."""
        with opening.looking(self.path, self.wait) as connection:
            return source_paths(connection, self.path)

    def rebuild(
        self,
        jobs: int = 1,
        without_missing: bool = False,
        say: Callable[[str], None] = lambda line: None,
        advance: Callable[[Progress], None] = lambda progress: None,
    ) -> Report:
        """Recreate the archive from its logs; `without_missing` accepts that logs are gone, and
        drops their matches. See `rewriting.rebuild`.
        """
        return rebuild(self._file, jobs, without_missing, say, advance, self.wait)


_PLACES = """
    SELECT source.path, place.number, place."offset"
    FROM place JOIN source ON source.id = place.source
    WHERE place.record = ? ORDER BY source.path, place.number
"""
_SOURCES_WITH_BAD = """
    SELECT DISTINCT source.path FROM quarantine JOIN source ON source.id = quarantine.source
    ORDER BY ALL
"""
