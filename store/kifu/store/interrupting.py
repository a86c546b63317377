"""Interrupting: Ctrl-C ends a question that DuckDB is busy with, and waits for what must be whole.

Python handles a signal between two of its own steps, and DuckDB looks for one between two of its
own, which may be a minute apart. Its bare arrival is written to a socket at once, though, where a
thread waits for it.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Terminated(KeyboardInterrupt):
    """SIGTERM came; what is done for Ctrl-C is done for it, too."""


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated on SIGTERM in this context, so that a run ends as it does by Ctrl-C.

    Only the main thread hears of signals: in another one, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(_number: int, _frame: object) -> None:
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def interruptible(connection: DuckDBPyConnection) -> Iterator[None]:
    """Let Ctrl-C end a query of `connection` in this context. KeyboardInterrupt is then raised as
    usual.

    Only the main thread hears of signals: in another one, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard, woken = socket.socketpair()
    woken.setblocking(False)
    over = threading.Event()

    def listen() -> None:
        with heard:
            while (data := heard.recv(64)) and not over.is_set():
                if signal.SIGINT in data or signal.SIGTERM in data:
                    connection.interrupt()

    listener = threading.Thread(target=listen, daemon=True)
    before = signal.set_wakeup_fd(woken.fileno())
    try:
        listener.start()
        yield
    finally:
        signal.set_wakeup_fd(before)
        over.set()
        woken.close()
        if listener.is_alive():  # which it is not yet where Ctrl-C came while it began
            listener.join()


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """Turn the error by which DuckDB reports Ctrl-C into KeyboardInterrupt, in this context."""
    try:
        yield
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise


@contextmanager
def whole() -> Iterator[None]:
    """Defer Ctrl-C and SIGTERM to the end of this context; they take effect then.

    Only the main thread hears of signals: in another one, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number, handler in before.items():
        if handler is not None:  # of a program in C that has one, nothing is known
            signal.signal(number, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)
        if heard:
            signal.raise_signal(heard[0])
