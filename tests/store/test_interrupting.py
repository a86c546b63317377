"""Ctrl-C ends what DuckDB does, waits for what must be whole, and is not lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.archives import by_itself

from kifu.store.database import create, reading
from kifu.store.interrupting import whole

made_once = kept_open = by_itself

#: Some minutes of work for DuckDB.
LONG = "SELECT count(*) FROM range(1000000) a, range(100000) b WHERE a.range * b.range % 7 = 3"

#: Seconds that a thread is waited for: many times what a busy machine needs.
PATIENCE = 60


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = str(tmp_path / "games.duckdb")
    create(path)
    return path


def test_ctrl_c_ends_a_question(archive: str) -> None:
    pressed = threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT])
    with pytest.raises(KeyboardInterrupt), reading(archive) as connection:
        pressed.start()
        connection.execute(LONG)
    pressed.join()


def test_what_duckdb_says_of_ctrl_c_is_understood(archive: str) -> None:
    with pytest.raises(KeyboardInterrupt), reading(archive):
        raise RuntimeError("Query interrupted")
    with pytest.raises(RuntimeError, match="other"), reading(archive):
        raise RuntimeError("something other")


def test_so_it_is_while_an_archive_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = duckdb.connect

    def interrupted(*args: Any, **rest: Any) -> Any:
        if not args or args[0].endswith("another.duckdb"):
            raise RuntimeError("Query interrupted")
        return connect(*args, **rest)

    monkeypatch.setattr(duckdb, "connect", interrupted)
    with pytest.raises(KeyboardInterrupt):
        create(str(tmp_path / "another.duckdb"))


def test_ctrl_c_waits_until_the_work_is_whole() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), whole():
        signal.raise_signal(signal.SIGINT)
        done.append("the rest")
    assert done == ["the rest"]


def test_without_ctrl_c_all_is_as_before() -> None:
    before = signal.getsignal(signal.SIGINT)
    with whole():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_another_thread_changes_nothing() -> None:
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def work() -> None:
        with whole():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


@pytest.mark.parametrize("known", [False, True])
def test_ctrl_c_while_the_thread_begins_is_nothing_else(
    known: bool, archive: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    complaints: list[object] = []
    interrupted, ended = threading.Event(), threading.Event()
    main = threading.main_thread().ident or 0
    bootstrap = threading.Thread._bootstrap_inner  # type: ignore[attr-defined]  # none is public

    def slow(thread: threading.Thread) -> None:
        if known:
            thread._set_ident()  # type: ignore[attr-defined]  # as above
        # Who has started it waits until it has begun: elsewhere in there, Python bears no Ctrl-C.
        begun = thread._started._cond  # type: ignore[attr-defined]  # as above
        while not begun._waiters or begun._lock.locked():
            time.sleep(0.001)
        signal.pthread_kill(main, signal.SIGINT)
        while not interrupted.wait(5):  # it was about to sleep, and hears the next one
            signal.pthread_kill(main, signal.SIGINT)
        bootstrap(thread)
        ended.set()

    monkeypatch.setattr(threading, "excepthook", complaints.append)
    monkeypatch.setattr(threading.Thread, "_bootstrap_inner", slow)
    with pytest.raises(KeyboardInterrupt), reading(archive):
        pass
    interrupted.set()
    assert ended.wait(PATIENCE)
    assert complaints == [] and signal.set_wakeup_fd(-1) == -1
