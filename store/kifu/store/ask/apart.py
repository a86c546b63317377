"""Apart: a question in a process of its own, which ends at its deadline.

DuckDB can be interrupted between two of its steps only, and a function may take minutes for one
row. Nor does it count the value that a function is building, or the rows that Python gets. A
process can be ended whatever it does, and the system bounds all of its memory.

The two processes speak MessagePack through a pair of sockets: the question, then `READY` once the
archive is open, the columns, rows by the bundle, and `END` or an error. Values for which
MessagePack has no form of its own are written as texts.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from kifu.notation.errors import Busy, KifuError, LimitHit, UsageError
from kifu.store import opening
from kifu.store.ask.sql import Parameters, QueryError, ResultRows, ask
from kifu.store.errors import ArchiveError
from kifu.store.interrupting import terminable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

#: Bytes that the process may have. DuckDB bounds itself to half of that.
_MEMORY = 2 << 30
#: Bytes of the largest row, and of the rows that travel together.
LARGEST_ROW = 64 << 20
_BUNDLE = 64 << 10
#: Seconds in which a process that is to end may remove its temporary files.
_GRACE = 1.0
#: Seconds that are waited for at a time: the system's calls have an upper bound.
_AT_A_TIME = 3600.0

_READY, _COLUMNS, _ROWS, _END, _ERROR = range(5)
_ERRORS = {
    kind.__name__: kind
    for kind in (QueryError, LimitHit, Busy, ArchiveError, UsageError, KifuError)
}
_BEGIN = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from kifu.store.ask.apart import answer; answer(int(sys.argv[1]))"
)


@contextmanager
def ask_apart(
    path: str, wait: float, sql: str, parameters: Parameters, seconds: float
) -> Iterator[ResultRows]:
    """A context with the rows of one SELECT over the archive or lake at `path`, run by another
    process. A locked archive is waited for up to `wait` seconds. Raises QueryError, what opening
    the archive raises, and LimitHit as soon as the process takes more than `seconds`, or memory
    runs out, or for a row of more than `LARGEST_ROW` bytes, maybe after some rows. The time in
    which the caller handles rows does not count.
    """
    from multiprocessing import Pipe

    here, there = Pipe()
    with here:
        with there:
            command = [sys.executable, "-c", _BEGIN, str(there.fileno()), *sys.path]
            # DuckDB shows its progress on stdout where Python has no file to run.
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[there.fileno()],
            )
        try:
            here.send_bytes(encode([path, wait, sql, parameters]))
            messages = _messages(here, process, seconds)
            _, columns = next(messages)
            yield ResultRows(columns, _each_row(messages))
        finally:
            _end(process)


def answer(file: int) -> None:
    """What the other process runs: answer the question that comes through the socket `file` (a
    descriptor), and exit.
    """
    from multiprocessing.connection import Connection

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that asks ends this one
    import duckdb  # noqa: F401 - before `terminable`: DuckDB prints what is raised as it loads

    there: Connection[Any, Any] = Connection(file)
    path, wait, sql, parameters = decode(there.recv_bytes())
    threading.Thread(target=_end_with_the_asker, args=[there], daemon=True).start()
    _bound_memory()
    try:
        with terminable(), opening.reading(path, wait) as connection:
            there.send_bytes(encode([_READY]))
            found = ask(connection, sql, parameters)
            there.send_bytes(encode([_COLUMNS, found.columns]))
            for rows in _bundles(found):
                there.send_bytes(encode([_ROWS, rows]))
        there.send_bytes(encode([_END]))
    except MemoryError:
        message = "the query needs more memory than it may use"
        there.send_bytes(encode([_ERROR, LimitHit.__name__, message]))
    except KifuError as error:
        name = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _ERRORS)
        there.send_bytes(encode([_ERROR, name, str(error)]))
    except KeyboardInterrupt:  # Terminated, or what DuckDB says of it
        pass
    os._exit(0)


def _messages(
    here: Connection[Any, Any], process: subprocess.Popen[bytes], seconds: float
) -> Iterator[list[Any]]:
    """The messages that the process sends after `READY`. Raises LimitHit once they have been waited
    for more than `seconds` in all, not counting the time before `READY`, in which the process
    starts and waits for other users of the archive; and the error that the process reports.
    """
    left = float("inf")
    while True:
        left = _waited(here, left)
        if left <= 0:
            raise LimitHit(f"the query takes longer than {seconds:g} seconds")
        try:
            message = decode(here.recv_bytes())
        except (EOFError, ConnectionResetError):
            raise _died(process) from None
        if message[0] == _READY:
            left = seconds
        elif message[0] == _ERROR:
            raise _ERRORS[message[1]](message[2])
        else:
            yield message


def _waited(here: Connection[Any, Any], left: float) -> float:
    """Wait up to `left` seconds for a message, without reading it. Returns the seconds that remain:
    above 0 if a message has come, otherwise 0 or less.
    """
    while left > 0:
        begun = monotonic()
        is_there = here.poll(min(left, _AT_A_TIME))
        left -= monotonic() - begun
        if is_there:
            return max(left, sys.float_info.min)
    return left


def _each_row(messages: Iterator[list[Any]]) -> Iterator[tuple[Any, ...]]:
    """The rows in the `_ROWS` messages, up to the message `_END`."""
    for kind, *rows in messages:
        if kind == _END:
            return
        for row in rows[0]:
            yield tuple(decode(row))


def _died(process: subprocess.Popen[bytes]) -> Exception:
    """The error to raise for a process that ended without an answer: LimitHit if a signal ended it,
    which happens where memory runs out, otherwise RuntimeError.
    """
    code = process.wait()
    if code < 0:
        name = signal.Signals(-code).name
        return LimitHit(f"the query's process was ended ({name}), perhaps because memory ran out")
    return RuntimeError(f"the query's process ended with exit code {code}")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and wait until it is gone: it gets `_GRACE` seconds to remove its temporary
    files, then it is killed.
    """
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_GRACE)
    process.kill()
    process.wait()


def _bundles(rows: ResultRows) -> Iterator[list[bytes]]:
    """The rows, each encoded, in lists of about `_BUNDLE` bytes; the last list may be empty. Raises
    LimitHit for a row of more than `LARGEST_ROW` bytes.
    """
    bundle: list[bytes] = []
    size = 0
    for row in rows:
        bundle.append(encode(row))
        size += len(bundle[-1])
        if len(bundle[-1]) > LARGEST_ROW:
            raise LimitHit(
                f"a row of the answer has {len(bundle[-1])} bytes; {LARGEST_ROW} are allowed"
            )
        if size > _BUNDLE:
            yield bundle
            bundle, size = [], 0
    yield bundle


def _end_with_the_asker(there: Connection[Any, Any]) -> None:
    with suppress(OSError):
        there.poll(None)  # nothing is sent after the question: the process that asked has ended
    os._exit(1)


def _bound_memory() -> None:
    """Limit the memory of this process to `_MEMORY`, where the system allows that."""
    with suppress(ImportError):
        import resource

        bounds = [_MEMORY, *resource.getrlimit(resource.RLIMIT_DATA)]
        most = min(bound for bound in bounds if bound != resource.RLIM_INFINITY)
        resource.setrlimit(resource.RLIMIT_DATA, (most, bounds[-1]))


def encode(value: Any) -> bytes:
    """`value` as MessagePack.

    >>> decode(encode([2**70, Decimal("0.10"), date(2026, 11, 20), {"a": (None, b"x")}]))
    [1180591620717411303424, Decimal('0.10'), datetime.date(2026, 11, 20), {'a': (None, b'x')}]
    """
    return _encoder.encode(_packed(value))


def decode(data: bytes) -> Any:
    """The value in the bytes that `encode` made."""
    return _decoder.decode(data)


#: Of each type without a form of its own in MessagePack: what makes a text of a value, and a value
#: of the text.
_TEXTS: dict[type, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    int: (str, int),
    Decimal: (str, Decimal),
    UUID: (str, UUID),
    datetime: (datetime.isoformat, datetime.fromisoformat),
    date: (date.isoformat, date.fromisoformat),
    time: (time.isoformat, time.fromisoformat),
    timedelta: (
        lambda span: f"{span.days} {span.seconds} {span.microseconds}",
        lambda text: timedelta(*map(int, text.split())),
    ),
}
_KINDS = list(_TEXTS)
#: The kinds of a tuple and of a mapping, after those.
_TUPLE, _MAPPING = len(_KINDS), len(_KINDS) + 1


def _packed(value: Any) -> Any:
    if value is None or isinstance(value, bool | str | bytes | float):
        return value
    if isinstance(value, int) and -(2**63) <= value < 2**64:
        return value
    if isinstance(value, list):
        return [_packed(item) for item in value]
    if isinstance(value, tuple):
        return _extended(_TUPLE, [_packed(item) for item in value])
    if isinstance(value, Mapping):
        pairs = [[_packed(key), _packed(item)] for key, item in value.items()]
        return _extended(_MAPPING, pairs)
    to_text, _ = _TEXTS[type(value)]
    return _extended(_KINDS.index(type(value)), to_text(value))


def _extended(kind: int, value: Any) -> msgspec.msgpack.Ext:
    return msgspec.msgpack.Ext(kind, _encoder.encode(value))


def _unpacked(kind: int, data: memoryview) -> Any:
    value = _decoder.decode(data)
    if kind == _TUPLE:
        return tuple(value)
    if kind == _MAPPING:
        return dict(value)
    _, of_text = _TEXTS[_KINDS[kind]]
    return of_text(value)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(ext_hook=_unpacked)
