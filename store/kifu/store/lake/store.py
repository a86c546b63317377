"""The store of a lake: files by their paths, in a folder or in object storage.

Credentials and the endpoint of object storage come from the environment (AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL and so on) and are kept nowhere.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.store.errors import ArchiveError
from kifu.store.lakes import is_remote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class StoredFile(Struct, frozen=True):
    """A file of the store: its path, its bytes and when it was written (seconds since 1970)."""

    path: str
    size: int
    written: float


#: What another file at the same path would not have: its number, size and times in a folder, its
#: digest and time in object storage.
Trace = tuple[object, ...]


class Store:
    """The files below `url`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._kept: Any = None

    @property
    def options(self) -> dict[str, str] | None:
        """Options for deltalake that the environment does not give; None if there are none."""
        is_plain = os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
        return {"AWS_ALLOW_HTTP": "true"} if is_plain and is_remote(self.url) else None

    @property
    def environment(self) -> tuple[tuple[str, str], ...]:
        """The environment variables `AWS_*` with their values, sorted; none if the store is a
        folder.
        """
        if not is_remote(self.url):
            return ()
        return tuple(sorted(item for item in os.environ.items() if item[0].startswith("AWS_")))

    def prepare(self) -> None:
        """Create the folder, if the store is a folder."""
        if not is_remote(self.url):
            os.makedirs(self.url, exist_ok=True)

    def has(self, path: str) -> bool:
        """Whether there is a file at the path."""
        if not is_remote(self.url):
            return os.path.exists(os.path.join(self.url, path))
        return self.trace(path) is not None

    def trace(self, path: str) -> Trace | None:
        """What identifies the present file at the path: it changes when another file replaces it.
        None if there is no file.
        """
        if not is_remote(self.url):
            with suppress(OSError, ValueError):
                found = os.stat(os.path.join(self.url, path))
                return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
            return None
        with _explained(self.url):
            import obstore

            try:
                head = obstore.head(self._opened, path)
            except FileNotFoundError:
                return None
            return head["e_tag"], head["size"], head["last_modified"]

    def read(self, path: str) -> bytes:
        """The bytes of the file at the path. Raises FileNotFoundError if there is none."""
        import obstore

        with _explained(self.url):
            return bytes(obstore.get(self._opened, path).bytes())

    def put(self, path: str, file: Path) -> None:
        """Copy `file`, a path on this machine, to the path `path` of the store."""
        import obstore

        with _explained(self.url):
            obstore.put(self._opened, path, file)

    def delete(self, paths: Iterable[str]) -> None:
        """Delete the files at these paths; one that does not exist is not an error."""
        import obstore

        with _explained(self.url):
            for path in paths:
                try:
                    obstore.delete(self._opened, path)
                except FileNotFoundError:
                    continue

    def held(self) -> Iterator[StoredFile]:
        """Every file in the store, sorted by path."""
        import obstore

        with _explained(self.url):
            found = [file for some in obstore.list(self._opened) for file in some]
        for file in sorted(found, key=lambda file: file["path"]):
            yield StoredFile(file["path"], file["size"], file["last_modified"].timestamp())

    def addresses(self, connection: DuckDBPyConnection) -> str:
        """Set up a DuckDB connection to read the store's files. Returns the text that precedes a
        path in its SQL.
        """
        if is_remote(self.url):
            from obstore.fsspec import FsspecStore

            settings = {"skip_instance_cache": True, **self._settings}
            connection.register_filesystem(FsspecStore("s3", **settings))
        return f"{self.url}/"

    def probe(self) -> None:
        """Write test files, and raise UsageError if the store allows the same file to be created
        twice: two writers who commit at once could replace each other's commits unnoticed.
        """
        import obstore
        from obstore.exceptions import AlreadyExistsError

        path = f"_kifu_probe/{secrets.token_hex(8)}"
        with _explained(self.url):
            obstore.put(self._opened, path, b"first", mode="create")
            try:
                obstore.put(self._opened, path, b"second", mode="create")
            except AlreadyExistsError:
                refused = True
            else:
                refused = False
            obstore.delete(self._opened, path)
        if not refused:
            raise UsageError(
                f"{self.url}: this store has no conditional writes (If-None-Match), so that "
                "commits would be lost; choose another one for a lake"
            )

    @property
    def _opened(self) -> Any:
        if self._kept is None:
            from obstore.store import LocalStore, from_url

            if is_remote(self.url):
                self._kept = from_url(self.url, **self._settings)
            else:
                self._kept = LocalStore(self.url)
        return self._kept

    @property
    def _settings(self) -> dict[str, Any]:
        return {"client_options": {"allow_http": True}} if self.options else {}


@contextmanager
def _explained(url: str) -> Iterator[None]:
    """A context in which errors of the store at `url` become ArchiveError, except for a file that
    is missing or exists already.
    """
    from obstore.exceptions import AlreadyExistsError, BaseError

    try:
        yield
    except (FileNotFoundError, AlreadyExistsError):
        raise
    except (BaseError, OSError) as error:
        text = str(error).strip().splitlines()
        raise ArchiveError(f"{url}: {text[0] if text else error!r}") from None
