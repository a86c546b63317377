"""Interrupting: Ctrl-C ends a question that DuckDB is busy with, and waits for what must be whole.

Python handles a signal between two of its own steps, and DuckDB looks for one between two of its
own, which may be a minute apart. But Python writes the number of a signal to a socket as soon as it
arrives, and a thread waits there.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from kifu.notation.errors import KifuError, LimitHit

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


#: The signals that end a question; on some systems there are no alarms.
_ENDING = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGALRM", signal.SIGINT)}


@contextmanager
def interruptible(connection: DuckDBPyConnection) -> Iterator[None]:
    """A context in which Ctrl-C, or SIGTERM or an alarm where Python handles it, ends a running
    query of `connection`; KeyboardInterrupt is then raised as usual.

    Only in the main thread, which alone hears of signals; in another one, it changes nothing.
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
                if not _ENDING.isdisjoint(data):
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
def interrupted_after(connection: DuckDBPyConnection, seconds: float) -> Iterator[None]:
    """A context in which every query of `connection` is interrupted once so many seconds are over.
    Then, LimitHit is raised.
    """
    done, over = threading.Event(), threading.Event()

    def interrupt() -> None:
        left = seconds
        while not done.wait(left):
            over.set()
            connection.interrupt()
            left = 0.05  # it may be between two queries

    timer = threading.Thread(target=interrupt, daemon=True)
    timer.start()
    try:
        yield
    except (KeyboardInterrupt, KifuError):
        if over.is_set():
            raise LimitHit(f"the query takes longer than {seconds:g} seconds") from None
        raise
    finally:
        done.set()
        timer.join()


@contextmanager
def as_ctrl_c() -> Iterator[None]:
    """A context that turns the error by which DuckDB reports Ctrl-C into KeyboardInterrupt."""
    try:
        yield
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise


@contextmanager
def whole() -> Iterator[None]:
    """A context in which Ctrl-C and SIGTERM wait; they take effect when it ends.

    Only in the main thread, which alone hears of signals; in another one, it changes nothing.
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
