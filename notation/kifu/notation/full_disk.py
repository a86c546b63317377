"""A full disk: the system says neither which file it had no room for, nor what is kept."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.notation.errors import KifuError

#: The disk is full, the file has grown as far as it may, or its owner has no room left.
_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextmanager
def written(path: str | os.PathLike[str], kept: str) -> Iterator[None]:
    """A context in which the caller writes the file `path`. If the disk is full, KifuError is
    raised with the path and with `kept`, a clause that says what is not lost; other errors pass.
    """
    try:
        yield
    except OSError as error:
        if not is_full(error):
            raise
        raise KifuError(f"{os.fspath(path)}: {error.strerror}; {kept}") from None


def is_full(error: OSError) -> bool:
    """Whether the error says that there is no room: the disk or the user's share of it is full, or
    the file is as large as it may get.

    >>> is_full(OSError(errno.ENOSPC, "No space left on device")), is_full(FileNotFoundError())
    (True, False)
    """
    return error.errno in _FULL
