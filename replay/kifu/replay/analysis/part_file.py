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
    """One line of the part file: an analysis, and the digest of the question that it answers."""

    asked: str
    analysis: Analysis


class PartFile:
    """The part file of an output, `{output}.part`: keeps each analysis as soon as it is made. As a
    context manager it closes the file on exit and deletes it only if it holds no analysis. Call
    `remove` when the output is complete.
    """

    def __init__(self, output: str, *, resume: bool) -> None:
        """Open the part file of `output`, or create it, with `resume` too. With `resume`, the
        analyses in the file are read (see `known`), up to the first broken line; that line and all
        after it are cut off.

        Raises UsageError if the file exists and `resume` is not set, or if it is no part file; it
        is not changed then. Raises KifuError if there is no room for its first line, OSError if it
        can't be opened, read or written for another reason. A new file may then be left, without
        analyses.
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
        """The analysis that answers this question, from those that the file had when it was opened;
        None if there is none, or only one of another version of the engine. What `keep` adds is not
        found.
        """
        return self._known.get(_digest(question))

    def keep(self, question: Question, analysis: Analysis) -> None:
        """Append an analysis as the answer to this question. When this returns, it survives the
        process being killed, but it isn't forced to the disk: a power failure may lose it. Raises
        KifuError if there is no room, OSError if the file can't be written for another reason. Keep
        nothing after such an error: the file may end in a part of the line, and the next `resume`
        cuts that off with all after it.
        """
        self._append(msgspec.json.encode(Kept(_digest(question), analysis)) + b"\n")

    def remove(self) -> None:
        """Close the file and delete it; nothing can be kept after that. Raises FileNotFoundError if
        it is not there any more.
        """
        self._file.close()
        os.unlink(self.path)

    def _append(self, line: bytes) -> None:
        """Write bytes, which end with a newline, to the file. Raises KifuError if there is no room,
        OSError if it can't be written for another reason; the file may then end in a part of the
        line.
        """
        with written(self.path, "it keeps what was judged before: make room, and add --resume"):
            left = memoryview(line)
            while left:  # a disk that gets full takes a line in part, and says so at the next try
                left = left[self._file.write(left) :]

    def _read(self) -> int:
        """Fill `_known` with the analyses in the file, up to the first line that is cut off or that
        kifu can't read. Returns the offset where that line begins: the file's size if there is
        none, 0 if even the first line of the file is cut off. The file isn't changed. Raises
        UsageError for a file that is no part file.
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
    """What identifies a question to this version of the engine: 32 hex digits of a SHA-256 over the
    engine's name, its version and the whole question.
    """
    asked = msgspec.msgpack.encode([NAME, VERSION, question])
    return hashlib.sha256(asked).hexdigest()[:32]
