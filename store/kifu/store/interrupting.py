"""Interrupting: Ctrl-C ends a question that DuckDB is busy with, and waits for what must be whole.

Python handles a signal between two of its own steps, and DuckDB looks for one between two of its
own, which may be a minute apart. But Python writes the number of a signal to a socket as soon as it
arrives, and a thread waits there.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType
from typing import Any, TextIO

from kifu.notation.errors import KifuError, LimitHit
from kifu.store.tables import Connection

#: The signals that end a question.
_ENDING = {signal.SIGINT, signal.SIGTERM}


@contextmanager
def interruptible(connection: Connection) -> Iterator[None]:
    """A context in which Ctrl-C, or SIGTERM where Python handles it, ends a running query of
    `connection`; KeyboardInterrupt (or what the handler does) is then raised as usual. At the end,
    the thread that waited for signals has ended, and Python's wakeup descriptor is the earlier one.

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
def interrupted_after(connection: Connection, seconds: float) -> Iterator[None]:
    """A context in which, as soon as so many `seconds` are over (0: at once), every query of
    `connection` is interrupted, however many there are. If the context ends after that time by
    KeyboardInterrupt or a KifuError, LimitHit is raised instead. This covers an interrupted query
    of `sql.ask`, which raises QueryError, a KifuError. A query that was executed otherwise raises
    DuckDB's own error, which passes as it is. Nothing is raised if the context ends without an
    error, however late. No thread is left. Works in any thread.
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
    """A context that turns the error by which DuckDB reports Ctrl-C (a RuntimeError, "Query
    interrupted") into KeyboardInterrupt; other errors pass.
    """
    try:
        yield
    except RuntimeError as error:
        if str(error) == "Query interrupted":
            raise KeyboardInterrupt from None
        raise


@contextmanager
def whole() -> Iterator[None]:
    """A context in which Ctrl-C and SIGTERM wait. When it ends, also by an error, the earlier
    handlers are put back. Then the first signal that came takes effect (so KeyboardInterrupt may be
    raised there, instead of the error), and later ones are dropped. A signal whose handler was set
    by C code does not wait.

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


#: Bytes that the process may have beside what it has. DuckDB bounds itself to half of that.
MEMORY = 2 << 30
#: Seconds after the end of the time in which DuckDB may end by itself.
_GRACE = 1.0
#: Seconds between two looks at a clock that is stopped.
_PACE = 0.05
#: Characters that a question may print.
LARGEST_OUTPUT = 1 << 30
#: The exit code of LimitHit.
_EXIT = 4


class Clock:
    """What is left of the time of a question, `seconds` at first; the time passes only between
    `run` and `stop`. `is_over` becomes true when `watch` finds that the time is over; `message` is
    for the error that is then raised.
    """

    def __init__(self, seconds: float) -> None:
        self.message = f"the question takes longer than {seconds:g} seconds"
        self.is_over = False
        self._left = seconds
        self._due: float | None = None

    def run(self) -> None:
        """Let the time that is left pass from now on. Call it only while the clock is stopped: if
        it runs already, the time since the last `run` is not counted.
        """
        self._due = monotonic() + self._left

    def stop(self) -> None:
        """Let no time pass until the next `run`, which goes on with the time that is left now. Does
        nothing if the clock is stopped already.
        """
        if self._due is not None:
            self._left, self._due = self._due - monotonic(), None

    def watch(self, done: threading.Lock) -> None:
        """Wait until the lock `done` is released, and take it; it stays locked. Run this in a
        thread of its own. If the time is over first, set `is_over` and raise SIGINT in this
        process, once. If the clock has then run for `_GRACE` (1) more seconds and `done` is still
        locked, end the whole process with exit code 4, with `message` on stderr and no cleaning up.
        While the clock is stopped, neither the time nor the grace passes.
        """
        left = self._left
        while not done.acquire(timeout=left):
            due = self._due
            left = _PACE if due is None else due - monotonic()
            if left <= -_GRACE:
                sys.stderr.write(f"kifu: {self.message}\n")
                sys.stderr.flush()
                os._exit(_EXIT)
            if left <= 0:
                left = left + _GRACE
                if not self.is_over:
                    self.is_over = True
                    signal.raise_signal(signal.SIGINT)


class Answer:
    """The file `out`, to which an answer is written: `clock` stops while it is written to, and
    LimitHit is raised before more than `LARGEST_OUTPUT` characters are. All else is as in `out`.
    """

    def __init__(self, out: TextIO, clock: Clock) -> None:
        self._out = out
        self._clock = clock
        self._left = LARGEST_OUTPUT

    def write(self, text: str) -> int:
        """Write `text` to the file and return what its `write` returns, the number of characters.
        The clock is stopped meanwhile and runs afterwards, whether it ran before or not. Raises
        LimitHit, without writing `text`, if this would be more than `LARGEST_OUTPUT` (2^30)
        characters in all; every later call then raises it, too. Raises what `write` of the file
        raises, such as OSError; those characters count all the same.
        """
        self._left -= len(text)
        if self._left < 0:
            raise LimitHit(
                f"the answer has more than {LARGEST_OUTPUT} characters: ask for fewer rows, by "
                "filters or --limit N, or by LIMIT and OFFSET in SQL"
            )
        self._clock.stop()
        try:
            return self._out.write(text)
        finally:
            self._clock.run()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._out, name)


@contextmanager
def limited(seconds: float, out: TextIO) -> Iterator[Any]:
    """A context in which this process may take so many `seconds` (0: any number) and 2 GiB more
    memory than it has (no limit on Windows). Yields an `Answer`, to which to write instead of
    `out`: time spent on writing does not count. Raises LimitHit for more time, memory or characters
    (2^30), also if the time ends just after the work; what was written until then stays. DuckDB's
    own errors pass, also for lack of memory or Ctrl-C; on a connection of `database.reading`, these
    become LimitHit and KeyboardInterrupt first. If DuckDB can't be interrupted within one second
    more, the process ends with the same message and exit code 4, without cleaning up. Ctrl-C raises
    KeyboardInterrupt as usual. At the end, the limit of memory and the handler of SIGINT are the
    earlier ones (see `_ending` for one that was set by C code), and no thread is left. In a thread
    that is not the main one, only the number of characters written is limited.
    """
    # An event's own lock may be left locked where a signal comes while it is set.
    clock, done = Clock(seconds), threading.Lock()
    answer = Answer(out, clock)
    if threading.current_thread() is not threading.main_thread():
        yield answer
        return
    watcher = threading.Thread(target=clock.watch, args=[done], daemon=True)
    try:
        with _bounded_memory(), _ending(clock):
            clock.run()
            done.acquire()
            try:
                if seconds:
                    watcher.start()
                yield answer
            finally:
                done.release()
                if watcher.is_alive():
                    watcher.join()
    except KeyboardInterrupt:
        if not clock.is_over:
            raise
        raise LimitHit(clock.message) from None
    except MemoryError:
        raise LimitHit(
            "the question needs more memory than it may use; --format csv needs less than a table"
        ) from None


@contextmanager
def _ending(clock: Clock) -> Iterator[None]:
    """A context in which SIGINT raises LimitHit once the time of `clock` is over, also between the
    work and the end of the context. Before that, SIGINT calls the earlier handler, or raises
    KeyboardInterrupt where it was ignored or left to the system. At the end, the earlier handler is
    back. Python can't bring back a handler that was set by C code; SIGINT is left to the system
    then. Only for the main thread (ValueError in another one).
    """
    before = signal.getsignal(signal.SIGINT)

    def handle(number: int, frame: FrameType | None) -> None:
        if clock.is_over:
            raise LimitHit(clock.message)
        (before if callable(before) else signal.default_int_handler)(number, frame)

    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@contextmanager
def _bounded_memory() -> Iterator[None]:
    """A context in which this process may have `MEMORY` bytes (2 GiB) more than it has now, or less
    if it was limited to less. Beyond that, an allocation fails: Python raises MemoryError, which
    passes through. At the end, the old limit is back. Where the system does not say what the
    process has, `MEMORY` is the limit; without the module `resource` (on Windows), there is none.
    """
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    bounds = [bound for bound in (MEMORY + _held(), soft, hard) if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min(bounds), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _held() -> int:
    """The bytes of memory that count against the limit already: the data of this process, as Linux
    says it (`VmData`). 0 where the system does not say.
    """
    with suppress(OSError), open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) << 10
    return 0
