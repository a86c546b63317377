"""Errors: what DuckDB says of an archive's file, and what kifu says instead."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.notation.errors import KifuError, LimitHit
from kifu.notation.files import has_form
from kifu.store.interrupting import as_ctrl_c
from kifu.store.journal import Unkept


class ArchiveError(KifuError):
    """The archive or lake does not exist, is something else, can't be read or written, or does not
    have the player, record or match that was named.
    """


@contextmanager
def explained(path: str) -> Iterator[None]:
    """A context in which DuckDB's errors become kifu's; their messages name `path`, the archive's
    file. Lack of memory becomes LimitHit. ArchiveError comes for a damaged file, for one that can't
    be read or written, and for SQL or values that DuckDB refuses, even if that SQL is the caller's
    own. `Unkept` (the journal can't be written) becomes ArchiveError, too. DuckDB's report of
    Ctrl-C becomes KeyboardInterrupt. Other errors stay as they are, such as DuckDB's for a broken
    constraint. Nothing is rolled back or closed here.
    """
    import duckdb

    try:
        with as_ctrl_c():
            yield
    except duckdb.OutOfMemoryException as error:
        raise LimitHit(
            f"{path}: this needs more memory than it may use: {cleaned(error)}"
        ) from None
    except duckdb.Error as error:
        if is_damage(error):
            raise damaged(path) from None
        # Nearly always a full disk, or a file that may not grow.
        if "Could not write file" in str(error) or "Failed to commit" in str(error):
            raise _unwritten(path, cleaned(error)) from None
        if isinstance(
            error,
            duckdb.IOException
            | duckdb.FatalException
            | duckdb.PermissionException
            | duckdb.ProgrammingError
            | duckdb.DataError,
        ):
            raise ArchiveError(f"{path}: {cleaned(error)}") from None
        raise
    except Unkept as error:
        raise _unwritten(path, str(error)) from None


def unreadable(path: str, error: Exception) -> ArchiveError:
    """Return the ArchiveError to raise where DuckDB could not open the file at `path`. It is chosen
    by the text of DuckDB's `error`; its message says what is wrong and what to do.
    """
    text = str(error)
    if is_damage(error):
        return damaged(path)
    if "not a valid DuckDB database" in text:
        if has_form(path):
            return ArchiveError(
                f"{path} is not a kifu archive, but a file of records; "
                f"`kifu index ARCHIVE {shlex.quote(path)}` adds them to an archive"
            )
        return ArchiveError(f"{path} is not a kifu archive")
    if "database file with version number" in text:
        return ArchiveError(
            f"{path} was written by a newer DuckDB; upgrade it (pip install -U duckdb), or "
            "index the logs into a new archive"
        )
    if "replaying WAL" in text:
        return ArchiveError(
            f"{path}.wal does not belong to {path}, but to another file. Move it away, and run "
            "kifu index again to restore what it held"
        )
    why = _refusal_of(error, path)
    if why is not None:
        missing = (
            "change it, or work on a copy elsewhere" if os.access(path, os.R_OK) else "read it"
        )
        return ArchiveError(f"{path} can't be opened: {why}; get permission to {missing}")
    return ArchiveError(f"{path}: {cleaned(error)}")


def vet_version(path: str, what: str, known: str, way: str) -> None:
    """Raise ArchiveError unless `what`, the version of the archive or lake at `path`, is the same
    text as `known`, the one that this kifu reads. Both are texts of numbers, with dots between if
    there are several; if they differ and one is anything else, ValueError. The message says to
    upgrade kifu, or to index the logs again, if `what` is newer; otherwise it says that a kifu
    before 1.0 made it, and ends in `way`, which says what to do.
    """
    if what == known:
        return
    versions = f"(schema {what}, this one knows {known})"
    if [*map(int, what.split("."))] > [*map(int, known.split("."))]:
        raise ArchiveError(
            f"{path} was written by a newer kifu {versions}; upgrade kifu, or index the logs into "
            "a new one"
        )
    raise ArchiveError(f"{path} was made by a kifu before 1.0 {versions}: {way}")


def _unwritten(path: str, why: str) -> ArchiveError:
    """The ArchiveError to raise where the file at `path` could not be written; `why` is the reason.
    Its message says that the attempt was undone, that what was committed before is kept, and to
    make room on the disk. Nothing is undone here.
    """
    return ArchiveError(
        f"{path}: this could not be written and was undone; what was committed before is "
        f"kept. Make room on the disk and run it again: {why}"
    )


def damaged(path: str) -> ArchiveError:
    """The ArchiveError, returned and not raised here, for an archive whose file is damaged (see
    `is_damage`). Its message says how to recreate the archive at `path` from its logs.
    """
    return ArchiveError(
        f"{path} is damaged. `kifu rebuild {shlex.quote(path)}` recreates it from its logs; "
        "if that can't read it either, index the logs into a new archive"
    )


def is_damage(error: Exception) -> bool:
    """Whether, by its text, `error` is DuckDB's about an archive's file that is corrupt or cut
    short. False for any other error.
    """
    text = str(error)
    return "Corrupt database file" in text or "Could not read enough bytes" in text


def cleaned(error: Exception) -> str:
    """The text of DuckDB's error, without white space at its ends and without advice that does not
    help here. Left out are "See also" with the address of a page; "Use SET ..." up to the next full
    stop or the end of the line, since settings are locked; and all from "For more information",
    "Possible solutions:" or "Please try installing" to the end. DuckDB's kind of error, such as `IO
    Error:`, stays in front, and there may be several lines. "" if nothing is left.
    """
    return _ADVICE.sub("", str(error)).strip()


_ADVICE = re.compile(
    r"\s*See also https?://\S+"
    r"|\s*(?:For more information|Possible solutions:|Please try installing).*"
    r"|\s*Use \"?SET [^.\n]*\.?",
    re.DOTALL,
)


def holder_of(error: Exception) -> str | None:
    """Who holds the file's lock, if `error` is DuckDB's about that lock: "process 123" (perhaps
    this process itself), or "another process" if DuckDB does not say which. None for any other
    error.
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


def _refusal_of(error: Exception, path: str) -> str | None:
    """Why the system did not open the file at `path`, such as "Permission denied", if `error` is
    DuckDB's that it can't open this file (the one that a link leads to). None for any other error,
    or one about another file.
    """
    refused = re.search(r'Cannot open file "(.*)": (.+)$', str(error))
    if refused and refused[1] == os.path.realpath(path):
        return refused[2]
    return None
