"""The Delta table of a lake: opened, written log by log, compacted.

All commits are deltalake's own. Each row has the id of its source (`layout.SOURCE`), so that one
commit replaces all rows of a log; deltalake refuses it if another process has committed rows of the
same log since the version that it began with, and accepts it beside commits of other logs. That
version is the latest at the commit: who read a log before compares what the lake knows of it.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from math import ceil
from typing import TYPE_CHECKING, Any, TypeVar

from kifu.notation.errors import UsageError, install_extra
from kifu.store.database import SCHEMA
from kifu.store.errors import ArchiveError, vet_version
from kifu.store.lake.layout import KIND, LAYOUT, SOURCE, delta_columns
from kifu.store.opening import is_remote
from kifu.store.tables import Connection

if TYPE_CHECKING:
    from deltalake import DeltaTable


class Store:
    """The files of a lake in the folder or object storage at `url`."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def options(self) -> dict[str, str] | None:
        """Options that deltalake must be given because it does not take them from the environment:
        for an `s3://` lake, AWS_ALLOW_HTTP (plain HTTP is allowed) if the variable AWS_ENDPOINT_URL
        has an `http://` URL. None otherwise.
        """
        is_plain = os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
        return {"AWS_ALLOW_HTTP": "true"} if is_plain and is_remote(self.url) else None

    def delete(self, paths: Iterable[str]) -> None:
        """Delete the files at these paths, which are relative to the lake; one that does not exist
        is not an error. Raises obstore's errors and OSError for one that can't be deleted; those
        before it are gone then.
        """
        import obstore

        for path in paths:
            with suppress(FileNotFoundError):
                obstore.delete(self._opened(), path)

    def addresses(self, connection: Connection) -> str:
        """Let a DuckDB connection read the store's files. For S3, a file system is registered in it
        and stays there; so call this once for each connection: a second call raises DuckDB's
        InvalidInputException. For a folder, nothing is needed. No file is looked at.

        Returns what precedes a file's path in SQL: the URL or the folder's path as it is, with `/`
        at the end, such as `s3://club/games/`. Quotes in it are not doubled: use `quoted` for the
        whole path.
        """
        if is_remote(self.url):
            from obstore.fsspec import FsspecStore

            settings = {"skip_instance_cache": True, **self._settings}
            connection.register_filesystem(FsspecStore("s3", **settings))
        return f"{self.url}/"

    def probe(self) -> None:
        """Raise UsageError if this object storage can't refuse to create a file that exists: two
        writers who commit at once could then replace each other's commits unnoticed. It writes a
        small file to find out, and deletes it. Does nothing for a folder. Raises obstore's errors
        if the storage can't be reached or written.
        """
        if not is_remote(self.url):
            return
        import obstore
        from obstore.exceptions import AlreadyExistsError

        store, path = self._opened(), f"_kifu_probe/{secrets.token_hex(8)}"
        obstore.put(store, path, b"first", mode="create")
        try:
            obstore.put(store, path, b"second", mode="create")
        except AlreadyExistsError:
            return
        finally:
            obstore.delete(store, path)
        raise UsageError(
            f"{self.url}: this store has no conditional writes (If-None-Match), so that "
            "commits would be lost; choose another one for a lake"
        )

    def _opened(self) -> Any:
        """The files below the URL as obstore's store, opened again at each call. Raises obstore's
        error for a folder that does not exist.
        """
        from obstore.store import LocalStore, from_url

        return from_url(self.url, **self._settings) if is_remote(self.url) else LocalStore(self.url)

    @property
    def _settings(self) -> dict[str, Any]:
        """Keyword arguments with which obstore opens a store that is reached over plain HTTP (see
        `options`); {} for any other.
        """
        return {"client_options": {"allow_http": True}} if self.options else {}


Result = TypeVar("Result")

#: The table's property that says what it is: the archive's schema and the layout.
_PROPERTY = "kifu.lake"
_WHAT = f"{SCHEMA}.{LAYOUT}"
#: A commit that another one forestalls is tried so often.
_TRIES = 20
#: Seconds for which `compact` keeps a file that is not part of the lake: questions may be reading
#: it, or a writer may be about to commit it.
KEPT = 24 * 3600.0
#: A file that compacting writes has about so many bytes.
_SIZE = 128 << 20


class LakeTable:
    """The lake at `url`: a folder, or `s3://`; it need not exist yet. Raises UsageError if the
    packages for lakes are not installed, and for a path with `[`, `]` or `%`, which deltalake would
    misread.
    """

    def __init__(self, url: str) -> None:
        needed()
        self.url = url if is_remote(url) else os.path.abspath(url)
        if not is_remote(url) and re.search(r"[\[\]%]", self.url):
            raise UsageError(f"{self.url}: the path of a lake can't have [, ] or % in it")
        self.store = Store(self.url)

    def create(self) -> None:
        """Create an empty lake, with all folders that its path needs; one that exists stays as it
        is, and so does a Delta table that is no lake of this version, which only `at` refuses.
        Raises ArchiveError if it can't be read or written, and UsageError for object storage that
        lets two writers replace each other's commits.
        """
        if self._found(None) is not None:
            return
        try:
            with explained(self.url):
                self._make()
        except ArchiveError:
            if self._found(None) is None:  # another run may have made it at the same moment
                raise

    def _make(self) -> None:
        """Create the lake's table, without rows; one that is there is left as it is. Raises
        UsageError for storage that a lake can't be in (see `probe`), and errors of deltalake, of
        obstore and of the system as they are.
        """
        from deltalake import DeltaTable

        self.store.probe()
        DeltaTable.create(
            self.url,
            schema=_schema(),
            mode="ignore",
            partition_by=[KIND],
            name="kifu lake",
            # The commits have the smallest and largest values of these columns, so no names.
            configuration={_PROPERTY: _WHAT, "delta.dataSkippingStatsColumns": SOURCE},
            raise_if_key_not_exists=False,
            storage_options=self.store.options,
        )

    def at(self, version: int | None = None) -> DeltaTable:
        """The table at a version (None: the latest). Raises ArchiveError if there is no lake or no
        such version, if it can't be read, if it is a Delta table but no lake, or if it was made by
        a kifu whose archives or lakes have another version.
        """
        table = self._found(version)
        if table is None:
            raise ArchiveError(
                f"there is no lake {self.url}; `kifu index {shlex.quote(self.url)} LOGS` makes one"
            )
        what = table.metadata().configuration.get(_PROPERTY) or ""
        if not re.fullmatch(r"[0-9]{1,9}\.[0-9]{1,9}", what):
            raise ArchiveError(f"{self.url} is a Delta table, but no kifu lake")
        way = "index the logs again into a new lake, `kifu index NEW.lake LOGS`"
        vet_version(self.url, what, _WHAT, way)
        return table

    def _found(self, version: int | None) -> DeltaTable | None:
        """The Delta table at a version (None: the latest), whether it is a lake or not; None if
        there is no table at the URL. Raises ArchiveError if the table has no such version, or can't
        be read.
        """
        from deltalake import DeltaTable
        from deltalake.exceptions import TableNotFoundError

        with explained(self.url), suppress(TableNotFoundError):
            return DeltaTable(self.url, version=version, storage_options=self.store.options)
        return None

    def attempt(self, do: Callable[[DeltaTable], Result]) -> Result:
        """Call `do` with the latest version of the table and return its result. If it raises
        ArchiveError or an error of deltalake, of obstore or of the system (OSError), and the lake
        has a new version by then (of another process, or of `do` itself), call it again at once
        with the then latest version, up to `_TRIES` (20) times in all. So `do` must bear being
        called several times. If that does not help, the error is raised as ArchiveError; any other
        error of `do` is raised at once. Raises ArchiveError, and does not call `do`, if there is no
        lake or it can't be read.
        """
        for tries_left in reversed(range(_TRIES)):
            table = self.at()
            version = table.version()
            try:
                with explained(self.url):
                    return do(table)
            except ArchiveError:
                if not tries_left or self.at().version() == version:
                    raise
        raise AssertionError

    def replace(self, table: DeltaTable, rows: Connection, query: str, predicate: str) -> None:
        """In one commit, replace the rows of `table` that fulfil `predicate` (SQL of Delta) by the
        rows that the SQL `query` gives on the connection `rows`, with the columns of the lake (see
        `encoded_rows`). Each new row must fulfil `predicate`, too. If `query` gives no rows, the
        old ones are only deleted. `table` is at the new version then. The files with the old rows
        stay until `sweep`.

        Raises DuckDB's error for a query that is wrong or fails. Raises deltalake's error if a new
        row does not fulfil `predicate`, or if it can't commit, also because another process has
        committed rows that fulfil `predicate` since the version of `table`. No row is changed then,
        but new files without a commit may be left until `sweep`. Use it in `attempt`.
        """
        from deltalake import WriterProperties, write_deltalake

        write_deltalake(
            table,
            rows.sql(query),
            mode="overwrite",
            predicate=predicate,
            writer_properties=WriterProperties(compression="ZSTD"),
        )

    def compact(self, kept: float) -> tuple[int, int]:
        """Merge small files into files of about 128 MiB, and delete files that are not part of the
        lake and were removed from it, or written, more than `kept` seconds ago (rounded up to
        hours). Files outside the folders of the lake's kinds stay. With less than `KEPT` (a day, in
        seconds), a question or a writer at work may lose its files. Returns the bytes of the lake's
        files before and after, without those that are no part of it. Raises ArchiveError if there
        is no lake, or it can't be read or written; what was merged and deleted before that stays
        so.
        """
        before = self.attempt(_size)
        self.attempt(lambda table: table.optimize.compact(target_size=_SIZE))
        self.sweep(kept, kept)
        return before, self.attempt(_size)

    def sweep(self, removed: float, unknown: float = KEPT) -> None:
        """Delete files that are no longer part of the lake:

        - files that commits removed from it more than `removed` seconds ago;
        - files of which no commit is known, written more than `unknown` seconds ago. Deltalake
          forgets removals after a week, so files removed before that are among these.

        Both times are rounded up to hours; 0 means at once. A question that is reading such a file
        fails. So does a writer at work if `unknown` is less than the time that it takes; `KEPT` is
        a day. Only files in the folders of the lake's kinds are deleted. Raises ArchiveError if
        there is no lake, if it can't be read, or if a file can't be deleted; files that were
        deleted before that one are gone.
        """

        def listed(table: DeltaTable) -> list[str]:
            return [
                path
                for kept, whole in ((removed, False), (unknown, True))
                for path in table.vacuum(
                    ceil(kept / 3600), enforce_retention_duration=False, full=whole
                )
            ]

        found = self.attempt(listed)
        with explained(self.url):
            # Only what is where a lake has its rows: other files stay.
            self.store.delete(path for path in found if path.startswith(f"{KIND}="))


def files_of(table: DeltaTable) -> dict[str, list[str]]:
    """The paths of the table's files, relative to the lake, by the kind of their rows, sorted;
    kinds without files are missing, and {} comes for a lake without rows. No file is looked at.
    Raises ArchiveError for a path that DuckDB would take for a pattern, that it would never find
    (one with a NUL), or that may lead out of the lake.
    """
    found: dict[str, list[str]] = {}
    added = table.get_add_actions(flatten=True)
    if added.num_rows:
        columns = (added.column(name).to_pylist() for name in (f"partition.{KIND}", "path"))
        for kind, path in sorted(zip(*columns, strict=True)):
            if re.search(r"^/|[*?\[\0]|\.\.", path):
                raise ArchiveError(f"{table.table_uri}: {path!r} can't be a file of a lake")
            found.setdefault(kind, []).append(path)
    return found


@contextmanager
def explained(url: str) -> Iterator[None]:
    """A context in which errors of deltalake (also a panic of its Rust code), of obstore and of the
    system (OSError) become ArchiveError with a short message that names the lake at `url`. Others
    pass, kifu's own and DuckDB's among them.
    """
    from deltalake.exceptions import DeltaError
    from obstore.exceptions import BaseError

    try:
        yield
    except (DeltaError, BaseError, OSError) as error:
        raise ArchiveError(_sentence(url, error)) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # Rust's, which has no module to import
            raise
        raise ArchiveError(_sentence(url, error)) from None


def _sentence(url: str, error: BaseException) -> str:
    """The message of an ArchiveError about the lake at `url`: the URL, that the lake can't be read
    or written, and the first line of what `error` says; its `repr` if it says nothing.
    """
    lines = str(error).strip().splitlines()
    return f"{url}: the lake can't be read or written: {lines[0] if lines else repr(error)}"


def _size(table: DeltaTable) -> int:
    """The bytes of the files that are part of this version of the table, together."""
    return sum(map(int, table.get_add_actions(flatten=True).column("size_bytes").to_pylist()))


def _schema() -> Any:
    """The columns of a lake's table as deltalake's `Schema`: SOURCE, KIND and those of all kinds of
    rows, each once (see `delta_columns`). All may be NULL.
    """
    from deltalake import Field, Schema
    from deltalake.schema import ArrayType, PrimitiveType

    fields = []
    for name, (kind, is_list) in delta_columns().items():
        item = PrimitiveType(kind)
        fields.append(Field(name, ArrayType(item, contains_null=True) if is_list else item))
    return Schema(fields)


def needed() -> None:
    """Raise UsageError unless the packages for lakes, deltalake and obstore, are installed. Neither
    is imported.
    """
    if not all(map(find_spec, ("deltalake", "obstore"))):
        raise UsageError(f"a lake needs more packages: {install_extra('lake')}")
