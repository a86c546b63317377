"""Rewriting an archive's file: compacted from its own rows, or rebuilt from its logs.

The new file is written beside the old one and replaces it in one step, so that the old one is still
there after an interruption.
"""

from __future__ import annotations

import os
import shlex
from functools import cache

from msgspec import Struct

from kifu.store import database, people
from kifu.store.errors import ArchiveError, damaged, is_damage
from kifu.store.index.course import Detail
from kifu.store.index.entering import Report, show_cards
from kifu.store.index.ingest import Follow, Say, index, unsaid
from kifu.store.index.planning import detail_of_run, known_of
from kifu.store.lock import indexing, replacing
from kifu.store.people import People
from kifu.store.tables import Connection, quoted
from kifu.store.upkeep import manifest
from kifu.store.upkeep.erasing import erase, finish

#: The rows of a table are ordered by these columns, and by their order before.
_ORDERED = {
    "record": "key", "place": "record",
    "seat": "player, record", "tag": "record", "note": "record", "event": "record",
    "situation": "key", "move": "record", "round_total": "record", "judged": "record",
    "judgement": "record", "chance": "record", "judged_seat": "record",
}  # fmt: skip


class Sizes(Struct):
    """The bytes of an archive's file, or of all of a lake's files, before and after."""

    before: int
    after: int


def write_again(archive: str, said: People | None = None) -> Sizes:
    """Rewrite the archive's file without unused space, and without the bytes that names erased from
    its rows have left in it, with the rows of each table sorted. All answers stay the same; views
    and macros that kifu does not make are lost. Returns the file's size in bytes before (with its
    write-ahead log merged into it, which happens first) and after. With `said`, the new file also
    notes that it was brought up to that people file; without it, the old note stays. The file keeps
    its permissions. `archive` must not be a link, which would be replaced.

    The caller holds the archive's lock; waits for other processes, up to ten seconds. Raises Busy
    if the archive stays locked; LimitHit; ArchiveError if there is no archive, it is damaged, can't
    be written, or has other tables or columns than kifu makes; and OSError if no file can be made
    in its folder. The old file then stays.
    """
    vet_tables(archive)
    database.settle(archive)
    before = os.path.getsize(archive)
    with replacing(archive) as draft:
        database.create(draft)
        with database.writing(draft) as connection:
            _copy(connection, archive)
            if said is not None:
                people.note(connection, said)
        database.settle(draft)
    return Sizes(before, os.path.getsize(archive))


def bring_up(archive: str, say: Say = unsaid) -> None:
    """Bring the archive and its people file to the same state. The archive gets the file's aliases
    and erasures; aliases that only the archive has end. The file gets erasures that only the
    archive has, and loses aliases with an erased name. If that erases names, the archive's file is
    rewritten without them. `say` gets a line if the two differed; if they are equal, or neither has
    anything, nothing is done. Then an erasure in logs that was interrupted is finished, if there is
    one; `say` gets a line for each log that can't be indexed again. `archive` must not be a link,
    which could be replaced.

    The caller holds the archive's lock and is about to write. If this fails or is interrupted, the
    people file or the rows may be changed already; the next call does it again, since that it is
    done is noted last. Raises KifuError if the people file, or what the archive notes of it, is
    damaged, or if the people file can't be written; ArchiveError if there is no archive, it is
    damaged or can't be written, if the people file is gone and the archive has aliases or erasures,
    or if names are to be erased and the archive has tables or columns that kifu does not make;
    OSError if no file can be made in its folder; Busy if it stays locked; and LimitHit.
    """
    _adopt_file(archive, say)
    finish(archive, say)


def _adopt_file(archive: str, say: Say) -> None:
    """Bring the archive and its people file to the same state, as `bring_up` says, with the same
    errors, for a caller that holds the archive's lock; `archive` must not be a link. Aliases that
    only the archive has end. If names are newly erased, the archive's file is rewritten. `say` gets
    a line when it is done. Does nothing, and says nothing, if both are equal, or if neither has
    anything.
    """
    path = people.people_of(archive)
    there = people.load(path)
    with database.reading(archive) as connection:
        before = people.of(connection)
    if there is None and before != People():
        raise ArchiveError(
            f"{path} is gone: it has the aliases and erasures of {archive}. Bring it back, or make "
            f"it again from the archive: kifu player restore {shlex.quote(archive)}"
        )
    if there is None or there == before:
        return
    said = there.with_erased(before)
    is_erasing = not {*said.erased} <= {*before.erased}
    if is_erasing:
        vet_tables(archive)
    if said != there:
        people.write(archive, said)
    with database.writing(archive) as connection:
        _adopt(connection, said)
        if not is_erasing:
            people.note(connection, said)
    if is_erasing:
        write_again(archive, said)
    say(f"{archive} has been brought up to {path}")


def _adopt(connection: Connection, said: People) -> None:
    """Replace the names that `said` erases in the rows of the archive, and make its aliases the
    only ones: others end. Names are replaced as in `erasing.erase`: a name within a longer text
    stays, but a message in quarantine that contains one becomes `SILENT`. If nobody is erased, only
    the aliases change.

    Names in aliases get rows in `player`; names with neither a seat nor an alias lose theirs. Does
    not note that it was done (`people.note` does). The caller opens and commits the transaction.
    Until the file is rewritten, bytes of the replaced names are left in it.
    """
    if said.erased:
        erase(connection, said.erasure)
    people.join(connection, said.aliases)


def vet_tables(archive: str) -> None:
    """Raise ArchiveError, which lists them, if the archive has tables or columns that kifu does not
    make (a rewritten file would lose them), or lacks some that kifu makes. Only names are compared;
    types, views and macros are not looked at. Changes nothing. Also raises ArchiveError if there is
    no archive or it can't be read, Busy if it stays locked, LimitHit, and OSError if no temporary
    folder can be made.
    """
    with database.reading(archive) as connection:
        theirs = connection.execute(_COLUMNS, [os.path.realpath(archive)]).fetchall()
    odd = ", ".join(name for (name,) in sorted(_columns() ^ {*theirs}))
    if odd:
        raise ArchiveError(
            f"{archive} has tables or columns that kifu does not make, so it was not changed: {odd}"
            "; copy these to another file and drop them, or move it away and index the logs again"
        )


@cache
def _columns() -> set[tuple[str, ...]]:
    """The columns of the tables that kifu makes, as `_COLUMNS` names them. These are made to be
    asked, once for all archives: an erasure alone compares three times.
    """
    with database.in_memory(database.schema()) as empty:
        return {*empty.execute(_COLUMNS, [None]).fetchall()}


#: The columns of all tables in the database with a path.
_COLUMNS = """
    SELECT concat_ws('.', nullif(schema_name, 'main'), table_name, column_name)
    FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (database_name, schema_name, table_name)
    SEMI JOIN (FROM duckdb_databases() WHERE path IS NOT DISTINCT FROM ? AND NOT internal)
    USING (database_name)
"""


def _copy(connection: Connection, archive: str) -> None:
    """Copy every row of the archive at the path `archive` into the new archive open as
    `connection`, which must have all its tables, and define the macro for cards there. The rows of
    a table are sorted by its columns in `_ORDERED`; otherwise they keep their order. Rows that
    these tables had in the new archive are deleted. The old one stays attached as `old`, read-only,
    so this can be called once for each connection. The caller opens and commits the transaction.
    Raises ArchiveError if a table of the old one is damaged, and DuckDB's other errors as they are,
    also where the old one can't be attached.
    """
    import duckdb

    connection.execute(f"ATTACH {quoted(archive)} AS old (READ_ONLY)")
    query = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'old' ORDER BY ALL"
    for (table,) in connection.execute(query).fetchall():
        order = f"{_ORDERED.get(table, 'rowid')}, rowid"
        try:
            connection.execute(f"DELETE FROM {table}")
            connection.execute(f"INSERT INTO {table} BY NAME FROM old.{table} ORDER BY {order}")
        except duckdb.Error as error:
            raise (damaged(archive) if is_damage(error) else error) from None
    show_cards(connection)


def rebuild(
    archive: str,
    jobs: int,
    without_missing: bool,
    detail: Detail,
    say: Say,
    advance: Follow,
) -> Report:
    """Recreate the archive from its logs, read by up to `jobs` processes (1: this one). Every log
    is indexed with all detail that any log in the archive has, and with what `detail` adds. Aliases
    and erasures are kept; views and macros that kifu does not make are lost. Returns the report of
    indexing, which does not count logs that are left out beforehand. A log that grew is read to its
    end. `say` gets a line for everything out of the ordinary, `advance` the bytes done and in all.
    Takes the archive's lock; the caller must not hold it. `archive` must not be a link, which would
    be replaced.

    The new file replaces the old one at the end, in one step; until then, the old one answers. If a
    log is missing, has changed or can't be read (also if that fails midway), raises ArchiveError
    and keeps the old file. With `without_missing`, `say` gets a line instead, and the matches that
    only such logs have are dropped: all of them, if no log is left. Of a log that fails midway, the
    records before that are then kept, and the report's `failed` has it.

    Also raises ArchiveError if there is no archive or it has tables or columns that kifu does not
    make, or if the people file is gone although the archive has aliases or erasures; Busy if
    another process has its lock (at once) or keeps the file locked; LimitHit; KifuError if there is
    no folder for it, the people file is damaged, or a process dies; and OSError if no file can be
    made in the folder, or the lock file can't be opened or its disk has no locks. The old file then
    stays; it may have been brought up to its people file.
    """
    with indexing(archive):
        vet_tables(archive)
        bring_up(archive, say)
        with database.reading(archive) as connection:
            detail = detail_of_run(detail, known_of(connection).values())
            known = manifest.logs(connection, archive)
            said = people.of(connection)
        there, unfit = manifest.readable(known)
        if unfit and not without_missing:
            raise ArchiveError(
                f"{_listed(unfit)}: a rebuild would drop its matches. Bring the log back, index "
                "it if it has changed, or use --without-missing"
            )
        for line in unfit:
            say(f"left out: {line}")
        with replacing(archive) as draft:
            database.create(draft)
            with database.writing(draft) as connection:
                _adopt(connection, said)
                people.note(connection, said)
            report = index(draft, (there, []), detail, jobs, say, advance, archive)
            if report.failed and not without_missing:
                raise ArchiveError(
                    f"{_listed(report.failed)}: the archive was not changed. Make the log "
                    "readable, or use --without-missing to drop its matches"
                )
            database.settle(draft)
            database.settle(archive)
        return report


def _listed(lines: list[str]) -> str:
    """The first three of `lines` as one text, with "; " between them. If there are more, " and N
    more" follows. Without lines, the text is empty.
    """
    more = f" and {len(lines) - 3} more" if len(lines) > 3 else ""
    return "; ".join(lines[:3]) + more
