"""A lake in object storage: moto's server, which has conditional writes, on this machine."""

from __future__ import annotations

import os
import threading
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kifu.notation.errors import UsageError
from kifu.notation.record import Record
from kifu.store import Archive, ArchiveError

from .conftest import Write
from .lake_pair import Pair

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch, conditional: bool) -> Iterator[None]:
    """A store with an empty bucket `club`, to which the environment leads. A store that is not
    `conditional` pays no heed to If-None-Match.
    """
    # Neither tells its types.
    moto, serving = import_module("moto.server"), import_module("werkzeug.serving")
    inner: Application = moto.DomainDispatcherApplication(moto.create_backend_app)
    one = threading.Lock()

    def application(request: dict[str, Any], start: Any) -> Iterable[bytes]:
        if not conditional:
            request.pop("HTTP_IF_NONE_MATCH", None)
        # moto looks and writes in two steps.
        with one:
            return list(inner(request, start))

    handler = type("Silent", (serving.WSGIRequestHandler,), {"log": _say_nothing})
    server = serving.make_server(
        "127.0.0.1", 0, application, threaded=True, request_handler=handler
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for name, value in (
        ("ACCESS_KEY_ID", "key"),
        ("SECRET_ACCESS_KEY", "secret"),
        ("REGION", "us-east-1"),
        ("ENDPOINT_URL", url),
    ):
        monkeypatch.setenv(f"AWS_{name}", value)
    try:
        _ask_store("moto-api/reset", "POST")
        _ask_store("club", "PUT")
        yield
    finally:
        server.shutdown()
        server.server_close()


def _ask_store(path: str, method: str) -> None:
    """A request to the store, without content."""
    url = f"{os.environ['AWS_ENDPOINT_URL']}/{path}"
    urllib.request.urlopen(urllib.request.Request(url, method=method)).close()


def _say_nothing(*_told: object) -> None:
    """No line for each request."""


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A store with conditional writes."""
    with served(monkeypatch, conditional=True):
        yield


@pytest.mark.campaign
def test_a_lake_in_a_bucket_answers_as_the_archive(
    pair: Pair, write: Write, played: list[Record], bucket: None
) -> None:
    pair.lake = Archive("s3://club/games")
    with pytest.raises(ArchiveError, match="there is no lake s3://club/games"):
        pair.lake.find()
    first, second = write("a.kifu", played[:3]), write("b.kifu", played[2:5])
    for held in (pair.archive, pair.lake):
        held.index([first, second], moves=True)
    _vet(pair)
    _vet_reach(pair.lake, first)
    assert pair.archive.erase("Aki").matches == pair.lake.erase("Aki").matches == 5
    pair.lake.compact(kept=0)
    seats = "SELECT match, seat, score FROM seats WHERE player LIKE 'erased-%' ORDER BY ALL"
    assert pair.lake.query(seats) == pair.archive.query(seats) != []


def _vet(pair: Pair) -> None:
    """Both answer alike, but for the paths: in a bucket those of logs are absolute."""
    for view in ("games", "seats", "players", "moves", "tags"):
        question = f"FROM {view} ORDER BY ALL"
        assert pair.lake.query(question) == pair.archive.query(question), view


def _vet_reach(lake: Archive, log: Path) -> None:
    """A question reaches nothing else in the store, nor on this machine."""
    _ask_store("club/others/seat.parquet", "PUT")
    for path in ("s3://club/others/*.parquet", str(log)):
        with pytest.raises(UsageError, match="disabled by configuration"):
            lake.query(f"FROM read_blob('{path}')")


@pytest.mark.campaign
def test_three_who_commit_at_once_in_a_bucket(
    pair: Pair, write: Write, played: list[Record], bucket: None
) -> None:
    logs = [write(f"{n}.kifu", [played[n]]) for n in range(4)]
    lake = Archive("s3://club/games")
    lake.index(logs[:1])
    threads = [
        threading.Thread(target=Archive("s3://club/games").index, args=[[log]]) for log in logs[1:]
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert lake.find().total == len(lake.query("FROM records")) == 4


def test_a_store_without_conditional_writes_is_refused(
    write: Write, played: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(monkeypatch, conditional=False):
        with pytest.raises(UsageError, match="no conditional writes"):
            Archive("s3://club/games").index([write("a.kifu", played[:1])])
        with pytest.raises(ArchiveError, match="there is no lake"):
            Archive("s3://club/games").find()
