"""The Delta table of a lake: what is in it at a moment, and commits that are whole or not at all.

A commit names the version that it follows. Where another one came first, nothing is written and
`Conflict` is raised: whoever commits looks at the table again and decides. deltalake would try
again by itself, and accepts the removal of a file that is gone; neither is ever asked of it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.notation.errors import KifuError, UsageError, install_extra
from kifu.store.database import SCHEMA
from kifu.store.errors import ArchiveError
from kifu.store.lake.layout import KIND, LAYOUT, delta_columns
from kifu.store.lake.store import Store, Trace
from kifu.store.lakes import LOG, is_remote

if TYPE_CHECKING:
    from deltalake import DeltaTable

#: The table's property that says what it is: the archive's schema and the layout.
_PROPERTY = "kifu.lake"
_WHAT = f"{SCHEMA}.{LAYOUT}"
#: A checkpoint, which spares readers the single commits, is made after so many of them.
CHECKPOINT = 50
#: The name under which the numbers of batches are counted.
_BATCHES = "kifu batches"
#: The mark of a commit after which somebody is erased.
ERASED = "kifu erased"


def mark(name: str) -> str:
    """The mark of a commit with rows of the log `name`, by which other writers notice it: a digest,
    so that the table does not contain names of logs.
    """
    return f"log {hashlib.blake2b(name.encode(), digest_size=16).hexdigest()}"


class Conflict(KifuError):
    """Another commit came first; nothing was written."""


class ParquetFile(Struct, frozen=True):
    """A Parquet file of a lake: its path there, its bytes, the kind of its rows and how many."""

    path: str
    size: int
    kind: str
    rows: int


class Snapshot(Struct):
    """What is in a lake at one version: its files in the order of their paths."""

    version: int
    files: list[ParquetFile]

    def of(self, kind: str) -> list[str]:
        """The paths of the files with rows of this kind."""
        return [file.path for file in self.files if file.kind == kind]


class Change(Struct):
    """What a commit does to a lake: files that it brings in and takes out, and its marks, numbers
    under names, which the table keeps.
    """

    add: list[ParquetFile] = []
    remove: list[ParquetFile] = []
    marks: dict[str, int] = {}


class Since(Struct):
    """What the commits after a version did: the marks that they left, each with its number, and the
    files that they took out.
    """

    marks: set[tuple[str, int]]
    removed: set[str]


class LakeTable:
    """The lake at `url`: a folder, or `s3://`. Raises UsageError if the packages for lakes are not
    installed.
    """

    def __init__(self, url: str) -> None:
        needed()
        self.url = url if is_remote(url) else os.path.abspath(url)
        self.store = Store(self.url)
        self._last: DeltaTable | None = None

    def exists(self) -> bool:
        """Whether there is a Delta table. Raises ArchiveError if the store can't be reached."""
        return self.store.has(_commit_path(0)) or self.store.has(f"{LOG}/_last_checkpoint")

    def create(self) -> None:
        """Create an empty lake, unless there is one. Raises UsageError for a store that allows two
        writers to replace each other's commits.
        """
        from deltalake import DeltaTable
        from deltalake.exceptions import DeltaError

        if self.exists():
            return
        self.store.prepare()
        self.store.probe()
        try:
            DeltaTable.create(
                self.url,
                schema=_schema(),
                partition_by=[KIND],
                name="kifu lake",
                configuration={_PROPERTY: _WHAT},
                raise_if_key_not_exists=False,
                storage_options=self.store.options,
            )
        except DeltaError as error:
            if not self.exists():  # another run made it at the same moment
                raise ArchiveError(f"{self.url}: the lake can't be made: {error}") from None

    def snapshot(self) -> Snapshot:
        """The lake's latest version with the list of its files (no rows). Raises ArchiveError if
        there is no lake, or one of another layout.
        """
        table = self._open()
        rows = table.get_add_actions(flatten=True)
        named = {name: rows.column(name).to_pylist() for name in _ADDED}
        added = zip(*named.values(), strict=True)
        files = sorted((ParquetFile(*row) for row in added), key=lambda file: file.path)
        return Snapshot(table.version(), files)

    def trace(self, version: int) -> Trace | None:
        """What identifies the commit file of a version (see `Store.trace`); None if that file does
        not exist (any more).
        """
        return self.store.trace(_commit_path(version))

    def is_at(self, version: int, trace: Trace) -> bool:
        """Whether `version` is the latest, and its commit file has this `trace`. Much faster than a
        snapshot.
        """
        return self.trace(version) == trace and not self.store.has(_commit_path(version + 1))

    def change(self, wanted: Callable[[Snapshot], Change | None]) -> bool:
        """Call `wanted` with the latest snapshot, and commit the change that it returns; if another
        commit comes first, do both again. Returns False, and commits nothing, if `wanted` returns
        None. New files that an earlier call wanted and the last one does not are deleted.
        """
        added: set[str] = set()
        while True:
            snapshot = self.snapshot()
            change = wanted(snapshot)
            known, added = added, {file.path for file in change.add} if change else set()
            self.store.delete(sorted(known - added))
            if change is None:
                return False
            try:
                self.commit(snapshot, change)
                return True
            except Conflict:
                continue

    def commit(self, snapshot: Snapshot, change: Change) -> None:
        """Commit `change` as the version after `snapshot`. Raises Conflict, and changes nothing, if
        that version exists already, or if `change` removes a file that is not in `snapshot`.
        """
        from deltalake import CommitProperties, Transaction
        from deltalake.exceptions import CommitFailedError

        if not set(change.remove) <= set(snapshot.files):
            raise Conflict("a file to be taken out is not in the lake")
        table = self._open(snapshot.version)
        transactions = [Transaction(name, number) for name, number in change.marks.items()]
        properties = CommitProperties(app_transactions=transactions, max_commit_retries=0)
        try:
            table.create_write_transaction(
                _actions(change), "append", _schema(), [KIND], commit_properties=properties
            )
        except CommitFailedError:
            # An answer that was lost on its way has the store asked again, which then refuses.
            if not self._has(snapshot.version + 1, {file.path for file in change.add}):
                raise Conflict(f"{self.url}: another commit came first") from None
        if (snapshot.version + 1) % CHECKPOINT == 0:
            self._open().create_checkpoint()

    def reserve(self, number: int) -> int:
        """Reserve `number` batch numbers, so that no other process gets them. Returns the first of
        them; the others follow it.
        """
        first = 1

        def following(snapshot: Snapshot) -> Change:
            nonlocal first
            first = (self._open(snapshot.version).transaction_version(_BATCHES) or 0) + 1
            return Change(marks={_BATCHES: first + number - 1})

        self.change(following)
        return first

    def since(self, before: Snapshot, now: Snapshot) -> Since:
        """The marks and removed files of all commits after the snapshot `before`, up to `now`."""
        marks: set[tuple[str, int]] = set()
        removed: set[str] = set()
        for version in range(before.version + 1, now.version + 1):
            for action in self._actions(version):
                if "txn" in action:
                    marks.add((action["txn"]["appId"], action["txn"]["version"]))
                if "remove" in action:
                    removed.add(action["remove"]["path"])
        return Since(marks, removed)

    def _has(self, version: int, paths: set[str]) -> bool:
        """Whether the commit of this version added all of the files `paths`, so that it is this
        process's own. False for no files.
        """
        try:
            actions = self._actions(version)
        except FileNotFoundError:
            return False
        return bool(paths) and paths <= {each["add"]["path"] for each in actions if "add" in each}

    def _actions(self, version: int) -> list[dict[str, Any]]:
        """Delta's actions in the commit of a version. Raises FileNotFoundError if there is no such
        version.
        """
        log = self.store.read(_commit_path(version))
        return [json.loads(line) for line in log.splitlines()]

    def _open(self, version: int | None = None) -> DeltaTable:
        """The table at a version (None: the latest), kept for the next call with the same version.
        Raises ArchiveError if there is no lake, or one that can't be read or has another layout.
        """
        from deltalake import DeltaTable
        from deltalake.exceptions import DeltaError, TableNotFoundError

        if self._last is not None and self._last.version() == version:
            return self._last
        try:
            table = DeltaTable(self.url, version=version, storage_options=self.store.options)
        except TableNotFoundError:
            raise ArchiveError(
                f"there is no lake {self.url}; `kifu index {shlex.quote(self.url)} LOGS` makes one"
            ) from None
        except DeltaError as error:
            raise ArchiveError(f"{self.url} can't be read: {error}") from None
        what = table.metadata().configuration.get(_PROPERTY)
        if what != _WHAT:
            raise ArchiveError(_other(self.url, what))
        self._last = table
        return table


#: Times of files are those of the store; the table's own say nothing, so that the same rows make
#: the same commit.
_NO_TIME = 0
_ADDED = ("path", "size_bytes", f"partition.{KIND}", "num_records")


def _commit_path(version: int) -> str:
    """The path, in the lake, of the file that makes a version: Delta's commit."""
    return f"{LOG}/{version:020}.json"


def _other(url: str, what: str | None) -> str:
    """The error text for a table whose property `_PROPERTY` is `what` (None: missing) instead of
    `_WHAT`.
    """
    if what is None or not re.fullmatch(r"[0-9]{1,9}\.[0-9]{1,9}", what):
        return f"{url} is a Delta table, but no kifu lake"
    if _numbers(what) > _numbers(_WHAT):
        return (
            f"{url} was written by a newer kifu (layout {what}, this one knows {_WHAT}); upgrade "
            "kifu, or index the logs into a new lake"
        )
    return (
        f"{url} was made by a kifu before 1.0 (layout {what}, this one knows {_WHAT}): index the "
        "logs again into a new lake, `kifu index NEW.lake LOGS`"
    )


def _numbers(what: str) -> list[int]:
    """The schema and layout in a text such as "10.4", as numbers that can be compared."""
    return [int(number) for number in what.split(".")]


def _actions(change: Change) -> list[Any]:
    """A change as the actions of Delta's log."""
    from deltalake.transaction import AddAction, RemoveAction

    removed: list[Any] = [
        RemoveAction(file.path, True, _NO_TIME, file.size, {KIND: file.kind})
        for file in change.remove
    ]
    added = [
        AddAction(
            path=file.path,
            size=file.size,
            partition_values={KIND: file.kind},
            modification_time=_NO_TIME,
            data_change=True,
            stats=json.dumps({"numRecords": file.rows}),
        )
        for file in change.add
    ]
    return removed + added


def _schema() -> Any:
    from deltalake import Field, Schema
    from deltalake.schema import ArrayType, PrimitiveType

    fields = []
    for name, (kind, is_list) in delta_columns().items():
        item = PrimitiveType(kind)
        fields.append(Field(name, ArrayType(item, contains_null=True) if is_list else item))
    return Schema(fields)


def total(files: Sequence[ParquetFile]) -> int:
    """The size in bytes of all files."""
    return sum(file.size for file in files)


def needed() -> None:
    """Raise UsageError unless the packages for lakes are installed."""
    if not all(map(find_spec, ("deltalake", "obstore"))):
        raise UsageError(f"a lake needs more packages: {install_extra('lake')}")
