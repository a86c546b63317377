"""What an error of DuckDB's means: damage, a full disk, a file in use, a missing permission."""

from __future__ import annotations

import os
import re


def is_damage(error: Exception) -> bool:
    """Whether DuckDB found the archive's file corrupt or cut short."""
    text = str(error)
    return "Corrupt database file" in text or "Could not read enough bytes" in text


def is_unwritten(error: Exception) -> bool:
    """Whether DuckDB could not write because the disk is full or the file may not grow."""
    return "Could not write file" in str(error) or "Failed to commit" in str(error)


def cleaned(error: Exception) -> str:
    """DuckDB's message without advice that does not help here (its web pages, settings that are
    locked).
    """
    return _ADVICE.sub("", str(error)).strip()


_ADVICE = re.compile(
    r"\s*See also https?://\S+"
    r"|\s*(?:For more information|Possible solutions:|Please try installing).*"
    r"|\s*Use \"?SET [^.\n]*\.?",
    re.DOTALL,
)


def holder_of(error: Exception) -> str | None:
    """The process that holds the file's lock, in DuckDB's words, where that lock is what `error` is
    about; otherwise None.
    """
    text = str(error)
    held = re.search(r"Could not set lock on file.*\(PID (\d+)\)", text, re.S)
    if held:
        return f"process {held[1]}"
    if "Could not set lock on file" in text:
        return "another process"
    return f"process {os.getpid()}" if _SAME_PROCESS.search(text) else None


_SAME_PROCESS = re.compile(
    "with a different configuration than existing connections|Unique file handle conflict"
)


def refusal_of(error: Exception, path: str) -> str | None:
    """Why the system did not open the file at `path`, such as "Permission denied", where that is
    what `error` is about; otherwise None.
    """
    refused = re.search(r'Cannot open file "(.*)": (.+)$', str(error))
    if refused and refused[1] == os.path.realpath(path):
        return refused[2]
    return None
