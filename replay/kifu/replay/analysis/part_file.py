"""The part file: answers so far, beside the file that is being made, so that nothing that was
worked out is lost however the process ends.

Every line is the CRC-32 of its rest in eight hex digits, a blank, and JSON. The first one says what
was asked; a line that was cut off, and all after it, count as not written.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from kifu.notation.errors import UsageError
from kifu.notation.full_disk import written
from kifu.notation.record import Record
from kifu.replay.analysis.answers import MomentAnswer
from kifu.replay.analysis.judge import NAME, VERSION
from kifu.replay.analysis.valuing import Plan


class PartHeader(Struct, frozen=True):
    """What all answers of a part file belong to."""

    plan: Plan
    engine: str = f"{NAME} {VERSION}"
    form: int = 1


class Kept(Struct, frozen=True):
    """One answer, of the record with this digest and of these seats."""

    record: str
    seats: list[int]
    answer: MomentAnswer


def digest_of(record: Record) -> str:
    """The digest that identifies a record: 32 hex digits of its SHA-256."""
    return hashlib.sha256(msgspec.msgpack.encode(record)).hexdigest()[:32]


class PartFile:
    """The part file of an output. Used as a context, which leaves it where it is if it has answers;
    `remove` takes it away, when the output is whole.
    """

    def __init__(self, output: str, plan: Plan, *, resume: bool) -> None:
        """Open the part file of `output`, or begin one. Raises UsageError where there is one and
        `resume` is not set, or it was made with another plan, or is no part file.
        """
        self.path = Path(f"{output}.part")
        self._head = _line(PartHeader(plan))
        self._known: dict[tuple[str, tuple[int, ...]], dict[int, MomentAnswer]] = {}
        end = 0
        if self.path.exists():
            if not resume:
                raise UsageError(
                    f"{self.path} is left from an interrupted analysis: continue it with "
                    "--resume, or remove the file to start over"
                )
            end = self._read(PartHeader(plan))
            if not end and not self._head.startswith(self.path.read_bytes()[:_LONGEST]):
                raise UsageError(
                    f"{self.path} was not made by kifu analyse, which needs this name for its "
                    "results so far; move the file away"
                )
        self._file: IO[bytes] = self.path.open("r+b" if self.path.exists() else "xb", buffering=0)
        self._file.truncate(end)
        self._file.seek(end)
        if not end:
            self._append(PartHeader(plan))

    def __enter__(self) -> PartFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if self.path.exists() and self.path.stat().st_size <= len(self._head):
            os.unlink(self.path)

    def known(self, record: str, seats: list[int]) -> dict[int, MomentAnswer]:
        """The answers in the file for the record with the digest `record` and these seats: moment
        number -> answer.
        """
        return self._known.get((record, tuple(seats)), {})

    def keep(self, record: str, seats: list[int], answer: MomentAnswer) -> None:
        """Append an answer for the record with the digest `record` and these seats. It is in the
        file when this returns, even if the process is killed afterwards.
        """
        self._append(Kept(record, seats, answer))

    def remove(self) -> None:
        """Remove the file."""
        self._file.close()
        os.unlink(self.path)

    def _append(self, line: PartHeader | Kept) -> None:
        with written(self.path, "it keeps what was judged before: make room, and add --resume"):
            self._file.write(_line(line))

    def _read(self, asked: PartHeader) -> int:
        """Read the answers of whole lines, up to the first that is cut off or that kifu has not
        written, and return the offset where that begins. Raises UsageError if the first line is not
        `asked`.
        """
        end = 0
        with self.path.open("rb") as file:
            for data in _whole_lines(file):
                kept = _decoded(data, Kept if end else PartHeader)
                if kept is None:
                    break
                if isinstance(kept, PartHeader):
                    if kept != asked:
                        raise UsageError(
                            f"{self.path} was made with another budget or seed, or "
                            "by another version; use the same options, or remove the file "
                            "to start over"
                        )
                else:
                    answers = self._known.setdefault((kept.record, tuple(kept.seats)), {})
                    answers[kept.answer.number] = kept.answer
                end = file.tell()
        return end


def _decoded(data: bytes, kind: type[Kept] | type[PartHeader]) -> Kept | PartHeader | None:
    """The content of a line (JSON) as the type `kind`; None if it is not of that type."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _line(content: PartHeader | Kept) -> bytes:
    data = msgspec.json.encode(content)
    return b"%08x %s\n" % (zlib.crc32(data), data)


#: The longest line: the options of one decision.
_LONGEST = 1 << 22


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """The JSON of each line, up to the first that is cut off or whose checksum is wrong."""
    while True:
        line = file.readline(_LONGEST)
        data = line[9:-1]
        if not line.endswith(b"\n") or line[:9] != b"%08x " % zlib.crc32(data):
            return
        yield data
