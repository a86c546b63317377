"""The archive: matches in a DuckDB file that can be rebuilt from their logs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from kifu.notation.disk import is_same_file
from kifu.notation.errors import UsageError
from kifu.store import database, opening, people
from kifu.store.errors import explained
from kifu.store.index import ingest
from kifu.store.index.course import PLAIN, Detail
from kifu.store.index.entering import Report
from kifu.store.index.ingest import Follow, Say, unsaid
from kifu.store.index.planning import detail_of_run, known_of
from kifu.store.lock import indexing
from kifu.store.opening import is_lake
from kifu.store.paths import sources
from kifu.store.people import People
from kifu.store.questions import Questions
from kifu.store.tables import Connection
from kifu.store.upkeep import backup, erasing, manifest
from kifu.store.upkeep.backup import BackedUp
from kifu.store.upkeep.erasing import Erased
from kifu.store.upkeep.rewriting import Sizes, bring_up, rebuild, vet_tables, write_again


class Absorbed(Struct):
    """What `absorb` did: the `report` of indexing the other archive's logs, and those `aliases` of
    the other archive, as (name, name of the person), that were left out because they contradict the
    aliases here ([] if all were taken over).
    """

    report: Report
    aliases: list[people.Alias]


class Archive(Questions):
    """The archive at `path`; nothing is opened before something is asked.

    Each question and each commit opens the file and closes it again, so that programs can share it.
    A call that finds the file locked waits ten seconds and then raises `Busy`; a call that writes
    raises `Busy` at once while another process runs `index` or the like. `index` and `absorb`
    create the archive if there is none; every other call raises ArchiveError if the file does not
    exist or is not an archive (KifuError, if it would write and there is no folder). Any call
    raises LimitHit if it needs more memory than it may have. A call that writes raises KifuError if
    the people file is damaged, or is gone although the archive has aliases or erasures.

    `path` may also name a lake. `retry`, `erase_everywhere`, `restore_people`, `absorb`, `back_up`,
    `rebuild`, `status` and `lags` are for archives only, and raise UsageError for a lake.

    >>> from tempfile import TemporaryDirectory
    >>> from kifu.store import Filters
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

    def index(
        self,
        paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        say: Say = unsaid,
        advance: Follow = unsaid,
        *,
        detail: Detail = PLAIN,
        jobs: int = 1,
        events: bool = False,
        situations: bool = False,
        moves: bool = False,
        cluster: str | None = None,
    ) -> Report:
        """Add to the archive what is new in the files and folders `paths` (a pattern means all that
        it matches; of a folder, the files of records count, at any depth, but no hidden ones), read
        by up to `jobs` processes (1: this one), and return the counts of this run (a `Report`; its
        `failed` has a line for each file or folder that could not be read). A record with errors
        goes to the quarantine. Of a log that has grown, reading goes on from the last record; a log
        that has changed is read again, and its old rows are replaced. Records of files that are
        gone stay. An archive that does not exist is created, even if `paths` give no file. `say`
        gets a line for everything out of the ordinary; `advance` is called many times with the
        bytes that are done and the bytes in all.

        The first run that reads a file decides whether the events, situations and moves of each
        match are indexed: each one is if it is set here or in `detail`. Later runs do the same
        without being asked; UsageError if one asks for more (`rebuild` adds it).

        Raises FileNotFoundError for a path that does not exist or a pattern that matches nothing,
        another OSError for one that can't be looked at, and UsageError for a file that can't be a
        source (see `paths.sources`): all before anything is written. Raises Busy (at once while
        another process indexes, after ten seconds if the file stays locked), LimitHit and
        ArchiveError, UsageError for a new archive with the name of a file of records, KifuError if
        a process dies, if the people file is damaged, or if there is no folder for the archive, and
        OSError if the lock file can't be opened. After Ctrl-C, or if a process dies, all that was
        read is kept; after another error, what was committed (at least every ten seconds). The next
        run reads the rest.

        With a `cluster` (the address `tls://HOST:PORT` of a Dask scheduler), its workers read the
        logs of a lake, and `jobs` means nothing; for an archive, UsageError is raised. A lake has
        no lock: others may write to it meanwhile. It reads logs that have grown as a whole, and
        counts all their matches as new. For a lake, UsageError also comes without its packages and
        for another address, KifuError if no scheduler answers, and OSError if the temporary folder
        can't be written; after an error, the logs that were done are kept. With more than one job,
        the module that calls this must be safe to import (`if __name__ == "__main__"`), since every
        process begins by importing it.
        """
        if isinstance(paths, str | os.PathLike):
            paths = [paths]
        listed = sources(paths)
        detail = detail.with_all(Detail(events, situations, moves))
        if is_lake(self.path):
            from kifu.store.lake.cluster import workers
            from kifu.store.lake.task import index as index_lake

            with explained(self.path), workers(cluster, jobs) as done:
                return index_lake(self.path, listed, detail, say, advance, done)
        if cluster is not None:
            raise UsageError(f"a cluster is for a lake: call it {self.path}.lake, say")
        with self._run(say, database.create) as path:
            return ingest.index(path, listed, detail, jobs, say, advance)

    def retry(
        self,
        jobs: int = 1,
        say: Say = unsaid,
        advance: Follow = unsaid,
    ) -> Report:
        """Read every log that has a record in quarantine again, from its beginning to its end, with
        up to `jobs` processes (1: this one), and return the report of that run. It counts all
        records of these logs, also those without errors; if nothing is in quarantine, nothing is
        read, and all counts are 0. A log that is gone, can't be read, or no longer begins with the
        bytes that were indexed, is left out: its rows stay, `say` gets a line about it, and the
        report's `failed` has it. `say` also gets a line for all else out of the ordinary, `advance`
        the bytes done and in all. If this fails or is interrupted, what was committed is kept, and
        the next run of `index` on these logs reads the rest.

        Raises ArchiveError if there is no archive (or lake), Busy (at once while another process
        indexes, but after the logs were compared; after ten seconds if the file stays locked),
        LimitHit, UsageError for a lake, KifuError if the people file is damaged, or gone although
        the archive has aliases or erasures, or if a process dies, and OSError if the lock file
        can't be opened.
        """
        with self._opened() as connection:
            bad = {*connection.execute(_SOURCES_WITH_BAD).fetchall()}
            logs = manifest.logs(connection, self.path)
        listed = manifest.readable(log for log in logs if (log.name,) in bad)
        with self._run(say) as path:
            with database.writing(path) as connection:
                for log in logs:
                    if log.path in listed[0]:
                        manifest.unread(connection, log.name, log.size, log.digest)
            return ingest.index(path, listed, PLAIN, jobs, say, advance)

    def alias(self, name: str, of: str) -> None:
        """Make `name`, and all other names of the same person, names of the player who has the name
        `of`, who is still called as before. Nothing changes if they are different names of one
        person already. If both mean the same name, make that one a person of its own again; nothing
        changes if it is no alias. Names may be given in another case or width if only one person
        fits, so two spellings of which the archive has one mean the same name. Changes the people
        file and the archive (or the lake); logs keep their names.

        Raises ArchiveError if there is no archive, or if it does not have one of the two names, or
        one may be several persons'; UsageError for a name that is not UTF-8, and for a lake without
        the packages for lakes; Busy (at once while another process indexes; after ten seconds if
        the file stays locked), LimitHit, and KifuError if the people file is damaged or can't be
        written, or is gone although the archive has aliases or erasures. If this fails when the
        people file has the alias already, the next call that writes brings the archive up to it.
        """
        self._change_people(lambda at, said: people.alias(at, said, name, of))

    def rename(self, name: str, to: str) -> None:
        """Call the player who has `name` by the name `to` in all that counts by person, such as
        `stats`. `to` is another name of the same person, or one that nobody has; nothing changes if
        the person is called so already. The name before becomes an alias of `to`. The players of a
        match are still named as in its log. Changes the people file and the archive (or the lake).
        `name` may be given in another case or width if only one person fits; `to` is taken as it is
        written.

        Raises ArchiveError if there is no archive, if it is damaged or can't be written, if `to` is
        a name of another player or was erased, if the archive does not have `name`, or if that may
        be several persons'; UsageError if `to` is empty, only white space or longer than 100,000
        characters, for a name that is not UTF-8, and for a lake without the packages for lakes;
        Busy (at once while another process indexes; after ten seconds if the file stays locked);
        LimitHit; KifuError if the people file is damaged or can't be written, or is gone although
        the archive has aliases or erasures; and OSError if the lock file can't be opened or links
        lead in a circle.

        After such an error, the people file may have the new name already, but the archive not yet.
        Then the next call that writes to the archive brings it up to the file; to rename again does
        no harm.
        """
        self._change_people(lambda at, said: people.rename(at, said, name, to))

    def _change_people(self, change: Callable[[Connection, People], People]) -> None:
        """Replace the content of the people file, and bring the archive up to it. `change` gets a
        read-only connection and the content that the archive has now, and returns the new one; if
        that is equal, nothing is written. If `change` raises, the content stays, and the error
        comes through (of DuckDB's own, most as ArchiveError, lack of memory as LimitHit).

        Takes the archive's lock, so the caller must not hold it, and raises Busy at once if another
        process does. Before `change` is called, the archive is brought up to the people file as it
        is (see `_run`, whose errors may come, too). Raises ArchiveError if there is no archive, or
        if the new content erases others and the archive has tables or columns that kifu does not
        make; and UsageError if it has a name that does not have 1 to 100,000 characters. After an
        error that comes later (Busy, say), the next call that writes brings the archive up to the
        new people file.

        A lake has no people file and no lock: what is said of people is committed to the lake
        itself, even if it is equal, and `change` is called again if another process commits
        meanwhile. Raises ArchiveError, KifuError if what it says of people is damaged, and
        UsageError without the packages for lakes.
        """
        if self.is_lake:
            from kifu.store.lake import people as lake_people

            with explained(self.path):
                return lake_people.change(self.path, change)
        with self._run() as path:
            with opening.reading(path) as connection:
                said = change(connection, people.of(connection))
            self._adopt_people(path, said)

    def _adopt_people(self, path: str, wanted: People) -> None:
        """Make `wanted` the content of the people file of the archive at `path` (no link), and
        bring the archive up to it; the archive's file is rewritten if names are newly erased. Does
        nothing if the people file has this content already; a missing one counts as empty. The
        caller holds the lock, and the archive exists and agrees with the old people file (see
        `_run`).

        Before anything is changed, raises ArchiveError if `wanted` has other erasures than the
        file, and the archive has tables or columns that kifu does not make; and UsageError for a
        name that does not have 1 to 100,000 characters. Also raises KifuError if the people file is
        damaged or can't be written, Busy, LimitHit and ArchiveError, and OSError if no file can be
        made in the folder. If that happens after the people file was written, the next call that
        writes brings the archive up to it.
        """
        before = people.load(people.people_of(path)) or People()
        if wanted != before:
            if wanted.erased != before.erased:
                vet_tables(path)
            people.write(path, wanted)
            bring_up(path)

    def erase(self, name: str) -> Erased:
        """Erase the player `name`, with all other names of that person, from the archive, and
        rewrite its file (for a lake, the files that had them). Whoever has one of these names in
        another case or width is erased, too, as the same person. A pseudonym replaces a name where
        it is a player's name, the author of a comment, or the whole value of a tag. A name stays in
        the text of a comment (even if that is nothing else), in a longer value of a tag, and in the
        path of a log; a message of the quarantine that contains it is replaced. The people file
        then has digests of the names, and no alias with one. The logs are other files and keep the
        names.

        `name` may be given in another case or width if only one person fits. It may also be the
        pseudonym or a name of somebody erased before: then nobody else is erased, and the archive
        stays as it is (in a lake, an interrupted erasure is finished). Returns an `Erased`: the
        pseudonym, how many records have it at a seat now, how many comments, tags and paths still
        contain one of the names, and the names (of somebody erased before, only `name`; [] if that
        is the pseudonym).

        Raises ArchiveError if there is no archive, for a name that it does not have, or that may be
        several persons', and if it has tables or columns that kifu does not make (nothing is
        changed then); UsageError for a name that is not UTF-8; Busy (at once while another process
        indexes), LimitHit, OSError if no file can be made in the archive's folder, and KifuError if
        the people file is damaged, or gone although the archive has aliases or erasures. If this
        fails when the people file has the erasure already, the next call that writes finishes it.
        In a lake, questions that are reading a deleted file fail; UsageError also comes without the
        packages for lakes, KifuError if what the lake says of people is damaged, and OSError if the
        temporary folder can't be written.
        """
        if self.is_lake:
            from kifu.store.lake import people as lake_people

            with explained(self.path):
                return lake_people.erase(self.path, name)
        with self._run():
            return self._erase(name)

    def erase_everywhere(self, name: str, say: Say = unsaid) -> tuple[Erased, list[str]]:
        """Erase the player `name`, with all other names of that person, from the archive (as
        `erase` does) and then from its logs. This can't be undone. Returns the result of `erase`,
        and the paths of the logs that were rewritten, also for earlier erasures ([]: none). `say`
        gets a line for each log or record that could not be rewritten, and for each log that could
        not be indexed again; no error is raised for these. A name within a longer text stays, and
        so does any name in lines that give no record; `say` gets nothing about either. If this was
        interrupted, call it again with the same name, although the archive may not have it now.

        Raises ArchiveError if there is no archive, for a name that it does not have (unless it is
        one erased before), or that may be several persons', and if it has tables or columns that
        kifu does not make; and UsageError for a name that is not UTF-8: then nothing is changed,
        and no log is rewritten. Raises Busy (at once while another process indexes), LimitHit,
        UsageError for a lake, KifuError if the people file is damaged or can't be written, or is
        gone although the archive has aliases or erasures, and OSError if no file can be made in the
        archive's folder. Busy, LimitHit, ArchiveError and OSError may also come after the archive
        and some of the logs were rewritten.
        """
        with self._run() as path:
            return self._erase(name), erasing.erase_in_logs(path, say)

    def _erase(self, name: str) -> Erased:
        """Erase the player `name` from the archive and return an `Erased`, as `erase` does; the
        logs stay as they are. The caller holds the archive's lock, and the archive has been brought
        up to its people file (see `_run`): what the file alone has would be lost. Raises UsageError
        for a lake or a name that is not UTF-8, and otherwise ArchiveError, Busy (if the file stays
        locked), LimitHit, OSError and KifuError, as `erase` says.
        """
        path = self._file
        with opening.reading(path) as connection:
            chosen = erasing.choose(connection, people.of(connection), name)
        self._adopt_people(path, chosen.people)
        with opening.reading(path) as connection:
            return erasing.outcome(connection, chosen)

    def restore_people(self) -> None:
        """Write the people file, if it is missing, with the aliases and erasures that the archive's
        tables have; without any, the file has none. It replaces a link that leads nowhere. Raises
        UsageError, and changes nothing, if the file exists, ArchiveError if there is no archive,
        Busy (at once while another process indexes; after ten seconds if the file stays locked),
        LimitHit, UsageError for a lake, OSError if the lock file can't be opened, and KifuError if
        there is no folder for the archive, if the people file can't be written, or if what the
        archive has can't be read.
        """
        path = self._file
        with indexing(path), opening.reading(path) as connection:
            kept = people.people_of(path)
            if os.path.exists(kept):
                raise UsageError(f"{kept} is there; nothing was changed")
            people.write(path, people.of(connection))

    def absorb(
        self,
        other: str | os.PathLike[str],
        jobs: int = 1,
        say: Say = unsaid,
        advance: Follow = unsaid,
    ) -> Absorbed:
        """Take over the aliases and erasures of the archive at the path `other`, then index its
        logs with up to `jobs` processes (1: this one). Names that the other erased are erased here,
        too. A log that is gone, has changed or can't be read is left out, with its records: `say`
        gets a line about it, as for all else out of the ordinary, and the report's `failed` has it.
        `advance` gets the bytes done and in all. The other archive stays as it is. If this one does
        not exist, it is created. It gets the other's indexing detail if it has no logs; otherwise
        it keeps its own. Returns the report of indexing and the aliases that were not taken over,
        because they contradict those here. After an error while logs are read, the aliases and
        erasures, and what was committed, are kept; another call reads the rest.

        Raises UsageError if both are the same archive, one is a lake, or this one would be created
        with the name of a file of records; ArchiveError if there is no archive `other`, or if names
        are to be erased and this one has tables or columns that kifu does not make; Busy (at once
        while another process indexes into this one, after ten seconds if either file stays locked),
        LimitHit, KifuError if a people file is damaged, the one here is gone although the archive
        has aliases or erasures, a process dies, or there is no folder for this archive, and OSError
        if the lock file can't be opened.
        """
        path, given = self._file, Archive(other)._file
        if is_same_file(path, given):
            raise UsageError(f"{path} can't be merged into itself")
        with opening.reading(given) as connection:
            detail = detail_of_run(PLAIN, known_of(connection).values())
            logs = manifest.logs(connection, given)
            theirs = people.load(people.people_of(given)) or people.of(connection)
        with self._run(say, database.create) as path:
            with opening.reading(path) as connection:
                detail = PLAIN if known_of(connection) else detail
                both, left = people.merged(people.of(connection), theirs)
            self._adopt_people(path, both)
            there = manifest.readable(logs)
            return Absorbed(ingest.index(path, there, detail, jobs, say, advance), left)

    def back_up(self, folder: str | os.PathLike[str]) -> BackedUp:
        """Copy the archive, its people file (if there is one) and its logs into the new folder
        `folder`, which only its owner may open. It appears whole or not at all. The copy,
        `archive.duckdb` in it, can be used like the archive, and knows its logs by their places in
        the folder; unfinished matches of a log that has another place there get other ids. Of each
        log, only the bytes that were indexed are copied.

        A log is left out if it no longer begins with these bytes, can't be read, or has a name that
        is not that of a file of records; its records stay in the copy of the archive, which knows
        the log by its old name. The result has the number of `logs` copied, and in `said` a line
        about each log that was left out or has more bytes.

        Raises UsageError if `folder` exists, and for a lake; ArchiveError if there is no archive;
        Busy (at once while another process indexes), LimitHit, KifuError if the folder's parent is
        missing, the disk is full, or the people file is damaged or gone, and OSError if the folder
        can't be made for another reason.
        """
        with self._run() as path:
            return backup.back_up(path, os.fspath(folder))

    def compact(self, kept: float | None = None) -> Sizes:
        """Rewrite the archive's file without unused space; returns its size in bytes before and
        after. Views and macros that kifu does not make are lost. Raises ArchiveError, and does not
        rewrite the file, if it has tables or columns that kifu does not make. Also raises
        ArchiveError if there is no archive, Busy (at once while another process indexes), LimitHit,
        OSError if no file can be made in the archive's folder, and KifuError if the people file is
        damaged, or gone although the archive has aliases or erasures. The old file then stays.

        For a lake, finish erasures, merge small files, and delete files that the lake no longer
        uses, if they were written or removed from it more than `kept` seconds ago (0 or more,
        rounded up to whole hours; None: 24 hours). With less than 24 hours, questions and other
        processes that index may lose files that they are using; so they may with any `kept` if an
        erasure is finished, since the files that commits had removed are then deleted at once. The
        sizes are those of all the lake's files, without those that it no longer uses. Raises
        ArchiveError if there is no lake, or it can't be read or written, UsageError without the
        packages for lakes, KifuError if what the lake says of people is damaged, and OSError if the
        temporary folder can't be written. `kept` means nothing for an archive.
        """
        if self.is_lake:
            from kifu.store.lake import people as lake_people
            from kifu.store.lake.table import KEPT, LakeTable

            lake = LakeTable(self.path)
            with explained(self.path):
                lake_people.bring_up(lake)
                return Sizes(*lake.compact(KEPT if kept is None else kept))
        with self._run() as path:
            return write_again(path)

    def rebuild(
        self,
        jobs: int = 1,
        without_missing: bool = False,
        say: Say = unsaid,
        advance: Follow = unsaid,
        detail: Detail = PLAIN,
    ) -> Report:
        """Recreate the archive from its logs, read by up to `jobs` processes (1: this one), with
        the indexing detail that it has and also with `detail`; aliases and erasures are kept, views
        and macros that kifu does not make are lost. Returns the report of indexing. `say` gets a
        line for everything out of the ordinary, `advance` the bytes done and in all. A log that
        grew is read to its end. The new file replaces the old one at the end, in one step.

        Raises ArchiveError, and keeps the old file, if a log is missing, can't be read, or no
        longer begins with the bytes that were indexed. With `without_missing`, the matches that
        only such logs have are dropped instead: `say` gets a line about each such log, and the
        report does not have it. Of a log that fails while it is read, the records before that are
        then kept, and the report's `failed` has it. Also raises ArchiveError if there is no archive
        or it has tables or columns that kifu does not make, Busy (at once while another process
        indexes), LimitHit, UsageError for a lake, OSError if the lock file can't be opened, and
        KifuError if a process dies, or if the people file is damaged, or gone although the archive
        has aliases or erasures. The old file then stays.
        """
        return rebuild(self._file, jobs, without_missing, detail, say, advance)

    @contextmanager
    def _run(self, say: Say = unsaid, create: Callable[[str], None] = unsaid) -> Iterator[str]:
        """A context that holds the archive's lock; yields the archive's path (where links lead). If
        there is no archive, `create` is called with the path to make one (by default nothing is
        made, and the path is yielded all the same). If there is one now, it is first brought up to
        its people file, and `say` gets a line if that changed it; an interrupted erasure in logs is
        finished, too, and `say` gets a line for each log that can't be indexed again.

        Raises Busy at once if the lock is held, also by this process (so contexts can't be nested),
        and when the file stays locked; UsageError for a lake; KifuError if the folder for the
        archive is missing or can't be written, the disk is full, the system has no file locks, or
        the people file is damaged or can't be written; ArchiveError if the file is not an archive,
        is damaged or can't be written, if the people file is gone although the archive has aliases
        or erasures, or if names are to be erased and the archive has tables or columns that kifu
        does not make; OSError if links lead in a circle, no file can be made in the folder, or the
        lock file can't be opened or is gone before the end; LimitHit; and what `create` raises.
        """
        path = self._file
        with indexing(path):
            if not os.path.exists(path):
                create(path)
            if os.path.exists(path):
                bring_up(path, say)
            yield path


_SOURCES_WITH_BAD = """
    SELECT DISTINCT source.path FROM quarantine JOIN source ON source.id = quarantine.source
"""
