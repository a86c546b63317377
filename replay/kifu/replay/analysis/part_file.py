"""The part file: the analyses so far, beside the file that is being made, so that no match that was
judged is lost however the process ends.

After its first line each line is JSON: an analysis and the digest of what was asked. A line that
was cut off, and all after it, count as not written.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from kifu.notation.disk import written
from kifu.notation.errors import UsageError
from kifu.replay.analysis.judge import NAME, VERSION, Question
from kifu.replay.judgements.judgement import Analysis

_HEAD = b"kifu analyse: matches judged so far\n"
#: The longest line: the analysis of a match.
_LONGEST = 1 << 28


class Kept(Struct, frozen=True):
    """An analysis, and the digest of its question."""

    asked: str
    analysis: Analysis


class PartFile:
    """The part file of an output. Used as a context, which leaves it where it is if it has an
    analysis; `remove` takes it away, when the output is whole.
    """

    def __init__(self, output: str, *, resume: bool) -> None:
        """Open the part file of `output`, or begin one; with `resume`, what one has is read first.
        Raises UsageError where there is one and `resume` is not set, or it is no part file.
        """
        self.path = Path(f"{output}.part")
        self._known: dict[str, Analysis] = {}
        end = 0
        if self.path.exists():
            if not resume:
                raise UsageError(
                    f"{self.path} is left from an interrupted analysis: continue it with "
                    "--resume, or remove the file to start over"
                )
            end = self._read()
        self._file: IO[bytes] = self.path.open("r+b" if self.path.exists() else "xb", buffering=0)
        self._file.truncate(end)
        self._file.seek(end)
        if not end:
            self._append(_HEAD)

    def __enter__(self) -> PartFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if self.path.exists() and self.path.stat().st_size <= len(_HEAD):
            os.unlink(self.path)

    def known(self, question: Question) -> Analysis | None:
        """The analysis in the file that answers this question; None if there is none."""
        return self._known.get(_digest(question))

    def keep(self, question: Question, analysis: Analysis) -> None:
        """Append an analysis. When this returns, the file has it even if the process is killed, but
        it isn't forced to the disk: a power failure may lose it. `known` doesn't find it. Raises
        KifuError where there is no room.
        """
        self._append(msgspec.json.encode(Kept(_digest(question), analysis)) + b"\n")

    def remove(self) -> None:
        """Close the file and remove it; nothing can be kept after that."""
        self._file.close()
        os.unlink(self.path)

    def _append(self, line: bytes) -> None:
        """Write a line, with its newline, to the end of the file. Raises KifuError where there
        is no room; the file may then end in a part of it.
        """
        with written(self.path, "it keeps what was judged before: make room, and add --resume"):
            left = memoryview(line)
            while left:  # a disk that gets full takes a line in part, and says so at the next try
                left = left[self._file.write(left) :]

    def _read(self) -> int:
        """Fill `_known` with the analyses in the file, up to the first line that is cut off or that
        kifu has not written, and return the offset where that line begins: the file's size if
        there is none, 0 if even the first line of the file is cut off. Changes nothing in the file.
        Raises UsageError for a file that is no part file.
        """
        with self.path.open("rb") as file:
            head = file.readline(len(_HEAD))
            if not _HEAD.startswith(head):
                raise UsageError(
                    f"{self.path} was not made by kifu analyse, which needs this name for its "
                    "results so far; move the file away"
                )
            if head != _HEAD:
                return 0
            end = file.tell()
            while (line := file.readline(_LONGEST)).endswith(b"\n"):
                try:
                    kept = msgspec.json.decode(line, type=Kept)
                except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
                    break
                self._known[kept.asked] = kept.analysis
                end = file.tell()
        return end


def _digest(question: Question) -> str:
    """What identifies a question to this version of the engine: 32 hex digits of a SHA-256."""
    asked = msgspec.msgpack.encode([NAME, VERSION, question])
    return hashlib.sha256(asked).hexdigest()[:32]
