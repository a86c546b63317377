"""The store of a lake: files by their paths, in a folder or in object storage.

Credentials and the endpoint of object storage come from the environment (AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION, AWS_ENDPOINT_URL and so on) and are kept nowhere.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from kifu.notation.errors import UsageError
from kifu.store.lakes import is_remote

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Store:
    """The files below `url`."""

    def __init__(self, url: str) -> None:
        self.url = url

    @property
    def options(self) -> dict[str, str] | None:
        """Options for deltalake that the environment does not give; None if there are none."""
        is_plain = os.environ.get("AWS_ENDPOINT_URL", "").startswith("http://")
        return {"AWS_ALLOW_HTTP": "true"} if is_plain and is_remote(self.url) else None

    def delete(self, paths: Iterable[str]) -> None:
        """Delete the files at these paths; one that does not exist is not an error."""
        import obstore

        for path in paths:
            with suppress(FileNotFoundError):
                obstore.delete(self._opened(), path)

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
        """Raise UsageError for object storage that allows the same file to be created twice: two
        writers who commit at once could replace each other's commits unnoticed.
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
        from obstore.store import LocalStore, from_url

        return from_url(self.url, **self._settings) if is_remote(self.url) else LocalStore(self.url)

    @property
    def _settings(self) -> dict[str, Any]:
        return {"client_options": {"allow_http": True}} if self.options else {}
