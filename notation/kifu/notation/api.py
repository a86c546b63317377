"""`load`, `loads`, `load_all` and `dump`, used as one uses `json`. `dumps` is in `files`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import BinaryIO, TextIO, cast

from kifu.notation.diagnostics import diagnostic
from kifu.notation.errors import NotationError
from kifu.notation.files import dumps, kind_of, readings
from kifu.notation.packed import BLOCK
from kifu.notation.reading import Reading, sound
from kifu.notation.record import Record


def loads(text: str | bytes) -> Record:
    """The one record in `text`, which is a record in the text form or a line of a log. Raises
    NotationError, with the findings, on any error; also if there is no record or more than one.

    >>> loads('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n#1 1. 59\\n*\\n').seats
    ['Aki']
    """
    return _only([_bytes(text)])


def load(fp: TextIO | BinaryIO) -> Record:
    """The one record of an open file, text or log. NotationError as in `loads`.

    >>> from io import StringIO
    >>> load(StringIO('[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n')).moves
    '1. 59'
    """
    return _only(_blocks(fp))


def load_all(fp: TextIO | BinaryIO) -> Iterator[Record]:
    """The records of an open file, text or log, one at a time; none if it is empty.

    NotationError at the first record with an error, and ends there; `read_stream` continues.

    >>> from io import StringIO
    >>> one = '[Game "nimmt"]\\n[Rules "1"]\\n[Seat "Aki"]\\n\\n1. 59\\n*\\n'
    >>> [record.seats for record in load_all(StringIO(one + one))]
    [['Aki'], ['Aki']]
    """
    for reading in _readings(_blocks(fp)):
        yield sound(reading)


def dump(record: Record, fp: TextIO | BinaryIO) -> None:
    """Write `record` to an open file, in the plain form with a blank line below it.

    >>> from io import StringIO
    >>> file = StringIO()
    >>> dump(Record(game="nimmt", rules=1, seats=["Aki"], moves="59", end="*"), file)
    >>> file.getvalue().split("\\n")[-4:]
    ['59', '*', '', '']
    """
    text = dumps(record) + "\n"
    try:
        cast(TextIO, fp).write(text)
    except TypeError:  # nothing else says of every file that it takes bytes
        cast(BinaryIO, fp).write(text.encode())


def _only(blocks: Iterable[bytes]) -> Record:
    found = _readings(blocks)
    first = next(found, None)
    if first is None:
        raise NotationError("there is no record", [diagnostic("KF301", "there is no record")])
    record = sound(first)
    if next(found, None) is not None:
        raise NotationError("there is more than one record; use load_all to read them all")
    return record


def _readings(blocks: Iterable[bytes]) -> Iterator[Reading]:
    blocks = iter(blocks)
    first = next(blocks, b"")
    return readings(chain([first], blocks), kind_of(first))


def _blocks(fp: TextIO | BinaryIO) -> Iterator[bytes]:
    return (_bytes(block) for block in iter(lambda: fp.read(BLOCK), fp.read(0)))


def _bytes(text: str | bytes) -> bytes:
    # Lone surrogates are no UTF-8; the reader says so and where.
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
