"""What no log says of a lake's players: aliases, new names and erasures.

To erase a player, the digests of the names are committed first; then each log that has such a name
gets its rows without it, and the files that had it are deleted. Each source has the number of
erased names that its writer knew of (`layout.ERASED`). So whoever writes next finishes an erasure
that was cut short, and hides a name in a log that was read meanwhile (`bring_up`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kifu.notation.disk import scratch_folder
from kifu.store import people
from kifu.store.erasure import Erasure
from kifu.store.lake.asking import draft, files_read, opened, raw_rows
from kifu.store.lake.layout import (
    ERASED,
    KIND,
    PEOPLE,
    SOURCE,
    by_digests,
    decoded,
    encoded_rows,
)
from kifu.store.lake.table import LakeTable
from kifu.store.people import People
from kifu.store.tables import Connection
from kifu.store.upkeep import erasing
from kifu.store.upkeep.erasing import Chosen, Erased, choose, outcome

if TYPE_CHECKING:
    from deltalake import DeltaTable

#: Kinds whose rows may have a name.
_NAMING = ("record", "seat", "player", "tag", "note", "quarantine")
#: The source of what no log says.
_NOBODY = 0


def change(url: str, change: Callable[[Connection, People], People]) -> None:
    """Commit what the lake at `url` says of people (aliases and erasures), also if it is as before.
    `change` gets a connection to the lake and what is said now, and returns what is to be said
    instead. If it raises, nothing is changed. It is called again, up to 20 times in all, if another
    process has committed meanwhile, and the commit failed or `change` raised ArchiveError or
    OSError. Aliases count at once; rows still have newly erased names until `bring_up`.

    Raises what `change` raises (its OSError as ArchiveError); ArchiveError if there is no lake, or
    it can't be read or written; KifuError if what it says of people is damaged; UsageError without
    the packages for lakes, for a path with [, ] or %, or if a name in the result does not have 1 to
    100,000 characters; and DuckDB's error for lack of memory.
    """
    lake = LakeTable(url)

    def do(table: DeltaTable) -> None:
        with opened(lake, table) as connection:
            said = change(connection, people.of(connection))
            people.note(connection, said)
            query = encoded_rows(PEOPLE, _NOBODY)
            lake.replace(table, connection, query, f"{SOURCE} = {_NOBODY}")

    lake.attempt(do)


def erase(url: str, name: str) -> Erased:
    """Erase the person who has `name` from the lake at `url`, under all names of that person and
    all names that are equal to one of these when folded. Aliases with such a name go, too. The
    files that had the names are deleted, but what a killed writer left without a commit only by a
    `sweep` when it is a day old; a question that is reading a deleted file fails. The logs stay as
    they are. `name` may also be the pseudonym or a name of somebody erased before: then nobody else
    is erased, but an erasure that was interrupted is finished.

    Returns an `Erased`: the pseudonym, how many records have it, how many texts still contain a
    name within a longer text, and the names (of somebody erased before, only `name`; [] if that is
    the pseudonym). If this fails or is interrupted once the erasure is committed, rows may still
    have the names; the next `bring_up`, that of an indexing run, say, finishes it.

    Raises ArchiveError for a name that the lake does not have, or that may be several persons', and
    if there is no lake, or it can't be read or written; UsageError for a name that is not UTF-8,
    for a path with [, ] or %, or without the packages for lakes; KifuError if what the lake says of
    people is damaged; OSError if the temporary folder can't be written; and DuckDB's error for lack
    of memory.
    """
    lake = LakeTable(url)
    found: list[Chosen] = []

    def chosen(connection: Connection, said: People) -> People:
        found.append(choose(connection, said, name))
        return found[-1].people

    change(url, chosen)
    bring_up(lake)
    lake.sweep(0)
    with opened(lake, lake.at()) as connection:
        return outcome(connection, found[-1])


def bring_up(lake: LakeTable) -> None:
    """Replace erased names in the rows of each log whose writer did not know of all erasures, until
    nothing is left to replace. Then delete all files that commits have removed from the lake, those
    with the names among them, and unknown files older than a day (see `LakeTable.sweep`); a
    question that is reading such a file fails. Last, note for each of these logs that its names are
    replaced. If all writers knew, the lake stays as it is.

    Also removes what killed runs left in this machine's temporary folder. Raises ArchiveError if
    there is no lake, or it can't be read or written; KifuError if what it says of people is
    damaged; OSError if the temporary folder can't be written; and DuckDB's error for lack of
    memory. What was replaced before an error is committed.
    """
    with scratch_folder("-"):
        while not lake.attempt(partial(_bring_up, lake)):
            pass


def _bring_up(lake: LakeTable, table: DeltaTable) -> bool:
    """Replace erased names in the rows of each late source: one whose writer did not know of all
    erasures in `table`, the latest version. Each source is a commit of its own. Returns False if
    rows were replaced: call it again, since others may have been written meanwhile. Returns True if
    there was nothing to replace. If there were late sources all the same, it first deletes the
    files that commits have removed from the lake, and unknown ones older than a day (see
    `LakeTable.sweep`); then it notes that these sources are up to date.

    Raises KifuError if what the lake says of people is damaged; ArchiveError if it can't be read or
    written; deltalake's errors, among them the one for another process that has committed
    meanwhile; and DuckDB's for lack of memory. What was replaced before an error is committed.
    """
    with opened(lake, table) as connection:
        known = people.erasure(connection)
        count = len(known.pseudonyms)
        query = f"SELECT id FROM source WHERE {ERASED} < ? ORDER BY id"
        late = [source for (source,) in connection.execute(query, [count]).fetchall()]
    # Compacted files have the rows of several sources: each is replaced in what is there by then.
    replaced = [
        lake.attempt(partial(_conceal, lake, source=source, known=known)) for source in late
    ]
    if late and not any(replaced):
        lake.sweep(0)
        ids = ", ".join(map(str, late))
        where = f"{KIND} = 'source' AND {SOURCE} IN ({ids})"
        table.update({ERASED: str(count)}, predicate=where)
    return not any(replaced)


def _conceal(lake: LakeTable, table: DeltaTable, source: int, known: Erasure) -> bool:
    """Replace the names that are erased in `known`, compared folded, in the rows of the source with
    the id `source`, and commit its rows of the kinds in `_NAMING`; its other rows stay. Names of
    players, and authors and values of tags that are an erased name as a whole, become pseudonyms; a
    message of the quarantine that contains one becomes `SILENT`. Returns whether any row was
    changed; if not, nothing is committed. The files with the old rows are not deleted, and the
    source still counts as late (see `_bring_up`).

    Raises ArchiveError for files that can't be read, OSError for a path that can't be looked at or
    if the temporary folder can't be written, DuckDB's error for lack of memory, and deltalake's
    error if it can't commit, also because another process has committed rows of the source
    meanwhile.
    """
    with draft() as connection, files_read(lake):
        raw = raw_rows(lake.store.addresses(connection), table)
        for kind in _NAMING:
            if raw[kind]:
                person = ", id AS person" if kind == "player" else ""
                connection.execute(
                    f"INSERT INTO {kind} BY NAME SELECT {decoded(kind)}{person} FROM {raw[kind]} "
                    f"WHERE {SOURCE} = ?",
                    [source],
                )
        before = _digests(connection)
        erasing.erase(connection, known)
        if _digests(connection) == before:
            return False
        for statement in by_digests():
            connection.execute(statement)
        kinds = ", ".join(f"'{kind}'" for kind in _NAMING)
        where = f"{SOURCE} = {source} AND {KIND} IN ({kinds})"
        lake.replace(table, connection, encoded_rows(_NAMING, source), where)
    return True


def _digests(connection: Connection) -> list[object]:
    """A digest of all rows of each table named in `_NAMING`, in that order, only to be compared
    with an earlier result on the same connection, which must have all these tables. The order of
    rows does not matter. A table without rows has a digest, too.
    """
    return [
        connection.execute(f"SELECT sum(hash(rows)) FROM {kind} AS rows").fetchall()
        for kind in _NAMING
    ]
